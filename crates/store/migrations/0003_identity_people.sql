-- Crate identity, part 1: tenants, customers, what customers state about themselves and how it is verified, terms,
-- closure, data export, the customers' audit log.
--
-- `sealed` means encrypted with a key of data_keys; the class of the key and the record id are bound to the ciphertext.
-- `purge` is the job identity.purge, which runs every minute. `erasure` is the end of an account closure.

-- A tenant: a brand with its own customers. `agio tenant` and the seeding of demo tenants write it. Global, because a
-- request has to find its tenant first. Rows stay; a removed demo tenant keeps its row, because the ledger is
-- append-only.
CREATE TABLE tenants (
    id                 uuid        PRIMARY KEY,
    -- For configuration and logs.
    slug               text        NOT NULL UNIQUE CHECK (slug ~ '^[a-z][a-z0-9-]{1,39}$'),
    name               text        NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
    brand              jsonb       NOT NULL DEFAULT '{}',
    -- The default is first.
    languages          text[]      NOT NULL DEFAULT '{en}' CHECK (cardinality(languages) BETWEEN 1 AND 20),
    sandbox            boolean     NOT NULL DEFAULT false, -- all external services are simulated
    created_at         timestamptz NOT NULL,
    features           text[]      NOT NULL DEFAULT '{exchange,balances}' -- a feature that is not here does not exist
        CHECK (features <@ '{exchange,balances}'::text[]),
    excluded_countries text[]      NOT NULL DEFAULT '{}' -- countries of residence not served, ISO 3166-1 alpha-2
        CHECK (cardinality(excluded_countries) <= 250),
    -- Days between the request for account closure and erasure. A request must be answered within a month
    -- (Regulation (EU) 2016/679, Article 12).
    closing_days       integer     NOT NULL DEFAULT 14 CHECK (closing_days BETWEEN 1 AND 30),
    -- Hours without payouts after a customer's email, factors or phone changed, so that the owner can react. 0: off.
    payout_hold_hours  integer     NOT NULL DEFAULT 24 CHECK (payout_hold_hours BETWEEN 0 AND 72),
    -- Names the tenant on its own site, where the host does not. Publishable, so it is stored in clear.
    public_key         text        UNIQUE CHECK (public_key ~ '^pk_(live|test)_[0-9A-Za-z]{32}$'),
    -- Hours in which a new device gets half of the customer's limits. 0: off.
    new_device_hours   integer     NOT NULL DEFAULT 24 CHECK (new_device_hours BETWEEN 0 AND 72),
    retired_at         timestamptz, -- when a demo tenant was removed: no host and no key leads to it any more
    UNIQUE (id, sandbox) -- for rows that only a sandbox may have
);

-- A host name of a tenant: a full name, or '*.' and a name for all names below it. `agio tenant` writes and deletes it.
-- Global.
CREATE TABLE tenant_hosts (
    host   text NOT NULL PRIMARY KEY CHECK (length(host) BETWEEN 1 AND 253 AND host = lower(host)),
    tenant uuid NOT NULL REFERENCES tenants (id)
);
CREATE INDEX tenant_hosts_tenant ON tenant_hosts (tenant);

-- A data key, encrypted with the key-encryption key, which only the configuration has. The first sealing of a class
-- inserts it. Rows stay: without a key, everything sealed under it is unreadable for ever.
CREATE TABLE data_keys (
    tenant_id  uuid        NOT NULL,
    class      text        NOT NULL CHECK (class IN ('totp', 'pii', 'kyc', 'partner', 'rail', 'push', 'payout_code')),
    generation integer     NOT NULL CHECK (generation >= 1),
    wrapped    bytea       NOT NULL CHECK (octet_length(wrapped) = 60), -- nonce, key and tag of AES-256-GCM
    created_at timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, class, generation)
);
GRANT SELECT, INSERT ON data_keys TO agio_tenant;

