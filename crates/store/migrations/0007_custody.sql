-- Crate custody: block scanning, addresses, deposits, payouts, UTXOs.
-- Scanner positions and account numbers are global; all other tables belong to tenants. Heights are block heights.

-- The scanner's cursor of a network: the last applied block. The scanner writes it. Rows stay.
CREATE TABLE chain_cursors (
    network      text        PRIMARY KEY CHECK (length(network) <= 32),
    height       bigint      NOT NULL CHECK (height >= 0),
    hash         text        NOT NULL CHECK (length(hash) <= 128),
    -- gap: the node knows none of our blocks any more. The scanner stops until an operator resumes it, because going on
    -- would skip blocks.
    status       text        NOT NULL CHECK (status IN ('running', 'gap')),
    reason       text        CHECK (length(reason) <= 500),
    caught_up_at timestamptz, -- when the scanner was last at the node's tip; payouts stop if that is too long ago
    updated_at   timestamptz NOT NULL
);
GRANT SELECT ON chain_cursors TO agio_tenant;

-- One of the last applied blocks, as deep as a reorg can reach. The scanner inserts it, and deletes older and orphaned
-- ones.
CREATE TABLE chain_blocks (
    network text   NOT NULL REFERENCES chain_cursors (network),
    height  bigint NOT NULL CHECK (height >= 0),
    hash    text   NOT NULL CHECK (length(hash) <= 128),
    PRIMARY KEY (network, height)
);

-- The hardened account number of a tenant in every key path, so that no two tenants share an address. The first wallet
-- of the tenant inserts it. Rows stay.
CREATE TABLE custody_accounts (
    account integer PRIMARY KEY CHECK (account >= 0),
    owner   uuid    NOT NULL UNIQUE -- tenant
);

-- A tenant's wallet on one network. Custody creates it and advances its indexes. Rows stay. Its row lock serialises the
-- allocation of addresses and UTXOs.
CREATE TABLE custody_wallets (
    tenant_id    uuid        NOT NULL,
    network      text        NOT NULL CHECK (length(network) <= 32),
    account      integer     NOT NULL CHECK (account >= 0),
    account_key  text        NOT NULL CHECK (length(account_key) <= 200), -- public key from which its addresses derive
    next_deposit bigint      NOT NULL DEFAULT 0 CHECK (next_deposit BETWEEN 0 AND 2147483647), -- next index of branch 0
    next_change  bigint      NOT NULL DEFAULT 0 CHECK (next_change BETWEEN 0 AND 2147483647),  -- next index of branch 1
    created_at   timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, network)
);
GRANT SELECT, UPDATE ON custody_wallets TO agio_tenant;

-- An address of a wallet, for an order, a deposit account, funding or change. Custody inserts it. It never changes;
-- rows stay.
CREATE TABLE custody_addresses (
    tenant_id  uuid        NOT NULL,
    network    text        NOT NULL,
    branch     smallint    NOT NULL CHECK (branch IN (0, 1)), -- 0: deposit, 1: change
    idx        bigint      NOT NULL CHECK (idx BETWEEN 0 AND 2147483647),
    purpose    text        NOT NULL CHECK (purpose IN ('order', 'account', 'funding', 'change')),
    address    text        NOT NULL CHECK (length(address) <= 128),
    memo       text        CHECK (length(memo) <= 128),
    -- What the scanner compares: hex of the script on Bitcoin and Litecoin, else address and memo.
    watch_key  text        NOT NULL CHECK (length(watch_key) <= 260),
    owner_id   uuid,       -- the order or the deposit account
    currency   text        NOT NULL,
    required   integer     NOT NULL CHECK (required BETWEEN 1 AND 1000), -- confirmations
    created_at timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, network, branch, idx),
    FOREIGN KEY (tenant_id, network) REFERENCES custody_wallets (tenant_id, network),
    CHECK ((purpose IN ('order', 'account')) = (owner_id IS NOT NULL))
);
CREATE UNIQUE INDEX custody_addresses_owner ON custody_addresses (tenant_id, owner_id, network)
    WHERE owner_id IS NOT NULL;
CREATE INDEX custody_addresses_watch ON custody_addresses (network, watch_key);
-- An address has one owner on all networks of its family, so that a payment on the wrong network has one, too.
CREATE UNIQUE INDEX custody_addresses_address ON custody_addresses (tenant_id, address, memo) NULLS NOT DISTINCT;
CREATE INDEX custody_addresses_shared ON custody_addresses (network, address) WHERE memo IS NOT NULL;
GRANT SELECT, INSERT ON custody_addresses TO agio_tenant;

