//! Quotes: what is given, what is received, and every line between the two.

mod model;

pub use model::{FeeShown, FixedSide, Line, LineKind, Quote, QuoteKind, QuoteRequest, Side};
