//! The kinds of notifications as one table of data.

use serde::{Deserialize, Serialize};

use crate::notify::mail::{Notice, OrderEvent, PaymentEvent, PlanEvent, SupportEvent};

kernel::codes! {
    /// The topic of a notification, which people can switch off.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Topic {
        /// Sign-ins and changes of what protects the account. It cannot be switched off.
        Security = "security",
        /// Changes of orders and plans.
        Orders = "orders",
        /// Money that arrived on the balance.
        Money = "money",
        /// Payments of others to the profile as a merchant.
        Payments = "payments",
        /// Price alerts.
        Prices = "prices",
        /// Documents that are ready.
        Documents = "documents",
        /// Verification, limits, and connections of partners.
        Account = "account",
    }
}

impl Topic {
    /// Whether a person can switch it off, and whether quiet hours delay it.
    #[must_use]
    pub const fn is_optional(self) -> bool {
        !matches!(self, Self::Security)
    }
}

kernel::codes! {
    /// How a notification looks in the list.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Severity {
        /// Something good or neutral happened.
        Info = "info",
        /// Something did not happen as planned.
        Warning = "warning",
        /// The reader has to do something.
        Action = "action",
    }
}

/// Where a notification leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Link {
    /// To the order or plan that it is about.
    Subject,
    /// To a page of the app.
    Page(&'static str),
}

/// A kind of notification.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// An order was paid out.
    OrderDone,
    /// A payment was refunded.
    OrderRefunded,
    /// An order needs its owner.
    OrderNeedsYou,
    /// A payment was declined.
    OrderDeclined,
    /// An order takes longer: an operator reviews it.
    OrderDelayed,
    /// A payout takes longer.
    PayoutDelayed,
    /// An operator closed an order.
    OrderClosed,
    /// An unclaimed transfer came back.
    TransferReturned,
    /// A payment was credited to the balance.
    MoneyReceived,
    /// The bonus of a promo code was booked.
    BonusBooked,
    /// Another customer sent money.
    TransferReceived,
    /// A payment to the merchant is paid.
    PaymentPaid,
    /// Less than the price arrived for a payment to the merchant.
    PaymentPartly,
    /// More than the price arrived for a payment to the merchant.
    PaymentOver,
    /// Money for a payment to the merchant arrived late.
    PaymentLate,
    /// A refund of the merchant was sent.
    PaymentRefunded,
    /// A plan exchanged.
    PlanDone,
    /// A rule refused the exchange of a plan.
    PlanFailed,
    /// A plan was paused after several refusals.
    PlanPaused,
    /// The time of a plan is over.
    PlanEnded,
    /// A price of an alert was reached.
    PriceReached,
    /// A limit refused the exchange of a plan.
    LimitReached,
    /// A sign-in from a new device or network.
    NewDevice,
    /// A factor or session changed.
    ProtectionChanged,
    /// A payout address was named for the first time.
    NewAddress,
    /// A sign-in method, the phone or the mail phrase changed.
    AccountChanged,
    /// An API key or webhook address changed.
    KeyChanged,
    /// The closure of the account.
    Closing,
    /// The result of a verification.
    VerificationDecided,
    /// A statement or letter is ready.
    DocumentReady,
    /// A statement or letter could not be made.
    DocumentFailed,
    /// The copy of the person's data is ready.
    ExportReady,
    /// Webhooks of an address have stopped.
    WebhooksStopped,
    /// Support has answered.
    SupportAnswered,
    /// Support has asked something.
    SupportAsked,
    /// A complaint has its final answer.
    ComplaintAnswered,
    /// The person blocked the bot, so that Telegram messages no longer reach them.
    TelegramStopped,
    /// The email address does not accept emails.
    MailBounced,
}

/// A row of the table.
pub(super) struct Row {
    pub kind: Kind,
    pub code: &'static str,
    pub topic: Topic,
    pub severity: Severity,
    pub link: Link,
}

const fn row(kind: Kind, code: &'static str, topic: Topic, severity: Severity, link: Link) -> Row {
    Row { kind, code, topic, severity, link }
}

const DEVICES: Link = Link::Page("/profile/devices");
const FACTORS: Link = Link::Page("/profile/two-factor-authentication");
const ACCOUNT: Link = Link::Page("/profile/account");
const DOCUMENTS: Link = Link::Page("/profile/documents");
const SHOP: Link = Link::Page("/profile/merchant");
const KEYS: Link = Link::Page("/profile/api-management");

