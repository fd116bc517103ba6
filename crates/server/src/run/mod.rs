//! The running processes: start and stop, the HTTP server, the signer, and the jobs of the platform itself.

pub(crate) mod confine;
pub(crate) mod draw_pdf;
mod each_tenant;
pub(crate) mod expire_holds;
pub(crate) mod liabilities;
pub(crate) mod operator_alerts;
pub(crate) mod ops;
pub(crate) mod sealing;
pub(crate) mod serve;
pub(crate) mod signer;
pub(crate) mod stop;
pub(crate) mod up;
