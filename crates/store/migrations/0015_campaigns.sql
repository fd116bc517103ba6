-- Campaigns: promo codes with their uses, and what operators show to customers. Written by the crate `campaigns`. A
-- discount itself is part of an order's price; these tables say what a code gives and count its uses.

-- The clock of a tenant, by which its campaigns begin and end. Without a row it is UTC. An operator writes it.
CREATE TABLE campaign_clocks (
    tenant_id  uuid        PRIMARY KEY,
    time_zone  text        NOT NULL CHECK (length(time_zone) BETWEEN 1 AND 64), -- IANA name
    updated_at timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE ON campaign_clocks TO agio_tenant;

-- A campaign of promo codes. An operator inserts it as a draft and may delete the draft. Its terms never change, so that
-- what a second operator approves is what runs. The job campaign.switch writes the state. An order with a code moves
-- uses and spent on: they are upper bounds, which are counted again when they reach a limit.
CREATE TABLE campaigns (
    tenant_id     uuid        NOT NULL,
    id            uuid        NOT NULL,
    name          text        NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
    state         text        NOT NULL DEFAULT 'DRAFT' CHECK (state IN ('DRAFT', 'ON', 'STOPPED')),
    ppm           integer     NOT NULL CHECK (ppm BETWEEN 0 AND 1000000), -- of the platform's fee, in millionths
    bonus         numeric(38) CHECK (bonus > 0), -- credited for a completed order, in the currency below
    time_zone     text        NOT NULL CHECK (length(time_zone) BETWEEN 1 AND 64), -- the tenant's when it was made
    from_local    timestamp,  -- as the operator typed it
    until_local   timestamp,
    from_at       timestamptz, -- the instants of these times; NULL: no bound
    until_at      timestamptz, -- the first instant at which it is over
    uses_max      integer     CHECK (uses_max > 0),
    per_person    integer     CHECK (per_person > 0),
    currency      text        NOT NULL CHECK (length(currency) BETWEEN 2 AND 12), -- of bonus, budget and minimum
    budget        numeric(38) CHECK (budget > 0),
    minimum       numeric(38) CHECK (minimum > 0),
    is_first_only boolean     NOT NULL, -- for a customer without a completed order
    countries     text[]      NOT NULL CHECK (cardinality(countries) <= 250), -- of residence; empty: all
    payways       text[]      NOT NULL CHECK (cardinality(payways) <= 60),    -- of one side; empty: all
    uses          bigint      NOT NULL DEFAULT 0 CHECK (uses >= 0),
    spent         numeric(38) NOT NULL DEFAULT 0 CHECK (spent >= 0),
    made_by       text        NOT NULL CHECK (length(made_by) BETWEEN 1 AND 254),
    made_at       timestamptz NOT NULL,
    switched_at   timestamptz,
    PRIMARY KEY (tenant_id, id),
    CHECK (until_at > from_at),
    CHECK (ppm > 0 OR bonus IS NOT NULL)
);
CREATE INDEX campaigns_made ON campaigns (tenant_id, id DESC);
GRANT SELECT, INSERT, DELETE ON campaigns TO agio_tenant;
GRANT UPDATE (state, uses, spent, switched_at) ON campaigns TO agio_tenant;

-- A code of a campaign. It is inserted and deleted together with the campaign.
CREATE TABLE campaign_codes (
    tenant_id   uuid    NOT NULL,
    code        text    NOT NULL CHECK (code ~ '^[A-Z0-9_-]{2,40}$'),
    campaign_id uuid    NOT NULL,
    is_single   boolean NOT NULL, -- one of many, each for one use
    PRIMARY KEY (tenant_id, code),
    FOREIGN KEY (tenant_id, campaign_id) REFERENCES campaigns (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX campaign_codes_campaign ON campaign_codes (tenant_id, campaign_id, code);
GRANT SELECT, INSERT, DELETE ON campaign_codes TO agio_tenant;

-- A use of a code. The change that opens its order inserts it. Whether it counts follows from the order: one that came
-- to nothing gives its use back without a clean-up step.
CREATE TABLE campaign_uses (
    tenant_id      uuid        NOT NULL,
    transaction_id uuid        NOT NULL,
    campaign_id    uuid        NOT NULL,
    user_id        uuid        NOT NULL,
    code           text        NOT NULL,
    deducted       numeric(38) NOT NULL CHECK (deducted >= 0), -- from the fee, in the currency beside
    currency       text        NOT NULL CHECK (length(currency) BETWEEN 2 AND 12),
    worth          numeric(38) NOT NULL CHECK (worth >= 0),   -- against the budget, in its currency; 0 without a budget
    bonus          numeric(38) CHECK (bonus > 0), -- promised for the completed order, in the campaign's currency
    at             timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, transaction_id),
    FOREIGN KEY (tenant_id, campaign_id) REFERENCES campaigns (tenant_id, id),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id)
);
CREATE INDEX campaign_uses_person ON campaign_uses (tenant_id, campaign_id, user_id);
CREATE INDEX campaign_uses_code ON campaign_uses (tenant_id, code);
CREATE INDEX campaign_uses_user ON campaign_uses (tenant_id, user_id);
CREATE INDEX campaign_uses_bonus ON campaign_uses (at) WHERE bonus IS NOT NULL;
GRANT SELECT, INSERT ON campaign_uses TO agio_tenant;

-- A banner, an onboarding slide or an article of help. An operator writes it.
CREATE TABLE contents (
    tenant_id   uuid        NOT NULL,
    id          uuid        NOT NULL,
    kind        text        NOT NULL CHECK (kind IN ('BANNER', 'SLIDE', 'ARTICLE')),
    places      text[]      NOT NULL CHECK (places <@ '{HOME,LANDING}'::text[]), -- of a banner; others have none
    is_on       boolean     NOT NULL,
    texts       jsonb       NOT NULL CHECK (jsonb_typeof(texts) = 'object'), -- language: title, text, button, keywords
    picture     text        NOT NULL CHECK (picture ~ '^[a-z_]{2,20}$'), -- one of the built-in illustrations
    link        text        CHECK (length(link) BETWEEN 1 AND 300), -- a path of the app, or https
    slug        text        CHECK (slug ~ '^[a-z0-9-]{2,40}$'), -- of an article: its address; that of ours takes its place
    topic       text        CHECK (topic IN ('money', 'orders', 'account', 'security')), -- of an article
    position    smallint    NOT NULL CHECK (position BETWEEN 0 AND 99),
    audience    text        NOT NULL CHECK (audience IN ('ALL', 'NOT_VERIFIED', 'NEW')),
    new_days    smallint    CHECK (new_days BETWEEN 1 AND 365),
    time_zone   text        NOT NULL CHECK (length(time_zone) BETWEEN 1 AND 64),
    from_local  timestamp,
    until_local timestamp,
    from_at     timestamptz,
    until_at    timestamptz,
    updated_by  text        NOT NULL CHECK (length(updated_by) BETWEEN 1 AND 254),
    updated_at  timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, id),
    CHECK (until_at > from_at),
    CHECK ((audience = 'NEW') = (new_days IS NOT NULL)),
    CHECK ((kind = 'BANNER') = (cardinality(places) > 0)),
    CHECK ((kind = 'ARTICLE') = (slug IS NOT NULL) AND (slug IS NULL) = (topic IS NULL))
);
GRANT SELECT, INSERT, UPDATE, DELETE ON contents TO agio_tenant;

-- What a customer has closed and does not want to see again. Erasure deletes it.
CREATE TABLE content_dismissals (
    tenant_id  uuid        NOT NULL,
    user_id    uuid        NOT NULL,
    content_id uuid        NOT NULL,
    at         timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, user_id, content_id),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id),
    FOREIGN KEY (tenant_id, content_id) REFERENCES contents (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX content_dismissals_content ON content_dismissals (tenant_id, content_id);
GRANT SELECT, INSERT, DELETE ON content_dismissals TO agio_tenant;

-- Row-level security, as in 0001_store.sql.
DO $$
DECLARE
    own constant text := $own$tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid$own$;
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['campaign_clocks', 'campaigns', 'campaign_codes', 'campaign_uses', 'contents',
        'content_dismissals']
    LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY tenant ON %I USING (%s) WITH CHECK (%s)', name, own, own);
    END LOOP;
END
$$;
