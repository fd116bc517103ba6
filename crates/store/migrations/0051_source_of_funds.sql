-- Where somebody's money comes from (reference defaults C4: T3 needs the answer). What they answer is sealed with the tenant's key
-- of class kyc; how it stands is a verification like the others, and pictures that support it are documents like the others.
ALTER TABLE verifications DROP CONSTRAINT verifications_kind_check;
ALTER TABLE verifications ADD CONSTRAINT verifications_kind_check
    CHECK (kind IN ('PHONE', 'ADDRESS', 'IDENTITY', 'DECLARED_ADDRESS', 'SOURCE_OF_FUNDS'));

ALTER TABLE identity_documents DROP CONSTRAINT identity_documents_kind_check;
ALTER TABLE identity_documents ADD CONSTRAINT identity_documents_kind_check
    CHECK (kind IN ('IDENTITY', 'ADDRESS', 'SOURCE_OF_FUNDS'));
ALTER TABLE identity_documents DROP CONSTRAINT identity_documents_part_check;
ALTER TABLE identity_documents ADD CONSTRAINT identity_documents_part_check
    CHECK (part IN ('front', 'back', 'selfie', 'proof', 'evidence_1', 'evidence_2', 'evidence_3'));

CREATE TABLE source_of_funds (
    tenant_id     uuid        NOT NULL,
    id            uuid        NOT NULL,
    user_id       uuid        NOT NULL,
    sealed        bytea       NOT NULL CHECK (length(sealed) BETWEEN 34 AND 8192),
    -- When it was handed in: there are no drafts.
    created_at    timestamptz NOT NULL,
    -- When it was asked for anew, or its person left; what was looked at stays.
    superseded_at timestamptz,
    PRIMARY KEY (tenant_id, id),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id)
);
-- Of each person one stands.
CREATE UNIQUE INDEX source_of_funds_user ON source_of_funds (tenant_id, user_id) WHERE superseded_at IS NULL;
CREATE INDEX source_of_funds_all ON source_of_funds (tenant_id, user_id, created_at);
CREATE INDEX source_of_funds_age ON source_of_funds (superseded_at);
ALTER TABLE source_of_funds ENABLE ROW LEVEL SECURITY;
ALTER TABLE source_of_funds FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON source_of_funds
    USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
    WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
GRANT SELECT, INSERT ON source_of_funds TO agio_tenant;
-- The answer itself never changes.
GRANT UPDATE (superseded_at) ON source_of_funds TO agio_tenant;
