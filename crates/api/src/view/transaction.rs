//! A transaction as its owner sees it.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use exchange::transaction as domain;
use kernel::Amount;

use super::movement::{legs, price, remedies, sink, source};
use super::payment::payout;
use crate::dto::hold::HoldInfo;
use crate::dto::make_good::MakeGood;
use crate::dto::scalar::{CurrencyCode, EndpointCode, Money, TransactionTypeCode};
use crate::dto::statement::StatementTransaction;
use crate::dto::transaction::{
    ActionInfo, ActionOption, ActionReason, Allowed, DisplayType, Failure, FeeTaken, Refund, Step, StepKind, StepState,
    SubState, Transaction, TransactionSide,
};

/// The transaction, at `now`.
pub(crate) fn transaction(transaction: &domain::Transaction, now: DateTime<Utc>) -> Transaction {
    let status = transaction.status();
    let allowed: Vec<Allowed> = transaction.allowed(now).into_iter().map(Allowed::from).collect();
    let (from, to) = sides(transaction);
    let summary = transaction.summary();
    Transaction {
        id: transaction.id.to_string(),
        reference: exchange::short_reference(transaction.id),
        kind: TransactionTypeCode(transaction.kind),
        display_type: display_type(transaction),
        side: transaction.price.direction().side().map(Into::into),
        unified: transaction.kind.is_unified(),
        status: status.into(),
        sub_state: transaction.sub_state().into(),
        headline: (&summary.headline).into(),
        paid: summary.paid.map(Money::from),
        fees_taken: summary.fees.iter().map(FeeTaken::from).collect(),
        refund: summary.refund.as_ref().map(Refund::from),
        make_good: transaction.make_good.as_ref().map(MakeGood::from),
        deposited: summary.deposited.map(Money::from),
        held: summary.held.map(Money::from),
        from,
        to,
        source: source(transaction),
        price: price(transaction),
        sink: sink(transaction),
        legs: legs(transaction),
        remedies: remedies(transaction, now),
        requisite: transaction
            .requisite()
            .map(super::requisite)
            .or_else(|| transaction.counterparty().map(super::customer)),
        parent: transaction.parent.map(|parent| parent.to_string()),
        payout: payout(transaction),
        steps: transaction.steps().iter().map(Step::from).collect(),
        action: transaction.action.as_ref().map(|action| action_info(action, &allowed)),
        hold: HoldInfo::of(transaction),
        failure: transaction.failure.as_ref().map(Failure::from),
        progress: transaction.progress(),
        expires_at: (status == domain::Status::New || status == domain::Status::Wait).then_some(transaction.expires_at),
        server_time: now,
        created_at: transaction.created_at,
        updated_at: transaction.updated_at,
        version: transaction.version,
        allowed,
    }
}

/// The transaction as shown in a statement line.
pub(crate) fn statement_transaction(transaction: &domain::Transaction) -> StatementTransaction {
    let (from, to) = sides(transaction);
    StatementTransaction {
        id: transaction.id.to_string(),
        reference: exchange::short_reference(transaction.id),
        kind: TransactionTypeCode(transaction.kind),
        display_type: display_type(transaction),
        from,
        to,
        counterparty: counterparty(transaction),
    }
}

/// Short form of the payee or payer.
fn counterparty(transaction: &domain::Transaction) -> Option<String> {
    let outside = transaction.requisite().map(exchange::requisite::Requisite::display);
    outside.or_else(|| transaction.counterparty().map(|party| party.name.clone()))
}

/// Both sides of the transaction, as ordered.
pub(crate) fn sides(transaction: &domain::Transaction) -> (TransactionSide, TransactionSide) {
    let price = &transaction.price;
    let side = |amount: Amount, payway| TransactionSide {
        amount: amount.into(),
        currency: CurrencyCode(amount.currency()),
        payway: EndpointCode(payway),
    };
    // An unmatched payment has the received amount, regardless of the order.
    let unmatched =
        transaction.parent.and_then(|_| transaction.collect()).map(|collect| (collect.expected, collect.payway.into()));
    let (given, payway) = unmatched.unwrap_or((price.from_amount, price.source));
    (side(given, payway), side(price.to_amount, price.sink))
}

pub(crate) fn display_type(transaction: &domain::Transaction) -> DisplayType {
    match transaction.display_type() {
        domain::DisplayType::Purchase => DisplayType::Purchase,
        domain::DisplayType::Sale => DisplayType::Sale,
        domain::DisplayType::Swap => DisplayType::Swap,
        domain::DisplayType::Deposit => DisplayType::Deposit,
        domain::DisplayType::Withdraw => DisplayType::Withdraw,
        domain::DisplayType::Convert => DisplayType::Convert,
        domain::DisplayType::Refund => DisplayType::Refund,
        domain::DisplayType::Transfer => DisplayType::Transfer,
    }
}

