//! A promised price that lapsed through no fault of the customer: booked once, recorded once, and in the report.

use exchange::guarantee::MakeGoodKind;
use exchange::policy::{GuaranteeRule, Policy, seed_prices};
use exchange::rails::RailEventKind;
use exchange::transaction::Command;
use exchange::{PriceBook, Status, SubState, Transaction, publish_policy};
use kernel::{Amount, Clock, Currency, Price, World};

use crate::support::*;

/// A sale of two litecoins at 85 euro under a rule of this many euro, whose coins are seen in time and credited four
/// hours later, when a litecoin costs a tenth less.
async fn slow_sale(setup: &Setup, euros: i128) -> Transaction {
    let rule = GuaranteeRule { max_minutes: 720, max_loss: Amount::new(euros * 100, Currency::EUR) };
    let policy = Policy { guarantee: Some(rule), ..Policy::seed() };
    let world = World::with_clock(setup.clock.clone());
    publish_policy(&setup.db.store, &world, setup.tenant, &policy, setup.clock.now()).await.unwrap();
    setup.pass(31);
    setup.prices();
    let sold = setup.sale().await;
    let coins = sold.price.from_amount;
    let seen = RailEventKind::Seen { amount: coins, confirmations: 0, required: 3, txid: "a:0".to_owned() };
    setup.tell(sold.id, "seen", seen).await;
    let at = setup.pass(4 * 3_600);
    let mut prices = seed_prices();
    let parts = prices[&Currency::LTC].parts() * 9 / 10;
    prices.insert(Currency::LTC, Price::from_parts(parts).unwrap());
    setup.rates.publish(PriceBook { prices, source: "test".to_owned(), at, awaiting_rate: [].into() });
    for event in ["credited", "credited again"] {
        setup.tell(sold.id, event, credited(coins, "a:0")).await;
    }
    sold
}

#[tokio::test]
async fn slow_confirmations_keep_the_price_and_the_report_has_their_cost() {
    let setup = Setup::new().await;
    let sold = slow_sale(&setup, 17).await;
    let kept = setup.now(sold.id).await;
    assert_eq!((kept.sub_state(), kept.price.to_amount), (SubState::Sending, sold.price.to_amount));
    assert_eq!(kept.make_good.map(|made| made.kind), Some(MakeGoodKind::Kept));
    assert_eq!(setup.balance("guarantee", Currency::EUR).await, -1_700);
    let days = setup.exchange.make_good_days(setup.tenant).await.unwrap();
    let shown: Vec<_> = days.iter().map(|day| (day.kept, day.credited, day.cost.to_decimal())).collect();
    assert_eq!(shown, [(1, 0, "17.00".to_owned())]);
    setup.prove().await;
}

#[tokio::test]
async fn above_the_rule_the_customer_chooses_and_is_credited_its_limit() {
    let setup = Setup::new().await;
    let sold = slow_sale(&setup, 16).await;
    assert_eq!(setup.now(sold.id).await.status(), Status::ActionRequired);
    setup.exchange.apply(setup.tenant, sold.id, Command::UpdateAmount, "customer").await.unwrap();
    let credited = setup.now(sold.id).await;
    assert!(credited.price.to_amount.atoms() < sold.price.to_amount.atoms());
    assert_eq!(setup.balance("customer", Currency::EUR).await, 1_600);
    assert_eq!(setup.balance("guarantee", Currency::EUR).await, -1_600);
    let days = setup.exchange.make_good_days(setup.tenant).await.unwrap();
    assert_eq!((days[0].kept, days[0].credited), (0, 1));
    setup.prove().await;
}
