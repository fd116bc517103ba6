-- Crate identity, part 3: operators, their proposals and approvals, and the logs of what they did.
-- Operators share nothing with customers: other tables, other tokens, other cookies.
-- `host` is the person who runs the installation, at the command line.

-- An operator of a tenant. An invitation, the host or the seeding of a demo tenant inserts it. Rows stay; a removed
-- operator keeps the row.
CREATE TABLE operators (
    tenant_id        uuid        NOT NULL,
    id               uuid        NOT NULL,
    email            text        NOT NULL CHECK (length(email) BETWEEN 3 AND 254),
    email_normalized text        NOT NULL CHECK (length(email_normalized) BETWEEN 3 AND 254),
    role             text        NOT NULL CHECK (role IN ('platform_owner', 'tenant_admin', 'compliance_officer',
        'compliance_analyst', 'support_l1', 'support_l2', 'treasury_operator', 'treasury_approver', 'accountant',
        'risk_analyst', 'card_manager', 'integration_manager', 'content_editor', 'auditor', 'break_glass')),
    status           text        NOT NULL DEFAULT 'invited' CHECK (status IN ('invited', 'active', 'removed')),
    totp_seed        bytea       CHECK (octet_length(totp_seed) <= 200), -- authenticator app; sealed, class totp
    totp_step        bigint      NOT NULL DEFAULT 0 CHECK (totp_step >= 0), -- newest 30 s step whose code was used
    -- SHA-256 of the cookie of the browser that opened the invitation: only it may enter codes.
    device_hash      bytea       CHECK (octet_length(device_hash) = 32),
    failures         integer     NOT NULL DEFAULT 0 CHECK (failures BETWEEN 0 AND 100), -- recent wrong codes
    failed_at        timestamptz,
    locked_until     timestamptz,
    created_at       timestamptz NOT NULL,
    updated_at       timestamptz NOT NULL,
    ends_on          date,       -- last day of the rights, in UTC
    -- Anyone at this machine may act as it; offered in a sandbox only.
    is_demo          boolean     NOT NULL DEFAULT false,
    -- Which alerts it gets by email.
    alert_mail       text        NOT NULL DEFAULT 'all' CHECK (alert_mail IN ('all', 'urgent', 'none')),
    PRIMARY KEY (tenant_id, id),
    UNIQUE (tenant_id, email_normalized),
    CHECK (role <> 'auditor' OR ends_on IS NOT NULL)
);
CREATE UNIQUE INDEX operators_device ON operators (tenant_id, device_hash) WHERE device_hash IS NOT NULL;
GRANT SELECT, INSERT, UPDATE ON operators TO agio_tenant;

-- An invitation: a link, by its SHA-256, that activates an operator once. The invitation inserts it; only the newest
-- works. The purge deletes it 4 days after expires_at.
CREATE TABLE operator_invitations (
    tenant_id   uuid        NOT NULL,
    id          uuid        NOT NULL,
    operator_id uuid        NOT NULL,
    hash        bytea       NOT NULL CHECK (octet_length(hash) = 32),
    -- Seed of the app that is being enrolled; sealed, class totp.
    totp_seed   bytea       CHECK (octet_length(totp_seed) <= 200),
    created_at  timestamptz NOT NULL,
    expires_at  timestamptz NOT NULL,
    closed_at   timestamptz,
    PRIMARY KEY (tenant_id, id),
    UNIQUE (tenant_id, hash),
    FOREIGN KEY (tenant_id, operator_id) REFERENCES operators (tenant_id, id)
);
CREATE UNIQUE INDEX operator_invitations_open ON operator_invitations (tenant_id, operator_id) WHERE closed_at IS NULL;
GRANT SELECT, INSERT, UPDATE ON operator_invitations TO agio_tenant;

-- A session of an operator. Sign-in to the console inserts it. The purge deletes it 90 days after expires_at.
CREATE TABLE operator_sessions (
    tenant_id    uuid        NOT NULL,
    id           uuid        NOT NULL,
    operator_id  uuid        NOT NULL,
    hash         bytea       NOT NULL CHECK (octet_length(hash) = 32), -- SHA-256 of its token
    network      text        NOT NULL CHECK (length(network) <= 64),
    user_agent   text        CHECK (length(user_agent) <= 300),
    created_at   timestamptz NOT NULL,
    seen_at      timestamptz NOT NULL, -- last request, accurate to a minute
    expires_at   timestamptz NOT NULL,
    confirmed_at timestamptz NOT NULL, -- when a factor was last shown
    ended_at     timestamptz,
    PRIMARY KEY (tenant_id, id),
    UNIQUE (tenant_id, hash),
    FOREIGN KEY (tenant_id, operator_id) REFERENCES operators (tenant_id, id)
);
CREATE INDEX operator_sessions_operator ON operator_sessions (tenant_id, operator_id) WHERE ended_at IS NULL;
CREATE INDEX operator_sessions_age ON operator_sessions (expires_at);
GRANT SELECT, INSERT, UPDATE ON operator_sessions TO agio_tenant;

