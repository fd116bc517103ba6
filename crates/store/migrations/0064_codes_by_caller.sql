-- A code that somebody else asks for ends none of mine: what is open is one code of each caller to an address, and not one in all. A
-- caller is a network, or a device that has signed in before. Servers of the version before go on meanwhile, and name none.
ALTER TABLE login_challenges ADD COLUMN caller text NOT NULL DEFAULT '' CHECK (length(caller) <= 64);
UPDATE login_challenges SET caller = network;
DROP INDEX login_challenges_open;
CREATE UNIQUE INDEX login_challenges_open ON login_challenges (tenant_id, email_normalized, caller)
    WHERE consumed_at IS NULL AND superseded_at IS NULL;
