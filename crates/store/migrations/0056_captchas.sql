-- Work that browsers have shown: a solution serves once. What is kept says of whom nothing.
CREATE TABLE used_captchas (
    tenant_id  uuid        NOT NULL,
    salt       bytea       NOT NULL CHECK (length(salt) = 16),
    -- From then on it would be too late for it anyway.
    expires_at timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, salt)
);
CREATE INDEX used_captchas_age ON used_captchas (expires_at);
ALTER TABLE used_captchas ENABLE ROW LEVEL SECURITY;
ALTER TABLE used_captchas FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON used_captchas
    USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
    WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
GRANT SELECT, INSERT ON used_captchas TO agio_tenant;
