//! The words of emails about orders.

use kernel::Payway;

use super::catalogue::Text;
use super::decline_words;
use super::order::{DelayReason, NeedsOwner, OrderEvent, PromiseKept};
use super::words::Words;
use crate::Language;

/// The event, and how to react to it.
pub(super) fn of(event: &OrderEvent) -> Words {
    let (subject, paragraphs) = match event {
        OrderEvent::Done { paid, place, promise, .. } => {
            let sent = if place.is_some() { SENT_TO } else { SENT };
            let promise = promise.map(|kept| match kept {
                PromiseKept::Kept { .. } => PRICE_KEPT,
                PromiseKept::Credited { .. } => PRICE_CREDITED,
            });
            (DONE, vec![Some(sent), paid.map(|_| PAID), promise])
        }
        OrderEvent::Refunded { cost, place, .. } => {
            let back = if place.is_some() { BACK_TO } else { BACK };
            (REFUNDED, vec![Some(back), cost.map(|_| COST)])
        }
        OrderEvent::Deposited { .. } => (DEPOSITED, vec![Some(ON_BALANCE)]),
        OrderEvent::Received { .. } => (RECEIVED, vec![Some(RECEIVED_FROM)]),
        OrderEvent::Invited { .. } => (INVITED, vec![Some(INVITED_BY), Some(SIGN_UP)]),
        OrderEvent::Unclaimed { .. } => (UNCLAIMED, vec![Some(RETURNED)]),
        OrderEvent::NeedsOwner { why, .. } => (NEEDS_YOU, vec![Some(needs(*why)), Some(CHOOSE)]),
        OrderEvent::Declined { reason } => {
            let why = reason.as_deref().and_then(decline_words::of);
            (DECLINED, vec![Some(NOT_TAKEN), why, Some(TRY_AGAIN)])
        }
        OrderEvent::PayoutDelayed { why, .. } => {
            let reason = match why {
                DelayReason::PaywayOff => PAYWAY_OFF,
                DelayReason::NotTaken => NOT_TAKEN_YET,
            };
            (PAYOUT_DELAYED, vec![Some(reason), Some(NOTHING_TO_DO)])
        }
        OrderEvent::Bonus { .. } => (BONUS, vec![Some(BONUS_BOOKED), Some(BONUS_USE)]),
        OrderEvent::UnderReview { paid } => (REVIEW, vec![Some(LOOKING), paid.map(|_| ARRIVED), Some(NOTHING_TO_DO)]),
        OrderEvent::Closed { held } => (CLOSED, vec![Some(WE_CLOSED), held.map(|_| WITH_US)]),
    };
    Words { subject, paragraphs: paragraphs.into_iter().flatten().collect() }
}

/// The reference of the order and a pointer to its page.
pub(super) const ABOUT: Text =
    Text::new("order.about", "This is about order {reference}. You find it in {tenant} under Activity.");
/// The label of the link.
pub(super) const OPEN: Text = Text::new("order.open", "Open the order");

const DONE: Text = Text::new("order.done", "Order {reference} is complete");
const SENT_TO: Text = Text::new("order.sent_to", "{amount} was sent to {place}.");
const SENT: Text = Text::new("order.sent", "{amount} was sent.");
const PAID: Text = Text::new("order.paid", "You paid {other}.");
const PRICE_KEPT: Text = Text::new(
    "order.price_kept",
    "You got the price that we promised. The market moved against us by {promise}, and we paid the difference.",
);
const PRICE_CREDITED: Text = Text::new(
    "order.price_credited",
    "The order brought less than we promised. We have added {promise} to your balance.",
);

const REFUNDED: Text = Text::new("order.refunded", "Order {reference}: your payment went back");
const BACK_TO: Text = Text::new("order.back_to", "{amount} was sent back to {place}.");
const BACK: Text = Text::new("order.back", "{amount} was sent back the way you paid.");
const COST: Text = Text::new("order.cost", "Sending it back cost {other}.");

const DEPOSITED: Text = Text::new("order.deposited", "Order {reference}: the money is on your balance");
const ON_BALANCE: Text = Text::new("order.on_balance", "{amount} was added to your balance.");

const RECEIVED: Text = Text::new("order.received", "You received {amount}: transfer {reference}");
const RECEIVED_FROM: Text = Text::new("order.received_from", "{place} sent you {amount}. It is on your balance.");

