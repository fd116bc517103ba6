//! The exchange: rates, policy (fees, limits, countries), quotes, and the transaction as one state machine.
//!
//! Every decision is a pure function: prices and policy give a quote; a transaction's state and a command give the next
//! state. The use cases load, decide and commit through [`ledger::Journal`], the only path by which money moves.

// The simulation compiles the mistakes of the executor too, so they name this crate as others do.
#[cfg(test)]
extern crate self as exchange;

pub mod admission;
pub mod attempt;
pub mod backoffice;
pub mod connection_pause;
pub mod cooling_off;
pub mod counting;
pub mod decline;
pub mod deposit_account;
mod dry_run;
pub mod failure_code;
pub mod guarantee;
pub mod history;
pub mod limits;
pub mod listing;
pub mod new_card;
pub mod order_draft;
pub mod originator;
mod own_list;
mod pause_cache;
pub mod payee;
pub mod payment_claim;
pub mod payout_code;
pub mod payway_pause;
pub mod plan;
pub mod preset;
pub mod promotion;
pub mod quoting_pause;
pub mod rails;
pub mod requisite;
pub mod route;
pub mod saved_card;
pub mod saved_requisite;
pub mod spending;
pub mod status_link;

pub mod jobs;

mod error;
mod reference;
mod transaction_type;
mod usecase;

pub mod beneficiary_wallet;
pub mod policy;
pub mod quote;
pub mod rates;
pub mod transaction;

pub use error::ExchangeError;
pub use quote::{FixedSide, Line, LineKind, Quote, QuoteKind, QuoteRequest};
pub use rates::{Markets, PriceBook, RateSource, Rates, RatesUnavailable};
pub(crate) use reference::reference_ending;
pub use reference::short_reference;
pub use transaction::{Command, Status, SubState, Transaction};
pub use transaction_type::Side;
pub use usecase::{
    ComparedVersion, CreateOrder, DirectionLimits, Exchange, ExchangeParts, Page, PayeeQuestion, PaymentClaim,
    PolicyPreview, Rails, RequisiteInput, RouteRequest, Statement, StatementLine, StatementRequest, ValuePoint,
    WalletChallenge, append_policy, next_policy, open_policy, open_reviews, order_id, policy_change, policy_in_force,
    publish_policy, seed_demo, with_travel_rule,
};

/// The position of a row in a time-ordered list: its timestamp, and its id as tie-breaker.
pub(crate) type RowPosition = (chrono::DateTime<chrono::Utc>, uuid::Uuid);
