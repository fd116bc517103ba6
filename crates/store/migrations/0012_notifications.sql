-- Crate identity, part 4: what customers are told in the app, by email, by web push and by Telegram, and what they want to be told.

-- A notification of a customer. The job mail.send inserts it, once for each event, before it sends the email. Only the
-- parameters are stored; the words are in the catalogues. Erasure deletes it, the purge after 180 days.
CREATE TABLE notifications (
    tenant_id  uuid        NOT NULL,
    id         uuid        NOT NULL,
    user_id    uuid        NOT NULL,
    profile_id uuid,       -- the profile that it is about; NULL: the person
    key        text        NOT NULL CHECK (length(key) BETWEEN 1 AND 200), -- the event, so that it is told once
    kind       text        NOT NULL CHECK (kind ~ '^[a-z_]{3,40}$'),
    topic      text        NOT NULL CHECK (topic IN ('security', 'orders', 'money', 'payments', 'prices', 'documents', 'account')),
    content    jsonb       NOT NULL CHECK (jsonb_typeof(content) = 'object'),
    created_at timestamptz NOT NULL,
    read_at    timestamptz,
    PRIMARY KEY (tenant_id, id),
    UNIQUE (tenant_id, key),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id)
);
CREATE INDEX notifications_of_user ON notifications (tenant_id, user_id, id DESC);
CREATE INDEX notifications_unread ON notifications (tenant_id, user_id) WHERE read_at IS NULL;
CREATE INDEX notifications_age ON notifications (created_at);
GRANT SELECT, INSERT, DELETE ON notifications TO agio_tenant;
GRANT UPDATE (read_at) ON notifications TO agio_tenant;

-- What a customer wants to be told, and when. Without a row the defaults apply. Erasure deletes it.
CREATE TABLE notification_settings (
    tenant_id     uuid        NOT NULL,
    user_id       uuid        NOT NULL,
    off           text[]      NOT NULL DEFAULT '{}' CHECK (cardinality(off) <= 40), -- pairs of topic and channel: prices:mail
    quiet_from    smallint    CHECK (quiet_from BETWEEN 0 AND 1439), -- minutes of the local day
    quiet_to      smallint    CHECK (quiet_to BETWEEN 0 AND 1439),
    time_zone     text        NOT NULL DEFAULT 'UTC' CHECK (length(time_zone) BETWEEN 1 AND 64), -- IANA name
    shows_details boolean     NOT NULL DEFAULT false, -- whether web push and Telegram messages show amounts
    by_text       boolean     NOT NULL DEFAULT false, -- whether security notices also come as text messages
    updated_at    timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, user_id),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id),
    CHECK ((quiet_from IS NULL) = (quiet_to IS NULL)),
    CHECK (quiet_from <> quiet_to)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON notification_settings TO agio_tenant;

-- The key pair with which a tenant signs web push messages (VAPID, RFC 8292). The first use inserts it. Rows stay:
-- browsers subscribe to one key.
CREATE TABLE push_keys (
    tenant_id  uuid        PRIMARY KEY,
    id         uuid        NOT NULL,
    public_key bytea       NOT NULL CHECK (octet_length(public_key) = 65), -- uncompressed point of P-256
    sealed     bytea       NOT NULL CHECK (octet_length(sealed) BETWEEN 34 AND 512), -- private key, PKCS #8; class push
    created_at timestamptz NOT NULL
);
GRANT SELECT, INSERT ON push_keys TO agio_tenant;

