-- Profiles that take payments of others. Written by the crate `merchants`. The money of a payment is a movement of the
-- exchange; these tables only say who asked for it.

-- Profiles that are merchants. Their owner writes it.
CREATE TABLE merchants (
    tenant_id  uuid        NOT NULL,
    id         uuid        NOT NULL,
    profile_id uuid        NOT NULL, -- whose balance is credited
    user_id    uuid        NOT NULL, -- whose limits apply
    settings   jsonb       NOT NULL, -- name, settlement currency, tolerance, hosts of return addresses
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, id),
    UNIQUE (tenant_id, profile_id),
    FOREIGN KEY (tenant_id, profile_id) REFERENCES profiles (tenant_id, id),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON merchants TO agio_tenant;

-- Merchants that operators stopped: they take no payments. An operator inserts and deletes the row.
CREATE TABLE merchant_stops (
    tenant_id   uuid        NOT NULL,
    merchant_id uuid        NOT NULL,
    at          timestamptz NOT NULL,
    by_email    text        NOT NULL CHECK (length(by_email) BETWEEN 1 AND 320), -- the operator
    reason      text        NOT NULL CHECK (length(reason) BETWEEN 1 AND 500),
    PRIMARY KEY (tenant_id, merchant_id),
    FOREIGN KEY (tenant_id, merchant_id) REFERENCES merchants (tenant_id, id) ON DELETE CASCADE
);
GRANT SELECT, INSERT, DELETE ON merchant_stops TO agio_tenant;

-- The logo of a profile, on the pages of its payers and in its widget. Its owner writes it. A new picture has a new id,
-- so that browsers may keep the old one for ever.
CREATE TABLE merchant_logos (
    tenant_id  uuid        NOT NULL,
    profile_id uuid        NOT NULL,
    id         uuid        NOT NULL,
    picture    bytea       NOT NULL CHECK (octet_length(picture) BETWEEN 1 AND 300000), -- PNG
    created_at timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, profile_id),
    UNIQUE (tenant_id, id),
    FOREIGN KEY (tenant_id, profile_id) REFERENCES profiles (tenant_id, id)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON merchant_logos TO agio_tenant;

-- Links that many payers use. Each payer who opens one gets a payment of their own. The merchant makes and ends it.
CREATE TABLE merchant_links (
    tenant_id    uuid        NOT NULL,
    id           uuid        NOT NULL,
    merchant_id  uuid        NOT NULL,
    client_key   bytea       NOT NULL CHECK (octet_length(client_key) = 32), -- of the request that made it
    token_hash   bytea       NOT NULL CHECK (octet_length(token_hash) = 32), -- of the payers' page
    terms        jsonb       NOT NULL, -- price or bounds of it, description, return address
    payments_max integer     CHECK (payments_max BETWEEN 1 AND 10000), -- NULL: no limit
    created_at   timestamptz NOT NULL,
    ends_at      timestamptz, -- NULL: no end
    ended_at     timestamptz, -- when the merchant ended it
    PRIMARY KEY (tenant_id, id),
    UNIQUE (tenant_id, merchant_id, client_key),
    UNIQUE (tenant_id, token_hash),
    FOREIGN KEY (tenant_id, merchant_id) REFERENCES merchants (tenant_id, id)
);
GRANT SELECT, INSERT, DELETE ON merchant_links TO agio_tenant;
GRANT UPDATE (ended_at) ON merchant_links TO agio_tenant;

