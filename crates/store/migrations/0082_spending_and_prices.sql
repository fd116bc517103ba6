-- Which balances of a profile may be spent, and in which order; and the prices of the past.

-- A profile without a row has the default order: money of states first, coins last and switched off.
CREATE TABLE spending_orders (
    tenant_id  uuid        NOT NULL,
    profile_id uuid        NOT NULL,
    -- Codes of currencies, the one that is spent first in front.
    currencies text[]      NOT NULL CHECK (cardinality(currencies) <= 100),
    -- Those of them that may be spent.
    enabled    text[]      NOT NULL CHECK (enabled <@ currencies),
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, profile_id)
);
ALTER TABLE spending_orders ENABLE ROW LEVEL SECURITY;
ALTER TABLE spending_orders FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON spending_orders
    USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
    WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE ON spending_orders TO agio_tenant;

-- Prices of the past, the same for all tenants: the first ones that were read in each minute, hour and day. Minutes are kept for two days,
-- hours for 91 days, days for ever.
CREATE TABLE price_points (
    -- The market that the prices are from.
    source text        NOT NULL CHECK (length(source) BETWEEN 1 AND 100),
    step   text        NOT NULL CHECK (step IN ('minute', 'hour', 'day')),
    -- When the step began.
    at     timestamptz NOT NULL,
    -- Euro for a unit, by code of the currency, as decimal text.
    prices jsonb       NOT NULL,
    PRIMARY KEY (source, step, at)
);
GRANT SELECT ON price_points TO agio_tenant;
