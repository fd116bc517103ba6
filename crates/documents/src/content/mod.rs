//! The content of a document: its figures, its texts and their format.

pub mod format;
mod model;
pub mod words;

pub use model::{
    AccountPart, Content, Exchanged, Fee, Format, Holder, Issuer, Kind, Movement, PERIOD_MONTHS_MAX, Period,
    PeriodRefusal, Promise, SumError,
};
