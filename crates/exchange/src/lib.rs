//! The exchanger: rates, policy (fees, limits, countries), quotes, and the transaction as one state machine.
//!
//! Everything that decides is pure: a quote from prices and policy, a transaction's next state from its present one and
//! a command. The use cases load, decide and hand the result to [`ledger::Journal`], the one door money moves through.

pub mod allowance;
pub mod backoffice;
pub mod decline;
pub mod deposit_account;
pub mod destination;
pub mod history;
pub mod listing;
pub mod payee;
pub mod rails;
pub mod requisite;
pub mod sender;
pub mod spending;

pub mod jobs;

mod error;
mod reference;
mod usecase;

#[cfg(feature = "planted-bugs")]
mod planted;
pub mod policy;
pub mod quote;
pub mod rates;
pub mod transaction;
pub mod wallet;

pub use error::ExchangeError;
pub use quote::{FixedSide, Line, LineKind, Quote, QuoteKind, QuoteRequest, Side};
pub use rates::{PriceBook, RateSource, Rates, RatesUnavailable};
pub(crate) use reference::reference_ending;
pub use reference::short_reference;
pub use transaction::{Command, Status, SubState, Transaction};
pub use usecase::{
    CreateOrder, DirectionLimits, Exchange, ExchangeParts, Page, PayeeQuestion, Rails, RequisiteInput, Statement,
    StatementLine, StatementRequest, ValuePoint, WalletChallenge, append_policy, next_policy, open_policy,
    open_reviews, policy_in_force, publish_policy, seed_demo, with_travel_rule,
};

/// Where a row stands in a list by time: the moment, and its id among the rows of that moment.
pub(crate) type RowPlace = (chrono::DateTime<chrono::Utc>, uuid::Uuid);
