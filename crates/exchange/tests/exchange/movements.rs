//! Deposits, conversions and withdrawals of balances, with the real ledger.

use crate::support::*;
use exchange::rails::{PayoutOutcome, RailEventKind};
use exchange::requisite::Party;
use exchange::transaction::{Allowed, Command};
use exchange::{CreateOrder, ExchangeError, Quote, RequisiteInput, Status, SubState, Transaction};
use identity::CustomerStatus;
use kernel::{Amount, Currency, Endpoint, Payway, ProfileId};
use uuid::Uuid;

const BALANCE: Endpoint = Endpoint::Balance;

impl Setup {
    pub async fn open(&self, quote: &Quote, requisite: Option<RequisiteInput>) -> Result<Transaction, ExchangeError> {
        let (customer_status, idempotency) = (CustomerStatus::nobody(), None);
        let order = CreateOrder {
            quote_id: quote.id,
            requisite,
            refund_to: None,
            customer_status,
            idempotency,
            preset: None,
            plan: None,
            refund_of: None,
        };
        self.exchange.create(self.tenant, self.profile, order).await
    }

    /// Deposits euro by card.
    pub async fn deposit(&self, given: &str) -> Transaction {
        let quote = self.firm((Currency::EUR, Payway::Visamc), (Currency::EUR, BALANCE), given).await;
        let opened = self.open(&quote, None).await.expect("a deposit");
        let pay = Command::PayByCard { card: card(), return_url: None, device: None };
        self.exchange.apply(self.tenant, opened.id, pay, "customer").await.expect("it can be paid");
        self.work().await;
        self.now(opened.id).await
    }

    pub async fn withdrawal(&self, given: &str) -> Result<Transaction, ExchangeError> {
        let check = self.ask_payee("Olena Shevchenko").await.expect("an answer");
        let quote = self.firm((Currency::EUR, BALANCE), (Currency::EUR, Payway::Iban), given).await;
        self.open(&quote, Some(account(&check, false))).await
    }

    async fn due(&self, id: kernel::TransactionId) -> Transaction {
        self.exchange.apply(self.tenant, id, Command::Due, "clock").await.expect("it is due")
    }

    /// The available balance of the customer, in atoms.
    async fn available(&self, currency: Currency) -> i128 {
        let mut tx = self.db.store.tenant_read(self.tenant).await.unwrap();
        let balances = ledger::balances(tx.conn(), self.profile.uuid()).await.unwrap();
        balances.iter().find(|one| one.currency == currency).map_or(0, |one| one.available.atoms())
    }
}

#[tokio::test]
async fn a_deposit_by_card_is_credited_less_its_fees() {
    let setup = Setup::new().await;
    let done = setup.deposit("100").await;
    assert_eq!((done.kind.code(), done.status()), ("PAYIN", Status::Done));
    // 0.25 EUR and 2.4 %.
    assert_eq!(setup.available(Currency::EUR).await, 9_735);
    assert_eq!(setup.balance("transit", Currency::EUR).await, 0);
    setup.prove().await;
}

#[tokio::test]
async fn a_withdrawal_is_held_can_be_cancelled_and_is_sent_once() {
    let setup = Setup::new().await;
    setup.deposit("100").await;
    let first = setup.withdrawal("50").await.unwrap();
    assert_eq!((first.kind.code(), first.status(), first.sub_state()), ("PAYOUT", Status::New, SubState::Scheduled));
    assert_eq!(first.allowed(setup.pass(0)), [Allowed::Cancel]);
    assert_eq!(setup.available(Currency::EUR).await, 4_735, "reserved");
    let cancelled = setup.exchange.apply(setup.tenant, first.id, Command::Cancel, "customer").await.unwrap();
    assert_eq!(cancelled.status(), Status::Cancelled);
    assert_eq!(setup.available(Currency::EUR).await, 9_735, "given free");
    let second = setup.withdrawal("50").await.unwrap();
    setup.pass(10);
    assert_eq!(setup.due(second.id).await.sub_state(), SubState::Sending);
    assert!(setup.exchange.apply(setup.tenant, second.id, Command::Cancel, "customer").await.is_err(), "too late");
    setup.work().await;
    let done = setup.now(second.id).await;
    assert_eq!(done.status(), Status::Done);
    // The transfer costs 0.90 EUR.
    assert_eq!(setup.balance("rail", Currency::EUR).await, -10_000 + 4_910);
    assert_eq!(setup.available(Currency::EUR).await, 4_735);
    assert_eq!(setup.outside.paid.lock().unwrap().values().copied().collect::<Vec<_>>(), [1]);
    setup.prove().await;
}