/// All kinds. Every kind is in the app; emails, web push and Telegram messages follow the choices of the person.
pub(super) const TABLE: [Row; 38] = {
    use Severity::{Action, Info, Warning};
    use Topic::{Account, Documents, Money, Orders, Payments, Prices, Security};
    [
        row(Kind::OrderDone, "order_done", Orders, Info, Link::Subject),
        row(Kind::OrderRefunded, "order_refunded", Orders, Warning, Link::Subject),
        row(Kind::OrderNeedsYou, "order_needs_you", Orders, Action, Link::Subject),
        row(Kind::OrderDeclined, "order_declined", Orders, Warning, Link::Subject),
        row(Kind::OrderDelayed, "order_delayed", Orders, Warning, Link::Subject),
        row(Kind::PayoutDelayed, "payout_delayed", Orders, Warning, Link::Subject),
        row(Kind::OrderClosed, "order_closed", Orders, Warning, Link::Subject),
        row(Kind::TransferReturned, "transfer_returned", Orders, Warning, Link::Subject),
        row(Kind::MoneyReceived, "money_received", Money, Info, Link::Subject),
        row(Kind::BonusBooked, "bonus_booked", Money, Info, Link::Subject),
        row(Kind::TransferReceived, "transfer_received", Money, Info, Link::Subject),
        row(Kind::PaymentPaid, "payment_paid", Payments, Info, SHOP),
        row(Kind::PaymentPartly, "payment_partly", Payments, Warning, SHOP),
        row(Kind::PaymentOver, "payment_over", Payments, Warning, SHOP),
        row(Kind::PaymentLate, "payment_late", Payments, Warning, SHOP),
        row(Kind::PaymentRefunded, "payment_refunded", Payments, Info, SHOP),
        row(Kind::PlanDone, "plan_done", Orders, Info, Link::Subject),
        row(Kind::PlanFailed, "plan_failed", Orders, Warning, Link::Subject),
        row(Kind::PlanPaused, "plan_paused", Orders, Action, Link::Subject),
        row(Kind::PlanEnded, "plan_ended", Orders, Info, Link::Subject),
        row(Kind::PriceReached, "price_reached", Prices, Info, Link::Subject),
        row(Kind::LimitReached, "limit_reached", Account, Warning, Link::Page("/profile/limits")),
        row(Kind::NewDevice, "new_device", Security, Warning, DEVICES),
        row(Kind::ProtectionChanged, "protection_changed", Security, Warning, FACTORS),
        row(Kind::NewAddress, "new_address", Security, Warning, DEVICES),
        row(Kind::AccountChanged, "account_changed", Security, Warning, DEVICES),
        row(Kind::KeyChanged, "key_changed", Security, Warning, KEYS),
        row(Kind::Closing, "closing", Security, Warning, ACCOUNT),
        row(Kind::VerificationDecided, "verification_decided", Account, Info, Link::Page("/profile/personal-details")),
        row(Kind::DocumentReady, "document_ready", Documents, Info, DOCUMENTS),
        row(Kind::DocumentFailed, "document_failed", Documents, Warning, DOCUMENTS),
        row(Kind::ExportReady, "export_ready", Documents, Info, ACCOUNT),
        row(Kind::WebhooksStopped, "webhooks_stopped", Account, Warning, KEYS),
        row(Kind::SupportAnswered, "support_answered", Account, Info, Link::Subject),
        row(Kind::SupportAsked, "support_asked", Account, Action, Link::Subject),
        row(Kind::ComplaintAnswered, "complaint_answered", Account, Info, Link::Subject),
        row(Kind::TelegramStopped, "telegram_stopped", Security, Action, Link::Page("/profile/notification-settings")),
        row(Kind::MailBounced, "mail_bounced", Security, Action, Link::Page("/profile/personal-details/email-edit")),
    ]
};

impl Kind {
    /// All variants, in the order of the table.
    pub fn all() -> impl Iterator<Item = Self> {
        TABLE.iter().map(|row| row.kind)
    }

