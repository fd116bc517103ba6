//! The fees of a direction for every given amount: the fee rules that win, in the currency of the fees. Pure.

use std::collections::BTreeSet;

use kernel::{Amount, Currency, Endpoint, Fee, Rounding};

use super::Basis;
use crate::policy::fee_rules::{FeeLine, FeesFrom, fees_by_amount};
use crate::policy::{Direction, FeePayer, FeeTerms, Policy, converted};
use crate::rates::PriceBook;
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

/// The fee of one line of a price, and the rule that decides it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DecidedFee {
    /// The line.
    pub line: FeeLine,
    /// The name of the rule; `None` if the base fee applies.
    pub rule: Option<String>,
    /// What it charges.
    pub terms: FeeTerms,
}

/// The rules that decide the fees of a given amount in a direction: the platform's fee, the processing fee if one end is a
/// fiat payway, and the margin on the network fee if coins leave. `None` if the direction is no operation, or if a price
/// is missing.
#[must_use]
pub fn decided_fees(
    policy: &Policy,
    (direction, payer): (&Direction, &FeePayer),
    given: Amount,
    prices: &PriceBook,
) -> Option<Vec<DecidedFee>> {
    let is_fiat_payway = |end: &Endpoint| end.payway().is_some() && end.network().is_none();
    let has = |line: FeeLine| match line {
        FeeLine::OurFee => true,
        FeeLine::ProcessingFee => [direction.source, direction.sink].iter().any(is_fiat_payway),
        FeeLine::NetworkFee => direction.sink.network().is_some(),
    };
    let decided = |base: (FeeLine, FeeTerms)| {
        let bands = fees_by_amount(&policy.fee_rules, base, (direction, payer), prices)?;
        let found = band_at(&bands, given.atoms())?;
        Some(DecidedFee { line: base.0, rule: found.rule.map(ToOwned::to_owned), terms: found.terms })
    };
    base(policy, direction)?.into_iter().filter(|(line, _)| has(*line)).map(decided).collect()
}

/// What applies to a given amount.
fn at<'a>(bands: &'a [FeesFrom<'_>], given: i128) -> Option<&'a FeeTerms> {
    band_at(bands, given).map(|band| &band.terms)
}

fn band_at<'a, 'b>(bands: &'a [FeesFrom<'b>], given: i128) -> Option<&'a FeesFrom<'b>> {
    bands.iter().rev().find(|band| band.from <= given)
}

/// The estimated network fee with the margin of a rule, rounded up; `None` on overflow.
fn with_margin(estimate: Amount, margin: &FeeTerms) -> Option<Amount> {
    let scaled = estimate.atoms().checked_mul(i128::from(WHOLE_PPM.checked_add(margin.mult_ppm)?))?;
    let whole = i128::from(WHOLE_PPM);
    Some(Amount::new(scaled / whole + i128::from(scaled % whole > 0), estimate.currency()))
}
