//! Messages with a bank whose payments are files: ISO 20022.
//!
//! - [`pain001`] writes a customer credit transfer initiation (pain.001.001.09).
//! - [`camt`] reads a bank-to-customer statement (camt.053) and a debit and credit notification (camt.054).
//! - [`sepa_text`] maps any text to the character set that every SEPA bank accepts.
//!
//! Everything here is a pure function: no I/O, no clock, no randomness and no floats. Every input has a limit.

pub mod camt;
pub mod pain001;
mod sepa;
mod xml;

pub use sepa::{is_sepa_char, sepa_text};
