//! Deadlines: unpaid orders expire; overdue decisions and silent payouts go to an operator.

use super::super::Status;
use super::super::model::*;
use super::{Draft, Next};
use crate::ExchangeError;

impl Draft<'_> {
    pub(super) fn due(&mut self) -> Result<Next, ExchangeError> {
        let lifetimes = self.facts.policy.lifetimes;
        if self.tx.due_at(&lifetimes).is_none_or(|due| self.now < due) {
            return Ok(Next::Nothing);
        }
        if self.tx.awaiting_rate.is_some() {
            let total = self.tx.received().ok_or_else(|| ExchangeError::Internal("no collect leg".to_owned()))?;
            // A locked price waits only for the cost of keeping it.
            let is_kept = self.tx.price.rate_locked && self.tx.price.direction().converts();
            return if is_kept { self.keep_price(total) } else { self.exchange(total) };
        }
        if self.tx.awaits_clearing() {
            return self.not_cleared(Ending::Expired);
        }
        if self.tx.draw().is_some_and(|draw| draw.state == DrawState::Held) {
            if self.tx.awaits_receiver() {
                self.release()?;
                self.tx.ending = Some(Ending::Expired);
                return Ok(Next::Changed("unclaimed"));
            }
            self.take()?;
            return Ok(Next::Changed("draw_taken"));
        }
        Ok(match self.status() {
            Status::ActionRequired if !self.tx.is_refunding() => {
                self.tx.action = None;
                self.review(ReviewReason::NoAnswer, None);
                Next::Changed("no_answer")
            }
            Status::ActionRequired => self.late_payout(),
            Status::Processing if self.tx.is_collected() => self.late_payout(),
            _ => self.unpaid(),
        })
    }

    /// The outcome of a charge is unknown and will not be looked up again. The order stays open for an operator to ask
    /// the acquirer.
    pub(super) fn charge_unclear(&mut self, charge: u16, detail: &str) -> Next {
        let asked = |collect: &Collect| collect.state == CollectState::Charging && collect.charge() == charge;
        let charging = self.tx.collect().is_some_and(asked);
        if !charging || self.tx.ending.is_some() || self.tx.review.is_some() {
            return Next::Nothing;
        }
        self.tx.action = None;
        self.review(ReviewReason::ChargeUnknown, Some(detail.to_owned()));
        Next::Changed("charge_unclear")
    }

    /// An unclear charge was looked up again without a clear answer.
    pub(super) fn charge_asked(&mut self, detail: &str) -> Next {
        let review = self.tx.review.as_mut().filter(|review| review.reason == ReviewReason::ChargeUnknown);
        let Some(review) = review else { return Next::Nothing };
        review.detail = Some(detail.chars().take(300).collect());
        Next::Changed("charge_asked")
    }

    fn unpaid(&mut self) -> Next {
        let Ok(collect) = self.collect() else { return Next::Nothing };
        if collect.state == CollectState::Charging {
            let charge = collect.charge();
            return self.charge_unclear(charge, "nothing was heard of it");
        }
        let open = |payment: &Payment| matches!(payment.state, PaymentState::Seen | PaymentState::Credited);
        if collect.payments.iter().any(open) {
            self.review(ReviewReason::NeverConfirmed, None);
            return Next::Changed("never_confirmed");
        }
        collect.state = CollectState::Closed;
        self.tx.ending = Some(Ending::Expired);
        Next::Changed("expired")
    }

    /// A payout that takes longer: its owner is told first, and an operator looks later.
    fn late_payout(&mut self) -> Next {
        let (lifetimes, now) = (self.facts.policy.lifetimes, self.now);
        let is_silent = self.tx.payouts().filter_map(|(_, leg)| leg.silent_at(&lifetimes)).any(|silent| now >= silent);
        if is_silent {
            return self.silent_payout();
        }
        let late = |leg: &PayOut| leg.told_at().is_some_and(|at| now >= at);
        let late: Vec<u16> = self.tx.payouts().filter(|(_, leg)| late(leg)).map(|(at, _)| at).collect();
        let told = late.into_iter().map(|at| self.payout_delayed(at, PayoutDelay::NotTaken));
        told.fold(Next::Nothing, |all, next| if matches!(next, Next::Changed(_)) { next } else { all })
    }

    /// A payout without any event for too long. It keeps its state; an operator asks the rail.
    fn silent_payout(&mut self) -> Next {
        let silent: Vec<u16> = self.tx.payouts().filter(|(_, leg)| leg.state.in_flight()).map(|(at, _)| at).collect();
        for at in silent {
            if let Some(leg) = self.payout(at).filter(|leg| leg.state == PayOutState::Sending) {
                leg.state = PayOutState::Unknown;
            }
        }
        self.tx.action = None;
        self.review(ReviewReason::PayoutUnknown, None);
        Next::Changed("payout_silent")
    }
}
