//! Incoming payments: events of rails about payments.

use chrono::{DateTime, Utc};
use kernel::{Amount, Network};

use super::super::failure::Failure;
use super::super::model::*;
use super::super::posting::AccountRole;
use super::{CHARGES_MAX, Draft, Next, PAYMENTS_MAX, UnmatchedPayment};
use crate::ExchangeError;
use crate::rails::{Decline, RailEvent, RailEventKind, came_by};

impl Draft<'_> {
    pub(super) fn on_rail(&mut self, event: &RailEvent) -> Result<Next, ExchangeError> {
        let about = event.kind.payment().map(str::to_owned);
        let (Some(reference), Some(reorg_epoch)) = (about, event.reorg_epoch) else {
            return self.apply_rail_event(event);
        };
        let gone = matches!(event.kind, RailEventKind::Reversed { .. });
        if self.is_outdated(&reference, reorg_epoch, gone)? {
            return Ok(Next::Nothing);
        }
        let mut next = self.apply_rail_event(event)?;
        if let Next::UnmatchedPayment(found) = &mut next {
            found.reorg_epoch = reorg_epoch;
        }
        if let Some(payment) = self.collect()?.payments.iter_mut().find(|payment| payment.reference == reference) {
            payment.reorg_epoch = payment.reorg_epoch.max(reorg_epoch);
        }
        Ok(next)
    }

    /// Whether an event is outdated: it has an older reorg epoch than the payment, or reports what the chain has
    /// reversed since.
    fn is_outdated(&mut self, reference: &str, reorg_epoch: u32, gone: bool) -> Result<bool, ExchangeError> {
        let known = self.collect()?.payments.iter().find(|payment| payment.reference == reference);
        Ok(known.is_some_and(|payment| {
            let is_gone = matches!(payment.state, PaymentState::Reversed | PaymentState::TakenBack);
            reorg_epoch < payment.reorg_epoch || (reorg_epoch == payment.reorg_epoch && is_gone && !gone)
        }))
    }

    fn apply_rail_event(&mut self, event: &RailEvent) -> Result<Next, ExchangeError> {
        match &event.kind {
            // A payment on another network is reported when it is final: it never pays this order.
            RailEventKind::Seen { .. } if self.other_network(&event.rail).is_some() => Ok(Next::Nothing),
            RailEventKind::Seen { amount, confirmations, required, txid } => {
                self.seen(*amount, *confirmations, *required, txid)
            }
            RailEventKind::Credited { amount, reference, payer } => {
                let stale = event.reorg_epoch.is_none() && self.is_stale(reference);
                let other_network = self.other_network(&event.rail);
                self.credited(event.charge, other_network, *amount, reference, payer.as_deref(), stale)
            }
            RailEventKind::Declined { reason } => self.declined(event.charge, reason),
            RailEventKind::Reversed { reference } => self.reversed(reference),
            RailEventKind::PayoutSent { reference } if self.tx.awaits_clearing() => self.cleared(reference),
            RailEventKind::PayoutFailed { .. } if self.tx.awaits_clearing() => self.not_cleared(Ending::Cancelled),
            RailEventKind::PayoutSettled { .. } if self.tx.awaits_clearing() => {
                self.cleared("")?;
                Ok(self.payout_settled(event.leg, None))
            }
            RailEventKind::Unclear { reference, amount, detail } => {
                self.unclear(event.charge, (reference, *amount, detail))
            }
            RailEventKind::Disputed { dispute } => self.disputed(dispute),
            RailEventKind::PayoutSent { reference } => Ok(self.payout_sent(event.leg, reference)),
            RailEventKind::PayoutConfirmations { confirmations, required } => {
                Ok(self.payout_confirmations(event.leg, *confirmations, *required))
            }
            RailEventKind::PayoutSettled { network_cost } => Ok(self.payout_settled(event.leg, *network_cost)),
            RailEventKind::PayoutFailed { reason } => Ok(self.payout_failed(event.leg, reason)),
        }
    }

    /// The network on which a payment came, if it is not the one of the order's address. The rail of a chain has the
    /// network's code.
    fn other_network(&self, rail: &str) -> Option<Network> {
        let given = self.tx.collect()?.payway.network()?;
        rail.parse().ok().filter(|network| *network != given)
    }

    /// Whether a payment still belongs to this order: the order is open, or has only expired, and is not paid.
    fn takes_payments(&self) -> bool {
        let open = matches!(self.tx.ending, None | Some(Ending::Expired));
        let untouched = self.tx.payouts().all(|(_, leg)| leg.state == PayOutState::Planned) && !self.tx.is_collected();
        open && untouched && self.tx.parent.is_none()
    }

    fn seen(&mut self, amount: Amount, confirmations: u32, required: u32, txid: &str) -> Result<Next, ExchangeError> {
        let now = self.now;
        let takes = self.takes_payments();
        let has_expired = self.tx.ending == Some(Ending::Expired);
        let collect = self.collect()?;
        if !takes || amount.currency() != collect.expected.currency() {
            return Ok(Next::Nothing);
        }
        if let Some(payment) = collect.payments.iter_mut().find(|payment| payment.reference == txid) {
            let known = payment.confirmations >= confirmations && payment.state == PaymentState::Seen;
            if payment.state == PaymentState::Credited || (known && payment.required == required) {
                return Ok(Next::Nothing);
            }
            if payment.state == PaymentState::TakenBack {
                // It was spent, so only a new credit counts.
                return Ok(Next::Nothing);
            }
            payment.come_again(has_expired, now);
            (payment.state, payment.amount, payment.credited_at) = (PaymentState::Seen, amount, None);
            (payment.confirmations, payment.required) = (confirmations, required);
            return Ok(Next::Changed("payment_confirmed"));
        }
        if collect.payments.len() >= PAYMENTS_MAX {
            return Ok(Next::Nothing);
        }
        let state = PaymentState::Seen;
        let (reference, seen_at) = (txid.to_owned(), now);
        let payment = Payment {
            reference,
            amount,
            confirmations,
            required,
            state,
            payer: None,
            seen_at,
            credited_at: None,
            reorg_epoch: 0,
        };
        collect.payments.push(payment);
        Ok(Next::Changed("payment_seen"))
    }

    pub(super) fn credited(
        &mut self,
        charge: Option<u16>,
        other_network: Option<Network>,
        amount: Amount,
        reference: &str,
        payer: Option<&str>,
        stale: bool,
    ) -> Result<Next, ExchangeError> {
        let now = self.now;
        let takes = self.takes_payments() && other_network.is_none();
        let (is_unmatched, has_expired) = (self.tx.parent.is_some(), self.tx.ending == Some(Ending::Expired));
        let collect = self.collect()?;
        let payway = collect.payway;
        let full = collect.payments.len() >= PAYMENTS_MAX;
        let fits = amount.currency() == collect.expected.currency() && amount.is_positive();
        let known = collect.payments.iter_mut().find(|payment| payment.reference == reference);
        if known.as_ref().is_some_and(|payment| payment.state == PaymentState::Credited) {
            return Ok(Next::Nothing);
        }
        if known.as_ref().is_some_and(|payment| payment.state == PaymentState::TakenBack) {
            return Ok(self.credited_again(reference));
        }
        if is_unmatched && known.is_some() {
            return self.unmatched_again(reference);
        }
        if !takes || !fits || (known.is_none() && full) {
            let (reference, payer) = (reference.to_owned(), payer.map(str::to_owned));
            let payway = came_by(payway, other_network.or(payway.network()), amount.currency());
            let reason = self.unmatched_reason(payway, amount.currency());
            return Ok(Next::UnmatchedPayment(UnmatchedPayment {
                payway,
                amount,
                reference,
                payer,
                reason,
                reorg_epoch: 0,
            }));
        }
        let credited = |payment: &mut Payment| {
            payment.come_again(has_expired, now);
            (payment.amount, payment.state, payment.credited_at) = (amount, PaymentState::Credited, Some(now));
            payment.confirmations = payment.confirmations.max(payment.required);
            payment.payer = payer.map(|name| name.chars().take(200).collect());
        };
        if let Some(payment) = known {
            credited(payment);
        } else {
            let (state, reference) = (PaymentState::Credited, reference.to_owned());
            let (seen_at, credited_at) = (now, Some(now));
            let mut payment = Payment {
                reference,
                amount,
                confirmations: 0,
                required: 0,
                state,
                payer: None,
                seen_at,
                credited_at,
                reorg_epoch: 0,
            };
            credited(&mut payment);
            collect.payments.push(payment);
        }
        self.come_back()?;
        let place = self.payments_account();
        self.post(AccountRole::Rail(payway), place, amount, "collect");
        self.tx.failure = None;
        if self.is_contested(charge) {
            return Ok(self.contested(reference));
        }
        if stale {
            return Ok(self.credited_late(reference));
        }
        if self.tx.is_unidentified() {
            return Ok(self.unidentified());
        }
        self.match_payment()
    }

    /// Books the captured money of an earlier charge and leaves the rest to an operator.
    fn contested(&mut self, reference: &str) -> Next {
        self.tx.action = None;
        let detail = format!("{reference} was captured after it had been declined, while another charge was under way");
        self.review(ReviewReason::ChargeUnknown, Some(detail));
        Next::Changed("charge_contested")
    }

    /// A credit of a payment that its chain has reversed: an operator must decide before it is used.
    fn credited_late(&mut self, reference: &str) -> Next {
        if self.tx.ending == Some(Ending::Expired) {
            self.tx.ending = None;
        }
        self.tx.action = None;
        self.review(ReviewReason::Reversed, Some(format!("{reference} was credited after it had gone")));
        Next::Changed("credited_after_reversal")
    }

    /// Restores a payment that was reversed after it was spent, and books the loss back.
    fn credited_again(&mut self, reference: &str) -> Next {
        let Ok(collect) = self.collect() else { return Next::Nothing };
        let payway = collect.payway;
        let Some(payment) = collect.payments.iter_mut().find(|payment| payment.reference == reference) else {
            return Next::Nothing;
        };
        payment.state = PaymentState::Credited;
        let amount = payment.amount;
        self.post(AccountRole::Rail(payway), AccountRole::Adjustment, amount, "collect_restored");
        if !self.tx.is_taken_back() {
            // A refund keeps its review until it is settled.
            if !self.tx.is_refunding() {
                self.clear_review(ReviewReason::Reversed);
            }
            self.look_again();
            // The result may have been paid out meanwhile, and then no further event would end the transaction.
            self.settle();
        }
        Next::Changed("payment_restored")
    }

    /// Whether the credit does not come from the charge in progress, but from an earlier one captured after a decline.
    /// The outcome of the later charge is then unknown, and an operator must decide before the money is used.
    fn is_contested(&self, charge: Option<u16>) -> bool {
        let Some(collect) = self.tx.collect() else { return false };
        let earlier = collect.is_charging() && charge.is_some_and(|charge| charge < collect.charge());
        let credited = collect.payments.iter().filter(|payment| payment.state == PaymentState::Credited).count();
        let unknown = |review: &Review| review.reason == ReviewReason::ChargeUnknown;
        earlier || (credited > 1 && self.tx.review.as_ref().is_some_and(unknown))
    }

    /// The last charge was declined. The payer may try another card or code until the order ends. Ignores a decline of
    /// an earlier charge. An event without a charge number refers to the first.
    fn declined(&mut self, charge: Option<u16>, reason: &Decline) -> Result<Next, ExchangeError> {
        let open = self.tx.ending.is_none();
        let lives = self.tx.review.is_none() && self.now < self.tx.expires_at;
        let collect = self.collect()?;
        let asked = collect.is_charging() && charge.unwrap_or(1) == collect.charge();
        if !open || !asked || collect.payments.iter().any(|payment| payment.state != PaymentState::Reversed) {
            return Ok(Next::Nothing);
        }
        collect.state = CollectState::Declined;
        collect.charges = collect.charge();
        match &mut collect.instructions {
            Instructions::Card { launch, .. } => *launch = None,
            Instructions::Code { launch, approve_until, .. } => (*launch, *approve_until) = (None, None),
            _ => {}
        }
        let again = lives && collect.charges < CHARGES_MAX;
        self.tx.failure = Some(Failure::declined(collect.payway.kind(), reason));
        if !again {
            self.tx.review = None;
            self.tx.ending = Some(Ending::Failed);
        }
        Ok(Next::Changed("declined"))
    }

    /// Reverses a payment. After a payment that was only seen, the order waits again. A credited payment is taken out
    /// of transit, or is booked as a loss if its money was spent; either way an operator must look.
    fn reversed(&mut self, reference: &str) -> Result<Next, ExchangeError> {
        let given_back = self.tx.payouts().any(|(_, leg)| leg.state.in_flight() || leg.state == PayOutState::Settled);
        let spent = self.tx.is_collected() || self.tx.ending.is_some() || given_back;
        let left = self.tx.available().map_or(0, Amount::atoms);
        // An unmatched payment that is credited again raises the same question again.
        let is_unmatched = self.tx.parent.is_some();
        let collect = self.collect()?;
        let payway = collect.payway;
        let Some(payment) = collect.payments.iter_mut().find(|payment| payment.reference == reference) else {
            return Ok(Next::Nothing);
        };
        let (state, amount) = (payment.state, payment.amount);
        if matches!(state, PaymentState::Reversed | PaymentState::TakenBack) {
            return Ok(Next::Nothing);
        }
        // A refund's network fee may have consumed a part; then the whole payment is booked as lost.
        let spent = spent || left < payment.amount.atoms();
        let lost = spent && state == PaymentState::Credited;
        payment.state = if lost { PaymentState::TakenBack } else { PaymentState::Reversed };
        payment.confirmations = 0;
        if state == PaymentState::Seen {
            return Ok(Next::Changed("payment_gone"));
        }
        let from = if spent { AccountRole::Adjustment } else { self.payments_account() };
        self.post(from, AccountRole::Rail(payway), amount, "collect_reversed");
        if self.tx.ending.is_none() && !is_unmatched {
            self.tx.action = None;
        }
        self.review(ReviewReason::Reversed, Some(reference.to_owned()));
        Ok(Next::Changed("payment_reversed"))
    }
}

impl Payment {
    /// A reversed payment that comes again after its order has expired without it: the customer did not pay in time.
    fn come_again(&mut self, has_expired: bool, now: DateTime<Utc>) {
        if has_expired && self.state == PaymentState::Reversed {
            self.seen_at = now;
        }
    }
}
