//! Request and response types. A field without a value is omitted from a response; null is never sent.

pub mod balance;
pub mod catalogue;
pub mod deposit_account;
pub mod history;
pub mod kyc_documents;
pub mod order;
pub mod originator;
pub mod page;
pub mod payee;
pub mod payment;
pub mod people;
pub mod plan;
pub mod preset;
pub mod quote;
pub mod route;
pub mod sandbox;
pub mod saved_card;
pub mod saved_requisite;
pub mod scalar;
pub mod socket;
pub mod spending;
pub mod statement;
pub mod transaction;
pub mod wallet;
