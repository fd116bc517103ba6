-- Addresses outside that people have spoken of: whose they are, who holds their keys, and the proof that one's own are one's own.
-- What an order rests on stays for five years after the last one; anything else is gone once it counts no more. Saying something
-- else is a new row.
CREATE TABLE wallets (
    tenant_id           uuid        NOT NULL,
    id                  uuid        NOT NULL,
    user_id             uuid        NOT NULL,
    network             text        NOT NULL CHECK (length(network) BETWEEN 1 AND 20),
    address             text        NOT NULL CHECK (length(address) BETWEEN 1 AND 128),
    owner               text        NOT NULL CHECK (owner IN ('own', 'other')),
    holding             text        NOT NULL CHECK (holding IN ('service', 'self_hosted')),
    service             text        CHECK (length(service) BETWEEN 2 AND 400),
    -- Who receives the coins, where it is somebody else: sealed.
    beneficiary         bytea       CHECK (length(beneficiary) BETWEEN 34 AND 2000),
    declared_at         timestamptz NOT NULL,
    -- When an order last rested on it.
    used_at             timestamptz,
    -- The message that is to be signed; it serves once.
    challenge           text        CHECK (length(challenge) BETWEEN 1 AND 1000),
    challenge_until     timestamptz,
    challenge_tries     smallint    NOT NULL DEFAULT 0 CHECK (challenge_tries BETWEEN 0 AND 5),
    -- The message that was signed, and its signature: what an auditor checks again.
    proof_message       text        CHECK (length(proof_message) BETWEEN 1 AND 1000),
    proof_signature     text        CHECK (length(proof_signature) BETWEEN 1 AND 256),
    proved_at           timestamptz,
    revoked_at          timestamptz,
    PRIMARY KEY (tenant_id, id),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id),
    CHECK ((holding = 'service') = (service IS NOT NULL)),
    CHECK ((owner = 'other') = (beneficiary IS NOT NULL)),
    CHECK ((challenge IS NULL) = (challenge_until IS NULL)),
    CHECK ((proof_message IS NULL) = (proved_at IS NULL) AND (proof_signature IS NULL) = (proved_at IS NULL))
);
-- Of each address of a person one word stands.
CREATE UNIQUE INDEX wallets_address ON wallets (tenant_id, user_id, network, address) WHERE revoked_at IS NULL;
CREATE INDEX wallets_user ON wallets (tenant_id, user_id);
CREATE INDEX wallets_revoked ON wallets (used_at) WHERE revoked_at IS NOT NULL;
ALTER TABLE wallets ENABLE ROW LEVEL SECURITY;
ALTER TABLE wallets FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON wallets
    USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
    WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
GRANT SELECT, INSERT, DELETE ON wallets TO agio_tenant;
-- What was said never changes.
GRANT UPDATE (used_at, challenge, challenge_until, challenge_tries, proof_message, proof_signature, proved_at, revoked_at)
    ON wallets TO agio_tenant;
