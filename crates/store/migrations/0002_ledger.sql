-- Crate ledger: accounts, transfers, holds, records; the commits and the Merkle log that prove them; liabilities.
-- docs/ledger.md explains the proofs.
--
-- Only the Journal writes accounts, transfers, holds, changes, records, record_history and commits.
-- They have no foreign keys between them: a check per row would halve the speed. `agio verify` proves all references.
-- Nothing deletes rows of these tables. append_only triggers refuse changes of history by any role.

CREATE FUNCTION ledger_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'rows of % are written once and stay: correct them with new ones', TG_TABLE_NAME
        USING ERRCODE = 'insufficient_privilege';
END
$$;

-- An account: one currency of a customer, or one of the platform. The Journal opens it with its first transfer and
-- updates its totals with every transfer. fillfactor leaves room for the next version of a busy row on its page.
CREATE TABLE accounts (
    tenant_id        uuid          NOT NULL,
    id               bigint        NOT NULL, -- derived from the account's name
    book             text          NOT NULL CHECK (book IN ('customer', 'product', 'overdraft', 'transit', 'desk', 'rail',
                                                            'fee_income', 'network_cost', 'cashback', 'rounding',
                                                            'quarantine', 'adjustment', 'chargeback',
                                                            'guarantee')),
    owner            uuid,         -- the profile of a customer's account
    sub              text          CHECK (length(sub) BETWEEN 1 AND 40),
    currency         text          NOT NULL CHECK (length(currency) BETWEEN 2 AND 10),
    limited          text          NOT NULL CHECK (limited IN ('debits_within_credits', 'none')),
    debits_posted    numeric(38,0) NOT NULL DEFAULT 0 CHECK (debits_posted >= 0),
    credits_posted   numeric(38,0) NOT NULL DEFAULT 0 CHECK (credits_posted >= 0),
    debits_pending   numeric(38,0) NOT NULL DEFAULT 0 CHECK (debits_pending >= 0),
    credits_pending  numeric(38,0) NOT NULL DEFAULT 0 CHECK (credits_pending >= 0),
    version          bigint        NOT NULL DEFAULT 0 CHECK (version >= 0),
    opened_at        timestamptz   NOT NULL,
    -- Input of INSERT ... ON CONFLICT DO UPDATE: the version to replace. The stored value is always 0.
    expected_version bigint        NOT NULL DEFAULT 0,
    PRIMARY KEY (tenant_id, id),
    CHECK ((book IN ('customer', 'product', 'overdraft')) = (owner IS NOT NULL)),
    CONSTRAINT accounts_not_overdrawn CHECK (limited = 'none' OR debits_posted + debits_pending <= credits_posted)
) WITH (fillfactor = 50);
CREATE INDEX accounts_owner ON accounts (tenant_id, owner) WHERE owner IS NOT NULL;
GRANT SELECT, INSERT ON accounts TO agio_tenant;
GRANT UPDATE (debits_posted, credits_posted, debits_pending, credits_pending, version) ON accounts TO agio_tenant;

