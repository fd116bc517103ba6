-- Whose rows a transaction may see is asked of its settings: once for each statement, where it was once for each row that is written or
-- locked (three times for one that is there already). That was a sixth of what writing an account cost.
--
-- Only of what the Journal writes, by the thousand and by whole keys. Everywhere else the bare expression stays, whose value the planner sees.
DO $$
DECLARE
    own text := 'tenant_id = (SELECT nullif(current_setting(''app.tenant_id'', true), '''')::uuid)';
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['accounts', 'transfers', 'holds', 'changes', 'records', 'record_history', 'commits', 'commits_unsealed',
                                'event_heads', 'events', 'jobs'] LOOP
        EXECUTE format('ALTER POLICY tenant ON %I USING (%s) WITH CHECK (%s)', name, own, own);
    END LOOP;
END
$$;