-- A browser that receives web push messages of a customer. The browser's subscription inserts it. The end of its session,
-- the customer, the push service (404 or 410) or erasure deletes it.
CREATE TABLE push_devices (
    tenant_id  uuid        NOT NULL,
    id         uuid        NOT NULL,
    user_id    uuid        NOT NULL,
    session_id uuid        NOT NULL, -- that subscribed last
    endpoint   text        NOT NULL CHECK (length(endpoint) BETWEEN 10 AND 1000),
    public_key bytea       NOT NULL CHECK (octet_length(public_key) = 65), -- of the browser, RFC 8291
    auth       bytea       NOT NULL CHECK (octet_length(auth) = 16), -- shared secret, RFC 8291
    name       text        NOT NULL CHECK (length(name) <= 100), -- browser and system
    created_at timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, id),
    UNIQUE (tenant_id, endpoint),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id),
    FOREIGN KEY (tenant_id, session_id) REFERENCES sessions (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX push_devices_user ON push_devices (tenant_id, user_id);
CREATE INDEX push_devices_session ON push_devices (tenant_id, session_id);
GRANT SELECT, INSERT, UPDATE, DELETE ON push_devices TO agio_tenant;

-- The Telegram chat of a customer with the tenant's bot. The message /start with the customer's code inserts it. The
-- customer, the customer's block of the bot, another account that links the same chat, or erasure deletes it.
CREATE TABLE telegram_chats (
    tenant_id uuid        NOT NULL,
    user_id   uuid        NOT NULL,
    id        uuid        NOT NULL, -- of this link; a new link has another one
    chat_id   bigint      NOT NULL, -- Telegram's id of the private chat
    name      text        NOT NULL CHECK (length(name) BETWEEN 1 AND 65), -- @username or first name
    linked_at timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, user_id),
    UNIQUE (tenant_id, chat_id),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id)
);
GRANT SELECT, INSERT, DELETE ON telegram_chats TO agio_tenant;

-- The one-time code of a customer who links a Telegram chat. A new code replaces it; its use, erasure or the purge
-- deletes it.
CREATE TABLE telegram_codes (
    tenant_id  uuid        NOT NULL,
    user_id    uuid        NOT NULL,
    hash       bytea       NOT NULL CHECK (octet_length(hash) = 32), -- SHA-256
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, user_id),
    UNIQUE (tenant_id, hash),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id)
);
CREATE INDEX telegram_codes_age ON telegram_codes (created_at);
GRANT SELECT, INSERT, DELETE ON telegram_codes TO agio_tenant;

-- A message to a customer, as operators see it: how it was sent, never its words. The job that sends it inserts the row
-- at its first attempt and updates it at each one. Erasure deletes it, the purge after 180 days.
CREATE TABLE sent_messages (
    tenant_id  uuid        NOT NULL,
    id         uuid        NOT NULL, -- of the job
    user_id    uuid        NOT NULL,
    channel    text        NOT NULL CHECK (channel IN ('mail', 'push', 'telegram', 'text')),
    kind       text        NOT NULL CHECK (kind ~ '^[a-z_]{3,40}$'),
    language   text        NOT NULL CHECK (language IN ('en', 'uk', 'ru', 'pl')),
    state      text        NOT NULL CHECK (state IN ('queued', 'sent', 'retried', 'failed', 'bounced', 'skipped')),
    reason     text        CHECK (length(reason) BETWEEN 1 AND 200), -- without addresses, numbers and codes
    attempts   integer     NOT NULL CHECK (attempts > 0),
    created_at timestamptz NOT NULL, -- when it was asked for
    updated_at timestamptz NOT NULL, -- the last attempt, or the news of a bounce
    PRIMARY KEY (tenant_id, id),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id)
);
CREATE INDEX sent_messages_of_user ON sent_messages (tenant_id, user_id, id DESC);
CREATE INDEX sent_messages_age ON sent_messages (created_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON sent_messages TO agio_tenant;

-- An event of the mail service that was taken, so that a repetition changes nothing. The webhook inserts it, the purge
-- deletes it after some days.
CREATE TABLE mail_events (
    tenant_id uuid        NOT NULL,
    id        text        NOT NULL CHECK (length(id) BETWEEN 1 AND 100), -- the service's id
    at        timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, id)
);
CREATE INDEX mail_events_age ON mail_events (at);
GRANT SELECT, INSERT ON mail_events TO agio_tenant;

-- Row-level security, as in 0001_store.sql.
DO $$
DECLARE
    own constant text := $own$tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid$own$;
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['notifications', 'notification_settings', 'push_keys', 'push_devices', 'telegram_chats', 'telegram_codes',
        'sent_messages', 'mail_events']
    LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY tenant ON %I USING (%s) WITH CHECK (%s)', name, own, own);
    END LOOP;
END
$$;
