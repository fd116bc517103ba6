-- The worker that holds a running job, by the number under which its session has an advisory lock for as long as it lives. Nothing for
-- a worker without such a session: its jobs stay with it until their leases run out.
ALTER TABLE jobs
    ADD COLUMN worker integer;
-- Running jobs are few: they are looked through each second for those whose worker has died.
CREATE INDEX jobs_running ON jobs (worker) WHERE state = 'running' AND worker IS NOT NULL;
