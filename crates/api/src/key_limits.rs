//! Rate limits per key, reported in every response (draft-ietf-httpapi-ratelimit-headers).

use axum::http::{HeaderMap, HeaderName, HeaderValue, Method};
use chrono::{DateTime, Utc};
use kernel::PartnerKeyId;

use crate::http::rate_limit::{Caller, Limiter, Rate};
use crate::problem::Problem;

/// The subject that requests are counted for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RequestClass {
    Read,
    Write,
    Quote,
}

impl RequestClass {
    pub(crate) fn of(method: &Method, path: &str) -> Self {
        match *method {
            Method::GET | Method::HEAD => Self::Read,
            _ if path.ends_with("/quotes") || path.ends_with("/prevalidate") => Self::Quote,
            _ => Self::Write,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Write => "write",
            Self::Quote => "quote",
        }
    }
}

/// The limits of keys in this process.
pub(crate) struct KeyLimits {
    reads: Limiter,
    writes: Limiter,
    quotes: Limiter,
}

impl KeyLimits {
    pub(crate) fn new() -> Self {
        let limiter = |per_second, burst| Limiter::new(Rate { per_second, burst });
        Self { reads: limiter(50, 100), writes: limiter(10, 20), quotes: limiter(20, 40) }
    }

    const fn limiter(&self, class: RequestClass) -> &Limiter {
        match class {
            RequestClass::Read => &self.reads,
            RequestClass::Write => &self.writes,
            RequestClass::Quote => &self.quotes,
        }
    }

    /// Counts a request.
    ///
    /// # Errors
    /// 429 with the seconds to wait.
    pub(crate) fn take(&self, class: RequestClass, key: PartnerKeyId, now: DateTime<Utc>) -> Result<(), Problem> {
        self.limiter(class).take(&[Caller::Key(key)], now)
    }

    /// Adds `RateLimit-Policy` (requests in a window of seconds) and `RateLimit` (requests left, seconds until all are
    /// there again).
    pub(crate) fn tell(&self, class: RequestClass, key: PartnerKeyId, now: DateTime<Utc>, headers: &mut HeaderMap) {
        let (limiter, name) = (self.limiter(class), class.name());
        let Rate { per_second, burst } = limiter.rate();
        let (left, seconds) = limiter.left(Caller::Key(key), now);
        let window = burst.div_ceil(per_second.max(1));
        let policy = format!("\"{name}\";q={burst};w={window}");
        let state = format!("\"{name}\";r={left};t={seconds}");
        for (header, text) in [("ratelimit-policy", policy), ("ratelimit", state)] {
            if let Ok(value) = HeaderValue::try_from(text) {
                headers.insert(HeaderName::from_static(header), value);
            }
        }
    }
}
