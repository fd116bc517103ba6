-- Signing in at Google, Apple and Telegram; handing a session over to another host; where people came from.

-- Who somebody is elsewhere. The subject is theirs for good; an e-mail address there may change hands.
CREATE TABLE external_identities (
    tenant_id uuid        NOT NULL,
    provider  text        NOT NULL CHECK (provider IN ('google', 'apple', 'telegram')),
    issuer    text        NOT NULL CHECK (length(issuer) BETWEEN 1 AND 300),
    subject   text        NOT NULL CHECK (length(subject) BETWEEN 1 AND 255),
    user_id   uuid        NOT NULL,
    -- What the person sees of it: an address or a name there.
    label     text        CHECK (length(label) BETWEEN 1 AND 254),
    linked_at timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, provider, issuer, subject),
    UNIQUE (tenant_id, user_id, provider),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id)
);

-- A sign-in at a provider that is under way. Kept here and not in a cookie, because Apple comes back across sites.
CREATE TABLE provider_attempts (
    tenant_id       uuid        NOT NULL,
    id              uuid        NOT NULL,
    provider        text        NOT NULL CHECK (provider IN ('google', 'apple')),
    -- SHA-256 of the state that travels, and of the secret that only the browser which began has.
    state_hash      bytea       NOT NULL CHECK (length(state_hash) = 32),
    browser_hash    bytea       NOT NULL CHECK (length(browser_hash) = 32),
    nonce           text        NOT NULL CHECK (length(nonce) = 43),
    verifier        text        NOT NULL CHECK (length(verifier) = 43),
    redirect_uri    text        NOT NULL CHECK (length(redirect_uri) <= 500),
    -- Who links, where somebody is signed in already.
    user_id         uuid,
    code            text        CHECK (length(code) <= 4096),
    returned_issuer text        CHECK (length(returned_issuer) <= 300),
    given_name      text        CHECK (length(given_name) <= 100),
    family_name     text        CHECK (length(family_name) <= 100),
    created_at      timestamptz NOT NULL,
    expires_at      timestamptz NOT NULL,
    returned_at     timestamptz,
    finished_at     timestamptz,
    PRIMARY KEY (tenant_id, id),
    UNIQUE (tenant_id, state_hash)
);
CREATE INDEX provider_attempts_age ON provider_attempts (created_at);

-- Proven at a provider, and to be linked to the account of an address once a code sent there comes back.
CREATE TABLE pending_links (
    tenant_id        uuid        NOT NULL,
    hash             bytea       NOT NULL CHECK (length(hash) = 32),
    provider         text        NOT NULL CHECK (provider IN ('google', 'apple', 'telegram')),
    issuer           text        NOT NULL CHECK (length(issuer) BETWEEN 1 AND 300),
    subject          text        NOT NULL CHECK (length(subject) BETWEEN 1 AND 255),
    label            text        CHECK (length(label) BETWEEN 1 AND 254),
    email_normalized text        NOT NULL CHECK (length(email_normalized) BETWEEN 3 AND 254),
    created_at       timestamptz NOT NULL,
    expires_at       timestamptz NOT NULL,
    used_at          timestamptz,
    PRIMARY KEY (tenant_id, hash)
);
CREATE INDEX pending_links_age ON pending_links (created_at);

-- Launches of the messenger's mini app that have served: each serves once.
CREATE TABLE telegram_launches (
    tenant_id uuid        NOT NULL,
    hash      bytea       NOT NULL CHECK (length(hash) = 32),
    used_at   timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, hash)
);
CREATE INDEX telegram_launches_age ON telegram_launches (used_at);

-- One-time codes that carry a session to another host of the same tenant.
CREATE TABLE handovers (
    tenant_id  uuid        NOT NULL,
    hash       bytea       NOT NULL CHECK (length(hash) = 32),
    user_id    uuid        NOT NULL,
    session_id uuid        NOT NULL,
    host       text        NOT NULL CHECK (length(host) BETWEEN 1 AND 253),
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    used_at    timestamptz,
    PRIMARY KEY (tenant_id, hash),
    FOREIGN KEY (tenant_id, session_id) REFERENCES sessions (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX handovers_age ON handovers (created_at);
CREATE INDEX handovers_session ON handovers (tenant_id, session_id);

-- How somebody came: the first that was told stays.
CREATE TABLE user_sources (
    tenant_id    uuid        NOT NULL,
    user_id      uuid        NOT NULL,
    utm_source   text        CHECK (length(utm_source) BETWEEN 1 AND 200),
    utm_medium   text        CHECK (length(utm_medium) BETWEEN 1 AND 200),
    utm_campaign text        CHECK (length(utm_campaign) BETWEEN 1 AND 200),
    utm_term     text        CHECK (length(utm_term) BETWEEN 1 AND 200),
    promo_code   text        CHECK (promo_code ~ '^[A-Z0-9_-]{2,40}$'),
    created_at   timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, user_id),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id)
);

DO $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['external_identities', 'provider_attempts', 'pending_links', 'telegram_launches', 'handovers',
        'user_sources']
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
GRANT SELECT, INSERT, DELETE ON external_identities TO agio_tenant;
GRANT SELECT, INSERT, UPDATE ON provider_attempts, pending_links, handovers, user_sources TO agio_tenant;
GRANT SELECT, INSERT ON telegram_launches TO agio_tenant;
