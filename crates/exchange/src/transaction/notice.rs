//! The mails to the owner of a transaction, derived from its summary. Pure.

use identity::mail::{DelayReason, NeedsOwner, OrderEvent, OrderNotice, PromiseKept};
use kernel::{Amount, TenantId};
use store::JobSpec;

use super::model::*;
use crate::guarantee::MakeGoodKind;
use crate::requisite::Requisite;
use crate::short_reference;

/// The mail that a change triggers: the transaction completed, its money took another route, it needs its owner, it
/// failed, or an operator looks at it. Changes that the owner made on the page trigger no mail.
pub(super) fn notice(before: Option<&Transaction>, after: &Transaction) -> Option<OrderEvent> {
    if after.ending.is_some() {
        return after
            .ending
            .filter(|_| before.is_none_or(|before| before.ending.is_none()))
            .and_then(|how| ended(after, how));
    }
    if let Some(action) = after.action.as_ref().filter(|_| before.is_none_or(|before| before.action.is_none())) {
        return Some(OrderEvent::NeedsOwner {
            why: needs(action.reason),
            received: action.received,
            expected: action.expected,
            deadline: action.deadline,
        });
    }
    let is_news = after.review.is_some() && before.is_none_or(|before| before.review.is_none());
    if is_news {
        return Some(OrderEvent::UnderReview { paid: after.summary().paid });
    }
    after.review.is_none().then(|| delayed(before, after)).flatten()
}

/// A payout that takes longer since this change.
fn delayed(before: Option<&Transaction>, after: &Transaction) -> Option<OrderEvent> {
    let known = |at: u16| before.and_then(|before| before.payouts().find(|(place, _)| *place == at)?.1.delay);
    let (_, leg) = after.payouts().find(|(at, leg)| leg.delay.is_some() && known(*at).is_none())?;
    let why = match leg.delay? {
        PayoutDelay::PaywayOff => DelayReason::PaywayOff,
        PayoutDelay::NotTaken => DelayReason::NotTaken,
    };
    Some(OrderEvent::PayoutDelayed { amount: leg.amount, by: leg.payway, why })
}

fn ended(after: &Transaction, how: Ending) -> Option<OrderEvent> {
    let summary = after.summary();
    let amount = summary.headline.amount;
    match how {
        Ending::Completed => {
            if let Some(payer) =
                after.draw().and_then(|draw| draw.payer.as_ref()).filter(|_| after.receiver().is_none())
            {
                return Some(OrderEvent::Received { amount, from: payer.name.clone() });
            }
            let place = after.result_leg().and_then(|(_, leg)| match &leg.to {
                Destination::Requisite(Requisite::Code) => Some(leg.payway.name().to_owned()),
                Destination::Requisite(requisite) | Destination::Refund(requisite) => Some(requisite.display()),
                Destination::Payer { .. } | Destination::Issuer { .. } => None,
            });
            let place = place.or_else(|| after.receiver().map(|party| party.name.clone()));
            Some(OrderEvent::Done { received: amount, paid: summary.paid, place, promise: promise(after) })
        }
        Ending::Refunded => summary.refund.map(|refund| OrderEvent::Refunded {
            amount: refund.amount,
            cost: refund.cost,
            place: refund.to.map(|requisite| requisite.display()),
        }),
        Ending::Deposited => summary.deposited.map(|amount| OrderEvent::Deposited { amount }),
        Ending::Failed if after.collect().is_some_and(|collect| collect.state == CollectState::Declined) => {
            let reason = after.failure.as_ref().and_then(|failure| failure.reason);
            Some(OrderEvent::Declined { reason: reason.map(|reason| reason.code().to_owned()) })
        }
        Ending::Closed | Ending::Rejected | Ending::Failed => Some(OrderEvent::Closed { held: summary.held }),
        Ending::Expired if after.awaits_receiver() => Some(OrderEvent::Unclaimed { amount: after.price.from_amount }),
        Ending::Cancelled | Ending::Expired => None,
    }
}

/// What was paid to keep the promised price: in euro if it was kept, as the platform's cost, and otherwise as credited.
fn promise(after: &Transaction) -> Option<PromiseKept> {
    after.make_good.map(|made| match made.kind {
        MakeGoodKind::Kept => PromiseKept::Kept { cost: made.loss },
        MakeGoodKind::Credited => PromiseKept::Credited { cost: made.cost },
    })
}

const fn needs(reason: ActionReason) -> NeedsOwner {
    match reason {
        ActionReason::Underpaid | ActionReason::Overpaid => NeedsOwner::OtherAmount,
        ActionReason::Late => NeedsOwner::Late,
        ActionReason::Double => NeedsOwner::Double,
        ActionReason::Returned => NeedsOwner::Returned,
        ActionReason::OutOfLimits => NeedsOwner::OutOfLimits,
        ActionReason::WrongNetwork => NeedsOwner::WrongNetwork,
        ActionReason::WrongToken => NeedsOwner::WrongToken,
        ActionReason::SenderUnknown => NeedsOwner::SenderUnknown,
    }
}

/// Addresses the mail about `transaction` to its owner.
pub(super) fn addressed(transaction: &Transaction, event: OrderEvent) -> OrderNotice {
    let kind = transaction.kind.code().to_ascii_lowercase();
    OrderNotice {
        profile: transaction.profile,
        reference: short_reference(transaction.id),
        path: format!("/transaction/{kind}/{}", transaction.id),
        event,
        is_deposit: transaction.display_type() == DisplayType::Deposit,
        to: None,
    }
}

/// The mail about the bonus of a promo code that was booked; once for each order.
#[must_use]
pub fn bonus_mail(tenant: TenantId, transaction: &Transaction, amount: Amount) -> JobSpec {
    let code = transaction.price.discount.as_ref().map(|discount| discount.code.clone()).unwrap_or_default();
    let notice = addressed(transaction, OrderEvent::Bonus { amount, code });
    identity::mail::order(tenant, &notice, &format!("{} bonus", transaction.id))
}

/// The invitation to the receiver of a waiting transfer, if the payer named an email address.
pub(super) fn invitation(transaction: &Transaction) -> Option<OrderNotice> {
    let receiver = transaction.receiver().filter(|_| transaction.awaits_receiver() && transaction.ending.is_none())?;
    let address = receiver.contact.clone().filter(|contact| contact.contains('@'))?;
    let from = transaction.draw()?.payer.as_ref()?.name.clone();
    let (amount, deadline) = (transaction.price.to_amount, transaction.expires_at);
    let event = OrderEvent::Invited { amount, from, deadline };
    Some(OrderNotice { path: "/".to_owned(), to: Some(address), ..addressed(transaction, event) })
}