-- A customer, always a person. The first sign-in inserts it. Rows stay; erasure keeps the id, under which the ledger
-- refers to the person, and clears the personal data.
CREATE TABLE users (
    tenant_id           uuid        NOT NULL,
    id                  uuid        NOT NULL,
    email               text        NOT NULL CHECK (length(email) BETWEEN 3 AND 254),
    -- Lookups compare this: row-level security keeps lower(email) from using an index.
    email_normalized    text        NOT NULL CHECK (length(email_normalized) BETWEEN 3 AND 254),
    status              text        NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'blocked', 'erased')),
    first_name          text        CHECK (length(first_name) BETWEEN 2 AND 50),
    last_name           text        CHECK (length(last_name) BETWEEN 2 AND 50),
    language            text        NOT NULL CHECK (language IN ('en', 'uk', 'ru', 'pl')),
    theme               text        NOT NULL DEFAULT 'system' CHECK (theme IN ('system', 'light', 'dark')),
    main_currency       text        NOT NULL DEFAULT 'EUR' CHECK (length(main_currency) BETWEEN 2 AND 10),
    hide_small_balances boolean     NOT NULL DEFAULT false,
    created_at          timestamptz NOT NULL,
    updated_at          timestamptz NOT NULL,
    residence           text        CHECK (residence ~ '^[A-Z]{2}$'),
    phone               text        CHECK (phone ~ '^\+[0-9]{7,15}$'),
    phone_changed_at    timestamptz,
    -- Date of birth and home address; sealed, pii.
    personal            bytea       CHECK (length(personal) BETWEEN 34 AND 8192),
    -- The previous address. Notices that weaken protection go there too, for a while.
    email_before        text        CHECK (length(email_before) BETWEEN 3 AND 254),
    email_changed_at    timestamptz,
    mail_bounced_at     timestamptz, -- when the mail service said that the address takes no emails; a change clears it
    factors_reset_at    timestamptz, -- last reset of lost factors
    raised_to           smallint    CHECK (raised_to BETWEEN 3 AND 4), -- tier T3 or T4, granted under dual control
    -- Agreed for T4 under dual control, in euro. NULL: the limits of T3.
    individual_limits   jsonb       CHECK (jsonb_typeof(individual_limits) = 'object'),
    mail_phrase         bytea       CHECK (length(mail_phrase) BETWEEN 36 AND 193), -- anti-phishing phrase; sealed, pii
    guards_changed_at   timestamptz, -- last weakening or replacement of a factor, a protected action or the phone
    PRIMARY KEY (tenant_id, id),
    UNIQUE (tenant_id, email_normalized),
    CHECK ((email_before IS NULL) = (email_changed_at IS NULL)),
    CONSTRAINT users_individual_limits_at_t4 CHECK (individual_limits IS NULL OR coalesce(raised_to = 4, false))
);
-- For the console: customers by the beginning of their address, in any collation of the database.
CREATE INDEX users_email_prefix ON users (tenant_id, email_normalized COLLATE "C");
CREATE INDEX users_phone ON users (tenant_id, phone) WHERE phone IS NOT NULL;
GRANT SELECT, INSERT, UPDATE ON users TO agio_tenant;

-- A profile: the owner of balances and transactions. Limits and verification belong to the person. The first sign-in
-- inserts the first profile, the customer the others. Rows stay.
CREATE TABLE profiles (
    tenant_id  uuid        NOT NULL,
    id         uuid        NOT NULL,
    user_id    uuid        NOT NULL,
    position   integer     NOT NULL CHECK (position BETWEEN 1 AND 100), -- the first is the default
    created_at timestamptz NOT NULL,
    name       text        CHECK (length(name) BETWEEN 1 AND 50), -- chosen by the customer; erasure clears it
    closed_at  timestamptz,
    PRIMARY KEY (tenant_id, id),
    UNIQUE (tenant_id, user_id, position),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id),
    CONSTRAINT profiles_first_stays CHECK (position > 1 OR closed_at IS NULL)
);
GRANT SELECT, INSERT ON profiles TO agio_tenant;
GRANT UPDATE (name, closed_at) ON profiles TO agio_tenant;

-- A handle: a name by which customers send each other money. The customer takes and releases it. Rows stay: a released
-- handle stays reserved for its owner, so that money sent to it never reaches another person.
CREATE TABLE handles (
    tenant_id   uuid        NOT NULL,
    handle      text        NOT NULL CHECK (handle ~ '^[a-z][a-z0-9_]{2,19}$'), -- without the leading @
    user_id     uuid,       -- NULL: the owner was erased
    released_at timestamptz,
    created_at  timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, handle)
);
CREATE UNIQUE INDEX handles_current ON handles (tenant_id, user_id) WHERE released_at IS NULL;
CREATE INDEX handles_owner ON handles (tenant_id, user_id);
GRANT SELECT, INSERT, UPDATE ON handles TO agio_tenant;

