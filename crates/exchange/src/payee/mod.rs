//! Verification of payee: before euro leave for a bank account, the payee's bank is asked whether the account is the
//! named person's (Regulation (EU) 2024/886, Article 5c; reference defaults C7). What it said, and what the customer chose to
//! do about it, stands in the requisite of the order.

mod ask;
mod model;
pub(crate) mod store;

pub(crate) use ask::{ANSWER_WITHIN, ask};
pub use model::{
    ANSWER_MINUTES, ASKS_PER_HOUR, PayeeCheck, PayeeChoice, PayeeConsent, PayeeRefusal, VerifiedPayee, needs_check,
    permit,
};
