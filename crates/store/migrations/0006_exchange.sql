-- Crate exchange: policies, quotes, limits, travel-rule evidence, deposit accounts, price history.
-- Its transactions are records of the ledger. `sealed` is explained in 0003_identity_people.sql.
-- `purge` is the exchange's job that deletes old rows. `erasure` is the end of an account closure.

-- A version of a tenant's policy: fees, limits, countries. `agio tenant`, or an approved proposal, inserts it. It never
-- changes; rows stay. The version in force is the latest whose effective_at has passed.
CREATE TABLE policies (
    tenant_id    uuid        NOT NULL,
    version      integer     NOT NULL CHECK (version >= 1),
    body         jsonb       NOT NULL CHECK (coalesce(body ->> 'version', '') = version::text),
    effective_at timestamptz NOT NULL,
    created_at   timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, version)
);
GRANT SELECT, INSERT ON policies TO agio_tenant;

-- A firm quote. The customer's request inserts it. It never changes; the change key of its order makes it single-use.
-- The purge deletes it a day after expires_at.
CREATE TABLE quotes (
    tenant_id  uuid        NOT NULL,
    id         uuid        NOT NULL,
    body       jsonb       NOT NULL,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL CHECK (expires_at > created_at),
    PRIMARY KEY (tenant_id, id)
);
-- As in records: bodies stay in line, compressed with lz4 if this PostgreSQL has it.
ALTER TABLE quotes ALTER COLUMN body SET STORAGE MAIN;
DO $$
BEGIN
    ALTER TABLE quotes ALTER COLUMN body SET COMPRESSION lz4;
EXCEPTION WHEN feature_not_supported THEN
    NULL;
END
$$;
CREATE INDEX quotes_expiry ON quotes (expires_at);
GRANT SELECT, INSERT ON quotes TO agio_tenant;

-- The use of a customer's velocity limits by one transaction, in euro cents. The order inserts it, under the
-- per-customer lock and before the transaction; a new price replaces it. It counts while the transaction is open, and
-- then as far as its money has moved. The purge deletes it after 31 days, later if its coins may still leave.
CREATE TABLE limit_uses (
    tenant_id      uuid        NOT NULL,
    transaction_id uuid        NOT NULL,
    user_id        uuid        NOT NULL,
    fiat           numeric(38) NOT NULL CHECK (fiat >= 0),       -- on banks and cards, both directions
    crypto_out     numeric(38) NOT NULL CHECK (crypto_out >= 0), -- outgoing coins
    at             timestamptz NOT NULL,
    -- Coins sent back to an address: for the travel rule, not for limits.
    refunded       numeric(38) CHECK (refunded >= 0),
    refunded_at    timestamptz,
    -- Whether the coins may still count together with others for the travel rule. False once they left more than a day
    -- ago, or cannot leave unless they are requested again.
    leaving        boolean     NOT NULL DEFAULT true,
    to_new         boolean     NOT NULL DEFAULT false, -- the coins leave to an address in its cooling-off period
    came           numeric(38) CHECK (came >= 0), -- incoming coins: those of a customer within a day count together
    came_at        timestamptz,                   -- when they were requested or kept
    -- What comes in and goes out by a payway, if a limit rule of the policy counts it: atoms, and their value in euro
    -- cents when they were counted.
    in_payway      text,
    in_currency    text,
    in_amount      numeric(38) CHECK (in_amount >= 0),
    in_euro        numeric(38) CHECK (in_euro >= 0),
    out_payway     text,
    out_currency   text,
    out_amount     numeric(38) CHECK (out_amount >= 0),
    out_euro       numeric(38) CHECK (out_euro >= 0),
    PRIMARY KEY (tenant_id, transaction_id),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id),
    CHECK (num_nulls(in_payway, in_currency, in_amount, in_euro) IN (0, 4)),
    CHECK (num_nulls(out_payway, out_currency, out_amount, out_euro) IN (0, 4)),
    CHECK ((refunded IS NULL) = (refunded_at IS NULL)),
    CHECK ((came IS NULL) = (came_at IS NULL))
);
CREATE INDEX limit_uses_user ON limit_uses (tenant_id, user_id, at);
CREATE INDEX limit_uses_age ON limit_uses (at);
CREATE INDEX limit_uses_leaving ON limit_uses (tenant_id, user_id, transaction_id) WHERE leaving;
CREATE INDEX limit_uses_came ON limit_uses (tenant_id, user_id, came_at) WHERE came_at IS NOT NULL;
GRANT SELECT, INSERT, UPDATE ON limit_uses TO agio_tenant;

