//! The operators of a tenant and of the platform: accounts, roles, approvals, and what they do.

pub mod operator;
pub(crate) mod platform;
pub(crate) mod purge;
pub(crate) mod seed;
