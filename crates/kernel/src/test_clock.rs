//! The clock of a sandbox tenant, which a tester freezes and advances. A live tenant has none: its time is real time.

use std::collections::HashMap;
use std::sync::{PoisonError, RwLock};

use chrono::{DateTime, TimeDelta, Utc};

use crate::TenantId;

/// The maximum lead over real time: a year, longer than any process in the sandbox.
pub const AHEAD_MAX: TimeDelta = TimeDelta::days(366);

/// The state of a tenant's clock. It only moves forward.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TestClock {
    /// Real time plus a lead, which is not negative.
    Running {
        /// The lead, in whole seconds.
        ahead: TimeDelta,
    },
    /// Stands still.
    Frozen {
        /// The time that it shows.
        at: DateTime<Utc>,
    },
}

/// Why a clock cannot be set to a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClockRefusal {
    /// The time is before the present time of the clock.
    #[error("the clock only moves forward")]
    Backwards,
    /// The time is more than [`AHEAD_MAX`] after real time.
    #[error("the clock is at most 366 days ahead of real time")]
    TooFar,
}

impl TestClock {
    /// Real time: the clock of a tenant that no tester has touched.
    pub const REAL: Self = Self::Running { ahead: TimeDelta::zero() };

    /// The time that it shows at the real time `real`.
    #[must_use]
    pub fn now(self, real: DateTime<Utc>) -> DateTime<Utc> {
        match self {
            Self::Running { ahead } => real.checked_add_signed(ahead).unwrap_or(real),
            Self::Frozen { at } => at,
        }
    }

    /// The lead over real time in whole seconds; 0 for a frozen clock that real time has overtaken.
    #[must_use]
    pub fn ahead_seconds(self, real: DateTime<Utc>) -> i64 {
        (self.now(real) - real).num_seconds().max(0)
    }

    /// Stops it at the time that it shows.
    #[must_use]
    pub fn frozen(self, real: DateTime<Utc>) -> Self {
        Self::Frozen { at: self.now(real) }
    }

    /// Lets it run from the time that it shows; from real time, if that has overtaken a frozen clock.
    #[must_use]
    pub fn running(self, real: DateTime<Utc>) -> Self {
        match self {
            Self::Running { .. } => self,
            Self::Frozen { at } => Self::Running { ahead: whole_seconds((at - real).max(TimeDelta::zero())) },
        }
    }

    /// Moves it to `to`. A frozen clock stays frozen.
    ///
    /// # Errors
    /// [`ClockRefusal`]; the clock is not changed.
    pub fn advanced(self, real: DateTime<Utc>, to: DateTime<Utc>) -> Result<Self, ClockRefusal> {
        if to < self.now(real) {
            return Err(ClockRefusal::Backwards);
        }
        let ahead = to - real;
        if ahead > AHEAD_MAX {
            return Err(ClockRefusal::TooFar);
        }
        Ok(match self {
            Self::Running { .. } => Self::Running { ahead: whole_seconds(ahead) },
            Self::Frozen { .. } => Self::Frozen { at: to },
        })
    }
}

/// Rounds up, so that a clock does not go back when it is kept in whole seconds.
fn whole_seconds(ahead: TimeDelta) -> TimeDelta {
    TimeDelta::seconds(ahead.num_seconds() + i64::from(ahead.subsec_nanos() > 0))
}

/// The clocks of the sandbox tenants that a process knows. Tenants without an entry are on real time.
#[derive(Debug, Default)]
pub struct TenantClocks(RwLock<HashMap<TenantId, (i64, TestClock)>>);

impl TenantClocks {
    /// The time of a tenant at the real time `real`.
    #[must_use]
    pub fn now(&self, tenant: TenantId, real: DateTime<Utc>) -> DateTime<Utc> {
        let clocks = self.0.read().unwrap_or_else(PoisonError::into_inner);
        clocks.get(&tenant).map_or(real, |(_, clock)| clock.now(real))
    }

    /// Remembers a state of a tenant's clock, unless a later revision is known.
    pub fn put(&self, tenant: TenantId, revision: i64, clock: TestClock) {
        let mut clocks = self.0.write().unwrap_or_else(PoisonError::into_inner);
        let known = clocks.entry(tenant).or_insert((revision, clock));
        if known.0 <= revision {
            *known = (revision, clock);
        }
    }

    /// The tenants whose time is ahead of real time, and their time.
    #[must_use]
    pub fn ahead(&self, real: DateTime<Utc>) -> Vec<(TenantId, DateTime<Utc>)> {
        let clocks = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let times = clocks.iter().map(|(tenant, (_, clock))| (*tenant, clock.now(real)));
        times.filter(|(_, now)| *now > real).collect()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn real(seconds: i64) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + TimeDelta::days(20_000) + TimeDelta::milliseconds(seconds * 700)
    }

    proptest! {
        #[test]
        fn whatever_a_tester_does_a_clock_never_goes_back_and_a_running_one_is_never_behind(
            steps in prop::collection::vec((0..3_u8, 0..40_000_000_i64, 0..1_000_i64), 1..40),
        ) {
            let (mut clock, mut passed) = (TestClock::REAL, 0);
            for (act, seconds, waited) in steps {
                let before = clock.now(real(passed));
                passed += waited;
                let now = real(passed);
                clock = match act {
                    0 => clock.frozen(now),
                    1 => clock.running(now),
                    _ => {
                        let to = clock.now(now) + TimeDelta::seconds(seconds);
                        clock.advanced(now, to).unwrap_or(clock)
                    }
                };
                prop_assert!(clock.now(now) >= before);
                prop_assert!(clock.now(now) - now <= AHEAD_MAX + TimeDelta::seconds(1));
                if matches!(clock, TestClock::Running { .. }) {
                    prop_assert!(clock.now(now) >= now);
                }
            }
        }
    }

    #[test]
    fn a_frozen_clock_stands_and_a_clock_is_set_forward_only() {
        let (start, later) = (real(0), real(100));
        let frozen = TestClock::REAL.frozen(start);
        assert_eq!((frozen.now(later), frozen.ahead_seconds(later)), (start, 0));
        assert_eq!(frozen.running(later), TestClock::REAL);
        assert_eq!(frozen.advanced(later, start - TimeDelta::seconds(1)), Err(ClockRefusal::Backwards));
        assert_eq!(frozen.advanced(later, later + AHEAD_MAX + TimeDelta::seconds(1)), Err(ClockRefusal::TooFar));
        let moved = frozen.advanced(later, start + TimeDelta::days(90)).unwrap();
        assert_eq!(moved.now(real(200)), start + TimeDelta::days(90));
    }

    #[test]
    fn a_tenant_without_a_clock_is_on_real_time_and_an_older_state_does_not_replace_a_newer_one() {
        let (clocks, tenant, now) = (TenantClocks::default(), TenantId::from_uuid(uuid::Uuid::from_u128(1)), real(0));
        assert_eq!((clocks.now(tenant, now), clocks.ahead(now)), (now, vec![]));
        clocks.put(tenant, 2, TestClock::Running { ahead: TimeDelta::days(1) });
        clocks.put(tenant, 1, TestClock::REAL);
        assert_eq!(clocks.ahead(now), [(tenant, now + TimeDelta::days(1))]);
        assert_eq!(clocks.now(TenantId::from_uuid(uuid::Uuid::from_u128(2)), now), now);
    }
}
