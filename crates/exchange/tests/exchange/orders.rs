//! Orders with the real ledger: the customer's view and the resulting accounts.

use crate::support::*;
use exchange::rails::{CardOutcome, PayerCode, PayoutOutcome, RailEventKind};
use exchange::transaction::Command;
use exchange::{FixedSide, QuoteRequest, Status, SubState};
use kernel::{Amount, Currency, Payway};

#[tokio::test]
async fn a_purchase_by_card_ends_with_the_coins_sent_and_nothing_left_in_transit() {
    let setup = Setup::new().await;
    let bought = setup.purchase(Payway::Visamc).await;
    assert_eq!(bought.status(), Status::New);
    let pay = Command::PayByCard { card: card(), return_url: None, device: None };
    setup.exchange.apply(setup.tenant, bought.id, pay, "customer").await.unwrap();
    setup.work().await;
    let paid = setup.now(bought.id).await;
    assert_eq!((paid.status(), paid.sub_state()), (Status::Processing, SubState::Sending));
    setup.tell(bought.id, "sent", RailEventKind::PayoutSent { reference: "hash".to_owned() }).await;
    setup.tell(bought.id, "settled", RailEventKind::PayoutSettled { network_cost: None }).await;
    assert_eq!(setup.now(bought.id).await.status(), Status::Done);
    assert_eq!(setup.balance("rail", Currency::EUR).await, -25_000);
    assert_eq!(setup.balance("rail", Currency::LTC).await, bought.price.to_amount.atoms());
    assert_eq!(setup.balance("transit", Currency::EUR).await, 0);
    assert_eq!(setup.balance("transit", Currency::LTC).await, 0);
    setup.prove().await;
}

#[tokio::test]
async fn a_purchase_by_blik_is_charged_and_a_declined_card_is_followed_by_another() {
    let setup = Setup::new().await;
    let blik = setup.purchase(Payway::Blik).await;
    let pay = Command::PayByCode { code: Some(PayerCode("777123".to_owned())), return_url: None };
    setup.exchange.apply(setup.tenant, blik.id, pay, "customer").await.unwrap();
    let declined = setup.purchase(Payway::Visamc).await;
    *setup.outside.card.lock().unwrap() =
        Some(CardOutcome::Declined { reason: exchange::rails::Decline::of_code("expired_card") });
    let pay = Command::PayByCard { card: card(), return_url: None, device: None };
    setup.exchange.apply(setup.tenant, declined.id, pay, "customer").await.unwrap();
    setup.work().await;
    assert_eq!(setup.now(blik.id).await.status(), Status::Processing);
    let open = setup.now(declined.id).await;
    assert_eq!((open.status(), open.failure.unwrap().code.code()), (Status::New, "ORDER_CARD_DECLINED"));
    *setup.outside.card.lock().unwrap() = None;
    let pay = Command::PayByCard { card: card(), return_url: None, device: None };
    setup.exchange.apply(setup.tenant, declined.id, pay, "customer").await.unwrap();
    setup.work().await;
    let paid = setup.now(declined.id).await;
    let charges = paid.collect().unwrap().charges;
    assert_eq!((paid.status(), paid.failure, charges), (Status::Processing, None, 2));
    setup.prove().await;
}

#[tokio::test]
async fn a_sale_is_paid_out_once_however_often_the_chain_reports_the_payment() {
    let setup = Setup::new().await;
    let sold = setup.sale().await;
    let coins = sold.price.from_amount;
    for _ in 0..3 {
        setup.tell(sold.id, "credited:tx", credited(coins, "tx:0")).await;
    }
    setup.work().await;
    assert_eq!(setup.now(sold.id).await.status(), Status::Done);
    setup.tell(sold.id, "credited:tx", credited(coins, "tx:0")).await;
    setup.work().await;
    let paid = setup.outside.paid.lock().unwrap().clone();
    assert_eq!(paid.values().copied().collect::<Vec<_>>(), [1]);
    assert_eq!(setup.balance("rail", Currency::LTC).await, -coins.atoms());
    assert_eq!(setup.balance("transit", Currency::EUR).await, 0);
    setup.prove().await;
}

