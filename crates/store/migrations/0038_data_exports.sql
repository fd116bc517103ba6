-- Copies of everything that is kept about a person, made on their word, sealed with the tenant's key and kept for a week.
CREATE TABLE data_exports (
    tenant_id    uuid        NOT NULL,
    id           uuid        NOT NULL,
    user_id      uuid        NOT NULL,
    state        text        NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'ready', 'failed')),
    requested_at timestamptz NOT NULL,
    ready_at     timestamptz,
    -- When it is gone.
    expires_at   timestamptz,
    -- Which attempt at writing it counts: a worker that was given up may still be writing its own parts.
    run          uuid,
    bytes        bigint      CHECK (bytes > 0),
    PRIMARY KEY (tenant_id, id),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id),
    CHECK ((state = 'ready') = (ready_at IS NOT NULL AND expires_at IS NOT NULL AND run IS NOT NULL AND bytes IS NOT NULL))
);
-- One at a time.
CREATE UNIQUE INDEX data_exports_waiting ON data_exports (tenant_id, user_id) WHERE state = 'waiting';
CREATE INDEX data_exports_user ON data_exports (tenant_id, user_id, requested_at DESC);
CREATE INDEX data_exports_age ON data_exports (requested_at);
CREATE INDEX data_exports_expiry ON data_exports (expires_at);

-- The file, in pieces that are sealed each by itself (class pii, this id), so that none has to be in memory whole.
CREATE TABLE data_export_parts (
    tenant_id  uuid        NOT NULL,
    id         uuid        NOT NULL,
    export_id  uuid        NOT NULL,
    run        uuid        NOT NULL,
    number     integer     NOT NULL CHECK (number BETWEEN 1 AND 1000),
    sealed     bytea       NOT NULL CHECK (octet_length(sealed) BETWEEN 34 AND 4194304),
    PRIMARY KEY (tenant_id, id),
    UNIQUE (tenant_id, export_id, run, number),
    FOREIGN KEY (tenant_id, export_id) REFERENCES data_exports (tenant_id, id) ON DELETE CASCADE
);

DO $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['data_exports', 'data_export_parts']
    LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format(
            'CREATE POLICY tenant ON %I
                USING (tenant_id = nullif(current_setting(''app.tenant_id'', true), '''')::uuid)
                WITH CHECK (tenant_id = nullif(current_setting(''app.tenant_id'', true), '''')::uuid)', name);
    END LOOP;
END
$$;
GRANT SELECT, INSERT, UPDATE, DELETE ON data_exports TO agio_tenant;
GRANT SELECT, INSERT, DELETE ON data_export_parts TO agio_tenant;
