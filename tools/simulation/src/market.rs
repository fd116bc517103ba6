//! The prices, fees and orders of a run.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use exchange::admission::{Counts, OpenFacts, OpenRequest, decide_open};
use exchange::counting::Counting;
use exchange::payee::{PayeeCheck, PayeeChoice, PayeeConsent, VerifiedPayee};
use exchange::policy::{Direction, GuaranteeRule, Policy, seed_prices};
use exchange::quote::{Basis, quote as price};
use exchange::rails::{BankDetails, CardToken, DepositAddress, PayeeMatch, RailEvent, RailEventKind};
use exchange::requisite::{Party, Requisite};
use exchange::transaction::{
    ActionReason, Admission, Arrival, Asker, CardPurchase, Decision, Facts, Instructions, Transaction, TransactionType,
    arrive, authorize,
};
use exchange::{ExchangeError, FixedSide, PriceBook, QuoteRequest, RatesUnavailable};
use identity::CustomerStatus;
use kernel::{
    Amount, Currency, Endpoint, Network, PayeeCheckId, Payway, PaywayKind, Price, Product, ProfileId, QuoteId,
    TransactionId,
};
use uuid::Uuid;

use crate::dice::Dice;
use crate::limits::{customer_status, evidence, tiers};
use crate::rails::chain::REQUIRED;

/// Source currency and payway, target currency and payway, and the range of whole source units.
type Recipe = (Currency, Endpoint, Currency, Endpoint, (u64, u64));

const fn by(payway: Payway) -> Endpoint {
    Endpoint::Payway(payway)
}

const fn of(product: Product) -> Endpoint {
    Endpoint::Product(product)
}

/// Movements of every type that a customer opens: every payway in and out, and every account.
const RECIPES: [Recipe; 27] = [
    (Currency::EUR, Endpoint::Balance, Currency::EUR, of(Product::Service), (1, 100)),
    (Currency::LTC, Endpoint::Balance, Currency::EUR, of(Product::Service), (1, 20)),
    (Currency::EUR, Endpoint::Balance, Currency::EUR, of(Product::PaymentCard), (1, 300)),
    (Currency::LTC, Endpoint::Balance, Currency::EUR, of(Product::PaymentCard), (1, 20)),
    (Currency::EUR, of(Product::PaymentCard), Currency::EUR, Endpoint::Balance, (1, 200)),
    (Currency::EUR, by(Payway::Iban), Currency::EUR, of(Product::PaymentCard), (1, 200)),
    (Currency::EUR, of(Product::Cashback), Currency::EUR, Endpoint::Balance, (1, 5)),
    (Currency::EUR, Endpoint::Balance, Currency::EUR, of(Product::Overdraft), (1, 200)),
    (Currency::LTC, Endpoint::Balance, Currency::EUR, of(Product::Overdraft), (1, 20)),
    (Currency::EUR, of(Product::Reward), Currency::EUR, Endpoint::Balance, (1, 5)),
    (Currency::EUR, of(Product::Reward), Currency::LTC, Endpoint::Balance, (20, 90)),
    (Currency::EUR, Endpoint::Balance, Currency::EUR, Endpoint::Customer, (1, 300)),
    (Currency::EUR, by(Payway::Visamc), Currency::EUR, Endpoint::Balance, (20, 2_000)),
    (Currency::LTC, by(Payway::Ltc), Currency::LTC, Endpoint::Balance, (1, 80)),
    (Currency::EUR, by(Payway::Iban), Currency::LTC, Endpoint::Balance, (60, 9_000)),
    (Currency::EUR, Endpoint::Balance, Currency::EUR, by(Payway::Iban), (20, 500)),
    (Currency::LTC, Endpoint::Balance, Currency::LTC, by(Payway::Ltc), (1, 40)),
    (Currency::LTC, Endpoint::Balance, Currency::EUR, by(Payway::Iban), (2, 40)),
    (Currency::EUR, Endpoint::Balance, Currency::BTC, by(Payway::Btc), (60, 800)),
    (Currency::EUR, Endpoint::Balance, Currency::LTC, Endpoint::Balance, (20, 800)),
    (Currency::EUR, by(Payway::Visamc), Currency::LTC, by(Payway::Ltc), (60, 2_000)),
    (Currency::EUR, by(Payway::Iban), Currency::LTC, by(Payway::Ltc), (60, 9_000)),
    (Currency::PLN, by(Payway::Blik), Currency::LTC, by(Payway::Ltc), (200, 5_000)),
    (Currency::LTC, by(Payway::Ltc), Currency::EUR, by(Payway::Iban), (2, 80)),
    (Currency::LTC, by(Payway::Ltc), Currency::EUR, by(Payway::Visamc), (2, 40)),
    (Currency::LTC, by(Payway::Ltc), Currency::BTC, by(Payway::Btc), (2, 80)),
    (Currency::EUR, by(Payway::Visamc), Currency::BTC, by(Payway::Btc), (60, 2_000)),
];

