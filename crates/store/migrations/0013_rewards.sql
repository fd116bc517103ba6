-- The referral programme. Written by the crate `rewards`. Rewards are money in the ledger (book `product`, part
-- `reward`); these tables say who invited whom, and which order earned what.

-- The link of a customer who invites others. Its owner's first look at the page inserts it. Rows stay; erasure clears
-- the nickname.
CREATE TABLE referral_links (
    tenant_id      uuid        NOT NULL,
    user_id        uuid        NOT NULL,
    profile_id     uuid        NOT NULL, -- whose reward account is credited
    code           text        NOT NULL CHECK (code ~ '^[2-9A-HJKMNP-Z]{8}$'),
    nickname       text        CHECK (length(nickname) BETWEEN 2 AND 24), -- on the leaderboard; NULL: not on it
    created_at     timestamptz NOT NULL,
    blocked_at     timestamptz, -- unpaid rewards are held since then
    blocked_by     text        CHECK (length(blocked_by) BETWEEN 1 AND 254), -- email of the operator
    blocked_reason text        CHECK (length(blocked_reason) BETWEEN 8 AND 500),
    PRIMARY KEY (tenant_id, user_id),
    UNIQUE (tenant_id, code),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id),
    FOREIGN KEY (tenant_id, profile_id) REFERENCES profiles (tenant_id, id),
    CHECK ((blocked_at IS NULL) = (blocked_by IS NULL) AND (blocked_at IS NULL) = (blocked_reason IS NULL))
);
-- No two people of the leaderboard look alike.
CREATE UNIQUE INDEX referral_links_nickname ON referral_links (tenant_id, lower(nickname)) WHERE nickname IS NOT NULL;
GRANT SELECT, INSERT ON referral_links TO agio_tenant;
GRANT UPDATE (nickname, blocked_at, blocked_by, blocked_reason) ON referral_links TO agio_tenant;

-- Who was invited by whom, once and for ever. The first sign-in with a link inserts it. A refused one is kept for
-- operators and earns nothing.
CREATE TABLE referrals (
    tenant_id   uuid        NOT NULL,
    referee_id  uuid        NOT NULL,
    referrer_id uuid        NOT NULL,
    refused     text        CHECK (refused IN ('same_person', 'same_device', 'loop')),
    network     text        NOT NULL CHECK (length(network) BETWEEN 1 AND 64), -- of the first sign-in: /24 or /64
    device      text        CHECK (length(device) <= 300), -- User-Agent of the first sign-in
    joined_at   timestamptz NOT NULL,
    looked_at   timestamptz NOT NULL, -- when the job looked for completed orders last
    closed_at   timestamptz, -- no further order can earn
    PRIMARY KEY (tenant_id, referee_id),
    FOREIGN KEY (tenant_id, referee_id) REFERENCES users (tenant_id, id),
    FOREIGN KEY (tenant_id, referrer_id) REFERENCES referral_links (tenant_id, user_id),
    CHECK (referee_id <> referrer_id)
);
CREATE INDEX referrals_referrer ON referrals (tenant_id, referrer_id, joined_at);
CREATE INDEX referrals_open ON referrals (looked_at) WHERE refused IS NULL AND closed_at IS NULL;
GRANT SELECT, INSERT ON referrals TO agio_tenant;
GRANT UPDATE (looked_at, closed_at) ON referrals TO agio_tenant;

-- What an order earned. The key allows one row for each order. The job inserts a row when it first sees the completed
-- order, and the ledger's change that credits the reward books it.
--
-- waiting: not booked yet. held: an operator decides first. booked: on the reward account. questioned: booked, and the
-- payment of its order is disputed. taken_back: booked, and posted back by an operator. dropped: never booked.
CREATE TABLE referral_earnings (
    tenant_id      uuid          NOT NULL,
    transaction_id uuid          NOT NULL,
    referee_id     uuid          NOT NULL,
    referrer_id    uuid          NOT NULL,
    profile_id     uuid          NOT NULL, -- whose reward account is credited
    number         integer       NOT NULL CHECK (number >= 1), -- of the referee's orders that count
    fee            jsonb         NOT NULL, -- the platform's fee of the order
    currency       text          NOT NULL CHECK (length(currency) BETWEEN 2 AND 10),
    amount         numeric(38,0) NOT NULL CHECK (amount >= 0), -- 0: the cap was reached
    state          text          NOT NULL CHECK (state IN ('waiting', 'held', 'booked', 'questioned', 'taken_back',
                                                           'dropped')),
    hold           text          CHECK (hold IN ('same_name', 'disputed')), -- what an operator decides about
    policy_version integer       NOT NULL,
    earned_at      timestamptz   NOT NULL, -- when the order was completed
    due_at         timestamptz   NOT NULL, -- when it is booked
    booked_at      timestamptz,
    PRIMARY KEY (tenant_id, transaction_id),
    UNIQUE (tenant_id, referee_id, number),
    FOREIGN KEY (tenant_id, referee_id) REFERENCES referrals (tenant_id, referee_id),
    FOREIGN KEY (tenant_id, referrer_id) REFERENCES referral_links (tenant_id, user_id),
    CHECK ((booked_at IS NOT NULL) = (state IN ('booked', 'questioned', 'taken_back')))
);
CREATE INDEX referral_earnings_referrer ON referral_earnings (tenant_id, referrer_id, earned_at DESC);
CREATE INDEX referral_earnings_due ON referral_earnings (due_at) WHERE state = 'waiting';
CREATE INDEX referral_earnings_booked ON referral_earnings (booked_at) WHERE state = 'booked';
CREATE INDEX referral_earnings_undecided ON referral_earnings (tenant_id, earned_at)
    WHERE state IN ('held', 'questioned');
GRANT SELECT, INSERT ON referral_earnings TO agio_tenant;
GRANT UPDATE (state, hold, due_at, booked_at) ON referral_earnings TO agio_tenant;

-- The bonus of a promo code for a completed order. The ledger's change that credits the reward account inserts it. The key
-- allows one for each order.
CREATE TABLE promo_bonuses (
    tenant_id      uuid          NOT NULL,
    transaction_id uuid          NOT NULL,
    profile_id     uuid          NOT NULL, -- whose reward account is credited
    currency       text          NOT NULL CHECK (length(currency) BETWEEN 2 AND 12),
    amount         numeric(38,0) NOT NULL CHECK (amount > 0),
    booked_at      timestamptz   NOT NULL,
    PRIMARY KEY (tenant_id, transaction_id),
    FOREIGN KEY (tenant_id, profile_id) REFERENCES profiles (tenant_id, id)
);
CREATE INDEX promo_bonuses_profile ON promo_bonuses (tenant_id, profile_id, booked_at DESC);
GRANT SELECT, INSERT ON promo_bonuses TO agio_tenant;

-- Row-level security, as in 0001_store.sql.
DO $$
DECLARE
    own constant text := $own$tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid$own$;
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['referral_links', 'referrals', 'referral_earnings', 'promo_bonuses']
    LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY tenant ON %I USING (%s) WITH CHECK (%s)', name, own, own);
    END LOOP;
END
$$;
