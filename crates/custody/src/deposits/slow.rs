//! Whether a deposit should be credited by now. Pure.

use chrono::{DateTime, TimeDelta, Utc};
use kernel::Network;

/// No deposit is slow before this time.
pub(super) const PATIENCE: TimeDelta = TimeDelta::minutes(15);

/// A deposit that was seen and is not credited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct WaitingDeposit {
    pub network: Network,
    /// Its confirmations, and those that it needs.
    pub required: u32,
    pub confirmations: u32,
    pub seen_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
}

impl WaitingDeposit {
    /// Whether it has had all confirmations for 15 minutes, or waits for them for 15 minutes and three times the usual
    /// time of its blocks.
    pub(super) fn is_slow(&self, now: DateTime<Utc>) -> bool {
        if self.confirmations >= self.required {
            return now - self.updated_at >= PATIENCE;
        }
        let blocks = i64::from(self.network.block_seconds()) * i64::from(self.required);
        now - self.seen_at >= PATIENCE + TimeDelta::seconds(3 * blocks)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slow(confirmations: u32, seen: i64, updated: i64) -> bool {
        let ago = |minutes| DateTime::UNIX_EPOCH - TimeDelta::minutes(minutes);
        let network = Network::all().find(|network| network.block_seconds() == 600).expect("Bitcoin");
        let (seen_at, updated_at) = (ago(seen), ago(updated));
        WaitingDeposit { network, required: 2, confirmations, seen_at, updated_at }.is_slow(DateTime::UNIX_EPOCH)
    }

    #[test]
    fn a_confirmed_deposit_is_slow_after_a_quarter_of_an_hour() {
        assert!(!slow(2, 90, 14) && slow(2, 90, 15));
    }

    #[test]
    fn an_unconfirmed_deposit_may_take_three_times_its_blocks() {
        assert!(!slow(0, 74, 74) && slow(0, 75, 75) && slow(1, 75, 1));
    }
}