-- The source of a customer: the first campaign and the first promo code. Sign-up writes it. Erasure deletes it.
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
GRANT SELECT, INSERT, UPDATE, DELETE ON user_sources TO agio_tenant;

-- A code sent to a new email address or phone number, before it replaces the old one. The customer's request inserts
-- it. The purge deletes it after 4 days, erasure at once. The code itself follows from id, seed and pepper; nothing
-- stores it.
CREATE TABLE contact_challenges (
    tenant_id     uuid        NOT NULL,
    id            uuid        NOT NULL,
    user_id       uuid        NOT NULL,
    kind          text        NOT NULL CHECK (kind IN ('email', 'phone')),
    channel       text        NOT NULL CHECK (channel IN ('mail', 'sms', 'messenger')),
    target        text        NOT NULL CHECK (length(target) BETWEEN 3 AND 254), -- the new address or number
    seed          bytea       NOT NULL CHECK (length(seed) = 16),
    language      text        NOT NULL CHECK (language IN ('en', 'uk', 'ru', 'pl')),
    send_number   integer     NOT NULL CHECK (send_number >= 1),
    attempts      integer     NOT NULL DEFAULT 0 CHECK (attempts BETWEEN 0 AND 5),
    created_at    timestamptz NOT NULL,
    expires_at    timestamptz NOT NULL,
    consumed_at   timestamptz,
    superseded_at timestamptz,
    PRIMARY KEY (tenant_id, id),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id)
);
CREATE INDEX contact_challenges_user ON contact_challenges (tenant_id, user_id, kind, created_at DESC);
CREATE INDEX contact_challenges_age ON contact_challenges (created_at);
CREATE UNIQUE INDEX contact_challenges_open ON contact_challenges (tenant_id, user_id, kind)
    WHERE consumed_at IS NULL AND superseded_at IS NULL;
GRANT SELECT, INSERT, UPDATE, DELETE ON contact_challenges TO agio_tenant;

-- The state of one verification of a customer; without a row it never began. The customer's submission and the decision
-- of a provider or an operator write it. Rows stay; erasure cancels open ones.
CREATE TABLE verifications (
    tenant_id    uuid        NOT NULL,
    user_id      uuid        NOT NULL,
    kind         text        NOT NULL CHECK (kind IN ('PHONE', 'ADDRESS', 'IDENTITY', 'DECLARED_ADDRESS',
                                                      'SOURCE_OF_FUNDS')),
    status       text        NOT NULL CHECK (status IN ('NONE', 'INIT', 'RETRY', 'RESET', 'EXPIRED', 'ON_HOLD',
                                                        'REJECTED', 'COMPLETED', 'PROCESSING', 'NOT_ALLOWED')),
    reasons      text[]      NOT NULL DEFAULT '{}' CHECK (cardinality(reasons) <= 20), -- codes of a refusal
    reference    text        CHECK (length(reference) BETWEEN 1 AND 200), -- the provider's id
    attempts     integer     NOT NULL DEFAULT 0 CHECK (attempts >= 0),
    version      integer     NOT NULL DEFAULT 1 CHECK (version >= 1),
    submitted_at timestamptz,
    updated_at   timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, user_id, kind),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id)
);
CREATE INDEX verifications_open ON verifications (tenant_id, kind, status, submitted_at);
-- For the console: customers that wait for a review, the longest wait first.
CREATE INDEX verifications_awaited ON verifications (tenant_id, submitted_at, user_id)
    WHERE status IN ('PROCESSING', 'ON_HOLD');
GRANT SELECT, INSERT, UPDATE ON verifications TO agio_tenant;

