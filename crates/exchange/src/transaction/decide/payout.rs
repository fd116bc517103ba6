//! Outgoing payments: events of rails about payouts. Each leg is paid at most once; an unclear outcome waits for an
//! operator.

use kernel::{Amount, Payway};

use super::super::model::*;
use super::super::posting::{AccountRole, Posting, PostingKind};
use super::{Draft, Next, UnmatchedPayment};

/// The reference prefix of a payment that is a returned payout.
pub(super) const RETURN: &str = "return:";

impl Draft<'_> {
    /// The leg of an event: the stated one, else the latest in flight.
    fn payout_at(&self, leg: Option<u16>) -> Option<(u16, PayOut)> {
        let named = |at: u16| self.tx.payouts().find(|(place, _)| *place == at);
        let found = match leg {
            Some(at) => named(at),
            None => self.tx.payouts().rfind(|(_, payout)| payout.state.in_flight()),
        };
        found.map(|(at, payout)| (at, payout.clone()))
    }

    pub(super) fn payout_sent(&mut self, leg: Option<u16>, reference: &str) -> Next {
        let Some((at, payout)) = self.payout_at(leg) else { return Next::Nothing };
        match payout.state {
            PayOutState::Sending | PayOutState::Unknown => self.mark_sent(at, &payout, reference),
            PayOutState::Failed => return self.contradicted(at, &payout, Some(reference)),
            // On a chain, a replacement was sent: with a higher fee, or after the first transaction was proven unable to
            // confirm. After a deep reorganisation, another one of both can be the mined one.
            PayOutState::Sent | PayOutState::Settled
                if payout.payway.network().is_some() && payout.reference.as_deref() != Some(reference) =>
            {
                if let Some(leg) = self.payout(at) {
                    leg.reference = Some(reference.chars().take(200).collect());
                    leg.confirmations = if leg.state == PayOutState::Sent { 0 } else { leg.confirmations };
                }
            }
            _ => return Next::Nothing,
        }
        Next::Changed("payout_sent")
    }

    /// A rail reports a payout as sent or settled after it reported a failure. While the money is still in transit,
    /// nothing is booked or paid again. If the money was used otherwise, two payouts have left, and the second is
    /// booked as a loss. An operator must look, even after the order has ended.
    fn contradicted(&mut self, at: u16, payout: &PayOut, reference: Option<&str>) -> Next {
        // A delayed repeat of the event of a payout that was sent and then returned.
        let old_news = reference.is_some() && payout.sent_at.is_some() && payout.reference.as_deref() == reference;
        if payout.contradicted_at.is_some() || old_news {
            return Next::Nothing;
        }
        let now = self.now;
        if let Some(leg) = self.payout(at) {
            leg.contradicted_at = Some(now);
            if let Some(reference) = reference {
                leg.reference = Some(reference.chars().take(200).collect());
            }
        }
        let detail = format!("leg {at} failed, then was sent as {}", reference.unwrap_or("something unnamed"));
        if payout.replaced_by.is_some() || self.tx.ending.is_some() {
            self.post(AccountRole::Adjustment, payout.rail(), payout.amount, "payout_twice");
            self.review(ReviewReason::PaidTwice, Some(detail));
        } else {
            self.review(ReviewReason::PayoutUnknown, Some(detail));
        }
        Next::Changed("payout_contradicts")
    }

    fn mark_sent(&mut self, at: u16, payout: &PayOut, reference: &str) {
        let now = self.now;
        if let Some(leg) = self.payout(at) {
            leg.state = PayOutState::Sent;
            leg.reference = Some(reference.chars().take(200).collect());
            leg.sent_at = Some(now);
        }
        self.end_hold(payout, true);
        self.end_unknown_payout(payout);
    }

    /// An unclear result is in flight again. A refund keeps its review until it is settled, because MANUAL never
    /// returns to the customer's decision.
    fn end_unknown_payout(&mut self, payout: &PayOut) {
        if !payout.to.is_refund() {
            self.clear_review(ReviewReason::PayoutUnknown);
        }
    }

    /// Posts or voids the hold of a payout.
    fn end_hold(&mut self, payout: &PayOut, sent: bool) {
        let Some(hold) = payout.hold else { return };
        let (debit, credit, amount) = (AccountRole::Transit, payout.rail(), payout.amount);
        let code = if payout.to.is_refund() { "refund" } else { "payout" };
        let kind = if sent { PostingKind::PostHold(hold) } else { PostingKind::VoidHold(hold) };
        self.postings.push(Posting { debit, credit, amount, kind, code });
    }

    pub(super) fn payout_confirmations(&mut self, leg: Option<u16>, confirmations: u32, required: u32) -> Next {
        let Some((at, payout)) = self.payout_at(leg) else { return Next::Nothing };
        let same = (payout.confirmations, payout.required) == (confirmations, required);
        if payout.state != PayOutState::Sent || same {
            return Next::Nothing;
        }
        if let Some(leg) = self.payout(at) {
            (leg.confirmations, leg.required) = (confirmations, required);
        }
        Next::Changed("payout_confirmed")
    }

    pub(super) fn payout_settled(&mut self, leg: Option<u16>, network_cost: Option<Amount>) -> Next {
        let Some((at, payout)) = self.payout_at(leg) else { return Next::Nothing };
        match payout.state {
            PayOutState::Sending | PayOutState::Unknown => {
                let reference = payout.reference.clone().unwrap_or_default();
                self.mark_sent(at, &payout, &reference);
            }
            PayOutState::Sent => {}
            PayOutState::Failed => return self.settled_after_all(at, &payout, network_cost),
            PayOutState::Settled => return self.settled_again(at, &payout, network_cost),
            PayOutState::Planned => return Next::Nothing,
        }
        let now = self.now;
        if let Some(leg) = self.payout(at) {
            leg.state = PayOutState::Settled;
            leg.settled_at = Some(now);
            leg.confirmations = leg.confirmations.max(leg.required);
        }
        self.end_unknown_payout(&payout);
        self.pay_network(at, &payout, network_cost);
        self.settle();
        Next::Changed("payout_settled")
    }

    /// A payout reported as failed is final: the chain charged its fee for it too.
    fn settled_after_all(&mut self, at: u16, payout: &PayOut, network_cost: Option<Amount>) -> Next {
        if payout.settled_at.is_some() {
            return Next::Nothing;
        }
        let now = self.now;
        if let Some(leg) = self.payout(at) {
            leg.settled_at = Some(now);
        }
        let _ = self.contradicted(at, payout, None);
        self.pay_network(at, payout, network_cost);
        Next::Changed("payout_contradicts")
    }

    /// A reorganisation removed the transaction after it was final, and another one of the payout was mined. The chain took
    /// the fee of that one.
    fn settled_again(&mut self, at: u16, payout: &PayOut, network_cost: Option<Amount>) -> Next {
        if network_cost.is_none() || network_cost == payout.network_cost {
            return Next::Nothing;
        }
        self.pay_network(at, payout, network_cost);
        Next::Changed("payout_settled")
    }

    /// Books the network cost of a payout. It is paid in the chain's own coin, from the rail of that coin: a token
    /// payout on Ethereum costs ether.
    fn pay_network(&mut self, at: u16, payout: &PayOut, cost: Option<Amount>) {
        let (Some(cost), Some(network)) = (cost, payout.payway.network()) else { return };
        let carries = |payway: &&Payway| payway.network() == Some(network);
        let from = Payway::of(cost.currency()).iter().find(carries).copied().unwrap_or(payout.payway);
        let (book, rail) = (AccountRole::NetworkCost(network), AccountRole::Rail(from));
        match payout.network_cost.and_then(|booked| cost.checked_sub(booked).ok()) {
            None => self.post(book, rail, cost, "network_cost"),
            Some(more) if more.is_positive() => self.post(book, rail, more, "network_cost"),
            Some(less) => self.post(rail, book, less.negated(), "network_cost_returned"),
        }
        if let Some(leg) = self.payout(at) {
            leg.network_cost = Some(cost);
        }
    }

    /// Ends the transaction if every ordered payout is settled and no unrelated review is open.
    pub(super) fn settle(&mut self) {
        let legs = || self.tx.payouts().filter(|(_, leg)| leg.replaced_by.is_none());
        if legs().any(|(_, leg)| leg.state != PayOutState::Settled && leg.state != PayOutState::Planned) {
            return;
        }
        if !legs().any(|(_, leg)| leg.state == PayOutState::Settled) {
            return;
        }
        let refunds = legs().any(|(_, leg)| leg.to.is_refund());
        // A settled refund resolves the review or decision that ordered it. A settled result resolves no review, and no
        // payout resolves a loss.
        let lost = self.tx.is_taken_back() || self.tx.payouts().any(|(_, leg)| leg.contradicted_at.is_some());
        if self.tx.review.is_some() && (lost || !refunds) {
            return;
        }
        if self.tx.available().is_none_or(|left| !left.is_zero()) {
            return;
        }
        self.tx.ending = Some(if refunds { Ending::Refunded } else { Ending::Completed });
        self.tx.action = None;
        self.tx.review = None;
    }

    pub(super) fn payout_failed(&mut self, leg: Option<u16>, reason: &str) -> Next {
        let Some((at, payout)) = self.payout_at(leg) else { return Next::Nothing };
        match payout.state {
            PayOutState::Sending | PayOutState::Unknown => self.end_hold(&payout, false),
            PayOutState::Sent => {
                self.post(payout.rail(), AccountRole::Transit, payout.amount, "payout_returned");
            }
            PayOutState::Settled => return self.returned(at, &payout),
            PayOutState::Failed => return self.came_back_after_all(at, &payout),
            PayOutState::Planned => return Next::Nothing,
        }
        if let Some(leg) = self.payout(at) {
            leg.state = PayOutState::Failed;
        }
        self.tx.action = None;
        self.review(ReviewReason::PayoutFailed, Some(reason.to_owned()));
        Next::Changed("payout_failed")
    }

    /// A payout that failed, and was settled after all, came back: the first report is right again. Its money is where it
    /// was before the contradiction, and a booked loss is taken back. No chain returns a payout.
    fn came_back_after_all(&mut self, at: u16, payout: &PayOut) -> Next {
        let Some(since) = payout.contradicted_at else { return Next::Nothing };
        if payout.settled_at.is_none() || payout.payway.network().is_some() {
            return Next::Nothing;
        }
        // The loss was booked if another leg had replaced it, or the transaction had ended. A contradicted leg is not
        // replaced later, and the last move is the end.
        let had_ended = self.tx.ending.is_some() && self.tx.moves.last().is_some_and(|end| end.at <= since);
        if payout.replaced_by.is_some() || had_ended {
            self.post(payout.rail(), AccountRole::Adjustment, payout.amount, "payout_twice_returned");
        }
        if let Some(leg) = self.payout(at) {
            (leg.contradicted_at, leg.settled_at) = (None, None);
        }
        if !self.tx.payouts().any(|(_, leg)| leg.contradicted_at.is_some()) {
            self.clear_review(ReviewReason::PaidTwice);
            self.clear_review(ReviewReason::PayoutUnknown);
        }
        self.look_again();
        let refunds = self.tx.payouts().any(|(_, leg)| leg.to.is_refund() && leg.replaced_by.is_none());
        if self.tx.ending.is_none() && self.tx.review.is_none() && refunds {
            // As after the retry of a refund: only a settled refund resolves the review.
            self.review(ReviewReason::PayoutFailed, None);
        }
        if self.tx.ending.is_none() {
            self.settle();
        }
        Next::Changed("payout_returned")
    }

    /// The job did not hand the payout to its rail. It counts as failed only if no event has arrived since and it still
    /// may not be sent.
    pub(super) fn payout_stopped(&mut self, at: u16) -> Next {
        let waits = self.tx.payouts().any(|(place, leg)| place == at && leg.state == PayOutState::Sending);
        if !waits || self.tx.may_pay_out(at) {
            return Next::Nothing;
        }
        self.payout_failed(Some(at), "stopped before it was sent")
    }

    /// A payout that is ordered takes longer. Its owner is told once.
    pub(super) fn payout_delayed(&mut self, at: u16, why: PayoutDelay) -> Next {
        let waits = |leg: &&mut PayOut| leg.state == PayOutState::Sending && leg.delay.is_none();
        let Some(leg) = self.payout(at).filter(waits) else { return Next::Nothing };
        leg.delay = Some(why);
        Next::Changed("payout_delayed")
    }

    /// A payout came back after it was final: an unmatched payment with a transaction of its own.
    fn returned(&self, at: u16, payout: &PayOut) -> Next {
        let reference = format!("{RETURN}{at}");
        let (amount, payway) = (payout.amount, payout.payway);
        let reason = ActionReason::Returned;
        Next::UnmatchedPayment(UnmatchedPayment { payway, amount, reference, payer: None, reason, reorg_epoch: 0 })
    }

    pub(super) fn payout_unclear(&mut self, at: u16, detail: &str) -> Next {
        let Some(leg) = self.payout(at).filter(|leg| leg.state == PayOutState::Sending) else { return Next::Nothing };
        leg.state = PayOutState::Unknown;
        self.tx.action = None;
        self.review(ReviewReason::PayoutUnknown, Some(detail.to_owned()));
        Next::Changed("payout_unclear")
    }
}

impl PayOut {
    /// A payout that is not ordered yet.
    #[must_use]
    pub fn planned(payway: kernel::Payway, amount: kernel::Amount, to: Destination) -> Self {
        Self {
            payway,
            amount,
            to,
            travel: None,
            payer_wallet: None,
            state: PayOutState::Planned,
            hold: None,
            reference: None,
            confirmations: 0,
            required: 0,
            started_at: None,
            sent_at: None,
            settled_at: None,
            replaced_by: None,
            contradicted_at: None,
            network_cost: None,
            delay: None,
        }
    }
}