-- A beneficiary wallet: a customer's statement about an external address, who owns it and who holds its keys. The
-- customer inserts it; another statement is a new row. A row that no order used is deleted when it is revoked or at
-- erasure. The purge deletes a used and revoked one five years after its last order.
CREATE TABLE wallets (
    tenant_id       uuid        NOT NULL,
    id              uuid        NOT NULL,
    user_id         uuid        NOT NULL,
    network         text        NOT NULL CHECK (length(network) BETWEEN 1 AND 20),
    address         text        NOT NULL CHECK (length(address) BETWEEN 1 AND 128),
    owner           text        NOT NULL CHECK (owner IN ('own', 'other')),
    holding         text        NOT NULL CHECK (holding IN ('service', 'self_hosted')),
    service         text        CHECK (length(service) BETWEEN 2 AND 400),
    beneficiary     bytea       CHECK (length(beneficiary) BETWEEN 34 AND 2000), -- the other owner; sealed
    declared_at     timestamptz NOT NULL,
    used_at         timestamptz, -- last order that rests on it
    challenge       text        CHECK (length(challenge) BETWEEN 1 AND 1000), -- message to sign; valid once
    challenge_until timestamptz,
    challenge_tries smallint    NOT NULL DEFAULT 0 CHECK (challenge_tries BETWEEN 0 AND 5),
    proof_message   text        CHECK (length(proof_message) BETWEEN 1 AND 1000), -- signed message, for auditors
    proof_signature text        CHECK (length(proof_signature) BETWEEN 1 AND 256),
    proved_at       timestamptz,
    revoked_at      timestamptz,
    PRIMARY KEY (tenant_id, id),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id),
    CHECK ((holding = 'service') = (service IS NOT NULL)),
    CHECK ((owner = 'other') = (beneficiary IS NOT NULL)),
    CHECK ((challenge IS NULL) = (challenge_until IS NULL)),
    CHECK ((proof_message IS NULL) = (proved_at IS NULL) AND (proof_signature IS NULL) = (proved_at IS NULL))
);
-- One current statement for each address of a customer.
CREATE UNIQUE INDEX wallets_address ON wallets (tenant_id, user_id, network, address) WHERE revoked_at IS NULL;
CREATE INDEX wallets_user ON wallets (tenant_id, user_id);
CREATE INDEX wallets_revoked ON wallets (used_at) WHERE revoked_at IS NOT NULL;
GRANT SELECT, INSERT, DELETE ON wallets TO agio_tenant;
-- The statement itself never changes.
GRANT UPDATE (used_at, challenge, challenge_until, challenge_tries, proof_message, proof_signature, proved_at,
              revoked_at) ON wallets TO agio_tenant;

-- An originator of incoming coins, as the receiving customer states: the travel rule asks above a threshold. The
-- customer inserts it; the next transaction that needs it takes it. The purge deletes a waiting statement after a day
-- and any after five years; a new waiting statement and erasure delete a waiting one at once.
CREATE TABLE senders (
    tenant_id      uuid        NOT NULL,
    id             uuid        NOT NULL,
    user_id        uuid        NOT NULL,
    transaction_id uuid,       -- NULL: waits for a transaction
    owner          text        NOT NULL CHECK (owner IN ('own', 'other')),
    holding        text        NOT NULL CHECK (holding IN ('service', 'self_hosted')),
    service        text        CHECK (length(service) BETWEEN 2 AND 400),
    originator     bytea       CHECK (length(originator) BETWEEN 34 AND 2000), -- the other owner; sealed
    declared_at    timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, id),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id),
    CHECK ((holding = 'service') = (service IS NOT NULL)),
    CHECK ((owner = 'other') = (originator IS NOT NULL))
);
-- One statement for each transaction, and one waiting for each customer.
CREATE UNIQUE INDEX senders_transaction ON senders (tenant_id, transaction_id) WHERE transaction_id IS NOT NULL;
CREATE UNIQUE INDEX senders_waiting ON senders (tenant_id, user_id) WHERE transaction_id IS NULL;
CREATE INDEX senders_user ON senders (tenant_id, user_id, declared_at);
CREATE INDEX senders_age ON senders (declared_at);
GRANT SELECT, INSERT, DELETE ON senders TO agio_tenant;
-- The statement itself never changes.
GRANT UPDATE (transaction_id) ON senders TO agio_tenant;

