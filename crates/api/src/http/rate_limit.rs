//! Rate limits per address and per person: token buckets in this process, in front of the limits in the database.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};

use chrono::{DateTime, Utc};
use identity::Network;
use kernel::{ErrorKind, PartnerKeyId, UserId};

use crate::problem::Problem;

/// Maximum number of buckets. Above it, full buckets (of idle callers) are removed first.
const BUCKETS_MAX: usize = 20_000;

/// A scope that requests are counted in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Caller {
    /// An address; for IPv6 its /64, which is typically one household.
    Address(Network),
    /// A surrounding network, and the multiple of an address's limit that it has.
    Network(Network, u32),
    /// A signed-in person.
    Person(UserId),
    /// A partner's key.
    Key(PartnerKeyId),
}

impl Caller {
    /// The multiple of an address's limit.
    pub(crate) const fn share(self) -> u32 {
        match self {
            Self::Address(_) | Self::Person(_) | Self::Key(_) => 1,
            Self::Network(_, share) => share,
        }
    }
}

/// Size and refill rate of a token bucket.
#[derive(Debug, Clone, Copy)]
pub struct Rate {
    /// Sustained requests per second.
    pub per_second: u32,
    /// Maximum burst.
    pub burst: u32,
}

struct Bucket {
    /// Thousandths of a request.
    millis: u64,
    at: DateTime<Utc>,
}

/// Token buckets with one rate.
pub(crate) struct Limiter {
    rate: Rate,
    buckets: Mutex<HashMap<Caller, Bucket>>,
}

impl Limiter {
    pub(crate) fn new(rate: Rate) -> Self {
        Self { rate, buckets: Mutex::new(HashMap::new()) }
    }

    /// Takes one token from each bucket of the caller. If one is empty, it takes none, so that a rejected request does
    /// not consume the neighbours' tokens and creates no bucket.
    ///
    /// # Errors
    /// 429 with the seconds until the empty bucket has a token.
    pub(crate) fn take(&self, callers: &[Caller], now: DateTime<Utc>) -> Result<(), Problem> {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        let left = |buckets: &HashMap<Caller, Bucket>, caller: &Caller| {
            let (per_second, full) = self.rate_of(*caller);
            (per_second, buckets.get(caller).map_or(full, |bucket| filled(bucket, now, per_second, full)))
        };
        for caller in callers {
            let (per_second, millis) = left(&buckets, caller);
            if millis < 1_000 {
                let wait = (1_000 - millis).div_ceil(per_second.max(1) * 1_000).max(1);
                let words = "Too many requests. Wait a moment.";
                return Err(Problem::new(ErrorKind::TooMany, "TOO_MANY_REQUESTS", words).retry_after(wait));
            }
        }
        for caller in callers {
            let millis = left(&buckets, caller).1.saturating_sub(1_000);
            self.make_room(&mut buckets, caller, now);
            buckets.insert(*caller, Bucket { millis, at: now });
        }
        Ok(())
    }

    /// The requests that a caller has left, and the seconds until all are there again.
    pub(crate) fn left(&self, caller: Caller, now: DateTime<Utc>) -> (u64, u64) {
        let buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        let (per_second, full) = self.rate_of(caller);
        let millis = buckets.get(&caller).map_or(full, |bucket| filled(bucket, now, per_second, full));
        (millis / 1_000, (full - millis).div_ceil(per_second.max(1) * 1_000))
    }

    /// Size and refill rate of a bucket.
    pub(crate) const fn rate(&self) -> Rate {
        self.rate
    }

    /// Removes full buckets if there are too many, and all buckets if that is not enough.
    fn make_room(&self, buckets: &mut HashMap<Caller, Bucket>, caller: &Caller, now: DateTime<Utc>) {
        if buckets.len() < BUCKETS_MAX || buckets.contains_key(caller) {
            return;
        }
        buckets.retain(|caller, bucket| {
            let (per_second, full) = self.rate_of(*caller);
            filled(bucket, now, per_second, full) < full
        });
        if buckets.len() >= BUCKETS_MAX {
            buckets.clear();
        }
    }

    /// Tokens per second, and thousandths of a token in a full bucket.
    fn rate_of(&self, caller: Caller) -> (u64, u64) {
        let share = u64::from(caller.share());
        (u64::from(self.rate.per_second) * share, u64::from(self.rate.burst) * share * 1_000)
    }
}

fn filled(bucket: &Bucket, now: DateTime<Utc>, per_second: u64, full: u64) -> u64 {
    let passed_ms = u64::try_from((now - bucket.at).num_milliseconds()).unwrap_or(0);
    bucket.millis.saturating_add(passed_ms.saturating_mul(per_second)).min(full)
}

/// The scopes of an address: itself (one household is one caller) and two surrounding networks, because many addresses
/// of one owner are in the same wider network.
#[must_use]
pub fn callers_at(address: IpAddr) -> [Caller; 3] {
    let prefix = |bits_v4, bits_v6| Network::prefix(address, bits_v4, bits_v6);
    [Caller::Address(prefix(32, 64)), Caller::Network(prefix(24, 56), 2), Caller::Network(prefix(20, 48), 4)]
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;

    use super::*;

    #[test]
    fn a_caller_above_the_rate_limit_waits_and_others_do_not() {
        let limiter = Limiter::new(Rate { per_second: 2, burst: 3 });
        let now = DateTime::UNIX_EPOCH;
        let busy = callers_at("192.0.2.1".parse().unwrap());
        let calm = callers_at("192.0.2.2".parse().unwrap());
        for _ in 0..3 {
            limiter.take(&busy, now).unwrap();
        }
        let refused = limiter.take(&busy, now).unwrap_err();
        assert_eq!((refused.code(), refused.retry_after_s), ("TOO_MANY_REQUESTS", Some(1)));
        limiter.take(&calm, now).unwrap();
        limiter.take(&busy, now + TimeDelta::milliseconds(500)).unwrap();
    }

    #[test]
    fn one_network_has_four_times_the_rate_of_one_address() {
        let limiter = Limiter::new(Rate { per_second: 2, burst: 3 });
        let at = |text: String| callers_at(text.parse().unwrap());
        let asked = (0..60_000_u32).map(|n| at(format!("2001:db8:7:{n:x}::1")));
        let passed = asked.filter(|callers| limiter.take(callers, DateTime::UNIX_EPOCH).is_ok()).count();
        assert_eq!(passed, 12, "a /48 has four times what a /64 has");
        limiter.take(&at("2001:db8:8::1".into()), DateTime::UNIX_EPOCH).unwrap();
    }

    #[test]
    fn the_memory_of_the_rate_limit_is_bounded() {
        let limiter = Limiter::new(Rate { per_second: 1, burst: 1 });
        for n in 0..(BUCKETS_MAX + 10) {
            let address = std::net::Ipv4Addr::from(u32::try_from(n).unwrap() << 12);
            limiter.take(&callers_at(address.into()), DateTime::UNIX_EPOCH).unwrap();
        }
        assert!(limiter.buckets.lock().unwrap().len() <= BUCKETS_MAX);
    }

    #[test]
    fn an_ipv6_prefix_counts_as_one_caller() {
        let at = |text: &str| callers_at(text.parse().unwrap());
        assert_eq!(at("2001:db8::1"), at("2001:db8::2"));
        assert_ne!(at("2001:db8::1")[0], at("2001:db8:0:1::1")[0]);
        assert_eq!(at("::ffff:192.0.2.1"), at("192.0.2.1"));
        assert_ne!(at("192.0.2.2")[0], at("192.0.2.1")[0]);
    }
}
