-- After a sign-in from a device that a person had never signed in from, what they exchange from it is held to half of their limits for
-- a while: its owner has the mail about it by then. Nought turns it off.
ALTER TABLE tenants
    ADD COLUMN new_device_hours integer NOT NULL DEFAULT 24 CHECK (new_device_hours BETWEEN 0 AND 72);
-- In a sandbox everybody tries everything at once, with money that is none.
UPDATE tenants SET new_device_hours = 0 WHERE sandbox;
-- When the device of a session was first signed in from; null for one that was never new: the person's first, and those of before.
ALTER TABLE sessions ADD COLUMN new_device_at timestamptz;

-- Where a person has named that coins shall go, and when they first did: to an address that is new not much leaves at once. Only for
-- tenants whose policy says so.
CREATE TABLE payout_addresses (
    tenant_id uuid        NOT NULL,
    id        uuid        NOT NULL,
    user_id   uuid        NOT NULL,
    address   text        NOT NULL CHECK (length(address) BETWEEN 1 AND 128),
    -- Empty for none: at one address of a service, another memo is somebody else.
    memo      text        NOT NULL CHECK (length(memo) <= 200),
    first_at  timestamptz NOT NULL,
    last_at   timestamptz NOT NULL,
    -- When the person was told that somebody wants to send much there.
    told_at   timestamptz,
    PRIMARY KEY (tenant_id, id),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id),
    CHECK (first_at <= last_at)
);
CREATE UNIQUE INDEX payout_addresses_address ON payout_addresses (tenant_id, user_id, address, memo);
CREATE INDEX payout_addresses_age ON payout_addresses (last_at);
ALTER TABLE payout_addresses ENABLE ROW LEVEL SECURITY;
ALTER TABLE payout_addresses FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON payout_addresses
    USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
    WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
GRANT SELECT, INSERT, DELETE ON payout_addresses TO agio_tenant;
GRANT UPDATE (first_at, last_at, told_at) ON payout_addresses TO agio_tenant;
-- Whether what an order takes leaves to an address that was new then.
ALTER TABLE limit_uses ADD COLUMN to_new boolean NOT NULL DEFAULT false;
