//! Whether a movement may be opened: every refusal, in order, from facts that the use case has loaded. Pure. What is
//! counted for it is committed by the movement's own change.

#[cfg(test)]
mod tests;

use std::sync::Arc;

use chrono::{DateTime, Utc};
use identity::CustomerStatus;
use kernel::{Amount, Currency, Payway, PresetId, ProfileId, TransactionId, UserId};
use uuid::Uuid;

use crate::ExchangeError;
use crate::beneficiary_wallet::{self, Purpose, Travel, TravelRule, Wallet};
use crate::cooling_off::{AddressCheck, HeldAddress};
use crate::counting::{LINKED_MAX, Linked};
use crate::limits::{self, Demand, USES_MAX, Use};
use crate::originator::{Sender, is_asked};
use crate::payee::{PayeeCheck, PayeeConsent, PayeeRefusal, needs_check, permit};
use crate::plan::PlanStep;
use crate::policy::Policy;
use crate::promotion::{Offer, PromotionRefusal, Redeemed};
use crate::quote::{Price, Quote};
use crate::requisite::{Party, Requisite};
use crate::transaction::{Counted, CountedAddress, Decision, Facts, Instructions, NewOrder, RefundAddress, open};

/// A movement to open.
#[derive(Debug, Clone)]
pub struct OpenRequest {
    /// Its id.
    pub id: TransactionId,
    /// The profile that owns it.
    pub profile: ProfileId,
    /// The firm quote.
    pub quote: Quote,
    /// The validated destination; `None` if the result goes to the balance.
    pub requisite: Option<Requisite>,
    /// The validated address of a refund, if the customer named one.
    pub refund_to: Option<Requisite>,
    /// The verification of payee that the customer refers to.
    pub consent: Option<PayeeConsent>,
    /// The payer of a transfer, as the receiver sees them.
    pub payer: Option<Party>,
    /// The customer's status.
    pub customer_status: CustomerStatus,
    /// The caller's idempotency key.
    pub client_key: Option<String>,
    /// The preset that the order is made from.
    pub preset: Option<PresetId>,
    /// The run of a plan that makes the order.
    pub plan: Option<Arc<PlanStep>>,
    /// The ended transaction whose payer is paid back.
    pub refund_of: Option<TransactionId>,
}

/// The facts that opening depends on.
#[derive(Debug, Clone)]
pub struct OpenFacts {
    /// The facts of every decision.
    pub plain: Facts,
    /// The movement's use of the limits.
    pub demand: Demand,
    /// The available balance in the given currency. `None` if the balance does not pay.
    pub available: Option<Amount>,
    /// The verification of payee that the request refers to.
    pub payee: Option<PayeeCheck>,
    /// The customer's counted movements. `None` if nothing is counted for this movement.
    pub counts: Option<Counts>,
    /// The payment instructions. `None` if the balance pays, or before the rails were asked.
    pub instructions: Option<Instructions>,
    /// The present discount of the quote's promo code, and its use. `None` for a quote without a discount.
    pub promotion: Option<PromotionFacts>,
}

/// The discount of a quote's promo code when its order is opened.
#[derive(Debug, Clone)]
pub struct PromotionFacts {
    /// The present discount of the code.
    pub offer: Result<Offer, PromotionRefusal>,
    /// Its use by this order.
    pub redeemed: Arc<Redeemed>,
}

/// The counted amounts of one customer, and the statements that the rules require.
#[derive(Debug, Clone, PartialEq)]
pub struct Counts {
    /// The customer.
    pub user: UserId,
    /// The version of the customer's counter, read before everything below.
    pub version: i64,
    /// The uses of the limits within the longest window, without that of this movement.
    pub uses: Vec<Use>,
    /// Outgoing coins: the destination address.
    pub address: Option<KnownAddress>,
    /// Outgoing coins: the other transactions whose coins may count together with these.
    pub linked: Vec<(Uuid, Linked)>,
    /// Outgoing coins: the declared wallet of the destination.
    pub wallet: Option<Wallet>,
    /// Incoming coins: the value of these, in euro.
    pub coming: Option<Amount>,
    /// Incoming coins: the sum of the customer's other ones within a day, in euro.
    pub came: Amount,
    /// Incoming coins: the statement about the originator.
    pub statement: Option<Sender>,
}

