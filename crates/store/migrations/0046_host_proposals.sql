-- The host at the machine proposes too: what takes two is agreed to in the console then. Who that is stands as a name, for it is no
-- account of the tenant's.
ALTER TABLE operator_proposals
    ALTER COLUMN maker DROP NOT NULL,
    ADD COLUMN host text CHECK (length(host) BETWEEN 1 AND 254),
    ADD CHECK ((maker IS NULL) = (host IS NOT NULL));
