//! The timeline, derived from the legs.

use chrono::{DateTime, Utc};
use serde::Serialize;

use super::model::*;

/// One step of the timeline.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Step {
    /// The kind of step.
    pub kind: StepKind,
    /// The state.
    pub state: StepState,
    /// When it was completed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<DateTime<Utc>>,
    /// The present confirmations, for a confirmation step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confirmations: Option<u32>,
    /// The required confirmations, for a confirmation step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub required: Option<u32>,
}

kernel::codes! {
    /// The kinds of steps, in their order.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
    #[serde(rename_all = "snake_case")]
    pub enum StepKind {
        /// The order was created.
        Created = "created",
        /// A payment was seen or credited.
        Payment = "payment",
        /// The chain confirms the payment.
        Confirmation = "confirmation",
        /// The currencies were exchanged.
        Exchange = "exchange",
        /// The result was sent.
        Payout = "payout",
        /// The owner's balance was credited.
        Deposit = "deposit",
        /// Another customer's balance was credited.
        Transfer = "transfer",
        /// The money was refunded to the payer.
        Refund = "refund",
        /// The owner must decide.
        Decision = "decision",
        /// An operator reviews it.
        Review = "review",
        /// Completed, or ended.
        Done = "done",
    }
}

kernel::codes! {
    /// The state of a step.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
    #[serde(rename_all = "snake_case")]
    pub enum StepState {
        /// Completed.
        Done = "done",
        /// In progress.
        Now = "now",
        /// Still to come.
        Next = "next",
        /// Failed at this step.
        Failed = "failed",
        /// Ended at this step without a failure: cancelled, unpaid or closed.
        Stopped = "stopped",
    }
}

impl Transaction {
    /// The timeline: the completed steps with their times, then the present step and the following ones, or the ending.
    /// Leaves out steps that will not happen.
    #[must_use]
    pub fn steps(&self) -> Vec<Step> {
        let (mut steps, ahead) = self.plan();
        if self.ending.is_some() {
            steps.extend(self.last_step());
            return steps;
        }
        let open = if self.is_refunding() {
            StepKind::Refund
        } else if self.review.is_some() {
            StepKind::Review
        } else if self.action.is_some() {
            StepKind::Decision
        } else {
            let mut now = StepState::Now;
            steps.extend(
                ahead.into_iter().map(|step| Step { state: std::mem::replace(&mut now, StepState::Next), ..step }),
            );
            return steps;
        };
        steps.extend(self.failed_payout());
        steps.push(Step::new(open, StepState::Now, None));
        steps
    }

    /// The completed steps, and the steps to come if nothing goes wrong.
    fn plan(&self) -> (Vec<Step>, Vec<Step>) {
        let mut all = Vec::new();
        if !self.is_unmatched() && !self.is_arrival() {
            all.push(Step::new(StepKind::Created, StepState::Done, Some(self.created_at)));
        }
        if let Some(collect) = self.collect() {
            let last = collect.payments.iter().rfind(|payment| payment.state != PaymentState::Reversed);
            all.push(Step::new(StepKind::Payment, StepState::Done, last.map(|payment| payment.seen_at)));
            if collect.payway.network().is_some() {
                let depth = last.filter(|payment| payment.required > 0);
                let step = Step::new(StepKind::Confirmation, StepState::Done, last.and_then(|p| p.credited_at));
                let (confirmations, required) = (depth.map(|p| p.confirmations), depth.map(|p| p.required));
                all.push(Step { confirmations, required, ..step });
            }
        }
        for leg in &self.legs {
            match leg {
                Leg::Convert(convert) => all.push(Step::new(StepKind::Exchange, StepState::Done, convert.done_at)),
                Leg::Credit(credit) => {
                    let kind = if credit.is_own_balance() { StepKind::Deposit } else { StepKind::Transfer };
                    all.push(Step::new(kind, StepState::Done, credit.done_at));
                }
                _ => {}
            }
        }
        if let Some((_, leg)) = self.result_leg() {
            let is_out = matches!(leg.state, PayOutState::Sent | PayOutState::Settled);
            all.push(Step::new(StepKind::Payout, StepState::Done, leg.sent_at.filter(|_| is_out)));
        }
        if let Some(at) = self.summary().refund.and_then(|refund| refund.settled_at) {
            all.push(Step::new(StepKind::Refund, StepState::Done, Some(at)));
        }
        let (mut done, mut ahead): (Vec<Step>, Vec<Step>) = all.into_iter().partition(|step| step.at.is_some());
        done.sort_by_key(|step| step.at);
        ahead.push(Step::new(StepKind::Done, StepState::Next, None));
        (done, ahead)
    }

    /// The last step of an ended transaction. After a refund or a deposit, that step itself is the last.
    fn last_step(&self) -> Vec<Step> {
        let at = self.moves.last().map(|last| last.at);
        let declined = self.collect().is_some_and(|collect| collect.state == CollectState::Declined);
        match self.ending {
            None | Some(Ending::Refunded | Ending::Deposited) => Vec::new(),
            Some(Ending::Completed) => vec![Step::new(StepKind::Done, StepState::Done, at)],
            Some(Ending::Failed) if declined => vec![Step::new(StepKind::Payment, StepState::Failed, at)],
            Some(Ending::Expired | Ending::Cancelled | Ending::Closed | Ending::Rejected | Ending::Failed) => {
                let stopped = Step::new(StepKind::Done, StepState::Stopped, at);
                self.failed_payout().into_iter().chain([stopped]).collect()
            }
        }
    }

    /// The failed payout that no other leg replaces.
    fn failed_payout(&self) -> Option<Step> {
        let failed = |leg: &PayOut| leg.state == PayOutState::Failed && leg.replaced_by.is_none();
        let (_, leg) = self.payouts().rfind(|(_, leg)| failed(leg))?;
        let kind = if leg.to.is_refund() { StepKind::Refund } else { StepKind::Payout };
        Some(Step::new(kind, StepState::Failed, None))
    }
}

impl Step {
    const fn new(kind: StepKind, state: StepState, at: Option<DateTime<Utc>>) -> Self {
        Self { kind, state, at, confirmations: None, required: None }
    }
}
