//! The meaning of the kinds of alerts for operators, as data. Pure.

use crate::backoffice::operator::model::{Action as A, Permission, Resource as R};
use crate::notify::mail::AlertKind;

/// Whether money is at risk, or customers are stopped, while it lasts. The console shows these in red.
pub(super) const fn is_urgent(kind: AlertKind) -> bool {
    !matches!(
        kind,
        AlertKind::PayoutSlow
            | AlertKind::PayoutUnconfirmed
            | AlertKind::StatementMissing
            | AlertKind::RatesDiffer
            | AlertKind::WebhookFailing
            | AlertKind::HotFull
            | AlertKind::Unmatched
    )
}

/// The permission to do something about it. Its holders get the email.
pub(super) const fn acted_on_with(kind: AlertKind) -> Permission {
    match kind {
        AlertKind::PaidTwice
        | AlertKind::PayoutUnknown
        | AlertKind::PayoutFailed
        | AlertKind::PayoutSlow
        | AlertKind::HotLow
        | AlertKind::HotFull
        | AlertKind::CardsDown
        | AlertKind::DepositSlow
        | AlertKind::PayoutUnconfirmed
        | AlertKind::RatesDiffer
        | AlertKind::Unquoted => Permission(R::Payouts, A::Read),
        AlertKind::StatementMissing => Permission(R::Treasury, A::Write),
        AlertKind::Reversed
        | AlertKind::Disputed
        | AlertKind::ChargeUnknown
        | AlertKind::WorkLate
        | AlertKind::HoldLate
        | AlertKind::DeclinesUp
        | AlertKind::WebhookFailing
        | AlertKind::Unmatched => Permission(R::Orders, A::Resolve),
        AlertKind::VerificationLate => Permission(R::Verifications, A::Propose),
    }
}
