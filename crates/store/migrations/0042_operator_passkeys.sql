-- Passkeys of operators: a way in beside the authenticator app and its browser. Shaped as the tables of people's passkeys, and kept
-- apart from them as everything of operators is.

CREATE TABLE operator_passkeys (
    tenant_id     uuid        NOT NULL,
    id            uuid        NOT NULL,
    operator_id   uuid        NOT NULL,
    -- The host that it works at.
    rp_id         text        NOT NULL CHECK (length(rp_id) BETWEEN 1 AND 253),
    credential_id bytea       NOT NULL CHECK (octet_length(credential_id) BETWEEN 16 AND 1023),
    credential    bytea       NOT NULL CHECK (octet_length(credential) <= 4096),
    state         bytea       NOT NULL CHECK (octet_length(state) <= 64),
    transports    smallint    NOT NULL,
    name          text        NOT NULL CHECK (length(name) BETWEEN 1 AND 50),
    created_at    timestamptz NOT NULL,
    used_at       timestamptz,
    PRIMARY KEY (tenant_id, id),
    UNIQUE (tenant_id, credential_id),
    FOREIGN KEY (tenant_id, operator_id) REFERENCES operators (tenant_id, id)
);
CREATE INDEX operator_passkeys_operator ON operator_passkeys (tenant_id, operator_id);

-- What a browser of the console was asked to do with a passkey. Taken once, whatever becomes of it. At sign-in nobody is known yet;
-- else it belongs to one session.
CREATE TABLE operator_passkey_ceremonies (
    tenant_id   uuid        NOT NULL,
    id          uuid        NOT NULL,
    kind        text        NOT NULL CHECK (kind IN ('register', 'sign_in', 'confirm')),
    origin      text        NOT NULL CHECK (length(origin) BETWEEN 1 AND 300),
    operator_id uuid,
    session_id  uuid,
    state       bytea       NOT NULL CHECK (octet_length(state) <= 65536),
    expires_at  timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, id),
    CHECK ((kind = 'sign_in') = (operator_id IS NULL) AND (operator_id IS NULL) = (session_id IS NULL))
);
CREATE INDEX operator_passkey_ceremonies_age ON operator_passkey_ceremonies (expires_at);

DO $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['operator_passkeys', 'operator_passkey_ceremonies']
    LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format(
            'CREATE POLICY tenant ON %I
                USING (tenant_id = nullif(current_setting(''app.tenant_id'', true), '''')::uuid)
                WITH CHECK (tenant_id = nullif(current_setting(''app.tenant_id'', true), '''')::uuid)', name);
    END LOOP;
END
$$;
GRANT SELECT, INSERT, UPDATE, DELETE ON operator_passkeys TO agio_tenant;
GRANT SELECT, INSERT, DELETE ON operator_passkey_ceremonies TO agio_tenant;
