//! A person's record: personal data, verification results, and the customer status that follows from them.

pub(crate) mod customer_status;
pub(crate) mod handle;
pub(crate) mod own_name;
pub mod source_of_funds;
pub(crate) mod user;
pub mod verification;
