//! The decisions of one attempt of a job that calls a rail: charges and payouts. Pure. The jobs, an operator's look-up
//! and the simulation share them.

mod charging;
mod paying;
mod planned;
mod report;

pub use charging::{Charge, ChargeStep, charge_answered, charge_refused, charge_report, charge_step};
pub(crate) use paying::misdirected;
pub use paying::{PayStep, payout_answered, payout_refused, payout_report, payout_step, payout_stopped};
pub use planned::{PlannedStep, planned_step};
pub use report::{End, JobReport, ReportItem};