-- Payments that a merchant asks for. The merchant makes it; a look and the job copy its state from its movements.
CREATE TABLE merchant_payments (
    tenant_id   uuid        NOT NULL,
    id          uuid        NOT NULL,
    merchant_id uuid        NOT NULL,
    client_key  bytea       NOT NULL CHECK (octet_length(client_key) = 32), -- of the request that made it
    token_hash  bytea       NOT NULL CHECK (octet_length(token_hash) = 32), -- of the payer's page
    link_id     uuid, -- the link that a payer opened; NULL: the merchant made it
    order_id    text        CHECK (length(order_id) BETWEEN 1 AND 100), -- the merchant's own id
    terms       jsonb       NOT NULL, -- price, settlement, tolerance, description, return address
    state       text        NOT NULL CHECK (state IN ('open', 'waiting', 'seen', 'paid_partly', 'paid_over', 'paid_late',
                    'held', 'returning', 'returned', 'rate_expired', 'paid', 'expired', 'failed', 'closed', 'cancelled')),
    created_at  timestamptz NOT NULL,
    expires_at  timestamptz NOT NULL,
    looked_at   timestamptz NOT NULL, -- when its state was copied last
    cancelled_at timestamptz, -- when the merchant cancelled it
    receipt     jsonb, -- address and language of a payer who wants a receipt, until it is sent
    version     bigint      NOT NULL DEFAULT 1 CHECK (version > 0), -- the number of its events
    PRIMARY KEY (tenant_id, id),
    UNIQUE (tenant_id, merchant_id, client_key),
    UNIQUE (tenant_id, merchant_id, order_id),
    UNIQUE (tenant_id, token_hash),
    FOREIGN KEY (tenant_id, merchant_id) REFERENCES merchants (tenant_id, id),
    FOREIGN KEY (tenant_id, link_id) REFERENCES merchant_links (tenant_id, id)
);
CREATE INDEX merchant_payments_open ON merchant_payments (looked_at) WHERE state NOT IN ('paid', 'closed');
-- For the number of payments of a merchant that can be paid.
CREATE INDEX merchant_payments_expiring ON merchant_payments (tenant_id, merchant_id, expires_at);
-- For the payments of a link.
CREATE INDEX merchant_payments_link ON merchant_payments (tenant_id, link_id, id) WHERE link_id IS NOT NULL;
-- For exports.
CREATE INDEX merchant_payments_made ON merchant_payments (tenant_id, merchant_id, created_at, id);
GRANT SELECT, INSERT, DELETE ON merchant_payments TO agio_tenant;
GRANT UPDATE (state, looked_at, cancelled_at, receipt, version) ON merchant_payments TO agio_tenant;

-- How payers chose to pay. A row is written before its movement; without a movement it counts for nothing.
CREATE TABLE merchant_attempts (
    tenant_id      uuid        NOT NULL,
    payment_id     uuid        NOT NULL,
    number         smallint    NOT NULL CHECK (number BETWEEN 1 AND 50),
    transaction_id uuid        NOT NULL,
    due            jsonb       NOT NULL, -- what the merchant shall receive
    payer_hash     bytea       NOT NULL CHECK (octet_length(payer_hash) = 32), -- of the secret of the payer's browser
    terms_version  integer     NOT NULL, -- the terms of use that the payer agreed to; 0 without any
    created_at     timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, payment_id, number),
    UNIQUE (tenant_id, transaction_id),
    FOREIGN KEY (tenant_id, payment_id) REFERENCES merchant_payments (tenant_id, id)
);
GRANT SELECT, INSERT, DELETE ON merchant_attempts TO agio_tenant;

-- Refunds of paid payments. A row is written before its movement, under a lock of the payment, so that the sum of a
-- payment's refunds never exceeds what was received. A row without a movement counts until its quote cannot be used.
CREATE TABLE merchant_refunds (
    tenant_id      uuid        NOT NULL,
    payment_id     uuid        NOT NULL,
    number         smallint    NOT NULL CHECK (number BETWEEN 1 AND 50),
    transaction_id uuid        NOT NULL,
    client_key     bytea       NOT NULL CHECK (octet_length(client_key) = 32), -- of the request that made it
    amount         jsonb       NOT NULL, -- in the currency of the price
    coins          jsonb       NOT NULL, -- what the payer gets
    rate           text        NOT NULL CHECK (rate IN ('today', 'paid')),
    created_at     timestamptz NOT NULL,
    reported_at    timestamptz, -- when the merchant was told that it was sent, or that it was cancelled
    PRIMARY KEY (tenant_id, payment_id, number),
    UNIQUE (tenant_id, transaction_id),
    UNIQUE (tenant_id, payment_id, client_key),
    FOREIGN KEY (tenant_id, payment_id) REFERENCES merchant_payments (tenant_id, id)
);
CREATE INDEX merchant_refunds_unreported ON merchant_refunds (created_at) WHERE reported_at IS NULL;
GRANT SELECT, INSERT, DELETE ON merchant_refunds TO agio_tenant;
GRANT UPDATE (transaction_id, amount, coins, rate, created_at, reported_at) ON merchant_refunds TO agio_tenant;

-- Row-level security, as in 0001_store.sql.
DO $$
DECLARE
    own constant text := $own$tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid$own$;
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['merchants', 'merchant_stops', 'merchant_logos', 'merchant_links', 'merchant_payments',
        'merchant_attempts', 'merchant_refunds']
    LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY tenant ON %I USING (%s) WITH CHECK (%s)', name, own, own);
    END LOOP;
END
$$;
