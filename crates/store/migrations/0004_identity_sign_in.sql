-- Crate identity, part 2: how customers sign in and confirm requests. Codes, sessions, federated login, factors.

-- A sign-in code. The request for a code inserts it. The purge deletes it after 4 days, erasure at once. The code
-- itself is HMAC-SHA-256 over id and seed under the pepper, which only the configuration has, so neither this row nor
-- the mail job reveals it.
CREATE TABLE login_challenges (
    tenant_id        uuid        NOT NULL,
    id               uuid        NOT NULL,
    email            text        NOT NULL CHECK (length(email) BETWEEN 3 AND 254),
    email_normalized text        NOT NULL CHECK (length(email_normalized) BETWEEN 3 AND 254),
    seed             bytea       NOT NULL CHECK (length(seed) = 16),
    code_kind        text        NOT NULL CHECK (code_kind IN ('digits', 'letters')), -- letters: tenant under attack
    language         text        NOT NULL CHECK (language IN ('en', 'uk', 'ru', 'pl')),
    network          text        NOT NULL CHECK (length(network) <= 64),
    send_number      integer     NOT NULL CHECK (send_number >= 1),
    attempts         integer     NOT NULL DEFAULT 0 CHECK (attempts BETWEEN 0 AND 5),
    created_at       timestamptz NOT NULL,
    expires_at       timestamptz NOT NULL,
    consumed_at      timestamptz,
    superseded_at    timestamptz,
    -- A network, or a device that signed in before.
    caller           text        NOT NULL DEFAULT '' CHECK (length(caller) <= 64),
    PRIMARY KEY (tenant_id, id)
);
CREATE INDEX login_challenges_address ON login_challenges (tenant_id, email_normalized, created_at DESC);
CREATE INDEX login_challenges_age ON login_challenges (created_at);
-- One open code per address and caller: another caller's request does not end the owner's code.
CREATE UNIQUE INDEX login_challenges_open ON login_challenges (tenant_id, email_normalized, caller)
    WHERE consumed_at IS NULL AND superseded_at IS NULL;
GRANT SELECT, INSERT, UPDATE, DELETE ON login_challenges TO agio_tenant;

