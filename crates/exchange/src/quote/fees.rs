//! The fees of a direction for every given amount: the fee rules that win, in the currency of the fees. Pure.

use std::collections::BTreeSet;

use kernel::{Amount, Currency, Fee, Rounding};

use super::Basis;
use crate::policy::fee_rules::{FeeLine, FeesFrom, fees_by_amount};
use crate::policy::{Direction, FeePayer, FeeTerms, Policy, converted};
use crate::transaction_type::{OurFee, TransactionType};

/// 100 % in millionths.
const WHOLE_PPM: u32 = 1_000_000;

/// The fees of one amount, in the currency of the fees.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fees {
    /// The platform's fee.
    pub our: Fee,
    /// The processing fee of the fiat payway.
    pub processing: Fee,
    /// The network fee.
    pub network: Amount,
}

/// The fees from one given amount on, up to the next band.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FeeBand {
    /// The first given amount, in atoms.
    pub from: i128,
    /// The fees.
    pub fees: Fees,
}

/// The base fees of a direction, which a rule replaces.
fn base(policy: &Policy, direction: &Direction) -> Option<[(FeeLine, FeeTerms); 3]> {
    let free = FeeTerms { add: Amount::zero(Currency::EUR), mult_ppm: 0, min: None, max: None };
    let our = match TransactionType::of(direction)?.fee() {
        OurFee::None => free,
        OurFee::Exchange => policy.our_fee,
        OurFee::Convert => policy.convert_fee,
    };
    let paid_in = direction.source.payway().and_then(|payway| policy.processing_in.get(&payway));
    let paid_out = direction.sink.payway().and_then(|payway| policy.processing_out.get(&payway));
    // A direction has at most one fiat payway.
    let processing = paid_in.or(paid_out).copied().unwrap_or(free);
    Some([(FeeLine::OurFee, our), (FeeLine::ProcessingFee, processing), (FeeLine::NetworkFee, free)])
}

/// The bands of a direction in ascending order, the first from zero. `None` if a price is missing, if a fee cannot be
/// computed, or if the fees of a band take everything.
pub(super) fn fee_bands(
    (direction, payer): (Direction, FeePayer),
    basis: Basis<'_>,
    currency: Currency,
) -> Option<Vec<FeeBand>> {
    let (policy, prices) = (basis.policy, basis.prices);
    let [our, processing, margin] = base(policy, &direction)?;
    let bands = |base| fees_by_amount(&policy.fee_rules, base, (&direction, &payer), prices);
    let (our, processing, margin) = (bands(our)?, bands(processing)?, bands(margin)?);
    let estimate = basis.network_fee.filter(|_| direction.sink.network().is_some());
    let starts: BTreeSet<i128> = [&our, &processing, &margin].into_iter().flatten().map(|band| band.from).collect();
    let fees = |from| {
        let network = estimate.map_or(Some(Amount::zero(currency)), |estimate| {
            converted(with_margin(estimate, at(&margin, from)?)?, currency, prices, Rounding::Up)
        })?;
        let our = at(&our, from)?.in_currency(currency, prices)?;
        let processing = at(&processing, from)?.in_currency(currency, prices)?;
        // Below 100 % in total, the price is monotone within a band: giving more never yields less.
        let is_part = our.mult_ppm.saturating_add(processing.mult_ppm) < WHOLE_PPM;
        is_part.then_some(FeeBand { from, fees: Fees { our, processing, network } })
    };
    starts.into_iter().map(fees).collect()
}

/// What applies to a given amount.
fn at<'a>(bands: &'a [FeesFrom<'_>], given: i128) -> Option<&'a FeeTerms> {
    bands.iter().rev().find(|band| band.from <= given).map(|band| &band.terms)
}

/// The estimated network fee with the margin of a rule, rounded up; `None` on overflow.
fn with_margin(estimate: Amount, margin: &FeeTerms) -> Option<Amount> {
    let scaled = estimate.atoms().checked_mul(i128::from(WHOLE_PPM.checked_add(margin.mult_ppm)?))?;
    let whole = i128::from(WHOLE_PPM);
    Some(Amount::new(scaled / whole + i128::from(scaled % whole > 0), estimate.currency()))
}
