//! Campaigns on a real PostgreSQL, by a clock that the test moves.
#![expect(clippy::unwrap_used, reason = "a test ends where its set-up does not work")]

use std::sync::Arc;

use campaigns::{Campaigns, Codes, LocalRange, NewCampaign, Terms};
use chrono::{DateTime, NaiveDateTime, TimeDelta, Utc};
use exchange::promotion::{PromotionRefusal, Promotions, Redeemer};
use identity::operator::{OperatorPrincipal, Role};
use identity::{ClientContext, Identity, IdentityConfig, KeyEncryptionKey, Pepper};
use kernel::{Currency, Endpoint, Id, ManualClock, Payway, TenantId, World};
use store::testing::TestDb;
use uuid::Uuid;

struct Setup {
    db: TestDb,
    clock: Arc<ManualClock>,
    campaigns: Campaigns,
    tenant: TenantId,
    admin: OperatorPrincipal,
}

fn at(text: &str) -> DateTime<Utc> {
    NaiveDateTime::parse_from_str(text, "%F %R").unwrap().and_utc()
}

impl Setup {
    async fn new(now: &str) -> Self {
        let db = TestDb::new().await;
        let clock = ManualClock::at(at(now));
        let world = World::with_clock(clock.clone());
        let tenant = identity::seed_demo(&db.store, &world).await.unwrap();
        let config = IdentityConfig { pepper: Pepper::new([1; 32]), data_key: KeyEncryptionKey::new([2; 32]) };
        let identity = Identity::new(db.store.clone(), world.clone(), config);
        let campaigns = Campaigns::new(db.store.clone(), world, identity);
        let (id, end) = (Id::from_uuid(Uuid::from_u128(1)), at("2099-01-01 00:00"));
        let (role, session, email) = (Role::TenantAdmin, Uuid::nil(), "admin@bank.example".to_owned());
        let admin = OperatorPrincipal { id, email, role, session, expires_at: end, confirmed_until: end };
        let sql = "INSERT INTO operators (tenant_id, id, email, email_normalized, role, status, created_at, updated_at)
                   VALUES ($1, $2, 'admin@bank.example', 'admin@bank.example', 'tenant_admin', 'active', now(), now())";
        let made = sqlx::query(sql).bind(tenant.uuid()).bind(id.uuid());
        made.execute(&mut db.connect().await).await.unwrap();
        Self { db, clock, campaigns, tenant, admin }
    }

    /// Publishes a campaign with the code `SPRING`, without the operators' proposal.
    async fn publish(&self, from: Option<&str>, until: Option<&str>) {
        let local = |text: &str| at(text).naive_utc();
        let terms = Terms {
            ppm: 500_000,
            bonus: None,
            uses_max: None,
            per_person: None,
            currency: Currency::EUR,
            budget: None,
            minimum: None,
            is_first_only: false,
            countries: Vec::new(),
            payways: Vec::new(),
        };
        let range = LocalRange { from: from.map(local), until: until.map(local) };
        let new = NewCampaign { name: "Spring".into(), codes: Codes::Shared("spring".into()), terms, range };
        let who = (&self.admin, &ClientContext::default());
        self.campaigns.make_campaign(self.tenant, who, new).await.unwrap();
        let on = sqlx::query("UPDATE campaigns SET state = 'ON'");
        on.execute(&mut self.db.connect().await).await.unwrap();
    }

    /// The discount of the code at this moment.
    async fn offered(&self, tenant: TenantId, now: DateTime<Utc>) -> Result<u32, PromotionRefusal> {
        self.clock.set(now);
        let redeemer = Redeemer {
            user: None,
            order: None,
            residence: None,
            from: (Currency::EUR, Endpoint::Payway(Payway::Visamc)),
            to: (Currency::LTC, Endpoint::Payway(Payway::Ltc)),
        };
        self.campaigns.offer(tenant, "Spring", &redeemer).await.unwrap().offer().map(|offer| offer.ppm)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_campaign_begins_and_ends_at_midnight_of_the_tenants_time_zone() {
    let setup = Setup::new("2026-10-01 12:00").await;
    let who = (&setup.admin, &ClientContext::default());
    setup.campaigns.set_time_zone(setup.tenant, who, "Europe/Warsaw").await.unwrap();
    // The clocks change on 25 October.
    setup.publish(Some("2026-10-20 00:00"), Some("2026-10-26 00:00")).await;
    let (begin, end, second) = (at("2026-10-19 22:00"), at("2026-10-25 23:00"), TimeDelta::seconds(1));
    assert_eq!(setup.offered(setup.tenant, begin - second).await, Err(PromotionRefusal::NotYet(begin)));
    assert_eq!(setup.offered(setup.tenant, begin).await, Ok(500_000));
    assert_eq!(setup.offered(setup.tenant, end - second).await, Ok(500_000));
    assert_eq!(setup.offered(setup.tenant, end).await, Err(PromotionRefusal::Ended(end)));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_changed_time_zone_moves_no_existing_campaign_and_no_other_tenant() {
    let setup = Setup::new("2026-10-01 12:00").await;
    setup.publish(None, Some("2026-10-02 00:00")).await;
    let who = (&setup.admin, &ClientContext::default());
    setup.campaigns.set_time_zone(setup.tenant, who, "Asia/Tokyo").await.unwrap();
    let end = at("2026-10-02 00:00");
    assert_eq!(setup.offered(setup.tenant, end - TimeDelta::seconds(1)).await, Ok(500_000));
    let other = TenantId::from_uuid(Uuid::from_u128(7));
    assert_eq!(setup.offered(other, end - TimeDelta::seconds(1)).await, Err(PromotionRefusal::Unknown));
    assert_eq!(setup.offered(setup.tenant, end).await, Err(PromotionRefusal::Ended(end)));
}
