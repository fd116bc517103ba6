//! State derived from the legs: status, sub-state, progress, permitted actions.

use chrono::{DateTime, TimeDelta, Utc};
use kernel::{Amount, Endpoint};

use super::dispute::DisputedMoney;
use super::model::*;
use super::posting::AccountRole;
use super::source::{Source, Stage};
use super::status::{Status, SubState};
use crate::policy::Lifetimes;
use crate::requisite::Requisite;
use crate::transaction_type::SourceKind;

/// The owner is told of an ordered payout that is not sent after this time.
const PAYOUT_DELAYED: TimeDelta = TimeDelta::minutes(15);

impl Transaction {
    /// The specification's status. In order of precedence: the ending, an open review, an open decision, the progress
    /// of the payment.
    #[must_use]
    pub fn status(&self) -> Status {
        if let Some(ending) = self.ending {
            return match ending {
                Ending::Completed => Status::Done,
                Ending::Expired => Status::Expired,
                Ending::Cancelled => Status::Cancelled,
                Ending::Rejected => Status::Reject,
                Ending::Failed => Status::Fail,
                Ending::Refunded | Ending::Deposited | Ending::Closed => Status::Resolved,
            };
        }
        if self.review.is_some() {
            return Status::Manual;
        }
        if self.action.is_some() {
            return Status::ActionRequired;
        }
        match self.source().map(Source::stage) {
            Some(Stage::Here) => Status::Processing,
            Some(Stage::Coming) => Status::Wait,
            Some(Stage::Untouched) | None => Status::New,
        }
    }

    /// The specification's sub-state.
    #[must_use]
    pub fn sub_state(&self) -> SubState {
        match self.status() {
            Status::New if self.awaits_receiver() => SubState::WaitingForReceiver,
            Status::New | Status::Wait => self.source().map_or(SubState::WaitingForPayment, Source::waits_for),
            Status::Processing => self.processing_sub_state(),
            Status::ActionRequired if self.is_refunding() => SubState::Refunding,
            Status::ActionRequired => SubState::ActionNeeded,
            Status::Manual if self.is_refunding() => SubState::Refunding,
            Status::Manual => SubState::UnderReview,
            Status::Done => SubState::Completed,
            Status::Expired => SubState::Expired,
            Status::Cancelled => SubState::Cancelled,
            Status::Reject => SubState::Closed,
            Status::Fail => SubState::Failed,
            Status::Resolved => match self.ending {
                Some(Ending::Refunded) => SubState::Refunded,
                Some(Ending::Deposited) => SubState::Deposited,
                _ => SubState::Closed,
            },
        }
    }

    fn processing_sub_state(&self) -> SubState {
        if self.awaiting_rate.is_none() && !self.is_collected() {
            return SubState::NetworkConfirmation;
        }
        match self.result_leg().map(|(_, leg)| leg.state) {
            Some(PayOutState::Sending | PayOutState::Unknown) => SubState::Sending,
            Some(PayOutState::Sent | PayOutState::Settled) => SubState::Sent,
            _ => SubState::Paid,
        }
    }

    /// Percent of the progress bar (specification, "Screens and routes"): 60 payment, 80 processing, 100 final.
    #[must_use]
    pub fn progress(&self) -> u8 {
        match self.status() {
            Status::New | Status::Wait => 60,
            Status::Processing | Status::ActionRequired | Status::Manual => 80,
            _ => 100,
        }
    }

    /// The leg that debits the balance.
    #[must_use]
    pub fn draw(&self) -> Option<&Draw> {
        self.legs.iter().find_map(|leg| if let Leg::Draw(draw) = leg { Some(draw) } else { None })
    }

    /// Every leg that debits a balance, in the order of spending. All of them are in the same state.
    pub fn draws(&self) -> impl Iterator<Item = &Draw> {
        self.legs.iter().filter_map(|leg| if let Leg::Draw(draw) = leg { Some(draw) } else { None })
    }

