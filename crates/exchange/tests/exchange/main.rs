//! The exchanger through the real ledger, on a real PostgreSQL.

mod orders;
mod outages;
mod policy;
mod support;
