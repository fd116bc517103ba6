//! The words of notifications beside those of their emails. A title says no amount, name or address, because web push
//! messages show it on locked screens.

use super::kind::Kind;
use crate::notify::mail::catalogue::Text;

/// The sentence about an email that was refused.
pub(super) const BOUNCED: Text = Text::new(
    "notification.bounced_text",
    "Our emails to {address} came back. Change the address, or make room in the mailbox: {tenant} sends security notices there.",
);
/// The text of a web push message without details.
pub(super) const OPEN_TO_READ: Text = Text::new("notification.open_to_read", "Open {tenant} to read it.");

/// The title of a kind.
pub(super) const fn title(kind: Kind) -> Text {
    match kind {
        Kind::OrderDone => Text::new("notification.order_done", "Order complete"),
        Kind::OrderRefunded => Text::new("notification.order_refunded", "Payment sent back"),
        Kind::OrderNeedsYou => Text::new("notification.order_needs_you", "Your order needs your decision"),
        Kind::OrderDeclined => Text::new("notification.order_declined", "Payment declined"),
        Kind::OrderDelayed => Text::new("notification.order_delayed", "Your order takes longer"),
        Kind::PayoutDelayed => Text::new("notification.payout_delayed", "Your payout takes longer"),
        Kind::OrderClosed => Text::new("notification.order_closed", "Order closed"),
        Kind::TransferReturned => Text::new("notification.transfer_returned", "Your transfer came back"),
        Kind::MoneyReceived => Text::new("notification.money_received", "Money on your balance"),
        Kind::BonusBooked => Text::new("notification.bonus_booked", "A bonus is in your rewards"),
        Kind::TransferReceived => Text::new("notification.transfer_received", "You received a transfer"),
        Kind::PaymentPaid => Text::new("notification.payment_paid", "A payment to you is complete"),
        Kind::PaymentPartly => Text::new("notification.payment_partly", "A payer sent too little"),
        Kind::PaymentOver => Text::new("notification.payment_over", "A payer sent too much"),
        Kind::PaymentLate => Text::new("notification.payment_late", "A payment came late"),
        Kind::PaymentRefunded => Text::new("notification.payment_refunded", "Your refund was sent"),
        Kind::PlanDone => Text::new("notification.plan_done", "Planned exchange done"),
        Kind::PlanFailed => Text::new("notification.plan_failed", "A planned exchange did not take place"),
        Kind::PlanPaused => Text::new("notification.plan_paused", "Your plan is paused"),
        Kind::PlanEnded => Text::new("notification.plan_ended", "Your plan has ended"),
        Kind::PriceReached => Text::new("notification.price_reached", "A price that you wait for is reached"),
        Kind::LimitReached => Text::new("notification.limit_reached", "A limit is reached"),
        Kind::NewDevice => Text::new("notification.new_device", "New sign-in"),
        Kind::ProtectionChanged => {
            Text::new("notification.protection_changed", "The protection of your account changed")
        }
        Kind::NewAddress => Text::new("notification.new_address", "Payout to a new address"),
        Kind::AccountChanged => Text::new("notification.account_changed", "Something about your account changed"),
        Kind::KeyChanged => Text::new("notification.key_changed", "An API key or webhook changed"),
        Kind::Closing => Text::new("notification.closing", "Deletion of your account"),
        Kind::VerificationDecided => Text::new("notification.verification_decided", "News about your verification"),
        Kind::DocumentReady => Text::new("notification.document_ready", "A document is ready"),
        Kind::DocumentFailed => Text::new("notification.document_failed", "A document could not be made"),
        Kind::ExportReady => Text::new("notification.export_ready", "The copy of your data is ready"),
        Kind::WebhooksStopped => Text::new("notification.webhooks_stopped", "Webhooks have stopped"),
        Kind::SupportAnswered => Text::new("notification.support_answered", "Support has answered"),
        Kind::SupportAsked => Text::new("notification.support_asked", "Support has a question for you"),
        Kind::ComplaintAnswered => Text::new("notification.complaint_answered", "The answer to your complaint"),
        Kind::TelegramStopped => Text::new("notification.telegram_stopped", "Our Telegram messages do not reach you"),
        Kind::MailBounced => Text::new("notification.mail_bounced", "Our emails do not reach you"),
    }
}
