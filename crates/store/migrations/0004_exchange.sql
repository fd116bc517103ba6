-- The exchanger. Its transactions are records of the ledger; only firm quotes are kept here.

-- A quote is written once and read until its order is made. That it serves once is the order's change key, in the ledger.
CREATE TABLE quotes (
    tenant_id  uuid        NOT NULL,
    id         uuid        NOT NULL,
    body       jsonb       NOT NULL,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL CHECK (expires_at > created_at),
    PRIMARY KEY (tenant_id, id)
);
-- For forgetting old ones.
CREATE INDEX quotes_expiry ON quotes (expires_at);
ALTER TABLE quotes ENABLE ROW LEVEL SECURITY;
ALTER TABLE quotes FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON quotes
    USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
    WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
GRANT SELECT, INSERT ON quotes TO agio_tenant;
