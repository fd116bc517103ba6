-- Verification of payee, and the clock of the played world.

-- What was asked of a payee's bank about a name and an account, and what it answered. The row is written before the bank is
-- asked, so that questions are counted however they end; one without an answer serves nothing. What became of an answer
-- stands with the order that was made on it.
CREATE TABLE payee_checks (
    tenant_id   uuid        NOT NULL,
    id          uuid        NOT NULL,
    profile_id  uuid        NOT NULL,
    iban        text        NOT NULL CHECK (length(iban) BETWEEN 5 AND 34),
    name        text        NOT NULL CHECK (length(name) BETWEEN 2 AND 50),
    asked_at    timestamptz NOT NULL,
    answer      text CHECK (answer IN ('match', 'close_match', 'no_match', 'not_possible')),
    suggested   text CHECK (length(suggested) BETWEEN 2 AND 50),
    answered_at timestamptz,
    expires_at  timestamptz,
    PRIMARY KEY (tenant_id, id),
    CHECK ((answer IS NULL) = (answered_at IS NULL) AND (answer IS NULL) = (expires_at IS NULL)),
    CHECK ((suggested IS NOT NULL) = (coalesce(answer, '') = 'close_match'))
);
-- For counting a profile's questions.
CREATE INDEX payee_checks_of ON payee_checks (tenant_id, profile_id, asked_at);
-- For forgetting old ones.
CREATE INDEX payee_checks_age ON payee_checks (asked_at);
ALTER TABLE payee_checks ENABLE ROW LEVEL SECURITY;
ALTER TABLE payee_checks FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON payee_checks
    USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
    WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
GRANT SELECT, INSERT ON payee_checks TO agio_tenant;
GRANT UPDATE (answer, suggested, answered_at, expires_at) ON payee_checks TO agio_tenant;

-- A tenant's sandbox runs with real time, this much ahead of it. It is only ever advanced.
CREATE TABLE sandbox_clocks (
    tenant_id     uuid        NOT NULL PRIMARY KEY,
    ahead_seconds bigint      NOT NULL CHECK (ahead_seconds BETWEEN 0 AND 31622400),
    updated_at    timestamptz NOT NULL
);
ALTER TABLE sandbox_clocks ENABLE ROW LEVEL SECURITY;
ALTER TABLE sandbox_clocks FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON sandbox_clocks
    USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
    WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE ON sandbox_clocks TO agio_tenant;

-- When a movement ends by itself, on the sandbox's clock; NULL where it does not take that clock's time.
ALTER TABLE sandbox_movements ADD COLUMN due_at timestamptz;
CREATE INDEX sandbox_movements_due ON sandbox_movements (tenant_id, due_at) WHERE state = 'pending' AND due_at IS NOT NULL;
