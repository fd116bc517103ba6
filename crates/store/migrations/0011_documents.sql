-- Statements and letters that customers ask for. Written by the crate `documents`. What they state is read from the
-- ledger and the exchange; these tables keep what was asked for and the file.

-- A document that was asked for. Its owner inserts it; the job writes its progress and its end. The purge deletes it a
-- year after it was asked for. EXPIRED is not stored: it is READY after `expires_at`.
CREATE TABLE documents (
    tenant_id    uuid        NOT NULL,
    id           uuid        NOT NULL,
    profile_id   uuid        NOT NULL, -- whose balances it states
    user_id      uuid        NOT NULL, -- the customer who asked
    code         text        NOT NULL CHECK (length(code) = 19), -- four groups, by which anyone can check it
    kind         text        NOT NULL CHECK (kind IN ('ACCOUNT_STATEMENT', 'WALLET_STATEMENT', 'LETTER_OF_GOOD_STANDING')),
    format       text        NOT NULL CHECK (format IN ('PDF', 'XLSX', 'CSV')),
    language     text        NOT NULL CHECK (language IN ('en', 'uk', 'ru', 'pl')),
    currency     text        CHECK (length(currency) BETWEEN 2 AND 12), -- NULL: all balances
    from_day     date        NOT NULL,
    to_day       date        NOT NULL CHECK (to_day >= from_day),
    origin       text        NOT NULL CHECK (length(origin) BETWEEN 8 AND 300), -- of the page that checks it
    state        text        NOT NULL DEFAULT 'QUEUED' CHECK (state IN ('QUEUED', 'PROCESSING', 'READY', 'FAILED')),
    progress     smallint    NOT NULL DEFAULT 0 CHECK (progress BETWEEN 0 AND 100), -- percent
    failure      text        CHECK (failure IN ('TOO_MANY_MOVEMENTS', 'TOO_LARGE', 'NOT_IN_GOOD_STANDING', 'NOT_VERIFIED', 'INTERNAL')),
    requested_at timestamptz NOT NULL,
    ready_at     timestamptz,
    expires_at   timestamptz, -- when the purge deletes the file, 30 days after ready_at
    bytes        integer     CHECK (bytes > 0),
    PRIMARY KEY (tenant_id, id),
    UNIQUE (tenant_id, code),
    FOREIGN KEY (tenant_id, profile_id) REFERENCES profiles (tenant_id, id),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id),
    CHECK ((state = 'READY') = (ready_at IS NOT NULL AND expires_at IS NOT NULL AND bytes IS NOT NULL)),
    CHECK ((state = 'FAILED') = (failure IS NOT NULL))
);
CREATE INDEX documents_profile ON documents (tenant_id, profile_id, requested_at DESC);
CREATE INDEX documents_user ON documents (tenant_id, user_id);
CREATE INDEX documents_age ON documents (requested_at);
-- What is being made; the purge looks for what no job makes any more.
CREATE INDEX documents_unmade ON documents (requested_at) WHERE state IN ('QUEUED', 'PROCESSING');
GRANT SELECT, INSERT, UPDATE, DELETE ON documents TO agio_tenant;

-- The file of a document that is ready. The job inserts it in the transaction that makes the document READY. The purge
-- deletes it when the document expires.
CREATE TABLE document_files (
    tenant_id   uuid        NOT NULL,
    document_id uuid        NOT NULL,
    sealed      bytea       NOT NULL CHECK (octet_length(sealed) BETWEEN 34 AND 16777249), -- class pii
    expires_at  timestamptz NOT NULL, -- as in documents: the purge finds expired files by it
    PRIMARY KEY (tenant_id, document_id),
    FOREIGN KEY (tenant_id, document_id) REFERENCES documents (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX document_files_expiry ON document_files (expires_at);
GRANT SELECT, INSERT, DELETE ON document_files TO agio_tenant;

-- Row-level security, as in 0001_store.sql.
DO $$
DECLARE
    own constant text := $own$tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid$own$;
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['documents', 'document_files']
    LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY tenant ON %I USING (%s) WITH CHECK (%s)', name, own, own);
    END LOOP;
END
$$;
