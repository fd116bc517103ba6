//! The price: a pure, monotone function from given to received, and its exact inverse by binary search.

use kernel::{Amount, AmountError, Currency, Fee, Rate, Rounding};

use crate::policy::Policy;
use crate::promotion::Discount;
use crate::rates::PriceBook;
use crate::transaction_type::{Direction, OurFee, Side, TransactionType};

const PPM: i128 = 1_000_000;

/// The components of a price, fixed for one moment and one direction.
///
/// Fees are taken on the fiat side if there is one: from the given amount of a buy, from the received amount of a sale.
/// A swap pays them from the given amount. Fixed parts are converted from euro at the reference rate, rounded up.
#[derive(Debug, Clone)]
pub struct Pricing {
    /// The direction.
    pub direction: Direction,
    /// The market's rate.
    pub reference: Rate,
    /// The rate less the spread.
    pub rate: Rate,
    /// The platform's fee.
    pub our: Fee,
    /// The processing fee of the fiat payway.
    pub processing: Fee,
    /// The network fee, in the fee currency.
    pub network: Amount,
    /// The discount on the platform's fee.
    pub discount: Option<Discount>,
}

/// A price with its components.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Priced {
    /// The total given amount.
    pub given: Amount,
    /// The part of it that is converted.
    pub converted: Amount,
    /// The value of the converted part at the reference rate.
    pub gross: Amount,
    /// The spread's part of that value.
    pub spread: Amount,
    /// The platform's fee, after the discount.
    pub our: Amount,
    /// The discount on the platform's fee.
    pub deducted: Amount,
    /// The processing fee.
    pub processing: Amount,
    /// The network fee.
    pub network: Amount,
    /// The total received amount.
    pub received: Amount,
}

/// Why an amount has no price.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PriceError {
    /// The fees would exceed it.
    #[error("is not more than the fees")]
    TooSmall,
    /// It overflows, or exceeds the bound of a search.
    #[error("is too large")]
    TooLarge,
}

impl From<AmountError> for PriceError {
    fn from(error: AmountError) -> Self {
        if error == AmountError::Negative { Self::TooSmall } else { Self::TooLarge }
    }
}

impl Pricing {
    /// The pricing of a direction; `network_fee` in the received currency, for a payout over a chain. `None` if a price
    /// is missing or a fee cannot be computed.
    #[must_use]
    pub fn new(direction: Direction, policy: &Policy, prices: &PriceBook, network_fee: Option<Amount>) -> Option<Self> {
        let reference = prices.rate(direction.from_currency, direction.to_currency)?;
        let spread_ppm = if direction.converts() { policy.spread_ppm } else { 0 };
        let rate = reference.less_ppm(spread_ppm).unwrap_or(reference);
        let currency = fee_currency(direction);
        let paid_in = direction.source.payway().and_then(|payway| policy.processing_in.get(&payway));
        let paid_out = direction.sink.payway().and_then(|payway| policy.processing_out.get(&payway));
        // A direction has at most one fiat payway.
        let rule = paid_in.or(paid_out);
        let processing = rule.map_or(Some(Fee::free(currency)), |rule| rule.in_currency(currency, prices))?;
        let our = match TransactionType::of(&direction)?.fee() {
            OurFee::None => Fee::free(currency),
            OurFee::Exchange => policy.our_fee.in_currency(currency, prices)?,
            OurFee::Convert => policy.convert_fee.in_currency(currency, prices)?,
        };
        let network =
            network_fee.filter(|_| direction.sink.network().is_some()).map_or(Some(Amount::zero(currency)), |fee| {
                crate::policy::converted(fee, currency, prices, Rounding::Up)
            })?;
        // Below 100 % in total, the price is monotone: giving more never yields less.
        (our.mult_ppm.saturating_add(processing.mult_ppm) < 1_000_000).then_some(Self {
            direction,
            reference,
            rate,
            our,
            processing,
            network,
            discount: None,
        })
    }

    /// The same pricing with a discount on the platform's fee.
    #[must_use]
    pub fn with_discount(self, discount: Option<&Discount>) -> Self {
        Self { discount: discount.cloned(), ..self }
    }

    /// The currency of the fees.
    #[must_use]
    pub fn fee_currency(&self) -> Currency {
        fee_currency(self.direction)
    }

    /// The price of giving `given`. Monotone: giving more never yields less.
    ///
    /// # Errors
    /// [`PriceError`].
    pub fn price(&self, given: Amount) -> Result<Priced, PriceError> {
        if self.direction.side() == Some(Side::Sell) {
            self.price_sale(given)
        } else {
            self.price_with_fees_first(given)
        }
    }

