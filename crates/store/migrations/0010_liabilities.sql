-- Proof of liabilities: what the house owes to all customers at one moment, as Merkle sum trees that each of them can check
-- (docs/ledger.md).

-- Every publication there ever was, numbered from 1 without a gap. note is what was signed; reserves are the other side, whose
-- hash the note carries; secret hides who stands where in the trees.
CREATE TABLE liability_publications (
    tenant_id    uuid        NOT NULL,
    number       bigint      NOT NULL CHECK (number > 0),
    id           uuid        NOT NULL,
    published_at timestamptz NOT NULL,
    secret       bytea       NOT NULL CHECK (octet_length(secret) = 32),
    reserves     jsonb       NOT NULL,
    note         text        NOT NULL CHECK (octet_length(note) <= 16384),
    PRIMARY KEY (tenant_id, number),
    UNIQUE (tenant_id, id)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON liability_publications
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();

-- What the proofs of the newest publications are made of; older ones are forgotten, for what was signed stays above. Written with
-- their publication in one transaction, before its row is known: hence no foreign keys, and `agio verify` proves what they say.
-- What each customer had; none at zero.
CREATE TABLE liability_balances (
    tenant_id uuid          NOT NULL,
    number    bigint        NOT NULL,
    owner     uuid          NOT NULL,
    currency  text          NOT NULL CHECK (length(currency) BETWEEN 2 AND 10),
    balance   numeric(38,0) NOT NULL CHECK (balance > 0),
    PRIMARY KEY (tenant_id, number, owner, currency)
);

-- The trees, every eighth level of them, 256 nodes of 48 bytes (hash and sum) in a row. Leaves stand in the order of their
-- hashes; first is the first of the row, by which one is found. Hashes do not compress, so nobody tries.
CREATE TABLE liability_pages (
    tenant_id uuid     NOT NULL,
    number    bigint   NOT NULL,
    currency  text     NOT NULL CHECK (length(currency) BETWEEN 2 AND 10),
    level     smallint NOT NULL CHECK (level BETWEEN 0 AND 56),
    index     bigint   NOT NULL CHECK (index >= 0),
    first     bytea    NOT NULL CHECK (octet_length(first) = 32),
    nodes     bytea    NOT NULL CHECK (octet_length(nodes) BETWEEN 48 AND 12288),
    PRIMARY KEY (tenant_id, number, currency, level, index)
);
ALTER TABLE liability_pages ALTER COLUMN nodes SET STORAGE EXTERNAL;
CREATE INDEX liability_pages_leaves ON liability_pages (tenant_id, number, currency, first) WHERE level = 0;

ALTER TABLE liability_publications ENABLE ROW LEVEL SECURITY;
ALTER TABLE liability_publications FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON liability_publications
    USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
    WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
ALTER TABLE liability_balances ENABLE ROW LEVEL SECURITY;
ALTER TABLE liability_balances FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON liability_balances
    USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
    WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
ALTER TABLE liability_pages ENABLE ROW LEVEL SECURITY;
ALTER TABLE liability_pages FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON liability_pages
    USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
    WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);

GRANT SELECT, INSERT ON liability_publications, liability_balances, liability_pages TO agio_tenant;
GRANT DELETE ON liability_balances, liability_pages TO agio_tenant;