#[tokio::test]
async fn a_firm_quote_makes_one_order_within_its_minute() {
    let setup = Setup::new().await;
    let quote = setup.firm((Currency::EUR, Payway::Visamc), (Currency::LTC, Payway::Ltc), "250").await;
    assert!(setup.exchange.signer().verify(&quote));
    let mut forged = quote.clone();
    forged.price.to_amount = Amount::new(quote.price.to_amount.atoms() + 1, Currency::LTC);
    assert!(!setup.exchange.signer().verify(&forged));
    let create = |order| setup.exchange.create(setup.tenant, setup.profile, order);
    let first = create(order(&quote, Some("key-1"))).await.unwrap();
    assert_eq!(create(order(&quote, Some("key-1"))).await.unwrap().id, first.id, "the same request, told twice");
    assert_eq!(create(order(&quote, Some("key-2"))).await.unwrap_err().code(), "QUOTE_USED");
    assert_eq!(create(order(&quote, None)).await.unwrap_err().code(), "QUOTE_USED");
    let late = setup.firm((Currency::EUR, Payway::Visamc), (Currency::LTC, Payway::Ltc), "250").await;
    setup.pass(60);
    assert_eq!(create(order(&late, None)).await.unwrap_err().code(), "QUOTE_EXPIRED");
    assert_eq!(create(order(&quote, Some("key-1"))).await.unwrap().id, first.id, "also after the quote's minute");
    setup.prove().await;
}

#[tokio::test]
async fn many_orders_from_one_quote_at_once_make_one() {
    let setup = Setup::new().await;
    let quote = setup.firm((Currency::EUR, Payway::Visamc), (Currency::LTC, Payway::Ltc), "250").await;
    let create = |_| setup.exchange.create(setup.tenant, setup.profile, order(&quote, None));
    let (a, b, c, d) = tokio::join!(create(1), create(2), create(3), create(4));
    assert_eq!([a, b, c, d].iter().filter(|made| made.is_ok()).count(), 1);
    let page = setup.exchange.list(setup.tenant, setup.profile, &[], None, 50).await.unwrap();
    assert_eq!(page.transactions.len(), 1);
    setup.prove().await;
}

#[tokio::test]
async fn an_order_expires_and_a_late_payment_is_credited_by_the_owners_choice() {
    let setup = Setup::new().await;
    let sold = setup.sale().await;
    let coins = sold.price.from_amount;
    setup.pass(901);
    setup.work().await;
    assert_eq!(setup.now(sold.id).await.status(), Status::Expired);
    setup.tell(sold.id, "credited:tx", credited(coins, "tx:0")).await;
    assert_eq!(setup.now(sold.id).await.status(), Status::ActionRequired);
    setup.exchange.apply(setup.tenant, sold.id, Command::Deposit, "customer").await.unwrap();
    assert_eq!(setup.now(sold.id).await.status(), Status::Resolved);
    assert_eq!(setup.balance("customer", Currency::LTC).await, coins.atoms());
    assert_eq!(setup.balance("transit", Currency::LTC).await, 0);
    setup.prove().await;
}

#[tokio::test]
async fn a_second_payment_shows_up_as_a_transaction_of_its_own() {
    let setup = Setup::new().await;
    let sold = setup.sale().await;
    let coins = sold.price.from_amount;
    setup.tell(sold.id, "credited:a", credited(coins, "a:0")).await;
    setup.work().await;
    for _ in 0..2 {
        setup.tell(sold.id, "credited:b", credited(coins, "b:0")).await;
    }
    let asked = setup.exchange.list(setup.tenant, setup.profile, &[Status::ActionRequired], None, 50).await.unwrap();
    let [unmatched_payment] = &asked.transactions[..] else { panic!("one, not {}", asked.transactions.len()) };
    assert_eq!((unmatched_payment.parent, unmatched_payment.received()), (Some(sold.id), Some(coins)));
    assert_eq!(setup.balance("transit", Currency::LTC).await, coins.atoms());
    setup.prove().await;
    setup.tell(sold.id, "gone:b", RailEventKind::Reversed { reference: "b:0".to_owned() }).await;
    assert_eq!(setup.now(unmatched_payment.id).await.status(), Status::Manual);
    assert_eq!(setup.now(sold.id).await.status(), Status::Done);
    assert_eq!(setup.balance("transit", Currency::LTC).await, 0);
    setup.prove().await;
}