-- A passkey of an operator, like passkeys of customers. Its registration inserts it. Removal and a new enrolment delete
-- it.
CREATE TABLE operator_passkeys (
    tenant_id     uuid        NOT NULL,
    id            uuid        NOT NULL,
    operator_id   uuid        NOT NULL,
    rp_id         text        NOT NULL CHECK (length(rp_id) BETWEEN 1 AND 253), -- relying party id: its host
    credential_id bytea       NOT NULL CHECK (octet_length(credential_id) BETWEEN 16 AND 1023),
    credential    bytea       NOT NULL CHECK (octet_length(credential) <= 4096),
    state         bytea       NOT NULL CHECK (octet_length(state) <= 64),
    transports    smallint    NOT NULL,
    name          text        NOT NULL CHECK (length(name) BETWEEN 1 AND 50),
    created_at    timestamptz NOT NULL,
    used_at       timestamptz,
    PRIMARY KEY (tenant_id, id),
    UNIQUE (tenant_id, credential_id),
    FOREIGN KEY (tenant_id, operator_id) REFERENCES operators (tenant_id, id)
);
CREATE INDEX operator_passkeys_operator ON operator_passkeys (tenant_id, operator_id);
GRANT SELECT, INSERT, UPDATE, DELETE ON operator_passkeys TO agio_tenant;

-- A passkey ceremony of the console, like passkey_ceremonies of customers. The request inserts it; the browser's answer
-- deletes it. The purge deletes it after expires_at.
CREATE TABLE operator_passkey_ceremonies (
    tenant_id   uuid        NOT NULL,
    id          uuid        NOT NULL,
    kind        text        NOT NULL CHECK (kind IN ('register', 'sign_in', 'confirm', 'approve')),
    origin      text        NOT NULL CHECK (length(origin) BETWEEN 1 AND 300),
    operator_id uuid,       -- NULL at sign-in, because the operator is not known yet
    session_id  uuid,
    state       bytea       NOT NULL CHECK (octet_length(state) <= 65536),
    expires_at  timestamptz NOT NULL,
    proposal_id uuid,       -- the proposal whose approval is signed
    nonce       bytea       CHECK (octet_length(nonce) = 32), -- makes the challenge of an approval unique
    PRIMARY KEY (tenant_id, id),
    CHECK ((kind = 'sign_in') = (operator_id IS NULL) AND (operator_id IS NULL) = (session_id IS NULL)),
    CONSTRAINT operator_passkey_ceremonies_proposal_check
        CHECK ((kind = 'approve') = (proposal_id IS NOT NULL) AND (proposal_id IS NULL) = (nonce IS NULL))
);
CREATE INDEX operator_passkey_ceremonies_age ON operator_passkey_ceremonies (expires_at);
GRANT SELECT, INSERT, DELETE ON operator_passkey_ceremonies TO agio_tenant;

-- A proposal: an operator action that needs a second operator (dual control). The maker or the host inserts it; the
-- checker closes it. The action never changes; rows stay.
CREATE TABLE operator_proposals (
    tenant_id  uuid        NOT NULL,
    id         uuid        NOT NULL,
    operator_action jsonb  NOT NULL,
    reason     text        NOT NULL CHECK (length(reason) BETWEEN 8 AND 500),
    maker      uuid,       -- NULL: proposed by the host
    made_at    timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    state      text        NOT NULL DEFAULT 'open'
        CHECK (state IN ('open', 'approved', 'refused', 'withdrawn', 'expired')),
    checker    uuid        CHECK (checker <> maker),
    closed_at  timestamptz,
    answer     text        CHECK (length(answer) BETWEEN 8 AND 500), -- the checker's reason
    host       text        CHECK (length(host) BETWEEN 1 AND 254),   -- name of the host
    PRIMARY KEY (tenant_id, id),
    FOREIGN KEY (tenant_id, maker) REFERENCES operators (tenant_id, id),
    FOREIGN KEY (tenant_id, checker) REFERENCES operators (tenant_id, id),
    CHECK ((state = 'open') = (closed_at IS NULL)),
    CHECK ((state IN ('approved', 'refused')) = (checker IS NOT NULL)),
    CHECK ((maker IS NULL) = (host IS NOT NULL))
);
-- The same action is proposed once at a time. A whole policy is too long for this index.
CREATE UNIQUE INDEX operator_proposals_open ON operator_proposals (tenant_id, operator_action)
    WHERE state = 'open' AND operator_action ->> 'kind' <> 'publish_policy';