-- A payout address of a customer, for the cooling-off period of new ones. The first order to it inserts it, also if the
-- order is refused; only tenants whose policy has the period use it. The purge deletes it a year after last_at, and a
-- customer keeps the newest 500. Erasure deletes it.
CREATE TABLE payout_addresses (
    tenant_id uuid        NOT NULL,
    id        uuid        NOT NULL,
    user_id   uuid        NOT NULL,
    address   text        NOT NULL CHECK (length(address) BETWEEN 1 AND 128),
    -- '': none. At a service, another memo is another person.
    memo      text        NOT NULL CHECK (length(memo) <= 200),
    first_at  timestamptz NOT NULL,
    last_at   timestamptz NOT NULL,
    told_at   timestamptz, -- when the customer was notified of a large payout to it
    PRIMARY KEY (tenant_id, id),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id),
    CHECK (first_at <= last_at)
);
CREATE UNIQUE INDEX payout_addresses_address ON payout_addresses (tenant_id, user_id, address, memo);
CREATE INDEX payout_addresses_age ON payout_addresses (last_at);
GRANT SELECT, INSERT, DELETE ON payout_addresses TO agio_tenant;
GRANT UPDATE (first_at, last_at, told_at) ON payout_addresses TO agio_tenant;

-- A verification of payee: what the payee's bank answered about a name and an IBAN. The request inserts it before it
-- asks the bank, so that every question counts, and completes it with the answer. The order keeps its own copy. The
-- purge deletes it after a day, erasure at once.
CREATE TABLE payee_checks (
    tenant_id   uuid        NOT NULL,
    id          uuid        NOT NULL,
    profile_id  uuid        NOT NULL,
    iban        text        NOT NULL CHECK (length(iban) BETWEEN 5 AND 34),
    name        text        NOT NULL CHECK (length(name) BETWEEN 2 AND 50),
    asked_at    timestamptz NOT NULL,
    answer      text        CHECK (answer IN ('match', 'close_match', 'no_match', 'not_possible')), -- NULL: no answer
    suggested   text        CHECK (length(suggested) BETWEEN 2 AND 50), -- the name of a close match
    answered_at timestamptz,
    expires_at  timestamptz,
    user_id     uuid,       -- questions count by customer, over all profiles
    PRIMARY KEY (tenant_id, id),
    CHECK ((answer IS NULL) = (answered_at IS NULL) AND (answer IS NULL) = (expires_at IS NULL)),
    CHECK ((suggested IS NOT NULL) = (coalesce(answer, '') = 'close_match'))
);
CREATE INDEX payee_checks_of ON payee_checks (tenant_id, profile_id, asked_at);
CREATE INDEX payee_checks_age ON payee_checks (asked_at);
CREATE INDEX payee_checks_by ON payee_checks (tenant_id, user_id, asked_at);
GRANT SELECT, INSERT, DELETE ON payee_checks TO agio_tenant;
GRANT UPDATE (answer, suggested, answered_at, expires_at) ON payee_checks TO agio_tenant;

-- A deposit account: a permanent deposit address or bank reference of a profile, one for each currency and payway. The
-- customer's request inserts it. It never changes; rows stay.
CREATE TABLE deposit_accounts (
    tenant_id    uuid        NOT NULL,
    id           uuid        NOT NULL,
    profile_id   uuid        NOT NULL,
    user_id      uuid,       -- who opened it. NULL: the profile has no person
    currency     text        NOT NULL,
    payway       text        NOT NULL,
    -- For a bank transfer. NULL: the address is enough.
    reference    text        CHECK (length(reference) BETWEEN 1 AND 35),
    instructions jsonb       NOT NULL, -- for the payer, as in a transaction
    created_at   timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, id),
    UNIQUE (tenant_id, profile_id, currency, payway),
    UNIQUE (tenant_id, reference)
);
GRANT SELECT, INSERT ON deposit_accounts TO agio_tenant;

-- The transaction that holds a payment without an order. The first event of the payment inserts it, before the
-- transaction exists, so that all events of the payment find the same one. Rows stay.
CREATE TABLE arrivals (
    tenant_id      uuid        NOT NULL,
    rail           text        NOT NULL CHECK (length(rail) BETWEEN 1 AND 40),
    payment        text        NOT NULL CHECK (length(payment) BETWEEN 1 AND 300), -- the rail's id of the payment
    transaction_id uuid        NOT NULL,
    created_at     timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, rail, payment)
);
GRANT SELECT, INSERT ON arrivals TO agio_tenant;

