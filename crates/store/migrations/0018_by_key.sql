-- Accounts and records are written by INSERT … ON CONFLICT DO UPDATE, which finds each row by its key whatever the planner
-- knows of the table. The proposed row carries the version that must be there; what is stored is always 0.
ALTER TABLE accounts ADD COLUMN expected_version bigint NOT NULL DEFAULT 0;
ALTER TABLE records ADD COLUMN expected_version bigint NOT NULL DEFAULT 0;

-- Bodies of two to four kilobytes. Out of line they cost a second table's rows and index entries at every step; pglz takes a
-- tenth of a millisecond for one. PostgreSQL may be built without lz4: then pglz stays.
ALTER TABLE records ALTER COLUMN body SET STORAGE MAIN;
ALTER TABLE quotes ALTER COLUMN body SET STORAGE MAIN;
DO $$
BEGIN
    ALTER TABLE records ALTER COLUMN body SET COMPRESSION lz4;
    ALTER TABLE quotes ALTER COLUMN body SET COMPRESSION lz4;
EXCEPTION WHEN feature_not_supported THEN
    NULL;
END
$$;