-- A picture of a KYC document, a selfie or evidence. The customer's upload inserts it; the picture is re-encoded, so
-- that nothing else of the file stays, and never changes. The purge deletes drafts after 30 days, and superseded
-- pictures after five years (Regulation (EU) 2024/1624, Article 77). Erasure deletes drafts and supersedes the rest.
CREATE TABLE identity_documents (
    tenant_id     uuid        NOT NULL,
    id            uuid        NOT NULL,
    user_id       uuid        NOT NULL,
    kind          text        NOT NULL CHECK (kind IN ('IDENTITY', 'ADDRESS', 'SOURCE_OF_FUNDS')),
    part          text        NOT NULL CHECK (part IN ('front', 'back', 'selfie', 'proof', 'evidence_1', 'evidence_2',
                                                       'evidence_3')),
    document      text        CHECK (document IN ('passport', 'id_card', 'driving_licence', 'residence_permit')),
    country       text        CHECK (country ~ '^[A-Z]{2}$'),
    sealed        bytea       NOT NULL CHECK (length(sealed) BETWEEN 34 AND 17000000), -- class kyc
    created_at    timestamptz NOT NULL,
    submitted_at  timestamptz, -- first submission to a review. NULL: draft
    superseded_at timestamptz, -- when another picture replaced it
    counts        boolean     NOT NULL DEFAULT true, -- whether it counts towards the maximum of files per customer
    page          smallint    NOT NULL DEFAULT 1 CHECK (page BETWEEN 1 AND 5), -- each page of a PDF is one picture
    PRIMARY KEY (tenant_id, id),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id),
    CHECK ((part IN ('front', 'back')) = (document IS NOT NULL)),
    CHECK ((document IS NULL) = (country IS NULL)),
    CHECK (page = 1 OR kind IN ('ADDRESS', 'SOURCE_OF_FUNDS'))
);
CREATE INDEX identity_documents_user ON identity_documents (tenant_id, user_id, created_at);
CREATE INDEX identity_documents_age ON identity_documents (created_at);
-- One current picture for each page of each part.
CREATE UNIQUE INDEX identity_documents_part ON identity_documents (tenant_id, user_id, part, page)
    WHERE superseded_at IS NULL;
GRANT SELECT, INSERT, DELETE ON identity_documents TO agio_tenant;
GRANT UPDATE (submitted_at, superseded_at, counts) ON identity_documents TO agio_tenant;

-- A customer's statement about the source of funds, which tier T3 needs. The customer's submission inserts it; the
-- statement never changes. The purge deletes superseded ones after five years, like documents.
CREATE TABLE source_of_funds (
    tenant_id     uuid        NOT NULL,
    id            uuid        NOT NULL,
    user_id       uuid        NOT NULL,
    sealed        bytea       NOT NULL CHECK (length(sealed) BETWEEN 34 AND 8192), -- class kyc
    created_at    timestamptz NOT NULL, -- submission; there are no drafts
    superseded_at timestamptz,          -- when it was requested again, or erasure
    PRIMARY KEY (tenant_id, id),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id)
);
-- One current statement for each customer.
CREATE UNIQUE INDEX source_of_funds_user ON source_of_funds (tenant_id, user_id) WHERE superseded_at IS NULL;
CREATE INDEX source_of_funds_all ON source_of_funds (tenant_id, user_id, created_at);
CREATE INDEX source_of_funds_age ON source_of_funds (superseded_at);
GRANT SELECT, INSERT ON source_of_funds TO agio_tenant;
GRANT UPDATE (superseded_at) ON source_of_funds TO agio_tenant;

-- A version of the terms. `agio tenant` inserts it. Rows stay. A newer version asks every customer again.
CREATE TABLE terms_versions (
    tenant_id    uuid        NOT NULL,
    kind         text        NOT NULL CHECK (kind IN ('terms')),
    version      integer     NOT NULL CHECK (version >= 1),
    url          text        CHECK (length(url) <= 500),
    effective_at timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, kind, version)
);
GRANT SELECT ON terms_versions TO agio_tenant;

-- The text of a version of the terms in one language. `agio tenant` inserts it with its version. Rows stay.
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
GRANT SELECT ON terms_texts TO agio_tenant;

-- A customer's consent to a version of the terms. The customer inserts it. It never changes; rows stay.
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
GRANT SELECT, INSERT ON consents TO agio_tenant;

-- A request for account closure. The customer inserts it and can withdraw it during a cool-off period; incoming money
-- cancels it. The closing job ends it with erasure. Rows stay.
CREATE TABLE account_closings (
    tenant_id    uuid        NOT NULL,
    id           uuid        NOT NULL,
    user_id      uuid        NOT NULL,
    reason       text        CHECK (length(reason) BETWEEN 1 AND 500), -- in the customer's words; erasure clears it
    requested_at timestamptz NOT NULL,
    due_at       timestamptz NOT NULL CHECK (due_at > requested_at),
    checked_at   timestamptz NOT NULL, -- last check for incoming money
    state        text        NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'taken_back', 'stopped', 'done')),
    ended_at     timestamptz,
    PRIMARY KEY (tenant_id, id),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id),
    CHECK ((state = 'waiting') = (ended_at IS NULL)),
    CHECK (state <> 'done' OR reason IS NULL)
);
CREATE UNIQUE INDEX account_closings_waiting ON account_closings (tenant_id, user_id) WHERE state = 'waiting';
CREATE INDEX account_closings_checked ON account_closings (checked_at) WHERE state = 'waiting';
GRANT SELECT, INSERT, UPDATE ON account_closings TO agio_tenant;

