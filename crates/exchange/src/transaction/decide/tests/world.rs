//! Orders to test on, and an in-memory ledger that enforces the rules of the real one for transit.

use std::collections::BTreeMap;
use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use identity::CustomerStatus;
use kernel::{Amount, Currency, Endpoint, Network, PayeeCheckId, Payway, Product, ProfileId, QuoteId, TransactionId};
use uuid::Uuid;

use super::super::super::{
    AccountRole, Admission, Arrival, Asker, CardPurchase, Command, Decision, Facts, Instructions, Outcome, Posting,
    PostingKind, RefundTo, Transaction, arrive, authorize, decide,
};
use crate::ExchangeError;
use crate::admission::{OpenFacts, OpenRequest, decide_open};
use crate::limits::{Demand, Use};
use crate::payee::{PayeeChoice, VerifiedPayee};
use crate::policy::{Policy, seed_prices};
use crate::quote::{Basis, FixedSide, QuoteRequest, quote};
use crate::rails::{
    BankDetails, CardToken, Decline, DeclineCode, DepositAddress, Launch, PayeeMatch, RailEvent, RailEventKind,
};
use crate::rates::PriceBook;
use crate::requisite::{Party, Requisite};

pub fn start() -> DateTime<Utc> {
    DateTime::from_timestamp(1_767_225_600, 0).unwrap()
}

pub fn later(seconds: i64) -> DateTime<Utc> {
    start() + TimeDelta::seconds(seconds)
}

pub fn amount(text: &str, currency: Currency) -> Amount {
    Amount::parse(text, currency).unwrap()
}

pub fn facts() -> Facts {
    Facts {
        policy: Arc::new(Policy { spread_ppm: 2_500, products: Product::ALL.into(), ..Policy::sandbox() }),
        prices: Ok(Arc::new(PriceBook {
            prices: seed_prices(),
            source: "test".to_owned(),
            at: start(),
            awaiting_rate: [].into(),
        })),
        network_fee: None,
        refund_fee: Some(amount("0.001", Currency::LTC)),
        admission: Admission::default(),
        asker: Asker::System,
        fresh: Uuid::from_u128(1 << 64),
    }
}

pub fn card() -> CardToken {
    CardToken { token: "tok".to_owned(), last4: "4242".to_owned(), brand: "visa".to_owned() }
}

/// A page on which the payer approves.
pub fn page(url: &str) -> Launch {
    Launch::Get { url: url.to_owned() }
}

pub fn address() -> Requisite {
    Requisite::Address { value: "ltc1qexample".to_owned(), memo: None }
}

pub fn account(payee: Option<Box<VerifiedPayee>>) -> Requisite {
    Requisite::Iban { value: "DE1".to_owned(), full_name: "Olena Shevchenko".to_owned(), payee }
}

/// A verified payee with a matching name.
pub fn verified() -> VerifiedPayee {
    VerifiedPayee {
        check: PayeeCheckId::from_uuid(Uuid::from_u128(11)),
        asked_name: "Olena Shevchenko".to_owned(),
        answer: PayeeMatch::Match,
        choice: PayeeChoice::Matched,
        answered_at: start(),
        chosen_at: start(),
    }
}

/// An order of 250 euro for litecoin by any payway for euro; or of litecoin for euro or bitcoin.
pub fn order(from: (Currency, Payway), to: (Currency, Payway), given: &str) -> Transaction {
    opened((from.0, from.1.into()), (to.0, to.1.into()), given).tx
}

/// A movement between two endpoints, with the postings of its opening.
pub fn opened(from: (Currency, Endpoint), to: (Currency, Endpoint), given: &str) -> Story {
    opened_to(from, to, given, to.1.payway().map(|_| address()), false)
}

/// A movement that the customer made by naming what should arrive.
pub fn unified(from: (Currency, Endpoint), to: (Currency, Endpoint), given: &str) -> Story {
    opened_to(from, to, given, to.1.payway().map(|_| address()), true)
}

/// A transfer of euro to another customer, or to a person without an account.
pub fn transfer(receiver: Option<ProfileId>) -> Story {
    let (own, other) = ((Currency::EUR, Endpoint::Balance), (Currency::EUR, Endpoint::Customer));
    opened_to(own, other, "250", Some(Requisite::Customer(party(receiver))), false)
}

pub fn receiver() -> ProfileId {
    ProfileId::from_uuid(Uuid::from_u128(12))
}

