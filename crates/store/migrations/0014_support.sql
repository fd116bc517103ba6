-- Conversations of customers with support, complaints, and the answers that operators keep. Written by the crate
-- `support`.

-- The clocks of a tenant's support. Without a row the defaults of the crate apply. Operators change it.
CREATE TABLE support_settings (
    tenant_id             uuid        PRIMARY KEY,
    time_zone             text        NOT NULL CHECK (length(time_zone) BETWEEN 1 AND 64), -- IANA name
    holidays              date[]      NOT NULL CHECK (cardinality(holidays) <= 200), -- no business days
    first_answer_hours    smallint    NOT NULL CHECK (first_answer_hours BETWEEN 1 AND 240),
    next_answer_hours     smallint    NOT NULL CHECK (next_answer_hours BETWEEN 1 AND 240),
    acknowledge_days      smallint    NOT NULL CHECK (acknowledge_days BETWEEN 1 AND 10), -- calendar days
    answer_business_days  smallint    NOT NULL CHECK (answer_business_days BETWEEN 1 AND 60),
    updated_at            timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE ON support_settings TO agio_tenant;

-- A conversation: a question, or a complaint. The customer inserts it with its first message. Erasure deletes questions;
-- of a complaint the row stays, without its messages and its context.
CREATE TABLE support_conversations (
    tenant_id        uuid        NOT NULL,
    id               uuid        NOT NULL,
    user_id          uuid        NOT NULL, -- the customer who wrote
    profile_id       uuid        NOT NULL, -- whose screen it was
    number           text        NOT NULL CHECK (length(number) = 9), -- for people: 7K2M-94QD
    kind             text        NOT NULL CHECK (kind IN ('QUESTION', 'COMPLAINT')),
    topic            text        NOT NULL CHECK (topic IN ('ORDER', 'PAYMENT', 'VERIFICATION', 'SECURITY', 'ACCOUNT', 'PRICES', 'PARTNERS', 'OTHER')),
    state            text        NOT NULL CHECK (state IN ('OPEN', 'WAITING_FOR_YOU', 'ANSWERED', 'CLOSED')),
    language         text        NOT NULL CHECK (language IN ('en', 'uk', 'ru', 'pl')),
    key              uuid        NOT NULL, -- of the request that made it, so that a repetition makes no second one
    transaction_id   uuid,       -- what it is about, one of the profile's transactions
    screen           text        CHECK (length(screen) BETWEEN 1 AND 200), -- path in the app
    app_version      text        CHECK (length(app_version) BETWEEN 1 AND 60),
    request_id       text        CHECK (length(request_id) BETWEEN 1 AND 80), -- of the last request that failed
    labels           text[]      NOT NULL DEFAULT '{}' CHECK (cardinality(labels) <= 10),
    assigned_to      uuid,       -- an operator
    opened_at        timestamptz NOT NULL,
    moved_at         timestamptz NOT NULL, -- the latest message or change of state
    waits_since      timestamptz, -- since when support owes an answer
    due_at           timestamptz, -- until when; NULL: support owes nothing
    first_answer_at  timestamptz,
    acknowledge_due  timestamptz, -- of a complaint
    acknowledged_at  timestamptz,
    answer_due       timestamptz, -- of a complaint
    answer_due_day   date,        -- the same as the day that the customer is told, in the tenant's time zone
    final_answer_at  timestamptz, -- of a complaint
    closed_at        timestamptz,
    PRIMARY KEY (tenant_id, id),
    UNIQUE (tenant_id, number),
    UNIQUE (tenant_id, user_id, key),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id),
    FOREIGN KEY (tenant_id, profile_id) REFERENCES profiles (tenant_id, id),
    FOREIGN KEY (tenant_id, assigned_to) REFERENCES operators (tenant_id, id),
    CHECK ((state = 'CLOSED') = (closed_at IS NOT NULL)),
    CHECK ((waits_since IS NULL) = (due_at IS NULL)),
    CHECK (state <> 'OPEN' OR due_at IS NOT NULL),
    CHECK (state <> 'CLOSED' OR due_at IS NULL),
    CHECK ((kind = 'COMPLAINT') = (answer_due IS NOT NULL AND acknowledge_due IS NOT NULL AND answer_due_day IS NOT NULL)),
    CHECK (kind = 'COMPLAINT' OR final_answer_at IS NULL),
    CHECK (kind = 'QUESTION' OR state <> 'CLOSED' OR final_answer_at IS NOT NULL) -- no complaint closes without an answer
);
CREATE INDEX support_conversations_user ON support_conversations (tenant_id, user_id, id DESC);
CREATE INDEX support_conversations_profile ON support_conversations (tenant_id, profile_id);
CREATE INDEX support_conversations_assigned ON support_conversations (tenant_id, assigned_to);
CREATE INDEX support_conversations_due ON support_conversations (tenant_id, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX support_conversations_moved ON support_conversations (tenant_id, moved_at DESC);
CREATE INDEX support_conversations_quiet ON support_conversations (moved_at) WHERE state IN ('ANSWERED', 'WAITING_FOR_YOU');
GRANT SELECT, INSERT, UPDATE, DELETE ON support_conversations TO agio_tenant;

-- A message, or an operator's note that the customer never sees. ANSWER is the final answer to a complaint.
CREATE TABLE support_messages (
    tenant_id       uuid        NOT NULL,
    id              uuid        NOT NULL,
    conversation_id uuid        NOT NULL,
    kind            text        NOT NULL CHECK (kind IN ('CUSTOMER', 'REPLY', 'NOTE', 'ANSWER')),
    operator_id     uuid,       -- who wrote it; NULL: the customer
    key             uuid        NOT NULL, -- of the request, so that a repetition makes no second one
    sealed          bytea       NOT NULL CHECK (octet_length(sealed) BETWEEN 34 AND 65536), -- text; class pii
    created_at      timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, id),
    UNIQUE (tenant_id, conversation_id, key),
    FOREIGN KEY (tenant_id, conversation_id) REFERENCES support_conversations (tenant_id, id) ON DELETE CASCADE,
    FOREIGN KEY (tenant_id, operator_id) REFERENCES operators (tenant_id, id),
    CHECK ((kind = 'CUSTOMER') = (operator_id IS NULL))
);
CREATE INDEX support_messages_conversation ON support_messages (tenant_id, conversation_id, id);
CREATE INDEX support_messages_operator ON support_messages (tenant_id, operator_id);
GRANT SELECT, INSERT, DELETE ON support_messages TO agio_tenant;

