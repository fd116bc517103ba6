-- A paper may have several pages: a PDF is drawn, and each of its pages is kept as one picture.
ALTER TABLE identity_documents ADD COLUMN page smallint NOT NULL DEFAULT 1 CHECK (page BETWEEN 1 AND 5);
ALTER TABLE identity_documents ADD CHECK (page = 1 OR kind IN ('ADDRESS', 'SOURCE_OF_FUNDS'));
-- Of each page of each part one stands.
DROP INDEX identity_documents_part;
CREATE UNIQUE INDEX identity_documents_part ON identity_documents (tenant_id, user_id, part, page)
    WHERE superseded_at IS NULL;
