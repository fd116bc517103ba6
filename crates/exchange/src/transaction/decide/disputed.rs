//! Disputes of card payments, and charges whose outcome is unclear after the payer's approval.

use kernel::Amount;

use super::super::dispute::{Dispute, DisputedMoney, money_after};
use super::super::model::*;
use super::{Draft, Next};
use crate::ExchangeError;
use crate::rails::DisputeReport;

/// The maximum number of disputes of one transaction.
const DISPUTES_MAX: usize = 20;

impl Draft<'_> {
    /// Records and books a dispute of one of the transaction's payments. The money moves from the account where it is to
    /// the one where it belongs. Ignores a report that changes nothing, and one about another transaction's payment.
    pub(super) fn disputed(&mut self, report: &DisputeReport) -> Result<Next, ExchangeError> {
        let now = self.now;
        let known = self.tx.disputes.iter().position(|known| known.report.id == report.id);
        let Some(collect) = self.tx.collect() else { return Ok(Next::Nothing) };
        let payway = collect.payway;
        let is_ours = collect.payments.iter().any(|payment| payment.reference == report.payment);
        let is_full = known.is_none() && self.tx.disputes.len() >= DISPUTES_MAX;
        if !is_ours || is_full || report.amount.currency() != collect.expected.currency() {
            return Ok(Next::Nothing);
        }
        let before = known.and_then(|at| self.tx.disputes.get(at)).cloned();
        if before.as_ref().is_some_and(|before| before.report == *report) {
            return Ok(Next::Nothing);
        }
        let (from, amount) =
            before.as_ref().map_or((DisputedMoney::Kept, report.amount), |before| (before.money, before.report.amount));
        let to = money_after(before.as_ref().map(|before| before.money), report.state);
        if amount == report.amount {
            self.move_disputed(payway, (from, to), amount);
        } else {
            self.move_disputed(payway, (from, DisputedMoney::Kept), amount);
            self.move_disputed(payway, (DisputedMoney::Kept, to), report.amount);
        }
        let opened_at = before.map_or(now, |before| before.opened_at);
        let dispute = Dispute { report: report.clone(), money: to, opened_at, updated_at: now };
        match known.and_then(|at| self.tx.disputes.get_mut(at)) {
            Some(place) => *place = dispute,
            None => self.tx.disputes.push(dispute),
        }
        self.review_disputes();
        Ok(Next::Changed("payment_disputed"))
    }

    /// An operator writes off the open disputes: their money is a loss until the acquirer decides otherwise.
    pub(super) fn write_off(&mut self) -> Result<Next, ExchangeError> {
        let Some(payway) = self.tx.collect().map(|collect| collect.payway) else {
            return Err(ExchangeError::refused("no payment is disputed"));
        };
        let open: Vec<(usize, Amount)> = self
            .tx
            .disputes
            .iter()
            .enumerate()
            .filter(|(_, dispute)| dispute.is_open() && dispute.money == DisputedMoney::Held)
            .map(|(at, dispute)| (at, dispute.report.amount))
            .collect();
        if open.is_empty() {
            return Err(ExchangeError::refused("no money of it is held for a dispute"));
        }
        for (at, amount) in open {
            self.move_disputed(payway, (DisputedMoney::Held, DisputedMoney::Lost), amount);
            if let Some(dispute) = self.tx.disputes.get_mut(at) {
                (dispute.money, dispute.updated_at) = (DisputedMoney::Lost, self.now);
            }
        }
        self.review_disputes();
        Ok(Next::Changed("dispute_written_off"))
    }

    fn move_disputed(&mut self, payway: kernel::Payway, (from, to): (DisputedMoney, DisputedMoney), amount: Amount) {
        if from != to {
            self.post(to.account(payway), from.account(payway), amount, "chargeback");
        }
    }

    /// Opens a review while a dispute is open, and closes it with the last one. A transaction that has not ended keeps it
    /// after a loss, because its money in transit belongs to nobody.
    fn review_disputes(&mut self) {
        let has_ended = self.tx.ending.is_some();
        let waits = |dispute: &&Dispute| dispute.is_open() || (!has_ended && dispute.money == DisputedMoney::Lost);
        let open = self.tx.disputes.iter().find(waits);
        if let Some(dispute) = open {
            let detail = dispute.report.reason.clone().unwrap_or_else(|| dispute.report.id.clone());
            let since = self.tx.review.as_ref().filter(|review| review.reason == ReviewReason::Disputed);
            let since = since.map(|review| review.since);
            self.review(ReviewReason::Disputed, Some(detail));
            if let (Some(since), Some(review)) = (since, &mut self.tx.review) {
                review.since = since;
            }
            return;
        }
        self.clear_review(ReviewReason::Disputed);
        self.look_again();
    }

    /// The acquirer gives no clear outcome of a charge after the payer's approval. An operator must decide; an order that
    /// has expired meanwhile is opened again for that. Ignores an order that was paid, or ended in another way.
    pub(super) fn unclear(
        &mut self,
        charge: Option<u16>,
        (reference, amount, detail): (&str, Option<Amount>, &str),
    ) -> Result<Next, ExchangeError> {
        let has_expired = self.tx.ending == Some(Ending::Expired);
        let is_same = |review: &Review| review.reason == ReviewReason::ChargeUnknown && review.claim.is_none();
        let is_open = self.tx.ending.is_none() && self.tx.review.as_ref().is_none_or(is_same);
        let collect = self.collect()?;
        let is_last = charge.unwrap_or(1) == collect.charge();
        let waits = collect.is_charging() || (has_expired && collect.charges > 0);
        if !(is_open || has_expired) || !is_last || !waits || collect.payments.iter().any(is_there) {
            return Ok(Next::Nothing);
        }
        collect.state = CollectState::Charging;
        if has_expired {
            // The use of the promo code ended with the order, so others may have it.
            self.tx.price.discount = None;
        }
        self.tx.ending = None;
        self.tx.action = None;
        self.review(ReviewReason::ChargeUnknown, Some(detail.to_owned()));
        if let Some(review) = &mut self.tx.review {
            let amount = amount.filter(|amount| amount.is_positive());
            review.claim = amount.map(|amount| Claim { reference: reference.to_owned(), amount });
        }
        Ok(Next::Changed("charge_unclear"))
    }

    /// An operator has asked the acquirer, who has the money: the payment is booked as received.
    pub(super) fn accept_charge(&mut self) -> Result<Next, ExchangeError> {
        let charge = self.tx.collect().map(Collect::charge);
        let review = self.tx.review.as_ref().filter(|review| review.reason == ReviewReason::ChargeUnknown);
        let Some(claim) = review.and_then(|review| review.claim.clone()) else {
            return Err(ExchangeError::refused("the acquirer names no payment that could be accepted"));
        };
        if self.tx.ending.is_some() {
            return Err(ExchangeError::refused("the transaction has ended"));
        }
        // The order goes on at its rate, or asks the customer if the rate has lapsed.
        self.clear_review(ReviewReason::ChargeUnknown);
        self.credited(charge, None, claim.amount, &claim.reference, None, false)
    }
}

/// Whether a payment is here, or was.
fn is_there(payment: &Payment) -> bool {
    payment.state != PaymentState::Reversed
}
