-- What operators look for among transactions, and nothing else finds quickly.

-- Those that wait for their owner or for an operator: a handful among millions.
CREATE INDEX records_waiting ON records (tenant_id, id)
    WHERE kind = 'transaction' AND status IN ('ACTION_REQUIRED', 'MANUAL');

-- The short reference that customers are told: the last forty bits of the id.
CREATE INDEX records_reference ON records (tenant_id, right(id::text, 10)) WHERE kind = 'transaction';

-- The work that was ordered for a transaction.
CREATE INDEX jobs_transaction ON jobs (tenant_id, (payload ->> 'transaction')) WHERE payload ? 'transaction';