#[tokio::test]
async fn an_underpayment_by_bank_is_refunded_to_the_payer() {
    let setup = Setup::new().await;
    let bought = setup.purchase(Payway::Iban).await;
    setup.tell(bought.id, "line-1", credited(Amount::new(12_500, Currency::EUR), "line-1")).await;
    let asked = setup.now(bought.id).await;
    assert_eq!(asked.status(), Status::ActionRequired);
    let refund = Command::Refund { to: None };
    setup.exchange.apply(setup.tenant, bought.id, refund, "customer").await.unwrap();
    assert_eq!(setup.now(bought.id).await.sub_state(), SubState::Refunding);
    setup.work().await;
    let refunded = setup.now(bought.id).await;
    assert_eq!((refunded.status(), refunded.sub_state()), (Status::Resolved, SubState::Refunded));
    assert_eq!(setup.balance("rail", Currency::EUR).await, 0);
    setup.prove().await;
}

#[tokio::test]
async fn an_unclear_payout_is_looked_up_and_never_paid_again() {
    let setup = Setup::new().await;
    let sold = setup.sale().await;
    *setup.outside.payout.lock().unwrap() = Some(PayoutOutcome::Unknown);
    setup.tell(sold.id, "credited:a", credited(sold.price.from_amount, "a:0")).await;
    setup.work().await;
    for _ in 0..3 {
        setup.pass(400);
        setup.work().await;
    }
    assert_eq!(setup.now(sold.id).await.status(), Status::Manual);
    *setup.outside.payout.lock().unwrap() = Some(PayoutOutcome::Settled { reference: "found".to_owned() });
    setup.pass(400);
    setup.work().await;
    assert_eq!(setup.now(sold.id).await.status(), Status::Done);
    assert_eq!(setup.outside.paid.lock().unwrap().values().sum::<u32>(), 1);
    setup.prove().await;
}

#[tokio::test]
async fn orders_are_private_and_quotes_need_prices() {
    let setup = Setup::new().await;
    let mine = setup.sale().await;
    let other = kernel::ProfileId::from_uuid(mine.id.uuid());
    let refused = setup.exchange.get(setup.tenant, other, mine.id).await.unwrap_err();
    assert_eq!(refused.code(), "NOT_FOUND");
    let elsewhere = store::testing::tenant(2);
    assert_eq!(setup.exchange.find(elsewhere, mine.id).await.unwrap_err().code(), "NOT_FOUND");
    setup.pass(31);
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
    let refused = setup.exchange.quote(setup.tenant, Some(setup.profile), &request).await.unwrap_err();
    assert_eq!(refused.code(), "RATES_UNAVAILABLE");
    assert!(refused.to_string().contains("31 seconds old"), "{refused}");
    setup.prices();
    assert_eq!(
        setup.exchange.quote(setup.tenant, Some(setup.profile), &request).await.unwrap().price.to_amount,
        request.amount
    );
    setup.prove().await;
}

#[tokio::test]
async fn a_list_is_read_page_by_page_newest_first() {
    let setup = Setup::new().await;
    let mut made = Vec::new();
    for _ in 0..3 {
        setup.pass(1);
        made.insert(0, setup.sale().await.id);
    }
    let list = |cursor, limit| setup.exchange.list(setup.tenant, setup.profile, &[Status::New], cursor, limit);
    let first = list(None, 2).await.unwrap();
    let ids = |page: &exchange::Page| page.transactions.iter().map(|transaction| transaction.id).collect::<Vec<_>>();
    assert_eq!(ids(&first), made[..2]);
    let second = list(first.next, 2).await.unwrap();
    assert_eq!((ids(&second), second.next), (made[2..].to_vec(), None));
}