-- A transfer between two accounts; one row has both sides. The Journal inserts it. It never changes.
CREATE TABLE transfers (
    tenant_id      uuid          NOT NULL,
    id             uuid          NOT NULL,
    change_id      uuid          NOT NULL,
    record_id      uuid,
    kind           text          NOT NULL CHECK (kind IN ('post', 'hold', 'post_hold', 'void_hold', 'expire_hold')),
    code           text          NOT NULL CHECK (length(code) BETWEEN 1 AND 60),
    debit_account  bigint        NOT NULL,
    debit_version  bigint        NOT NULL CHECK (debit_version > 0), -- version of the account that this transfer made
    debit_balance  numeric(38,0) NOT NULL,                           -- posted balance after it: credits less debits
    credit_account bigint        NOT NULL CHECK (credit_account <> debit_account),
    credit_version bigint        NOT NULL CHECK (credit_version > 0),
    credit_balance numeric(38,0) NOT NULL,
    posted         numeric(38,0) NOT NULL CHECK (posted >= 0), -- added to the posted totals of both accounts
    -- Added to the pending totals; the end of a hold subtracts its whole amount.
    pending        numeric(38,0) NOT NULL CHECK (posted <> 0 OR pending <> 0),
    hold_id        uuid          CHECK ((hold_id IS NOT NULL) = (pending < 0)), -- the hold that this transfer ends
    created_at     timestamptz   NOT NULL,
    PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX transfers_debit ON transfers (tenant_id, debit_account, debit_version);
CREATE UNIQUE INDEX transfers_credit ON transfers (tenant_id, credit_account, credit_version);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON transfers
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();
GRANT SELECT, INSERT ON transfers TO agio_tenant;

-- The state of a pending transfer. The Journal inserts it with the transfer of the same id and updates it when it ends.
CREATE TABLE holds (
    tenant_id      uuid          NOT NULL,
    id             uuid          NOT NULL,
    debit_account  bigint        NOT NULL,
    credit_account bigint        NOT NULL,
    amount         numeric(38,0) NOT NULL CHECK (amount > 0),
    state          text          NOT NULL CHECK (state IN ('open', 'posted', 'voided', 'expired')),
    expires_at     timestamptz,
    created_at     timestamptz   NOT NULL,
    ended_at       timestamptz   CHECK ((ended_at IS NULL) = (state = 'open')),
    PRIMARY KEY (tenant_id, id)
) WITH (fillfactor = 80);
CREATE INDEX holds_expiring ON holds (expires_at) WHERE state = 'open' AND expires_at IS NOT NULL;
GRANT SELECT, INSERT ON holds TO agio_tenant;
GRANT UPDATE (state, ended_at) ON holds TO agio_tenant;

-- A committed change: its idempotency key and its receipt. The Journal inserts it. It never changes, so that the same
-- key gives the same receipt for ever.
CREATE TABLE changes (
    tenant_id      uuid        NOT NULL,
    key            text        NOT NULL CHECK (octet_length(key) BETWEEN 1 AND 200),
    id             uuid        NOT NULL,
    record_id      uuid,
    record_version bigint      NOT NULL CHECK ((record_version > 0) = (record_id IS NOT NULL)),
    committed_at   timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, key)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON changes
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();
GRANT SELECT, INSERT ON changes TO agio_tenant;

-- A record: state that changes together with money, above all a customer's transaction. The Journal inserts and updates
-- it. A transfer between customers is one record for both sides, owned by the payer.
CREATE TABLE records (
    tenant_id        uuid        NOT NULL,
    id               uuid        NOT NULL,
    kind             text        NOT NULL CHECK (length(kind) BETWEEN 1 AND 60),
    owner            uuid        NOT NULL, -- profile
    status           text        NOT NULL CHECK (length(status) BETWEEN 1 AND 60),
    version          bigint      NOT NULL CHECK (version > 0),
    body             jsonb       NOT NULL,
    due_at           timestamptz,
    created_at       timestamptz NOT NULL,
    updated_at       timestamptz NOT NULL,
    expected_version bigint      NOT NULL DEFAULT 0, -- as in accounts
    -- The profile that receives a transfer. The sink of the body names it as prf_ and 32 hexadecimal digits.
    receiver         uuid        GENERATED ALWAYS AS
        (substr(jsonb_path_query_first(body, '$.legs[*].to.profile') #>> '{}', 5)::uuid) STORED,
    PRIMARY KEY (tenant_id, id),
    -- A transaction that waits names the reason, what ends the wait, and a deadline.
    CONSTRAINT records_hold_is_explained CHECK (
        kind <> 'transaction' OR CASE status
            WHEN 'ACTION_REQUIRED' THEN body #>> '{action,reason}' IS NOT NULL AND body #>> '{action,needs}' IS NOT NULL
                AND body #>> '{action,deadline}' IS NOT NULL
            WHEN 'MANUAL' THEN body #>> '{review,reason}' IS NOT NULL AND body #>> '{review,needs}' IS NOT NULL
                AND body #>> '{review,deadline}' IS NOT NULL
            ELSE true END)
) WITH (fillfactor = 70);
-- A body has 2 to 4 kB. Stored out of line, it would cost rows and index entries of a second table at every step.
ALTER TABLE records ALTER COLUMN body SET STORAGE MAIN;
-- PostgreSQL may be built without lz4; then pglz stays.
DO $$
BEGIN
    ALTER TABLE records ALTER COLUMN body SET COMPRESSION lz4;
EXCEPTION WHEN feature_not_supported THEN
    NULL;
END
$$;
CREATE INDEX records_owner ON records (tenant_id, kind, owner, id);
CREATE INDEX records_due ON records (kind, due_at) WHERE due_at IS NOT NULL;
-- For the console: transactions with a review, also after they have ended.
CREATE INDEX records_reviewed ON records (tenant_id, id)
    WHERE kind = 'transaction' AND jsonb_typeof(body -> 'review') = 'object';
-- Payouts that are being sent.
CREATE INDEX records_processing ON records (tenant_id, id) WHERE kind = 'transaction' AND status = 'PROCESSING';
CREATE INDEX records_receiver ON records (tenant_id, kind, receiver, id) WHERE receiver IS NOT NULL;
-- Transfers that wait for a person without an account, by the contact that the payer named.
CREATE INDEX records_unclaimed
    ON records (tenant_id, (jsonb_path_query_first(body, '$.legs[*].to.contact') #>> '{}'))
    WHERE status = 'NEW' AND receiver IS NULL AND jsonb_path_exists(body, '$.legs[*].to.contact');
-- For the console: the few transactions that wait for their owner or an operator.
CREATE INDEX records_waiting ON records (tenant_id, id)
    WHERE kind = 'transaction' AND status IN ('ACTION_REQUIRED', 'MANUAL');
-- For the console: the short reference that customers see, the last 40 bits of the id.
CREATE INDEX records_reference ON records (tenant_id, right(id::text, 10)) WHERE kind = 'transaction';
GRANT SELECT, INSERT ON records TO agio_tenant;
GRANT UPDATE (status, version, body, due_at, updated_at) ON records TO agio_tenant;

-- The version of what a decision has counted, above all one customer's use of limits. A change moves on the counter
-- that its decision read, so two decisions on the same use cannot both be committed. The Journal inserts and updates it.
CREATE TABLE counter_versions (
    tenant_id uuid   NOT NULL,
    id        uuid   NOT NULL, -- of what is counted: a customer
    version   bigint NOT NULL CHECK (version > 0),
    PRIMARY KEY (tenant_id, id)
) WITH (fillfactor = 70);
GRANT SELECT, INSERT ON counter_versions TO agio_tenant;
GRANT UPDATE (version) ON counter_versions TO agio_tenant;

-- One step of a record: who changed it to which status, and why. The Journal inserts it. It never changes.
CREATE TABLE record_history (
    tenant_id uuid        NOT NULL,
    record_id uuid        NOT NULL,
    version   bigint      NOT NULL CHECK (version > 0),
    change_id uuid        NOT NULL,
    status    text        NOT NULL CHECK (length(status) BETWEEN 1 AND 60),
    actor     text        NOT NULL CHECK (length(actor) BETWEEN 1 AND 200),
    reason    text        NOT NULL CHECK (length(reason) BETWEEN 1 AND 500),
    at        timestamptz NOT NULL,
    state     bytea       CHECK (octet_length(state) = 32),   -- hash of the record's state at this step
    private   bytea       CHECK (octet_length(private) = 32), -- hash of what a receipt withholds
    PRIMARY KEY (tenant_id, record_id, version)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON record_history
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();
GRANT SELECT, INSERT ON record_history TO agio_tenant;

-- A commit of the Journal: a hash over its changes and transfers. The Journal inserts it. It never changes. The
-- manifest lists its changes and transfers, so that a change costs no index entry here; the id begins with the
-- millisecond of the commit, by which a change finds it.
CREATE TABLE commits (
    tenant_id    uuid        NOT NULL,
    id           uuid        NOT NULL,
    salt         bytea       NOT NULL CHECK (octet_length(salt) = 16), -- hides what receipts do not show
    root         bytea       NOT NULL CHECK (octet_length(root) = 32), -- Merkle root over the leaves of the changes
    changes      integer     NOT NULL CHECK (changes > 0),
    committed_at timestamptz NOT NULL,
    manifest     bytea       NOT NULL, -- changes (id, leaf) and transfers (id), in their order
    PRIMARY KEY (tenant_id, id)
);
-- Hashes do not compress.
ALTER TABLE commits ALTER COLUMN manifest SET STORAGE EXTERNAL;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON commits
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();
GRANT SELECT, INSERT ON commits TO agio_tenant;

-- A commit that the log does not contain yet. The Journal inserts it; the sealer deletes it about a second later.
CREATE TABLE commits_unsealed (
    tenant_id uuid NOT NULL,
    commit_id uuid NOT NULL,
    PRIMARY KEY (tenant_id, commit_id)
);
GRANT SELECT, INSERT, DELETE ON commits_unsealed TO agio_tenant;

-- A leaf of a tenant's Merkle log: the hash of a commit. The sealer inserts it. It never changes.
CREATE TABLE log_leaves (
    tenant_id uuid   NOT NULL,
    index     bigint NOT NULL CHECK (index >= 0),
    commit_id uuid   NOT NULL,
    hash      bytea  NOT NULL CHECK (octet_length(hash) = 32),
    PRIMARY KEY (tenant_id, index),
    UNIQUE (tenant_id, commit_id)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON log_leaves
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();
GRANT SELECT, INSERT ON log_leaves TO agio_tenant;

-- The hash of a complete subtree of the log, two leaves or more. Proofs consist of them. The sealer inserts it. It
-- never changes.
CREATE TABLE log_nodes (
    tenant_id uuid     NOT NULL,
    level     smallint NOT NULL CHECK (level BETWEEN 1 AND 62),
    index     bigint   NOT NULL CHECK (index >= 0),
    hash      bytea    NOT NULL CHECK (octet_length(hash) = 32),
    PRIMARY KEY (tenant_id, level, index)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON log_nodes
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();
GRANT SELECT, INSERT ON log_nodes TO agio_tenant;

-- A signed root of the log. The sealer inserts it. It never changes.
CREATE TABLE log_checkpoints (
    tenant_id uuid   NOT NULL,
    size      bigint NOT NULL CHECK (size > 0), -- number of leaves
    root      bytea  NOT NULL CHECK (octet_length(root) = 32),
    note      text   NOT NULL CHECK (octet_length(note) <= 16384), -- the signed note
    PRIMARY KEY (tenant_id, size)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON log_checkpoints
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();
GRANT SELECT, INSERT ON log_checkpoints TO agio_tenant;

-- A publication of what the platform owes to all customers at one moment. Publishing inserts it. It never changes.
CREATE TABLE liability_publications (
    tenant_id    uuid        NOT NULL,
    number       bigint      NOT NULL CHECK (number > 0), -- from 1, without gaps
    id           uuid        NOT NULL,
    published_at timestamptz NOT NULL,
    secret       bytea       NOT NULL CHECK (octet_length(secret) = 32), -- hides the order of customers in the trees
    reserves     jsonb       NOT NULL, -- what covers the liabilities; the note contains its hash
    note         text        NOT NULL CHECK (octet_length(note) <= 16384), -- the signed note
    PRIMARY KEY (tenant_id, number),
    UNIQUE (tenant_id, id)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON liability_publications
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();
GRANT SELECT, INSERT ON liability_publications TO agio_tenant;

-- A customer's balance at a publication, never zero. Publishing inserts it before the publication, in one transaction:
-- hence no foreign key, and `agio verify` proves it. Publishing deletes the rows of all but the newest 3 publications.
CREATE TABLE liability_balances (
    tenant_id uuid          NOT NULL,
    number    bigint        NOT NULL,
    owner     uuid          NOT NULL,
    currency  text          NOT NULL CHECK (length(currency) BETWEEN 2 AND 10),
    balance   numeric(38,0) NOT NULL CHECK (balance > 0),
    PRIMARY KEY (tenant_id, number, owner, currency)
);
GRANT SELECT, INSERT, DELETE ON liability_balances TO agio_tenant;

-- A page of the Merkle sum tree of a publication and currency; only every eighth level is stored. Publishing inserts
-- and deletes it together with liability_balances.
CREATE TABLE liability_pages (
    tenant_id uuid     NOT NULL,
    number    bigint   NOT NULL,
    currency  text     NOT NULL CHECK (length(currency) BETWEEN 2 AND 10),
    level     smallint NOT NULL CHECK (level BETWEEN 0 AND 56),
    index     bigint   NOT NULL CHECK (index >= 0),
    first     bytea    NOT NULL CHECK (octet_length(first) = 32), -- hash of the first node; leaves are ordered by hash
    -- Up to 256 nodes: hash and sum, 48 bytes.
    nodes     bytea    NOT NULL CHECK (octet_length(nodes) BETWEEN 48 AND 12288),
    PRIMARY KEY (tenant_id, number, currency, level, index)
);
-- Hashes do not compress.
ALTER TABLE liability_pages ALTER COLUMN nodes SET STORAGE EXTERNAL;
-- Finds the page of a leaf.
CREATE INDEX liability_pages_leaves ON liability_pages (tenant_id, number, currency, first) WHERE level = 0;
GRANT SELECT, INSERT, DELETE ON liability_pages TO agio_tenant;

-- Row-level security, as in 0001_store.sql.
DO $$
DECLARE
    setting constant text   := $own$nullif(current_setting('app.tenant_id', true), '')::uuid$own$;
    bulk    constant text[] := ARRAY['accounts', 'transfers', 'holds', 'changes', 'records', 'counter_versions',
                                     'record_history', 'commits', 'commits_unsealed'];
    inline  constant text[] := ARRAY['log_leaves', 'log_nodes', 'log_checkpoints', 'liability_publications',
                                     'liability_balances', 'liability_pages'];
    name text;
    own  text;
BEGIN
    FOREACH name IN ARRAY bulk || inline
    LOOP
        own := format(CASE WHEN name = ANY (bulk) THEN 'tenant_id = (SELECT %s)' ELSE 'tenant_id = %s' END, setting);
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY tenant ON %I USING (%s) WITH CHECK (%s)', name, own, own);
    END LOOP;
END
$$;
