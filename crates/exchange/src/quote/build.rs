//! Builds a quote from a request, a policy and prices. Pure.

use chrono::{DateTime, TimeDelta, Utc};
use kernel::{Amount, Endpoint, Fee, Payway, QuoteId, Rate};

use super::price::{PriceError, Priced, Pricing};
use super::{FeeShown, FixedSide, Line, LineKind, Price, Quote, QuoteKind, QuoteRequest};
use crate::ExchangeError;
use crate::policy::{AmountRange, FeePayer, Policy, Room};
use crate::promotion::Discount;
use crate::rates::PriceBook;
use crate::transaction_type::{Direction, TransactionType};

/// How long a firm quote is valid.
pub const FIRM_SECONDS: i64 = 60;
/// The number of significant digits of a displayed limit.
const LIMIT_DIGITS: u32 = 3;
/// How long an indicative quote is valid: the rate refresh of the specification's "Business constants and limits".
pub const INDICATIVE_SECONDS: i64 = 8;

/// The inputs of a quote besides the request.
#[derive(Debug, Clone, Copy)]
pub struct Basis<'a> {
    /// The tenant's policy.
    pub policy: &'a Policy,
    /// The prices.
    pub prices: &'a PriceBook,
    /// The network fee of the payout, in the received currency.
    pub network_fee: Option<Amount>,
}

impl QuoteRequest {
    /// The requested direction.
    ///
    /// # Errors
    /// [`ExchangeError::DirectionUnavailable`] if no transaction type covers it, or if `side` does not match the pair.
    pub fn direction(&self) -> Result<Direction, ExchangeError> {
        let (from_currency, to_currency) = (self.from_currency, self.to_currency);
        let direction = Direction { from_currency, source: self.source, to_currency, sink: self.sink };
        let is_asked = self.side.is_none_or(|asked| direction.side() == Some(asked));
        if !is_asked || TransactionType::opened_by(&direction, self.is_unified).is_none() {
            let reason = format!("{from_currency} for {to_currency} is not such an exchange");
            return Err(ExchangeError::DirectionUnavailable { reason });
        }
        Ok(direction)
    }
}

/// The enforced range of the given amount, from all limits of both sides; `None` if the limits contradict each other.
#[must_use]
pub fn range(pricing: &Pricing, basis: Basis<'_>) -> Option<AmountRange> {
    range_with(pricing, basis, Room::NONE)
}

/// The displayed range, which lies inside [`range`]: rounded inwards to round numbers that are still accepted after a
/// small price movement. Falls back to the enforced range if the margin leaves no room.
#[must_use]
pub fn shown_range(pricing: &Pricing, basis: Basis<'_>) -> Option<AmountRange> {
    let shown = range_with(pricing, basis, Room::SHOWN).map(typable).filter(|range| {
        let accepted = |amount| pricing.price(amount).is_ok();
        range.min.atoms() <= range.max.atoms() && accepted(range.min) && accepted(range.max)
    });
    shown.or_else(|| range(pricing, basis))
}

/// A range rounded inwards to a few significant digits.
#[must_use]
pub fn typable(range: AmountRange) -> AmountRange {
    let step = |amount: Amount| {
        let digits = amount.atoms().checked_ilog10().map_or(0, |log| log + 1);
        10_i128.pow(digits.saturating_sub(LIMIT_DIGITS))
    };
    let (low, high) = (step(range.min), step(range.max));
    let rounded = |atoms: i128, end: Amount| Amount::new(atoms, end.currency());
    AmountRange {
        min: rounded((range.min.atoms() + low - 1) / low * low, range.min),
        max: rounded(range.max.atoms() / high * high, range.max),
    }
}

fn range_with(pricing: &Pricing, basis: Basis<'_>, room: Room) -> Option<AmountRange> {
    let given = basis.policy.given_limits(&pricing.direction, basis.prices, room)?;
    let received = basis.policy.received_limits(&pricing.direction, basis.prices, room)?;
    let least = pricing.least_yielding(room.above(received.min)?, given.max)?;
    let most = pricing.largest_within(room.below(received.max)?, given.max)?;
    let min = if least.atoms() > given.min.atoms() { least } else { given.min };
    (min.atoms() <= most.atoms()).then_some(AmountRange { min, max: most })
}

/// Checks that both currencies have a price.
///
/// # Errors
/// [`ExchangeError::Rates`] with the reason why one has none.
pub fn priced_pair(direction: &Direction, prices: &PriceBook) -> Result<(), ExchangeError> {
    prices.price(direction.from_currency)?;
    prices.price(direction.to_currency)?;
    Ok(())
}

/// Prices a request. Returns the price and the displayed range of the given amount.
///
/// # Errors
/// A closed direction, a missing price, or an amount outside the limits.
pub fn priced(request: &QuoteRequest, basis: Basis<'_>) -> Result<(Price, AmountRange), ExchangeError> {
    priced_with(request, basis, None)
}