-- A rate-limit counter: how often something happened in a fixed window. Requests increment it; replicas share it. The
-- purge deletes it after 4 days, erasure at once.
CREATE TABLE counters (
    tenant_id uuid        NOT NULL,
    name      text        NOT NULL CHECK (length(name) <= 50),
    subject   text        NOT NULL CHECK (length(subject) <= 254),
    starts_at timestamptz NOT NULL,
    count     integer     NOT NULL CHECK (count >= 0),
    PRIMARY KEY (tenant_id, name, subject, starts_at)
) WITH (fillfactor = 70);
CREATE INDEX counters_age ON counters (starts_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON counters TO agio_tenant;

-- A used proof of work: a solution is valid once. The check inserts it. The purge deletes it 4 days after expires_at.
-- It identifies no person.
CREATE TABLE used_captchas (
    tenant_id  uuid        NOT NULL,
    salt       bytea       NOT NULL CHECK (length(salt) = 16),
    expires_at timestamptz NOT NULL, -- after this the solution would be refused anyway
    PRIMARY KEY (tenant_id, salt)
);
CREATE INDEX used_captchas_age ON used_captchas (expires_at);
GRANT SELECT, INSERT ON used_captchas TO agio_tenant;

-- A session: one sign-in on one device, the family of its tokens. Sign-in inserts it. The purge deletes it 90 days
-- after expires_at, erasure at once, both with its tokens, handovers and step-ups.
CREATE TABLE sessions (
    tenant_id       uuid        NOT NULL,
    id              uuid        NOT NULL,
    user_id         uuid        NOT NULL,
    client          text        NOT NULL CHECK (client IN ('web', 'messenger', 'native')),
    assurance       text        NOT NULL DEFAULT 'aal1' CHECK (assurance IN ('aal1', 'aal2')), -- aal1: an email code
    network         text        NOT NULL CHECK (length(network) <= 64),
    user_agent      text        CHECK (length(user_agent) <= 300),
    created_at      timestamptz NOT NULL,
    expires_at      timestamptz NOT NULL,
    revoked_at      timestamptz,
    revoke_reason   text        CHECK (revoke_reason IN ('logout', 'reuse', 'displaced', 'blocked')),
    factor_required boolean     NOT NULL DEFAULT false, -- the session grants nothing until a second factor was shown
    factor_at       timestamptz, -- when a second factor was shown
    new_device_at   timestamptz, -- first sign-in of the device. NULL: not new, or the customer's first
    PRIMARY KEY (tenant_id, id),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id),
    CHECK ((revoked_at IS NULL) = (revoke_reason IS NULL))
);
CREATE INDEX sessions_user ON sessions (tenant_id, user_id, created_at DESC);
CREATE INDEX sessions_age ON sessions (expires_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON sessions TO agio_tenant;

-- An access token, by its SHA-256: 256 random bits need no slow hash. Sign-in and refresh insert it. The purge deletes
-- it 4 days after expires_at.
CREATE TABLE access_tokens (
    tenant_id  uuid        NOT NULL,
    hash       bytea       NOT NULL CHECK (length(hash) = 32),
    session_id uuid        NOT NULL,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    used_at    timestamptz,
    PRIMARY KEY (tenant_id, hash),
    FOREIGN KEY (tenant_id, session_id) REFERENCES sessions (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX access_tokens_session ON access_tokens (tenant_id, session_id);
CREATE INDEX access_tokens_age ON access_tokens (expires_at);
GRANT SELECT, INSERT, UPDATE ON access_tokens TO agio_tenant;

-- A refresh token, by its SHA-256. Sign-in and refresh insert it. It is deleted with its session.
CREATE TABLE refresh_tokens (
    tenant_id     uuid        NOT NULL,
    hash          bytea       NOT NULL CHECK (length(hash) = 32),
    session_id    uuid        NOT NULL,
    parent        bytea,               -- the token that this one replaced
    access_hash   bytea       NOT NULL, -- the access token issued with it
    created_at    timestamptz NOT NULL,
    expires_at    timestamptz NOT NULL,
    used_at       timestamptz,
    superseded_at timestamptz,
    PRIMARY KEY (tenant_id, hash),
    FOREIGN KEY (tenant_id, session_id) REFERENCES sessions (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX refresh_tokens_session ON refresh_tokens (tenant_id, session_id, created_at DESC);
-- One live branch per family, also under concurrent refreshes.
CREATE UNIQUE INDEX refresh_tokens_one_child ON refresh_tokens (tenant_id, parent)
    WHERE parent IS NOT NULL AND superseded_at IS NULL;
GRANT SELECT, INSERT, UPDATE ON refresh_tokens TO agio_tenant;

-- A session handover: a one-time code, by its SHA-256, that carries a session to another host of the tenant or to
-- another device. The session inserts it; the second device asks, and the session answers. The purge deletes it after 4 days.
CREATE TABLE handovers (
    tenant_id  uuid        NOT NULL,
    hash       bytea       NOT NULL CHECK (length(hash) = 32),
    user_id    uuid        NOT NULL,
    session_id uuid        NOT NULL,
    host       text        NOT NULL CHECK (length(host) BETWEEN 1 AND 253), -- the only host that accepts it
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    used_at    timestamptz,
    is_confirmed boolean   NOT NULL, -- whether the first device must let the second one in
    continues  text        CHECK (continues IN ('identity', 'address', 'source_of_funds', 'order')),
    order_id   uuid,                 -- the order that the second device continues
    ask_hash   bytea       CHECK (length(ask_hash) = 32), -- of the secret of the device that asked first
    ask_number smallint    CHECK (ask_number BETWEEN 10 AND 99), -- both devices show it
    ask_device text        CHECK (length(ask_device) <= 100),
    is_allowed boolean,              -- the answer on the first device; once
    PRIMARY KEY (tenant_id, hash),
    CHECK ((ask_hash IS NULL) = (ask_number IS NULL)),
    CHECK (is_allowed IS NULL OR ask_hash IS NOT NULL),
    FOREIGN KEY (tenant_id, session_id) REFERENCES sessions (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX handovers_age ON handovers (created_at);
CREATE INDEX handovers_session ON handovers (tenant_id, session_id);
GRANT SELECT, INSERT, UPDATE ON handovers TO agio_tenant;

-- A customer's identity at a provider of federated login. Linking inserts it. Unlinking and erasure delete it.
CREATE TABLE external_identities (
    tenant_id uuid        NOT NULL,
    provider  text        NOT NULL CHECK (provider IN ('google', 'apple', 'telegram')),
    issuer    text        NOT NULL CHECK (length(issuer) BETWEEN 1 AND 300),
    -- Permanent; an email address could change hands.
    subject   text        NOT NULL CHECK (length(subject) BETWEEN 1 AND 255),
    user_id   uuid        NOT NULL,
    label     text        CHECK (length(label) BETWEEN 1 AND 254), -- shown to the customer: address or name there
    linked_at timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, provider, issuer, subject),
    UNIQUE (tenant_id, user_id, provider),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id)
);
GRANT SELECT, INSERT, DELETE ON external_identities TO agio_tenant;

-- An attempt to sign in at a provider. Its start inserts it. The purge deletes it after 4 days, erasure at once. It is
-- stored here and not in a cookie, because Apple returns with a cross-site request.
CREATE TABLE provider_attempts (
    tenant_id       uuid        NOT NULL,
    id              uuid        NOT NULL,
    provider        text        NOT NULL CHECK (provider IN ('google', 'apple')),
    state_hash      bytea       NOT NULL CHECK (length(state_hash) = 32),   -- SHA-256 of the state parameter
    -- SHA-256 of the secret of the browser that began.
    browser_hash    bytea       NOT NULL CHECK (length(browser_hash) = 32),
    nonce           text        NOT NULL CHECK (length(nonce) = 43),
    verifier        text        NOT NULL CHECK (length(verifier) = 43),
    redirect_uri    text        NOT NULL CHECK (length(redirect_uri) <= 500),
    user_id         uuid,       -- the signed-in customer who links an identity. NULL: a sign-in
    code            text        CHECK (length(code) <= 4096),
    returned_issuer text        CHECK (length(returned_issuer) <= 300),
    given_name      text        CHECK (length(given_name) <= 100),
    family_name     text        CHECK (length(family_name) <= 100),
    created_at      timestamptz NOT NULL,
    expires_at      timestamptz NOT NULL,
    returned_at     timestamptz,
    finished_at     timestamptz,
    PRIMARY KEY (tenant_id, id),
    UNIQUE (tenant_id, state_hash)
);
CREATE INDEX provider_attempts_age ON provider_attempts (created_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON provider_attempts TO agio_tenant;

-- A proven identity that waits to be linked to the account of an address, until the code sent there is entered. The
-- sign-in at the provider inserts it. The purge deletes it after 4 days, erasure at once.
CREATE TABLE pending_links (
    tenant_id        uuid        NOT NULL,
    hash             bytea       NOT NULL CHECK (length(hash) = 32), -- SHA-256 of its token
    provider         text        NOT NULL CHECK (provider IN ('google', 'apple', 'telegram')),
    issuer           text        NOT NULL CHECK (length(issuer) BETWEEN 1 AND 300),
    subject          text        NOT NULL CHECK (length(subject) BETWEEN 1 AND 255),
    label            text        CHECK (length(label) BETWEEN 1 AND 254),
    email_normalized text        NOT NULL CHECK (length(email_normalized) BETWEEN 3 AND 254),
    created_at       timestamptz NOT NULL,
    expires_at       timestamptz NOT NULL,
    used_at          timestamptz,
    session_id       uuid,       -- the session whose second factor the link still needs
    PRIMARY KEY (tenant_id, hash)
);
CREATE INDEX pending_links_age ON pending_links (created_at);
CREATE INDEX pending_links_session ON pending_links (tenant_id, session_id) WHERE session_id IS NOT NULL;
GRANT SELECT, INSERT, UPDATE, DELETE ON pending_links TO agio_tenant;

-- A used launch of the Telegram mini app, by its SHA-256: each is valid once. Sign-in inserts it. The purge deletes it
-- after 4 days.
CREATE TABLE telegram_launches (
    tenant_id uuid        NOT NULL,
    hash      bytea       NOT NULL CHECK (length(hash) = 32),
    used_at   timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, hash)
);
CREATE INDEX telegram_launches_age ON telegram_launches (used_at);
GRANT SELECT, INSERT ON telegram_launches TO agio_tenant;

-- The actions that a customer protects with a second factor, and recent wrong codes. The customer and the check of
-- codes write it. Erasure deletes it.
CREATE TABLE factor_settings (
    tenant_id    uuid        NOT NULL,
    user_id      uuid        NOT NULL,
    signin       boolean     NOT NULL DEFAULT false,
    transfer     boolean     NOT NULL DEFAULT false,
    card_details boolean     NOT NULL DEFAULT false,
    failures     integer     NOT NULL DEFAULT 0 CHECK (failures BETWEEN 0 AND 100),
    failed_at    timestamptz,
    locked_until timestamptz, -- codes are refused until then; passkeys work
    PRIMARY KEY (tenant_id, user_id),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON factor_settings TO agio_tenant;

-- An authenticator app. Its enrolment inserts it. Removal, reset and erasure delete it; the purge deletes an
-- unconfirmed one after an hour.
CREATE TABLE totp_factors (
    tenant_id    uuid        NOT NULL,
    id           uuid        NOT NULL,
    user_id      uuid        NOT NULL,
    seed         bytea       NOT NULL CHECK (octet_length(seed) <= 200), -- sealed, class totp
    created_at   timestamptz NOT NULL,
    confirmed_at timestamptz,
    last_step    bigint      NOT NULL DEFAULT 0 CHECK (last_step >= 0), -- newest 30 s step whose code was used
    session_id   uuid,       -- the session that began the enrolment and must finish it
    -- The enrolment began with a factor: it may pass one that exists by now.
    with_factor  boolean     NOT NULL DEFAULT false,
    PRIMARY KEY (tenant_id, id),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id)
);
-- One confirmed app, and one enrolment.
CREATE UNIQUE INDEX totp_factors_working ON totp_factors (tenant_id, user_id) WHERE confirmed_at IS NOT NULL;
CREATE UNIQUE INDEX totp_factors_pending ON totp_factors (tenant_id, user_id) WHERE confirmed_at IS NULL;
CREATE INDEX totp_factors_age ON totp_factors (created_at) WHERE confirmed_at IS NULL;
GRANT SELECT, INSERT, UPDATE, DELETE ON totp_factors TO agio_tenant;

-- A recovery code: HMAC-SHA-256 over 80 random bits under the pepper, which is not in the database. Enrolment inserts
-- the set. A new set, a reset and erasure delete it.
CREATE TABLE recovery_codes (
    tenant_id  uuid        NOT NULL,
    user_id    uuid        NOT NULL,
    hash       bytea       NOT NULL CHECK (octet_length(hash) = 32),
    created_at timestamptz NOT NULL,
    used_at    timestamptz,
    PRIMARY KEY (tenant_id, user_id, hash),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON recovery_codes TO agio_tenant;

-- A passkey. Its registration inserts it. Removal, reset and erasure delete it.
CREATE TABLE passkeys (
    tenant_id     uuid        NOT NULL,
    id            uuid        NOT NULL,
    user_id       uuid        NOT NULL,
    credential_id bytea       NOT NULL CHECK (octet_length(credential_id) BETWEEN 16 AND 1023),
    credential    bytea       NOT NULL CHECK (octet_length(credential) <= 4096), -- verifies its signatures
    -- Last reported by the device, such as its counter.
    state         bytea       NOT NULL CHECK (octet_length(state) <= 64),
    transports    smallint    NOT NULL,
    name          text        NOT NULL CHECK (length(name) BETWEEN 1 AND 50), -- chosen by the customer
    created_at    timestamptz NOT NULL,
    used_at       timestamptz,
    rp_id         text        NOT NULL CHECK (length(rp_id) BETWEEN 1 AND 253), -- relying party id: its host
    PRIMARY KEY (tenant_id, id),
    UNIQUE (tenant_id, credential_id),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id)
);
CREATE INDEX passkeys_user ON passkeys (tenant_id, user_id);
GRANT SELECT, INSERT, UPDATE, DELETE ON passkeys TO agio_tenant;

-- A passkey ceremony: what a browser was asked to do with a passkey. The request inserts it; the browser's answer
-- deletes it, whatever the result. The purge deletes it after expires_at.
CREATE TABLE passkey_ceremonies (
    tenant_id   uuid        NOT NULL,
    id          uuid        NOT NULL,
    kind        text        NOT NULL CHECK (kind IN ('register', 'sign_in', 'confirm')),
    user_id     uuid,
    session_id  uuid,
    step_up_id  uuid,       -- the step-up that a confirmation is for
    state       bytea       NOT NULL CHECK (octet_length(state) <= 65536),
    expires_at  timestamptz NOT NULL,
    -- The page that asked; only it may answer.
    origin      text        NOT NULL CHECK (length(origin) BETWEEN 1 AND 300),
    with_factor boolean     NOT NULL DEFAULT false, -- as in totp_factors
    PRIMARY KEY (tenant_id, id)
);
CREATE INDEX passkey_ceremonies_age ON passkey_ceremonies (expires_at);
GRANT SELECT, INSERT, DELETE ON passkey_ceremonies TO agio_tenant;

-- A step-up: a request that waits for a second factor. The refused request inserts it; the same request again replaces
-- it. The purge deletes it 4 days after expires_at, and a session keeps at most 50 unused ones.
CREATE TABLE step_ups (
    tenant_id   uuid        NOT NULL,
    id          uuid        NOT NULL,
    user_id     uuid        NOT NULL,
    session_id  uuid        NOT NULL, -- the only session that may confirm it
    purpose     text        NOT NULL CHECK (purpose IN ('transfer', 'card_details', 'settings')),
    action      bytea       NOT NULL CHECK (octet_length(action) = 32), -- SHA-256 of the request
    shown       jsonb       NOT NULL, -- the request as the server shows it to the customer
    expires_at  timestamptz NOT NULL,
    token       bytea       CHECK (octet_length(token) = 32),    -- SHA-256 of the token that the confirmation returned
    token_until timestamptz,
    used_for    bytea       CHECK (octet_length(used_for) = 32), -- the one operation that the token was used for
    PRIMARY KEY (tenant_id, id),
    UNIQUE (tenant_id, token),
    FOREIGN KEY (tenant_id, session_id) REFERENCES sessions (tenant_id, id) ON DELETE CASCADE,
    CHECK ((token IS NULL) = (token_until IS NULL) AND (used_for IS NULL OR token IS NOT NULL))
);
CREATE INDEX step_ups_age ON step_ups (expires_at);
CREATE INDEX step_ups_session ON step_ups (tenant_id, session_id);
GRANT SELECT, INSERT, UPDATE, DELETE ON step_ups TO agio_tenant;

-- A reset of lost factors. The customer requests it, support approves it, and a job executes it after a delay in which
-- the owner can object. Erasure deletes it.
CREATE TABLE factor_resets (
    tenant_id    uuid        NOT NULL,
    id           uuid        NOT NULL,
    user_id      uuid        NOT NULL,
    requested_at timestamptz NOT NULL,
    approved_at  timestamptz,
    reason       text        CHECK (length(reason) BETWEEN 3 AND 500), -- support's reason for the approval
    due_at       timestamptz,
    cancelled_at timestamptz,
    done_at      timestamptz,
    PRIMARY KEY (tenant_id, id),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id),
    CHECK ((approved_at IS NULL) = (due_at IS NULL) AND (approved_at IS NULL) = (reason IS NULL)),
    CHECK (done_at IS NULL OR (approved_at IS NOT NULL AND cancelled_at IS NULL))
);
CREATE UNIQUE INDEX factor_resets_open ON factor_resets (tenant_id, user_id)
    WHERE cancelled_at IS NULL AND done_at IS NULL;
CREATE INDEX factor_resets_due ON factor_resets (due_at)
    WHERE due_at IS NOT NULL AND cancelled_at IS NULL AND done_at IS NULL;
GRANT SELECT, INSERT, UPDATE, DELETE ON factor_resets TO agio_tenant;

-- Row-level security, as in 0001_store.sql.
DO $$
DECLARE
    own constant text := $own$tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid$own$;
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['login_challenges', 'counters', 'used_captchas', 'sessions', 'access_tokens',
        'refresh_tokens', 'handovers', 'external_identities', 'provider_attempts', 'pending_links', 'telegram_launches',
        'factor_settings', 'totp_factors', 'recovery_codes', 'passkeys', 'passkey_ceremonies', 'step_ups',
        'factor_resets']
    LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY tenant ON %I USING (%s) WITH CHECK (%s)', name, own, own);
    END LOOP;
END
$$;
