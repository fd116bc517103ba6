//! Matches the received amount against the order: the order continues, waits for a rate, or asks the customer.

use chrono::TimeDelta;
use kernel::{Amount, PaywayKind};

use super::super::model::*;
use super::{Draft, Next, too_large};
use crate::ExchangeError;
use crate::policy::tolerance;

/// The grace period: how long after the order's expiry a timely payment may be credited at the locked rate.
const GRACE_SECONDS: i64 = 30 * 60;
/// Block times vary: confirmations may take this many times the usual time.
const SLOW_BLOCKS: i64 = 3;
/// The shortest and the longest interval between attempts to get a rate.
const PRICE_RETRY_SECONDS: (i64, i64) = (15, 600);

impl Draft<'_> {
    /// Compares the received amount with the order. Continues if they match, and asks the customer otherwise.
    pub(super) fn match_payment(&mut self) -> Result<Next, ExchangeError> {
        let total = self.tx.received().ok_or_else(|| ExchangeError::Internal("no collect leg".to_owned()))?;
        if self.tx.ending == Some(Ending::Expired) {
            self.tx.ending = None;
            // The use of the promo code ended with the order, so others may have it.
            self.tx.price.discount = None;
            self.collect()?.state = CollectState::Waiting;
            return Ok(self.ask(ActionReason::Late, total));
        }
        if let Some(action) = self.tx.action.as_mut().filter(|action| action.reason == ActionReason::Late) {
            action.received = total;
            return Ok(Next::Changed("late_payment"));
        }
        if self.tx.is_arrival() {
            self.tx.sender = self.facts.admission.sender;
            self.counted.clone_from(&self.facts.admission.counted);
            let payway = self.collect()?.payway;
            let takes = self.facts.policy.takes(payway, total.currency());
            if let Some(plain) = takes.err().filter(|_| payway.kind() == PaywayKind::Crypto) {
                self.review(ReviewReason::WrongPayment, Some(plain));
                return Ok(Next::Changed("wrong_payment"));
            }
            if let Some(reason) = self.facts.admission.held {
                self.clear_review(ReviewReason::NeverConfirmed);
                if !self.tx.is_taken_back() {
                    self.clear_review(ReviewReason::Reversed);
                }
                return Ok(self.ask(reason, total));
            }
        }
        let has_lapsed = self.has_lapsed();
        if has_lapsed {
            self.clear_review(ReviewReason::NeverConfirmed);
            self.clear_review(ReviewReason::ChargeUnknown);
            if !self.is_guaranteed() {
                if self.is_expected(total)? {
                    self.record_lapse();
                }
                return Ok(self.ask(ActionReason::Late, total));
            }
        }
        let difference = total.atoms() - self.collect()?.expected.atoms();
        let is_expected = self.is_expected(total)?;
        let more_to_come = self.collect()?.payments.iter().any(|payment| payment.state == PaymentState::Seen);
        let reviewed_for = self.tx.review.as_ref().map(|review| review.reason);
        let goes_on = matches!(reviewed_for, None | Some(ReviewReason::NeverConfirmed | ReviewReason::Reversed));
        if is_expected && goes_on {
            return if has_lapsed { self.keep_price(total) } else { self.exchange(total) };
        }
        if difference < 0 && more_to_come {
            return Ok(Next::Changed("payment_credited"));
        }
        let reason = match (has_lapsed, difference < 0) {
            (true, _) => ActionReason::Late,
            (false, true) => ActionReason::Underpaid,
            (false, false) => ActionReason::Overpaid,
        };
        Ok(self.ask(reason, total))
    }

    /// Whether the received amount is the ordered one, within the tolerance.
    pub(super) fn is_expected(&self, total: Amount) -> Result<bool, ExchangeError> {
        let Some(collect) = self.tx.collect() else { return Ok(false) };
        let prices = self.facts.prices.as_ref().ok().map(|book| &**book);
        let near = tolerance(collect.expected, prices).map_err(too_large)?.atoms();
        Ok((total.atoms() - collect.expected.atoms()).abs() <= near)
    }

    /// Whether the locked rate has lapsed for the received money. Without a time limit, a locked rate would be a free
    /// option for the customer. It applies to payments that were seen before the expiry and are credited within the
    /// grace period.
    fn has_lapsed(&self) -> bool {
        if !self.tx.price.rate_locked || self.tx.is_arrival() {
            return false;
        }
        let given_up = [ReviewReason::NeverConfirmed, ReviewReason::ChargeUnknown];
        if self.tx.review.as_ref().is_some_and(|review| given_up.contains(&review.reason)) {
            return true;
        }
        let Some(collect) = self.tx.collect() else { return false };
        // The charge was requested in time, although its first event arrives at the end.
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

    /// Asks the customer. An open review takes precedence: the operator decides, and sees the received amount.
    pub(super) fn ask(&mut self, reason: ActionReason, received: Amount) -> Next {
        if self.tx.review.is_some() {
            return Next::Changed("payment_credited");
        }
        let expected = self.tx.collect().map_or(received, |collect| collect.expected);
        let deadline = self.now + TimeDelta::seconds(i64::from(self.facts.policy.lifetimes.action));
        self.tx.action = Some(Action { reason, needs: reason.needs(), received, expected, deadline });
        Next::Changed("action_required")
    }

    /// Keeps the received money and retries the quote at growing intervals.
    pub(super) fn wait_for_price(&mut self) -> Next {
        let (now, stuck) = (self.now, i64::from(self.facts.policy.lifetimes.stuck));
        let since = self.tx.awaiting_rate.map_or(now, |awaiting_rate| awaiting_rate.since);
        self.tx.action = None;
        self.tx.review = None;
        if now - since >= TimeDelta::seconds(stuck) {
            self.review(ReviewReason::AwaitingRate, None);
            return Next::Changed("never_priced");
        }
        let waited = (now - since).num_seconds();
        let wait = waited.clamp(PRICE_RETRY_SECONDS.0, PRICE_RETRY_SECONDS.1);
        self.tx.awaiting_rate = Some(AwaitingRate { since, retry_at: now + TimeDelta::seconds(wait) });
        Next::Changed("price_awaited")
    }

    /// Whether a credit is outdated: its chain has reversed the payment since and not shown it again. The credit is
    /// booked, and an operator must decide before the money is used.
    pub(super) fn is_stale(&self, reference: &str) -> bool {
        let gone = |payment: &Payment| payment.reference == reference && payment.state == PaymentState::Reversed;
        let collect = self.tx.collect().filter(|collect| collect.payway.kind() == PaywayKind::Crypto);
        collect.is_some_and(|collect| collect.payments.iter().any(gone))
    }
}
