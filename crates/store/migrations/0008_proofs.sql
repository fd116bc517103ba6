-- Proof that the ledger was not changed afterwards: a hash over each commit of the Journal, and a Merkle log of the commits per
-- tenant with signed checkpoints (docs/ledger.md).
--
-- What the Journal adds costs one row per commit and no index entry per change: a commit lists its changes and their transfers
-- itself, and is found by the millisecond that its id begins with.

-- One row per commit. salt hides what receipts do not show; root is over the leaves of its changes; manifest is the list of
-- changes (id, leaf) and transfers (id), in their order. Hashes do not compress, so nobody tries.
CREATE TABLE commits (
    tenant_id    uuid        NOT NULL,
    id           uuid        NOT NULL,
    salt         bytea       NOT NULL CHECK (octet_length(salt) = 16),
    root         bytea       NOT NULL CHECK (octet_length(root) = 32),
    changes      integer     NOT NULL CHECK (changes > 0),
    committed_at timestamptz NOT NULL,
    manifest     bytea       NOT NULL,
    PRIMARY KEY (tenant_id, id)
);
ALTER TABLE commits ALTER COLUMN manifest SET STORAGE EXTERNAL;

-- Commits that are not in the log yet. The sealer empties it every second.
CREATE TABLE commits_unsealed (
    tenant_id uuid NOT NULL,
    commit_id uuid NOT NULL,
    PRIMARY KEY (tenant_id, commit_id)
);

-- The log: leaf number index is the hash of that commit.
CREATE TABLE log_leaves (
    tenant_id uuid   NOT NULL,
    index     bigint NOT NULL CHECK (index >= 0),
    commit_id uuid   NOT NULL,
    hash      bytea  NOT NULL CHECK (octet_length(hash) = 32),
    PRIMARY KEY (tenant_id, index),
    UNIQUE (tenant_id, commit_id)
);

-- Its complete subtrees of two leaves and more, which never change again: proofs are made of them.
CREATE TABLE log_nodes (
    tenant_id uuid     NOT NULL,
    level     smallint NOT NULL CHECK (level BETWEEN 1 AND 62),
    index     bigint   NOT NULL CHECK (index >= 0),
    hash      bytea    NOT NULL CHECK (octet_length(hash) = 32),
    PRIMARY KEY (tenant_id, level, index)
);

-- Every root that was ever signed.
CREATE TABLE log_checkpoints (
    tenant_id uuid   NOT NULL,
    size      bigint NOT NULL CHECK (size > 0),
    root      bytea  NOT NULL CHECK (octet_length(root) = 32),
    note      text   NOT NULL CHECK (octet_length(note) <= 16384),
    PRIMARY KEY (tenant_id, size)
);

-- The hash of the record's state at this step, and of what a receipt keeps back. NULL for steps from before.
ALTER TABLE record_history
    ADD COLUMN state   bytea CHECK (octet_length(state) = 32),
    ADD COLUMN private bytea CHECK (octet_length(private) = 32);

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON commits
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON log_leaves
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON log_nodes
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON log_checkpoints
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();

ALTER TABLE commits ENABLE ROW LEVEL SECURITY;
ALTER TABLE commits FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON commits
    USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
    WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);

ALTER TABLE commits_unsealed ENABLE ROW LEVEL SECURITY;
ALTER TABLE commits_unsealed FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON commits_unsealed
    USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
    WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);

ALTER TABLE log_leaves ENABLE ROW LEVEL SECURITY;
ALTER TABLE log_leaves FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON log_leaves
    USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
    WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);

ALTER TABLE log_nodes ENABLE ROW LEVEL SECURITY;
ALTER TABLE log_nodes FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON log_nodes
    USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
    WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);

ALTER TABLE log_checkpoints ENABLE ROW LEVEL SECURITY;
ALTER TABLE log_checkpoints FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON log_checkpoints
    USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
    WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);

GRANT SELECT, INSERT ON commits, commits_unsealed, log_leaves, log_nodes, log_checkpoints TO agio_tenant;
GRANT DELETE ON commits_unsealed TO agio_tenant;
