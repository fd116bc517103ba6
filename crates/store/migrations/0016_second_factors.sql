-- Second factors: authenticator apps, passkeys and recovery codes; what they guard, and how a lost one is given up.

-- A session of a person who asks for a second factor at sign-in is worth nothing until it has been shown.
ALTER TABLE sessions
    ADD COLUMN factor_required boolean NOT NULL DEFAULT false,
    ADD COLUMN factor_at timestamptz;

-- What a person wants guarded, and how often they have just been wrong. Codes rest until locked_until; nothing else does.
CREATE TABLE factor_settings (
    tenant_id    uuid        NOT NULL,
    user_id      uuid        NOT NULL,
    signin       boolean     NOT NULL DEFAULT false,
    transfer     boolean     NOT NULL DEFAULT false,
    card_details boolean     NOT NULL DEFAULT false,
    failures     integer     NOT NULL DEFAULT 0 CHECK (failures BETWEEN 0 AND 100),
    failed_at    timestamptz,
    locked_until timestamptz,
    PRIMARY KEY (tenant_id, user_id),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id)
);

-- An authenticator app. Its seed is sealed (class totp, record id); last_step is the newest step of 30 s whose code was used.
CREATE TABLE totp_factors (
    tenant_id    uuid        NOT NULL,
    id           uuid        NOT NULL,
    user_id      uuid        NOT NULL,
    seed         bytea       NOT NULL CHECK (octet_length(seed) <= 200),
    created_at   timestamptz NOT NULL,
    confirmed_at timestamptz,
    last_step    bigint      NOT NULL DEFAULT 0 CHECK (last_step >= 0),
    PRIMARY KEY (tenant_id, id),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id)
);
-- One that works and one that is being set up.
CREATE UNIQUE INDEX totp_factors_working ON totp_factors (tenant_id, user_id) WHERE confirmed_at IS NOT NULL;
CREATE UNIQUE INDEX totp_factors_pending ON totp_factors (tenant_id, user_id) WHERE confirmed_at IS NULL;

-- HMAC-SHA-256 under the pepper, which is not here: 80 random bits and a key that nobody has who only has this table.
CREATE TABLE recovery_codes (
    tenant_id  uuid        NOT NULL,
    user_id    uuid        NOT NULL,
    hash       bytea       NOT NULL CHECK (octet_length(hash) = 32),
    created_at timestamptz NOT NULL,
    used_at    timestamptz,
    PRIMARY KEY (tenant_id, user_id, hash),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id)
);

-- A passkey: what its signatures are checked with, and what it last said of itself.
CREATE TABLE passkeys (
    tenant_id     uuid        NOT NULL,
    id            uuid        NOT NULL,
    user_id       uuid        NOT NULL,
    credential_id bytea       NOT NULL CHECK (octet_length(credential_id) BETWEEN 16 AND 1023),
    credential    bytea       NOT NULL CHECK (octet_length(credential) <= 4096),
    state         bytea       NOT NULL CHECK (octet_length(state) <= 64),
    transports    smallint    NOT NULL,
    name          text        NOT NULL CHECK (length(name) BETWEEN 1 AND 50),
    created_at    timestamptz NOT NULL,
    used_at       timestamptz,
    PRIMARY KEY (tenant_id, id),
    UNIQUE (tenant_id, credential_id),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id)
);
CREATE INDEX passkeys_user ON passkeys (tenant_id, user_id);

-- What a browser was asked to do with a passkey. Taken once, whatever becomes of it.
CREATE TABLE passkey_ceremonies (
    tenant_id  uuid        NOT NULL,
    id         uuid        NOT NULL,
    kind       text        NOT NULL CHECK (kind IN ('register', 'sign_in', 'confirm')),
    user_id    uuid,
    session_id uuid,
    -- What a confirmation confirms.
    step_up_id uuid,
    state      bytea       NOT NULL CHECK (octet_length(state) <= 65536),
    expires_at timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, id)
);
CREATE INDEX passkey_ceremonies_age ON passkey_ceremonies (expires_at);

-- A request that waits for a second factor: which session may confirm it, what it is (purpose and hash of the request), and what
-- the server shows the person that it is.
CREATE TABLE step_ups (
    tenant_id    uuid        NOT NULL,
    id           uuid        NOT NULL,
    user_id      uuid        NOT NULL,
    session_id   uuid        NOT NULL,
    purpose      text        NOT NULL CHECK (purpose IN ('transfer', 'card_details', 'settings')),
    action       bytea       NOT NULL CHECK (octet_length(action) = 32),
    shown        jsonb       NOT NULL,
    expires_at   timestamptz NOT NULL,
    -- The token that confirming gave, by its SHA-256, and the one operation that it was used for.
    token        bytea       CHECK (octet_length(token) = 32),
    token_until  timestamptz,
    used_for     bytea       CHECK (octet_length(used_for) = 32),
    PRIMARY KEY (tenant_id, id),
    UNIQUE (tenant_id, token),
    FOREIGN KEY (tenant_id, session_id) REFERENCES sessions (tenant_id, id) ON DELETE CASCADE,
    CHECK ((token IS NULL) = (token_until IS NULL) AND (used_for IS NULL OR token IS NOT NULL))
);
CREATE INDEX step_ups_age ON step_ups (expires_at);
CREATE INDEX step_ups_session ON step_ups (tenant_id, session_id);

-- A second factor that was lost: asked for by the person, approved by support, done after a delay in which its owner can say no.
CREATE TABLE factor_resets (
    tenant_id    uuid        NOT NULL,
    id           uuid        NOT NULL,
    user_id      uuid        NOT NULL,
    requested_at timestamptz NOT NULL,
    approved_at  timestamptz,
    reason       text        CHECK (length(reason) BETWEEN 3 AND 500),
    due_at       timestamptz,
    cancelled_at timestamptz,
    done_at      timestamptz,
    PRIMARY KEY (tenant_id, id),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id),
    CHECK ((approved_at IS NULL) = (due_at IS NULL) AND (approved_at IS NULL) = (reason IS NULL)),
    CHECK (done_at IS NULL OR (approved_at IS NOT NULL AND cancelled_at IS NULL))
);
CREATE UNIQUE INDEX factor_resets_open ON factor_resets (tenant_id, user_id) WHERE cancelled_at IS NULL AND done_at IS NULL;
CREATE INDEX factor_resets_due ON factor_resets (due_at) WHERE due_at IS NOT NULL AND cancelled_at IS NULL AND done_at IS NULL;

DO $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['factor_settings', 'totp_factors', 'recovery_codes', 'passkeys', 'passkey_ceremonies',
        'step_ups', 'factor_resets']
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
GRANT SELECT, INSERT, UPDATE ON factor_settings, step_ups, factor_resets TO agio_tenant;
GRANT SELECT, INSERT, UPDATE, DELETE ON totp_factors, recovery_codes, passkeys TO agio_tenant;
GRANT SELECT, INSERT, DELETE ON passkey_ceremonies TO agio_tenant;
GRANT DELETE ON step_ups TO agio_tenant;
