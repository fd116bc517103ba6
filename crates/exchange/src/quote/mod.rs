//! Quotes: the given amount, the received amount, and every line of the breakdown.

pub(crate) mod batcher;
mod build;
mod cost;
mod fees;
mod inverse;
mod model;
mod price;
mod sign;
pub(crate) mod store;
#[cfg(test)]
mod tests;

pub use build::{
    Basis, FIRM_SECONDS, INDICATIVE_SECONDS, arrived, priced, priced_pair, priced_with, promised, quote, range,
    received_range, shown_range, typable,
};
pub use cost::cost_percent;
pub use fees::{DecidedFee, FeeBand, Fees, decided_fees};
pub use model::{FeeShown, FixedSide, Line, LineKind, Price, Quote, QuoteKind, QuoteRequest};
pub(crate) use price::conversion_rounding;
pub use price::{PriceError, Priced, Pricing};
pub use sign::QuoteSigner;
