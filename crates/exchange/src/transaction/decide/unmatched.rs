//! Unmatched payments: a duplicate, a payment for a closed order, a returned payout. Each becomes a transaction of its
//! own, so that a finished order stays finished and no money is lost.

use chrono::{DateTime, Utc};
use kernel::{Amount, Currency, Payway, TransactionId};

use super::super::model::*;
use super::super::posting::AccountRole;
use super::{Decision, Draft, Facts, Next};
use crate::ExchangeError;

/// A payment that no open order matches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnmatchedPayment {
    /// The payway it came by; for a returned payout, the payway of the payout.
    pub payway: Payway,
    /// The amount.
    pub amount: Amount,
    /// The rail's reference.
    pub reference: String,
    /// The payer, if the rail reports one.
    pub payer: Option<String>,
    /// Why no order matches.
    pub reason: ActionReason,
    /// The reorg epoch of the event; zero on rails without epochs.
    pub reorg_epoch: u32,
}

impl Draft<'_> {
    /// An unmatched payment is credited again after a reversal, and its owner is asked again. If an operator has closed
    /// it, the money goes to quarantine.
    pub(super) fn unmatched_again(&mut self, reference: &str) -> Result<Next, ExchangeError> {
        let now = self.now;
        let collect = self.collect()?;
        let payway = collect.payway;
        let known = collect.payments.iter_mut().find(|payment| payment.reference == reference);
        let Some(payment) = known.filter(|payment| payment.state == PaymentState::Reversed) else {
            return Ok(Next::Nothing);
        };
        (payment.state, payment.credited_at) = (PaymentState::Credited, Some(now));
        let amount = payment.amount;
        if self.tx.ending.is_some() {
            self.post(AccountRole::Rail(payway), AccountRole::Quarantine, amount, "collect");
            return Ok(Next::Changed("unmatched_payment_again"));
        }
        let place = self.payments_account();
        self.post(AccountRole::Rail(payway), place, amount, "collect");
        self.clear_review(ReviewReason::Reversed);
        if self.tx.is_unidentified() {
            return Ok(self.unidentified());
        }
        if let Some(action) = self.tx.action.take() {
            let _ = self.ask(action.reason, amount);
        } else {
            self.review(ReviewReason::NoAnswer, None);
        }
        Ok(Next::Changed("unmatched_payment_again"))
    }

    /// Why a payment of `currency` that came by `payway` does not match this order.
    pub(super) fn unmatched_reason(&self, payway: Payway, currency: Currency) -> ActionReason {
        let given = self.tx.collect();
        if given.is_some_and(|collect| collect.payway.network() != payway.network()) {
            return ActionReason::WrongNetwork;
        }
        if given.is_some_and(|collect| collect.expected.currency() != currency && collect.payway.network().is_some()) {
            return ActionReason::WrongToken;
        }
        let paid = self.tx.is_collected() || self.tx.received().is_some_and(Amount::is_positive);
        if paid { ActionReason::Double } else { ActionReason::Late }
    }
}

/// Opens the transaction that holds an unmatched payment of `parent`. The customer may refund it or keep it on the
/// balance. If its rail does not carry the currency, or the tenant does not take it, an operator must look.
///
/// # Errors
/// Only internal errors.
pub fn unmatched_payment(
    parent: &Transaction,
    id: TransactionId,
    unmatched_payment: &UnmatchedPayment,
    facts: &Facts,
    now: DateTime<Utc>,
) -> Result<Decision, ExchangeError> {
    let payway = unmatched_payment.payway;
    let instructions = parent.collect().map(|collect| collect.instructions.clone());
    let payment = Payment {
        reference: unmatched_payment.reference.clone(),
        amount: unmatched_payment.amount,
        confirmations: 0,
        required: 0,
        state: PaymentState::Credited,
        payer: unmatched_payment.payer.clone(),
        seen_at: now,
        credited_at: Some(now),
        reorg_epoch: unmatched_payment.reorg_epoch,
    };
    let collect = Collect {
        payway,
        expected: unmatched_payment.amount,
        state: CollectState::Closed,
        instructions: instructions.unwrap_or(Instructions::unpaid_code()),
        charges: 0,
        payments: vec![payment],
        // The customer named it for this payment, which the order cannot take any more.
        refund_to: parent.collect().filter(|own| own.payway == payway).and_then(|own| own.refund_to.clone()),
    };
    // A further payment beside an unidentified one is unidentified too: it keeps the credit leg without a receiver.
    let unowned = parent.legs.iter().filter(|leg| parent.is_unidentified() && leg.awaits_receiver());
    let legs = |collect| std::iter::once(Leg::Collect(Box::new(collect))).chain(unowned.clone().cloned()).collect();
    let kind = if parent.is_unidentified() { parent.kind } else { TransactionType::unmatched_payment() };
    let before = legs(Collect { payments: Vec::new(), state: CollectState::Waiting, ..collect.clone() });
    let made = Transaction::new((id, parent.profile), kind, parent.price.clone(), before, (now, now));
    let blank = Transaction { parent: Some(parent.id), ..made };
    let mut draft = Draft::new(&blank, facts, now);
    draft.tx.legs = legs(collect);
    let place = draft.payments_account();
    draft.post(AccountRole::Rail(payway), place, unmatched_payment.amount, "collect");
    if draft.tx.is_unidentified() {
        let _ = draft.unidentified();
    } else {
        match fits(unmatched_payment, facts) {
            Ok(()) => drop(draft.ask(unmatched_payment.reason, unmatched_payment.amount)),
            Err(plain) => draft.review(ReviewReason::WrongPayment, Some(plain)),
        }
    }
    draft.finish(&blank, "unmatched_payment")
}

/// Whether the customer may choose: the payway carries the currency and, for coins that were sent in another way than
/// ordered, the tenant takes them. The error says why not, for operators.
fn fits(unmatched_payment: &UnmatchedPayment, facts: &Facts) -> Result<(), String> {
    let (payway, currency) = (unmatched_payment.payway, unmatched_payment.amount.currency());
    match unmatched_payment.reason {
        ActionReason::WrongNetwork | ActionReason::WrongToken => facts.policy.takes(payway, currency),
        _ if payway.supports(currency) => Ok(()),
        _ => Err(unmatched_payment.reference.clone()),
    }
}
