//! Proofs over the whole ledger.