impl Counts {
    /// No counted movements and no statements.
    pub(crate) fn none(user: UserId, version: i64) -> Self {
        Self {
            user,
            version,
            uses: Vec::new(),
            address: None,
            linked: Vec::new(),
            wallet: None,
            coming: None,
            came: Amount::zero(Currency::EUR),
            statement: None,
        }
    }
}

/// The known facts about a payout address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownAddress {
    /// The id under which it is registered, if it is new.
    pub id: Uuid,
    /// When the customer first named or declared it.
    pub first_at: Option<DateTime<Utc>>,
    /// The earliest completed order that paid to it. Searched only where the payout is held otherwise.
    pub paid_at: Option<DateTime<Utc>>,
}

impl KnownAddress {
    /// When the address became known.
    pub(crate) fn since(&self, now: DateTime<Utc>) -> DateTime<Utc> {
        [self.first_at, self.paid_at].into_iter().flatten().fold(now, DateTime::min)
    }
}

/// Outgoing coins.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Coins<'a> {
    /// Their value in euro.
    pub euro: Amount,
    /// The payway.
    pub payway: Payway,
    /// The destination.
    pub requisite: &'a Requisite,
}

/// A movement that may be opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Admitted {
    /// The destination, with its verification of payee.
    pub requisite: Option<Requisite>,
    /// The travel-rule evidence and the use of limits.
    pub evidence: Evidence,
}

/// The travel-rule evidence of a movement, and what its change counts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Evidence {
    /// The declaration of the destination wallet.
    pub travel: Option<Travel>,
    /// The statement about the originator.
    pub sender: Option<Sender>,
    /// The further rows of the movement's change. `None` if nothing is counted.
    pub counted: Option<Arc<Counted>>,
}

/// Why a movement may not be opened.
#[derive(Debug)]
pub struct Refusal {
    /// The error for the caller.
    pub error: ExchangeError,
    /// The address whose cooling-off period starts now, although the movement is refused: it ends then.
    pub named: Option<DateTime<Utc>>,
}

impl<E: Into<ExchangeError>> From<E> for Refusal {
    fn from(error: E) -> Self {
        Self { error: error.into(), named: None }
    }
}

/// Whether the movement may be opened now. `pre-validate` is this function alone.
///
/// # Errors
/// The first [`Refusal`]: closing account, payout hold, expired quote, closed direction (country, MiCA, payway),
/// payee, own account, balance, promo code, limits, cooling-off period, travel rule.
pub fn admit(request: &OpenRequest, facts: &OpenFacts, now: DateTime<Utc>) -> Result<Admitted, Refusal> {
    check_request(request, &facts.plain.policy, now)?;
    let requisite = with_payee(request, facts.payee.as_ref(), now)?;
    check_cover(&request.quote.price, facts.available)?;
    check_promotion(&request.quote.price, facts.promotion.as_ref())?;
    let evidence = match &facts.counts {
        None => Evidence::default(),
        Some(counts) => {
            let rules = Rules { policy: &facts.plain.policy, customer_status: &request.customer_status };
            rules.count(request.id, &request.quote.price, &facts.demand, counts, requisite.as_ref(), now)?
        }
    };
    Ok(Admitted { requisite, evidence })
}

