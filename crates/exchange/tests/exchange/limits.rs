//! The use of limits after the end of a movement.

use crate::support::*;
use exchange::{Command, Transaction};
use identity::CustomerStatus;
use kernel::{Amount, Clock, Currency, Payway, TransactionId, UserId};
use uuid::Uuid;

/// Counts 100 euro of bank money and 200 euro of coins for a movement.
async fn count(setup: &Setup, user: UserId, id: TransactionId) {
    let mut conn = setup.db.connect().await;
    // The use needs no person.
    sqlx::query("SET session_replication_role = replica").execute(&mut conn).await.unwrap();
    sqlx::query(
        "INSERT INTO limit_uses (tenant_id, transaction_id, user_id, fiat, crypto_out, at)
         VALUES ($1, $2, $3, 10000, 20000, $4)",
    )
    .bind(setup.tenant.uuid())
    .bind(id.uuid())
    .bind(user.uuid())
    .bind(setup.clock.now())
    .execute(&mut conn)
    .await
    .unwrap();
}

/// The used cents of the day: bank money, and coins.
async fn used(setup: &Setup, movement: &Transaction) -> [i128; 2] {
    let user = UserId::from_uuid(Uuid::from_u128(movement.id.uuid().as_u128() | 1));
    count(setup, user, movement.id).await;
    let person = CustomerStatus { user: Some(user), ..CustomerStatus::default() };
    let usage = setup.exchange.usage(setup.tenant, &person).await.unwrap().tier;
    [usage[0].used.atoms(), usage[2].used.atoms()]
}

#[tokio::test]
async fn a_received_payment_counts_after_its_refund_and_an_unsent_payout_does_not() {
    let setup = Setup::new().await;
    let open = setup.purchase(Payway::Iban).await;
    assert_eq!(used(&setup, &open).await, [10_000, 20_000], "an open order");

    let bought = setup.purchase(Payway::Iban).await;
    setup.tell(bought.id, "line-1", credited(Amount::new(12_500, Currency::EUR), "line-1")).await;
    setup.exchange.apply(setup.tenant, bought.id, Command::Refund { to: None }, "customer").await.unwrap();
    setup.work().await;
    assert_eq!(used(&setup, &bought).await, [10_000, 0], "money came from a bank and went back, and no coins left");

    let sold = setup.sale().await;
    let half = Amount::new(sold.price.from_amount.atoms() / 2, Currency::LTC);
    setup.tell(sold.id, "coins-1", credited(half, "coins-1")).await;
    setup.exchange.apply(setup.tenant, sold.id, Command::Deposit, "operator").await.unwrap();
    assert_eq!(used(&setup, &sold).await, [0, 0], "coins came and are kept, and no money left to a bank");

    let cancelled = setup.purchase(Payway::Iban).await;
    setup.exchange.apply(setup.tenant, cancelled.id, Command::Cancel, "customer").await.unwrap();
    assert_eq!(used(&setup, &cancelled).await, [0, 0], "nothing has moved");
}
