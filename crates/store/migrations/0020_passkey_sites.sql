-- A passkey belongs to one host, and an answer to the very page that was asked. Nothing wrote these tables before, so they are empty.
ALTER TABLE passkeys
    ADD COLUMN rp_id text NOT NULL CHECK (length(rp_id) BETWEEN 1 AND 253);
ALTER TABLE passkey_ceremonies
    ADD COLUMN origin text NOT NULL CHECK (length(origin) BETWEEN 1 AND 300);
