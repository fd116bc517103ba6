//! What runs in a process of `agio`: the HTTP server, the jobs of the platform itself, the clock, and the signals that end
//! it.

pub(crate) mod confine;
pub(crate) mod draw_pdf;
mod each_tenant;
pub(crate) mod expire_holds;
pub(crate) mod liabilities;
pub(crate) mod operator_alerts;
pub(crate) mod ops;
pub(crate) mod sealing;
pub(crate) mod serve;
pub(crate) mod stop;