fn party(profile: Option<ProfileId>) -> Party {
    Party { profile, contact: Some("a@example.com".to_owned()), name: "A•••".to_owned(), note: None }
}

fn opened_to(
    from: (Currency, Endpoint),
    to: (Currency, Endpoint),
    given: &str,
    requisite: Option<Requisite>,
    is_unified: bool,
) -> Story {
    try_opened(from, to, amount(given, from.0), requisite, is_unified).unwrap()
}

/// A movement between two endpoints, unless it has no price.
pub fn try_opened(
    from: (Currency, Endpoint),
    to: (Currency, Endpoint),
    amount: Amount,
    requisite: Option<Requisite>,
    is_unified: bool,
) -> Result<Story, ExchangeError> {
    let facts = facts();
    let request = QuoteRequest {
        side: None,
        source: from.1,
        sink: to.1,
        from_currency: from.0,
        to_currency: to.0,
        fixed_side: FixedSide::From,
        amount,
        is_unified,
        firm: true,
        residence: None,
        payer: crate::policy::FeePayer::default(),
    };
    let prices = facts.prices.clone().unwrap();
    let basis = Basis { policy: &facts.policy, prices: &prices, network_fee: None };
    let quote = quote(&request, basis, QuoteId::from_uuid(Uuid::from_u128(9)), start())?;
    let instructions = from.1.payway().map(|payway| match payway {
        Payway::Visamc => Instructions::Card { card: None, launch: None, return_url: None },
        Payway::Blik | Payway::Mono | Payway::Whitebit | Payway::Bybitpay => Instructions::unpaid_code(),
        Payway::Iban => bank_instructions(),
        _ => chain_instructions(),
    });
    let request = OpenRequest {
        id: TransactionId::from_uuid(Uuid::from_u128(7)),
        profile: ProfileId::from_uuid(Uuid::from_u128(8)),
        payer: matches!(requisite, Some(Requisite::Customer(_))).then(|| party(None)),
        requisite,
        refund_to: None,
        consent: None,
        customer_status: CustomerStatus::default(),
        client_key: None,
        preset: None,
        plan: None,
        refund_of: None,
        quote,
    };
    let (plain, demand) = (facts, Demand::nothing());
    let facts = OpenFacts { plain, demand, available: None, payee: None, counts: None, instructions, promotion: None };
    let opened = decide_open(&request, &facts, start()).unwrap();
    let mut story = Story::counted(Story::of(opened.transaction));
    story.books.book(&opened.postings);
    Ok(story)
}

/// A purchase of 250 euro with a card: all of the euro balance pays, then all of a litecoin, then a part of the złoty.
pub fn purchase() -> Story {
    let balances = vec![
        amount("100", Currency::EUR),
        amount("1", Currency::LTC),
        amount("5000", Currency::PLN),
        amount("1000", Currency::USD),
    ];
    purchase_of(amount("250", Currency::EUR), balances).unwrap()
}

/// A purchase with a card from these balances, in their order.
pub fn purchase_of(price: Amount, balances: Vec<Amount>) -> Result<Story, ExchangeError> {
    let purchase = CardPurchase {
        id: TransactionId::from_uuid(Uuid::from_u128(7)),
        profile: ProfileId::from_uuid(Uuid::from_u128(8)),
        price,
        authorization: "A1".to_owned(),
        balances,
    };
    let opened = authorize(purchase, &facts(), start())?;
    let mut story = Story::counted(Story::of(opened.transaction));
    story.books.book(&opened.postings);
    Ok(story)
}

/// A payment without an order, opened by its first event; the platform owns it while it is unidentified.
pub fn arrival(amount: Amount, is_matched: bool, command: &Command, admission: Admission) -> Story {
    let Command::Rail(event) = command else { panic!("a rail tells of it") };
    let is_coins = !amount.currency().is_fiat();
    let new = Arrival {
        id: TransactionId::from_uuid(Uuid::from_u128(7)),
        owner: ProfileId::from_uuid(Uuid::from_u128(8)),
        is_matched,
        payway: if is_coins { Payway::Ltc } else { Payway::Iban },
        instructions: if is_coins { chain_instructions() } else { bank_instructions() },
    };
    let facts = Facts { admission, ..facts() };
    let opened = arrive(new, event, &facts, start()).unwrap().expect("it opens a movement");
    let mut story = Story::counted(Story { facts, ..Story::of(opened.transaction) });
    story.books.book(&opened.postings);
    story
}

