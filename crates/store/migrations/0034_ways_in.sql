-- An authenticator app is set up by the session that began it, within its time, and only past a factor that came to be meanwhile
-- if the beginning was confirmed with one.
ALTER TABLE totp_factors ADD COLUMN session_id uuid, ADD COLUMN with_factor boolean NOT NULL DEFAULT false;
-- The same of a passkey.
ALTER TABLE passkey_ceremonies ADD COLUMN with_factor boolean NOT NULL DEFAULT false;

-- Where the person was reached before: notices that take protection away go there too, for a while.
ALTER TABLE users
    ADD COLUMN email_before text CHECK (length(email_before) BETWEEN 3 AND 254),
    ADD COLUMN email_changed_at timestamptz,
    ADD CHECK ((email_before IS NULL) = (email_changed_at IS NULL));

-- The session whose second factor the link still waits for.
ALTER TABLE pending_links ADD COLUMN session_id uuid;
CREATE INDEX pending_links_session ON pending_links (tenant_id, session_id) WHERE session_id IS NOT NULL;

-- What is tidied up by its age.
CREATE INDEX totp_factors_age ON totp_factors (created_at) WHERE confirmed_at IS NULL;
