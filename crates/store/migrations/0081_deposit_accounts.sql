-- Money that arrives without an order: permanent addresses and bank references, and the movements of what was paid to them.

-- A permanent deposit address or bank reference of a profile, one for each currency and payway.
CREATE TABLE deposit_accounts (
    tenant_id    uuid        NOT NULL,
    id           uuid        NOT NULL,
    profile_id   uuid        NOT NULL,
    -- The person who opened it; none where the profile has no person.
    user_id      uuid,
    currency     text        NOT NULL,
    payway       text        NOT NULL,
    -- What a payer writes on a bank transfer; none where the address says it.
    reference    text        CHECK (length(reference) BETWEEN 1 AND 35),
    -- What the payer needs to know, as a transaction has it.
    instructions jsonb       NOT NULL,
    created_at   timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, id),
    UNIQUE (tenant_id, profile_id, currency, payway),
    UNIQUE (tenant_id, reference)
);
ALTER TABLE deposit_accounts ENABLE ROW LEVEL SECURITY;
ALTER TABLE deposit_accounts FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON deposit_accounts
    USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
    WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
GRANT SELECT, INSERT ON deposit_accounts TO agio_tenant;

-- Which movement holds a payment that arrived without an order. `payment` is the rail's name for it. Written before the movement is,
-- so that all events of one payment find the same movement.
CREATE TABLE arrivals (
    tenant_id      uuid        NOT NULL,
    rail           text        NOT NULL CHECK (length(rail) BETWEEN 1 AND 40),
    payment        text        NOT NULL CHECK (length(payment) BETWEEN 1 AND 300),
    transaction_id uuid        NOT NULL,
    created_at     timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, rail, payment)
);
ALTER TABLE arrivals ENABLE ROW LEVEL SECURITY;
ALTER TABLE arrivals FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON arrivals
    USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
    WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
GRANT SELECT, INSERT ON arrivals TO agio_tenant;

-- An address on a chain belongs to an order or to a deposit account.
ALTER TABLE custody_addresses RENAME COLUMN transaction_id TO owner_id;
ALTER TABLE custody_addresses DROP CONSTRAINT custody_addresses_purpose_check;
ALTER TABLE custody_addresses DROP CONSTRAINT custody_addresses_check;
ALTER TABLE custody_addresses ADD CHECK (purpose IN ('order', 'account', 'funding', 'change'));
ALTER TABLE custody_addresses ADD CHECK ((purpose IN ('order', 'account')) = (owner_id IS NOT NULL));
ALTER INDEX custody_addresses_order RENAME TO custody_addresses_owner;

ALTER TABLE deposits RENAME COLUMN transaction_id TO owner_id;
ALTER TABLE deposits ADD COLUMN purpose text NOT NULL DEFAULT 'order' CHECK (purpose IN ('order', 'account'));
ALTER TABLE deposits ALTER COLUMN purpose DROP DEFAULT;
ALTER INDEX deposits_transaction RENAME TO deposits_owner;

-- The simulated bank gets transfers for an order, for a deposit account, or with whatever the payer wrote.
ALTER TABLE sandbox_movements ALTER COLUMN transaction_id DROP NOT NULL;
ALTER TABLE sandbox_movements ADD COLUMN account_id uuid;
ALTER TABLE sandbox_movements ADD COLUMN purpose text CHECK (length(purpose) <= 140);
ALTER TABLE sandbox_movements ADD CHECK (num_nonnulls(transaction_id, account_id, purpose) = 1);