    fn price_with_fees_first(&self, given: Amount) -> Result<Priced, PriceError> {
        let (our, deducted, processing) = self.fees(given)?;
        let converted = given.checked_sub(our)?.checked_sub(processing)?.checked_sub(self.network)?;
        let (gross, received, spread) = self.convert(converted)?;
        let network = self.network;
        Ok(Priced { given, converted, gross, spread, our, deducted, processing, network, received })
    }

    fn price_sale(&self, given: Amount) -> Result<Priced, PriceError> {
        let (gross, worth, spread) = self.convert(given)?;
        let (our, deducted, processing) = self.fees(worth)?;
        let received = worth.checked_sub(our)?.checked_sub(processing)?.checked_sub(self.network)?;
        if !received.is_positive() {
            return Err(PriceError::TooSmall);
        }
        let network = self.network;
        Ok(Priced { given, converted: given, gross, spread, our, deducted, processing, network, received })
    }

    fn convert(&self, amount: Amount) -> Result<(Amount, Amount, Amount), PriceError> {
        if !amount.is_positive() {
            return Err(PriceError::TooSmall);
        }
        let gross = self.reference.apply(amount, conversion_rounding())?;
        let net = self.rate.apply(amount, conversion_rounding())?;
        if !net.is_positive() {
            return Err(PriceError::TooSmall);
        }
        Ok((gross, net, gross.checked_sub(net)?))
    }

    /// Both fees on one amount. The exact fees are summed before rounding up, and the second fee is the difference. If
    /// each were rounded up separately, both could grow by an atom at once, and the price would not be monotone. Returns
    /// the platform's fee after the discount, the discount, and the processing fee.
    fn fees(&self, amount: Amount) -> Result<(Amount, Amount, Amount), PriceError> {
        let first = exact(&self.our, amount)?;
        let both = first.checked_add(exact(&self.processing, amount)?).ok_or(PriceError::TooLarge)?;
        let (first, both) = (whole_up(first), whole_up(both));
        let whole = Amount::new(first, amount.currency());
        let deducted = self.discount.as_ref().map_or(Amount::zero(amount.currency()), |discount| discount.of(whole));
        Ok((whole.checked_sub(deducted)?, deducted, Amount::new(both - first, amount.currency())))
    }

    /// The smallest given amount that yields at least `asked`, searched up to `most`.
    ///
    /// # Errors
    /// [`PriceError::TooLarge`] if even `most` yields less.
    pub fn given_for(&self, asked: Amount, most: Amount) -> Result<Priced, PriceError> {
        let best = self.price(most).map_err(|_| PriceError::TooLarge)?;
        if best.received.checked_cmp(asked)?.is_lt() {
            return Err(PriceError::TooLarge);
        }
        let currency = most.currency();
        let (mut low, mut high) = (0_i128, most.atoms());
        while low + 1 < high {
            let middle = low + (high - low) / 2;
            if self.received(Amount::new(middle, currency)) >= asked.atoms() { high = middle } else { low = middle }
        }
        self.price(Amount::new(high, currency))
    }

    /// The largest given amount, up to `most`, that yields at most `limit`; `None` if there is none.
    #[must_use]
    pub fn largest_within(&self, limit: Amount, most: Amount) -> Option<Amount> {
        let next = Amount::new(limit.atoms().checked_add(1)?, limit.currency());
        let Ok(beyond) = self.given_for(next, most) else { return Some(most) };
        let atoms = beyond.given.atoms() - 1;
        (atoms > 0).then(|| Amount::new(atoms, most.currency()))
    }

    /// The received atoms; zero if fees exceed the amount. An amount that overflows counts as enough.
    fn received(&self, given: Amount) -> i128 {
        match self.price(given) {
            Ok(priced) => priced.received.atoms(),
            Err(PriceError::TooSmall) => 0,
            Err(PriceError::TooLarge) => i128::MAX,
        }
    }
}

/// The platform keeps the fraction of an atom that a conversion leaves.
pub(crate) const fn conversion_rounding() -> Rounding {
    Rounding::Down
}

fn fee_currency(direction: Direction) -> Currency {
    if direction.side() == Some(Side::Sell) { direction.to_currency } else { direction.from_currency }
}

/// The fee in millionths of an atom.
fn exact(fee: &Fee, amount: Amount) -> Result<i128, PriceError> {
    let scaled = |amount: Amount| amount.atoms().checked_mul(PPM).ok_or(PriceError::TooLarge);
    let part = amount.atoms().checked_mul(i128::from(fee.mult_ppm)).ok_or(PriceError::TooLarge)?;
    let mut exact = scaled(fee.add)?.checked_add(part).ok_or(PriceError::TooLarge)?;
    if let Some(min) = fee.min {
        exact = exact.max(scaled(min)?);
    }
    if let Some(max) = fee.max {
        exact = exact.min(scaled(max)?);
    }
    Ok(exact)
}

const fn whole_up(exact: i128) -> i128 {
    exact / PPM + if exact % PPM > 0 { 1 } else { 0 }
}
