-- What the sandbox's banks and acquirers know. Play money: no card number is here either, only how a test card behaves.
CREATE TABLE sandbox_cards (
    tenant_id  uuid        NOT NULL,
    token      text        NOT NULL CHECK (length(token) BETWEEN 1 AND 100),
    last4      text        NOT NULL CHECK (length(last4) = 4),
    brand      text        NOT NULL,
    behaviour  text        NOT NULL
        CHECK (behaviour IN ('ok', 'challenge', 'declined', 'not_enough_funds', 'expired')),
    created_at timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, token)
);

-- Every movement that a rail was asked for (charge, payout, refund) or that the panel made up (credit). The key is the
-- caller's idempotency key; the reference is the rail's own name for it, which nobody can guess.
CREATE TABLE sandbox_movements (
    tenant_id      uuid          NOT NULL,
    id             uuid          NOT NULL,
    rail           text          NOT NULL CHECK (rail IN ('card', 'iban', 'blik')),
    flow           text          NOT NULL CHECK (flow IN ('charge', 'credit', 'payout', 'refund')),
    key            text          NOT NULL CHECK (length(key) BETWEEN 1 AND 300),
    transaction_id uuid          NOT NULL,
    currency       text          NOT NULL,
    amount         numeric(38,0) NOT NULL CHECK (amount > 0),
    state          text          NOT NULL CHECK (state IN ('pending', 'done', 'refused')),
    reference      text          NOT NULL CHECK (length(reference) BETWEEN 1 AND 100),
    reason         text,
    return_url     text,
    payer          text,
    created_at     timestamptz   NOT NULL,
    updated_at     timestamptz   NOT NULL,
    PRIMARY KEY (tenant_id, id),
    UNIQUE (tenant_id, rail, key),
    UNIQUE (tenant_id, reference)
);
CREATE INDEX sandbox_movements_of ON sandbox_movements (tenant_id, transaction_id, created_at);

ALTER TABLE sandbox_cards ENABLE ROW LEVEL SECURITY;
ALTER TABLE sandbox_cards FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON sandbox_cards
    USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
    WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
ALTER TABLE sandbox_movements ENABLE ROW LEVEL SECURITY;
ALTER TABLE sandbox_movements FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON sandbox_movements
    USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
    WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
GRANT SELECT, INSERT ON sandbox_cards TO agio_tenant;
GRANT SELECT, INSERT, UPDATE ON sandbox_movements TO agio_tenant;
