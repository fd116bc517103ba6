//! All SQL of second factors, by table.

pub(super) mod recovery;
pub(crate) mod reset;
pub(crate) mod settings;
pub(super) mod step_up;
pub(super) mod totp;
