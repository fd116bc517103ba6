-- Coins that went back to an address leave as those of an order do: the travel rule counts them together. Limits do not.
ALTER TABLE limit_uses
    ADD COLUMN refunded    numeric(38) CHECK (refunded >= 0),
    ADD COLUMN refunded_at timestamptz,
    ADD CHECK ((refunded IS NULL) = (refunded_at IS NULL));
