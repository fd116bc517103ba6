//! What a person experiences over HTTP, on the whole house and a real PostgreSQL.

mod authorization;
mod by_hand;
mod canaries;
mod closing;
mod documents;
mod enumeration;
mod factor;
mod headers;
mod idempotency;
mod liabilities;
mod live;
mod nodes;
mod once;
mod operators;
mod ops;
mod payee;
mod people;
mod played;
mod problems;
mod purchase;
mod receipts;
mod secrets;
mod sign_in;
mod support;
