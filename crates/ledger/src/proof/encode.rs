//! The byte encoding for hashing. Every field has a fixed length or a length prefix, so that distinct values never have
//! the same bytes. Numbers are big-endian.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::hash::Hash;

/// Collects the bytes of one value.
#[derive(Debug, Default)]
pub struct Encoder(Vec<u8>);

impl Encoder {
    /// Starts with the type and version of the value, such as "agio change 1".
    #[must_use]
    pub fn of(name: &str) -> Self {
        let mut this = Self(Vec::with_capacity(256));
        this.text(name);
        this
    }

    /// The bytes so far.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// A length in four bytes, then UTF-8.
    pub fn text(&mut self, text: &str) {
        self.count(text.len());
        self.0.extend_from_slice(text.as_bytes());
    }

    /// Sixteen bytes.
    pub fn uuid(&mut self, id: Uuid) {
        self.0.extend_from_slice(id.as_bytes());
    }

    /// Eight bytes, two's complement.
    pub fn i64(&mut self, number: i64) {
        self.0.extend_from_slice(&number.to_be_bytes());
    }

    /// Sixteen bytes, two's complement: an amount in its smallest unit.
    pub fn atoms(&mut self, atoms: i128) {
        self.0.extend_from_slice(&atoms.to_be_bytes());
    }

    /// Sixteen bytes: an amount that is never negative.
    pub fn sum(&mut self, atoms: u128) {
        self.0.extend_from_slice(&atoms.to_be_bytes());
    }

    /// Eight bytes: microseconds since 1970, the resolution of PostgreSQL.
    pub fn time(&mut self, time: DateTime<Utc>) {
        self.i64(time.timestamp_micros());
    }

    /// Thirty-two bytes.
    pub fn hash(&mut self, hash: &Hash) {
        self.0.extend_from_slice(&hash.0);
    }

    /// A count in four bytes. No hashed value has more than 2^32 parts.
    pub fn count(&mut self, count: usize) {
        self.0.extend_from_slice(&u32::try_from(count).unwrap_or(u32::MAX).to_be_bytes());
    }

    /// One byte, 0 or 1, then the value if present.
    pub fn option<T>(&mut self, value: Option<T>, write: impl FnOnce(&mut Self, T)) {
        self.0.push(u8::from(value.is_some()));
        if let Some(value) = value {
            write(self, value);
        }
    }
}
