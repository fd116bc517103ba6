//! The inverse of the price: the given amount that yields a received one, searched band by band. Pure.

use kernel::Amount;

use super::fees::Fees;
use super::price::{PriceError, Priced, Pricing};
use crate::policy::AmountRange;

/// The part of a range that lies in one band: its fees, and the first and last given atoms.
#[derive(Clone, Copy)]
struct Part<'a> {
    fees: &'a Fees,
    first: i128,
    last: i128,
}

impl Pricing {
    /// The smallest given amount within a range that yields at least `asked`.
    ///
    /// A fee may be lower from some amount on, so that a cent more given yields much more. For an `asked` amount between
    /// the two, the fees of the upper band apply below its beginning, too: the customer pays for exactly that amount.
    ///
    /// # Errors
    /// [`PriceError::TooLarge`] if no amount of the range yields as much; [`PriceError::TooSmall`] if even the smallest
    /// one yields more by the fees of the upper band.
    pub fn given_for(&self, asked: Amount, within: AmountRange) -> Result<Priced, PriceError> {
        let part = self.parts(within).find(|part| self.received(part.fees, part.last, within) >= asked.atoms());
        let Part { fees, first, last } = part.ok_or(PriceError::TooLarge)?;
        let yields = |given| self.received(fees, given, within) >= asked.atoms();
        let is_between = first > within.min.atoms() && self.received(fees, first, within) > asked.atoms();
        let low = if is_between { within.min.atoms() } else { first };
        if is_between && self.received(fees, low, within) > asked.atoms() {
            return Err(PriceError::TooSmall);
        }
        let given = smallest(low, if is_between { first } else { last }, yields);
        self.price_by(fees, Amount::new(given, within.max.currency()))
    }

    /// The smallest given amount from which on every amount up to `most` yields at least `asked`; `None` if there is
    /// none.
    #[must_use]
    pub fn least_yielding(&self, asked: Amount, most: Amount) -> Option<Amount> {
        let within = up_to(most);
        let mut least = None;
        for part in self.parts(within).collect::<Vec<_>>().into_iter().rev() {
            let yields = |given| self.received(part.fees, given, within) >= asked.atoms();
            if !yields(part.last) {
                break;
            }
            let from = smallest(part.first, part.last, yields);
            least = Some(Amount::new(from, most.currency()));
            if from > part.first {
                break;
            }
        }
        least
    }

    /// The largest given amount, up to `most`, up to which every amount yields at most `limit`; `None` if there is none.
    #[must_use]
    pub fn largest_within(&self, limit: Amount, most: Amount) -> Option<Amount> {
        let within = up_to(most);
        let is_beyond = |fees, given| self.received(fees, given, within) > limit.atoms();
        let Some(part) = self.parts(within).find(|part| is_beyond(part.fees, part.last)) else { return Some(most) };
        let beyond = smallest(part.first, part.last, |given| is_beyond(part.fees, given));
        (beyond > 1).then(|| Amount::new(beyond - 1, most.currency()))
    }

    /// What the amounts of a range yield: from what its smallest one does, to the most of all. `None` if one has no
    /// price.
    #[must_use]
    pub fn received_within(&self, range: AmountRange) -> Option<AmountRange> {
        let received = |fees, given| {
            self.price_by(fees, Amount::new(given, range.min.currency())).ok().map(|priced| priced.received)
        };
        let mut parts = self.parts(range).peekable();
        let first = parts.peek().copied()?;
        let min = received(first.fees, first.first)?;
        let most = parts.map(|part| received(part.fees, part.last)).collect::<Option<Vec<_>>>()?;
        Some(AmountRange { min, max: most.into_iter().max_by_key(|amount| amount.atoms())? })
    }

    /// The parts of a range, ascending.
    fn parts(&self, range: AmountRange) -> impl Iterator<Item = Part<'_>> {
        let (min, max) = (range.min.atoms(), range.max.atoms());
        let ends = self.bands.iter().skip(1).map(|band| band.from - 1).chain([i128::MAX]);
        let parts = self.bands.iter().zip(ends).map(move |(band, end)| Part {
            fees: &band.fees,
            first: band.from.max(min),
            last: end.min(max),
        });
        parts.filter(|part| part.first <= part.last)
    }

    /// The received atoms by these fees; zero if the fees exceed the amount. An amount that overflows counts as enough.
    fn received(&self, fees: &Fees, given: i128, range: AmountRange) -> i128 {
        match self.price_by(fees, Amount::new(given, range.max.currency())) {
            Ok(priced) => priced.received.atoms(),
            Err(PriceError::TooSmall) => 0,
            Err(PriceError::TooLarge) => i128::MAX,
        }
    }
}

/// All amounts up to `most`.
fn up_to(most: Amount) -> AmountRange {
    AmountRange { min: Amount::new(1, most.currency()), max: most }
}

/// The smallest number of a range for which a monotone condition holds. It holds for the last one.
fn smallest(first: i128, last: i128, holds: impl Fn(i128) -> bool) -> i128 {
    let (mut low, mut high) = (first, last);
    while low < high {
        let middle = low + (high - low) / 2;
        if holds(middle) { high = middle } else { low = middle + 1 }
    }
    high
}
