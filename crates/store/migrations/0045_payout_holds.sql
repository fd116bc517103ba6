-- After a person's way in has changed, nothing of theirs leaves the house for a while: whoever took an account over changes the
-- email first, and its owner has this long to hear of it. Nought turns it off.
ALTER TABLE tenants
    ADD COLUMN payout_hold_hours integer NOT NULL DEFAULT 24 CHECK (payout_hold_hours BETWEEN 0 AND 72);
-- When lost factors last ended; `email_changed_at` is beside it.
ALTER TABLE users ADD COLUMN factors_reset_at timestamptz;
