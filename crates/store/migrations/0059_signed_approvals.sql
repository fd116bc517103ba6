-- An approval is signed: the passkey of who agrees signs a challenge that is made of exactly the proposal that was read.

-- What a browser was asked to sign: for one proposal, with what makes its challenge like no other.
ALTER TABLE operator_passkey_ceremonies DROP CONSTRAINT operator_passkey_ceremonies_kind_check;
ALTER TABLE operator_passkey_ceremonies
    ADD COLUMN proposal_id uuid,
    ADD COLUMN nonce bytea CHECK (octet_length(nonce) = 32),
    ADD CONSTRAINT operator_passkey_ceremonies_kind_check CHECK (kind IN ('register', 'sign_in', 'confirm', 'approve')),
    ADD CONSTRAINT operator_passkey_ceremonies_proposal_check
        CHECK ((kind = 'approve') = (proposal_id IS NOT NULL) AND (proposal_id IS NULL) = (nonce IS NULL));

-- The signature, with everything that it takes to check it without us. It outlives the passkey, and is never changed.
CREATE TABLE approval_signatures (
    tenant_id          uuid        NOT NULL,
    proposal_id        uuid        NOT NULL,
    operator_id        uuid        NOT NULL,
    passkey_id         uuid        NOT NULL,
    -- As its owner called it then, and the host that it is of.
    passkey_name       text        NOT NULL CHECK (length(passkey_name) BETWEEN 1 AND 50),
    rp_id              text        NOT NULL CHECK (length(rp_id) BETWEEN 1 AND 253),
    credential_id      bytea       NOT NULL CHECK (octet_length(credential_id) BETWEEN 16 AND 1023),
    -- A SubjectPublicKeyInfo, and the algorithm by its number in COSE.
    public_key         bytea       NOT NULL CHECK (octet_length(public_key) BETWEEN 32 AND 4096),
    algorithm          integer     NOT NULL,
    -- What was signed, to the last byte.
    payload            text        NOT NULL CHECK (octet_length(payload) BETWEEN 2 AND 1048576),
    payload_hash       bytea       NOT NULL CHECK (octet_length(payload_hash) = 32),
    nonce              bytea       NOT NULL CHECK (octet_length(nonce) = 32),
    authenticator_data bytea       NOT NULL CHECK (octet_length(authenticator_data) BETWEEN 37 AND 8192),
    client_data_json   bytea       NOT NULL CHECK (octet_length(client_data_json) BETWEEN 1 AND 8192),
    signature          bytea       NOT NULL CHECK (octet_length(signature) BETWEEN 1 AND 4096),
    signed_at          timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, proposal_id),
    FOREIGN KEY (tenant_id, proposal_id) REFERENCES operator_proposals (tenant_id, id),
    FOREIGN KEY (tenant_id, operator_id) REFERENCES operators (tenant_id, id)
);
ALTER TABLE approval_signatures ENABLE ROW LEVEL SECURITY;
ALTER TABLE approval_signatures FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON approval_signatures
    USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
    WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
GRANT SELECT, INSERT ON approval_signatures TO agio_tenant;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON approval_signatures
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();
