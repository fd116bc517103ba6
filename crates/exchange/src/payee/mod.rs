//! Verification of payee: before a euro payout to a bank account, the payee's bank confirms whether the account belongs
//! to the named person (Regulation (EU) No 260/2012, Article 5c, inserted by Regulation (EU) 2024/886). The order's
//! requisite keeps the bank's answer and the customer's choice.

mod ask;
mod model;
pub(crate) mod store;

pub(crate) use ask::{ANSWER_WITHIN, ask};
pub use model::{ANSWER_MINUTES, ASKS_PER_HOUR, PayeeCheck, PayeeConsent, PayeeRefusal, needs_check, permit};

pub use crate::requisite::{PayeeChoice, VerifiedPayee};
