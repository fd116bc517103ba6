-- API keys of partners, and what they name. Written by the crate `partners`.

-- API keys of a profile. Its owner writes it; requests note the last use, at most once a minute. Rows stay.
CREATE TABLE partner_keys (
    tenant_id   uuid        NOT NULL,
    id          uuid        NOT NULL,
    profile_id  uuid        NOT NULL, -- whose money it moves
    user_id     uuid        NOT NULL, -- who made it
    kind        text        NOT NULL CHECK (kind IN ('exchanger', 'wallet', 'widget', 'white_label')),
    name        text        NOT NULL CHECK (length(name) BETWEEN 1 AND 50),
    addresses   text[]      NOT NULL CHECK (cardinality(addresses) <= 30), -- empty: any address
    scopes      text[]      NOT NULL CHECK (cardinality(scopes) <= 60),
    signing_key bytea       CHECK (octet_length(signing_key) = 32), -- Ed25519, verifies signed requests
    created_at  timestamptz NOT NULL,
    used_at     timestamptz,
    revoked_at  timestamptz,
    PRIMARY KEY (tenant_id, id),
    FOREIGN KEY (tenant_id, profile_id) REFERENCES profiles (tenant_id, id),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id)
);
CREATE INDEX partner_keys_of_profile ON partner_keys (tenant_id, profile_id, created_at DESC);
GRANT SELECT, INSERT ON partner_keys TO agio_tenant;
GRANT UPDATE (name, addresses, scopes, signing_key, used_at, revoked_at) ON partner_keys TO agio_tenant;

-- The secrets of a key by their SHA-256. A rotation adds one and limits the others.
CREATE TABLE partner_secrets (
    tenant_id  uuid        NOT NULL,
    hash       bytea       NOT NULL CHECK (octet_length(hash) = 32),
    key_id     uuid        NOT NULL,
    hint       text        NOT NULL CHECK (length(hint) BETWEEN 1 AND 20), -- how it begins, to recognise it
    created_at timestamptz NOT NULL,
    expires_at timestamptz,
    public     text        CHECK (length(public) BETWEEN 1 AND 100), -- the whole text of a public key, which pages contain
    PRIMARY KEY (tenant_id, hash),
    FOREIGN KEY (tenant_id, key_id) REFERENCES partner_keys (tenant_id, id)
);
CREATE INDEX partner_secrets_of_key ON partner_secrets (tenant_id, key_id, created_at DESC);
GRANT SELECT, INSERT, DELETE ON partner_secrets TO agio_tenant;
GRANT UPDATE (expires_at) ON partner_secrets TO agio_tenant;

-- The domains on which a widget key may be used. Only a saved one counts.
CREATE TABLE partner_domains (
    tenant_id uuid NOT NULL,
    key_id    uuid NOT NULL,
    domain    text NOT NULL CHECK (length(domain) BETWEEN 3 AND 253),
    state     text NOT NULL CHECK (state IN ('in_progress', 'failed', 'saved')), -- of the proof of ownership
    reason    text CHECK (length(reason) BETWEEN 1 AND 30), -- why the proof failed
    checked_at timestamptz, -- when the proof was last looked for
    PRIMARY KEY (tenant_id, key_id, domain),
    FOREIGN KEY (tenant_id, key_id) REFERENCES partner_keys (tenant_id, id)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON partner_domains TO agio_tenant;

-- Launches of a widget that a partner's server prepared. One use deletes the row, and so does the next session after
-- its end. The content is encrypted with a key that only the token gives.
CREATE TABLE partner_widget_sessions (
    tenant_id  uuid        NOT NULL,
    hash       bytea       NOT NULL CHECK (octet_length(hash) = 32), -- of the token
    key_id     uuid        NOT NULL, -- the widget's key
    sealed     bytea       NOT NULL CHECK (octet_length(sealed) <= 9000),
    expires_at timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, hash),
    FOREIGN KEY (tenant_id, key_id) REFERENCES partner_keys (tenant_id, id)
);
CREATE INDEX partner_widget_sessions_by_end ON partner_widget_sessions (tenant_id, expires_at);
CREATE INDEX partner_widget_sessions_of_key ON partner_widget_sessions (tenant_id, key_id);
GRANT SELECT, INSERT, DELETE ON partner_widget_sessions TO agio_tenant;

-- The partner's own ids of transactions, each unique for its key. It is written before the transaction. If that is
-- refused, `attempt` lets the request that wrote it release it.
CREATE TABLE partner_references (
    tenant_id      uuid        NOT NULL,
    key_id         uuid        NOT NULL,
    external_id    text        NOT NULL CHECK (length(external_id) BETWEEN 1 AND 100),
    transaction_id uuid        NOT NULL,
    attempt        uuid        NOT NULL,
    created_at     timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, key_id, external_id),
    UNIQUE (tenant_id, key_id, transaction_id),
    FOREIGN KEY (tenant_id, key_id) REFERENCES partner_keys (tenant_id, id)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON partner_references TO agio_tenant;

-- Row-level security, as in 0001_store.sql.
DO $$
DECLARE
    own constant text := $own$tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid$own$;
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['partner_keys', 'partner_secrets', 'partner_domains', 'partner_widget_sessions',
                               'partner_references']
    LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY tenant ON %I USING (%s) WITH CHECK (%s)', name, own, own);
    END LOOP;
END
$$;
