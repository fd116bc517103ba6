//! Purchases with a payment card: the issuer's authorisation holds the price on the spending balances, its clearing
//! posts it, and a reversal or a lapse voids it. Each balance in another currency has a conversion of its own.

use chrono::{DateTime, TimeDelta, Utc};
use kernel::{Amount, Endpoint, Payway, ProfileId, TransactionId};

use super::super::model::*;
use super::super::posting::AccountRole;
use super::fund::FEES;
use super::{Decision, Draft, Facts, Next};
use crate::ExchangeError;
use crate::policy::FeePayer;
use crate::quote::{Basis, FixedSide, LineKind, Price, QuoteRequest, arrived, priced};

/// How long the schemes keep an authorisation that is not cleared: seven days.
const AUTHORIZATION: TimeDelta = TimeDelta::days(7);

/// An authorisation request of the issuer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CardPurchase {
    /// The id of its movement.
    pub id: TransactionId,
    /// The owner of the card.
    pub profile: ProfileId,
    /// The price, in the currency of the purchase.
    pub price: Amount,
    /// The issuer's reference of the authorisation.
    pub authorization: String,
    /// The available amounts of the spendable balances, in the order of spending; each currency once.
    pub balances: Vec<Amount>,
}

/// Opens a purchase: holds the price on the spending balances, in their order. A balance that cannot be converted now is
/// left out. The caller's admission says what is counted for it.
///
/// # Errors
/// [`ExchangeError::InsufficientBalance`] if the balances do not cover the price, unavailable prices, and
/// [`ExchangeError::Internal`] for a transition that the specification does not allow.
pub fn authorize(purchase: CardPurchase, facts: &Facts, now: DateTime<Utc>) -> Result<Decision, ExchangeError> {
    let CardPurchase { id, profile, price, authorization, balances } = purchase;
    let mut legs: Vec<Leg> = draws(price, &balances, facts)?.into_iter().map(Leg::Draw).collect();
    if legs.iter().any(|leg| matches!(leg, Leg::Draw(Draw { conversion: Some(_), .. }))) {
        legs.push(Leg::Convert(Convert { done_at: None }));
    }
    let issuer = Payway::Visamc;
    legs.push(Leg::PayOut(Box::new(PayOut::planned(issuer, price, Destination::Issuer { authorization }))));
    let whole = arrived((issuer, price), &facts.policy, None, now);
    let price = Price { source: Endpoint::Balance, sink: issuer.into(), ..whole };
    let times = (now, now + AUTHORIZATION);
    let blank = Transaction::new((id, profile), TransactionType::purchase(), price, legs, times);
    let mut draft = Draft::new(&blank, facts, now);
    draft.reserve()?;
    draft.counted.clone_from(&facts.admission.counted);
    draft.finish(&blank, "authorized")
}

/// The draws that together give `price`.
fn draws(price: Amount, balances: &[Amount], facts: &Facts) -> Result<Vec<Draw>, ExchangeError> {
    let mut rest = price;
    let mut all = Vec::new();
    for available in balances.iter().copied().filter(|one| one.is_positive()) {
        if !rest.is_positive() {
            break;
        }
        let (amount, conversion) = if available.currency() == rest.currency() {
            (if available.atoms() < rest.atoms() { available } else { rest }, None)
        } else {
            match sold(available, rest, facts) {
                Ok(price) => (price.from_amount, Some(Box::new(price))),
                Err(error @ ExchangeError::Rates(_)) => return Err(error),
                Err(_) => continue,
            }
        };
        let given = conversion.as_ref().map_or(amount, |price| price.to_amount);
        rest = Amount::new(rest.atoms() - given.atoms(), rest.currency());
        let (state, done_at) = (DrawState::Planned, None);
        all.push(Draw { amount, product: None, payer: None, state, hold: None, done_at, conversion });
    }
    if rest.is_positive() {
        let available = Amount::new(price.atoms() - rest.atoms(), price.currency());
        return Err(ExchangeError::InsufficientBalance { needed: price, available });
    }
    Ok(all)
}

/// The price of selling as much of a balance as gives `wanted`, or all of it if that gives less.
///
/// # Errors
/// The errors of [`priced`]: a closed direction, a missing price, or an amount that is too small to be converted.
fn sold(available: Amount, wanted: Amount, facts: &Facts) -> Result<Price, ExchangeError> {
    let prices = facts.prices.as_ref().map_err(|error| ExchangeError::Rates(error.clone()))?;
    let basis = Basis { policy: &facts.policy, prices, network_fee: None };
    let request = |fixed_side, amount| QuoteRequest {
        side: None,
        source: Endpoint::Balance,
        sink: Endpoint::Balance,
        from_currency: available.currency(),
        to_currency: wanted.currency(),
        fixed_side,
        amount,
        is_unified: false,
        firm: true,
        residence: None,
        payer: FeePayer::default(),
    };
    let price = |fixed_side, amount| Ok(priced(&request(fixed_side, amount), basis)?.0);
    match price(FixedSide::To, wanted) {
        Ok(enough) if enough.from_amount.atoms() <= available.atoms() => Ok(enough),
        // An error stays one if the whole balance gives more: `wanted` itself is below the minimum.
        other => {
            let all: Price = price(FixedSide::From, available)?;
            if all.to_amount.atoms() <= wanted.atoms() { Ok(all) } else { other }
        }
    }
}

impl Draft<'_> {
    /// The issuer has cleared the purchase: the draws are posted, and the price has left.
    pub(super) fn cleared(&mut self, reference: &str) -> Result<Next, ExchangeError> {
        self.take()?;
        let reference: String = reference.chars().take(200).collect();
        for leg in &mut self.tx.legs {
            if let Leg::PayOut(payout) = leg {
                payout.reference = Some(reference.clone());
            }
        }
        Ok(Next::Changed("cleared"))
    }

    /// Books a cleared price. The issuer has paid it, so no job follows and nothing can be unclear.
    pub(super) fn pay_issuer(&mut self, at: u16) {
        let now = self.now;
        let Some(payout) = self.payout(at) else { return };
        (payout.state, payout.started_at, payout.sent_at) = (PayOutState::Sent, Some(now), Some(now));
        let (rail, amount) = (payout.rail(), payout.amount);
        self.post(AccountRole::Transit, rail, amount, "payout");
    }

    /// The authorisation was reversed or has lapsed: nothing was bought. A clearing that comes after all is a loss, as of
    /// a payout that its rail reported as failed.
    pub(super) fn not_cleared(&mut self, ending: Ending) -> Result<Next, ExchangeError> {
        self.release()?;
        for leg in &mut self.tx.legs {
            if let Leg::PayOut(payout) = leg {
                payout.state = PayOutState::Failed;
            }
        }
        self.tx.ending = Some(ending);
        Ok(Next::Changed(if ending == Ending::Expired { "authorization_lapsed" } else { "authorization_reversed" }))
    }

    /// Converts the draws that are in another currency than the price, each at the price of its authorisation.
    pub(super) fn convert_draws(&mut self) -> Result<(), ExchangeError> {
        let conversions: Vec<Price> = self.tx.draws().filter_map(|draw| draw.conversion.as_deref().cloned()).collect();
        for price in conversions {
            for (line, place, code) in FEES {
                self.post(AccountRole::Transit, place, price.line(line, price.from_currency), code);
            }
            self.convert(&price, price.line(LineKind::AmountConverted, price.from_currency))?;
            let rest = price.line(LineKind::Rounding, price.to_currency);
            self.post(AccountRole::Transit, AccountRole::Rounding, rest, "rounding");
        }
        Ok(())
    }
}
