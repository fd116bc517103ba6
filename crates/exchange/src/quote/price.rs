//! The price: a pure function from given to received, and its exact inverse by binary search.
//!
//! Fee rules with amounts divide the given amounts into bands. Within a band the price is monotone: giving more never
//! yields less. From one band to the next it may step in either direction, as its rules say.

use kernel::{Amount, AmountError, Currency, Fee, Rate, Rounding};

use super::Basis;
use super::fees::{FeeBand, Fees, fee_bands};
use crate::policy::FeePayer;
use crate::promotion::Discount;
use crate::transaction_type::{Direction, Side};

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
    /// The fees by given amount, in the currency of the fees: ascending, the first from zero.
    pub bands: Vec<FeeBand>,
    /// The discount on the platform's fee.
    pub discount: Option<Discount>,
}

/// A price with its components.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Priced {
    /// The fees that were applied.
    pub fees: Fees,
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
    /// The pricing of a direction for a customer. `None` if a price is missing or a fee cannot be computed.
    #[must_use]
    pub fn new((direction, payer): (Direction, FeePayer), basis: Basis<'_>) -> Option<Self> {
        let reference = basis.prices.rate(direction.from_currency, direction.to_currency)?;
        let spread_ppm = if direction.converts() { basis.policy.spread_ppm } else { 0 };
        let rate = reference.less_ppm(spread_ppm).unwrap_or(reference);
        let bands = fee_bands((direction, payer), basis, fee_currency(direction))?;
        Some(Self { direction, reference, rate, bands, discount: None })
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

    /// The price of giving `given`, by the fees of its band.
    ///
    /// # Errors
    /// [`PriceError`].
    pub fn price(&self, given: Amount) -> Result<Priced, PriceError> {
        let band = self.bands.iter().rev().find(|band| band.from <= given.atoms()).ok_or(PriceError::TooSmall)?;
        self.price_by(&band.fees, given)
    }

    pub(super) fn price_by(&self, fees: &Fees, given: Amount) -> Result<Priced, PriceError> {
        if self.direction.side() == Some(Side::Sell) {
            self.price_sale(fees, given)
        } else {
            self.price_with_fees_first(fees, given)
        }
    }

    fn price_with_fees_first(&self, fees: &Fees, given: Amount) -> Result<Priced, PriceError> {
        let (our, deducted, processing) = self.taken(fees, given)?;
        let network = fees.network;
        let converted = given.checked_sub(our)?.checked_sub(processing)?.checked_sub(network)?;
        let (gross, received, spread) = self.convert(converted)?;
        Ok(Priced { fees: *fees, given, converted, gross, spread, our, deducted, processing, network, received })
    }

    fn price_sale(&self, fees: &Fees, given: Amount) -> Result<Priced, PriceError> {
        let (gross, worth, spread) = self.convert(given)?;
        let (our, deducted, processing) = self.taken(fees, worth)?;
        let network = fees.network;
        let received = worth.checked_sub(our)?.checked_sub(processing)?.checked_sub(network)?;
        if !received.is_positive() {
            return Err(PriceError::TooSmall);
        }
        Ok(Priced { fees: *fees, given, converted: given, gross, spread, our, deducted, processing, network, received })
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
    fn taken(&self, fees: &Fees, amount: Amount) -> Result<(Amount, Amount, Amount), PriceError> {
        let first = exact(&fees.our, amount)?;
        let both = first.checked_add(exact(&fees.processing, amount)?).ok_or(PriceError::TooLarge)?;
        let (first, both) = (whole_up(first), whole_up(both));
        let whole = Amount::new(first, amount.currency());
        let deducted = self.discount.as_ref().map_or(Amount::zero(amount.currency()), |discount| discount.of(whole));
        Ok((whole.checked_sub(deducted)?, deducted, Amount::new(both - first, amount.currency())))
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