/// Why its owner must decide.
pub(crate) const fn action_reason(reason: domain::ActionReason) -> ActionReason {
    match reason {
        domain::ActionReason::Underpaid => ActionReason::Underpaid,
        domain::ActionReason::Overpaid => ActionReason::Overpaid,
        domain::ActionReason::Late => ActionReason::Late,
        domain::ActionReason::Double => ActionReason::Double,
        domain::ActionReason::OutOfLimits => ActionReason::OutOfLimits,
        domain::ActionReason::Returned => ActionReason::Returned,
        domain::ActionReason::WrongNetwork => ActionReason::WrongNetwork,
        domain::ActionReason::WrongToken => ActionReason::WrongToken,
        domain::ActionReason::SenderUnknown => ActionReason::SenderUnknown,
    }
}

impl From<DisplayType> for domain::DisplayType {
    fn from(display: DisplayType) -> Self {
        match display {
            DisplayType::Purchase => Self::Purchase,
            DisplayType::Sale => Self::Sale,
            DisplayType::Swap => Self::Swap,
            DisplayType::Deposit => Self::Deposit,
            DisplayType::Withdraw => Self::Withdraw,
            DisplayType::Convert => Self::Convert,
            DisplayType::Refund => Self::Refund,
            DisplayType::Transfer => Self::Transfer,
        }
    }
}

fn action_info(action: &domain::Action, allowed: &[Allowed]) -> ActionInfo {
    let option = |allowed: &Allowed| match allowed {
        Allowed::Refund => Some(ActionOption::Refund),
        Allowed::Deposit => Some(ActionOption::Deposit),
        Allowed::UpdateAmount => Some(ActionOption::UpdateAmount),
        Allowed::Cancel | Allowed::PayCard | Allowed::PayCode | Allowed::Appeal | Allowed::Repeat => None,
    };
    ActionInfo {
        reason: action_reason(action.reason),
        received: action.received.into(),
        expected: action.expected.into(),
        options: allowed.iter().filter_map(option).collect(),
        deadline: action.deadline,
    }
}

impl From<domain::SubState> for SubState {
    fn from(state: domain::SubState) -> Self {
        match state {
            domain::SubState::Scheduled => Self::Scheduled,
            domain::SubState::WaitingForReceiver => Self::WaitingForReceiver,
            domain::SubState::WaitingForPayment => Self::WaitingForPayment,
            domain::SubState::WaitingForApproval => Self::WaitingForApproval,
            domain::SubState::TransferSeen => Self::TransferSeen,
            domain::SubState::NetworkConfirmation => Self::NetworkConfirmation,
            domain::SubState::Paid => Self::Paid,
            domain::SubState::Sending => Self::Sending,
            domain::SubState::Sent => Self::Sent,
            domain::SubState::ActionNeeded => Self::ActionNeeded,
            domain::SubState::Refunding => Self::Refunding,
            domain::SubState::UnderReview => Self::UnderReview,
            domain::SubState::Completed => Self::Completed,
            domain::SubState::Refunded => Self::Refunded,
            domain::SubState::Deposited => Self::Deposited,
            domain::SubState::Closed => Self::Closed,
            domain::SubState::Expired => Self::Expired,
            domain::SubState::Cancelled => Self::Cancelled,
            domain::SubState::Failed => Self::Failed,
        }
    }
}

impl From<domain::Allowed> for Allowed {
    fn from(allowed: domain::Allowed) -> Self {
        match allowed {
            domain::Allowed::Cancel => Self::Cancel,
            domain::Allowed::PayCard => Self::PayCard,
            domain::Allowed::PayCode => Self::PayCode,
            domain::Allowed::Refund => Self::Refund,
            domain::Allowed::Deposit => Self::Deposit,
            domain::Allowed::UpdateAmount => Self::UpdateAmount,
            domain::Allowed::Appeal => Self::Appeal,
            domain::Allowed::Repeat => Self::Repeat,
        }
    }
}

impl From<&domain::Step> for Step {
    fn from(step: &domain::Step) -> Self {
        let numbers = [("confirmations", step.confirmations), ("required", step.required)];
        let params = numbers.into_iter().filter_map(|(name, number)| Some((name.to_owned(), number?.to_string())));
        Self {
            kind: match step.kind {
                domain::StepKind::Created => StepKind::Created,
                domain::StepKind::Payment => StepKind::Payment,
                domain::StepKind::Confirmation => StepKind::Confirmation,
                domain::StepKind::Exchange => StepKind::Exchange,
                domain::StepKind::Payout => StepKind::Payout,
                domain::StepKind::Deposit => StepKind::Deposit,
                domain::StepKind::Transfer => StepKind::Transfer,
                domain::StepKind::Refund => StepKind::Refund,
                domain::StepKind::Decision => StepKind::Decision,
                domain::StepKind::Review => StepKind::Review,
                domain::StepKind::Done => StepKind::Done,
            },
            state: match step.state {
                domain::StepState::Done => StepState::Done,
                domain::StepState::Now => StepState::Now,
                domain::StepState::Next => StepState::Next,
                domain::StepState::Failed => StepState::Failed,
                domain::StepState::Stopped => StepState::Stopped,
            },
            at: step.at,
            params: params.collect::<BTreeMap<_, _>>(),
        }
    }
}
