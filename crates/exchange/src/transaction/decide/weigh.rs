//! What arrived against what was ordered: it goes on, waits for a price, or the customer is asked.

use chrono::TimeDelta;
use kernel::{Amount, PaywayKind};

use super::super::model::*;
use super::{Draft, Next, too_large};
use crate::ExchangeError;
use crate::policy::tolerance;

/// How long after an order's time a payment that came in time may still be credited at the price that was promised.
const GRACE_SECONDS: i64 = 30 * 60;
/// Blocks are found by chance: a payment may need this many times the usual time for its confirmations.
const SLOW_BLOCKS: i64 = 3;
/// Between two looks for a price: at first, and at the most.
const PRICE_RETRY_SECONDS: (i64, i64) = (15, 600);

impl Draft<'_> {
    /// Compares what has arrived with the order: goes on if it is that, asks the customer if it is not.
    pub(super) fn weigh(&mut self) -> Result<Next, ExchangeError> {
        let total = self.tx.received().ok_or_else(|| ExchangeError::Internal("no collect leg".to_owned()))?;
        if self.tx.ending == Some(Ending::Expired) {
            self.tx.ending = None;
            self.collect()?.state = CollectState::Waiting;
            return Ok(self.ask(ActionReason::Late, total));
        }
        if let Some(action) = self.tx.action.as_mut().filter(|action| action.reason == ActionReason::Late) {
            action.received = total;
            return Ok(Next::Changed("late_payment"));
        }
        if self.tx.is_arrival() {
            self.tx.sender = self.facts.admission.sender;
            if let Some(reason) = self.facts.admission.held {
                self.clear_review(ReviewReason::NeverConfirmed);
                if !self.tx.is_taken_back() {
                    self.clear_review(ReviewReason::Reversed);
                }
                return Ok(self.ask(reason, total));
            }
        }
        if self.has_lapsed() {
            self.clear_review(ReviewReason::NeverConfirmed);
            self.clear_review(ReviewReason::ChargeUnknown);
            return Ok(self.ask(ActionReason::Late, total));
        }
        let prices = self.facts.prices.as_ref().ok().map(|book| &**book);
        let expected = self.collect()?.expected;
        let near = tolerance(expected, prices).map_err(too_large)?.atoms();
        let difference = total.atoms() - expected.atoms();
        let more_to_come = self.collect()?.payments.iter().any(|payment| payment.state == PaymentState::Seen);
        let reviewed_for = self.tx.review.as_ref().map(|review| review.reason);
        let goes_on = matches!(reviewed_for, None | Some(ReviewReason::NeverConfirmed | ReviewReason::Reversed));
        if difference.abs() <= near && goes_on {
            return self.exchange(total);
        }
        if difference < 0 && more_to_come {
            return Ok(Next::Changed("payment_credited"));
        }
        Ok(self.ask(if difference < 0 { ActionReason::Underpaid } else { ActionReason::Overpaid }, total))
    }

    /// Whether a promised price no longer holds for what arrived: a promise without an end would be an option that the house
    /// gives away. It holds for payments that were seen in the order's time and are credited soon after it.
    fn has_lapsed(&self) -> bool {
        if !self.tx.quote.rate_locked || self.tx.is_arrival() {
            return false;
        }
        let given_up = [ReviewReason::NeverConfirmed, ReviewReason::ChargeUnknown];
        if self.tx.review.as_ref().is_some_and(|review| given_up.contains(&review.reason)) {
            return true;
        }
        let Some(collect) = self.tx.collect() else { return false };
        // A charge began in the order's time, though it is first heard of when it is done.
        let began = matches!(collect.state, CollectState::Charging | CollectState::Approval);
        let late = |payment: &Payment| payment.state == PaymentState::Credited && payment.seen_at >= self.tx.expires_at;
        (!began && collect.payments.iter().any(late)) || self.now > self.tx.expires_at + self.grace(collect)
    }

    fn grace(&self, collect: &Collect) -> TimeDelta {
        let blocks = match &collect.instructions {
            Instructions::Crypto { address, network } => {
                let told = collect.payments.iter().map(|payment| payment.required).max().unwrap_or(0);
                let required = i64::from(address.confirmations_required.max(told));
                SLOW_BLOCKS * required * i64::from(network.block_seconds())
            }
            _ => 0,
        };
        TimeDelta::seconds(blocks.max(GRACE_SECONDS))
    }

    /// Asks the customer. Who is under review stays there: an operator decides, and sees what arrived.
    pub(super) fn ask(&mut self, reason: ActionReason, received: Amount) -> Next {
        if self.tx.review.is_some() {
            return Next::Changed("payment_credited");
        }
        let expected = self.tx.collect().map_or(received, |collect| collect.expected);
        let deadline = self.now + TimeDelta::seconds(i64::from(self.facts.policy.lifetimes.action));
        self.tx.action = Some(Action { reason, received, expected, deadline });
        Next::Changed("action_required")
    }

    /// The money is here and its price is not: what arrived is kept, and its price asked for again, less and less often.
    pub(super) fn wait_for_price(&mut self) -> Next {
        let (now, stuck) = (self.now, i64::from(self.facts.policy.lifetimes.stuck));
        let since = self.tx.unpriced.map_or(now, |unpriced| unpriced.since);
        self.tx.action = None;
        self.tx.review = None;
        if now - since >= TimeDelta::seconds(stuck) {
            self.review(ReviewReason::Unpriced, None);
            return Next::Changed("never_priced");
        }
        let waited = (now - since).num_seconds();
        let wait = waited.clamp(PRICE_RETRY_SECONDS.0, PRICE_RETRY_SECONDS.1);
        self.tx.unpriced = Some(Unpriced { since, retry_at: now + TimeDelta::seconds(wait) });
        Next::Changed("price_awaited")
    }

    /// Whether a credit tells of a payment that its chain has taken back and not shown again: news that came late. It is
    /// booked, and an operator looks before anything is done with it.
    pub(super) fn is_stale(&self, reference: &str) -> bool {
        let gone = |payment: &Payment| payment.reference == reference && payment.state == PaymentState::Reversed;
        let collect = self.tx.collect().filter(|collect| collect.payway.kind() == PaywayKind::Crypto);
        collect.is_some_and(|collect| collect.payments.iter().any(gone))
    }
}
