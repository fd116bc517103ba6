-- Several profiles of one person: each has balances and orders of its own, limits and verification stay with the person.
ALTER TABLE profiles
    -- As its owner calls it; the first one needs no name.
    ADD COLUMN name text CHECK (length(name) BETWEEN 1 AND 50),
    ADD COLUMN closed_at timestamptz,
    ADD CONSTRAINT profiles_first_stays CHECK (position > 1 OR closed_at IS NULL);
GRANT UPDATE (name, closed_at) ON profiles TO agio_tenant;

-- Questions about payees are counted by person, so that a further profile is no way to ask more. Those of before are older than
-- the hour that counts as soon as this has been in force for one.
ALTER TABLE payee_checks ADD COLUMN user_id uuid;
CREATE INDEX payee_checks_by ON payee_checks (tenant_id, user_id, asked_at);
