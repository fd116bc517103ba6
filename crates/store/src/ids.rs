//! Identifiers for rows that this crate creates: time-ordered, from the caller's clock.

use chrono::{DateTime, Utc};
use uuid::{Builder, Uuid};

/// A UUIDv7 of the given moment. Ids of the same millisecond have a random order.
pub(crate) fn v7(now: DateTime<Utc>) -> Uuid {
    let mut random = [0_u8; 10];
    getrandom::fill(&mut random).expect("the operating system gives randomness");
    let millis = u64::try_from(now.timestamp_millis()).unwrap_or(0);
    Builder::from_unix_timestamp_millis(millis, &random).into_uuid()
}
