//! Orders with the real ledger: the customer's view and the resulting accounts.

use crate::support::*;
use exchange::rails::{CardOutcome, PayerCode, PayoutOutcome, RailEventKind};
use exchange::transaction::Command;
use exchange::{FixedSide, QuoteRequest, Status, SubState};
use kernel::{Amount, Currency, Payway};

#[tokio::test]
async fn a_purchase_by_card_ends_with_the_coins_sent_and_nothing_left_in_transit() {
    let house = House::new().await;
    let bought = house.purchase(Payway::Visamc).await;
    assert_eq!(bought.status(), Status::New);
    let pay = Command::PayByCard { card: card(), return_url: None, device: None };
    house.exchange.apply(house.tenant, bought.id, pay, "customer").await.unwrap();
    house.work().await;
    let paid = house.now(bought.id).await;
    assert_eq!((paid.status(), paid.sub_state()), (Status::Processing, SubState::Sending));
    house.tell(bought.id, "sent", RailEventKind::PayoutSent { reference: "hash".to_owned() }).await;
    house.tell(bought.id, "settled", RailEventKind::PayoutSettled { network_cost: None }).await;
    assert_eq!(house.now(bought.id).await.status(), Status::Done);
    assert_eq!(house.balance("rail", Currency::EUR).await, -25_000);
    assert_eq!(house.balance("rail", Currency::LTC).await, bought.price.to_amount.atoms());
    assert_eq!(house.balance("transit", Currency::EUR).await, 0);
    assert_eq!(house.balance("transit", Currency::LTC).await, 0);
    house.prove().await;
}

#[tokio::test]
async fn a_purchase_by_blik_is_charged_and_a_declined_card_is_followed_by_another() {
    let house = House::new().await;
    let blik = house.purchase(Payway::Blik).await;
    let pay = Command::PayByCode { code: Some(PayerCode("777123".to_owned())), return_url: None };
    house.exchange.apply(house.tenant, blik.id, pay, "customer").await.unwrap();
    let declined = house.purchase(Payway::Visamc).await;
    *house.outside.card.lock().unwrap() =
        Some(CardOutcome::Declined { reason: exchange::rails::Decline::of_code("expired_card") });
    let pay = Command::PayByCard { card: card(), return_url: None, device: None };
    house.exchange.apply(house.tenant, declined.id, pay, "customer").await.unwrap();
    house.work().await;
    assert_eq!(house.now(blik.id).await.status(), Status::Processing);
    let open = house.now(declined.id).await;
    assert_eq!((open.status(), open.failure.unwrap().code.code()), (Status::New, "ORDER_CARD_DECLINED"));
    *house.outside.card.lock().unwrap() = None;
    let pay = Command::PayByCard { card: card(), return_url: None, device: None };
    house.exchange.apply(house.tenant, declined.id, pay, "customer").await.unwrap();
    house.work().await;
    let paid = house.now(declined.id).await;
    let charges = paid.collect().unwrap().charges;
    assert_eq!((paid.status(), paid.failure, charges), (Status::Processing, None, 2));
    house.prove().await;
}

#[tokio::test]
async fn a_sale_is_paid_out_once_however_often_the_chain_reports_the_payment() {
    let house = House::new().await;
    let sold = house.sale().await;
    let coins = sold.price.from_amount;
    for _ in 0..3 {
        house.tell(sold.id, "credited:tx", credited(coins, "tx:0")).await;
    }
    house.work().await;
    assert_eq!(house.now(sold.id).await.status(), Status::Done);
    house.tell(sold.id, "credited:tx", credited(coins, "tx:0")).await;
    house.work().await;
    let paid = house.outside.paid.lock().unwrap().clone();
    assert_eq!(paid.values().copied().collect::<Vec<_>>(), [1]);
    assert_eq!(house.balance("rail", Currency::LTC).await, -coins.atoms());
    assert_eq!(house.balance("transit", Currency::EUR).await, 0);
    house.prove().await;
}