/// The customers' profiles.
pub const PROFILES: u64 = 3;

/// A customer's profile.
#[must_use]
pub fn profile(number: u64) -> ProfileId {
    ProfileId::from_uuid(Uuid::from_u128(1 << 70 | u128::from(number)))
}

/// The percentage of orders on the unified pages, of those that exist there.
const UNIFIED_PERCENT: u64 = 20;

/// The percentage of orders that fix the target amount; the others fix the source amount.
const WANTED_PERCENT: u64 = 30;

/// The state of the market.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Weather {
    /// The initial prices.
    Fair,
    /// A litecoin is worth half of its initial price.
    Fallen,
    /// No prices are available.
    Blind,
}

/// The policy and the prices.
#[derive(Debug, Clone)]
pub struct Market {
    policy: Arc<Policy>,
    fair: Arc<PriceBook>,
    fallen: Arc<PriceBook>,
    /// The current state.
    pub weather: Weather,
}

/// The ids, the owner and the counted amounts of a movement to make.
pub struct NewMovement {
    /// The id of the movement, and of its quote.
    pub id: Uuid,
    /// The id of its holds.
    pub fresh: Uuid,
    /// The profile that owns it.
    pub profile: ProfileId,
    /// The amounts that the limits count for the profile.
    pub counts: Counts,
}

impl Market {
    /// A sandbox's policy with a spread, and the seed's prices.
    #[must_use]
    pub fn open(now: DateTime<Utc>) -> Self {
        let products = Product::ALL.into();
        // Halved prices cost less than the rule pays for small orders, and more for others.
        let guarantee = Some(GuaranteeRule { max_minutes: 10_080, max_loss: Amount::new(20_000, Currency::EUR) });
        let sandbox = Policy::sandbox();
        let policy = Policy { spread_ppm: 2_500, products, travel_rule: None, tiers: tiers(), guarantee, ..sandbox };
        let policy = Arc::new(policy);
        let prices = seed_prices();
        let fair = PriceBook { prices, source: "simulation".to_owned(), at: now, awaiting_rate: [].into() };
        let mut fallen = fair.clone();
        if let Some(half) = fair.prices.get(&Currency::LTC).and_then(|price| Price::from_parts(price.parts() / 2)) {
            fallen.prices.insert(Currency::LTC, half);
        }
        Self { policy, fair: Arc::new(fair), fallen: Arc::new(fallen), weather: Weather::Fair }
    }

    /// The current policy.
    #[must_use]
    pub fn policy(&self) -> &Policy {
        &self.policy
    }

    /// The input of a use case for a decision about `tx`.
    #[must_use]
    pub fn facts(&self, tx: &Transaction, asker: Asker, fresh: Uuid) -> Facts {
        let prices = match self.weather {
            Weather::Fair => Ok(self.fair.clone()),
            Weather::Fallen => Ok(self.fallen.clone()),
            Weather::Blind => Err(RatesUnavailable { reason: "nobody knows".to_owned() }),
        };
        let held = tx.collect().map(|collect| (collect.expected.currency(), collect.payway));
        Facts {
            policy: self.policy.clone(),
            prices,
            network_fee: fee(tx.price.to_currency, tx.price.sink),
            refund_fee: held.and_then(|(currency, payway)| fee(currency, payway.into())),
            admission: Admission::default(),
            asker,
            fresh,
        }
    }