/// The refusals that need the request and the policy alone. The use case calls it before it loads the other facts.
///
/// # Errors
/// Closing account, payout hold, expired quote, closed direction, own account.
pub(crate) fn check_request(request: &OpenRequest, policy: &Policy, now: DateTime<Utc>) -> Result<(), ExchangeError> {
    let OpenRequest { quote, customer_status, .. } = request;
    if customer_status.is_closing {
        return Err(ExchangeError::refused("the account is being deleted; keep it to make orders again"));
    }
    if let Some(until) = customer_status.payouts_held(now).filter(|_| !quote.price.sink.is_balance()) {
        return Err(ExchangeError::PayoutsHeld { until });
    }
    if now >= quote.expires_at {
        return Err(ExchangeError::QuoteExpired);
    }
    policy.allows(&quote.price.direction(), customer_status.residence)?;
    match &request.requisite {
        Some(Requisite::Customer(party)) if party.profile == Some(request.profile) => {
            Err(ExchangeError::invalid("requisite", "must be another account than the one that pays"))
        }
        _ => Ok(()),
    }
}

/// Opens a movement: every refusal of [`admit`], then its legs and their first postings.
///
/// # Errors
/// The errors of [`admit`], and [`ExchangeError::Internal`] for facts without instructions.
pub fn decide_open(request: &OpenRequest, facts: &OpenFacts, now: DateTime<Utc>) -> Result<Decision, Refusal> {
    let Admitted { requisite, evidence: Evidence { travel, sender, counted } } = admit(request, facts, now)?;
    let order = NewOrder {
        id: request.id,
        profile: request.profile,
        requisite,
        refund_to: request.refund_to.clone(),
        travel,
        sender,
        payer: request.payer.clone(),
        instructions: facts.instructions.clone(),
        client_key: request.client_key.clone(),
        preset: request.preset,
        plan: request.plan.as_deref().map(PlanStep::run),
        refund_of: request.refund_of,
    };
    let opened = open(request.quote.clone(), order, &facts.plain, now)?;
    let redeemed = facts.promotion.as_ref().map(|promotion| Arc::clone(&promotion.redeemed));
    let refund_address =
        RefundAddress::of(request.id, request.customer_status.user, request.refund_to.as_ref()).map(Arc::new);
    Ok(Decision { counted, plan: request.plan.clone(), redeemed, refund_address, ..opened })
}

/// Whether the discount of a firm quote still holds.
///
/// # Errors
/// [`ExchangeError::Promotion`] with the reason, and [`ExchangeError::Internal`] for a discount without its facts.
fn check_promotion(price: &Price, promotion: Option<&PromotionFacts>) -> Result<(), ExchangeError> {
    let Some(promised) = &price.discount else { return Ok(()) };
    let promotion = promotion.ok_or_else(|| ExchangeError::Internal("a discount without its campaign".to_owned()))?;
    Ok(promotion.offer.as_ref().map_err(Clone::clone)?.keeps(promised)?)
}

/// Whether the available balance covers the given amount. `None` if the balance does not pay.
///
/// # Errors
/// [`ExchangeError::InsufficientBalance`].
pub(crate) fn check_cover(price: &Price, available: Option<Amount>) -> Result<(), ExchangeError> {
    let needed = price.from_amount;
    match available {
        Some(available) if available.atoms() < needed.atoms() => {
            Err(ExchangeError::InsufficientBalance { needed, available })
        }
        _ => Ok(()),
    }
}

/// The destination with its verification of payee, if one is required.
fn with_payee(
    request: &OpenRequest,
    check: Option<&PayeeCheck>,
    now: DateTime<Utc>,
) -> Result<Option<Requisite>, PayeeRefusal> {
    let (currency, Some(payway)) = (request.quote.price.to_currency, request.quote.price.sink.payway()) else {
        return Ok(request.requisite.clone());
    };
    match &request.requisite {
        Some(requisite @ Requisite::Iban { .. }) if needs_check(currency, payway) => {
            verified(requisite.clone(), request.profile, request.consent, check, now).map(Some)
        }
        other => Ok(other.clone()),
    }
}

