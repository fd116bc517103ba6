//! The timeline, derived from the legs.

use chrono::{DateTime, Utc};
use serde::Serialize;

use super::model::*;
use super::status::Status;

/// One step of the timeline.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Step {
    /// Which.
    pub kind: StepKind,
    /// How it stands.
    pub state: StepState,
    /// When it was done.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<DateTime<Utc>>,
    /// For a confirmation: how many there are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confirmations: Option<u32>,
    /// For a confirmation: how many are needed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub required: Option<u32>,
}

/// The steps of an order, in their order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum StepKind {
    /// The order was made.
    Created,
    /// A payment was seen, or is ours.
    Payment,
    /// The chain confirms it.
    Confirmation,
    /// It was exchanged.
    Exchange,
    /// The result was sent.
    Payout,
    /// It is done.
    Done,
}

/// How a step stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum StepState {
    /// Behind us.
    Done,
    /// What happens now.
    Now,
    /// Ahead.
    Next,
    /// It stopped here.
    Failed,
}

impl Transaction {
    /// The timeline: what is done with its time, the one step that is now (or failed), and what is ahead.
    #[must_use]
    pub fn steps(&self) -> Vec<Step> {
        let collect = self.collect();
        let last = collect.and_then(|c| c.payments.iter().rfind(|p| p.state != PaymentState::Reversed));
        let result = self.result_leg().map(|(_, leg)| leg);
        let exchanged = self.legs.iter().find_map(|leg| match leg {
            Leg::Convert(convert) => Some(convert.done_at),
            _ => None,
        });
        let mut steps = vec![(StepKind::Created, Some(self.created_at)), (StepKind::Payment, last.map(|p| p.seen_at))];
        if collect.is_some_and(|collect| collect.payway.network().is_some()) {
            steps.push((StepKind::Confirmation, last.and_then(|p| p.credited_at)));
        }
        if let Some(at) = exchanged {
            steps.push((StepKind::Exchange, at));
            steps.push((StepKind::Payout, result.and_then(|leg| leg.sent_at)));
        }
        let status = self.status();
        let finished = matches!(status, Status::Done | Status::Resolved).then_some(self.updated_at);
        steps.push((StepKind::Done, finished));
        let stopped = matches!(status, Status::Expired | Status::Cancelled | Status::Reject | Status::Fail);
        let mut now = if stopped { StepState::Failed } else { StepState::Now };
        let build = |(kind, at): (StepKind, Option<DateTime<Utc>>)| {
            let state = if at.is_some() { StepState::Done } else { std::mem::replace(&mut now, StepState::Next) };
            let depth = last.filter(|p| kind == StepKind::Confirmation && p.required > 0);
            Step { kind, state, at, confirmations: depth.map(|p| p.confirmations), required: depth.map(|p| p.required) }
        };
        steps.into_iter().map(build).collect()
    }
}