-- A deposit: a transfer to the address of an order or deposit account, on the network of the address or on another one
-- of its family; or a transfer to an address that payers share, whose memo names nobody. The scanner inserts and updates
-- it. Rows stay.
CREATE TABLE deposits (
    tenant_id     uuid          NOT NULL,
    network       text          NOT NULL,
    leg_uid       text          NOT NULL CHECK (length(leg_uid) <= 200), -- id of the transfer within its network
    txid          text          NOT NULL CHECK (length(txid) <= 128),
    branch        smallint      NOT NULL,
    idx           bigint        NOT NULL,
    owner_id      uuid,         -- the order or the deposit account; NULL: nobody is known
    currency      text          NOT NULL,
    amount        numeric(38,0) NOT NULL CHECK (amount > 0),
    state         text          NOT NULL CHECK (state IN ('seen', 'confirming', 'credited', 'orphaned')),
    -- Reorg epoch: makes each return after a reorg or a replacement a new event.
    reorg_epoch     integer       NOT NULL DEFAULT 1 CHECK (reorg_epoch >= 1),
    required      integer       NOT NULL CHECK (required >= 1), -- confirmations
    confirmations integer       NOT NULL DEFAULT 0 CHECK (confirmations >= 0),
    block_height  bigint,
    block_hash    text,
    usable_from   bigint,       -- height from which it may be spent
    created_at    timestamptz   NOT NULL,
    updated_at    timestamptz   NOT NULL,
    purpose       text          NOT NULL CHECK (purpose IN ('order', 'account', 'nobody')), -- kind of owner_id
    -- The network for which the address was given. It differs from network if the payer chose another one.
    address_network text        NOT NULL,
    address       text          CHECK (length(address) <= 128), -- the shared address of a deposit without an owner
    memo          text          CHECK (length(memo) <= 128),    -- the memo of that deposit
    PRIMARY KEY (tenant_id, network, leg_uid),
    FOREIGN KEY (tenant_id, address_network, branch, idx) REFERENCES custody_addresses (tenant_id, network, branch, idx),
    CHECK ((purpose = 'nobody') = (owner_id IS NULL)),
    CHECK ((purpose = 'nobody') = (address IS NOT NULL)),
    CHECK (memo IS NULL OR address IS NOT NULL),
    CHECK ((block_height IS NULL) = (block_hash IS NULL)),
    CHECK ((state IN ('confirming', 'credited')) = (block_height IS NOT NULL))
);
CREATE INDEX deposits_open ON deposits (network) WHERE state IN ('seen', 'confirming');
CREATE INDEX deposits_block ON deposits (network, block_height) WHERE block_height IS NOT NULL;
CREATE INDEX deposits_owner ON deposits (tenant_id, owner_id);
GRANT SELECT ON deposits TO agio_tenant;

-- A payout: exactly one per transaction and leg. The payout job inserts and sends it; the scanner confirms it. Rows
-- stay.
CREATE TABLE payouts (
    tenant_id      uuid          NOT NULL,
    id             uuid          NOT NULL,
    transaction_id uuid          NOT NULL,
    leg            integer       NOT NULL CHECK (leg BETWEEN 0 AND 65535),
    network        text          NOT NULL,
    currency       text          NOT NULL,
    amount         numeric(38,0) NOT NULL CHECK (amount > 0),
    address        text          NOT NULL CHECK (length(address) <= 128),
    memo           text          CHECK (length(memo) <= 128),
    state          text          NOT NULL CHECK (state IN ('requested', 'built', 'signed', 'sent', 'included', 'final',
                                                           'failed')),
    attempt        integer       NOT NULL DEFAULT 1 CHECK (attempt >= 1), -- number of the live attempt
    required       integer       NOT NULL CHECK (required >= 1), -- confirmations
    confirmations  integer       NOT NULL DEFAULT 0 CHECK (confirmations >= 0),
    block_height   bigint,
    reason         text          CHECK (length(reason) <= 500), -- why it waits or failed
    check_at       timestamptz   NOT NULL, -- when the scanner checks it next
    created_at     timestamptz   NOT NULL,
    updated_at     timestamptz   NOT NULL,
    reported_txid  text          CHECK (length(reported_txid) <= 128), -- transaction id last reported to the exchange
    reports        integer       NOT NULL DEFAULT 0 CHECK (reports >= 0), -- makes each report of an id a new event
    PRIMARY KEY (tenant_id, id),
    UNIQUE (tenant_id, transaction_id, leg),
    FOREIGN KEY (tenant_id, network) REFERENCES custody_wallets (tenant_id, network),
    CHECK ((state IN ('included', 'final')) = (block_height IS NOT NULL))
);
CREATE INDEX payouts_check ON payouts (network, check_at) WHERE state IN ('requested', 'built', 'signed', 'sent');
CREATE INDEX payouts_block ON payouts (network, block_height) WHERE block_height IS NOT NULL;
GRANT SELECT, INSERT, UPDATE ON payouts TO agio_tenant;