    /// A random new order.
    ///
    /// # Errors
    /// Those of a quote, for example if the limits leave no room.
    pub fn order(&self, dice: &mut Dice, new: NewMovement, now: DateTime<Utc>) -> Result<Decision, ExchangeError> {
        let NewMovement { id, fresh, profile, counts } = new;
        let at = usize::try_from(dice.below(RECIPES.len() as u64)).unwrap_or(0);
        let (from, source, to, sink, (least, most)) = RECIPES[at];
        let units = i128::from(least + dice.below(most - least)) * from.unit_atoms();
        let direction = Direction { from_currency: from, source, to_currency: to, sink };
        let exists = TransactionType::opened_by(&direction, true).is_some();
        let is_unified = exists && dice.chance(UNIFIED_PERCENT);
        let given = QuoteRequest {
            side: None,
            source,
            sink,
            from_currency: from,
            to_currency: to,
            fixed_side: FixedSide::From,
            amount: Amount::new(units + i128::from(dice.below(99)), from),
            is_unified,
            firm: true,
            residence: None,
            payer: exchange::policy::FeePayer::default(),
        };
        let prices = if self.weather == Weather::Fallen { &self.fallen } else { &self.fair };
        let basis = Basis { policy: &self.policy, prices, network_fee: fee(to, sink) };
        let mut quote = price(&given, basis, QuoteId::from_uuid(id), now)?;
        // Some orders fix the target amount instead, so that rounding occurs.
        if dice.chance(WANTED_PERCENT) {
            let wanted = Amount::new(quote.price.to_amount.atoms() - i128::from(dice.below(999)), to);
            let wanted = QuoteRequest { fixed_side: FixedSide::To, amount: wanted, ..given };
            quote = price(&wanted, basis, quote.id, now)?;
        }
        let request = OpenRequest {
            id: TransactionId::from_uuid(id),
            profile,
            requisite: if sink == Endpoint::Customer { Some(receiver(dice)) } else { sink.payway().map(requisite) },
            refund_to: None,
            consent: Some(PayeeConsent { check: verified().check, acknowledged: false }),
            payer: None,
            customer_status: customer_status(profile),
            client_key: Some("once".to_owned()),
            preset: None,
            plan: None,
            refund_of: None,
            quote,
        };
        let plain = Facts {
            policy: self.policy.clone(),
            prices: Ok(prices.clone()),
            network_fee: None,
            refund_fee: None,
            admission: Admission::default(),
            asker: Asker::Owner,
            fresh,
        };
        let payee = Some(payee_check(request.profile, now));
        let demand = Counting::of(&request.quote.price, &self.policy.limits).demand(Some(prices))?;
        let instructions = source.payway().map(instructions);
        let facts =
            OpenFacts { plain, demand, available: None, payee, counts: Some(counts), instructions, promotion: None };
        decide_open(&request, &facts, now).map_err(|refusal| refusal.error)
    }
}

/// The percentage of arrivals that name no customer.
const UNIDENTIFIED_PERCENT: u64 = 20;

impl Market {
    /// A random bank payment without an order.
    ///
    /// # Errors
    /// The errors of [`arrive`].
    pub fn arrival(&self, dice: &mut Dice, new: NewMovement, now: DateTime<Utc>) -> Result<Decision, ExchangeError> {
        let NewMovement { id, fresh, profile, counts } = new;
        let amount = Amount::new(i128::from(1 + dice.below(90_000)), Currency::EUR);
        let reference = format!("arrival-{id}");
        let event = RailEvent {
            target: TransactionId::from_uuid(id).into(),
            rail: "iban".to_owned(),
            event_id: reference.clone(),
            leg: None,
            charge: None,
            reorg_epoch: None,
            kind: RailEventKind::Credited { amount, reference, payer: None },
        };
        let arrival = Arrival {
            id: TransactionId::from_uuid(id),
            owner: profile,
            is_matched: !dice.chance(UNIDENTIFIED_PERCENT),
            payway: Payway::Iban,
            instructions: instructions(Payway::Iban),
        };
        let facts = Facts {
            policy: self.policy.clone(),
            prices: Ok(self.fair.clone()),
            network_fee: None,
            refund_fee: None,
            admission: Admission::default(),
            asker: Asker::Owner,
            fresh,
        };
        let missing = || ExchangeError::Internal("a credit opens no movement".into());
        let opened = arrive(arrival.clone(), &event, &facts, now)?.ok_or_else(missing)?;
        if !arrival.is_matched {
            return Ok(opened);
        }
        let facts = Facts { admission: self.admission(&opened.transaction, &counts, now)?, ..facts };
        arrive(arrival, &event, &facts, now)?.ok_or_else(missing)
    }

    /// A random purchase with a payment card, in the order of the balances.
    ///
    /// # Errors
    /// The errors of [`authorize`], and a limit that the price exceeds.
    pub fn purchase(
        &self,
        dice: &mut Dice,
        new: NewMovement,
        balances: Vec<Amount>,
        now: DateTime<Utc>,
    ) -> Result<Decision, ExchangeError> {
        let NewMovement { id, fresh, profile, counts } = new;
        let currency = if dice.chance(70) { Currency::EUR } else { Currency::PLN };
        let price = Amount::new(i128::from(1 + dice.below(40_000)), currency);
        let authorization = format!("authorization-{id}");
        let purchase = CardPurchase { id: TransactionId::from_uuid(id), profile, price, authorization, balances };
        let mut facts = Facts {
            policy: self.policy.clone(),
            prices: Ok(self.fair.clone()),
            network_fee: None,
            refund_fee: None,
            admission: Admission::default(),
            asker: Asker::System,
            fresh,
        };
        let opened = authorize(purchase.clone(), &facts, now)?;
        let tx = &opened.transaction;
        // The issuer cannot ask the customer, so a purchase above a limit is refused.
        facts.admission.counted = evidence(&self.rules_of(profile), tx, &tx.price, &counts, Some(&self.fair), now)?;
        authorize(purchase, &facts, now)
    }

