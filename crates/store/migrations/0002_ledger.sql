-- The ledger: accounts, transfers, holds, the keys of changes, and the records that change together with money.
--
-- The application's role writes transfers, changes and history once and can never update or delete them; a trigger says the
-- same to everybody else. Between these tables there are no foreign keys: the Journal alone writes them, a check per row
-- would cost half of its speed, and `agio verify` proves every reference.

-- id is made from the account's name by the ledger. fillfactor leaves room for the next version of a hot account on its page.
CREATE TABLE accounts (
    tenant_id       uuid          NOT NULL,
    id              bigint        NOT NULL,
    book            text          NOT NULL CHECK (book IN ('customer', 'transit', 'desk', 'rail', 'fee_income', 'network_cost',
                                                           'cashback', 'rounding', 'quarantine', 'adjustment')),
    owner           uuid,
    sub             text          CHECK (length(sub) BETWEEN 1 AND 40),
    currency        text          NOT NULL CHECK (length(currency) BETWEEN 2 AND 10),
    limited         text          NOT NULL CHECK (limited IN ('debits_within_credits', 'none')),
    debits_posted   numeric(38,0) NOT NULL DEFAULT 0 CHECK (debits_posted >= 0),
    credits_posted  numeric(38,0) NOT NULL DEFAULT 0 CHECK (credits_posted >= 0),
    debits_pending  numeric(38,0) NOT NULL DEFAULT 0 CHECK (debits_pending >= 0),
    credits_pending numeric(38,0) NOT NULL DEFAULT 0 CHECK (credits_pending >= 0),
    version         bigint        NOT NULL DEFAULT 0 CHECK (version >= 0),
    opened_at       timestamptz   NOT NULL,
    PRIMARY KEY (tenant_id, id),
    CHECK ((book = 'customer') = (owner IS NOT NULL)),
    CONSTRAINT accounts_not_overdrawn CHECK (limited = 'none' OR debits_posted + debits_pending <= credits_posted)
) WITH (fillfactor = 50);
CREATE INDEX accounts_owner ON accounts (tenant_id, owner) WHERE owner IS NOT NULL;

-- One row carries both sides. Of each: the account, its version that this transfer made, and its posted balance after it
-- (credits less debits). posted and pending are what the transfer adds to both accounts' posted and pending figures; ending
-- a hold takes its whole amount out of pending, hence the minus.
CREATE TABLE transfers (
    tenant_id      uuid          NOT NULL,
    id             uuid          NOT NULL,
    change_id      uuid          NOT NULL,
    record_id      uuid,
    kind           text          NOT NULL CHECK (kind IN ('post', 'hold', 'post_hold', 'void_hold', 'expire_hold')),
    code           text          NOT NULL CHECK (length(code) BETWEEN 1 AND 60),
    debit_account  bigint        NOT NULL,
    debit_version  bigint        NOT NULL CHECK (debit_version > 0),
    debit_balance  numeric(38,0) NOT NULL,
    credit_account bigint        NOT NULL CHECK (credit_account <> debit_account),
    credit_version bigint        NOT NULL CHECK (credit_version > 0),
    credit_balance numeric(38,0) NOT NULL,
    posted         numeric(38,0) NOT NULL CHECK (posted >= 0),
    pending        numeric(38,0) NOT NULL CHECK (posted <> 0 OR pending <> 0),
    hold_id        uuid          CHECK ((hold_id IS NOT NULL) = (pending < 0)),
    created_at     timestamptz   NOT NULL,
    PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX transfers_debit ON transfers (tenant_id, debit_account, debit_version);
CREATE UNIQUE INDEX transfers_credit ON transfers (tenant_id, credit_account, credit_version);

-- Where each pending transfer stands. id is its transfer's.
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

-- The key of every change that was ever committed, and the receipt it got.
CREATE TABLE changes (
    tenant_id      uuid        NOT NULL,
    key            text        NOT NULL CHECK (octet_length(key) BETWEEN 1 AND 200),
    id             uuid        NOT NULL,
    record_id      uuid,
    record_version bigint      NOT NULL CHECK ((record_version > 0) = (record_id IS NOT NULL)),
    committed_at   timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, key)
);

-- What changes together with money: a person's transactions above all.
CREATE TABLE records (
    tenant_id  uuid        NOT NULL,
    id         uuid        NOT NULL,
    kind       text        NOT NULL CHECK (length(kind) BETWEEN 1 AND 60),
    owner      uuid        NOT NULL,
    status     text        NOT NULL CHECK (length(status) BETWEEN 1 AND 60),
    version    bigint      NOT NULL CHECK (version > 0),
    body       jsonb       NOT NULL,
    due_at     timestamptz,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, id)
) WITH (fillfactor = 70);
CREATE INDEX records_owner ON records (tenant_id, kind, owner, id);
CREATE INDEX records_due ON records (kind, due_at) WHERE due_at IS NOT NULL;

CREATE TABLE record_history (
    tenant_id uuid        NOT NULL,
    record_id uuid        NOT NULL,
    version   bigint      NOT NULL CHECK (version > 0),
    change_id uuid        NOT NULL,
    status    text        NOT NULL CHECK (length(status) BETWEEN 1 AND 60),
    actor     text        NOT NULL CHECK (length(actor) BETWEEN 1 AND 200),
    reason    text        NOT NULL CHECK (length(reason) BETWEEN 1 AND 500),
    at        timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, record_id, version)
);

CREATE FUNCTION ledger_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'rows of % are written once and stay: correct them with new ones', TG_TABLE_NAME
        USING ERRCODE = 'insufficient_privilege';
END
$$;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON transfers
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON changes
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON record_history
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();

ALTER TABLE accounts ENABLE ROW LEVEL SECURITY;
ALTER TABLE accounts FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON accounts
    USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
    WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
ALTER TABLE transfers ENABLE ROW LEVEL SECURITY;
ALTER TABLE transfers FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON transfers
    USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
    WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
ALTER TABLE holds ENABLE ROW LEVEL SECURITY;
ALTER TABLE holds FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON holds
    USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
    WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
ALTER TABLE changes ENABLE ROW LEVEL SECURITY;
ALTER TABLE changes FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON changes
    USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
    WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
ALTER TABLE records ENABLE ROW LEVEL SECURITY;
ALTER TABLE records FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON records
    USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
    WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
ALTER TABLE record_history ENABLE ROW LEVEL SECURITY;
ALTER TABLE record_history FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON record_history
    USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
    WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);

GRANT SELECT, INSERT ON accounts, transfers, holds, changes, records, record_history TO agio_tenant;
GRANT UPDATE (debits_posted, credits_posted, debits_pending, credits_pending, version) ON accounts TO agio_tenant;
GRANT UPDATE (state, ended_at) ON holds TO agio_tenant;
GRANT UPDATE (status, version, body, due_at, updated_at) ON records TO agio_tenant;