    /// Whether it is a purchase that the issuer of the card has authorised and not cleared.
    #[must_use]
    pub fn awaits_clearing(&self) -> bool {
        let is_planned = |leg: &PayOut| leg.state == PayOutState::Planned && leg.to.is_issuer();
        self.ending.is_none() && self.payouts().any(|(_, leg)| is_planned(leg))
    }

    /// Every credit, planned ones included.
    pub(super) fn credits(&self) -> impl Iterator<Item = &Credit> {
        self.legs.iter().filter_map(|leg| if let Leg::Credit(credit) = leg { Some(credit) } else { None })
    }

    /// Whether it is a deposit without an order, to a permanent address or account.
    #[must_use]
    pub fn is_arrival(&self) -> bool {
        self.kind.source() == SourceKind::Arrival
    }

    /// Whether it is an unidentified payment: it arrived, and its owner is unknown.
    #[must_use]
    pub fn is_unidentified(&self) -> bool {
        self.is_arrival() && self.awaits_receiver()
    }

    /// Whether its money is in quarantine instead of transit: until it is assigned or its refund is ordered.
    #[must_use]
    pub fn is_quarantined(&self) -> bool {
        self.is_unidentified() && self.payouts().next().is_none()
    }

    /// The external destination of its result; `None` if the result is credited to a balance.
    #[must_use]
    pub fn requisite(&self) -> Option<&Requisite> {
        self.payouts().find_map(|(_, payout)| match &payout.to {
            Destination::Requisite(requisite) => Some(requisite),
            Destination::Payer { .. } | Destination::Issuer { .. } | Destination::Refund(_) => None,
        })
    }

    /// The leg by which money comes in.
    #[must_use]
    pub fn collect(&self) -> Option<&Collect> {
        self.legs.iter().find_map(|leg| if let Leg::Collect(collect) = leg { Some(&**collect) } else { None })
    }

    /// Every payout with its leg index, refunds included.
    pub fn payouts(&self) -> impl DoubleEndedIterator<Item = (u16, &PayOut)> {
        self.legs.iter().enumerate().filter_map(|(at, leg)| match leg {
            Leg::PayOut(payout) => Some((u16::try_from(at).ok()?, &**payout)),
            _ => None,
        })
    }

    /// The current payout of the result: the latest one.
    #[must_use]
    pub fn result_leg(&self) -> Option<(u16, &PayOut)> {
        self.payouts().rfind(|(_, payout)| !payout.to.is_refund())
    }

    /// Whether a refund is in flight.
    #[must_use]
    pub fn is_refunding(&self) -> bool {
        self.payouts().any(|(_, payout)| payout.to.is_refund() && payout.state.in_flight())
    }

    /// Whether any payout is in flight.
    #[must_use]
    pub fn is_paying(&self) -> bool {
        self.payouts().any(|(_, payout)| payout.state.in_flight())
    }

    /// Whether the source money was passed on: to the conversion, or to the destination.
    #[must_use]
    pub fn is_collected(&self) -> bool {
        self.source().is_some_and(Source::is_passed_on)
    }

    /// The sum of the credited payments, including those reversed after they were spent, in the collect leg's currency.
    /// For a draw, the amount debited from the balance.
    #[must_use]
    pub fn received(&self) -> Option<Amount> {
        self.source().map(Source::received)
    }

    /// The amount that is on its way to the balance of its owner: its payment was begun, and is not credited yet.
    #[must_use]
    pub fn coming(&self) -> Option<Amount> {
        if !matches!(self.status(), Status::Wait | Status::Processing) {
            return None;
        }
        let planned = self.credits().find(|credit| credit.done_at.is_none() && credit.is_own_balance());
        planned.map(|credit| credit.amount)
    }

