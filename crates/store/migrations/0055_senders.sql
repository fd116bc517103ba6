-- Who sends coins that come in, as their receiver says: what the travel rule asks above a threshold. An answer waits for the next
-- transaction that needs it, and belongs to that one from then on; what a transaction rests on stays for five years.
CREATE TABLE senders (
    tenant_id      uuid        NOT NULL,
    id             uuid        NOT NULL,
    user_id        uuid        NOT NULL,
    -- Whose coins they are; none while the answer waits.
    transaction_id uuid,
    owner          text        NOT NULL CHECK (owner IN ('own', 'other')),
    holding        text        NOT NULL CHECK (holding IN ('service', 'self_hosted')),
    service        text        CHECK (length(service) BETWEEN 2 AND 400),
    -- Who sends the coins, where it is somebody else: sealed.
    originator     bytea       CHECK (length(originator) BETWEEN 34 AND 2000),
    declared_at    timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, id),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id),
    CHECK ((holding = 'service') = (service IS NOT NULL)),
    CHECK ((owner = 'other') = (originator IS NOT NULL))
);
-- Of each transaction one word stands, and of each person one waits.
CREATE UNIQUE INDEX senders_transaction ON senders (tenant_id, transaction_id) WHERE transaction_id IS NOT NULL;
CREATE UNIQUE INDEX senders_waiting ON senders (tenant_id, user_id) WHERE transaction_id IS NULL;
CREATE INDEX senders_user ON senders (tenant_id, user_id, declared_at);
CREATE INDEX senders_age ON senders (declared_at);
ALTER TABLE senders ENABLE ROW LEVEL SECURITY;
ALTER TABLE senders FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON senders
    USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
    WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
GRANT SELECT, INSERT, DELETE ON senders TO agio_tenant;
-- What was said never changes.
GRANT UPDATE (transaction_id) ON senders TO agio_tenant;

-- Coins that come in, in euro cents, and when they were asked for or kept: those of one person within a day count together.
ALTER TABLE limit_uses
    ADD COLUMN came    numeric(38) CHECK (came >= 0),
    ADD COLUMN came_at timestamptz,
    ADD CHECK ((came IS NULL) = (came_at IS NULL));
CREATE INDEX limit_uses_came ON limit_uses (tenant_id, user_id, came_at) WHERE came_at IS NOT NULL;
