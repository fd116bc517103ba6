-- What a tenant offers, and to whom: data beside its brand and languages. Requests (agio_tenant) see neither.
ALTER TABLE tenants
    -- Parts of the product; a part that is not here does not exist for its customers.
    ADD COLUMN features text[] NOT NULL DEFAULT '{exchange,balances}'
        CHECK (features <@ '{exchange,balances}'::text[]),
    -- Countries of residence (ISO 3166-1 alpha-2) that it does not serve.
    ADD COLUMN excluded_countries text[] NOT NULL DEFAULT '{}'
        CHECK (cardinality(excluded_countries) <= 250);