-- One change of the policy is proposed at a time.
CREATE UNIQUE INDEX operator_proposals_policy ON operator_proposals (tenant_id)
    WHERE state = 'open' AND operator_action ->> 'kind' = 'publish_policy';
GRANT SELECT, INSERT, UPDATE ON operator_proposals TO agio_tenant;

-- The signature of an approval, with everything that is needed to verify it independently. The approval inserts it. It
-- never changes, and outlives the passkey.
CREATE TABLE approval_signatures (
    tenant_id          uuid        NOT NULL,
    proposal_id        uuid        NOT NULL,
    operator_id        uuid        NOT NULL,
    passkey_id         uuid        NOT NULL,
    passkey_name       text        NOT NULL CHECK (length(passkey_name) BETWEEN 1 AND 50), -- at that time
    rp_id              text        NOT NULL CHECK (length(rp_id) BETWEEN 1 AND 253),
    credential_id      bytea       NOT NULL CHECK (octet_length(credential_id) BETWEEN 16 AND 1023),
    -- A SubjectPublicKeyInfo.
    public_key         bytea       NOT NULL CHECK (octet_length(public_key) BETWEEN 32 AND 4096),
    algorithm          integer     NOT NULL, -- its number in COSE
    payload            text        NOT NULL CHECK (octet_length(payload) BETWEEN 2 AND 1048576), -- the signed proposal
    payload_hash       bytea       NOT NULL CHECK (octet_length(payload_hash) = 32),
    nonce              bytea       NOT NULL CHECK (octet_length(nonce) = 32),
    authenticator_data bytea       NOT NULL CHECK (octet_length(authenticator_data) BETWEEN 37 AND 8192),
    client_data_json   bytea       NOT NULL CHECK (octet_length(client_data_json) BETWEEN 1 AND 8192),
    signature          bytea       NOT NULL CHECK (octet_length(signature) BETWEEN 1 AND 4096),
    signed_at          timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, proposal_id),
    FOREIGN KEY (tenant_id, proposal_id) REFERENCES operator_proposals (tenant_id, id),
    FOREIGN KEY (tenant_id, operator_id) REFERENCES operators (tenant_id, id)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON approval_signatures
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();
GRANT SELECT, INSERT ON approval_signatures TO agio_tenant;

-- An entry of a tenant's operator log: an action or a look at a customer. The transaction of the action inserts it. It
-- never changes; rows stay.
CREATE TABLE operator_log (
    tenant_id   uuid        NOT NULL,
    id          uuid        NOT NULL,
    at          timestamptz NOT NULL,
    operator_id uuid,       -- NULL: the host
    operator    text        NOT NULL CHECK (length(operator) BETWEEN 1 AND 254), -- address, or name of the host
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
GRANT SELECT, INSERT ON operator_log TO agio_tenant;

-- An action of the host. The command inserts it. It never changes; rows stay. Global, because an action may concern
-- several tenants or none.
CREATE TABLE operator_acts (
    id         uuid        PRIMARY KEY,
    at         timestamptz NOT NULL,
    operator   text        NOT NULL CHECK (length(operator) BETWEEN 1 AND 200),
    role       text        NOT NULL CHECK (length(role) BETWEEN 1 AND 60),
    permission text        NOT NULL CHECK (length(permission) BETWEEN 3 AND 60), -- such as jobs.revive
    tenant     uuid,
    subject    text        NOT NULL CHECK (length(subject) BETWEEN 1 AND 200),
    reason     text        NOT NULL CHECK (length(reason) BETWEEN 8 AND 500)
);
CREATE INDEX operator_acts_at ON operator_acts (at DESC);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON operator_acts
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();

-- What the operators of a tenant were last told about a kind of alert, and its present extent. Every look at the tenant's
-- alerts writes it. A row goes an hour after its condition has ended.
CREATE TABLE operator_alerts (
    tenant_id uuid        NOT NULL,
    kind      text        NOT NULL CHECK (length(kind) BETWEEN 3 AND 40),
    told_at   timestamptz NOT NULL,
    known     integer     NOT NULL CHECK (known >= 0), -- number of cases that operators know
    found     integer     NOT NULL CHECK (found >= 0), -- number of cases that the latest look found
    since     timestamptz, -- when the oldest of them began, if that is known
    PRIMARY KEY (tenant_id, kind)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON operator_alerts TO agio_tenant;

-- Row-level security, as in 0001_store.sql.
DO $$
DECLARE
    own constant text := $own$tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid$own$;
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['operators', 'operator_invitations', 'operator_sessions', 'operator_passkeys',
        'operator_passkey_ceremonies', 'operator_proposals', 'approval_signatures', 'operator_log',
        'operator_alerts']
    LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY tenant ON %I USING (%s) WITH CHECK (%s)', name, own, own);
    END LOOP;
END
$$;
