//! A tenant's own policy: in force from its effective date, and immutable afterwards.

use crate::support::*;
use chrono::TimeDelta;
use exchange::policy::Policy;
use exchange::{ExchangeError, FixedSide, LineKind, Quote, QuoteRequest, publish_policy, seed_demo};
use kernel::{Amount, Clock, Currency, Payway, TenantId, World};

async fn ask(setup: &Setup, tenant: TenantId, to: (Currency, Payway)) -> Result<Quote, ExchangeError> {
    setup.prices();
    let request = QuoteRequest {
        side: None,
        source: Payway::Visamc.into(),
        sink: to.1.into(),
        from_currency: Currency::EUR,
        to_currency: to.0,
        fixed_side: FixedSide::From,
        amount: Amount::parse("250", Currency::EUR).unwrap(),
        is_unified: false,
        firm: true,
        residence: None,
        payer: exchange::policy::FeePayer::default(),
    };
    setup.exchange.quote(tenant, None, &request).await
}

async fn our_fee(setup: &Setup, tenant: TenantId) -> String {
    let quote = ask(setup, tenant, (Currency::LTC, Payway::Ltc)).await.expect("a quote");
    quote.price.lines.iter().find(|line| line.kind == LineKind::OurFee).expect("our fee").amount.to_decimal()
}

fn dearer(version: u32) -> Policy {
    let mut policy = Policy { version, ..Policy::seed() };
    policy.our_fee.mult_ppm = 20_000;
    policy
}

fn world(setup: &Setup) -> World {
    World::with_clock(setup.clock.clone())
}

#[tokio::test]
async fn a_new_policy_applies_from_its_start_to_its_tenant_only() {
    let setup = Setup::new().await;
    let other = store::testing::tenant(2);
    let usual = our_fee(&setup, setup.tenant).await;
    let from = setup.clock.now() + TimeDelta::seconds(90);
    publish_policy(&setup.db.store, &world(&setup), setup.tenant, &dearer(1), from).await.unwrap();
    setup.pass(31);
    assert_eq!(our_fee(&setup, setup.tenant).await, usual, "its time has not come");
    setup.pass(58);
    assert_eq!(our_fee(&setup, setup.tenant).await, usual, "a second is missing");
    setup.pass(1);
    assert_ne!(our_fee(&setup, setup.tenant).await, usual, "what was remembered ends with the moment");
    assert_eq!(our_fee(&setup, other).await, usual);
}

#[tokio::test]
async fn an_order_has_the_price_of_its_quote_after_a_policy_change() {
    let setup = Setup::new().await;
    let quote = ask(&setup, setup.tenant, (Currency::LTC, Payway::Ltc)).await.unwrap();
    let now = setup.clock.now();
    publish_policy(&setup.db.store, &world(&setup), setup.tenant, &dearer(1), now).await.unwrap();
    setup.pass(31);
    let made = setup.exchange.create(setup.tenant, setup.profile, order(&quote, None)).await.unwrap();
    assert_eq!((made.price.to_amount, &made.price.lines), (quote.price.to_amount, &quote.price.lines));
}

#[tokio::test]
async fn a_published_policy_version_is_immutable() {
    let setup = Setup::new().await;
    let (store, world, now) = (&setup.db.store, world(&setup), setup.clock.now());
    publish_policy(store, &world, setup.tenant, &Policy::seed(), now).await.unwrap();
    let again = publish_policy(store, &world, setup.tenant, &dearer(1), now).await.unwrap_err();
    assert!(again.to_string().contains("version 1 of the policy is there already"), "{again}");
    let mut tx = store.tenant(setup.tenant).await.unwrap();
    let changed = sqlx::query("UPDATE policies SET effective_at = now()").execute(tx.conn()).await.unwrap_err();
    assert!(changed.to_string().contains("permission denied"), "{changed}");
}

#[tokio::test]
async fn the_sandbox_sells_tether_by_card() {
    let setup = Setup::new().await;
    for _ in 0..2 {
        seed_demo(&setup.db.store, &world(&setup), setup.tenant).await.unwrap();
    }
    let tether = ("USDT".parse().unwrap(), Payway::Trc20);
    assert!(ask(&setup, setup.tenant, tether).await.is_ok());
    let refused = ask(&setup, store::testing::tenant(2), tether).await.unwrap_err();
    assert_eq!(refused.code(), "MICA_COMPLIANCE_ERROR");
}

#[tokio::test(flavor = "multi_thread")]
async fn expired_uses_of_limits_are_purged() {
    let setup = Setup::new().await;
    let mut conn = setup.db.connect().await;
    // Rows without an owner suffice, because only their age matters here.
    sqlx::query("SET session_replication_role = replica").execute(&mut conn).await.unwrap();
    for days in [40, 32, 30, 1] {
        sqlx::query(
            "INSERT INTO limit_uses (tenant_id, transaction_id, user_id, fiat, crypto_out, at)
             VALUES ($1, gen_random_uuid(), gen_random_uuid(), 100, 0, $2)",
        )
        .bind(setup.tenant.uuid())
        .bind(setup.clock.now() - TimeDelta::days(days))
        .execute(&mut conn)
        .await
        .unwrap();
    }
    // The use of an open order, whose coins may still leave.
    sqlx::query(
        "WITH old AS (INSERT INTO limit_uses (tenant_id, transaction_id, user_id, fiat, crypto_out, at)
             VALUES ($1, gen_random_uuid(), gen_random_uuid(), 0, 100, $2) RETURNING tenant_id, transaction_id)
         INSERT INTO records (tenant_id, id, kind, owner, status, version, body, created_at, updated_at)
         SELECT tenant_id, transaction_id, 'transaction', gen_random_uuid(), 'PROCESSING', 1, '{}', $2, $2 FROM old",
    )
    .bind(setup.tenant.uuid())
    .bind(setup.clock.now() - TimeDelta::days(50))
    .execute(&mut conn)
    .await
    .unwrap();
    setup.pass(60);
    setup.work().await;
    let left: i64 = sqlx::query_scalar("SELECT count(*) FROM limit_uses").fetch_one(&mut conn).await.unwrap();
    assert_eq!(left, 3);
}