#[tokio::test]
async fn a_conversion_is_done_at_once_and_all_of_it_comes_back_without_dust() {
    let setup = Setup::new().await;
    setup.deposit("100").await;
    let there = setup.firm((Currency::EUR, BALANCE), (Currency::BTC, BALANCE), "97.35").await;
    let done = setup.open(&there, None).await.unwrap();
    assert_eq!((done.kind.code(), done.status()), ("CONVERT", Status::Done));
    assert_eq!(setup.available(Currency::EUR).await, 0);
    let bought = Amount::new(setup.available(Currency::BTC).await, Currency::BTC);
    assert_eq!(bought, there.price.to_amount);
    let back = setup.firm((Currency::BTC, BALANCE), (Currency::EUR, BALANCE), &bought.to_decimal()).await;
    assert_eq!(setup.open(&back, None).await.unwrap().status(), Status::Done);
    assert_eq!(setup.available(Currency::BTC).await, 0, "no dust");
    assert_eq!(setup.available(Currency::EUR).await, back.price.to_amount.atoms());
    let zloty = setup.firm((Currency::EUR, BALANCE), (Currency::PLN, BALANCE), "50").await;
    assert_eq!(setup.open(&zloty, None).await.unwrap().status(), Status::Done, "fiat for fiat");
    assert_eq!(setup.available(Currency::PLN).await, zloty.price.to_amount.atoms());
    setup.prove().await;
}

#[tokio::test]
async fn coins_bought_into_the_balance_can_be_sold_from_it_to_a_bank() {
    let setup = Setup::new().await;
    let quote = setup.firm((Currency::EUR, Payway::Visamc), (Currency::LTC, BALANCE), "250").await;
    let bought = setup.open(&quote, None).await.unwrap();
    let pay = Command::PayByCard { card: card(), return_url: None, device: None };
    setup.exchange.apply(setup.tenant, bought.id, pay, "customer").await.unwrap();
    setup.work().await;
    assert_eq!(setup.now(bought.id).await.status(), Status::Done);
    assert_eq!(setup.available(Currency::LTC).await, quote.price.to_amount.atoms());
    let check = setup.ask_payee("Olena Shevchenko").await.unwrap();
    let sale = setup.firm((Currency::LTC, BALANCE), (Currency::EUR, Payway::Iban), "2").await;
    let sold = setup.open(&sale, Some(account(&check, false))).await.unwrap();
    assert_eq!(sold.kind.code(), "CONVERT_PAYOUT");
    setup.pass(10);
    setup.due(sold.id).await;
    setup.work().await;
    assert_eq!(setup.now(sold.id).await.status(), Status::Done);
    setup.prove().await;
}

#[tokio::test]
async fn fifty_withdrawals_of_the_whole_balance_at_once_leave_one() {
    let setup = Setup::new().await;
    setup.deposit("100").await;
    let check = setup.ask_payee("Olena Shevchenko").await.unwrap();
    let mut quotes = Vec::new();
    for _ in 0..50 {
        quotes.push(setup.firm((Currency::EUR, BALANCE), (Currency::EUR, Payway::Iban), "97.35").await);
    }
    let mut all = tokio::task::JoinSet::new();
    for quote in quotes {
        let (exchange, tenant, profile) = (setup.exchange.clone(), setup.tenant, setup.profile);
        let (requisite, customer_status) = (Some(account(&check, false)), CustomerStatus::nobody());
        let order = CreateOrder {
            quote_id: quote.id,
            requisite,
            refund_to: None,
            customer_status,
            idempotency: None,
            preset: None,
            plan: None,
            refund_of: None,
        };
        all.spawn(async move { exchange.create(tenant, profile, order).await });
    }
    let answers = all.join_all().await;
    let refused = answers.iter().filter_map(|answer| answer.as_ref().err().map(ExchangeError::code));
    assert_eq!(refused.collect::<Vec<_>>(), ["INSUFFICIENT_BALANCE"; 49]);
    assert_eq!(setup.available(Currency::EUR).await, 0);
    setup.prove().await;
}