fn bank_instructions() -> Instructions {
    Instructions::Bank {
        details: BankDetails {
            iban: "DE1".to_owned(),
            bic: "X".to_owned(),
            beneficiary: "Agio".to_owned(),
            reference: "7K2M-94QD".to_owned(),
        },
    }
}

fn chain_instructions() -> Instructions {
    Instructions::Crypto {
        address: DepositAddress { address: "ltc1".to_owned(), memo: None, confirmations_required: 3 },
        network: Network::Litecoin,
    }
}

pub fn by_card() -> Transaction {
    order((Currency::EUR, Payway::Visamc), (Currency::LTC, Payway::Ltc), "250")
}

pub fn by_bank() -> Transaction {
    order((Currency::EUR, Payway::Iban), (Currency::LTC, Payway::Ltc), "250")
}

pub fn by_blik() -> Transaction {
    order((Currency::PLN, Payway::Blik), (Currency::LTC, Payway::Ltc), "500")
}

pub fn sale() -> Transaction {
    order((Currency::LTC, Payway::Ltc), (Currency::EUR, Payway::Iban), "2")
}

pub fn swap() -> Transaction {
    order((Currency::LTC, Payway::Ltc), (Currency::BTC, Payway::Btc), "2")
}

/// A refund of the whole available amount.
pub fn back_to(tx: &Transaction, requisite: Requisite) -> Command {
    let at_most = tx.available().unwrap_or(Amount::zero(tx.price.from_currency));
    Command::Refund { to: Some(Box::new(RefundTo { requisite, at_most, cost: None, travel: None })) }
}

pub fn rail(kind: RailEventKind) -> Command {
    let transaction = TransactionId::from_uuid(Uuid::from_u128(7));
    Command::Rail(RailEvent {
        target: transaction.into(),
        rail: "any".to_owned(),
        event_id: "e".to_owned(),
        leg: None,
        charge: None,
        reorg_epoch: None,
        kind,
    })
}

/// The acquirer's event for a declined charge.
pub fn declined(charge: u16) -> Command {
    numbered(charge, rail(RailEventKind::Declined { reason: Decline::Code(DeclineCode::DoNotHonour) }))
}

/// The acquirer's event for a captured charge.
pub fn captured(charge: u16, reference: &str, amount: Amount) -> Command {
    numbered(charge, credited(reference, amount))
}

fn numbered(charge: u16, command: Command) -> Command {
    match command {
        Command::Rail(event) => Command::Rail(RailEvent { charge: Some(charge), ..event }),
        other => other,
    }
}

pub fn credited(reference: &str, amount: Amount) -> Command {
    rail(RailEventKind::Credited { amount, reference: reference.to_owned(), payer: None })
}

/// The network cost of each payout in these tests.
pub const NETWORK_COST_ATOMS: i128 = 1_234;

/// The event of a final payout on a chain, with its cost.
pub fn settled() -> Command {
    rail(RailEventKind::PayoutSettled { network_cost: Some(Amount::new(NETWORK_COST_ATOMS, Currency::LTC)) })
}

pub fn seen(reference: &str, amount: Amount, confirmations: u32) -> Command {
    rail(RailEventKind::Seen { amount, confirmations, required: 3, txid: reference.to_owned() })
}

/// One transaction's part of a ledger.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TestLedger {
    pub accounts: BTreeMap<(AccountRole, Currency), i128>,
    holds: BTreeMap<Uuid, (Amount, AccountRole)>,
    /// The amount that came from outside, or from the account of a product, less what was reversed before it was used.
    pub came: i128,
    /// The amount that left to a rail, to another customer or to a product, less what was returned.
    pub left: i128,
    /// The posted sums by transfer code.
    posted: BTreeMap<(&'static str, Currency), i128>,
}

impl TestLedger {
    pub fn of(&self, place: AccountRole, currency: Currency) -> i128 {
        self.accounts.get(&(place, currency)).copied().unwrap_or(0)
    }

    /// The sum posted under this code.
    pub fn posted_as(&self, code: &'static str, currency: Currency) -> i128 {
        self.posted.get(&(code, currency)).copied().unwrap_or(0)
    }

