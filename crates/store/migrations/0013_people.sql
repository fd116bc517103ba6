-- What people say about themselves, how that is verified, and how much of their limits they have used.

ALTER TABLE users
    ADD COLUMN residence        text CHECK (residence ~ '^[A-Z]{2}$'),
    ADD COLUMN phone            text CHECK (phone ~ '^\+[0-9]{7,15}$'),
    ADD COLUMN phone_changed_at timestamptz,
    -- Date of birth and home address, sealed with the tenant's key of class pii.
    ADD COLUMN personal         bytea CHECK (length(personal) BETWEEN 34 AND 8192);

-- A code that was sent to a new address or number before it takes the place of the old one. Like a sign-in code it is
-- nowhere itself: it follows from the id, the seed and the pepper.
CREATE TABLE contact_challenges (
    tenant_id     uuid        NOT NULL,
    id            uuid        NOT NULL,
    user_id       uuid        NOT NULL,
    kind          text        NOT NULL CHECK (kind IN ('email', 'phone')),
    channel       text        NOT NULL CHECK (channel IN ('mail', 'sms', 'messenger')),
    target        text        NOT NULL CHECK (length(target) BETWEEN 3 AND 254),
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

-- How the verification of one thing about a person stands; no row means that it never began.
CREATE TABLE verifications (
    tenant_id    uuid        NOT NULL,
    user_id      uuid        NOT NULL,
    kind         text        NOT NULL CHECK (kind IN ('PHONE', 'ADDRESS', 'IDENTITY', 'DECLARED_ADDRESS')),
    status       text        NOT NULL CHECK (status IN ('NONE', 'INIT', 'RETRY', 'RESET', 'EXPIRED', 'ON_HOLD', 'REJECTED',
                                                        'COMPLETED', 'PROCESSING', 'NOT_ALLOWED')),
    -- Why it was refused, in stable words.
    reasons      text[]      NOT NULL DEFAULT '{}' CHECK (cardinality(reasons) <= 20),
    -- The provider's name for it.
    reference    text        CHECK (length(reference) BETWEEN 1 AND 200),
    attempts     integer     NOT NULL DEFAULT 0 CHECK (attempts >= 0),
    version      integer     NOT NULL DEFAULT 1 CHECK (version >= 1),
    submitted_at timestamptz,
    updated_at   timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, user_id, kind),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id)
);
CREATE INDEX verifications_open ON verifications (tenant_id, kind, status, submitted_at);

-- What an order takes of its person's limits, in euro cents. Written before the order is, under the person's lock, and
-- counted only while the order is alive or has moved money: see exchange's limits.
CREATE TABLE limit_uses (
    tenant_id      uuid        NOT NULL,
    transaction_id uuid        NOT NULL,
    user_id        uuid        NOT NULL,
    fiat           numeric(38) NOT NULL CHECK (fiat >= 0),
    crypto_out     numeric(38) NOT NULL CHECK (crypto_out >= 0),
    at             timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, transaction_id),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id)
);
CREATE INDEX limit_uses_user ON limit_uses (tenant_id, user_id, at);

DO $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['contact_challenges', 'verifications', 'limit_uses']
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
GRANT SELECT, INSERT, UPDATE ON contact_challenges, verifications TO agio_tenant;
GRANT SELECT, INSERT ON limit_uses TO agio_tenant;