#[tokio::test]
async fn a_withdrawal_that_fails_can_be_given_back_with_its_fees() {
    let setup = Setup::new().await;
    setup.deposit("100").await;
    *setup.outside.payout.lock().unwrap() = Some(PayoutOutcome::Rejected { reason: "account closed".to_owned() });
    let opened = setup.withdrawal("50").await.unwrap();
    setup.pass(10);
    setup.due(opened.id).await;
    setup.work().await;
    assert_eq!(setup.now(opened.id).await.status(), Status::Manual);
    let back = setup.exchange.apply(setup.tenant, opened.id, Command::Refund { to: None }, "operator").await.unwrap();
    assert_eq!((back.status(), back.sub_state()), (Status::Resolved, SubState::Refunded));
    assert_eq!(setup.available(Currency::EUR).await, 9_735);
    assert_eq!(setup.balance("transit", Currency::EUR).await, 0);
    setup.prove().await;
}

#[tokio::test]
async fn a_deposit_of_coins_credits_what_arrived_not_what_was_announced() {
    let setup = Setup::new().await;
    let quote = setup.firm((Currency::LTC, Payway::Ltc), (Currency::LTC, BALANCE), "2").await;
    let opened = setup.open(&quote, None).await.unwrap();
    let arrived = Amount::parse("1.9995", Currency::LTC).unwrap();
    setup.tell(opened.id, "credited", credited(arrived, "tx:0")).await;
    assert_eq!(setup.now(opened.id).await.status(), Status::Done);
    assert_eq!(setup.available(Currency::LTC).await, arrived.atoms());
    // A repeated event changes nothing.
    setup.tell(opened.id, "credited", credited(arrived, "tx:0")).await;
    assert_eq!(setup.available(Currency::LTC).await, arrived.atoms());
    let sent = RailEventKind::PayoutSent { reference: "hash".to_owned() };
    setup.tell(opened.id, "nonsense", sent).await;
    setup.prove().await;
}

#[tokio::test]
async fn a_destination_is_required_exactly_for_payouts() {
    let setup = Setup::new().await;
    setup.deposit("100").await;
    let out = setup.firm((Currency::EUR, BALANCE), (Currency::EUR, Payway::Iban), "50").await;
    assert_eq!(setup.open(&out, None).await.unwrap_err().code(), "VALIDATION_ERROR");
    let stays = setup.firm((Currency::EUR, BALANCE), (Currency::PLN, BALANCE), "50").await;
    let check = setup.ask_payee("Olena Shevchenko").await.unwrap();
    assert_eq!(setup.open(&stays, Some(account(&check, false))).await.unwrap_err().code(), "VALIDATION_ERROR");
    assert_eq!(setup.available(Currency::EUR).await, 9_735);
}

impl Setup {
    fn other() -> ProfileId {
        ProfileId::from_uuid(Uuid::from_u128(0xb0b))
    }

    /// A transfer of euro to the other customer, or to a person without an account.
    async fn transfer(&self, given: &str, receiver: Option<ProfileId>) -> Result<Transaction, ExchangeError> {
        let quote = self.firm((Currency::EUR, BALANCE), (Currency::EUR, Endpoint::Customer), given).await;
        self.transfer_at(&quote, receiver).await
    }

    /// The same at a price that was quoted before.
    async fn transfer_at(&self, quote: &Quote, receiver: Option<ProfileId>) -> Result<Transaction, ExchangeError> {
        let party = |profile, contact: Option<&str>, name: &str| {
            let (contact, name, note) = (contact.map(str::to_owned), name.to_owned(), Some("rent".to_owned()));
            Box::new(Party { profile, contact, name, note })
        };
        let requisite = RequisiteInput::Customer {
            receiver: party(receiver, Some("bob@example.test"), "B•••"),
            payer: party(Some(self.profile), None, "A•••"),
        };
        self.open(quote, Some(requisite)).await
    }

    async fn available_to(&self, profile: ProfileId, currency: Currency) -> i128 {
        let mut tx = self.db.store.tenant_read(self.tenant).await.unwrap();
        let balances = ledger::balances(tx.conn(), profile.uuid()).await.unwrap();
        balances.iter().find(|one| one.currency == currency).map_or(0, |one| one.available.atoms())
    }
}

