//! The platform for one test: real PostgreSQL, the real ledger and job worker, a fixed clock, and rails that return
//! scripted answers.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};
use exchange::payee::{PayeeCheck, PayeeConsent};
use exchange::policy::seed_prices;
use exchange::promotion::NoPromotions;
use exchange::quote::QuoteSigner;
use exchange::rails::*;
use exchange::rates::{PriceBook, Rates};
use exchange::requisite::ChainKind;
use exchange::{
    CreateOrder, Exchange, ExchangeError, ExchangeParts, FixedSide, PayeeQuestion, Quote, QuoteRequest, Rails,
    RequisiteInput, Transaction,
};
use identity::{CustomerStatus, Envelope, KeyEncryptionKey};
use kernel::{
    Amount, Clock, Currency, Endpoint, ManualClock, Network, Payway, ProfileId, TenantId, TransactionId, UserId, World,
};
use ledger::{Journal, JournalConfig};
use store::testing::TestDb;
use store::{Worker, WorkerConfig};

pub const IBAN: &str = "DE89 3704 0044 0532 0130 00";
pub const LTC_ADDRESS: &str = "LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1";

/// The scripted answers of the acquirer, the bank and the chains, and their recorded calls.
#[derive(Default)]
pub struct Outside {
    pub card: Mutex<Option<CardOutcome>>,
    pub payout: Mutex<Option<PayoutOutcome>>,
    pub paid: Mutex<HashMap<String, u32>>,
    /// The errors of the next charge and payout calls, before any other answer.
    pub refusals: Mutex<VecDeque<RailError>>,
    /// The answer to the issue of a code; the code of its key by default.
    pub issued: Mutex<Option<IssueOutcome>>,
    pub fee_unknown: Mutex<bool>,
    /// The bank's answers to verifications of payee; a match by default.
    pub payee: Mutex<Option<Answer<PayeeMatch>>>,
}

impl Outside {
    fn refusal(&self) -> Answer<()> {
        self.refusals.lock().unwrap().pop_front().map_or(Ok(()), Err)
    }

    fn pay_once(&self, key: &str) -> PayoutOutcome {
        *self.paid.lock().unwrap().entry(key.to_owned()).or_default() += 1;
        let answer = self.payout.lock().unwrap().clone();
        answer.unwrap_or_else(|| PayoutOutcome::Settled { reference: format!("paid {key}") })
    }
}

pub type Answer<T> = Result<T, RailError>;

#[async_trait]
impl Acquirer for Outside {
    async fn tokenize(&self, _: TenantId, _: &CardInput) -> Answer<CardToken> {
        Ok(card())
    }
    async fn tokenize_wallet(&self, _: TenantId, _: &WalletInput) -> Answer<CardToken> {
        Ok(card())
    }
    async fn authorize(&self, request: &AuthorizeRequest) -> Answer<CardOutcome> {
        self.refusal()?;
        let answer = self.card.lock().unwrap().clone();
        Ok(answer.unwrap_or_else(|| CardOutcome::Captured { reference: format!("charge of {}", request.transaction) }))
    }
    async fn lookup(&self, _: TenantId, _: &str, _: Amount) -> Answer<Option<CardOutcome>> {
        Ok(self.card.lock().unwrap().clone())
    }
    async fn refund(&self, _: TenantId, _: TransactionId, key: &str, _: &str, _: Amount) -> Answer<PayoutOutcome> {
        Ok(self.pay_once(key))
    }
    async fn payout(
        &self,
        _: TenantId,
        _: TransactionId,
        key: &str,
        _: &CardToken,
        _: Amount,
    ) -> Answer<PayoutOutcome> {
        Ok(self.pay_once(key))
    }
    async fn lookup_payout(&self, _: TenantId, _: &str, _: Amount) -> Answer<Option<PayoutOutcome>> {
        Ok(self.payout.lock().unwrap().clone())
    }
}

#[async_trait]
impl Bank for Outside {
    async fn details(&self, _: TenantId, _: Currency, reference: &str) -> Answer<BankDetails> {
        let [iban, bic, beneficiary] = ["DE89370400440532013000", "COBADEFF", "Agio"].map(str::to_owned);
        Ok(BankDetails { iban, bic, beneficiary, reference: reference.to_owned() })
    }
    async fn verify_payee(&self, _: TenantId, _: &str, _: &str) -> Answer<PayeeMatch> {
        self.payee.lock().unwrap().clone().unwrap_or(Ok(PayeeMatch::Match))
    }
    async fn pay(&self, payment: &BankPayment) -> Answer<PayoutOutcome> {
        self.refusal()?;
        Ok(self.pay_once(&payment.key))
    }
    async fn refund(&self, _: TenantId, _: TransactionId, key: &str, _: &str, _: Amount) -> Answer<PayoutOutcome> {
        Ok(self.pay_once(key))
    }
    async fn lookup(&self, _: TenantId, _: &str) -> Answer<Option<PayoutOutcome>> {
        Ok(self.payout.lock().unwrap().clone())
    }
}

