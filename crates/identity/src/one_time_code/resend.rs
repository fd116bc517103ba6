//! A sent code, and the rule for resending it. Pure.

use chrono::{DateTime, TimeDelta, Utc};
use kernel::ChallengeId;

/// The lifetime of a code.
pub(crate) const CODE_LIFE: TimeDelta = TimeDelta::minutes(10);
/// Attempts per code.
pub(crate) const ATTEMPTS_MAX: i32 = 5;
/// The resend delay is reset after this time without a send.
const SENDS_FORGOTTEN: TimeDelta = TimeDelta::hours(1);
/// Seconds between consecutive sends; the last value repeats.
const RESEND_AFTER_S: [u32; 4] = [60, 90, 120, 180];

/// A sent code. The answer does not depend on whether the address has an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Challenge {
    /// The id to return with the code.
    pub id: ChallengeId,
    /// Seconds until another code can be requested.
    pub resend_after_s: u32,
    /// When the code stops working.
    pub expires_at: DateTime<Utc>,
    /// Whether registration is paused until the end of the hour, because too many codes are requested. It reveals
    /// nothing about this address.
    pub registration_paused: bool,
}

/// The last code sent for one caller and address.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LastSend {
    pub send_number: i32,
    pub created_at: DateTime<Utc>,
    /// Whether it was used: a new sign-in resets the resend delay.
    pub consumed: bool,
}

/// The number of the next send, or the earliest time for it.
pub(crate) fn next_send(last: Option<LastSend>, now: DateTime<Utc>) -> Result<i32, DateTime<Utc>> {
    let Some(last) = last.filter(|l| !l.consumed && now - l.created_at < SENDS_FORGOTTEN) else {
        return Ok(1);
    };
    let free_at = last.created_at + TimeDelta::seconds(i64::from(resend_after_s(last.send_number)));
    if now < free_at { Err(free_at) } else { Ok(last.send_number.saturating_add(1)) }
}

/// Seconds to wait after the send `send_number` (from 1).
pub(crate) fn resend_after_s(send_number: i32) -> u32 {
    let at = usize::try_from(send_number.saturating_sub(1)).unwrap_or(0);
    RESEND_AFTER_S[at.min(RESEND_AFTER_S.len() - 1)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_send_waits_longer_until_the_wait_stays() {
        let start = DateTime::UNIX_EPOCH;
        let mut last = None;
        let mut now = start;
        let mut waits = Vec::new();
        for number in 1..=6 {
            assert_eq!(next_send(last, now), Ok(number));
            last = Some(LastSend { send_number: number, created_at: now, consumed: false });
            let free_at = next_send(last, now).unwrap_err();
            assert!(next_send(last, free_at - TimeDelta::milliseconds(1)).is_err());
            waits.push((free_at - now).num_seconds());
            now = free_at;
        }
        assert_eq!(waits, [60, 90, 120, 180, 180, 180]);
    }

    #[test]
    fn a_finished_sign_in_or_an_hour_of_silence_begins_anew() {
        let sent = DateTime::UNIX_EPOCH;
        let used = LastSend { send_number: 4, created_at: sent, consumed: true };
        assert_eq!(next_send(Some(used), sent), Ok(1));
        let old = LastSend { consumed: false, ..used };
        assert_eq!(next_send(Some(old), sent + TimeDelta::hours(1)), Ok(1));
    }
}
