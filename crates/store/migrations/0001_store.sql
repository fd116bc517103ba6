-- Roles, the job queue, event streams and idempotency records.
--
-- Every tenant's row is behind forced row-level security, and requests reach it as agio_tenant, a role that owns
-- nothing and cannot pass by a policy. Roles belong to the whole cluster, so another database may have made it.
DO $$
BEGIN
    CREATE ROLE agio_tenant NOLOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE NOREPLICATION;
EXCEPTION WHEN duplicate_object OR unique_violation THEN
    NULL;
END
$$;
DO $$
BEGIN
    -- A superuser is a member of every role already; a managed server's owner is not.
    IF NOT pg_has_role(current_user, 'agio_tenant', 'MEMBER') THEN
        EXECUTE format('GRANT agio_tenant TO %I', current_user);
    END IF;
END
$$;
GRANT USAGE ON SCHEMA public TO agio_tenant;

-- Work to do after a commit. tenant_id is NULL for the platform's own jobs, which no tenant sees.
-- due_at is when a ready job may start, and when the lease of a running one ends: either way, when a worker may take it.
CREATE TABLE jobs (
    id           uuid        PRIMARY KEY,
    -- The order in which jobs were enqueued. A number of the database's: clocks of replicas differ, and due_at moves with
    -- every retry. Whoever enqueues under a lock (a deposit's row, a cursor) has the later number. All tenants share it,
    -- which is harmless: the queue is inside the house, and no answer to anybody carries the number.
    seq          bigint      GENERATED ALWAYS AS IDENTITY,
    tenant_id    uuid,
    kind         text        NOT NULL CHECK (length(kind) BETWEEN 1 AND 100),
    payload      jsonb       NOT NULL,
    state        text        NOT NULL DEFAULT 'ready' CHECK (state IN ('ready', 'running', 'done', 'dead')),
    due_at       timestamptz NOT NULL,
    attempt      integer     NOT NULL DEFAULT 0 CHECK (attempt >= 0),
    attempts_max integer     NOT NULL CHECK (attempts_max BETWEEN 1 AND 100000),
    unique_key   text        CHECK (length(unique_key) <= 300),
    serial_key   text        CHECK (length(serial_key) <= 300),
    last_error   text,
    created_at   timestamptz NOT NULL,
    finished_at  timestamptz
);
CREATE INDEX jobs_due ON jobs (due_at, id) WHERE state IN ('ready', 'running');
CREATE INDEX jobs_finished ON jobs (finished_at) WHERE state = 'done';
-- Jobs of one serial key run in the order of seq. A dead one holds those behind it: an operator revives or dismisses it.
CREATE INDEX jobs_serial ON jobs (serial_key, seq) WHERE serial_key IS NOT NULL AND state IN ('ready', 'running', 'dead');
-- A second request for work that is still waiting or under way adds nothing.
CREATE UNIQUE INDEX jobs_unique ON jobs (tenant_id, kind, unique_key) NULLS NOT DISTINCT
    WHERE unique_key IS NOT NULL AND state IN ('ready', 'running');
-- At most one job of a serial key runs at a time (a wallet's nonce, an order's payout). Claiming avoids a clash; this refuses it.
CREATE UNIQUE INDEX jobs_one_running ON jobs (serial_key) WHERE serial_key IS NOT NULL AND state = 'running';
ALTER TABLE jobs ENABLE ROW LEVEL SECURITY;
ALTER TABLE jobs FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON jobs
    USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
    WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE ON jobs TO agio_tenant;

-- The last tick that each schedule has enqueued, so that replicas enqueue one job per tick between them.
CREATE TABLE schedules (
    name      text   PRIMARY KEY CHECK (length(name) BETWEEN 1 AND 100),
    last_tick bigint NOT NULL
);

-- Event streams: what happened, in order and without a gap per owner, so that a screen can resume where it stopped.
CREATE TABLE event_heads (
    tenant_id uuid   NOT NULL,
    stream    uuid   NOT NULL,
    seq       bigint NOT NULL CHECK (seq >= 0),
    PRIMARY KEY (tenant_id, stream)
) WITH (fillfactor = 70);
CREATE TABLE events (
    tenant_id  uuid        NOT NULL,
    stream     uuid        NOT NULL,
    seq        bigint      NOT NULL CHECK (seq > 0),
    kind       text        NOT NULL CHECK (length(kind) BETWEEN 1 AND 100),
    subject    uuid        NOT NULL,
    body       jsonb       NOT NULL,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, stream, seq),
    FOREIGN KEY (tenant_id, stream) REFERENCES event_heads (tenant_id, stream)
);
ALTER TABLE event_heads ENABLE ROW LEVEL SECURITY;
ALTER TABLE event_heads FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON event_heads
    USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
    WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
ALTER TABLE events ENABLE ROW LEVEL SECURITY;
ALTER TABLE events FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON events
    USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
    WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE ON event_heads TO agio_tenant;
GRANT SELECT, INSERT ON events TO agio_tenant;

-- Answers already given, by idempotency key. status and body are NULL while the first request is still at work,
-- which it may be until locked_until; after that it has died and another may take the key over.
CREATE TABLE idempotency (
    tenant_id    uuid        NOT NULL,
    principal    uuid        NOT NULL,
    route        text        NOT NULL CHECK (length(route) <= 200),
    key          text        NOT NULL CHECK (length(key) BETWEEN 1 AND 255),
    request_hash bytea       NOT NULL,
    status       integer     CHECK (status BETWEEN 100 AND 599),
    body         bytea,
    locked_until timestamptz NOT NULL,
    created_at   timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, principal, route, key),
    CHECK ((status IS NULL) = (body IS NULL))
);
CREATE INDEX idempotency_age ON idempotency (tenant_id, created_at);
ALTER TABLE idempotency ENABLE ROW LEVEL SECURITY;
ALTER TABLE idempotency FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON idempotency
    USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
    WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON idempotency TO agio_tenant;
