-- Leaving for good: a person asks, a cool-off passes in which they can take it back, and then what tells who they were is erased.

-- How many days pass between asking and erasing. A request is to be answered within a month (Regulation (EU) 2016/679, article 12).
ALTER TABLE tenants
    ADD COLUMN closing_days integer NOT NULL DEFAULT 14 CHECK (closing_days BETWEEN 1 AND 30);
-- An erased person keeps their uuid, under which the books stand, and nothing else.
ALTER TABLE users
    DROP CONSTRAINT users_status_check,
    ADD CONSTRAINT users_status_check CHECK (status IN ('active', 'blocked', 'erased'));

CREATE TABLE account_closings (
    tenant_id    uuid        NOT NULL,
    id           uuid        NOT NULL,
    user_id      uuid        NOT NULL,
    -- Why, in their words; gone with everything else at the end.
    reason       text        CHECK (length(reason) BETWEEN 1 AND 500),
    requested_at timestamptz NOT NULL,
    due_at       timestamptz NOT NULL CHECK (due_at > requested_at),
    -- When somebody last looked whether anything has come in.
    checked_at   timestamptz NOT NULL,
    state        text        NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'taken_back', 'stopped', 'done')),
    ended_at     timestamptz,
    PRIMARY KEY (tenant_id, id),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id),
    CHECK ((state = 'waiting') = (ended_at IS NULL)),
    CHECK (state <> 'done' OR reason IS NULL)
);
CREATE UNIQUE INDEX account_closings_waiting ON account_closings (tenant_id, user_id) WHERE state = 'waiting';
CREATE INDEX account_closings_checked ON account_closings (checked_at) WHERE state = 'waiting';
ALTER TABLE account_closings ENABLE ROW LEVEL SECURITY;
ALTER TABLE account_closings FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON account_closings
    USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
    WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE ON account_closings TO agio_tenant;
-- What erasing takes away.
GRANT DELETE ON sessions, login_challenges, contact_challenges, counters, factor_settings, factor_resets, provider_attempts,
    pending_links, user_sources, payee_checks TO agio_tenant;
