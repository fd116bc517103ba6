//! The use of limits by a movement: from its price when it is opened, and the remaining part by its legs.
//! Pure.

use kernel::{Amount, Currency, Endpoint, Payway, Rounding};

use crate::ExchangeError;
use crate::limits::PaymentDirection::{In, Out};
use crate::limits::{Demand, Ends, LimitRules, Passed, Use};
use crate::policy::converted;
use crate::quote::Price;
use crate::rates::PriceBook;
use crate::transaction::{Credit, Ending, Leg, PayOut, PayOutState, Transaction};

/// The amounts of a movement that limits count, in their own currencies. Only money that enters or leaves the customer's
/// balances counts, never money that stays on them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counting {
    /// Money on banks and cards.
    pub fiat: Option<Amount>,
    /// Outgoing coins.
    pub crypto_out: Option<Amount>,
    /// Whether the bank or card money is incoming.
    pub is_incoming: bool,
    /// Incoming money and its payway, if a limit rule counts it.
    pub incoming: Option<(Payway, Amount)>,
    /// Outgoing money and its payway, if a limit rule counts it.
    pub outgoing: Option<(Payway, Amount)>,
}

impl Counting {
    /// The use of limits by a movement at this price. What no limit rule counts needs no value in euro, so it is left
    /// out.
    #[must_use]
    pub fn of(price: &Price, rules: &LimitRules) -> Self {
        let received = Some(price.to_amount).filter(|_| !price.sink.is_balance());
        let fiat_out = received.filter(|amount| amount.currency().is_fiat());
        let is_incoming = comes_from_outside(price.source, price.from_currency);
        Self {
            fiat: if is_incoming { Some(price.from_amount) } else { fiat_out },
            crypto_out: received.filter(|amount| !amount.currency().is_fiat()),
            is_incoming,
            incoming: price.source.payway().filter(|payway| rules.counts(*payway, In)).zip(Some(price.from_amount)),
            outgoing: price.sink.payway().filter(|payway| rules.counts(*payway, Out)).zip(Some(price.to_amount)),
        }
    }

    /// Whether its value in euro depends on prices.
    pub(crate) fn needs_prices(&self) -> bool {
        let ends = [self.incoming, self.outgoing].map(|end| end.map(|(_, amount)| amount));
        let mut counted = [self.fiat, self.crypto_out].into_iter().chain(ends).flatten();
        counted.any(|amount| amount.currency() != Currency::EUR)
    }

    /// Its value in euro, rounded up. `prices` may be absent for amounts in euro.
    ///
    /// # Errors
    /// A missing price, and [`ExchangeError::Internal`] for an amount that is too large.
    pub fn demand(&self, prices: Option<&PriceBook>) -> Result<Demand, ExchangeError> {
        let euro = |amount: Option<Amount>| match (amount, prices) {
            (None, _) => Ok(Amount::zero(Currency::EUR)),
            (Some(amount), _) if amount.currency() == Currency::EUR => Ok(amount),
            (Some(amount), Some(prices)) => in_euro(amount, prices),
            (Some(amount), None) => Err(ExchangeError::Internal(format!("{amount} is counted without prices"))),
        };
        let passed = |end: Option<(Payway, Amount)>| {
            let Some((payway, amount)) = end else { return Ok(None) };
            euro(Some(amount)).map(|euro| Some(Passed { payway, amount, euro }))
        };
        let ends = Ends { incoming: passed(self.incoming)?, outgoing: passed(self.outgoing)? };
        let (fiat, crypto_out) = (euro(self.fiat)?, euro(self.crypto_out)?);
        Ok(Demand { fiat, crypto_out, is_incoming: self.is_incoming, ends })
    }
}

/// Whether this source brings bank or card money from outside.
fn comes_from_outside(source: Endpoint, currency: Currency) -> bool {
    !source.is_balance() && currency.is_fiat()
}

/// Converts to euro, rounded up.
///
/// # Errors
/// A missing price, and [`ExchangeError::Internal`] for an amount that is too large.
pub(crate) fn in_euro(amount: Amount, prices: &PriceBook) -> Result<Amount, ExchangeError> {
    prices.price(amount.currency())?;
    let too_large = || ExchangeError::Internal(format!("{amount} is too much for a sum in euro"));
    converted(amount, Currency::EUR, prices, Rounding::Up).ok_or_else(too_large)
}

impl Use {
    /// The part of this use that counts as the movement stands. All of it counts while the movement is open, because its
    /// money may still move, and after it is completed. Nothing of it counts after the movement expired or was cancelled: a
    /// purchase that is cleared after that is the platform's loss. A movement that ended otherwise counts what has moved:
    /// incoming money if it arrived, although it was refunded, kept or quarantined, and outgoing money only if it left.
    #[must_use]
    pub fn left_by(self, movement: &Transaction) -> Self {
        let nothing = Amount::zero(Currency::EUR);
        match movement.ending {
            None | Some(Ending::Completed) => return self,
            Some(Ending::Cancelled | Ending::Expired) => {
                return Self { fiat: nothing, crypto_out: nothing, ends: Ends::default(), ..self };
            }
            Some(_) => {}
        }
        let price = &movement.price;
        let has_left = has_left(movement);
        let has_come = movement.received().is_some_and(Amount::is_positive);
        let has_moved = if comes_from_outside(price.source, price.from_currency) { has_come } else { has_left };
        let ends = Ends {
            incoming: self.ends.incoming.filter(|_| has_come),
            outgoing: self.ends.outgoing.filter(|_| has_left),
        };
        Self {
            fiat: if has_moved { self.fiat } else { nothing },
            crypto_out: if has_left { self.crypto_out } else { nothing },
            ends,
            ..self
        }
    }
}

/// Whether the result has left, or may have left: also by a payout that its rail reported as failed and then as sent.
fn has_left(movement: &Transaction) -> bool {
    let is_out = |leg: &PayOut| {
        let is_away = leg.state.in_flight() || leg.state == PayOutState::Settled || leg.contradicted_at.is_some();
        is_away && !leg.to.is_refund()
    };
    let is_given =
        |leg: &Leg| matches!(leg, Leg::Credit(credit) if credit.done_at.is_some() && !Credit::is_own_balance(credit));
    movement.payouts().any(|(_, leg)| is_out(leg)) || movement.legs.iter().any(is_given)
}
