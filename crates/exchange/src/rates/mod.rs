//! Rates: where prices come from, and the latest that may still be used.

mod book;

pub use book::{PriceBook, RateSource, RatesUnavailable, SourceError};

/// The latest prices; filled in below.
pub struct Rates;
