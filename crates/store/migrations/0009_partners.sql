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
-- For preflight requests of pages, which name no key.
CREATE INDEX partner_domains_proven ON partner_domains (tenant_id, domain) WHERE state = 'saved';
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

-- How far the stream of a profile has been written into its feed. The first reader or the first webhook endpoint inserts
-- it. Writers of the feed lock it, so that an event is written once.
CREATE TABLE partner_feeds (
    tenant_id  uuid   NOT NULL,
    profile_id uuid   NOT NULL,
    seq        bigint NOT NULL CHECK (seq >= 0), -- the newest event of the stream that the feed knows
    PRIMARY KEY (tenant_id, profile_id),
    FOREIGN KEY (tenant_id, profile_id) REFERENCES profiles (tenant_id, id)
);
GRANT SELECT, INSERT, UPDATE ON partner_feeds TO agio_tenant;

-- An event as partners receive it, in the feed and in webhooks: always the same bytes. Housekeeping deletes it after 90
-- days; a customer's closing deletes it at once.
CREATE TABLE partner_events (
    tenant_id  uuid        NOT NULL,
    profile_id uuid        NOT NULL,
    seq        bigint      NOT NULL CHECK (seq > 0), -- its number in the profile's stream
    id         uuid        NOT NULL,
    type       text        NOT NULL CHECK (length(type) BETWEEN 1 AND 60),
    subject    uuid        NOT NULL, -- the transaction
    body       text        NOT NULL CHECK (length(body) <= 65536),
    created_at timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, profile_id, seq),
    UNIQUE (tenant_id, profile_id, id)
);
CREATE INDEX partner_events_of_subject ON partner_events (tenant_id, profile_id, subject, seq DESC);
-- For housekeeping, which deletes by age over all tenants.
CREATE INDEX partner_events_age ON partner_events USING brin (created_at) WITH (autosummarize = on);
GRANT SELECT, INSERT, DELETE ON partner_events TO agio_tenant;

-- An address that receives the events of a profile, in the name of an API key. Its owner writes it; the sender notes
-- failures. Deleting it deletes its deliveries.
CREATE TABLE partner_webhooks (
    tenant_id     uuid        NOT NULL,
    id            uuid        NOT NULL,
    profile_id    uuid        NOT NULL,
    key_id        uuid        NOT NULL,
    user_id       uuid        NOT NULL, -- who made it, and hears when it stops
    url           text        NOT NULL CHECK (length(url) BETWEEN 1 AND 500),
    types         text[]      NOT NULL CHECK (cardinality(types) <= 50), -- empty: all
    state         text        NOT NULL CHECK (state IN ('active', 'paused', 'disabled')),
    from_seq      bigint      NOT NULL CHECK (from_seq >= 0), -- it receives the events after this one
    failures      integer     NOT NULL DEFAULT 0 CHECK (failures >= 0), -- since the last success
    failing_since timestamptz,
    called_at     timestamptz,
    created_at    timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, id),
    FOREIGN KEY (tenant_id, profile_id) REFERENCES profiles (tenant_id, id),
    FOREIGN KEY (tenant_id, key_id) REFERENCES partner_keys (tenant_id, id),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id)
);
CREATE INDEX partner_webhooks_of_profile ON partner_webhooks (tenant_id, profile_id, created_at);
GRANT SELECT, INSERT, DELETE ON partner_webhooks TO agio_tenant;
GRANT UPDATE (url, types, state, from_seq, failures, failing_since, called_at) ON partner_webhooks TO agio_tenant;

