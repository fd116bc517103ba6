//! The block times of simulated chains. Pure.

use std::time::Duration;

use chrono::{DateTime, Utc};
use kernel::Network;

/// The total duration of a usual payment's confirmations.
const WAIT_MS: u64 = 10_000;
/// The maximum number of blocks after a long pause.
const DUE_MAX: u32 = 50;

/// The block interval while a payment waits.
pub(super) fn block_time(network: Network) -> Duration {
    let usual = u64::from(network.confirmations(0)).max(1);
    Duration::from_millis((WAIT_MS / usual).clamp(250, 5_000))
}

/// The number of blocks that are due since the last one.
pub(super) fn due(network: Network, mined_at: DateTime<Utc>, now: DateTime<Utc>) -> u32 {
    let passed = u64::try_from((now - mined_at).num_milliseconds()).unwrap_or(0);
    let each = u64::try_from(block_time(network).as_millis()).unwrap_or(u64::MAX).max(1);
    u32::try_from(passed / each).unwrap_or(u32::MAX).min(DUE_MAX)
}

/// The number of confirmations after which a payment needs no more blocks.
pub(super) fn deep_enough(network: Network) -> u32 {
    network.confirmations(u128::MAX) + 2
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::TimeDelta;

    #[test]
    fn nobody_waits_longer_than_a_quarter_of_a_minute_for_a_usual_payment() {
        for network in Network::all() {
            let all = block_time(network) * network.confirmations(0);
            assert!(all <= Duration::from_secs(15), "{network}: {all:?}");
        }
    }

    #[test]
    fn blocks_come_with_time_and_not_all_at_once_after_a_long_sleep() {
        let start = DateTime::UNIX_EPOCH;
        let after = |ms| due(Network::Bitcoin, start, start + TimeDelta::milliseconds(ms));
        assert_eq!(
            [after(-1), after(4_999), after(5_000), after(12_000), after(i64::from(u32::MAX))],
            [0, 0, 1, 2, 50]
        );
    }
}
