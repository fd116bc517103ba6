-- Chains: where the scanners stand, whose address is whose, what came in, what lies there, what goes out.
--
-- Positions on chains, wallet numbers and the played chains belong to no tenant; everything else does.

-- The last block applied, per network. 'gap' means that the node no longer knows any block we know: the scanner stands
-- until an operator has looked, because going on would skip blocks.
CREATE TABLE chain_cursors (
    network      text        PRIMARY KEY CHECK (length(network) <= 32),
    height       bigint      NOT NULL CHECK (height >= 0),
    hash         text        NOT NULL CHECK (length(hash) <= 128),
    status       text        NOT NULL CHECK (status IN ('running', 'gap')),
    reason       text        CHECK (length(reason) <= 500),
    -- When the scanner last stood at the node's tip. Payouts stop when this is too long ago.
    caught_up_at timestamptz,
    updated_at   timestamptz NOT NULL
);
-- The last blocks applied, as deep as a reorganisation can reach.
CREATE TABLE chain_blocks (
    network text   NOT NULL REFERENCES chain_cursors (network),
    height  bigint NOT NULL CHECK (height >= 0),
    hash    text   NOT NULL CHECK (length(hash) <= 128),
    PRIMARY KEY (network, height)
);
-- The hardened account number of each tenant in every key path, so that no two tenants can share an address.
CREATE TABLE custody_accounts (
    account integer PRIMARY KEY CHECK (account >= 0),
    owner   uuid    NOT NULL UNIQUE
);
GRANT SELECT ON chain_cursors TO agio_tenant;

-- One wallet per tenant and network: the public key that its addresses come from, and the next index of each branch.
CREATE TABLE custody_wallets (
    tenant_id    uuid        NOT NULL,
    network      text        NOT NULL CHECK (length(network) <= 32),
    account      integer     NOT NULL CHECK (account >= 0),
    account_key  text        NOT NULL CHECK (length(account_key) <= 200),
    next_deposit bigint      NOT NULL DEFAULT 0 CHECK (next_deposit BETWEEN 0 AND 2147483647),
    next_change  bigint      NOT NULL DEFAULT 0 CHECK (next_change BETWEEN 0 AND 2147483647),
    created_at   timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, network)
);
-- watch_key is what a scanner compares: the script's hex on Bitcoin and Litecoin, the address (and memo) elsewhere.
CREATE TABLE custody_addresses (
    tenant_id      uuid        NOT NULL,
    network        text        NOT NULL,
    branch         smallint    NOT NULL CHECK (branch IN (0, 1)),
    idx            bigint      NOT NULL CHECK (idx BETWEEN 0 AND 2147483647),
    purpose        text        NOT NULL CHECK (purpose IN ('order', 'funding', 'change')),
    address        text        NOT NULL CHECK (length(address) <= 128),
    memo           text        CHECK (length(memo) <= 128),
    watch_key      text        NOT NULL CHECK (length(watch_key) <= 260),
    transaction_id uuid,
    currency       text        NOT NULL,
    required       integer     NOT NULL CHECK (required BETWEEN 1 AND 1000),
    created_at     timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, network, branch, idx),
    FOREIGN KEY (tenant_id, network) REFERENCES custody_wallets (tenant_id, network),
    CHECK ((purpose = 'order') = (transaction_id IS NOT NULL))
);
CREATE UNIQUE INDEX custody_addresses_order ON custody_addresses (tenant_id, transaction_id, network)
    WHERE transaction_id IS NOT NULL;
CREATE INDEX custody_addresses_watch ON custody_addresses (network, watch_key);

-- What arrived at an order's address. `sightings` counts how often a reorganisation or a replacement took it away, so
-- that each return is news of its own.
CREATE TABLE deposits (
    tenant_id      uuid          NOT NULL,
    network        text          NOT NULL,
    leg_uid        text          NOT NULL CHECK (length(leg_uid) <= 200),
    txid           text          NOT NULL CHECK (length(txid) <= 128),
    branch         smallint      NOT NULL,
    idx            bigint        NOT NULL,
    transaction_id uuid          NOT NULL,
    currency       text          NOT NULL,
    amount         numeric(38,0) NOT NULL CHECK (amount > 0),
    state          text          NOT NULL CHECK (state IN ('seen', 'confirming', 'credited', 'orphaned')),
    sightings      integer       NOT NULL DEFAULT 1 CHECK (sightings >= 1),
    required       integer       NOT NULL CHECK (required >= 1),
    confirmations  integer       NOT NULL DEFAULT 0 CHECK (confirmations >= 0),
    block_height   bigint,
    block_hash     text,
    usable_from    bigint,
    created_at     timestamptz   NOT NULL,
    updated_at     timestamptz   NOT NULL,
    PRIMARY KEY (tenant_id, network, leg_uid),
    FOREIGN KEY (tenant_id, network, branch, idx) REFERENCES custody_addresses (tenant_id, network, branch, idx),
    CHECK ((block_height IS NULL) = (block_hash IS NULL)),
    CHECK ((state IN ('confirming', 'credited')) = (block_height IS NOT NULL))
);
CREATE INDEX deposits_open ON deposits (network) WHERE state IN ('seen', 'confirming');
CREATE INDEX deposits_block ON deposits (network, block_height) WHERE block_height IS NOT NULL;
CREATE INDEX deposits_transaction ON deposits (tenant_id, transaction_id);