-- The secrets that sign the deliveries of an endpoint, sealed by the envelope. A rotation adds one and limits the other.
CREATE TABLE partner_webhook_secrets (
    tenant_id   uuid        NOT NULL,
    id          uuid        NOT NULL, -- the record of the envelope
    endpoint_id uuid        NOT NULL,
    sealed      bytea       NOT NULL CHECK (octet_length(sealed) <= 200),
    created_at  timestamptz NOT NULL,
    expires_at  timestamptz,
    PRIMARY KEY (tenant_id, id),
    FOREIGN KEY (tenant_id, endpoint_id) REFERENCES partner_webhooks (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX partner_webhook_secrets_of_endpoint ON partner_webhook_secrets (tenant_id, endpoint_id, created_at DESC);
GRANT SELECT, INSERT, DELETE ON partner_webhook_secrets TO agio_tenant;
GRANT UPDATE (expires_at) ON partner_webhook_secrets TO agio_tenant;

-- One event on its way to one endpoint, with its last attempt. The transaction that writes the feed inserts it; the sender updates it.
-- Housekeeping deletes it after 30 days.
CREATE TABLE partner_webhook_deliveries (
    tenant_id   uuid        NOT NULL,
    id          uuid        NOT NULL,
    endpoint_id uuid        NOT NULL,
    profile_id  uuid        NOT NULL,
    event_seq   bigint      CHECK (event_seq > 0), -- NULL: a test, which is no event of the feed
    event_id    uuid        NOT NULL,
    type        text        NOT NULL CHECK (length(type) BETWEEN 1 AND 60),
    body        text        CHECK (length(body) <= 2000), -- of a test; the feed has all others
    state       text        NOT NULL CHECK (state IN ('waiting', 'sending', 'delivered', 'failed')),
    attempt     integer     NOT NULL DEFAULT 0 CHECK (attempt >= 0),
    due_at      timestamptz NOT NULL, -- of a waiting one: its next attempt; of a sending one: the end of its lease
    created_at  timestamptz NOT NULL,
    tried_at    timestamptz,
    status      integer     CHECK (status BETWEEN 100 AND 999), -- of the last response
    duration_ms integer     CHECK (duration_ms >= 0),
    failure     text        CHECK (length(failure) <= 40), -- why the last attempt failed
    PRIMARY KEY (tenant_id, id),
    FOREIGN KEY (tenant_id, endpoint_id) REFERENCES partner_webhooks (tenant_id, id) ON DELETE CASCADE,
    CHECK ((event_seq IS NULL) = (body IS NOT NULL))
);
CREATE INDEX partner_webhook_deliveries_due ON partner_webhook_deliveries (tenant_id, endpoint_id, due_at)
    WHERE state IN ('waiting', 'sending');
CREATE INDEX partner_webhook_deliveries_of_endpoint ON partner_webhook_deliveries (tenant_id, endpoint_id, id DESC);
-- For housekeeping, which deletes by age over all tenants.
CREATE INDEX partner_webhook_deliveries_age ON partner_webhook_deliveries (created_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON partner_webhook_deliveries TO agio_tenant;

-- A transaction that a visitor of a partner's widget made, with the partner's own ids of it. The request that makes the
-- transaction inserts it before. The webhook sender repeats the transaction's events in the partner's stream. Housekeeping
-- deletes a row after a day if its transaction was never made, and ends the watch after 90 days. Other rows stay; closing
-- a customer's account deletes the partner's id of the customer.
CREATE TABLE partner_widget_orders (
    tenant_id           uuid        NOT NULL,
    id                  uuid        NOT NULL,
    transaction_id      uuid        NOT NULL,
    key_id              uuid        NOT NULL, -- the widget's key
    profile_id          uuid        NOT NULL, -- the partner's
    customer_profile_id uuid        NOT NULL, -- the visitor's
    external_id         text        CHECK (length(external_id) BETWEEN 1 AND 100),
    external_customer   text        CHECK (length(external_customer) BETWEEN 1 AND 100),
    seen_seq            bigint      NOT NULL CHECK (seen_seq >= 0), -- events of the visitor's stream up to here are repeated
    is_seen             boolean     NOT NULL DEFAULT false, -- the transaction exists
    is_final            boolean     NOT NULL DEFAULT false, -- no event follows
    created_at          timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, id),
    UNIQUE (tenant_id, transaction_id),
    FOREIGN KEY (tenant_id, key_id) REFERENCES partner_keys (tenant_id, id),
    FOREIGN KEY (tenant_id, profile_id) REFERENCES profiles (tenant_id, id),
    FOREIGN KEY (tenant_id, customer_profile_id) REFERENCES profiles (tenant_id, id)
);
CREATE INDEX partner_widget_orders_of_profile ON partner_widget_orders (tenant_id, profile_id, id DESC);
CREATE INDEX partner_widget_orders_of_customer ON partner_widget_orders (tenant_id, customer_profile_id);
CREATE INDEX partner_widget_orders_open ON partner_widget_orders (tenant_id, customer_profile_id) WHERE NOT is_final;
-- For housekeeping, which works by age over all tenants.
CREATE INDEX partner_widget_orders_age ON partner_widget_orders (created_at) WHERE NOT is_final;
GRANT SELECT, INSERT, DELETE ON partner_widget_orders TO agio_tenant;
GRANT UPDATE (external_customer, seen_seq, is_seen, is_final) ON partner_widget_orders TO agio_tenant;

-- A customer whom a partner sent here to verify. The customer agrees on the tenant's page, which says who it is; then the
-- partner confirms with the code that the customer brought back. Unfinished and ended rows go with a later one of the
-- same key.
CREATE TABLE partner_customers (
    tenant_id           uuid        NOT NULL,
    id                  uuid        NOT NULL, -- of the customer's consent
    key_id              uuid        NOT NULL,
    external_id         text        NOT NULL CHECK (length(external_id) BETWEEN 1 AND 100), -- the partner's own id
    state               text        NOT NULL CHECK (state IN ('initialized', 'agreed', 'confirmed', 'cancelled', 'withdrawn')),
    version             bigint      NOT NULL DEFAULT 1 CHECK (version > 0), -- of the state
    return_url          text        NOT NULL CHECK (length(return_url) BETWEEN 8 AND 2048),
    hash                bytea       CHECK (octet_length(hash) = 32), -- of the link's token, then of the code
    customer_profile_id uuid,
    agreed_at           timestamptz,
    site                text        CHECK (length(site) BETWEEN 1 AND 300), -- origin of the page where the customer agreed
    expires_at          timestamptz NOT NULL, -- of the link, then of the code
    created_at          timestamptz NOT NULL,
    updated_at          timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, key_id, external_id),
    UNIQUE (tenant_id, id),
    UNIQUE (tenant_id, hash),
    FOREIGN KEY (tenant_id, key_id) REFERENCES partner_keys (tenant_id, id),
    FOREIGN KEY (tenant_id, customer_profile_id) REFERENCES profiles (tenant_id, id),
    CHECK ((customer_profile_id IS NOT NULL) = (state IN ('agreed', 'confirmed', 'withdrawn'))),
    CHECK ((customer_profile_id IS NOT NULL) = (agreed_at IS NOT NULL)),
    CHECK ((customer_profile_id IS NOT NULL) = (site IS NOT NULL)),
    CHECK ((hash IS NOT NULL) = (state IN ('initialized', 'agreed')))
);
CREATE INDEX partner_customers_of_customer ON partner_customers (tenant_id, customer_profile_id);
GRANT SELECT, INSERT, UPDATE, DELETE ON partner_customers TO agio_tenant;

-- A recording of a test key's requests, in a sandbox. The key's server starts and ends it. Housekeeping deletes it after
-- 7 days, the closure of the account at once.
CREATE TABLE partner_recordings (
    tenant_id  uuid        NOT NULL,
    id         uuid        NOT NULL,
    key_id     uuid        NOT NULL,
    profile_id uuid        NOT NULL,
    started_at timestamptz NOT NULL,
    clock_at   timestamptz NOT NULL, -- the sandbox's clock at the start
    stopped_at timestamptz,          -- NULL: requests are recorded
    events_seq bigint      NOT NULL CHECK (events_seq >= 0), -- the profile's newest event at the start
    requests   integer     NOT NULL DEFAULT 0 CHECK (requests BETWEEN 0 AND 500),
    events     jsonb       NOT NULL DEFAULT '{}', -- number of events of each type until the end
    PRIMARY KEY (tenant_id, id),
    FOREIGN KEY (tenant_id, key_id) REFERENCES partner_keys (tenant_id, id)
);
CREATE INDEX partner_recordings_of_key ON partner_recordings (tenant_id, key_id, started_at DESC);
CREATE INDEX partner_recordings_age ON partner_recordings (started_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON partner_recordings TO agio_tenant;

-- A request of a recording with its response. Sealed, because it has the personal data that the partner sent. Deleting the
-- recording deletes it.
CREATE TABLE partner_recorded_requests (
    tenant_id    uuid    NOT NULL,
    recording_id uuid    NOT NULL,
    seq          integer NOT NULL CHECK (seq BETWEEN 1 AND 500),
    sealed       bytea   NOT NULL CHECK (octet_length(sealed) <= 600000),
    PRIMARY KEY (tenant_id, recording_id, seq),
    FOREIGN KEY (tenant_id, recording_id) REFERENCES partner_recordings (tenant_id, id) ON DELETE CASCADE
);
GRANT SELECT, INSERT ON partner_recorded_requests TO agio_tenant;

-- Row-level security, as in 0001_store.sql.
DO $$
DECLARE
    own constant text := $own$tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid$own$;
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['partner_keys', 'partner_secrets', 'partner_domains', 'partner_widget_sessions',
                               'partner_references', 'partner_feeds', 'partner_events', 'partner_webhooks',
                               'partner_webhook_secrets', 'partner_webhook_deliveries', 'partner_widget_orders',
                               'partner_customers', 'partner_recordings', 'partner_recorded_requests']
    LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY tenant ON %I USING (%s) WITH CHECK (%s)', name, own, own);
    END LOOP;
END
$$;