#[tokio::test]
async fn a_transfer_is_one_record_that_both_customers_see_and_nobody_else() {
    let setup = Setup::new().await;
    setup.deposit("100").await;
    setup.pass(1);
    let sent = setup.transfer("30", Some(Setup::other())).await.unwrap();
    assert_eq!((sent.kind.code(), sent.status()), ("TRANSFER_PROFILE", Status::Done));
    assert_eq!(setup.available(Currency::EUR).await, 6_735);
    assert_eq!(setup.available_to(Setup::other(), Currency::EUR).await, 3_000);
    let seen = setup.exchange.get(setup.tenant, Setup::other(), sent.id).await.unwrap();
    assert_eq!((seen.kind.code(), seen.status()), ("TRANSFER_PROFILE_RECEIVE", Status::Done));
    assert_eq!(seen.counterparty().unwrap().note.as_deref(), Some("rent"));
    let stranger = ProfileId::from_uuid(Uuid::from_u128(0xe7e));
    assert_eq!(setup.exchange.get(setup.tenant, stranger, sent.id).await.unwrap_err().code(), "NOT_FOUND");
    let list = |profile| setup.exchange.list(setup.tenant, profile, &[], None, 50);
    let kinds = |page: exchange::Page| page.transactions.iter().map(|one| one.kind.code()).collect::<Vec<_>>();
    assert_eq!(kinds(list(setup.profile).await.unwrap()), ["TRANSFER_PROFILE", "PAYIN"]);
    assert_eq!(kinds(list(Setup::other()).await.unwrap()), ["TRANSFER_PROFILE_RECEIVE"]);
    assert_eq!(kinds(list(stranger).await.unwrap()), [] as [&str; 0]);
    let own = setup.transfer("5", Some(setup.profile)).await.unwrap_err();
    assert_eq!(own.code(), "VALIDATION_ERROR", "nobody sends money to themselves");
    setup.prove().await;
}

#[tokio::test]
async fn a_transfer_to_a_later_customer_is_claimed_once_or_returned() {
    let setup = Setup::new().await;
    setup.deposit("100").await;
    let waiting = setup.transfer("30", None).await.unwrap();
    assert_eq!((waiting.status(), waiting.sub_state()), (Status::New, SubState::WaitingForReceiver));
    assert_eq!(setup.available(Currency::EUR).await, 6_735, "reserved");
    let claim = |contact: &'static str| setup.exchange.claim_transfers(setup.tenant, contact, Setup::other(), "B•••");
    assert_eq!(claim("eve@example.test").await.unwrap(), 0, "another person's");
    assert_eq!(claim("bob@example.test").await.unwrap(), 1);
    assert_eq!(claim("bob@example.test").await.unwrap(), 0, "it is paid once");
    assert_eq!(setup.now(waiting.id).await.status(), Status::Done);
    assert_eq!(setup.available_to(Setup::other(), Currency::EUR).await, 3_000);
    let late = setup.transfer("20", None).await.unwrap();
    setup.pass(7 * 86_400);
    assert_eq!(setup.due(late.id).await.status(), Status::Expired);
    assert_eq!(setup.available(Currency::EUR).await, 6_735, "it came back");
    assert_eq!(claim("bob@example.test").await.unwrap(), 0, "too late");
    setup.prove().await;
}

#[tokio::test]
async fn a_withdrawal_a_conversion_and_a_transfer_at_once_never_overdraw() {
    let setup = Setup::new().await;
    setup.deposit("100").await;
    // All prices first: a quote is refused as soon as one of the movements has taken the balance.
    let euro = (Currency::EUR, BALANCE);
    let zloty = setup.firm(euro, (Currency::PLN, BALANCE), "60").await;
    let bob = setup.firm(euro, (Currency::EUR, Endpoint::Customer), "60").await;
    let zoe = setup.firm(euro, (Currency::EUR, Endpoint::Customer), "60").await;
    let bank = setup.firm(euro, (Currency::EUR, Payway::Iban), "60").await;
    let check = setup.ask_payee("Olena Shevchenko").await.expect("an answer");
    let all = tokio::join!(
        setup.transfer_at(&bob, Some(Setup::other())),
        setup.transfer_at(&zoe, None),
        setup.open(&bank, Some(account(&check, false))),
        setup.open(&zloty, None),
    );
    let made = [all.0, all.1, all.2, all.3].into_iter().filter(Result::is_ok).count();
    assert_eq!(made, 1, "97.35 EUR are enough for one of them");
    assert_eq!(setup.available(Currency::EUR).await, 3_735);
    setup.prove().await;
}
