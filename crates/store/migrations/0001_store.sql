-- Crate store: the role of requests, job queue, event streams, idempotency records, secrets of the installation.
--
-- The schema is one file per owning crate. A later file may refer to tables of an earlier one.
-- Requests run as agio_tenant. The role owns nothing, cannot bypass row-level security, and gets its rights per table.
-- Every table with a tenant_id forces row-level security; the last statement of each file creates the policies.
-- A table without a tenant_id is global: requests do not see it unless a GRANT says so.

-- Roles belong to the cluster, so another database may have created this one already.
DO $$
BEGIN
    CREATE ROLE agio_tenant NOLOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE NOREPLICATION;
EXCEPTION WHEN duplicate_object OR unique_violation THEN
    NULL;
END
$$;
-- A superuser is a member of every role already. The owner of a managed server is not.
DO $$
BEGIN
    IF NOT pg_has_role(current_user, 'agio_tenant', 'MEMBER') THEN
        EXECUTE format('GRANT agio_tenant TO %I', current_user);
    END IF;
END
$$;
GRANT USAGE ON SCHEMA public TO agio_tenant;

-- A job: work to do after a commit. The transaction that needs the work inserts it; a worker claims and ends it.
-- Housekeeping deletes done jobs after 7 days. Dead jobs stay; an operator revives or dismisses them.
CREATE TABLE jobs (
    id           uuid        PRIMARY KEY,
    -- Order of enqueueing. The database assigns it, because clocks of replicas differ and due_at moves with retries.
    -- All tenants share the sequence; no response contains the number.
    seq          bigint      GENERATED ALWAYS AS IDENTITY,
    tenant_id    uuid,       -- NULL: a job of the platform, which no tenant sees
    kind         text        NOT NULL CHECK (length(kind) BETWEEN 1 AND 100),
    payload      jsonb       NOT NULL,
    state        text        NOT NULL DEFAULT 'ready' CHECK (state IN ('ready', 'running', 'done', 'dead')),
    due_at       timestamptz NOT NULL, -- when a worker may take it: start of a ready job, end of a running job's lease
    attempt      integer     NOT NULL DEFAULT 0 CHECK (attempt >= 0),
    attempts_max integer     NOT NULL CHECK (attempts_max BETWEEN 1 AND 100000),
    unique_key   text        CHECK (length(unique_key) <= 300),
    serial_key   text        CHECK (length(serial_key) <= 300),
    last_error   text,
    created_at   timestamptz NOT NULL,
    finished_at  timestamptz,
    -- Key of the advisory lock that the session of the running job's worker holds. NULL: only the lease counts.
    worker       integer
);
CREATE INDEX jobs_due ON jobs (due_at, id) WHERE state IN ('ready', 'running');
CREATE INDEX jobs_finished ON jobs (finished_at) WHERE state = 'done';
-- Jobs of one serial key run in the order of seq. A dead job blocks those behind it; dismissing it clears its key.
CREATE INDEX jobs_serial ON jobs (serial_key, seq)
    WHERE serial_key IS NOT NULL AND state IN ('ready', 'running', 'dead');
-- A request for work that already waits or runs adds nothing.
CREATE UNIQUE INDEX jobs_unique ON jobs (tenant_id, kind, unique_key) NULLS NOT DISTINCT
    WHERE unique_key IS NOT NULL AND state IN ('ready', 'running');
-- At most one job of a serial key runs (a wallet's nonce, an order's payout). Claiming avoids a clash; this refuses it.
CREATE UNIQUE INDEX jobs_one_running ON jobs (serial_key) WHERE serial_key IS NOT NULL AND state = 'running';
-- For the check, once a second, for running jobs whose worker has died.
CREATE INDEX jobs_running ON jobs (worker) WHERE state = 'running' AND worker IS NOT NULL;
-- For the console: the jobs of a transaction.
CREATE INDEX jobs_transaction ON jobs (tenant_id, (payload ->> 'transaction')) WHERE payload ? 'transaction';
GRANT SELECT, INSERT, UPDATE ON jobs TO agio_tenant;

-- The last tick of a schedule that was enqueued. The scheduler writes it, so that replicas enqueue one job per tick
-- between them. Global. Rows stay.
CREATE TABLE schedules (
    name      text   PRIMARY KEY CHECK (length(name) BETWEEN 1 AND 100),
    last_tick bigint NOT NULL
);

-- The number of a stream's newest event. The statement before the insert of the event advances it, in one transaction.
-- Rows stay, so that no number repeats.
CREATE TABLE event_heads (
    tenant_id uuid   NOT NULL,
    stream    uuid   NOT NULL, -- the owner of the stream
    seq       bigint NOT NULL CHECK (seq >= 0),
    PRIMARY KEY (tenant_id, stream)
) WITH (fillfactor = 70);
GRANT SELECT, INSERT, UPDATE ON event_heads TO agio_tenant;

-- An event of a stream, in order and without gaps, so that a client can resume where it stopped. The transaction that
-- causes it inserts it. Housekeeping deletes events after 90 days. There is no foreign key to event_heads: its check
-- would cost as much as the insert.
CREATE TABLE events (
    tenant_id  uuid        NOT NULL,
    stream     uuid        NOT NULL,
    seq        bigint      NOT NULL CHECK (seq > 0),
    kind       text        NOT NULL CHECK (length(kind) BETWEEN 1 AND 100),
    subject    uuid        NOT NULL,
    body       jsonb       NOT NULL,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, stream, seq)
);
-- For housekeeping. Events are inserted in the order of time, so block ranges are enough and cost little per insert.
CREATE INDEX events_age ON events USING brin (created_at) WITH (autosummarize = on);
GRANT SELECT, INSERT ON events TO agio_tenant;

-- The response to an Idempotency-Key. The API inserts it when the first request begins and completes it with the
-- response. Housekeeping deletes it after 30 days; a request that fails without a response deletes it at once.
CREATE TABLE idempotency (
    tenant_id    uuid        NOT NULL,
    principal    uuid        NOT NULL, -- customer or API key that sent the request
    route        text        NOT NULL CHECK (length(route) <= 200),
    key          text        NOT NULL CHECK (length(key) BETWEEN 1 AND 255),
    request_hash bytea       NOT NULL,
    status       integer     CHECK (status BETWEEN 100 AND 599), -- NULL: the first request is in progress
    body         bytea,
    -- After this, an unfinished request counts as dead and the next takes the key over.
    locked_until timestamptz NOT NULL,
    created_at   timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, principal, route, key),
    CHECK ((status IS NULL) = (body IS NULL))
);
-- For housekeeping, which deletes by age over all tenants.
CREATE INDEX idempotency_age ON idempotency (created_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON idempotency TO agio_tenant;

-- The fingerprint of a secret of the installation. The first start inserts it; each later start compares it, because
-- another secret makes sealed data unreadable and breaks logs and codes. Global. Rows stay.
CREATE TABLE installation (
    secret  text        PRIMARY KEY CHECK (length(secret) BETWEEN 1 AND 40), -- its name
    mark    bytea       NOT NULL CHECK (octet_length(mark) = 32),
    made_at timestamptz NOT NULL
);

-- Row-level security: a transaction sees and writes only the rows of the tenant in app.tenant_id.
-- Tables that the Journal writes in bulk evaluate the setting once per statement (sub-select). The others evaluate it
-- inline, where the planner sees its value.
DO $$
DECLARE
    setting constant text   := $own$nullif(current_setting('app.tenant_id', true), '')::uuid$own$;
    bulk    constant text[] := ARRAY['jobs', 'event_heads', 'events'];
    inline  constant text[] := ARRAY['idempotency'];
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
