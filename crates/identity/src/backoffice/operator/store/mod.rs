//! All SQL of operators, by table.

pub(super) mod accounts;
pub(super) mod acts;
pub(super) mod customers;
pub(super) mod demo;
pub(super) mod factors;
pub(super) mod invitations;
pub(super) mod log;
pub(super) mod passkeys;
pub(super) mod proposals;
pub(super) mod sessions;
pub(super) mod signatures;
