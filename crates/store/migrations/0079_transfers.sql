-- Transfers between customers: one record for both sides, owned by the customer who pays.

-- The profile that receives a transfer: the sink of its record names it as prf_ and 32 hexadecimal digits.
ALTER TABLE records ADD COLUMN receiver uuid GENERATED ALWAYS AS
    (substr(jsonb_path_query_first(body, '$.legs[*].to.profile') #>> '{}', 5)::uuid) STORED;
CREATE INDEX records_receiver ON records (tenant_id, kind, receiver, id) WHERE receiver IS NOT NULL;

-- Transfers that wait for a person who has no account yet, by the contact that the payer named.
CREATE INDEX records_unclaimed ON records (tenant_id, (jsonb_path_query_first(body, '$.legs[*].to.contact') #>> '{}'))
    WHERE status = 'NEW' AND receiver IS NULL AND jsonb_path_exists(body, '$.legs[*].to.contact');

-- People are found by their telephone number.
CREATE INDEX users_phone ON users (tenant_id, phone) WHERE phone IS NOT NULL;
