-- Crate providers: the sandbox, which simulates banks, card acquirers and chains, banks that exchange files, and
-- connections that operators made.
-- Simulated chains are global, like real ones; all other tables belong to tenants.

-- A test card: how payments with it behave. The card form of the sandbox inserts it. No card number is stored. Rows
-- stay.
CREATE TABLE sandbox_cards (
    tenant_id  uuid        NOT NULL,
    token      text        NOT NULL CHECK (length(token) BETWEEN 1 AND 100),
    last4      text        NOT NULL CHECK (length(last4) = 4),
    brand      text        NOT NULL,
    behaviour  text        NOT NULL
        CHECK (behaviour IN ('ok', 'challenge', 'challenge_post', 'challenge_iframe', 'declined', 'not_enough_funds', 'expired')
               OR behaviour ~ '^[A-Z_]{3,60}$'), -- a reason of the failure catalogue
    created_at timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, token)
);
GRANT SELECT, INSERT ON sandbox_cards TO agio_tenant;

-- A movement on a simulated rail. A request to the rail (charge, payout, refund) or the sandbox controls (credit)
-- insert it; its outcome updates it. Rows stay.
CREATE TABLE sandbox_movements (
    tenant_id      uuid          NOT NULL,
    id             uuid          NOT NULL,
    rail           text          NOT NULL CHECK (rail IN ('card', 'iban', 'blik', 'mono', 'whitebit', 'bybitpay')),
    flow           text          NOT NULL CHECK (flow IN ('charge', 'credit', 'payout', 'refund')),
    key            text          NOT NULL CHECK (length(key) BETWEEN 1 AND 300), -- the caller's idempotency key
    transaction_id uuid,
    currency       text          NOT NULL,
    amount         numeric(38,0) NOT NULL CHECK (amount > 0),
    state          text          NOT NULL CHECK (state IN ('pending', 'done', 'refused')),
    reference      text          NOT NULL CHECK (length(reference) BETWEEN 1 AND 100), -- the rail's id; not guessable
    reason         text,
    return_url     text,
    payer          text,
    created_at     timestamptz   NOT NULL,
    updated_at     timestamptz   NOT NULL,
    due_at         timestamptz,  -- when it ends by itself, on the sandbox's clock. NULL: it does not
    account_id     uuid,         -- a deposit account
    purpose        text          CHECK (length(purpose) <= 140), -- what the payer wrote, if that is all the bank knows
    launch         text          NOT NULL CHECK (launch IN ('get', 'post', 'iframe')), -- how a cardholder reaches 3-D Secure
    PRIMARY KEY (tenant_id, id),
    UNIQUE (tenant_id, rail, key),
    UNIQUE (tenant_id, reference),
    CHECK (num_nonnulls(transaction_id, account_id, purpose) = 1)
);
CREATE INDEX sandbox_movements_of ON sandbox_movements (tenant_id, transaction_id, created_at);
CREATE INDEX sandbox_movements_due ON sandbox_movements (tenant_id, due_at)
    WHERE state = 'pending' AND due_at IS NOT NULL;
GRANT SELECT, INSERT, UPDATE ON sandbox_movements TO agio_tenant;

