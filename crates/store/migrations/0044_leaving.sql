-- The travel rule counts coins together by when they leave, not by when they were ordered. Whether those of a transaction may
-- still count: false once they left more than a day ago, or never will unless it is asked for anew.
ALTER TABLE limit_uses ADD COLUMN leaving boolean NOT NULL DEFAULT true;
CREATE INDEX limit_uses_leaving ON limit_uses (tenant_id, user_id, transaction_id) WHERE leaving;