-- A data export: a copy of everything stored about a customer. The customer requests it; a job writes it. The purge
-- deletes the row after 30 days, erasure at once.
CREATE TABLE data_exports (
    tenant_id    uuid        NOT NULL,
    id           uuid        NOT NULL,
    user_id      uuid        NOT NULL,
    state        text        NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'ready', 'failed')),
    requested_at timestamptz NOT NULL,
    ready_at     timestamptz,
    expires_at   timestamptz, -- when the purge deletes the parts, a week after ready_at
    run          uuid,        -- the attempt that counts: an abandoned worker may still write its own parts
    bytes        bigint      CHECK (bytes > 0),
    PRIMARY KEY (tenant_id, id),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id),
    CHECK ((state = 'ready')
         = (ready_at IS NOT NULL AND expires_at IS NOT NULL AND run IS NOT NULL AND bytes IS NOT NULL))
);
CREATE UNIQUE INDEX data_exports_waiting ON data_exports (tenant_id, user_id) WHERE state = 'waiting';
CREATE INDEX data_exports_user ON data_exports (tenant_id, user_id, requested_at DESC);
CREATE INDEX data_exports_age ON data_exports (requested_at);
CREATE INDEX data_exports_expiry ON data_exports (expires_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON data_exports TO agio_tenant;

-- A part of the file of a data export. Each part is sealed alone, so that the whole file is never in memory. The export
-- job inserts it. The purge deletes it when the export expires or fails.
CREATE TABLE data_export_parts (
    tenant_id uuid    NOT NULL,
    id        uuid    NOT NULL,
    export_id uuid    NOT NULL,
    run       uuid    NOT NULL,
    number    integer NOT NULL CHECK (number BETWEEN 1 AND 1000),
    sealed    bytea   NOT NULL CHECK (octet_length(sealed) BETWEEN 34 AND 4194304), -- class pii
    PRIMARY KEY (tenant_id, id),
    UNIQUE (tenant_id, export_id, run, number),
    FOREIGN KEY (tenant_id, export_id) REFERENCES data_exports (tenant_id, id) ON DELETE CASCADE
);
GRANT SELECT, INSERT, DELETE ON data_export_parts TO agio_tenant;

-- An entry of the customers' audit log: who did what, when and from where. The transaction of the action inserts it. It
-- never changes; rows stay.
CREATE TABLE audit_log (
    tenant_id  uuid        NOT NULL,
    id         uuid        NOT NULL,
    at         timestamptz NOT NULL,
    action     text        NOT NULL CHECK (length(action) BETWEEN 1 AND 100),
    user_id    uuid,       -- NULL: before sign-in
    session_id uuid,
    network    text        NOT NULL CHECK (length(network) <= 64),
    user_agent text        CHECK (length(user_agent) <= 300),
    details    jsonb       NOT NULL DEFAULT '{}',
    PRIMARY KEY (tenant_id, id)
);
CREATE INDEX audit_log_user ON audit_log (tenant_id, user_id, at DESC);
GRANT SELECT, INSERT ON audit_log TO agio_tenant;

-- An email or text message of the sandbox, which sends nothing. The mail job inserts it and keeps the newest 500 of the
-- tenant. Erasure deletes those to the customer.
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
GRANT SELECT, INSERT, DELETE ON mail_outbox TO agio_tenant;

-- Row-level security, as in 0001_store.sql.
DO $$
DECLARE
    own constant text := $own$tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid$own$;
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['data_keys', 'users', 'profiles', 'handles', 'user_sources', 'contact_challenges',
        'verifications', 'identity_documents', 'source_of_funds', 'terms_versions', 'terms_texts', 'consents',
        'account_closings', 'data_exports', 'data_export_parts', 'audit_log', 'mail_outbox']
    LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY tenant ON %I USING (%s) WITH CHECK (%s)', name, own, own);
    END LOOP;
END
$$;