-- What goes out: once per transaction and leg, whatever happens.
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
    state          text          NOT NULL CHECK (state IN ('requested', 'built', 'signed', 'sent', 'included', 'final', 'failed')),
    attempt        integer       NOT NULL DEFAULT 1 CHECK (attempt >= 1),
    required       integer       NOT NULL CHECK (required >= 1),
    confirmations  integer       NOT NULL DEFAULT 0 CHECK (confirmations >= 0),
    block_height   bigint,
    reason         text          CHECK (length(reason) <= 500),
    check_at       timestamptz   NOT NULL,
    created_at     timestamptz   NOT NULL,
    updated_at     timestamptz   NOT NULL,
    PRIMARY KEY (tenant_id, id),
    UNIQUE (tenant_id, transaction_id, leg),
    FOREIGN KEY (tenant_id, network) REFERENCES custody_wallets (tenant_id, network),
    CHECK ((state IN ('included', 'final')) = (block_height IS NOT NULL))
);
CREATE INDEX payouts_check ON payouts (network, check_at) WHERE state IN ('requested', 'built', 'signed', 'sent');
CREATE INDEX payouts_block ON payouts (network, block_height) WHERE block_height IS NOT NULL;
-- Every transaction ever built for a payout. The bytes are kept before they are first sent; at most one can win.
CREATE TABLE payout_attempts (
    tenant_id    uuid          NOT NULL,
    payout_id    uuid          NOT NULL,
    attempt      integer       NOT NULL CHECK (attempt >= 1),
    network      text          NOT NULL,
    plan         jsonb         NOT NULL,
    inputs       text[]        NOT NULL,
    network_fee  numeric(38,0) NOT NULL CHECK (network_fee >= 0),
    raw          bytea,
    txid         text          CHECK (length(txid) <= 128),
    dead         boolean       NOT NULL DEFAULT false,
    broadcasts   integer       NOT NULL DEFAULT 0,
    created_at   timestamptz   NOT NULL,
    PRIMARY KEY (tenant_id, payout_id, attempt),
    FOREIGN KEY (tenant_id, payout_id) REFERENCES payouts (tenant_id, id),
    CHECK ((raw IS NULL) = (txid IS NULL))
);
CREATE UNIQUE INDEX payout_attempts_live ON payout_attempts (tenant_id, payout_id) WHERE NOT dead;
CREATE INDEX payout_attempts_txid ON payout_attempts (network, txid) WHERE txid IS NOT NULL;

-- Unspent outputs of ours. reserved_by is the payout that will spend it; nothing else may. sources are the coins that its
-- own transaction consumed: when a reorganisation took it out of its block, and another transaction consumes one of them
-- (void_txid, in a block at void_height), it can never come back.
CREATE TABLE coins (
    tenant_id    uuid          NOT NULL,
    network      text          NOT NULL,
    outpoint     text          NOT NULL CHECK (length(outpoint) <= 200),
    branch       smallint      NOT NULL,
    idx          bigint        NOT NULL,
    amount       numeric(38,0) NOT NULL CHECK (amount > 0),
    block_height bigint,
    usable_from  bigint,
    reserved_by  uuid,
    spent_txid   text,
    spent_height bigint,
    sources      text[]        NOT NULL DEFAULT '{}',
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

DO $$
DECLARE t text;
BEGIN
    FOREACH t IN ARRAY ARRAY['custody_wallets', 'custody_addresses', 'deposits', 'payouts', 'payout_attempts', 'coins'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
        EXECUTE format('CREATE POLICY tenant ON %I
            USING (tenant_id = nullif(current_setting(''app.tenant_id'', true), '''')::uuid)
            WITH CHECK (tenant_id = nullif(current_setting(''app.tenant_id'', true), '''')::uuid)', t);
    END LOOP;
END
$$;
GRANT SELECT, UPDATE ON custody_wallets TO agio_tenant;
GRANT SELECT, INSERT ON custody_addresses TO agio_tenant;
GRANT SELECT ON deposits TO agio_tenant;
GRANT SELECT, INSERT, UPDATE ON payouts, payout_attempts TO agio_tenant;
GRANT SELECT, UPDATE ON coins TO agio_tenant;

-- The chains that the sandbox plays for networks without a node.
CREATE TABLE sandbox_chains (
    network  text        PRIMARY KEY CHECK (length(network) <= 32),
    height   bigint      NOT NULL CHECK (height >= 0),
    -- Grows with every reorganisation, so that replaced blocks have other hashes.
    fork     bigint      NOT NULL DEFAULT 0,
    mined_at timestamptz NOT NULL
);
CREATE TABLE sandbox_blocks (
    network text   NOT NULL REFERENCES sandbox_chains (network),
    height  bigint NOT NULL CHECK (height >= 0),
    hash    text   NOT NULL,
    PRIMARY KEY (network, height)
);
-- block_height is NULL while a transfer waits to be mined.
CREATE TABLE sandbox_transfers (
    network      text          NOT NULL REFERENCES sandbox_chains (network),
    txid         text          NOT NULL CHECK (length(txid) <= 128),
    address      text          NOT NULL CHECK (length(address) <= 128),
    memo         text          CHECK (length(memo) <= 128),
    currency     text          NOT NULL,
    amount       numeric(38,0) NOT NULL CHECK (amount > 0),
    block_height bigint,
    created_at   timestamptz   NOT NULL,
    PRIMARY KEY (network, txid)
);
CREATE INDEX sandbox_transfers_block ON sandbox_transfers (network, block_height);