const INVITED: Text = Text::new("order.invited", "{amount} is waiting for you in {tenant}: transfer {reference}");
const INVITED_BY: Text = Text::new("order.invited_by", "{place} sends you {amount}.");
const SIGN_UP: Text = Text::new(
    "order.sign_up",
    "Sign in with this email address by {when} to receive it. After that it goes back to the sender.",
);

const UNCLAIMED: Text = Text::new("order.unclaimed", "Transfer {reference} came back");
const RETURNED: Text = Text::new(
    "order.returned",
    "Nobody opened an account for it in time. {amount} is available on your balance again.",
);

const NEEDS_YOU: Text = Text::new("order.needs_you", "Order {reference} needs your decision");
const CHOOSE: Text = Text::new(
    "order.choose",
    "Your money is safe. Choose by {when} what happens with it; after that we look at the order ourselves.",
);

const fn needs(why: NeedsOwner) -> Text {
    match why {
        NeedsOwner::OtherAmount => Text::new("order.other_amount", "{amount} arrived. The order was for {other}."),
        NeedsOwner::Late => Text::new("order.late", "{amount} arrived after the time to pay had run out."),
        NeedsOwner::Double => Text::new("order.double", "{amount} arrived for an order that was paid already."),
        NeedsOwner::Returned => Text::new("order.payout_returned", "{amount} that was sent to you came back."),
        NeedsOwner::OutOfLimits => Text::new("order.out_of_limits", "{amount} arrived. That is outside the limits."),
        NeedsOwner::WrongNetwork => Text::new(
            "order.wrong_network",
            "{amount} arrived on another network than the one that the address was given for.",
        ),
        NeedsOwner::WrongToken => {
            Text::new("order.wrong_token", "{amount} arrived. The address was given for another currency.")
        }
        NeedsOwner::SenderUnknown => Text::new(
            "order.sender_unknown",
            "{amount} arrived. The law asks us to know who sent it before we can credit it.",
        ),
    }
}

const DECLINED: Text = Text::new("order.declined", "Order {reference}: the payment was declined");
const NOT_TAKEN: Text = Text::new("order.not_taken", "Your payment was declined. Nothing was taken from you.");
const TRY_AGAIN: Text = Text::new("order.try_again", "You can make a new order at any time.");

const PAYOUT_DELAYED: Text = Text::new("order.payout_delayed", "Order {reference}: the payout takes longer");
const PAYWAY_OFF: Text = Text::new(
    "order.payway_off",
    "{amount} is ready for you, but payouts by {place} are paused. We send it as soon as they go on.",
);
const NOT_TAKEN_YET: Text = Text::new(
    "order.not_taken_yet",
    "{amount} is ready for you. Payouts by {place} take longer than usual at the moment. We keep trying.",
);

/// The name of a payway in the form that follows `by`. Networks and brands have the same name in every language.
pub(super) fn payway(payway: Payway, language: Language) -> String {
    let word = match payway {
        Payway::Iban => Text::new("payway.iban", "bank transfer"),
        Payway::Card => Text::new("payway.card", "Ukrainian card"),
        other => return other.name().to_owned(),
    };
    word.in_language(language).to_owned()
}

const BONUS: Text = Text::new("order.bonus", "Order {reference}: your bonus is booked");
const BONUS_BOOKED: Text = Text::new("order.bonus_booked", "{amount} of promo code {place} is in your rewards.");
const BONUS_USE: Text = Text::new("order.bonus_use", "Open “Invite friends” to move it to your balance.");

const REVIEW: Text = Text::new("order.review", "Order {reference}: we are looking at it");
const LOOKING: Text = Text::new("order.looking", "Your order takes longer: we are looking at it ourselves.");
const ARRIVED: Text = Text::new("order.arrived", "{amount} has arrived.");
const NOTHING_TO_DO: Text = Text::new("order.nothing_to_do", "You do not need to do anything now.");

const CLOSED: Text = Text::new("order.closed", "Order {reference} is closed");
const WE_CLOSED: Text = Text::new("order.we_closed", "We have closed your order.");
const WITH_US: Text = Text::new("order.with_us", "{amount} is with us. Contact support to hear what happens with it.");
