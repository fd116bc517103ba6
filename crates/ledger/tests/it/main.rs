//! The ledger against a real PostgreSQL.

mod faults;
mod holds;
mod journal;
mod reads;
mod replicas;
mod support;
mod verify;