-- A saved requisite: a bank account or address that a profile keeps for later payouts. The customer inserts, changes and
-- deletes it. The erasure of the customer deletes it too.
CREATE TABLE saved_requisites (
    tenant_id  uuid        NOT NULL,
    id         uuid        NOT NULL,
    profile_id uuid        NOT NULL,
    currency   text        NOT NULL, -- of later payouts
    payway     text        NOT NULL,
    place      text        NOT NULL CHECK (length(place) BETWEEN 1 AND 400), -- equal for equal destinations
    requisite  jsonb       NOT NULL,
    label      text        CHECK (length(label) BETWEEN 1 AND 50),
    created_at timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, id),
    UNIQUE (tenant_id, profile_id, currency, payway, place)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON saved_requisites TO agio_tenant;

-- A saved card: the acquirer's token, and what the customer recognises the card by. The number is never stored. The customer
-- inserts and deletes it; the same card again replaces its token. The erasure of the customer deletes it too.
CREATE TABLE saved_cards (
    tenant_id    uuid        NOT NULL,
    id           uuid        NOT NULL,
    profile_id   uuid        NOT NULL,
    token        text        NOT NULL, -- the acquirer's
    brand        text        NOT NULL,
    last4        text        NOT NULL CHECK (last4 ~ '^[0-9]{4}$'),
    expiry_year  smallint    NOT NULL CHECK (expiry_year BETWEEN 2000 AND 2100),
    expiry_month smallint    NOT NULL CHECK (expiry_month BETWEEN 1 AND 12),
    holder       text        NOT NULL CHECK (length(holder) BETWEEN 1 AND 100),
    created_at   timestamptz NOT NULL,
    -- When, from where and with which browser the cardholder agreed to charges without them.
    agreed_at         timestamptz,
    agreed_address    text,
    agreed_user_agent text CHECK (length(agreed_user_agent) <= 2048),
    PRIMARY KEY (tenant_id, id),
    UNIQUE (tenant_id, profile_id, brand, last4, expiry_year, expiry_month)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON saved_cards TO agio_tenant;

-- Orders that a profile keeps to make again: both ends, the amount and the destination. The customer writes it.
CREATE TABLE presets (
    tenant_id   uuid        NOT NULL,
    id          uuid        NOT NULL,
    profile_id  uuid        NOT NULL,
    name        text        NOT NULL CHECK (length(name) BETWEEN 1 AND 50),
    terms       jsonb       NOT NULL,
    archived_at timestamptz,
    created_at  timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, id)
);
CREATE INDEX presets_of_profile ON presets (tenant_id, profile_id, created_at DESC);
GRANT SELECT, INSERT, UPDATE, DELETE ON presets TO agio_tenant;

-- What a profile has chosen for an order that does not exist yet. The customer writes it, at most once a second; a new one
-- replaces it. Deleted by the customer, by the creation of the order, 7 days after the last change, and by erasure.
CREATE TABLE order_drafts (
    tenant_id  uuid        NOT NULL,
    profile_id uuid        NOT NULL,
    choices    jsonb       NOT NULL CHECK (length(choices::text) <= 1000), -- pair, amount, saved requisite's id, step
    saved_at   timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, profile_id)
);
CREATE INDEX order_drafts_by_time ON order_drafts (saved_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON order_drafts TO agio_tenant;

-- Exchanges that a profile plans: they repeat, or wait for a price. The customer writes it; the plans' job changes it
-- after each run, and `run` is part of the key of the run's order. Plans of a closed profile wait; erasure deletes them.
CREATE TABLE plans (
    tenant_id  uuid        NOT NULL,
    id         uuid        NOT NULL,
    profile_id uuid        NOT NULL,
    user_id    uuid        NOT NULL, -- whose limits apply
    terms      jsonb       NOT NULL, -- pair, amount, trigger
    state      text        NOT NULL CHECK (state IN ('active', 'paused', 'done', 'expired')),
    run        integer     NOT NULL CHECK (run >= 1), -- number of the next run
    next_at    timestamptz, -- NULL if only the price decides
    refusal    text        CHECK (length(refusal) <= 40), -- why the last run made no order
    refusals   smallint    NOT NULL DEFAULT 0 CHECK (refusals >= 0), -- refused runs in a row
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    client_key text        NOT NULL CHECK (length(client_key) BETWEEN 1 AND 200), -- idempotency key of the request
    PRIMARY KEY (tenant_id, id),
    UNIQUE (tenant_id, profile_id, client_key)
);
CREATE INDEX plans_of_profile ON plans (tenant_id, profile_id, created_at DESC);
CREATE INDEX plans_active ON plans (id) WHERE state = 'active';
GRANT SELECT, INSERT, UPDATE, DELETE ON plans TO agio_tenant;

-- The card that a customer's order is paid with, for the limit on new cards. The change that charges the card writes it.
-- Rows stay.
CREATE TABLE card_uses (
    tenant_id      uuid        NOT NULL,
    transaction_id uuid        NOT NULL,
    user_id        uuid        NOT NULL,
    brand          text        NOT NULL CHECK (length(brand) <= 40),
    last4          text        NOT NULL CHECK (last4 ~ '^[0-9]{4}$'),
    euro           numeric(38) NOT NULL CHECK (euro >= 0), -- euro cents
    at             timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, transaction_id)
);
CREATE INDEX card_uses_of_card ON card_uses (tenant_id, user_id, brand, last4, at);
GRANT SELECT, INSERT, UPDATE ON card_uses TO agio_tenant;