-- An attempt of a payout: one built transaction. The payout job inserts it, and stores the signed bytes before the
-- first broadcast. A replacement with a higher fee spends the inputs of the attempt that it replaces. Rows stay. At
-- most one attempt of a payout can be mined.
CREATE TABLE payout_attempts (
    tenant_id   uuid          NOT NULL,
    payout_id   uuid          NOT NULL,
    attempt     integer       NOT NULL CHECK (attempt >= 1),
    network     text          NOT NULL,
    plan        jsonb         NOT NULL, -- unsigned transaction
    inputs      text[]        NOT NULL, -- outpoints
    network_fee numeric(38,0) NOT NULL CHECK (network_fee >= 0),
    raw         bytea,        -- signed bytes
    txid        text          CHECK (length(txid) <= 128),
    -- live: the worker broadcasts it; replaced: it spends the inputs of the live one, and may be mined instead of it;
    -- dead: can never be mined.
    state       text          NOT NULL DEFAULT 'live' CHECK (state IN ('live', 'replaced', 'dead')),
    replaces    integer,      -- number of the attempt that it replaces
    broadcasts  integer       NOT NULL DEFAULT 0, -- incremented before each broadcast
    created_at  timestamptz   NOT NULL,
    PRIMARY KEY (tenant_id, payout_id, attempt),
    FOREIGN KEY (tenant_id, payout_id) REFERENCES payouts (tenant_id, id),
    FOREIGN KEY (tenant_id, payout_id, replaces) REFERENCES payout_attempts (tenant_id, payout_id, attempt),
    CHECK ((raw IS NULL) = (txid IS NULL)),
    CHECK (replaces IS NULL OR raw IS NOT NULL)
);
CREATE UNIQUE INDEX payout_attempts_live ON payout_attempts (tenant_id, payout_id) WHERE state = 'live';
CREATE INDEX payout_attempts_txid ON payout_attempts (network, txid) WHERE txid IS NOT NULL;
GRANT SELECT, INSERT, UPDATE ON payout_attempts TO agio_tenant;

-- A UTXO of a wallet. The scanner inserts it and marks it as spent; payouts reserve it. Rows stay.
CREATE TABLE coins (
    tenant_id    uuid          NOT NULL,
    network      text          NOT NULL,
    outpoint     text          NOT NULL CHECK (length(outpoint) <= 200),
    branch       smallint      NOT NULL,
    idx          bigint        NOT NULL,
    amount       numeric(38,0) NOT NULL CHECK (amount > 0),
    block_height bigint,       -- NULL: a reorg removed it from its block
    usable_from  bigint,       -- height from which it may be spent
    reserved_by  uuid,         -- the only payout that may spend it
    spent_txid   text,
    spent_height bigint,
    sources      text[]        NOT NULL DEFAULT '{}', -- outpoints that its own transaction spent
    -- Another transaction that spent one of sources, after a reorg: the UTXO can never return.
    void_txid    text,
    void_height  bigint,
    created_at   timestamptz   NOT NULL,
    PRIMARY KEY (tenant_id, network, outpoint),
    FOREIGN KEY (tenant_id, network, branch, idx) REFERENCES custody_addresses (tenant_id, network, branch, idx),
    FOREIGN KEY (tenant_id, reserved_by) REFERENCES payouts (tenant_id, id),
    CHECK ((spent_txid IS NULL) = (spent_height IS NULL)),
    CHECK ((void_txid IS NULL) = (void_height IS NULL)),
    CHECK (block_height IS NULL OR void_height IS NULL)
);
CREATE INDEX coins_free ON coins (tenant_id, network, amount DESC) WHERE reserved_by IS NULL AND spent_txid IS NULL;
CREATE INDEX coins_outpoint ON coins (network, outpoint);
CREATE INDEX coins_block ON coins (network, block_height) WHERE block_height IS NOT NULL;
CREATE INDEX coins_nowhere ON coins (network) WHERE block_height IS NULL;
CREATE INDEX coins_reserved ON coins (tenant_id, reserved_by) WHERE reserved_by IS NOT NULL;
GRANT SELECT, UPDATE ON coins TO agio_tenant;

-- Row-level security, as in 0001_store.sql.
DO $$
DECLARE
    own constant text := $own$tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid$own$;
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['custody_wallets', 'custody_addresses', 'deposits', 'payouts', 'payout_attempts',
        'coins']
    LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY tenant ON %I USING (%s) WITH CHECK (%s)', name, own, own);
    END LOOP;
END
$$;
