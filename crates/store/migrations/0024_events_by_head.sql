-- An event is written by the statement after the one that moves its stream's head, in the same transaction, by one function,
-- and the key (tenant, stream, number) lets no number come twice. Looking the head up again for every event, and locking it,
-- cost as much as writing the event.
ALTER TABLE events DROP CONSTRAINT events_tenant_id_stream_fkey;
