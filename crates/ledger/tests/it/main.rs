//! The ledger against a real PostgreSQL.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod books;
mod differential;
mod faults;
mod holds;
mod journal;
mod liabilities;
mod plans;
mod proofs;
mod reads;
mod replicas;
mod sealing;
mod support;
mod tamper;
mod verify;
