//! What a document says: its figures, its words and how they are written.

pub mod format;
mod model;
pub mod words;

pub use model::{
    AccountPart, Content, Exchanged, Fee, Format, Holder, Issuer, Kind, Movement, PERIOD_MONTHS_MAX, Period,
    PeriodRefusal, SumError,
};
