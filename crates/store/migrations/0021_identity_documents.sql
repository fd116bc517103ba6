-- What people hand in to show who they are. The pictures are made anew from what was sent, without anything else that was in
-- the file, and sealed with the tenant's key of class kyc.
CREATE TABLE identity_documents (
    tenant_id     uuid        NOT NULL,
    id            uuid        NOT NULL,
    user_id       uuid        NOT NULL,
    kind          text        NOT NULL CHECK (kind IN ('IDENTITY', 'ADDRESS')),
    part          text        NOT NULL CHECK (part IN ('front', 'back', 'selfie', 'proof')),
    document      text        CHECK (document IN ('passport', 'id_card', 'driving_licence', 'residence_permit')),
    country       text        CHECK (country ~ '^[A-Z]{2}$'),
    sealed        bytea       NOT NULL CHECK (length(sealed) BETWEEN 34 AND 17000000),
    created_at    timestamptz NOT NULL,
    -- When somebody was first asked to look at it. What never was is only a draft.
    submitted_at  timestamptz,
    -- When another took its place; what was looked at stays.
    superseded_at timestamptz,
    -- Whether it counts towards what one person may send.
    counts        boolean     NOT NULL DEFAULT true,
    PRIMARY KEY (tenant_id, id),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id),
    CHECK ((part IN ('front', 'back')) = (document IS NOT NULL)),
    CHECK ((document IS NULL) = (country IS NULL))
);
-- Of each part one stands.
CREATE UNIQUE INDEX identity_documents_part ON identity_documents (tenant_id, user_id, part) WHERE superseded_at IS NULL;
CREATE INDEX identity_documents_user ON identity_documents (tenant_id, user_id, created_at);
CREATE INDEX identity_documents_age ON identity_documents (created_at);
ALTER TABLE identity_documents ENABLE ROW LEVEL SECURITY;
ALTER TABLE identity_documents FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON identity_documents
    USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
    WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
GRANT SELECT, INSERT, DELETE ON identity_documents TO agio_tenant;
-- The picture itself never changes.
GRANT UPDATE (submitted_at, superseded_at, counts) ON identity_documents TO agio_tenant;
-- Who waits for somebody to look, the longest first.
CREATE INDEX verifications_awaited ON verifications (tenant_id, submitted_at, user_id)
    WHERE status IN ('PROCESSING', 'ON_HOLD');