#[async_trait]
impl CodeService for Outside {
    async fn charge(&self, request: &CodeCharge) -> Answer<CodeOutcome> {
        Ok(CodeOutcome::Paid { reference: request.key.clone() })
    }
    async fn lookup(&self, _: TenantId, _: Payway, _: &str) -> Answer<Option<CodeOutcome>> {
        Ok(None)
    }
    async fn issue(&self, request: &CodeIssue) -> Answer<IssueOutcome> {
        self.refusal()?;
        *self.paid.lock().unwrap().entry(request.key.clone()).or_default() += 1;
        let answer = self.issued.lock().unwrap().clone();
        Ok(answer.unwrap_or_else(|| code_of(&request.key)))
    }
    async fn lookup_issue(&self, _: TenantId, _: Payway, key: &str) -> Answer<Option<IssueOutcome>> {
        Ok(self.paid.lock().unwrap().contains_key(key).then(|| code_of(key)))
    }
    async fn refund(
        &self,
        _: TenantId,
        _: Payway,
        _: TransactionId,
        key: &str,
        _: &str,
        _: Amount,
    ) -> Answer<PayoutOutcome> {
        Ok(self.pay_once(key))
    }
    async fn lookup_refund(&self, _: TenantId, _: Payway, _: &str) -> Answer<Option<PayoutOutcome>> {
        Ok(None)
    }
}

#[async_trait]
impl AddressBook for Outside {
    async fn assign(&self, _: TenantId, _: AddressOwner, _: Amount, _: Network, _: u32) -> Answer<DepositAddress> {
        Ok(DepositAddress { address: LTC_ADDRESS.to_owned(), memo: None, confirmations_required: 3 })
    }
    async fn network_fee(&self, currency: Currency, network: Network) -> Answer<Amount> {
        if *self.fee_unknown.lock().unwrap() {
            return Err(RailError::Unavailable { rail: network.code().to_owned(), reason: "no node".to_owned() });
        }
        Ok(Amount::new(1_000, currency))
    }
}

/// The code that the service issues for a key.
pub fn code_of(key: &str) -> IssueOutcome {
    IssueOutcome::Issued { reference: format!("issue of {key}"), code: IssuedCode(format!("SECRET-{}", key.len())) }
}

pub fn card() -> CardToken {
    CardToken { token: "tok".to_owned(), last4: "4242".to_owned(), brand: "visa".to_owned() }
}

pub struct Setup {
    pub db: TestDb,
    pub clock: Arc<ManualClock>,
    pub exchange: Exchange,
    pub rates: Rates,
    pub outside: Arc<Outside>,
    pub worker: Worker,
    pub tenant: TenantId,
    pub profile: ProfileId,
}

impl Setup {
    pub async fn new() -> Self {
        let db = TestDb::new().await;
        let clock = ManualClock::at(DateTime::from_timestamp(1_767_225_600, 0).unwrap());
        let world = World::with_clock(clock.clone());
        let tenant = store::testing::tenant(1);
        let rates = Rates::new(world.clone());
        let outside = Arc::new(Outside::default());
        let journal = Journal::start(db.store.clone(), world.clone(), JournalConfig::default());
        let rails = Rails {
            acquirer: outside.clone(),
            bank: outside.clone(),
            codes: outside.clone(),
            addresses: outside.clone(),
            connections: Arc::new(EverythingConnected),
        };
        let exchange = Exchange::new(ExchangeParts {
            store: db.store.clone(),
            world: world.clone(),
            journal,
            markets: rates.clone().into(),
            signer: QuoteSigner::from_seed([7; 32]),
            chains: ChainKind::Main.into(),
            rails,
            promotions: NoPromotions::port(),
            envelope: Envelope::new(KeyEncryptionKey::new([7; 32]), world.clone()),
        });
        let (handlers, schedules) = (exchange.handlers(), exchange.schedules());
        let worker = Worker::with(db.store.clone(), world.clone(), handlers, schedules, WorkerConfig::default());
        let profile = world.id();
        let setup = Self { db, clock, exchange, rates, outside, worker, tenant, profile };
        setup.prices();
        setup
    }

    pub fn prices(&self) {
        let at = self.clock.now();
        self.rates.publish(PriceBook {
            prices: seed_prices(),
            source: "test".to_owned(),
            at,
            awaiting_rate: [].into(),
        });
    }

    pub fn pass(&self, seconds: i64) -> DateTime<Utc> {
        self.clock.advance(TimeDelta::seconds(seconds));
        self.clock.now()
    }

