-- A tenant's own people: who they are, how they sign in, what they did and what waits for a second of them. Nothing here is
-- shared with customers: other tables, other tokens, other cookies.

CREATE TABLE operators (
    tenant_id        uuid        NOT NULL,
    id               uuid        NOT NULL,
    email            text        NOT NULL CHECK (length(email) BETWEEN 3 AND 254),
    email_normalized text        NOT NULL CHECK (length(email_normalized) BETWEEN 3 AND 254),
    role             text        NOT NULL CHECK (role IN ('platform_owner', 'tenant_admin', 'compliance_officer',
        'compliance_analyst', 'support_l1', 'support_l2', 'treasury_operator', 'treasury_approver', 'accountant',
        'risk_analyst', 'card_manager', 'integration_manager', 'content_editor', 'auditor', 'break_glass')),
    -- Invited: has a link and no way in yet.
    status           text        NOT NULL DEFAULT 'invited' CHECK (status IN ('invited', 'active', 'removed')),
    -- The authenticator app: its seed, sealed (class totp, this id), and the newest step of 30 s whose code was used.
    totp_seed        bytea       CHECK (octet_length(totp_seed) <= 200),
    totp_step        bigint      NOT NULL DEFAULT 0 CHECK (totp_step >= 0),
    -- The browser that the link was opened in, by the SHA-256 of its cookie. A code is taken from it alone.
    device_hash      bytea       CHECK (octet_length(device_hash) = 32),
    -- How often codes were wrong lately.
    failures         integer     NOT NULL DEFAULT 0 CHECK (failures BETWEEN 0 AND 100),
    failed_at        timestamptz,
    locked_until     timestamptz,
    created_at       timestamptz NOT NULL,
    updated_at       timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, id),
    UNIQUE (tenant_id, email_normalized)
);
CREATE UNIQUE INDEX operators_device ON operators (tenant_id, device_hash) WHERE device_hash IS NOT NULL;

-- A link that makes somebody an operator, once. By SHA-256; the newest is the only one that works.
CREATE TABLE operator_invitations (
    tenant_id   uuid        NOT NULL,
    id          uuid        NOT NULL,
    operator_id uuid        NOT NULL,
    hash        bytea       NOT NULL CHECK (octet_length(hash) = 32),
    -- The authenticator app that is being set up, sealed (class totp, this id).
    totp_seed   bytea       CHECK (octet_length(totp_seed) <= 200),
    created_at  timestamptz NOT NULL,
    expires_at  timestamptz NOT NULL,
    closed_at   timestamptz,
    PRIMARY KEY (tenant_id, id),
    UNIQUE (tenant_id, hash),
    FOREIGN KEY (tenant_id, operator_id) REFERENCES operators (tenant_id, id)
);
CREATE UNIQUE INDEX operator_invitations_open ON operator_invitations (tenant_id, operator_id) WHERE closed_at IS NULL;

CREATE TABLE operator_sessions (
    tenant_id    uuid        NOT NULL,
    id           uuid        NOT NULL,
    operator_id  uuid        NOT NULL,
    hash         bytea       NOT NULL CHECK (octet_length(hash) = 32),
    network      text        NOT NULL CHECK (length(network) <= 64),
    user_agent   text        CHECK (length(user_agent) <= 300),
    created_at   timestamptz NOT NULL,
    -- Within a minute.
    seen_at      timestamptz NOT NULL,
    expires_at   timestamptz NOT NULL,
    -- When a factor was last shown.
    confirmed_at timestamptz NOT NULL,
    ended_at     timestamptz,
    PRIMARY KEY (tenant_id, id),
    UNIQUE (tenant_id, hash),
    FOREIGN KEY (tenant_id, operator_id) REFERENCES operators (tenant_id, id)
);
CREATE INDEX operator_sessions_operator ON operator_sessions (tenant_id, operator_id) WHERE ended_at IS NULL;
CREATE INDEX operator_sessions_age ON operator_sessions (expires_at);

-- What one operator wants done and another has to agree to. What it is never changes; whoever closes it is somebody else.
CREATE TABLE operator_proposals (
    tenant_id  uuid        NOT NULL,
    id         uuid        NOT NULL,
    deed       jsonb       NOT NULL,
    reason     text        NOT NULL CHECK (length(reason) BETWEEN 8 AND 500),
    maker      uuid        NOT NULL,
    made_at    timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    state      text        NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'approved', 'refused', 'withdrawn', 'expired')),
    checker    uuid        CHECK (checker <> maker),
    closed_at  timestamptz,
    answer     text        CHECK (length(answer) BETWEEN 8 AND 500),
    PRIMARY KEY (tenant_id, id),
    FOREIGN KEY (tenant_id, maker) REFERENCES operators (tenant_id, id),
    FOREIGN KEY (tenant_id, checker) REFERENCES operators (tenant_id, id),
    CHECK ((state = 'open') = (closed_at IS NULL)),
    CHECK ((state IN ('approved', 'refused')) = (checker IS NOT NULL))
);
-- The same thing waits once.
CREATE UNIQUE INDEX operator_proposals_open ON operator_proposals (tenant_id, deed) WHERE state = 'open';

-- What a tenant's operators did and looked at. Written with what it tells of, never changed.
CREATE TABLE operator_log (
    tenant_id   uuid        NOT NULL,
    id          uuid        NOT NULL,
    at          timestamptz NOT NULL,
    -- NULL for the host at the machine itself.
    operator_id uuid,
    operator    text        NOT NULL CHECK (length(operator) BETWEEN 1 AND 254),
    role        text        NOT NULL CHECK (length(role) BETWEEN 1 AND 60),
    action      text        NOT NULL CHECK (length(action) BETWEEN 3 AND 60),
    subject     text        NOT NULL CHECK (length(subject) BETWEEN 1 AND 200),
    reason      text        CHECK (length(reason) BETWEEN 8 AND 500),
    before      jsonb       NOT NULL DEFAULT '{}',
    after       jsonb       NOT NULL DEFAULT '{}',
    proposal_id uuid,
    network     text        NOT NULL CHECK (length(network) <= 64),
    PRIMARY KEY (tenant_id, id)
);
CREATE INDEX operator_log_operator ON operator_log (tenant_id, operator_id, id DESC);
CREATE INDEX operator_log_subject ON operator_log (tenant_id, subject, id DESC);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON operator_log
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();

-- For looking people up by the beginning of their address, whatever the collation of the database.
CREATE INDEX users_email_prefix ON users (tenant_id, email_normalized COLLATE "C");

DO $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['operators', 'operator_invitations', 'operator_sessions', 'operator_proposals', 'operator_log']
    LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format(
            'CREATE POLICY tenant ON %I
                USING (tenant_id = nullif(current_setting(''app.tenant_id'', true), '''')::uuid)
                WITH CHECK (tenant_id = nullif(current_setting(''app.tenant_id'', true), '''')::uuid)', name);
    END LOOP;
END
$$;
GRANT SELECT, INSERT, UPDATE ON operators, operator_invitations, operator_sessions, operator_proposals TO agio_tenant;
GRANT SELECT, INSERT ON operator_log TO agio_tenant;
