//! How often one address or one person may ask: token buckets in this process, as a first wall before the limits
//! that the database keeps.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};

use axum::extract::{ConnectInfo, Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use chrono::{DateTime, Utc};
use kernel::{ErrorKind, UserId};

use super::client_address::ClientAddress;
use crate::AppState;
use crate::problem::Problem;

/// Buckets kept at most; beyond it the full ones (those who have not asked lately) go first.
const BUCKETS_MAX: usize = 20_000;

/// Who asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Caller {
    /// Somebody at this address; of IPv6 the /64, which is what one household has.
    Address(IpAddr),
    /// A signed-in person.
    Person(UserId),
}

/// A bucket's size and how fast it fills.
#[derive(Debug, Clone, Copy)]
pub struct Rate {
    /// Requests a second, in the long run.
    pub per_second: u32,
    /// Requests at once, after a pause.
    pub burst: u32,
}

struct Bucket {
    /// Thousandths of a request.
    millis: u64,
    at: DateTime<Utc>,
}

/// The buckets of one kind of caller.
pub(crate) struct Limiter {
    rate: Rate,
    buckets: Mutex<HashMap<Caller, Bucket>>,
}

impl Limiter {
    pub(crate) fn new(rate: Rate) -> Self {
        Self { rate, buckets: Mutex::new(HashMap::new()) }
    }

    /// Takes one request from the caller's bucket.
    ///
    /// # Errors
    /// 429 with the seconds until the bucket has one again.
    pub(crate) fn take(&self, caller: Caller, now: DateTime<Utc>) -> Result<(), Problem> {
        let full = u64::from(self.rate.burst) * 1_000;
        let per_second = u64::from(self.rate.per_second);
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= BUCKETS_MAX && !buckets.contains_key(&caller) {
            buckets.retain(|_, bucket| filled(bucket, now, per_second, full) < full);
            if buckets.len() >= BUCKETS_MAX {
                buckets.clear();
            }
        }
        let bucket = buckets.entry(caller).or_insert(Bucket { millis: full, at: now });
        bucket.millis = filled(bucket, now, per_second, full);
        bucket.at = now;
        if bucket.millis < 1_000 {
            let wait = (1_000 - bucket.millis).div_ceil(per_second.max(1) * 1_000).max(1);
            return Err(Problem::new(ErrorKind::TooMany, "TOO_MANY_REQUESTS", "Too many requests. Wait a moment.")
                .retry_after(wait));
        }
        bucket.millis -= 1_000;
        Ok(())
    }
}

fn filled(bucket: &Bucket, now: DateTime<Utc>, per_second: u64, full: u64) -> u64 {
    let passed_ms = u64::try_from((now - bucket.at).num_milliseconds()).unwrap_or(0);
    bucket.millis.saturating_add(passed_ms.saturating_mul(per_second)).min(full)
}

/// One household is one caller.
#[must_use]
pub fn caller_at(address: IpAddr) -> Caller {
    Caller::Address(match address.to_canonical() {
        IpAddr::V6(v6) => IpAddr::V6((v6.to_bits() & !u128::from(u64::MAX)).into()),
        v4 => v4,
    })
}

/// Limits by address, before anything is read from the database. Pages and their files are not counted.
pub(crate) async fn layer(State(state): State<AppState>, mut request: Request, next: Next) -> Response {
    let peer = request.extensions().get::<ConnectInfo<std::net::SocketAddr>>().map(|info| info.0.ip());
    let client = peer.map(|peer| state.trusted_proxies().client(peer, request.headers()));
    if let Some(address) = client {
        request.extensions_mut().insert(ClientAddress(address));
    }
    if let Some(address) = client.filter(|_| super::is_api(request.uri().path()))
        && let Err(problem) = state.by_address().take(caller_at(address), state.world().now())
    {
        return problem.into_response();
    }
    next.run(request).await
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;

    use super::*;

    #[test]
    fn who_asks_too_often_waits_and_others_do_not() {
        let limiter = Limiter::new(Rate { per_second: 2, burst: 3 });
        let now = DateTime::UNIX_EPOCH;
        let busy = caller_at("192.0.2.1".parse().unwrap());
        let calm = caller_at("192.0.2.2".parse().unwrap());
        for _ in 0..3 {
            limiter.take(busy, now).unwrap();
        }
        let refused = limiter.take(busy, now).unwrap_err();
        assert_eq!((refused.code(), refused.retry_after_s), ("TOO_MANY_REQUESTS", Some(1)));
        limiter.take(calm, now).unwrap();
        limiter.take(busy, now + TimeDelta::milliseconds(500)).unwrap();
    }

    #[test]
    fn many_callers_do_not_fill_the_memory() {
        let limiter = Limiter::new(Rate { per_second: 1, burst: 1 });
        for n in 0..(BUCKETS_MAX + 10) {
            let address = std::net::Ipv4Addr::from(u32::try_from(n).unwrap());
            limiter.take(caller_at(address.into()), DateTime::UNIX_EPOCH).unwrap();
        }
        assert!(limiter.buckets.lock().unwrap().len() <= BUCKETS_MAX);
    }

    #[test]
    fn an_ipv6_household_is_one_caller() {
        assert_eq!(caller_at("2001:db8::1".parse().unwrap()), caller_at("2001:db8::2".parse().unwrap()));
        assert_eq!(caller_at("::ffff:192.0.2.1".parse().unwrap()), caller_at("192.0.2.1".parse().unwrap()));
    }
}
