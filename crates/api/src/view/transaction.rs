//! A transaction as its owner sees it.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use exchange::transaction as domain;
use kernel::Amount;

use super::payment::{payment, payout};
use super::quote::rate;
use crate::dto::payment::{Payment, PaymentKind};
use crate::dto::quote::QuoteLine;
use crate::dto::scalar::{CurrencyCode, PaywayCode};
use crate::dto::transaction::{
    ActionInfo, ActionOption, ActionReason, Allowed, DisplayType, Failure, Status, Step, StepKind, StepState, SubState,
    Transaction, TransactionSide, TransactionType,
};

/// The transaction, at `now`.
pub(crate) fn transaction(transaction: &domain::Transaction, now: DateTime<Utc>) -> Transaction {
    let quote = &transaction.quote;
    let status = transaction.status();
    let allowed: Vec<Allowed> = transaction.allowed(now).into_iter().map(Allowed::from).collect();
    let side = |amount: Amount, payway| TransactionSide {
        amount: amount.into(),
        currency: CurrencyCode(amount.currency()),
        payway: PaywayCode(payway),
    };
    // A stray payment is what it brought, whatever the order was for.
    let stray = transaction.parent.and_then(|_| transaction.received());
    Transaction {
        id: transaction.id.to_string(),
        reference: exchange::short_reference(transaction.id),
        kind: match transaction.kind {
            domain::TransactionType::Exchange => TransactionType::Exchange,
            domain::TransactionType::Payin => TransactionType::Payin,
        },
        display_type: display_type(transaction),
        side: quote.side.into(),
        status: status.into(),
        sub_state: transaction.sub_state().into(),
        from: side(stray.unwrap_or(quote.from_amount), quote.from_payway),
        to: side(quote.to_amount, quote.to_payway),
        rate: rate(&quote.rate),
        rate_locked: quote.rate_locked || transaction.is_collected(),
        lines: quote.lines.iter().map(QuoteLine::from).collect(),
        requisite: super::requisite(&transaction.requisite),
        parent: transaction.parent.map(|parent| parent.to_string()),
        payment: transaction.collect().map_or_else(nothing_to_pay, payment),
        payout: payout(transaction),
        steps: transaction.steps().iter().map(Step::from).collect(),
        action: transaction.action.as_ref().map(|action| action_info(action, &allowed)),
        failure: transaction
            .failure
            .as_ref()
            .map(|failure| Failure { code: failure.code.code().to_owned(), message: failure.message.clone() }),
        progress: transaction.progress(),
        expires_at: (status == domain::Status::New || status == domain::Status::Wait).then_some(transaction.expires_at),
        server_time: now,
        created_at: transaction.created_at,
        updated_at: transaction.updated_at,
        version: transaction.version,
        allowed,
    }
}

fn display_type(transaction: &domain::Transaction) -> DisplayType {
    match (transaction.kind, transaction.quote.side) {
        (domain::TransactionType::Payin, _) => DisplayType::Deposit,
        (_, exchange::Side::Buy) => DisplayType::Purchase,
        (_, exchange::Side::Sell) => DisplayType::Sale,
        (_, exchange::Side::Swap) => DisplayType::Swap,
    }
}

/// Every type so far collects first; this is for one that does not.
fn nothing_to_pay() -> Payment {
    Payment { kind: PaymentKind::Bank, card: None, bank: None, blik: None, crypto: None }
}

fn action_info(action: &domain::Action, allowed: &[Allowed]) -> ActionInfo {
    let option = |allowed: &Allowed| match allowed {
        Allowed::Refund => Some(ActionOption::Refund),
        Allowed::Deposit => Some(ActionOption::Deposit),
        Allowed::UpdateAmount => Some(ActionOption::UpdateAmount),
        Allowed::Cancel | Allowed::PayCard | Allowed::PayBlik => None,
    };
    ActionInfo {
        reason: match action.reason {
            domain::ActionReason::Underpaid => ActionReason::Underpaid,
            domain::ActionReason::Overpaid => ActionReason::Overpaid,
            domain::ActionReason::Late => ActionReason::Late,
            domain::ActionReason::Double => ActionReason::Double,
            domain::ActionReason::OutOfLimits => ActionReason::OutOfLimits,
            domain::ActionReason::Returned => ActionReason::Returned,
        },
        received: action.received.into(),
        expected: action.expected.into(),
        options: allowed.iter().filter_map(option).collect(),
        deadline: action.deadline,
    }
}

impl From<domain::Status> for Status {
    fn from(status: domain::Status) -> Self {
        match status {
            domain::Status::New => Self::New,
            domain::Status::Wait => Self::Wait,
            domain::Status::Processing => Self::Processing,
            domain::Status::Done => Self::Done,
            domain::Status::Expired => Self::Expired,
            domain::Status::Cancelled => Self::Cancelled,
            domain::Status::Reject => Self::Reject,
            domain::Status::ActionRequired => Self::ActionRequired,
            domain::Status::Resolved => Self::Resolved,
            domain::Status::Fail => Self::Fail,
            domain::Status::Manual => Self::Manual,
        }
    }
}

impl From<domain::SubState> for SubState {
    fn from(state: domain::SubState) -> Self {
        match state {
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
            domain::Allowed::PayBlik => Self::PayBlik,
            domain::Allowed::Refund => Self::Refund,
            domain::Allowed::Deposit => Self::Deposit,
            domain::Allowed::UpdateAmount => Self::UpdateAmount,
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
                domain::StepKind::Done => StepKind::Done,
            },
            state: match step.state {
                domain::StepState::Done => StepState::Done,
                domain::StepState::Now => StepState::Now,
                domain::StepState::Next => StepState::Next,
                domain::StepState::Failed => StepState::Failed,
            },
            at: step.at,
            params: params.collect::<BTreeMap<_, _>>(),
        }
    }
}