    /// The amount in transit that no payout reserves. Before the exchange it is in the given currency, afterwards in
    /// the received one.
    #[must_use]
    pub fn available(&self) -> Option<Amount> {
        if self.ending.is_some() { None } else { self.left() }
    }

    /// The amount that no leg has used: in transit, or in quarantine after an operator closed the transaction.
    pub(super) fn left(&self) -> Option<Amount> {
        let start = if self.is_collected() { self.price.to_amount } else { self.received()? };
        let taken: i128 = self.legs.iter().map(|leg| taken(leg, start)).sum();
        Some(Amount::new(start.atoms() - taken, start.currency()))
    }

    /// The actions that the customer may take now.
    #[must_use]
    pub fn allowed(&self, now: DateTime<Utc>) -> Vec<Allowed> {
        let pay = self.source().filter(|_| now < self.expires_at).and_then(Source::allows);
        match self.status() {
            // A deposit without an order cannot be cancelled, and a purchase only by its shop.
            Status::New if self.is_arrival() || self.awaits_clearing() => Vec::new(),
            Status::New => [Some(Allowed::Cancel), pay].into_iter().flatten().collect(),
            Status::Wait => pay.into_iter().collect(),
            Status::ActionRequired if !self.is_refunding() => {
                let mut all = vec![Allowed::Refund, Allowed::Deposit];
                if self.can_update_amount() {
                    all.push(Allowed::UpdateAmount);
                }
                all.push(Allowed::Appeal);
                all
            }
            Status::Manual => vec![Allowed::Appeal],
            Status::Done | Status::Expired | Status::Cancelled | Status::Reject | Status::Fail if self.is_ordered() => {
                vec![Allowed::Repeat]
            }
            _ => Vec::new(),
        }
    }

    /// Whether its owner ordered it between payways and their own balances, so that the same can be ordered again. False
    /// for a payment that arrived by itself, a transfer, a refund, a purchase by card, and money of a product.
    fn is_ordered(&self) -> bool {
        let is_own = |end: Endpoint| end.is_balance() || end.payway().is_some();
        let is_by_issuer = self.payouts().any(|(_, leg)| leg.to.is_issuer());
        let ends = [self.price.source, self.price.sink];
        self.parent.is_none() && !self.is_arrival() && !is_by_issuer && ends.into_iter().all(is_own)
    }

    /// Whether it holds an unmatched payment of another transaction.
    #[must_use]
    pub fn is_unmatched(&self) -> bool {
        self.parent.is_some() && self.collect().is_some()
    }

    /// Whether it refunds another transaction after that one has ended.
    #[must_use]
    pub fn is_refund(&self) -> bool {
        self.parent.is_some() && self.collect().is_none()
    }

    /// How lists and screens name it.
    #[must_use]
    pub fn display_type(&self) -> DisplayType {
        if self.is_refund() {
            return DisplayType::Refund;
        }
        self.kind.display(self.price.direction().side())
    }

    /// Whether the received amount can still be exchanged. Duplicate payments, returned payouts and deposits without an
    /// order cannot.
    #[must_use]
    pub fn can_update_amount(&self) -> bool {
        !self.is_unmatched() && self.action.is_some() && !self.is_arrival()
    }

    /// The next deadline, at which the sweeper must process the transaction.
    #[must_use]
    pub fn due_at(&self, lifetimes: &Lifetimes) -> Option<DateTime<Utc>> {
        match self.status() {
            Status::Processing if self.awaiting_rate.is_some() => {
                self.awaiting_rate.map(|awaiting_rate| awaiting_rate.retry_at)
            }
            Status::New | Status::Wait | Status::Processing if !self.is_collected() => {
                self.source().map(|source| source.due_at(self.expires_at, lifetimes))
            }
            Status::Processing => self.payouts().filter_map(|(_, leg)| leg.due_at(lifetimes)).min(),
            Status::ActionRequired if self.is_refunding() => {
                self.payouts().filter_map(|(_, leg)| leg.due_at(lifetimes)).min()
            }
            Status::ActionRequired => self.action.as_ref().map(|action| action.deadline),
            _ => None,
        }
    }
}

