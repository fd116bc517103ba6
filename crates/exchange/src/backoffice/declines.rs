//! Whether unusually many card payments are declined. Pure.

/// Fewer payments of a day say nothing.
const DAY_MIN: u64 = 20;
/// Fewer declined payments of a day say nothing.
const DECLINED_MIN: u64 = 5;

/// Card payments of a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PaymentCounts {
    /// The declined ones.
    pub declined: u64,
    /// Those that were declined or collected.
    pub decided: u64,
}

/// The card payments of the last day, and of the seven days before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct CardPayments {
    pub day: PaymentCounts,
    pub week: PaymentCounts,
}

impl CardPayments {
    /// Whether the share of declined payments is at least twice that of the week before, and at least a tenth.
    pub(super) fn are_doubled(&self) -> bool {
        let Self { day, week } = self;
        let is_enough = day.decided >= DAY_MIN && day.declined >= DECLINED_MIN;
        let is_high = day.declined.saturating_mul(10) >= day.decided;
        let share = |one: u64, of: u64| u128::from(one) * u128::from(of);
        is_enough && is_high && share(day.declined, week.decided) >= 2 * share(week.declined, day.decided)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn doubled(day: (u64, u64), week: (u64, u64)) -> bool {
        let counts = |(declined, decided)| PaymentCounts { declined, decided };
        CardPayments { day: counts(day), week: counts(week) }.are_doubled()
    }

    #[test]
    fn a_doubled_share_of_declined_payments_is_reported() {
        assert!(doubled((10, 50), (100, 1_000)), "20 % after 10 %");
        assert!(!doubled((9, 50), (100, 1_000)), "18 % after 10 %");
        assert!(doubled((8, 40), (0, 0)), "20 % in a first week");
        assert!(!doubled((5, 100), (10, 1_000)), "5 % is not much");
        assert!(!doubled((10, 19), (0, 500)) && !doubled((4, 30), (0, 500)), "too few to say");
    }

    proptest! {
        #[test]
        fn fewer_declined_payments_are_never_worse(declined in 0u64..500, more in 0u64..500, week in (0u64..1_000, 0u64..10_000)) {
            let week = (week.0.min(week.1), week.1);
            prop_assert!(!doubled((declined, 1_000), week) || doubled((declined + more, 1_000), week));
        }
    }
}