    /// Whether a deposit or withdrawal without an order may be credited or spent at once.
    fn admission(&self, tx: &Transaction, counts: &Counts, now: DateTime<Utc>) -> Result<Admission, ExchangeError> {
        match evidence(&self.rules_of(tx.profile), tx, &tx.price, counts, Some(&self.fair), now) {
            Ok(counted) => Ok(Admission { counted, ..Admission::default() }),
            Err(ExchangeError::Limit(_)) => {
                Ok(Admission { held: Some(ActionReason::OutOfLimits), ..Admission::default() })
            }
            Err(error) => Err(error),
        }
    }

    /// The rules of the limits for the owner of a profile.
    #[must_use]
    pub fn rules_of(&self, profile: ProfileId) -> (CustomerStatus, &Policy) {
        (customer_status(profile), &self.policy)
    }

    /// The present prices, if there are any.
    #[must_use]
    pub fn prices(&self) -> Option<&PriceBook> {
        match self.weather {
            Weather::Fair => Some(&self.fair),
            Weather::Fallen => Some(&self.fallen),
            Weather::Blind => None,
        }
    }
}

/// The network fee of a chain, in its own coin.
fn fee(currency: Currency, endpoint: Endpoint) -> Option<Amount> {
    endpoint.network().map(|_| Amount::new(10_000, currency))
}

/// The card of every simulated customer.
#[must_use]
pub fn card() -> CardToken {
    CardToken { token: "tok".to_owned(), last4: "4242".to_owned(), brand: "visa".to_owned() }
}

/// The verification of payee for every simulated account.
fn verified() -> VerifiedPayee {
    VerifiedPayee {
        check: PayeeCheckId::from_uuid(Uuid::from_u128(11)),
        asked_name: "Ada Lovelace".to_owned(),
        answer: PayeeMatch::Match,
        choice: PayeeChoice::Matched,
        answered_at: DateTime::UNIX_EPOCH,
        chosen_at: DateTime::UNIX_EPOCH,
    }
}

/// The bank's answer about every simulated account.
fn payee_check(profile: ProfileId, now: DateTime<Utc>) -> PayeeCheck {
    PayeeCheck {
        id: verified().check,
        profile,
        iban: "DE1".to_owned(),
        name: verified().asked_name,
        answer: PayeeMatch::Match,
        answered_at: now,
        expires_at: PayeeCheck::expiry(now),
    }
}

/// The destination of a payout over `payway`.
#[must_use]
pub fn requisite(payway: Payway) -> Requisite {
    match payway.kind() {
        PaywayKind::Crypto => Requisite::Address { value: "address".to_owned(), memo: None },
        PaywayKind::Iban => Requisite::Iban {
            value: "DE1".to_owned(),
            full_name: "Ada Lovelace".to_owned(),
            payee: Some(Box::new(verified())),
        },
        PaywayKind::Card => Requisite::Card { card: card() },
        PaywayKind::Code => Requisite::Code,
    }
}

/// Another customer, or a recipient who has no account and never registers.
fn receiver(dice: &mut Dice) -> Requisite {
    let known = dice.chance(80).then(|| profile(dice.below(PROFILES)));
    let contact = Some("a@example.com".to_owned());
    // The recipient must differ from the sender.
    let profile = known.map(|profile| ProfileId::from_uuid(Uuid::from_u128(profile.uuid().as_u128() | 8)));
    Requisite::Customer(Party { profile, contact, name: "A•••".to_owned(), note: None })
}

fn instructions(payway: Payway) -> Instructions {
    match payway.kind() {
        PaywayKind::Card => Instructions::Card { card: None, launch: None, return_url: None },
        PaywayKind::Code => Instructions::unpaid_code(),
        PaywayKind::Iban => Instructions::Bank {
            details: BankDetails {
                iban: "DE1".to_owned(),
                bic: "X".to_owned(),
                beneficiary: "Agio".to_owned(),
                reference: "7K2M-94QD".to_owned(),
            },
        },
        PaywayKind::Crypto => Instructions::Crypto {
            address: DepositAddress { address: "address".to_owned(), memo: None, confirmations_required: REQUIRED },
            network: Network::Litecoin,
        },
    }
}
