//! Whether the statements of an account follow each other. Pure.

use exchange::rails::BalanceGap;
use iso20022::camt::Balance;

/// The balances of a statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Period {
    /// The bank's number.
    pub number: String,
    /// The bank's sequence number.
    pub sequence: Option<u64>,
    /// The balance at the start. The pages of a statement after the first one may have none.
    pub opening: Option<Balance>,
    /// The balance at the end. The pages before the last one may have none.
    pub closing: Option<Balance>,
}

/// A statement with both balances.
struct Whole {
    number: String,
    sequence: Option<u64>,
    opening: Balance,
    closing: Balance,
}

/// The gaps between the statements of one account, newest first. The statements may be in any order, and one
/// may be there several times.
pub(super) fn gaps(periods: Vec<Period>) -> Vec<BalanceGap> {
    let chain = in_order(whole(periods));
    let pairs = chain.iter().zip(chain.iter().skip(1));
    let mut gaps: Vec<BalanceGap> = pairs.filter_map(|(before, after)| gap(before, after)).collect();
    gaps.reverse();
    gaps
}

/// Detects a missing statement by the balances or, if the balances agree, by the bank's sequence numbers: the entries of
/// a missing statement may add up to zero.
fn gap(before: &Whole, after: &Whole) -> Option<BalanceGap> {
    let between =
        before.sequence.zip(after.sequence).map(|(before, after)| (before.saturating_add(1), after.saturating_sub(1)));
    let missing = between.filter(|(first, last)| first <= last);
    if before.closing.amount == after.opening.amount && missing.is_none() {
        return None;
    }
    Some(BalanceGap {
        before: before.number.clone(),
        after: after.number.clone(),
        missing,
        is_overlap: after.opening.date < before.closing.date,
        closing: before.closing.amount,
        opening: after.opening.amount,
    })
}

/// The statements with both balances. The first and the last page of one have the same number.
fn whole(periods: Vec<Period>) -> Vec<Whole> {
    let mut known: Vec<Period> = Vec::new();
    for period in periods {
        if known.contains(&period) {
            continue;
        }
        let other_page = known.iter_mut().find(|page| is_other_page(page, &period));
        match other_page {
            Some(page) => {
                page.opening = page.opening.or(period.opening);
                page.closing = page.closing.or(period.closing);
            }
            None => known.push(period),
        }
    }
    let both = |Period { number, sequence, opening, closing }: Period| {
        Some(Whole { number, sequence, opening: opening?, closing: closing? })
    };
    known.into_iter().filter_map(both).collect()
}

fn is_other_page(page: &Period, other: &Period) -> bool {
    let begins_and_ends = |first: &Period, last: &Period| {
        let dates = first.opening.zip(last.closing);
        first.closing.is_none() && last.opening.is_none() && dates.is_some_and(|(start, end)| start.date <= end.date)
    };
    page.number == other.number && (begins_and_ends(page, other) || begins_and_ends(other, page))
}

/// The statements by their end. Several of one day are in the order of the bank's sequence numbers, or else each begins
/// with the balance that the one before ends with, where there is such a one.
fn in_order(mut statements: Vec<Whole>) -> Vec<Whole> {
    statements.sort_by_key(|statement| (statement.closing.date, statement.sequence));
    let mut chain: Vec<Whole> = Vec::new();
    while let Some(next) = statements.first() {
        let is_of_day = |other: &Whole| other.closing.date == next.closing.date;
        let follows = |other: &Whole| {
            is_of_day(other)
                && other.sequence.is_none()
                && chain.last().is_some_and(|last| last.closing.amount == other.opening.amount)
        };
        let at = statements.iter().position(follows).unwrap_or_default();
        chain.push(statements.remove(at));
    }
    chain
}

#[cfg(test)]
mod tests {
    use chrono::{Days, NaiveDate};
    use kernel::{Amount, Currency};
    use proptest::prelude::*;

    use super::*;

    fn day(at: u64) -> NaiveDate {
        NaiveDate::from_ymd_opt(2026, 11, 1).unwrap() + Days::new(at)
    }

    fn balance(atoms: i128, date: u64) -> Option<Balance> {
        Some(Balance { amount: Amount::new(atoms, Currency::EUR), date: day(date) })
    }

