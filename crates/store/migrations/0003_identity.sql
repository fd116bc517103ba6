-- Tenants and their host names, people, sign-in codes, sessions, terms of use, the audit log and the sandbox's mail.

-- Global: which tenant a host name belongs to has to be known before any tenant is. Requests (agio_tenant) see neither table.
CREATE TABLE tenants (
    id         uuid        PRIMARY KEY,
    slug       text        NOT NULL UNIQUE CHECK (slug ~ '^[a-z][a-z0-9-]{1,39}$'),
    name       text        NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
    brand      jsonb       NOT NULL DEFAULT '{}',
    languages  text[]      NOT NULL DEFAULT '{en}' CHECK (cardinality(languages) BETWEEN 1 AND 20),
    sandbox    boolean     NOT NULL DEFAULT false,
    created_at timestamptz NOT NULL
);
-- A host is a full name, or '*.' and a name for everything one level or more below it.
CREATE TABLE tenant_hosts (
    host   text NOT NULL PRIMARY KEY CHECK (length(host) BETWEEN 1 AND 253 AND host = lower(host)),
    tenant uuid NOT NULL REFERENCES tenants (id)
);
CREATE INDEX tenant_hosts_tenant ON tenant_hosts (tenant);

CREATE TABLE users (
    tenant_id           uuid        NOT NULL,
    id                  uuid        NOT NULL,
    email               text        NOT NULL CHECK (length(email) BETWEEN 3 AND 254),
    -- What is compared: predicates like lower() cannot use an index under row-level security.
    email_normalized    text        NOT NULL CHECK (length(email_normalized) BETWEEN 3 AND 254),
    status              text        NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'blocked')),
    first_name          text        CHECK (length(first_name) BETWEEN 2 AND 50),
    last_name           text        CHECK (length(last_name) BETWEEN 2 AND 50),
    language            text        NOT NULL CHECK (language IN ('en', 'uk', 'ru', 'pl')),
    theme               text        NOT NULL DEFAULT 'system' CHECK (theme IN ('system', 'light', 'dark')),
    main_currency       text        NOT NULL DEFAULT 'EUR' CHECK (length(main_currency) BETWEEN 2 AND 10),
    hide_small_balances boolean     NOT NULL DEFAULT false,
    created_at          timestamptz NOT NULL,
    updated_at          timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, id),
    UNIQUE (tenant_id, email_normalized)
);

-- The owner of balances and transactions. The first by position is the default one.
CREATE TABLE profiles (
    tenant_id  uuid        NOT NULL,
    id         uuid        NOT NULL,
    user_id    uuid        NOT NULL,
    position   integer     NOT NULL CHECK (position BETWEEN 1 AND 100),
    created_at timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, id),
    UNIQUE (tenant_id, user_id, position),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id)
);

-- A code that was sent. The code itself is nowhere: it is HMAC-SHA-256 over the id and the seed, under a pepper
-- that only the configuration has, so neither this row nor the mail job in the queue gives it away.
CREATE TABLE login_challenges (
    tenant_id        uuid        NOT NULL,
    id               uuid        NOT NULL,
    email            text        NOT NULL CHECK (length(email) BETWEEN 3 AND 254),
    email_normalized text        NOT NULL CHECK (length(email_normalized) BETWEEN 3 AND 254),
    seed             bytea       NOT NULL CHECK (length(seed) = 16),
    code_kind        text        NOT NULL CHECK (code_kind IN ('digits', 'letters')),
    language         text        NOT NULL CHECK (language IN ('en', 'uk', 'ru', 'pl')),
    network          text        NOT NULL CHECK (length(network) <= 64),
    send_number      integer     NOT NULL CHECK (send_number >= 1),
    attempts         integer     NOT NULL DEFAULT 0 CHECK (attempts BETWEEN 0 AND 5),
    created_at       timestamptz NOT NULL,
    expires_at       timestamptz NOT NULL,
    consumed_at      timestamptz,
    superseded_at    timestamptz,
    PRIMARY KEY (tenant_id, id)
);
CREATE INDEX login_challenges_address ON login_challenges (tenant_id, email_normalized, created_at DESC);
CREATE INDEX login_challenges_age ON login_challenges (created_at);
-- A new code ends the one before it: one address has at most one that works.
CREATE UNIQUE INDEX login_challenges_open ON login_challenges (tenant_id, email_normalized)
    WHERE consumed_at IS NULL AND superseded_at IS NULL;

-- How often something happened in a fixed window: sends, checks, failures. In the database, so that replicas share one limit.
CREATE TABLE counters (
    tenant_id uuid        NOT NULL,
    name      text        NOT NULL CHECK (length(name) <= 50),
    subject   text        NOT NULL CHECK (length(subject) <= 254),
    starts_at timestamptz NOT NULL,
    count     integer     NOT NULL CHECK (count >= 0),
    PRIMARY KEY (tenant_id, name, subject, starts_at)
) WITH (fillfactor = 70);
CREATE INDEX counters_age ON counters (starts_at);

-- A sign-in on one device: the family of its tokens.
CREATE TABLE sessions (
    tenant_id     uuid        NOT NULL,
    id            uuid        NOT NULL,
    user_id       uuid        NOT NULL,
    client        text        NOT NULL CHECK (client IN ('web', 'messenger', 'native')),
    -- How strong the proof of identity was; a code by mail is the weakest that signs in.
    assurance     text        NOT NULL DEFAULT 'aal1' CHECK (assurance IN ('aal1', 'aal2')),
    network       text        NOT NULL CHECK (length(network) <= 64),
    user_agent    text        CHECK (length(user_agent) <= 300),
    created_at    timestamptz NOT NULL,
    expires_at    timestamptz NOT NULL,
    revoked_at    timestamptz,
    revoke_reason text        CHECK (revoke_reason IN ('logout', 'reuse', 'displaced', 'blocked')),
    PRIMARY KEY (tenant_id, id),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id),
    CHECK ((revoked_at IS NULL) = (revoke_reason IS NULL))
);
CREATE INDEX sessions_user ON sessions (tenant_id, user_id, created_at DESC);
CREATE INDEX sessions_age ON sessions (expires_at);