/// Adds the verification of payee to a bank account.
pub(crate) fn verified(
    requisite: Requisite,
    profile: ProfileId,
    consent: Option<PayeeConsent>,
    check: Option<&PayeeCheck>,
    now: DateTime<Utc>,
) -> Result<Requisite, PayeeRefusal> {
    let Requisite::Iban { value, full_name, .. } = requisite else { return Ok(requisite) };
    let (consent, check) = consent.zip(check).ok_or(PayeeRefusal::Missing)?;
    let payee = permit(check, profile, &value, &full_name, consent.acknowledged, now)?;
    Ok(Requisite::Iban { value, full_name, payee: Some(Box::new(payee)) })
}

/// The rules that count a customer's movements together.
#[derive(Debug, Clone, Copy)]
pub struct Rules<'a> {
    /// The tenant's policy.
    pub policy: &'a Policy,
    /// The customer's status.
    pub customer_status: &'a CustomerStatus,
}

impl Rules<'_> {
    /// Checks limits, the cooling-off period of a new address, and the travel rule for both wallets. Returns the
    /// evidence, and what the movement's change counts.
    ///
    /// # Errors
    /// [`ExchangeError::Limit`], [`ExchangeError::AddressHeld`], [`ExchangeError::Travel`] with what is missing,
    /// [`ExchangeError::SenderUnknown`].
    pub fn count(
        &self,
        id: TransactionId,
        price: &Price,
        demand: &Demand,
        counts: &Counts,
        requisite: Option<&Requisite>,
        now: DateTime<Utc>,
    ) -> Result<Evidence, Refusal> {
        self.check_limits(demand, &counts.uses, now)?;
        let mut counted = Counted::of(id, counts.user, counts.version);
        let mut evidence = Evidence::default();
        let mut to_new = false;
        if let Some((payway, requisite)) = destination(price, demand, requisite) {
            let coins = Coins { euro: demand.crypto_out, payway, requisite };
            to_new = self.check_address(coins, counts, &mut counted, now)? == AddressCheck::New;
            evidence.travel = self.check_destination(Purpose::Order, coins, counts, &mut counted, now)?;
        }
        counted.demand = Some((*demand, to_new));
        if let Some(payway) = arriving(price) {
            evidence.sender = self.check_originator(payway, counts, &mut counted)?;
        }
        evidence.counted = Some(Arc::new(counted));
        Ok(evidence)
    }

    /// Checks a refund of coins to an address.
    ///
    /// # Errors
    /// [`ExchangeError::AddressHeld`], and [`ExchangeError::Travel`] with what is missing.
    pub(crate) fn refund(
        &self,
        id: TransactionId,
        coins: Coins<'_>,
        counts: &Counts,
        now: DateTime<Utc>,
    ) -> Result<Evidence, Refusal> {
        let mut counted = Counted::of(id, counts.user, counts.version);
        self.check_address(coins, counts, &mut counted, now)?;
        let travel = self.check_destination(Purpose::Refund, coins, counts, &mut counted, now)?;
        counted.refunded = Some(coins.euro);
        Ok(Evidence { travel, sender: None, counted: Some(Arc::new(counted)) })
    }

    /// Checks coins that their owner credits to the balance.
    ///
    /// # Errors
    /// [`ExchangeError::SenderUnknown`].
    pub fn keep(&self, id: TransactionId, payway: Payway, counts: &Counts) -> Result<Evidence, ExchangeError> {
        let mut counted = Counted::of(id, counts.user, counts.version);
        let sender = self.check_originator(payway, counts, &mut counted)?;
        Ok(Evidence { travel: None, sender, counted: Some(Arc::new(counted)) })
    }

    fn check_limits(&self, demand: &Demand, uses: &[Use], now: DateTime<Utc>) -> Result<(), ExchangeError> {
        if uses.len() >= USES_MAX {
            return Err(ExchangeError::TooMany { what: "orders", retry_after_s: 86_400 });
        }
        limits::admit(self.customer_status, demand, uses, &self.policy.tiers, now).map_err(ExchangeError::Limit)?;
        Ok(self.policy.limits.admit_at(self.customer_status, &demand.ends, uses, now)?)
    }

    /// Applies the cooling-off period of a new address, and registers the address.
    fn check_address(
        &self,
        coins: Coins<'_>,
        counts: &Counts,
        counted: &mut Counted,
        now: DateTime<Utc>,
    ) -> Result<AddressCheck, Refusal> {
        let Some((rule, known)) = self.policy.new_addresses.as_ref().zip(counts.address.as_ref()) else {
            return Ok(AddressCheck::Known);
        };
        let Requisite::Address { value, memo } = coins.requisite else { return Ok(AddressCheck::Known) };
        let verdict = rule.verdict(known.since(now), coins.euro, &counts.uses, now);
        if let AddressCheck::Held(until) = verdict {
            let held = HeldAddress { address: value.clone(), above: rule.above, until };
            return Err(Refusal { error: ExchangeError::AddressHeld(Box::new(held)), named: Some(until) });
        }
        counted.address = Some(CountedAddress {
            id: known.id,
            address: value.clone(),
            memo: memo.clone().unwrap_or_default(),
            paid_at: known.paid_at,
        });
        Ok(verdict)
    }

    /// Applies the travel rule to outgoing coins, together with those that leave on the same day. Returns the
    /// declaration of the destination wallet.
    fn check_destination(
        &self,
        purpose: Purpose,
        coins: Coins<'_>,
        counts: &Counts,
        counted: &mut Counted,
        now: DateTime<Utc>,
    ) -> Result<Option<Travel>, ExchangeError> {
        let Some(rule) = &self.policy.travel_rule else { return Ok(None) };
        let Requisite::Address { value, .. } = coins.requisite else {
            return Err(ExchangeError::Internal(format!("coins leave by {} to no address", coins.payway.code())));
        };
        let past = counts.linked.iter().filter(|(_, one)| one.is_past(now)).map(|(id, _)| *id);
        counted.past = past.collect();
        let wallet = counts.wallet.as_ref();
        if let Some(need) = beneficiary_wallet::need(rule, purpose, together(coins.euro, counts, now), wallet, now) {
            return Err(ExchangeError::Travel { need, payway: coins.payway, address: value.clone() });
        }
        counted.wallet = wallet.map(|wallet| wallet.id);
        Ok(wallet.map(Travel::from))
    }

    /// Applies the travel rule to incoming coins, together with those of the last day. Returns the statement about the
    /// originator; `None` below the threshold.
    fn check_originator(
        &self,
        payway: Payway,
        counts: &Counts,
        counted: &mut Counted,
    ) -> Result<Option<Sender>, ExchangeError> {
        let (Some(rule), Some(euro)) = (&self.policy.travel_rule, counts.coming) else { return Ok(None) };
        counted.came = Some(euro);
        if !asks_originator(rule, euro, counts) {
            return Ok(None);
        }
        let statement = counts.statement.ok_or(ExchangeError::SenderUnknown { payway })?;
        counted.statement = Some(statement.told);
        Ok(Some(statement))
    }
}

/// The payway of incoming coins.
pub(crate) fn arriving(price: &Price) -> Option<Payway> {
    price.source.payway().filter(|payway| payway.network().is_some())
}

/// The payway and destination of outgoing coins.
pub(crate) fn destination<'a>(
    price: &Price,
    demand: &Demand,
    requisite: Option<&'a Requisite>,
) -> Option<(Payway, &'a Requisite)> {
    price.sink.payway().zip(requisite).filter(|_| demand.crypto_out.is_positive())
}

/// The sum of these coins and the linked ones, in euro.
fn together(euro: Amount, counts: &Counts, now: DateTime<Utc>) -> Amount {
    let start = if counts.linked.len() < LINKED_MAX { euro.atoms() } else { i128::MAX };
    let atoms = counts.linked.iter().fold(start, |sum, (_, one)| sum.saturating_add(one.counted(now).atoms()));
    Amount::new(atoms, euro.currency())
}

fn asks_originator(rule: &TravelRule, euro: Amount, counts: &Counts) -> bool {
    let sum = euro.atoms().saturating_add(counts.came.atoms());
    is_asked(rule, Amount::new(sum, euro.currency()))
}
