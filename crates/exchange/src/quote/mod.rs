//! Quotes: the given amount, the received amount, and every line of the breakdown.

pub(crate) mod batcher;
mod build;
mod model;
mod price;
mod sign;
pub(crate) mod store;
#[cfg(test)]
mod tests;

pub use build::{
    Basis, FIRM_SECONDS, INDICATIVE_SECONDS, arrived, priced_pair, quote, range, received_range, shown_range, typable,
};
pub use model::{FeeShown, FixedSide, Line, LineKind, Quote, QuoteKind, QuoteRequest, Side};
pub(crate) use price::conversion_rounding;
pub use price::{PriceError, Priced, Pricing};
pub use sign::QuoteSigner;
