//! The use of limits after the end of a movement.

use crate::support::*;
use exchange::{Command, Transaction};
use identity::CustomerStatus;
use kernel::{Amount, Clock, Currency, Payway, TransactionId, UserId};
use uuid::Uuid;

/// Counts 100 euro of bank money and 200 euro of coins for a movement.
async fn count(house: &House, user: UserId, id: TransactionId) {
    let mut conn = house.db.connect().await;
    // The use needs no person.
    sqlx::query("SET session_replication_role = replica").execute(&mut conn).await.unwrap();
    sqlx::query(
        "INSERT INTO limit_uses (tenant_id, transaction_id, user_id, fiat, crypto_out, at)
         VALUES ($1, $2, $3, 10000, 20000, $4)",
    )
    .bind(house.tenant.uuid())
    .bind(id.uuid())
    .bind(user.uuid())
    .bind(house.clock.now())
    .execute(&mut conn)
    .await
    .unwrap();
}

/// The used cents of the day: bank money, and coins.
async fn used(house: &House, movement: &Transaction) -> [i128; 2] {
    let user = UserId::from_uuid(Uuid::from_u128(movement.id.uuid().as_u128() | 1));
    count(house, user, movement.id).await;
    let person = CustomerStatus { user: Some(user), ..CustomerStatus::default() };
    let usage = house.exchange.usage(house.tenant, &person).await.unwrap().tier;
    [usage[0].used.atoms(), usage[2].used.atoms()]
}

#[tokio::test]
async fn a_received_payment_counts_after_its_refund_and_an_unsent_payout_does_not() {
    let house = House::new().await;
    let open = house.purchase(Payway::Iban).await;
    assert_eq!(used(&house, &open).await, [10_000, 20_000], "an open order");

    let bought = house.purchase(Payway::Iban).await;
    house.tell(bought.id, "line-1", credited(Amount::new(12_500, Currency::EUR), "line-1")).await;
    house.exchange.apply(house.tenant, bought.id, Command::Refund { to: None }, "customer").await.unwrap();
    house.work().await;
    assert_eq!(used(&house, &bought).await, [10_000, 0], "money came from a bank and went back, and no coins left");

    let sold = house.sale().await;
    let half = Amount::new(sold.price.from_amount.atoms() / 2, Currency::LTC);
    house.tell(sold.id, "coins-1", credited(half, "coins-1")).await;
    house.exchange.apply(house.tenant, sold.id, Command::Deposit, "operator").await.unwrap();
    assert_eq!(used(&house, &sold).await, [0, 0], "coins came and are kept, and no money left to a bank");

    let cancelled = house.purchase(Payway::Iban).await;
    house.exchange.apply(house.tenant, cancelled.id, Command::Cancel, "customer").await.unwrap();
    assert_eq!(used(&house, &cancelled).await, [0, 0], "nothing has moved");
}