    pub async fn work(&self) {
        self.worker.run_until_idle().await.expect("the worker works");
    }

    pub async fn firm(
        &self,
        from: (Currency, impl Into<Endpoint>),
        to: (Currency, impl Into<Endpoint>),
        given: &str,
    ) -> Quote {
        let request = QuoteRequest {
            side: None,
            source: from.1.into(),
            sink: to.1.into(),
            from_currency: from.0,
            to_currency: to.0,
            fixed_side: FixedSide::From,
            amount: Amount::parse(given, from.0).unwrap(),
            is_unified: false,
            firm: true,
            residence: None,
            payer: exchange::policy::FeePayer::default(),
        };
        self.exchange.quote(self.tenant, Some(self.profile), &request).await.expect("a quote")
    }

    pub async fn purchase(&self, payway: Payway) -> Transaction {
        let (currency, given) = if payway == Payway::Blik { (Currency::PLN, "500") } else { (Currency::EUR, "250") };
        let quote = self.firm((currency, payway), (Currency::LTC, Payway::Ltc), given).await;
        let order = order(&quote, None);
        self.exchange.create(self.tenant, self.profile, order).await.expect("an order")
    }

    pub async fn sale(&self) -> Transaction {
        let quote = self.firm((Currency::LTC, Payway::Ltc), (Currency::EUR, Payway::Iban), "2").await;
        let check = self.ask_payee("Olena Shevchenko").await.expect("an answer");
        let order = CreateOrder {
            quote_id: quote.id,
            requisite: Some(account(&check, false)),
            refund_to: None,
            customer_status: CustomerStatus::nobody(),
            idempotency: None,
            preset: None,
            plan: None,
            refund_of: None,
        };
        self.exchange.create(self.tenant, self.profile, order).await.expect("an order")
    }

    /// Asks the bank whether the account belongs to `name`.
    pub async fn ask_payee(&self, name: &str) -> Result<PayeeCheck, ExchangeError> {
        let question = PayeeQuestion {
            asker: UserId::from_uuid(self.profile.uuid()),
            currency: Currency::EUR,
            payway: Payway::Iban,
            iban: IBAN.to_owned(),
            full_name: name.to_owned(),
        };
        let answer = self.exchange.verify_payee(self.tenant, self.profile, question).await?;
        Ok(answer.expect("euro are verified"))
    }

    pub async fn tell(&self, id: TransactionId, event_id: &str, kind: RailEventKind) {
        let (rail, event_id) = ("test".to_owned(), event_id.to_owned());
        let event = RailEvent { target: id.into(), rail, event_id, leg: None, charge: None, reorg_epoch: None, kind };
        self.exchange.on_rail_event(self.tenant, event).await.expect("it is taken");
    }

    pub async fn now(&self, id: TransactionId) -> Transaction {
        self.exchange.get(self.tenant, self.profile, id).await.expect("it is there")
    }

    /// Verifies the whole ledger: sums, balances, versions, and that no finished order has money in transit.
    pub async fn prove(&self) {
        let mut told = Vec::new();
        if let Err(error) = ledger::verify::verify(&self.db.store, &mut told).await {
            panic!("{error}\n{}", String::from_utf8_lossy(&told));
        }
    }

    /// The balance of an account in atoms: credits less debits.
    pub async fn balance(&self, book: &str, currency: Currency) -> i128 {
        let mut conn = self.db.connect().await;
        let text: String = sqlx::query_scalar(
            "SELECT coalesce(sum(credits_posted - debits_posted), 0)::text FROM accounts WHERE book = $1 AND currency = $2",
        )
        .bind(book)
        .bind(currency.code())
        .fetch_one(&mut conn)
        .await
        .expect("the books can be read");
        text.parse().expect("a number")
    }
}

pub fn order(quote: &Quote, idempotency: Option<&str>) -> CreateOrder {
    let requisite = RequisiteInput::Address { value: LTC_ADDRESS.to_owned(), memo: None };
    CreateOrder {
        quote_id: quote.id,
        requisite: Some(requisite),
        refund_to: None,
        customer_status: CustomerStatus::nobody(),
        idempotency: idempotency.map(str::to_owned),
        preset: None,
        plan: None,
        refund_of: None,
    }
}

/// The account and name of a check, as an order's requisite.
pub fn account(check: &PayeeCheck, acknowledged: bool) -> RequisiteInput {
    let (value, full_name) = (IBAN.to_owned(), check.name.clone());
    RequisiteInput::Iban { value, full_name, payee: Some(PayeeConsent { check: check.id, acknowledged }) }
}

pub fn credited(amount: Amount, reference: &str) -> RailEventKind {
    RailEventKind::Credited { amount, reference: reference.to_owned(), payer: None }
}