impl Transaction {
    /// Whether a payment was reversed after it had been spent, and has not been credited again.
    #[must_use]
    pub fn is_taken_back(&self) -> bool {
        let gone = |payment: &Payment| payment.state == PaymentState::TakenBack;
        self.collect().is_some_and(|collect| collect.payments.iter().any(gone))
    }

    /// Whether a payout may still be handed to its rail: it is ordered, not sent, not replaced, and the payment that
    /// funds it is not reversed. On a chain it may also be sent or settled: custody asks again after it has proved that
    /// the first transaction can never confirm, and then sends a replacement, whatever the state of the order. Callers
    /// check this immediately before they call the rail.
    #[must_use]
    pub fn may_pay_out(&self, leg: u16) -> bool {
        let ordered = |payout: &PayOut| match payout.state {
            PayOutState::Sending | PayOutState::Unknown => self.ending.is_none(),
            PayOutState::Sent | PayOutState::Settled => payout.payway.network().is_some(),
            PayOutState::Planned | PayOutState::Failed => false,
        };
        let found = self.payouts().find(|(at, _)| *at == leg);
        let wanted = found.is_some_and(|(_, payout)| ordered(payout) && payout.replaced_by.is_none());
        wanted && !self.is_taken_back() && !self.is_disputed()
    }

    /// The sum that acquirers hold for open disputes; `None` without one.
    #[must_use]
    pub fn disputed_amount(&self) -> Option<Amount> {
        let held = self.disputes.iter().filter(|dispute| dispute.is_open() && dispute.money == DisputedMoney::Held);
        held.map(|dispute| dispute.report.amount).reduce(|sum, one| sum.checked_add(one).unwrap_or(sum))
    }

    /// Whether money of its payments is held or lost by a dispute.
    #[must_use]
    pub fn is_disputed(&self) -> bool {
        self.disputes.iter().any(|dispute| dispute.money != DisputedMoney::Kept)
    }
}

impl PayOut {
    /// The account of the rail that it leaves by.
    pub(super) fn rail(&self) -> AccountRole {
        if self.to.is_issuer() { AccountRole::Issuer } else { AccountRole::Rail(self.payway) }
    }

    fn due_at(&self, lifetimes: &Lifetimes) -> Option<DateTime<Utc>> {
        let silent = self.silent_at(lifetimes)?;
        Some(self.told_at().map_or(silent, |told| told.min(silent)))
    }

    /// When the owner is told that it takes longer; `None` if it is sent, or the owner has been told.
    pub(super) fn told_at(&self) -> Option<DateTime<Utc>> {
        let waits = self.state == PayOutState::Sending && self.delay.is_none();
        Some(self.started_at.filter(|_| waits)? + PAYOUT_DELAYED)
    }

    /// When an operator must look.
    pub(super) fn silent_at(&self, lifetimes: &Lifetimes) -> Option<DateTime<Utc>> {
        let (since, seconds) = match self.state {
            PayOutState::Sending => (self.started_at?, lifetimes.stuck),
            PayOutState::Sent => (self.sent_at?, lifetimes.settling),
            _ => return None,
        };
        Some(since + TimeDelta::seconds(i64::from(seconds)))
    }
}

/// The amount that a leg has used or reserves from transit, in the currency of `start`.
fn taken(leg: &Leg, start: Amount) -> i128 {
    let amount = match leg {
        Leg::PayOut(payout) if payout.state.in_flight() || payout.state == PayOutState::Settled => payout.amount,
        Leg::Credit(credit) if credit.done_at.is_some() => credit.amount,
        Leg::Fee(fee) => fee.amount,
        _ => return 0,
    };
    if amount.currency() == start.currency() { amount.atoms() } else { 0 }
}
