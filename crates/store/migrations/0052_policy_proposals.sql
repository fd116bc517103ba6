-- A tenant's policy changes when one proposes it and another agrees: who agrees does so as the tenant, and a version is written then.
GRANT INSERT ON policies TO agio_tenant;
-- Of each tenant one change of the policy waits at a time. A whole policy is too long for the index by which the same waits once.
DROP INDEX operator_proposals_open;
CREATE UNIQUE INDEX operator_proposals_open ON operator_proposals (tenant_id, deed)
    WHERE state = 'open' AND deed ->> 'kind' <> 'publish_policy';
CREATE UNIQUE INDEX operator_proposals_policy ON operator_proposals (tenant_id)
    WHERE state = 'open' AND deed ->> 'kind' = 'publish_policy';