    /// The amount held in transit; holds on the balance do not count, because that money is not in transit yet.
    pub fn held(&self, currency: Currency) -> i128 {
        let here = self
            .holds
            .values()
            .filter(|(amount, debit)| amount.currency() == currency && *debit == AccountRole::Transit);
        here.map(|(amount, _)| amount.atoms()).sum()
    }

    /// The net amount debited from an account, holds included.
    pub fn drawn(&self, place: AccountRole, currency: Currency) -> i128 {
        let on_hold = self.holds.values().filter(|(amount, debit)| amount.currency() == currency && *debit == place);
        on_hold.map(|(amount, _)| amount.atoms()).sum::<i128>() - self.of(place, currency)
    }

    pub fn is_flat(&self) -> bool {
        let left =
            |((place, _), atoms): (&(AccountRole, Currency), &i128)| *place == AccountRole::Transit && *atoms != 0;
        self.holds.is_empty() && !self.accounts.iter().any(left)
    }

    pub fn book(&mut self, postings: &[Posting]) {
        for posting in postings {
            assert!(posting.amount.is_positive() && posting.debit != posting.credit, "{posting:?}");
            let currency = posting.amount.currency();
            match posting.kind {
                PostingKind::Hold(id) => {
                    assert!(
                        self.holds.insert(id, (posting.amount, posting.debit)).is_none(),
                        "a hold's id is used once"
                    );
                }
                PostingKind::VoidHold(id) => {
                    assert_eq!(self.holds.remove(&id), Some((posting.amount, posting.debit)));
                }
                PostingKind::PostHold(id) => {
                    assert_eq!(self.holds.remove(&id), Some((posting.amount, posting.debit)));
                    self.shift(posting);
                }
                PostingKind::Post => self.shift(posting),
            }
            let transit = self.of(AccountRole::Transit, currency);
            assert!(transit >= self.held(currency), "transit is overdrawn by {posting:?}");
        }
    }

    fn shift(&mut self, posting: &Posting) {
        let (currency, atoms) = (posting.amount.currency(), posting.amount.atoms());
        *self.accounts.entry((posting.debit, currency)).or_default() -= atoms;
        *self.accounts.entry((posting.credit, currency)).or_default() += atoms;
        *self.posted.entry((posting.code, currency)).or_default() += atoms;
        match posting.code {
            "collect" => self.came += atoms,
            "collect_reversed" if posting.debit != AccountRole::Adjustment => self.came -= atoms,
            "draw" if matches!(posting.debit, AccountRole::Product(_)) => self.came += atoms,
            "payout" | "payout_twice" | "product" | "transfer" => self.left += atoms,
            "payout_returned" | "payout_twice_returned" => self.left -= atoms,
            _ => {}
        }
    }
}

/// An order and its ledger, driven by commands.
#[derive(Debug, Clone)]
pub struct Story {
    pub tx: Transaction,
    pub books: TestLedger,
    pub facts: Facts,
    pub unmatched_payments: Vec<super::super::UnmatchedPayment>,
    /// The use of limits that its change has written; `None` for money that no limit counts.
    pub used: Option<Use>,
}

impl Story {
    pub fn of(tx: Transaction) -> Self {
        Self { tx, books: TestLedger::default(), facts: facts(), unmatched_payments: Vec::new(), used: None }
    }

    /// The story with the use of limits that its opening writes.
    pub fn counted(self) -> Self {
        Self { used: Some(super::limits::written(&self.tx)), ..self }
    }

    pub fn try_do(&mut self, command: &Command, now: DateTime<Utc>) -> Result<Option<Decision>, ExchangeError> {
        let fresh = u128::from(self.tx.version.unsigned_abs()) << 64;
        let facts = Facts { fresh: Uuid::from_u128(fresh), ..self.facts.clone() };
        match decide(&self.tx, command, &facts, now)? {
            Outcome::Changed(decision) => {
                self.books.book(&decision.postings);
                self.tx = decision.transaction.clone();
                Ok(Some(*decision))
            }
            Outcome::Nothing => Ok(None),
            Outcome::Unmatched(unmatched_payment) => {
                self.unmatched_payments.push(unmatched_payment);
                Ok(None)
            }
        }
    }

    pub fn then(&mut self, command: &Command, seconds: i64) -> &mut Self {
        self.try_do(command, later(seconds)).unwrap_or_else(|error| panic!("{command:?}: {error}\n{:#?}", self.tx));
        self
    }
}