-- The clock of a sandbox's simulated bank: the tenant's time plus the skipped time. The sandbox controls only advance it. Rows stay.
CREATE TABLE sandbox_clocks (
    tenant_id     uuid        NOT NULL PRIMARY KEY,
    ahead_seconds bigint      NOT NULL CHECK (ahead_seconds BETWEEN 0 AND 31622400),
    updated_at    timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE ON sandbox_clocks TO agio_tenant;

-- The time of a sandbox: real time plus a lead, or frozen. Testers only move it forward. Rows stay. Only a sandbox can have
-- one: a live tenant is always on real time.
CREATE TABLE test_clocks (
    tenant_id     uuid        NOT NULL PRIMARY KEY,
    sandbox       boolean     NOT NULL DEFAULT true CHECK (sandbox),
    ahead_seconds bigint      NOT NULL CHECK (ahead_seconds BETWEEN 0 AND 31622401),
    frozen_at     timestamptz CHECK (frozen_at IS NULL OR ahead_seconds = 0), -- NULL: it runs
    revision      bigint      NOT NULL DEFAULT 0, -- number of changes, so that an old state does not replace a newer one
    updated_at    timestamptz NOT NULL,
    FOREIGN KEY (tenant_id, sandbox) REFERENCES tenants (id, sandbox)
);
GRANT SELECT, INSERT, UPDATE ON test_clocks TO agio_tenant;

-- The tip of a simulated chain, for a network without a node. The chain writes it. Rows stay.
CREATE TABLE sandbox_chains (
    network  text        PRIMARY KEY CHECK (length(network) <= 32),
    height   bigint      NOT NULL CHECK (height >= 0),
    fork     bigint      NOT NULL DEFAULT 0, -- number of reorgs, so that replaced blocks get other hashes
    mined_at timestamptz NOT NULL
);

-- A block of a simulated chain. Mining inserts it; a simulated reorg deletes it.
CREATE TABLE sandbox_blocks (
    network text   NOT NULL REFERENCES sandbox_chains (network),
    height  bigint NOT NULL CHECK (height >= 0),
    hash    text   NOT NULL,
    PRIMARY KEY (network, height)
);

-- A transfer on a simulated chain. The sandbox controls and broadcasts of payouts insert it. A simulated reorg or
-- double spend deletes it.
CREATE TABLE sandbox_transfers (
    network      text          NOT NULL REFERENCES sandbox_chains (network),
    txid         text          NOT NULL CHECK (length(txid) <= 128),
    address      text          NOT NULL CHECK (length(address) <= 128),
    memo         text          CHECK (length(memo) <= 128),
    currency     text          NOT NULL,
    amount       numeric(38,0) NOT NULL CHECK (amount > 0),
    block_height bigint,       -- NULL: in the mempool
    created_at   timestamptz   NOT NULL,
    PRIMARY KEY (network, txid)
);
CREATE INDEX sandbox_transfers_block ON sandbox_transfers (network, block_height);

-- A payment that a tenant's bank shall make. A payout or a refund inserts it, a payment file exports it, and a statement
-- ends it. Rows stay.
CREATE TABLE bank_payments (
    tenant_id      uuid          NOT NULL,
    key            text          NOT NULL CHECK (length(key) BETWEEN 1 AND 300), -- the caller's idempotency key
    transaction_id uuid          NOT NULL,
    end_to_end_id  text          NOT NULL CHECK (length(end_to_end_id) BETWEEN 1 AND 35),
    iban           text          NOT NULL CHECK (length(iban) <= 34),
    name           text          NOT NULL CHECK (length(name) <= 140),
    currency       text          NOT NULL CHECK (length(currency) = 3),
    amount         numeric(38,0) NOT NULL CHECK (amount > 0),
    remittance     text          NOT NULL CHECK (length(remittance) <= 140),
    -- 'rejected': no payment file can have it; 'refused': the bank refused its payment file
    state          text          NOT NULL CHECK (state IN ('waiting', 'rejected', 'exported', 'refused', 'settled', 'returned')),
    file_id        uuid,         -- NULL while it waits, and of a rejected one
    reason         text,         -- of a rejection, a refusal or a return
    refused_at     timestamptz,  -- when the bank refused its payment file, as an operator says
    debited_at     timestamptz,  -- when a statement had its debit
    returned_at    timestamptz,  -- when a statement had its return
    created_at     timestamptz   NOT NULL,
    updated_at     timestamptz   NOT NULL,
    PRIMARY KEY (tenant_id, key),
    UNIQUE (tenant_id, end_to_end_id),
    CHECK ((state IN ('waiting', 'rejected')) = (file_id IS NULL)),
    CHECK (state = 'rejected' OR (length(iban) >= 5 AND name <> ''))
);
CREATE INDEX bank_payments_waiting ON bank_payments (tenant_id, currency, created_at) WHERE state = 'waiting';
CREATE INDEX bank_payments_file ON bank_payments (tenant_id, file_id) WHERE file_id IS NOT NULL;
GRANT SELECT, INSERT, UPDATE ON bank_payments TO agio_tenant;

-- A payment file for a tenant's bank (ISO 20022 pain.001). An operator makes it, and may say that the bank refused it.
-- Rows stay.
CREATE TABLE bank_files (
    tenant_id  uuid          NOT NULL,
    id         uuid          NOT NULL,
    message_id text          NOT NULL CHECK (length(message_id) BETWEEN 1 AND 35),
    currency   text          NOT NULL CHECK (length(currency) = 3),
    payments   integer       NOT NULL CHECK (payments > 0),
    total      numeric(38,0) NOT NULL CHECK (total > 0),
    content    text          NOT NULL,
    made_by    text          NOT NULL CHECK (length(made_by) <= 254),
    created_at timestamptz   NOT NULL,
    refused_at timestamptz,
    by_folder  boolean       NOT NULL, -- whether a worker writes it into the bank's folder; a download before takes it out
    staged_at  timestamptz,  -- when it lay complete beside the folder: from then on only the move into it is left
    written_at timestamptz,  -- when it lay in the folder
    PRIMARY KEY (tenant_id, id),
    UNIQUE (tenant_id, message_id),
    CHECK (staged_at IS NULL OR by_folder),
    CHECK (written_at IS NULL OR staged_at IS NOT NULL)
);
-- Files that a worker has to write into the bank's folder.
CREATE INDEX bank_files_unwritten ON bank_files (tenant_id, created_at)
    WHERE by_folder AND written_at IS NULL AND refused_at IS NULL;
GRANT SELECT, INSERT, UPDATE (refused_at, by_folder, staged_at, written_at) ON bank_files TO agio_tenant;

-- A file of statements or notifications of a tenant's bank that an operator read, byte for byte. Rows never change and
-- stay.
CREATE TABLE bank_statement_files (
    tenant_id  uuid        NOT NULL,
    sha256     text        NOT NULL CHECK (sha256 ~ '^[0-9a-f]{64}$'),
    content    bytea       NOT NULL CHECK (length(content) BETWEEN 1 AND 8388608),
    created_at timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, sha256)
);
GRANT SELECT, INSERT ON bank_statement_files TO agio_tenant;

