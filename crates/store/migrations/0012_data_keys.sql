-- The keys that people's secrets and personal data are encrypted with, themselves encrypted by the key-encryption key that only
-- the configuration has. One per class of data and generation; deleting one makes everything under it unreadable for good.
CREATE TABLE data_keys (
    tenant_id  uuid        NOT NULL,
    class      text        NOT NULL CHECK (class IN ('totp', 'pii', 'kyc')),
    generation integer     NOT NULL CHECK (generation >= 1),
    -- Nonce, key and tag of AES-256-GCM.
    wrapped    bytea       NOT NULL CHECK (octet_length(wrapped) = 60),
    created_at timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, class, generation)
);
ALTER TABLE data_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE data_keys FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON data_keys
    USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
    WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
GRANT SELECT, INSERT ON data_keys TO agio_tenant;
