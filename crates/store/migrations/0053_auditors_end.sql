-- An auditor's right ends: this is its last day, in UTC. Others' rights end when somebody takes them.
ALTER TABLE operators ADD COLUMN ends_on date;
-- Who audits already is given a month; for a moment the owner of the table sees every tenant's rows.
ALTER TABLE operators NO FORCE ROW LEVEL SECURITY;
UPDATE operators SET ends_on = (now() AT TIME ZONE 'UTC')::date + 30 WHERE role = 'auditor';
ALTER TABLE operators FORCE ROW LEVEL SECURITY;
ALTER TABLE operators ADD CHECK (role <> 'auditor' OR ends_on IS NOT NULL);
