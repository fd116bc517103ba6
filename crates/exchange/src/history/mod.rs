//! Past prices: which are stored, for how long, and how many of them a chart shows. Pure except for [`recorder`].

use chrono::{DateTime, DurationRound, TimeDelta, Utc};
use kernel::Rate;

pub mod day;
mod recorder;
pub(crate) mod store;

pub use recorder::PriceRecorder;

/// The interval between two past prices.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PriceInterval {
    /// One minute; kept for two days.
    Minute,
    /// One hour; kept for 91 days.
    Hour,
    /// One day; kept for ever.
    Day,
}

impl PriceInterval {
    /// All of them, the shortest first.
    pub const ALL: [Self; 3] = [Self::Minute, Self::Hour, Self::Day];

    /// As the database has it.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Minute => "minute",
            Self::Hour => "hour",
            Self::Day => "day",
        }
    }

    /// From one price to the next.
    #[must_use]
    pub const fn length(self) -> TimeDelta {
        match self {
            Self::Minute => TimeDelta::minutes(1),
            Self::Hour => TimeDelta::hours(1),
            Self::Day => TimeDelta::days(1),
        }
    }

    /// How long its prices are kept; `None` for ever.
    #[must_use]
    pub const fn retention(self) -> Option<TimeDelta> {
        match self {
            Self::Minute => Some(TimeDelta::days(2)),
            Self::Hour => Some(TimeDelta::days(91)),
            Self::Day => None,
        }
    }

    /// How much of the past is filled in if the market offers its history.
    pub(crate) const fn filled(self) -> TimeDelta {
        match self {
            Self::Minute => TimeDelta::days(2),
            Self::Hour => TimeDelta::days(91),
            Self::Day => TimeDelta::days(366),
        }
    }

    /// When the step began that `at` is in.
    #[must_use]
    pub fn begin(self, at: DateTime<Utc>) -> DateTime<Utc> {
        at.duration_trunc(self.length()).unwrap_or(at)
    }
}

/// How much of the past a chart shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ChartRange {
    /// 24 hours.
    Day,
    /// 7 days.
    Week,
    /// 30 days.
    Month,
    /// 365 days.
    Year,
    /// Every stored price.
    All,
}

impl ChartRange {
    /// All of them, the shortest first.
    pub const ALL: [Self; 5] = [Self::Day, Self::Week, Self::Month, Self::Year, Self::All];

    /// As addresses and the API have it.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Day => "1D",
            Self::Week => "1W",
            Self::Month => "1M",
            Self::Year => "1Y",
            Self::All => "ALL",
        }
    }

    /// The range of this code.
    #[must_use]
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|range| range.code() == code)
    }

    /// The prices that it is drawn from.
    #[must_use]
    pub const fn step(self) -> PriceInterval {
        match self {
            Self::Day => PriceInterval::Minute,
            Self::Week | Self::Month => PriceInterval::Hour,
            Self::Year | Self::All => PriceInterval::Day,
        }
    }

    /// When it begins; `None` for everything.
    #[must_use]
    pub fn since(self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let length = match self {
            Self::Day => TimeDelta::days(1),
            Self::Week => TimeDelta::days(7),
            Self::Month => TimeDelta::days(30),
            Self::Year => TimeDelta::days(365),
            Self::All => return None,
        };
        now.checked_sub_signed(length)
    }
}

/// Which steps to take so that at most `most` prices are left between `first` and `now`: every n-th one, and n is what this gives.
#[must_use]
pub fn thinning(step: PriceInterval, first: DateTime<Utc>, now: DateTime<Utc>, most: u16) -> i64 {
    let steps = (now - first).num_seconds().max(0) / step.length().num_seconds() + 1;
    let most = i64::from(most.max(1));
    (steps + most - 1) / most
}

/// The value of one unit at a moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PricePoint {
    /// When.
    pub at: DateTime<Utc>,
    /// The market's rate.
    pub rate: Rate,
}

/// Prices of a pair, oldest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PriceSeries {
    /// The market that they are from.
    pub source: String,
    /// The prices; empty where none were recorded.
    pub points: Vec<PricePoint>,
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_thinned_series_is_never_longer_than_asked_and_never_needlessly_short(
            seconds in 0_i64..400_000_000, most in 2_u16..500, step in 0_usize..3
        ) {
            let step = PriceInterval::ALL[step];
            let now = DateTime::from_timestamp(1_800_000_000, 0).unwrap();
            let every = thinning(step, now - TimeDelta::seconds(seconds), now, most);
            let steps = seconds / step.length().num_seconds() + 1;
            prop_assert!((steps + every - 1) / every <= i64::from(most));
            prop_assert!(every == 1 || (steps + every - 2) / (every - 1) > i64::from(most));
        }
    }

    #[test]
    fn each_chart_range_fits_the_retention_of_its_step() {
        let now = DateTime::from_timestamp(1_800_000_000, 0).unwrap();
        for range in ChartRange::ALL {
            assert_eq!(ChartRange::from_code(range.code()), Some(range));
            let kept = range.step().retention().zip(range.since(now));
            assert!(kept.is_none_or(|(kept, since)| now - since < kept), "{range:?}");
        }
    }
}