    fn period(number: u64, opening: (i128, u64), closing: (i128, u64)) -> Period {
        let (opening, closing) = (balance(opening.0, opening.1), balance(closing.0, closing.1));
        Period { number: number.to_string(), sequence: None, opening, closing }
    }

    /// The statements of consecutive days with these changes.
    fn chain(changes: &[i128]) -> Vec<Period> {
        let mut before = 0;
        let each = changes.iter().zip(0..).map(|(change, at)| {
            let opening = before;
            before += change;
            period(at, (opening, at), (before, at))
        });
        each.collect()
    }

    #[test]
    fn a_missing_statement_is_named_by_its_number_and_by_the_balances() {
        let mut days = chain(&[100, 20, 7]);
        days.iter_mut().zip(11..).for_each(|(day, number)| day.sequence = Some(number));
        days.remove(1);
        let [gap] = &gaps(days)[..] else { panic!("one gap") };
        assert_eq!(
            (gap.before.as_str(), gap.after.as_str(), gap.missing, gap.is_overlap),
            ("0", "2", Some((12, 12)), false)
        );
        assert_eq!((gap.closing.atoms(), gap.opening.atoms()), (100, 120));
    }

    #[test]
    fn a_missing_statement_whose_entries_add_up_to_nothing_is_known_by_the_sequence_numbers() {
        let mut days = chain(&[100, 0, 0, 7]);
        assert_eq!(gaps(vec![days[0].clone(), days[3].clone()]), [], "without numbers nothing is known");
        days.iter_mut().zip(11..).for_each(|(day, number)| day.sequence = Some(number));
        assert_eq!(gaps(days.clone()), []);
        days.drain(1..3);
        let [gap] = &gaps(days)[..] else { panic!("one gap") };
        assert_eq!((gap.missing, gap.is_overlap, gap.closing), (Some((12, 13)), false, gap.opening));
    }

    #[test]
    fn statements_that_overlap_are_not_a_missing_one() {
        let week = period(1, (0, 1), (100, 7));
        let month = period(2, (0, 1), (140, 30));
        let [gap] = &gaps(vec![week, month])[..] else { panic!("one gap") };
        assert!(gap.is_overlap && gap.missing.is_none(), "{gap:?}");
    }

    #[test]
    fn statements_of_one_day_follow_by_their_balances_and_pages_are_one_statement() {
        let evening = period(1, (70, 5), (90, 5));
        let morning = period(2, (50, 5), (70, 5));
        let before = period(3, (0, 4), (50, 4));
        assert_eq!(gaps(vec![evening, morning, before.clone()]), []);
        let first = Period { closing: None, ..period(9, (50, 5), (0, 5)) };
        let last = Period { opening: None, ..period(9, (0, 5), (80, 5)) };
        let after = period(10, (80, 6), (81, 6));
        assert_eq!(gaps(vec![last.clone(), before.clone(), first, after.clone()]), []);
        assert_eq!(gaps(vec![last, before, after]).len(), 1, "its first page is missing");
    }

    proptest! {
        #[test]
        fn a_complete_chain_has_no_gap_in_any_order_and_read_twice(
            changes in prop::collection::vec(-1_000_i128..1_000, 0..12),
            order in prop::collection::vec(any::<prop::sample::Index>(), 0..30),
        ) {
            let mut days = chain(&changes);
            for index in order.iter().filter(|_| !changes.is_empty()) {
                let again = days[index.index(days.len())].clone();
                days.insert(index.index(days.len()), again);
            }
            prop_assert_eq!(gaps(days), []);
        }

        #[test]
        fn one_missing_statement_is_one_gap_between_its_neighbours(
            changes in prop::collection::vec((1_i128..1_000).prop_union(-1_000_i128..-1), 3..12),
            missing in any::<prop::sample::Index>(),
        ) {
            let mut days = chain(&changes);
            let at = 1 + missing.index(days.len() - 2);
            days.remove(at);
            let found = gaps(days);
            prop_assert_eq!(found.len(), 1);
            prop_assert_eq!(&found[0].before, &(at - 1).to_string());
            prop_assert_eq!(&found[0].after, &(at + 1).to_string());
        }
    }
}