-- A charge of the saved card that pays a plan, for one date of the plan. The change that makes the order inserts it; a
-- decline marks it, so that the date can be tried again. Erasure deletes it; a deleted plan leaves its rows.
CREATE TABLE plan_charges (
    tenant_id      uuid    NOT NULL,
    transaction_id uuid    NOT NULL, -- the order
    plan_id        uuid    NOT NULL,
    due_on         date    NOT NULL, -- in the plan's time zone
    is_declined    boolean NOT NULL DEFAULT false,
    PRIMARY KEY (tenant_id, transaction_id)
);
-- Never two charges for one date.
CREATE UNIQUE INDEX plan_charges_once ON plan_charges (tenant_id, plan_id, due_on) WHERE NOT is_declined;
GRANT SELECT, INSERT, UPDATE, DELETE ON plan_charges TO agio_tenant;

-- Links by which the status of a transaction is seen without a sign-in. The owner makes and withdraws them. Only the hash
-- of the token is stored. Making a link deletes the profile's expired ones; erasure deletes all.
CREATE TABLE status_links (
    tenant_id      uuid        NOT NULL,
    profile_id     uuid        NOT NULL,
    transaction_id uuid        NOT NULL,
    id             uuid        NOT NULL,
    token_hash     bytea       NOT NULL CHECK (octet_length(token_hash) = 32), -- SHA-256
    expires_at     timestamptz NOT NULL,
    created_at     timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, profile_id, transaction_id)
);
CREATE UNIQUE INDEX status_links_by_token ON status_links (tenant_id, token_hash);
GRANT SELECT, INSERT, UPDATE, DELETE ON status_links TO agio_tenant;

-- A code of another service that was paid out, encrypted. The payout job inserts it before the payout is reported as
-- sent; showing it to its owner sets first_shown_at. Rows stay until the owner's account is deleted.
CREATE TABLE payout_codes (
    tenant_id      uuid        NOT NULL,
    transaction_id uuid        NOT NULL,
    leg            smallint    NOT NULL CHECK (leg >= 0),
    id             uuid        NOT NULL, -- the record that the encryption is bound to
    profile_id     uuid        NOT NULL,
    sealed         bytea       NOT NULL CHECK (octet_length(sealed) BETWEEN 34 AND 1024),
    created_at     timestamptz NOT NULL,
    first_shown_at timestamptz,
    PRIMARY KEY (tenant_id, transaction_id, leg)
);
CREATE INDEX payout_codes_of ON payout_codes (profile_id);
GRANT SELECT, INSERT, UPDATE, DELETE ON payout_codes TO agio_tenant;

-- The spending order of a profile: which balances may be spent, and in which order. The customer writes it. Rows stay.
-- Without a row the default applies: fiat first, coins last and disabled.
CREATE TABLE spending_orders (
    tenant_id  uuid        NOT NULL,
    profile_id uuid        NOT NULL,
    currencies text[]      NOT NULL CHECK (cardinality(currencies) <= 100), -- the first is spent first
    enabled    text[]      NOT NULL CHECK (enabled <@ currencies),
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, profile_id)
);
GRANT SELECT, INSERT, UPDATE ON spending_orders TO agio_tenant;

