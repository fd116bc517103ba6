-- The exchanger. Its transactions are records of the ledger; policies and firm quotes are kept here.

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

-- What a tenant asks and allows, every version of it: written once, never changed. In force is the latest whose time has
-- come, so a later version takes the place of one that still waits.
CREATE TABLE policies (
    tenant_id    uuid        NOT NULL,
    version      integer     NOT NULL CHECK (version >= 1),
    body         jsonb       NOT NULL CHECK (coalesce(body ->> 'version', '') = version::text),
    effective_at timestamptz NOT NULL,
    created_at   timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, version)
);
ALTER TABLE policies ENABLE ROW LEVEL SECURITY;
ALTER TABLE policies FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON policies
    USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
    WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
GRANT SELECT ON policies TO agio_tenant;

-- Transactions that an operator must look at, also when they have ended.
CREATE INDEX records_reviewed ON records (tenant_id, id)
    WHERE kind = 'transaction' AND jsonb_typeof(body -> 'review') = 'object';
