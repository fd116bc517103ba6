-- Names by which customers send each other money. A name that was given up stays its owner's: money that is sent to it must never
-- reach another person.
CREATE TABLE handles (
    tenant_id   uuid        NOT NULL,
    -- Lower case, without the leading @.
    handle      text        NOT NULL CHECK (handle ~ '^[a-z][a-z0-9_]{2,19}$'),
    -- None once its owner has been erased.
    user_id     uuid,
    -- When it was given up; a person has one that was not.
    released_at timestamptz,
    created_at  timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, handle)
);
CREATE UNIQUE INDEX handles_current ON handles (tenant_id, user_id) WHERE released_at IS NULL;
CREATE INDEX handles_owner ON handles (tenant_id, user_id);
ALTER TABLE handles ENABLE ROW LEVEL SECURITY;
ALTER TABLE handles FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON handles
    USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
    WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE ON handles TO agio_tenant;
