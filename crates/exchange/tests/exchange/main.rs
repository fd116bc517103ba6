//! The exchange with the real ledger, on a real PostgreSQL.

#![expect(clippy::unwrap_used, reason = "a test may end where it expects otherwise")]

mod guarantee;
mod limits;
mod listing;
mod movements;
mod orders;
mod outages;
mod payees;
mod payout_codes;
mod policy;
mod statement;
mod support;