/// Prices a request with a discount on the platform's fee. The price carries the discount as it was given.
///
/// # Errors
/// The errors of [`priced`].
pub fn priced_with(
    request: &QuoteRequest,
    basis: Basis<'_>,
    discount: Option<&Discount>,
) -> Result<(Price, AmountRange), ExchangeError> {
    let direction = request.direction()?;
    basis.policy.allows(&direction, request.residence)?;
    let closed = || ExchangeError::DirectionUnavailable { reason: "there is no price for it now".to_owned() };
    priced_pair(&direction, basis.prices)?;
    let pricing = Pricing::new((direction, request.payer), basis).ok_or_else(closed)?.with_discount(discount);
    let range = range(&pricing, basis).ok_or_else(closed)?;
    let shown = shown_range(&pricing, basis).ok_or_else(closed)?;
    let (priced, rounding) = solve(&pricing, request, range).map_err(|error| inside(error, &pricing, shown))?;
    let price = Price {
        from_currency: direction.from_currency,
        to_currency: direction.to_currency,
        source: direction.source,
        sink: direction.sink,
        fixed_side: request.fixed_side,
        from_amount: priced.given,
        to_amount: priced.received.checked_sub(rounding).map_err(|_| closed())?,
        rate: pricing.rate,
        reference_rate: pricing.reference,
        reference_source: basis.prices.source.clone(),
        reference_at: basis.prices.at,
        // Without a conversion there is no rate to float.
        rate_locked: direction.source != Payway::Iban.into() || !direction.converts(),
        lines: lines(&pricing, &priced, rounding),
        discount: discount.cloned(),
        payer: request.payer,
    };
    Ok((price, shown))
}

/// Quotes a request.
///
/// # Errors
/// The errors of [`priced`].
pub fn quote(
    request: &QuoteRequest,
    basis: Basis<'_>,
    id: QuoteId,
    now: DateTime<Utc>,
) -> Result<Quote, ExchangeError> {
    Ok(promised(request, priced(request, basis)?, id, now))
}

/// The quote that promises a price with its displayed range.
#[must_use]
pub fn promised(
    request: &QuoteRequest,
    (price, shown): (Price, AmountRange),
    id: QuoteId,
    now: DateTime<Utc>,
) -> Quote {
    let seconds = if request.firm { FIRM_SECONDS } else { INDICATIVE_SECONDS };
    Quote {
        id,
        kind: if request.firm { QuoteKind::Firm } else { QuoteKind::Indicative },
        price,
        is_unified: request.is_unified,
        min_from: shown.min,
        max_from: shown.max,
        created_at: now,
        expires_at: now + TimeDelta::seconds(seconds),
        residence: request.residence,
        profile: None,
        signature: None,
    }
}

/// The price of a deposit without an order: no conversion, minus the processing fee of the payway. Charges no fee if it
/// cannot be priced or would take everything.
#[must_use]
pub fn arrived(
    (payway, amount): (Payway, Amount),
    policy: &Policy,
    prices: Option<&PriceBook>,
    now: DateTime<Utc>,
) -> Price {
    let currency = amount.currency();
    let (source, sink, payer) = (payway.into(), Endpoint::Balance, FeePayer::default());
    let direction = Direction { from_currency: currency, source, to_currency: currency, sink };
    let priced = prices.and_then(|prices| {
        let pricing = Pricing::new((direction, payer), Basis { policy, prices, network_fee: None })?;
        let priced = pricing.price(amount).ok()?;
        Some((priced.received, lines(&pricing, &priced, Amount::zero(currency))))
    });
    let whole = || (amount, vec![Line { kind: LineKind::AmountConverted, amount, fee: None, before_discount: None }]);
    let (to_amount, lines) = priced.unwrap_or_else(whole);
    Price {
        from_currency: currency,
        to_currency: currency,
        source,
        sink,
        fixed_side: FixedSide::From,
        from_amount: amount,
        to_amount,
        rate: Rate::one(currency),
        reference_rate: Rate::one(currency),
        reference_source: prices.map_or_else(String::new, |prices| prices.source.clone()),
        reference_at: prices.map_or(now, |prices| prices.at),
        rate_locked: true,
        lines,
        discount: None,
        payer,
    }
}