    pub(super) fn row(self) -> &'static Row {
        // A test finds every variant in the table.
        TABLE.iter().find(|row| row.kind == self).unwrap_or(&TABLE[0])
    }

    /// The code in the database and on the wire.
    #[must_use]
    pub fn code(self) -> &'static str {
        self.row().code
    }

    /// The topic that decides who is told.
    #[must_use]
    pub fn topic(self) -> Topic {
        self.row().topic
    }

    /// The severity, which decides its icon and colour.
    #[must_use]
    pub fn severity(self) -> Severity {
        self.row().severity
    }

    pub(super) const fn of_order(event: &OrderEvent, is_deposit: bool) -> Self {
        match event {
            OrderEvent::Done { .. } if is_deposit => Self::MoneyReceived,
            OrderEvent::Done { .. } => Self::OrderDone,
            OrderEvent::Refunded { .. } => Self::OrderRefunded,
            OrderEvent::Deposited { .. } => Self::MoneyReceived,
            OrderEvent::Received { .. } | OrderEvent::Invited { .. } => Self::TransferReceived,
            OrderEvent::Unclaimed { .. } => Self::TransferReturned,
            OrderEvent::NeedsOwner { .. } => Self::OrderNeedsYou,
            OrderEvent::Declined { .. } => Self::OrderDeclined,
            OrderEvent::UnderReview { .. } => Self::OrderDelayed,
            OrderEvent::PayoutDelayed { .. } => Self::PayoutDelayed,
            OrderEvent::Closed { .. } => Self::OrderClosed,
            OrderEvent::Bonus { .. } => Self::BonusBooked,
        }
    }

    pub(super) fn of_plan(event: &PlanEvent) -> Self {
        match event {
            PlanEvent::Exchanged { .. } => Self::PlanDone,
            PlanEvent::Reached { .. } => Self::PriceReached,
            PlanEvent::Refused { reason } if reason == "limit" => Self::LimitReached,
            PlanEvent::Refused { .. } => Self::PlanFailed,
            PlanEvent::Paused { .. } => Self::PlanPaused,
            PlanEvent::Expired => Self::PlanEnded,
        }
    }

    pub(super) const fn of_payment(event: &PaymentEvent) -> Self {
        match event {
            PaymentEvent::Paid { .. } => Self::PaymentPaid,
            PaymentEvent::PaidPartly { .. } => Self::PaymentPartly,
            PaymentEvent::PaidOver { .. } => Self::PaymentOver,
            PaymentEvent::PaidLate { .. } => Self::PaymentLate,
            PaymentEvent::Refunded { .. } => Self::PaymentRefunded,
        }
    }

    pub(super) const fn of_support(event: &SupportEvent) -> Self {
        match event {
            SupportEvent::Asked => Self::SupportAsked,
            SupportEvent::ComplaintAnswered { .. } => Self::ComplaintAnswered,
            SupportEvent::Answered | SupportEvent::ComplaintReceived { .. } => Self::SupportAnswered,
        }
    }

    pub(super) const fn of_security(notice: Notice) -> Self {
        match notice {
            Notice::NewDevice { .. } => Self::NewDevice,
            Notice::NewAddress { .. } => Self::NewAddress,
            Notice::SessionReused
            | Notice::TotpAdded
            | Notice::TotpRemoved
            | Notice::PasskeyAdded
            | Notice::PasskeyRemoved
            | Notice::RecoveryCodesMade
            | Notice::RecoveryCodeUsed
            | Notice::SwitchedOn
            | Notice::SwitchedOff
            | Notice::Locked
            | Notice::Unlocked
            | Notice::ResetAsked
            | Notice::ResetApproved { .. }
            | Notice::ResetDone => Self::ProtectionChanged,
            Notice::PhoneChanged
            | Notice::PhoneChangeAllowed
            | Notice::MethodLinked { .. }
            | Notice::MethodUnlinked { .. }
            | Notice::MethodNotLinked { .. }
            | Notice::PhraseSet
            | Notice::PhraseChanged
            | Notice::PhraseRemoved
            | Notice::PushAdded { .. }
            | Notice::TelegramLinked
            | Notice::TelegramUnlinked
            | Notice::ExportAsked => Self::AccountChanged,
            Notice::TelegramBlocked => Self::TelegramStopped,
            Notice::Verification { .. } => Self::VerificationDecided,
            Notice::ClosingAsked { .. } | Notice::ClosingTakenBack | Notice::ClosingStopped => Self::Closing,
            Notice::PartnerKeyMade
            | Notice::PartnerKeyRotated
            | Notice::PartnerKeyWidened
            | Notice::PartnerKeyRevoked
            | Notice::WebhookSet
            | Notice::WebhookRotated => Self::KeyChanged,
            Notice::WebhookPaused | Notice::WebhookDisabled => Self::WebhooksStopped,
            Notice::ExportReady { .. } => Self::ExportReady,
            Notice::DocumentReady { .. } => Self::DocumentReady,
            Notice::DocumentFailed => Self::DocumentFailed,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_kind_has_one_row_a_code_of_its_own_and_a_link_that_stays_in_the_app() {
        let kinds: BTreeSet<Kind> = Kind::all().collect();
        let codes: BTreeSet<&str> = TABLE.iter().map(|row| row.code).collect();
        assert_eq!((kinds.len(), codes.len()), (TABLE.len(), TABLE.len()));
        for row in &TABLE {
            assert_eq!(row.kind.code(), row.code);
            assert!(matches!(row.link, Link::Subject) || matches!(row.link, Link::Page(page) if page.starts_with('/')));
        }
        assert_eq!(kinds.last(), Some(&Kind::MailBounced), "the last variant is in the table");
    }
}
