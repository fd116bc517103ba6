//! Advances the sandbox's clock now and then, so that simulated payouts of ten minutes end. The interval is long enough
//! for interrupted work to resume while its payout is still in progress.

use std::time::Duration;

use serde_json::json;
use tokio::time::{Instant, sleep_until};

use crate::http::Ask;
use crate::person::Person;

/// The payout time of the slow bank, with a margin.
const STEP_SECONDS: u64 = 660;
/// The interval while faults happen.
const EVERY: Duration = Duration::from_secs(45);
/// After the faults: first when the leases of dead workers have expired, which takes 20 s, and then for later payments.
const QUIET: Duration = Duration::from_secs(21);
const EVERY_IN_QUIET: Duration = Duration::from_secs(5);

/// Advances the clock until the caller cancels it.
pub async fn advance(mut person: Person, began: Instant, end: Instant) {
    if person.sign_in().await.is_none() {
        return;
    }
    let mut at = began;
    while at < person.until {
        at = next(at, end);
        sleep_until(at).await;
        let step = Ask::send("POST", "sandbox/clock/advance", json!({ "seconds": STEP_SECONDS }));
        if person.insist(&step).await.is_none() {
            return;
        }
    }
}

/// The next time to advance after `at`, if the faults end at `end`.
fn next(at: Instant, end: Instant) -> Instant {
    match at + EVERY {
        during if during < end => during,
        _ if at < end + QUIET => end + QUIET,
        _ => at + EVERY_IN_QUIET,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_pauses_during_recovery_and_then_advances_until_no_payout_waits() {
        let began = Instant::now();
        let moments = |seconds, many: usize| {
            let end = began + Duration::from_secs(seconds);
            let mut at = began;
            let mut next = || {
                at = super::next(at, end);
                (at - began).as_secs()
            };
            (0..many).map(|_| next()).collect::<Vec<_>>()
        };
        assert_eq!(moments(24, 3), [45, 50, 55]);
        assert_eq!(moments(60, 4), [45, 81, 86, 91]);
        assert_eq!(moments(100, 4), [45, 90, 121, 126]);
    }
}