/// The price of the request, and the surplus that goes to rounding.
fn solve(pricing: &Pricing, request: &QuoteRequest, range: AmountRange) -> Result<(Priced, Amount), ExchangeError> {
    let direction = pricing.direction;
    match request.fixed_side {
        FixedSide::From => {
            let field = "from_amount";
            expect_currency(request.amount, direction.from_currency, field)?;
            check(request.amount, range, field)?;
            let priced = pricing.price(request.amount).map_err(|error| no_price(error, range, field))?;
            Ok((priced, Amount::zero(direction.to_currency)))
        }
        FixedSide::To => {
            let field = "to_amount";
            expect_currency(request.amount, direction.to_currency, field)?;
            let refused = |error| no_price(error, range, field);
            let bounds = pricing.received_within(range).ok_or_else(|| refused(PriceError::TooSmall))?;
            check(request.amount, bounds, field)?;
            let priced = pricing.given_for(request.amount, range).map_err(refused)?;
            let surplus = priced.received.checked_sub(request.amount);
            Ok((priced, surplus.map_err(|_| ExchangeError::invalid(field, "is too large"))?))
        }
    }
}

fn expect_currency(amount: Amount, currency: kernel::Currency, field: &'static str) -> Result<(), ExchangeError> {
    if amount.currency() == currency {
        return Ok(());
    }
    Err(ExchangeError::invalid(field, format!("must be in {currency}")))
}

fn check(amount: Amount, range: AmountRange, field: &'static str) -> Result<(), ExchangeError> {
    if amount.atoms() < range.min.atoms() {
        return Err(ExchangeError::BelowMinimum { field, min: range.min });
    }
    if amount.atoms() > range.max.atoms() {
        return Err(ExchangeError::AboveMaximum { field, max: range.max });
    }
    Ok(())
}

/// Replaces the limit in an error by the displayed limit, because the enforced one may change within a minute.
fn inside(error: ExchangeError, pricing: &Pricing, shown: AmountRange) -> ExchangeError {
    let limits = |field: &str| if field == "to_amount" { received_range(pricing, shown) } else { Some(shown) };
    match error {
        ExchangeError::BelowMinimum { field, min } => {
            ExchangeError::BelowMinimum { field, min: limits(field).map_or(min, |range| range.min) }
        }
        ExchangeError::AboveMaximum { field, max } => {
            ExchangeError::AboveMaximum { field, max: limits(field).map_or(max, |range| range.max) }
        }
        other => other,
    }
}

/// The displayed range of the received amount: what both ends of the displayed range of the given amount bring, rounded
/// inwards. Where a price converts it, the range has a margin on the given and on the received amount, because the same
/// received amount needs less to be given after a price movement, and network fees move too.
#[must_use]
pub fn received_range(pricing: &Pricing, shown: AmountRange) -> Option<AmountRange> {
    let room = if pricing.direction.converts() { Room::SHOWN } else { Room::NONE };
    let inside = |room: Room| {
        let (low, high) = (room.above(shown.min)?, room.below(shown.max)?);
        let received = pricing.received_within(AmountRange { min: low, max: high })?;
        let range = AmountRange { min: room.above(received.min)?, max: room.below(received.max)? };
        Some(typable(range)).filter(|range| range.min.atoms() <= range.max.atoms())
    };
    inside(room).or_else(|| inside(Room::NONE)).or_else(|| pricing.received_within(shown))
}

fn no_price(error: PriceError, range: AmountRange, field: &'static str) -> ExchangeError {
    match error {
        PriceError::TooSmall => ExchangeError::BelowMinimum { field, min: range.min },
        PriceError::TooLarge => ExchangeError::AboveMaximum { field, max: range.max },
    }
}

/// The lines of the breakdown. A conversion always lists the platform fee and the spread, even if they are zero. Other
/// lines appear only if they are not zero.
fn lines(pricing: &Pricing, priced: &Priced, rounding: Amount) -> Vec<Line> {
    let plain = |kind, amount| Line { kind, amount, fee: None, before_discount: None };
    let ruled = |kind, amount, fee: &Fee| Line { fee: Some(shown(fee)), ..plain(kind, amount) };
    let whole = priced.our.checked_add(priced.deducted).ok().filter(|_| priced.deducted.is_positive());
    let mut lines = vec![
        plain(LineKind::AmountConverted, priced.converted),
        Line { before_discount: whole, ..ruled(LineKind::OurFee, priced.our, &priced.fees.our) },
        ruled(LineKind::ProcessingFee, priced.processing, &priced.fees.processing),
        ruled(LineKind::NetworkFee, priced.network, &Fee::add(priced.network)),
        plain(LineKind::Spread, priced.spread),
        plain(LineKind::Rounding, rounding),
    ];
    let always = |kind| pricing.direction.converts() && matches!(kind, LineKind::OurFee | LineKind::Spread);
    lines.retain(|line| !line.amount.is_zero() || line.before_discount.is_some() || always(line.kind));
    lines
}

fn shown(fee: &Fee) -> FeeShown {
    let bound = |bound: Option<Amount>| bound.filter(|bound| bound.is_positive()).map(Amount::to_decimal);
    FeeShown {
        kind: fee.kind(),
        add: fee.add.to_decimal(),
        mult: fee.percent(),
        min: bound(fee.min),
        max: bound(fee.max),
    }
}