-- A picture from a customer, as a new, encrypted JPEG without metadata. It is uploaded first, and belongs to a message
-- afterwards. The purge deletes a picture without a message after a day.
CREATE TABLE support_pictures (
    tenant_id  uuid        NOT NULL,
    id         uuid        NOT NULL,
    user_id    uuid        NOT NULL, -- who sent it
    message_id uuid,
    sealed     bytea       NOT NULL CHECK (octet_length(sealed) BETWEEN 34 AND 12582946), -- class pii
    created_at timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, id),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id),
    FOREIGN KEY (tenant_id, message_id) REFERENCES support_messages (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX support_pictures_user ON support_pictures (tenant_id, user_id, created_at);
CREATE INDEX support_pictures_message ON support_pictures (tenant_id, message_id);
CREATE INDEX support_pictures_loose ON support_pictures (created_at) WHERE message_id IS NULL;
GRANT SELECT, INSERT, DELETE ON support_pictures TO agio_tenant;
GRANT UPDATE (message_id) ON support_pictures TO agio_tenant;

-- An answer that operators keep to use again: its text in the tenant's languages, with the placeholders {number}, {order}
-- and {company}.
CREATE TABLE support_saved_answers (
    tenant_id  uuid        NOT NULL,
    id         uuid        NOT NULL,
    name       text        NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
    texts      jsonb       NOT NULL CHECK (jsonb_typeof(texts) = 'object'), -- by language
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, id),
    UNIQUE (tenant_id, name)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON support_saved_answers TO agio_tenant;

-- Row-level security, as in 0001_store.sql.
DO $$
DECLARE
    own constant text := $own$tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid$own$;
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['support_settings', 'support_conversations', 'support_messages', 'support_pictures',
                                'support_saved_answers']
    LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY tenant ON %I USING (%s) WITH CHECK (%s)', name, own, own);
    END LOOP;
END
$$;
