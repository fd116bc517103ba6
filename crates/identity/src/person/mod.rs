//! What is recorded of a person: the record itself, what verification said, and the status that follows from it.

pub(crate) mod customer_status;
pub(crate) mod handle;
pub(crate) mod own_name;
pub mod source_of_funds;
pub(crate) mod user;
pub mod verification;
