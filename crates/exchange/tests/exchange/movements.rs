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

impl House {
    pub async fn open(&self, quote: &Quote, requisite: Option<RequisiteInput>) -> Result<Transaction, ExchangeError> {
        let (standing, idempotency) = (CustomerStatus::nobody(), None);
        let order = CreateOrder {
            quote_id: quote.id,
            requisite,
            refund_to: None,
            standing,
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
    let house = House::new().await;
    let done = house.deposit("100").await;
    assert_eq!((done.kind.code(), done.status()), ("PAYIN", Status::Done));
    // 0.25 EUR and 2.4 %.
    assert_eq!(house.available(Currency::EUR).await, 9_735);
    assert_eq!(house.balance("transit", Currency::EUR).await, 0);
    house.prove().await;
}

#[tokio::test]
async fn a_withdrawal_is_held_can_be_cancelled_and_is_sent_once() {
    let house = House::new().await;
    house.deposit("100").await;
    let first = house.withdrawal("50").await.unwrap();
    assert_eq!((first.kind.code(), first.status(), first.sub_state()), ("PAYOUT", Status::New, SubState::Scheduled));
    assert_eq!(first.allowed(house.pass(0)), [Allowed::Cancel]);
    assert_eq!(house.available(Currency::EUR).await, 4_735, "reserved");
    let cancelled = house.exchange.apply(house.tenant, first.id, Command::Cancel, "customer").await.unwrap();
    assert_eq!(cancelled.status(), Status::Cancelled);
    assert_eq!(house.available(Currency::EUR).await, 9_735, "given free");
    let second = house.withdrawal("50").await.unwrap();
    house.pass(10);
    assert_eq!(house.due(second.id).await.sub_state(), SubState::Sending);
    assert!(house.exchange.apply(house.tenant, second.id, Command::Cancel, "customer").await.is_err(), "too late");
    house.work().await;
    let done = house.now(second.id).await;
    assert_eq!(done.status(), Status::Done);
    // The transfer costs 0.90 EUR.
    assert_eq!(house.balance("rail", Currency::EUR).await, -10_000 + 4_910);
    assert_eq!(house.available(Currency::EUR).await, 4_735);
    assert_eq!(house.outside.paid.lock().unwrap().values().copied().collect::<Vec<_>>(), [1]);
    house.prove().await;
}

#[tokio::test]
async fn a_conversion_is_done_at_once_and_all_of_it_comes_back_without_dust() {
    let house = House::new().await;
    house.deposit("100").await;
    let there = house.firm((Currency::EUR, BALANCE), (Currency::BTC, BALANCE), "97.35").await;
    let done = house.open(&there, None).await.unwrap();
    assert_eq!((done.kind.code(), done.status()), ("CONVERT", Status::Done));
    assert_eq!(house.available(Currency::EUR).await, 0);
    let bought = Amount::new(house.available(Currency::BTC).await, Currency::BTC);
    assert_eq!(bought, there.price.to_amount);
    let back = house.firm((Currency::BTC, BALANCE), (Currency::EUR, BALANCE), &bought.to_decimal()).await;
    assert_eq!(house.open(&back, None).await.unwrap().status(), Status::Done);
    assert_eq!(house.available(Currency::BTC).await, 0, "no dust");
    assert_eq!(house.available(Currency::EUR).await, back.price.to_amount.atoms());
    let zloty = house.firm((Currency::EUR, BALANCE), (Currency::PLN, BALANCE), "50").await;
    assert_eq!(house.open(&zloty, None).await.unwrap().status(), Status::Done, "fiat for fiat");
    assert_eq!(house.available(Currency::PLN).await, zloty.price.to_amount.atoms());
    house.prove().await;
}

#[tokio::test]
async fn coins_bought_into_the_balance_can_be_sold_from_it_to_a_bank() {
    let house = House::new().await;
    let quote = house.firm((Currency::EUR, Payway::Visamc), (Currency::LTC, BALANCE), "250").await;
    let bought = house.open(&quote, None).await.unwrap();
    let pay = Command::PayByCard { card: card(), return_url: None, device: None };
    house.exchange.apply(house.tenant, bought.id, pay, "customer").await.unwrap();
    house.work().await;
    assert_eq!(house.now(bought.id).await.status(), Status::Done);
    assert_eq!(house.available(Currency::LTC).await, quote.price.to_amount.atoms());
    let check = house.ask_payee("Olena Shevchenko").await.unwrap();
    let sale = house.firm((Currency::LTC, BALANCE), (Currency::EUR, Payway::Iban), "2").await;
    let sold = house.open(&sale, Some(account(&check, false))).await.unwrap();
    assert_eq!(sold.kind.code(), "CONVERT_PAYOUT");
    house.pass(10);
    house.due(sold.id).await;
    house.work().await;
    assert_eq!(house.now(sold.id).await.status(), Status::Done);
    house.prove().await;
}

#[tokio::test]
async fn fifty_withdrawals_of_the_whole_balance_at_once_leave_one() {
    let house = House::new().await;
    house.deposit("100").await;
    let check = house.ask_payee("Olena Shevchenko").await.unwrap();
    let mut quotes = Vec::new();
    for _ in 0..50 {
        quotes.push(house.firm((Currency::EUR, BALANCE), (Currency::EUR, Payway::Iban), "97.35").await);
    }
    let mut all = tokio::task::JoinSet::new();
    for quote in quotes {
        let (exchange, tenant, profile) = (house.exchange.clone(), house.tenant, house.profile);
        let (requisite, standing) = (Some(account(&check, false)), CustomerStatus::nobody());
        let order = CreateOrder {
            quote_id: quote.id,
            requisite,
            refund_to: None,
            standing,
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
    assert_eq!(house.available(Currency::EUR).await, 0);
    house.prove().await;
}

#[tokio::test]
async fn a_withdrawal_that_fails_can_be_given_back_with_its_fees() {
    let house = House::new().await;
    house.deposit("100").await;
    *house.outside.payout.lock().unwrap() = Some(PayoutOutcome::Rejected { reason: "account closed".to_owned() });
    let opened = house.withdrawal("50").await.unwrap();
    house.pass(10);
    house.due(opened.id).await;
    house.work().await;
    assert_eq!(house.now(opened.id).await.status(), Status::Manual);
    let back = house.exchange.apply(house.tenant, opened.id, Command::Refund { to: None }, "operator").await.unwrap();
    assert_eq!((back.status(), back.sub_state()), (Status::Resolved, SubState::Refunded));
    assert_eq!(house.available(Currency::EUR).await, 9_735);
    assert_eq!(house.balance("transit", Currency::EUR).await, 0);
    house.prove().await;
}

#[tokio::test]
async fn a_deposit_of_coins_credits_what_arrived_not_what_was_announced() {
    let house = House::new().await;
    let quote = house.firm((Currency::LTC, Payway::Ltc), (Currency::LTC, BALANCE), "2").await;
    let opened = house.open(&quote, None).await.unwrap();
    let arrived = Amount::parse("1.9995", Currency::LTC).unwrap();
    house.tell(opened.id, "credited", credited(arrived, "tx:0")).await;
    assert_eq!(house.now(opened.id).await.status(), Status::Done);
    assert_eq!(house.available(Currency::LTC).await, arrived.atoms());
    // A repeated event changes nothing.
    house.tell(opened.id, "credited", credited(arrived, "tx:0")).await;
    assert_eq!(house.available(Currency::LTC).await, arrived.atoms());
    let sent = RailEventKind::PayoutSent { reference: "hash".to_owned() };
    house.tell(opened.id, "nonsense", sent).await;
    house.prove().await;
}

#[tokio::test]
async fn a_destination_is_required_exactly_for_payouts() {
    let house = House::new().await;
    house.deposit("100").await;
    let out = house.firm((Currency::EUR, BALANCE), (Currency::EUR, Payway::Iban), "50").await;
    assert_eq!(house.open(&out, None).await.unwrap_err().code(), "VALIDATION_ERROR");
    let stays = house.firm((Currency::EUR, BALANCE), (Currency::PLN, BALANCE), "50").await;
    let check = house.ask_payee("Olena Shevchenko").await.unwrap();
    assert_eq!(house.open(&stays, Some(account(&check, false))).await.unwrap_err().code(), "VALIDATION_ERROR");
    assert_eq!(house.available(Currency::EUR).await, 9_735);
}

impl House {
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
    let house = House::new().await;
    house.deposit("100").await;
    house.pass(1);
    let sent = house.transfer("30", Some(House::other())).await.unwrap();
    assert_eq!((sent.kind.code(), sent.status()), ("TRANSFER_PROFILE", Status::Done));
    assert_eq!(house.available(Currency::EUR).await, 6_735);
    assert_eq!(house.available_to(House::other(), Currency::EUR).await, 3_000);
    let seen = house.exchange.get(house.tenant, House::other(), sent.id).await.unwrap();
    assert_eq!((seen.kind.code(), seen.status()), ("TRANSFER_PROFILE_RECEIVE", Status::Done));
    assert_eq!(seen.counterparty().unwrap().note.as_deref(), Some("rent"));
    let stranger = ProfileId::from_uuid(Uuid::from_u128(0xe7e));
    assert_eq!(house.exchange.get(house.tenant, stranger, sent.id).await.unwrap_err().code(), "NOT_FOUND");
    let list = |profile| house.exchange.list(house.tenant, profile, &[], None, 50);
    let kinds = |page: exchange::Page| page.transactions.iter().map(|one| one.kind.code()).collect::<Vec<_>>();
    assert_eq!(kinds(list(house.profile).await.unwrap()), ["TRANSFER_PROFILE", "PAYIN"]);
    assert_eq!(kinds(list(House::other()).await.unwrap()), ["TRANSFER_PROFILE_RECEIVE"]);
    assert_eq!(kinds(list(stranger).await.unwrap()), [] as [&str; 0]);
    let own = house.transfer("5", Some(house.profile)).await.unwrap_err();
    assert_eq!(own.code(), "VALIDATION_ERROR", "nobody sends money to themselves");
    house.prove().await;
}

#[tokio::test]
async fn a_transfer_to_a_later_customer_is_claimed_once_or_returned() {
    let house = House::new().await;
    house.deposit("100").await;
    let waiting = house.transfer("30", None).await.unwrap();
    assert_eq!((waiting.status(), waiting.sub_state()), (Status::New, SubState::WaitingForReceiver));
    assert_eq!(house.available(Currency::EUR).await, 6_735, "reserved");
    let claim = |contact: &'static str| house.exchange.claim_transfers(house.tenant, contact, House::other(), "B•••");
    assert_eq!(claim("eve@example.test").await.unwrap(), 0, "another person's");
    assert_eq!(claim("bob@example.test").await.unwrap(), 1);
    assert_eq!(claim("bob@example.test").await.unwrap(), 0, "it is paid once");
    assert_eq!(house.now(waiting.id).await.status(), Status::Done);
    assert_eq!(house.available_to(House::other(), Currency::EUR).await, 3_000);
    let late = house.transfer("20", None).await.unwrap();
    house.pass(7 * 86_400);
    assert_eq!(house.due(late.id).await.status(), Status::Expired);
    assert_eq!(house.available(Currency::EUR).await, 6_735, "it came back");
    assert_eq!(claim("bob@example.test").await.unwrap(), 0, "too late");
    house.prove().await;
}

#[tokio::test]
async fn a_withdrawal_a_conversion_and_a_transfer_at_once_never_overdraw() {
    let house = House::new().await;
    house.deposit("100").await;
    // All prices first: a quote is refused as soon as one of the movements has taken the balance.
    let euro = (Currency::EUR, BALANCE);
    let zloty = house.firm(euro, (Currency::PLN, BALANCE), "60").await;
    let bob = house.firm(euro, (Currency::EUR, Endpoint::Customer), "60").await;
    let zoe = house.firm(euro, (Currency::EUR, Endpoint::Customer), "60").await;
    let bank = house.firm(euro, (Currency::EUR, Payway::Iban), "60").await;
    let check = house.ask_payee("Olena Shevchenko").await.expect("an answer");
    let all = tokio::join!(
        house.transfer_at(&bob, Some(House::other())),
        house.transfer_at(&zoe, None),
        house.open(&bank, Some(account(&check, false))),
        house.open(&zloty, None),
    );
    let made = [all.0, all.1, all.2, all.3].into_iter().filter(Result::is_ok).count();
    assert_eq!(made, 1, "97.35 EUR are enough for one of them");
    assert_eq!(house.available(Currency::EUR).await, 3_735);
    house.prove().await;
}
