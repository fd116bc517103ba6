-- Old answers are deleted for all tenants at once, by their age alone: an index that begins with the tenant did not help.
DROP INDEX idempotency_age;
CREATE INDEX idempotency_age ON idempotency (created_at);
-- Events are written in the order of time and never changed, so that a few bytes for every hundred pages find the old ones;
-- an entry for each would cost the Journal as much as a fifth of the event.
CREATE INDEX events_age ON events USING brin (created_at) WITH (autosummarize = on);
-- An order that is priced anew takes of its owner's limits what it is then.
GRANT UPDATE ON limit_uses TO agio_tenant;
