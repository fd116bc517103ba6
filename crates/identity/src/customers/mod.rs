//! What customers do with their own record: profiles, contacts, identity documents, export, closure, and what they let partners see.

pub(crate) mod account_closure;
pub(crate) mod contact;
pub(crate) mod export;
pub mod kyc_documents;
pub(crate) mod partner_access;
pub(crate) mod profile;
pub(crate) mod recipient;
pub mod reliance;
