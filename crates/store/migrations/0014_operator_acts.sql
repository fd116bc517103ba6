-- What the house's own people did, and why. Global, because an act may be on several tenants or on none; requests of customers
-- neither read nor write it.
CREATE TABLE operator_acts (
    id         uuid        PRIMARY KEY,
    at         timestamptz NOT NULL,
    operator   text        NOT NULL CHECK (length(operator) BETWEEN 1 AND 200),
    role       text        NOT NULL CHECK (length(role) BETWEEN 1 AND 60),
    permission text        NOT NULL CHECK (length(permission) BETWEEN 3 AND 60),
    tenant     uuid,
    subject    text        NOT NULL CHECK (length(subject) BETWEEN 1 AND 200),
    reason     text        NOT NULL CHECK (length(reason) BETWEEN 8 AND 500)
);
CREATE INDEX operator_acts_at ON operator_acts (at DESC);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON operator_acts
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();