#[tokio::test]
async fn a_firm_quote_makes_one_order_within_its_minute() {
    let house = House::new().await;
    let quote = house.firm((Currency::EUR, Payway::Visamc), (Currency::LTC, Payway::Ltc), "250").await;
    assert!(house.exchange.signer().verify(&quote));
    let mut forged = quote.clone();
    forged.price.to_amount = Amount::new(quote.price.to_amount.atoms() + 1, Currency::LTC);
    assert!(!house.exchange.signer().verify(&forged));
    let create = |order| house.exchange.create(house.tenant, house.profile, order);
    let first = create(order(&quote, Some("key-1"))).await.unwrap();
    assert_eq!(create(order(&quote, Some("key-1"))).await.unwrap().id, first.id, "the same request, told twice");
    assert_eq!(create(order(&quote, Some("key-2"))).await.unwrap_err().code(), "QUOTE_USED");
    assert_eq!(create(order(&quote, None)).await.unwrap_err().code(), "QUOTE_USED");
    let late = house.firm((Currency::EUR, Payway::Visamc), (Currency::LTC, Payway::Ltc), "250").await;
    house.pass(60);
    assert_eq!(create(order(&late, None)).await.unwrap_err().code(), "QUOTE_EXPIRED");
    assert_eq!(create(order(&quote, Some("key-1"))).await.unwrap().id, first.id, "also after the quote's minute");
    house.prove().await;
}

#[tokio::test]
async fn many_orders_from_one_quote_at_once_make_one() {
    let house = House::new().await;
    let quote = house.firm((Currency::EUR, Payway::Visamc), (Currency::LTC, Payway::Ltc), "250").await;
    let create = |_| house.exchange.create(house.tenant, house.profile, order(&quote, None));
    let (a, b, c, d) = tokio::join!(create(1), create(2), create(3), create(4));
    assert_eq!([a, b, c, d].iter().filter(|made| made.is_ok()).count(), 1);
    let page = house.exchange.list(house.tenant, house.profile, &[], None, 50).await.unwrap();
    assert_eq!(page.transactions.len(), 1);
    house.prove().await;
}

#[tokio::test]
async fn an_order_expires_and_a_late_payment_is_credited_by_the_owners_choice() {
    let house = House::new().await;
    let sold = house.sale().await;
    let coins = sold.price.from_amount;
    house.pass(901);
    house.work().await;
    assert_eq!(house.now(sold.id).await.status(), Status::Expired);
    house.tell(sold.id, "credited:tx", credited(coins, "tx:0")).await;
    assert_eq!(house.now(sold.id).await.status(), Status::ActionRequired);
    house.exchange.apply(house.tenant, sold.id, Command::Deposit, "customer").await.unwrap();
    assert_eq!(house.now(sold.id).await.status(), Status::Resolved);
    assert_eq!(house.balance("customer", Currency::LTC).await, coins.atoms());
    assert_eq!(house.balance("transit", Currency::LTC).await, 0);
    house.prove().await;
}

#[tokio::test]
async fn a_second_payment_shows_up_as_a_transaction_of_its_own() {
    let house = House::new().await;
    let sold = house.sale().await;
    let coins = sold.price.from_amount;
    house.tell(sold.id, "credited:a", credited(coins, "a:0")).await;
    house.work().await;
    for _ in 0..2 {
        house.tell(sold.id, "credited:b", credited(coins, "b:0")).await;
    }
    let asked = house.exchange.list(house.tenant, house.profile, &[Status::ActionRequired], None, 50).await.unwrap();
    let [unmatched_payment] = &asked.transactions[..] else { panic!("one, not {}", asked.transactions.len()) };
    assert_eq!((unmatched_payment.parent, unmatched_payment.received()), (Some(sold.id), Some(coins)));
    assert_eq!(house.balance("transit", Currency::LTC).await, coins.atoms());
    house.prove().await;
    house.tell(sold.id, "gone:b", RailEventKind::Reversed { reference: "b:0".to_owned() }).await;
    assert_eq!(house.now(unmatched_payment.id).await.status(), Status::Manual);
    assert_eq!(house.now(sold.id).await.status(), Status::Done);
    assert_eq!(house.balance("transit", Currency::LTC).await, 0);
    house.prove().await;
}