-- What a tenant does not quote for now: a pair of currencies in the order of their codes, or everything. An operator
-- inserts it, and deletes it to resume. The operators' log keeps both.
CREATE TABLE quoting_pauses (
    tenant_id uuid        NOT NULL,
    pair      text        NOT NULL CHECK (length(pair) BETWEEN 1 AND 40), -- such as BTC/EUR; '*' is everything
    reason    text        NOT NULL CHECK (length(reason) <= 500),
    made_by   text        NOT NULL CHECK (length(made_by) <= 254),
    made_at   timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, pair)
);
GRANT SELECT, INSERT, DELETE ON quoting_pauses TO agio_tenant;

-- What the platform paid so that a transaction got its quoted price although the market had moved. The change of the
-- transaction inserts it; the primary key allows one for each. It never changes; rows stay.
CREATE TABLE make_goods (
    tenant_id      uuid          NOT NULL,
    transaction_id uuid          NOT NULL,
    kind           text          NOT NULL CHECK (kind IN ('kept', 'credited')),
    currency       text          NOT NULL CHECK (length(currency) BETWEEN 2 AND 10),
    cost           numeric(38,0) NOT NULL CHECK (cost > 0), -- in atoms of the currency
    loss_cents     numeric(38,0) NOT NULL CHECK (loss_cents > 0), -- the same in euro cents
    made_at        timestamptz   NOT NULL,
    PRIMARY KEY (tenant_id, transaction_id)
);
CREATE INDEX make_goods_time ON make_goods (tenant_id, made_at);
GRANT SELECT, INSERT ON make_goods TO agio_tenant;

-- Payways that a tenant has switched off, or will: a maintenance window. An operator inserts it, and deletes it to resume.
-- The clock ends a window; the next insert deletes the row. The operators' log keeps all of them.
CREATE TABLE payway_pauses (
    tenant_id uuid        NOT NULL,
    id        uuid        NOT NULL,
    payway    text        NOT NULL CHECK (length(payway) BETWEEN 1 AND 40),
    flow      text        NOT NULL CHECK (flow IN ('IN', 'OUT', 'BOTH')), -- payments of customers, payouts to them
    cause     text        NOT NULL CHECK (length(cause) BETWEEN 1 AND 40), -- for customers
    texts     jsonb       NOT NULL, -- for customers, by language
    reason    text        NOT NULL CHECK (length(reason) <= 500), -- for operators
    begins_at timestamptz NOT NULL,
    ends_at   timestamptz CHECK (ends_at > begins_at), -- null: until it is resumed
    made_by   text        NOT NULL CHECK (length(made_by) <= 254),
    made_at   timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, id)
);
GRANT SELECT, INSERT, DELETE ON payway_pauses TO agio_tenant;

-- Nodes and sources of prices, which the server's settings connect, that a tenant has switched off. A job inserts it after
-- an operator has decided, and deletes it after two have. The operators' log keeps all of them.
CREATE TABLE connection_pauses (
    tenant_id  uuid        NOT NULL,
    connection text        NOT NULL CHECK (length(connection) BETWEEN 7 AND 106), -- "chain litecoin", "rates Kraken"
    reason     text        NOT NULL CHECK (length(reason) <= 500), -- for operators
    made_by    text        NOT NULL CHECK (length(made_by) <= 254),
    made_at    timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, connection)
);
GRANT SELECT, INSERT, DELETE ON connection_pauses TO agio_tenant;

-- The first prices read in a minute, hour or day. The recorder inserts it, and deletes minutes after 2 days and hours
-- after 91 days; days stay. Global: the prices of a market are the same for all of its tenants.
CREATE TABLE price_points (
    source text        NOT NULL CHECK (length(source) BETWEEN 1 AND 100), -- the market
    step   text        NOT NULL CHECK (step IN ('minute', 'hour', 'day')),
    at     timestamptz NOT NULL, -- start of the step
    prices jsonb       NOT NULL, -- euro per unit, as decimal text, by currency code
    PRIMARY KEY (source, step, at)
);

-- Row-level security, as in 0001_store.sql.
DO $$
DECLARE
    own constant text := $own$tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid$own$;
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['policies', 'quotes', 'limit_uses', 'wallets', 'senders', 'payout_addresses',
        'payee_checks', 'deposit_accounts', 'arrivals', 'saved_requisites', 'saved_cards', 'presets', 'order_drafts', 'plans',
        'plan_charges', 'card_uses', 'status_links', 'payout_codes', 'spending_orders', 'quoting_pauses', 'make_goods',
        'payway_pauses', 'connection_pauses']
    LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY tenant ON %I USING (%s) WITH CHECK (%s)', name, own, own);
    END LOOP;
END
$$;
