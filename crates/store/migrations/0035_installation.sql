-- The marks of the secrets that this database was made with. Global, and nothing that requests see: whether a secret is still the
-- same is asked at each start, because with another one sealed data is lost, and logs and codes do not fit.
CREATE TABLE installation (
    secret  text        PRIMARY KEY CHECK (length(secret) BETWEEN 1 AND 40),
    mark    bytea       NOT NULL CHECK (octet_length(mark) = 32),
    made_at timestamptz NOT NULL
);