#[tokio::test]
async fn an_underpayment_by_bank_is_refunded_to_the_payer() {
    let house = House::new().await;
    let bought = house.purchase(Payway::Iban).await;
    house.tell(bought.id, "line-1", credited(Amount::new(12_500, Currency::EUR), "line-1")).await;
    let asked = house.now(bought.id).await;
    assert_eq!(asked.status(), Status::ActionRequired);
    let refund = Command::Refund { to: None };
    house.exchange.apply(house.tenant, bought.id, refund, "customer").await.unwrap();
    assert_eq!(house.now(bought.id).await.sub_state(), SubState::Refunding);
    house.work().await;
    let refunded = house.now(bought.id).await;
    assert_eq!((refunded.status(), refunded.sub_state()), (Status::Resolved, SubState::Refunded));
    assert_eq!(house.balance("rail", Currency::EUR).await, 0);
    house.prove().await;
}

#[tokio::test]
async fn an_unclear_payout_is_looked_up_and_never_paid_again() {
    let house = House::new().await;
    let sold = house.sale().await;
    *house.outside.payout.lock().unwrap() = Some(PayoutOutcome::Unknown);
    house.tell(sold.id, "credited:a", credited(sold.price.from_amount, "a:0")).await;
    house.work().await;
    for _ in 0..3 {
        house.pass(400);
        house.work().await;
    }
    assert_eq!(house.now(sold.id).await.status(), Status::Manual);
    *house.outside.payout.lock().unwrap() = Some(PayoutOutcome::Settled { reference: "found".to_owned() });
    house.pass(400);
    house.work().await;
    assert_eq!(house.now(sold.id).await.status(), Status::Done);
    assert_eq!(house.outside.paid.lock().unwrap().values().sum::<u32>(), 1);
    house.prove().await;
}

#[tokio::test]
async fn orders_are_private_and_quotes_need_prices() {
    let house = House::new().await;
    let mine = house.sale().await;
    let other = kernel::ProfileId::from_uuid(mine.id.uuid());
    let refused = house.exchange.get(house.tenant, other, mine.id).await.unwrap_err();
    assert_eq!(refused.code(), "NOT_FOUND");
    let elsewhere = store::testing::tenant(2);
    assert_eq!(house.exchange.find(elsewhere, mine.id).await.unwrap_err().code(), "NOT_FOUND");
    house.pass(31);
    let request = QuoteRequest {
        side: None,
        source: Payway::Visamc.into(),
        sink: Payway::Ltc.into(),
        from_currency: Currency::EUR,
        to_currency: Currency::LTC,
        fixed_side: FixedSide::To,
        amount: Amount::parse("1", Currency::LTC).unwrap(),
        is_unified: false,
        firm: false,
        residence: None,
        payer: exchange::policy::FeePayer::default(),
    };
    let refused = house.exchange.quote(house.tenant, Some(house.profile), &request).await.unwrap_err();
    assert_eq!(refused.code(), "RATES_UNAVAILABLE");
    assert!(refused.to_string().contains("31 seconds old"), "{refused}");
    house.prices();
    assert_eq!(
        house.exchange.quote(house.tenant, Some(house.profile), &request).await.unwrap().price.to_amount,
        request.amount
    );
    house.prove().await;
}

#[tokio::test]
async fn a_list_is_read_page_by_page_newest_first() {
    let house = House::new().await;
    let mut made = Vec::new();
    for _ in 0..3 {
        house.pass(1);
        made.insert(0, house.sale().await.id);
    }
    let list = |cursor, limit| house.exchange.list(house.tenant, house.profile, &[Status::New], cursor, limit);
    let first = list(None, 2).await.unwrap();
    let ids = |page: &exchange::Page| page.transactions.iter().map(|transaction| transaction.id).collect::<Vec<_>>();
    assert_eq!(ids(&first), made[..2]);
    let second = list(first.next, 2).await.unwrap();
    assert_eq!((ids(&second), second.next), (made[2..].to_vec(), None));
}
