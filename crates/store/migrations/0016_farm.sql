-- The farm: seasons with tasks and daily streaks, customers' points, and their exchange into the reward. Written by the
-- crate `rewards`. Points are no money. What they are exchanged into is: it is on the reward account of the ledger.

-- A season. An operator inserts it as a draft, changes the draft and may delete it. What a second operator approves is
-- one version. The job farm.switch writes the state. An exchange of points adds to spent.
CREATE TABLE farm_seasons (
    tenant_id   uuid        NOT NULL,
    id          uuid        NOT NULL,
    version     integer     NOT NULL CHECK (version >= 1),
    state       text        NOT NULL DEFAULT 'DRAFT' CHECK (state IN ('DRAFT', 'ON', 'STOPPED')),
    names       jsonb       NOT NULL CHECK (jsonb_typeof(names) = 'object'), -- language: name
    time_zone   text        NOT NULL CHECK (length(time_zone) BETWEEN 1 AND 64), -- the tenant's when it was made
    first_day   date        NOT NULL,
    last_day    date        NOT NULL,
    from_at     timestamptz NOT NULL, -- midnight of the first day
    until_at    timestamptz NOT NULL, -- midnight after the last day
    rules       jsonb       NOT NULL CHECK (jsonb_typeof(rules) = 'object'), -- rewards::SeasonRules
    spent       numeric(38) NOT NULL DEFAULT 0 CHECK (spent >= 0), -- in the currency of the budget
    made_by     text        NOT NULL CHECK (length(made_by) BETWEEN 1 AND 254),
    made_at     timestamptz NOT NULL,
    switched_at timestamptz,
    PRIMARY KEY (tenant_id, id),
    CHECK (last_day >= first_day AND until_at > from_at)
);
CREATE INDEX farm_seasons_time ON farm_seasons (tenant_id, from_at DESC);
GRANT SELECT, INSERT, UPDATE, DELETE ON farm_seasons TO agio_tenant;

-- A participant: a customer who opened the page. The first visit inserts it.
CREATE TABLE farm_players (
    tenant_id uuid        NOT NULL,
    season_id uuid        NOT NULL,
    user_id   uuid        NOT NULL,
    joined_at timestamptz NOT NULL,
    looked_at timestamptz NOT NULL, -- when the job counted last
    PRIMARY KEY (tenant_id, season_id, user_id),
    FOREIGN KEY (tenant_id, season_id) REFERENCES farm_seasons (tenant_id, id),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id)
);
CREATE INDEX farm_players_looked ON farm_players (looked_at);
GRANT SELECT, INSERT ON farm_players TO agio_tenant;
GRANT UPDATE (looked_at) ON farm_players TO agio_tenant;

-- A day of the tenant's clock on which a customer opened the page.
CREATE TABLE farm_days (
    tenant_id  uuid        NOT NULL,
    season_id  uuid        NOT NULL,
    user_id    uuid        NOT NULL,
    day        date        NOT NULL,
    visited_at timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, season_id, user_id, day),
    FOREIGN KEY (tenant_id, season_id, user_id) REFERENCES farm_players (tenant_id, season_id, user_id)
);
GRANT SELECT, INSERT ON farm_days TO agio_tenant;

-- A line of points. The key allows one line for each event of a customer, over all seasons. An event above a cap has a
-- line of zero points, and an exchange has a negative one.
CREATE TABLE farm_points (
    tenant_id uuid        NOT NULL,
    user_id   uuid        NOT NULL,
    event     text        NOT NULL CHECK (length(event) BETWEEN 1 AND 80), -- movement:…, friend:…, visit:…, exchange:…
    id        uuid        NOT NULL, -- UUIDv7: the history is in its order
    season_id uuid        NOT NULL,
    kind      text        NOT NULL CHECK (length(kind) BETWEEN 1 AND 20), -- of the task; streak; reward
    points    bigint      NOT NULL,
    day       date        NOT NULL, -- the tenant's day of the event
    at        timestamptz NOT NULL, -- when it happened
    PRIMARY KEY (tenant_id, user_id, event),
    FOREIGN KEY (tenant_id, season_id) REFERENCES farm_seasons (tenant_id, id),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id)
);
CREATE INDEX farm_points_history ON farm_points (tenant_id, user_id, id DESC);
CREATE INDEX farm_points_season ON farm_points (tenant_id, season_id, user_id);
GRANT SELECT, INSERT ON farm_points TO agio_tenant;

-- An exchange of points. The change of the ledger that books the reward inserts it.
CREATE TABLE farm_exchanges (
    tenant_id  uuid        NOT NULL,
    id         uuid        NOT NULL, -- that of its line of points
    season_id  uuid        NOT NULL,
    user_id    uuid        NOT NULL,
    profile_id uuid        NOT NULL, -- whose reward account is credited
    request    text        NOT NULL CHECK (length(request) BETWEEN 1 AND 255), -- the Idempotency-Key
    points     bigint      NOT NULL CHECK (points > 0),
    currency   text        NOT NULL CHECK (length(currency) BETWEEN 2 AND 12),
    amount     numeric(38) NOT NULL CHECK (amount > 0),
    order_id   uuid, -- the order that moves the reward to the balance
    at         timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, id),
    UNIQUE (tenant_id, user_id, request),
    FOREIGN KEY (tenant_id, season_id) REFERENCES farm_seasons (tenant_id, id),
    FOREIGN KEY (tenant_id, profile_id) REFERENCES profiles (tenant_id, id)
);
CREATE INDEX farm_exchanges_season ON farm_exchanges (tenant_id, season_id, user_id);
CREATE INDEX farm_exchanges_profile ON farm_exchanges (tenant_id, profile_id, currency);
GRANT SELECT, INSERT ON farm_exchanges TO agio_tenant;
GRANT UPDATE (order_id) ON farm_exchanges TO agio_tenant;

-- Row-level security, as in 0001_store.sql.
DO $$
DECLARE
    own constant text := $own$tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid$own$;
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['farm_seasons', 'farm_players', 'farm_days', 'farm_points', 'farm_exchanges']
    LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY tenant ON %I USING (%s) WITH CHECK (%s)', name, own, own);
    END LOOP;
END
$$;