-- A statement or notification of a tenant's bank (ISO 20022 camt.053, camt.054) that an operator read. Rows never change
-- and stay.
CREATE TABLE bank_statements (
    tenant_id   uuid          NOT NULL,
    id          uuid          NOT NULL,
    file_sha256 text          NOT NULL,
    account     text          NOT NULL CHECK (length(account) <= 34),
    number      text          NOT NULL CHECK (length(number) <= 35),
    sequence    bigint,       -- the bank's sequence number of the account's statements
    currency    text          NOT NULL CHECK (length(currency) = 3),
    opening     numeric(38,0), -- booked balances, below zero for a debit balance; NULL if the statement has none
    opening_on  date,
    closing     numeric(38,0),
    closing_on  date,
    entries     integer       NOT NULL CHECK (entries >= 0),
    read_by     text          NOT NULL CHECK (length(read_by) <= 254),
    created_at  timestamptz   NOT NULL,
    PRIMARY KEY (tenant_id, id),
    FOREIGN KEY (tenant_id, file_sha256) REFERENCES bank_statement_files (tenant_id, sha256),
    CHECK ((opening IS NULL) = (opening_on IS NULL)),
    CHECK ((closing IS NULL) = (closing_on IS NULL))
);
CREATE INDEX bank_statements_balances ON bank_statements (tenant_id, currency, created_at)
    WHERE opening IS NOT NULL OR closing IS NOT NULL;
GRANT SELECT, INSERT ON bank_statements TO agio_tenant;