-- Tokens by SHA-256: 256 random bits need no slow hash.
CREATE TABLE access_tokens (
    tenant_id  uuid        NOT NULL,
    hash       bytea       NOT NULL CHECK (length(hash) = 32),
    session_id uuid        NOT NULL,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    used_at    timestamptz,
    PRIMARY KEY (tenant_id, hash),
    FOREIGN KEY (tenant_id, session_id) REFERENCES sessions (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX access_tokens_session ON access_tokens (tenant_id, session_id);
CREATE INDEX access_tokens_age ON access_tokens (expires_at);
CREATE TABLE refresh_tokens (
    tenant_id     uuid        NOT NULL,
    hash          bytea       NOT NULL CHECK (length(hash) = 32),
    session_id    uuid        NOT NULL,
    -- The token this one replaced, and the access token that was issued with it.
    parent        bytea,
    access_hash   bytea       NOT NULL,
    created_at    timestamptz NOT NULL,
    expires_at    timestamptz NOT NULL,
    used_at       timestamptz,
    superseded_at timestamptz,
    PRIMARY KEY (tenant_id, hash),
    FOREIGN KEY (tenant_id, session_id) REFERENCES sessions (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX refresh_tokens_session ON refresh_tokens (tenant_id, session_id, created_at DESC);
-- One live branch per family, whatever races there are.
CREATE UNIQUE INDEX refresh_tokens_one_child ON refresh_tokens (tenant_id, parent)
    WHERE parent IS NOT NULL AND superseded_at IS NULL;

-- What people agree to. A version binds from effective_at on; a higher one asks everybody again.
CREATE TABLE terms_versions (
    tenant_id    uuid        NOT NULL,
    kind         text        NOT NULL CHECK (kind IN ('terms')),
    version      integer     NOT NULL CHECK (version >= 1),
    url          text        CHECK (length(url) <= 500),
    effective_at timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, kind, version)
);
CREATE TABLE terms_texts (
    tenant_id uuid    NOT NULL,
    kind      text    NOT NULL,
    version   integer NOT NULL,
    language  text    NOT NULL CHECK (language IN ('en', 'uk', 'ru', 'pl')),
    title     text    NOT NULL CHECK (length(title) BETWEEN 1 AND 200),
    body      text    NOT NULL CHECK (length(body) BETWEEN 1 AND 200000),
    PRIMARY KEY (tenant_id, kind, version, language),
    FOREIGN KEY (tenant_id, kind, version) REFERENCES terms_versions (tenant_id, kind, version)
);
CREATE TABLE consents (
    tenant_id   uuid        NOT NULL,
    user_id     uuid        NOT NULL,
    kind        text        NOT NULL,
    version     integer     NOT NULL,
    session_id  uuid        NOT NULL,
    accepted_at timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, user_id, kind, version),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id),
    FOREIGN KEY (tenant_id, kind, version) REFERENCES terms_versions (tenant_id, kind, version)
);

-- Who did what, when and from where. Never changed, never deleted by the application.
CREATE TABLE audit_log (
    tenant_id  uuid        NOT NULL,
    id         uuid        NOT NULL,
    at         timestamptz NOT NULL,
    action     text        NOT NULL CHECK (length(action) BETWEEN 1 AND 100),
    -- Who acted; NULL where nobody is signed in yet.
    user_id    uuid,
    session_id uuid,
    network    text        NOT NULL CHECK (length(network) <= 64),
    user_agent text        CHECK (length(user_agent) <= 300),
    details    jsonb       NOT NULL DEFAULT '{}',
    PRIMARY KEY (tenant_id, id)
);
CREATE INDEX audit_log_user ON audit_log (tenant_id, user_id, at DESC);

-- Mail of the sandbox, where nothing is really sent. Only the newest are kept.
CREATE TABLE mail_outbox (
    tenant_id  uuid        NOT NULL,
    key        text        NOT NULL CHECK (length(key) BETWEEN 1 AND 200),
    recipient  text        NOT NULL CHECK (length(recipient) BETWEEN 3 AND 254),
    subject    text        NOT NULL CHECK (length(subject) <= 500),
    body       text        NOT NULL CHECK (length(body) <= 50000),
    html       text        CHECK (length(html) <= 100000),
    created_at timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, key)
);
CREATE INDEX mail_outbox_recipient ON mail_outbox (tenant_id, recipient, created_at DESC);
CREATE INDEX mail_outbox_newest ON mail_outbox (tenant_id, created_at DESC);

DO $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['users', 'profiles', 'login_challenges', 'counters', 'sessions', 'access_tokens',
        'refresh_tokens', 'terms_versions', 'terms_texts', 'consents', 'audit_log', 'mail_outbox']
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
GRANT SELECT, INSERT, UPDATE ON users, login_challenges, counters, sessions, access_tokens, refresh_tokens TO agio_tenant;
GRANT SELECT, INSERT ON profiles, consents, audit_log TO agio_tenant;
GRANT SELECT ON terms_versions, terms_texts TO agio_tenant;
GRANT SELECT, INSERT, DELETE ON mail_outbox TO agio_tenant;
