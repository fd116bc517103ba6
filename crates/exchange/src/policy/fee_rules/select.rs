//! The rule that wins, for each given amount. Pure.

use std::collections::{BTreeMap, BTreeSet};

use kernel::{Amount, Rounding};

use super::{FeeLine, FeePayer, FeeRule};
use crate::policy::{Direction, FeeTerms, converted};
use crate::rates::PriceBook;

/// The fee from one given amount on, up to the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FeesFrom<'a> {
    /// The first given amount, in atoms.
    pub from: i128,
    /// The name of the rule that wins; `None` if the base fee applies.
    pub rule: Option<&'a str>,
    /// What it charges.
    pub terms: FeeTerms,
}

/// A rule that applies, with its band of given amounts in atoms.
struct Candidate<'a> {
    name: &'a str,
    rule: &'a FeeRule,
    from: i128,
    below: i128,
}

/// The fee of one line for every given amount: bands in ascending order, the first from zero. In each band the most
/// specific rule wins; without a rule, `base`. `None` if a band has no price in the given currency.
#[must_use]
pub fn fees_by_amount<'a>(
    rules: &'a BTreeMap<String, FeeRule>,
    (line, base): (FeeLine, FeeTerms),
    (direction, payer): (&Direction, &FeePayer),
    prices: &PriceBook,
) -> Option<Vec<FeesFrom<'a>>> {
    let applies = |rule: &FeeRule| rule.line == line && rule.fits(direction) && rule.when.concern(payer);
    let found = rules.iter().filter(|(_, rule)| applies(rule));
    let found: Vec<Candidate<'_>> =
        found.map(|(name, rule)| candidate(name, rule, direction, prices)).collect::<Option<_>>()?;
    let starts: BTreeSet<i128> = found
        .iter()
        .flat_map(|one| [one.from, one.below])
        .chain([0])
        .filter(|start| (0..i128::MAX).contains(start))
        .collect();
    let mut bands: Vec<FeesFrom<'_>> = Vec::new();
    for from in starts {
        let inside = found.iter().filter(|one| (one.from..one.below).contains(&from));
        let winner = inside.max_by_key(|one| one.rule.when.specificity());
        let (rule, terms) = winner.map_or((None, base), |one| (Some(one.name), one.rule.fee));
        if bands.last().is_none_or(|last| (last.rule, last.terms) != (rule, terms)) {
            bands.push(FeesFrom { from, rule, terms });
        }
    }
    Some(bands)
}

/// Both ends are rounded up, so that bands which meet in the policy meet in every currency.
fn candidate<'a>(name: &'a str, rule: &'a FeeRule, direction: &Direction, prices: &PriceBook) -> Option<Candidate<'a>> {
    let band = rule.when.amount.unwrap_or(super::AmountBand { from: None, below: None });
    let atoms = |end: Option<Amount>, open: i128| match end {
        None => Some(open),
        Some(amount) => Some(converted(amount, direction.from_currency, prices, Rounding::Up)?.atoms()),
    };
    Some(Candidate { name, rule, from: atoms(band.from, 0)?, below: atoms(band.below, i128::MAX)? })
}