-- A booked entry of a statement. The first statement that has it inserts it; a later one changes nothing. An operator
-- acts once on an entry that means nothing known. Rows stay.
CREATE TABLE bank_entries (
    tenant_id    uuid          NOT NULL,
    id           uuid          NOT NULL,
    reference    text          NOT NULL CHECK (length(reference) BETWEEN 1 AND 60), -- of the payment, from the entry's key
    statement_id uuid          NOT NULL,
    meaning      text          NOT NULL CHECK (meaning IN ('payment', 'settled', 'returned', 'other')),
    is_credit    boolean       NOT NULL,
    currency     text          NOT NULL CHECK (length(currency) = 3),
    amount       numeric(38,0) NOT NULL CHECK (amount > 0),
    iban         text          CHECK (length(iban) <= 34),  -- of the other side, if the bank names it
    name         text          CHECK (length(name) <= 140),
    remittance   text          NOT NULL CHECK (length(remittance) <= 140),
    is_notified  boolean       NOT NULL, -- a notification has it, and not a statement
    is_lasting   boolean       NOT NULL, -- the bank's reference identifies it in every message
    booked_on    date,         -- the day of the booking, as the bank writes it
    end_to_end_id text         CHECK (length(end_to_end_id) <= 140),
    created_at   timestamptz   NOT NULL,
    acted_as     text          CHECK (acted_as IN ('done', 'payment')), -- NULL while it waits for an operator
    acted_by     text          CHECK (length(acted_by) <= 254),
    acted_at     timestamptz,
    PRIMARY KEY (tenant_id, reference),
    UNIQUE (tenant_id, id),
    CHECK (acted_as IS NULL OR meaning = 'other'),
    CHECK (acted_as IS DISTINCT FROM 'payment' OR is_credit)
);
CREATE INDEX bank_entries_statement ON bank_entries (tenant_id, statement_id);
CREATE INDEX bank_entries_alike ON bank_entries (tenant_id, currency, amount)
    WHERE meaning = 'payment' OR acted_as = 'payment';
CREATE INDEX bank_entries_unclear ON bank_entries (tenant_id, id) WHERE meaning = 'other' AND acted_as IS NULL;
GRANT SELECT, INSERT, UPDATE (acted_as, acted_by, acted_at) ON bank_entries TO agio_tenant;

-- A connection that an operator made in the console. Its settings and secrets never change; a change is a new row. A draft
-- is deleted when the next one of its kind is made, or becomes the connection that is on. A test and a switch update the
-- row. Rows that were on stay.
CREATE TABLE tenant_connections (
    tenant_id   uuid        NOT NULL,
    id          uuid        NOT NULL,
    kind        text        NOT NULL CHECK (kind IN ('bank', 'cards')),
    settings    jsonb       NOT NULL, -- without secrets
    sealed      bytea       CHECK (length(sealed) <= 4096), -- the secrets, encrypted for this row
    state       text        NOT NULL CHECK (state IN ('draft', 'on', 'off')),
    made_by     text        NOT NULL CHECK (length(made_by) <= 254),
    made_at     timestamptz NOT NULL,
    tested_at   timestamptz,
    test_passed boolean,
    test_answer text        CHECK (length(test_answer) <= 500),
    switched_at timestamptz,
    PRIMARY KEY (tenant_id, id),
    CHECK ((state = 'draft') = (switched_at IS NULL)),
    CHECK ((tested_at IS NULL) = (test_passed IS NULL) AND (tested_at IS NULL) = (test_answer IS NULL))
);
CREATE UNIQUE INDEX tenant_connections_draft ON tenant_connections (tenant_id, kind) WHERE state = 'draft';
CREATE UNIQUE INDEX tenant_connections_on ON tenant_connections (tenant_id, kind) WHERE state = 'on';
GRANT SELECT, INSERT, DELETE, UPDATE (state, tested_at, test_passed, test_answer, switched_at) ON tenant_connections
    TO agio_tenant;

-- Row-level security, as in 0001_store.sql.
DO $$
DECLARE
    own constant text := $own$tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid$own$;
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['sandbox_cards', 'sandbox_movements', 'sandbox_clocks', 'test_clocks', 'bank_payments',
                               'bank_files', 'bank_statement_files', 'bank_statements',
                               'bank_entries', 'tenant_connections']
    LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY tenant ON %I USING (%s) WITH CHECK (%s)', name, own, own);
    END LOOP;
END
$$;
