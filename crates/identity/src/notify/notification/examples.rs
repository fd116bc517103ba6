//! An example of every kind of notification, for the preview of operators.

use chrono::{DateTime, TimeDelta, Utc};
use kernel::{Amount, Currency, Payway, ProfileId, SessionId};
use uuid::Uuid;

use super::content::Content;
use super::kind::Kind;
use crate::notify::mail::security::Facts;
use crate::notify::mail::{
    DelayReason, NeedsOwner, Notice, OrderEvent, OrderNotice, PaymentEvent, PaymentNotice, PlanEvent, PlanNotice,
    SealedLetter, SupportEvent, SupportNotice,
};
use crate::person::verification;
use crate::provider::Provider;

const PLACE: &str = "ltc1qw…n4n9";
const PERSON: &str = "O••• K•••";

/// An example of a kind, as it would be made at `now`.
pub(super) fn of(kind: Kind, now: DateTime<Utc>) -> Content {
    let later = now + TimeDelta::days(3);
    let (coins, money) = (Amount::new(50_000_000, Currency::LTC), Amount::new(12_345, Currency::EUR));
    let place = Some(PLACE.to_owned());
    match kind {
        Kind::OrderDone => order(OrderEvent::Done { received: coins, paid: Some(money), place, promise: None }),
        Kind::OrderRefunded => order(OrderEvent::Refunded { amount: money, cost: None, place: None }),
        Kind::OrderNeedsYou => order(OrderEvent::NeedsOwner {
            why: NeedsOwner::OtherAmount,
            received: coins,
            expected: Amount::new(100_000_000, Currency::LTC),
            deadline: later,
        }),
        Kind::OrderDeclined => order(OrderEvent::Declined { reason: Some("expired_card".to_owned()) }),
        Kind::OrderDelayed => order(OrderEvent::UnderReview { paid: Some(money) }),
        Kind::PayoutDelayed => {
            order(OrderEvent::PayoutDelayed { amount: money, by: Payway::Iban, why: DelayReason::NotTaken })
        }
        Kind::OrderClosed => order(OrderEvent::Closed { held: Some(money) }),
        Kind::TransferReturned => order(OrderEvent::Unclaimed { amount: money }),
        Kind::MoneyReceived => order(OrderEvent::Deposited { amount: money }),
        Kind::BonusBooked => order(OrderEvent::Bonus { amount: money, code: "SPRING".to_owned() }),
        Kind::TransferReceived => order(OrderEvent::Received { amount: money, from: PERSON.to_owned() }),
        Kind::PaymentPaid => payment(PaymentEvent::Paid { received: money, paid: coins }),
        Kind::PaymentPartly => payment(PaymentEvent::PaidPartly { paid: coins }),
        Kind::PaymentOver => payment(PaymentEvent::PaidOver { paid: coins }),
        Kind::PaymentLate => payment(PaymentEvent::PaidLate { paid: coins }),
        Kind::PaymentRefunded => payment(PaymentEvent::Refunded { amount: coins }),
        Kind::PlanDone => plan(PlanEvent::Exchanged { paid: money, received: coins }),
        Kind::PlanFailed => plan(PlanEvent::Refused { reason: "insufficient_balance".to_owned() }),
        Kind::LimitReached => plan(PlanEvent::Refused { reason: "limit".to_owned() }),
        Kind::PlanPaused => plan(PlanEvent::Paused { reason: None }),
        Kind::PlanEnded => plan(PlanEvent::Expired),
        Kind::PriceReached => {
            plan(PlanEvent::Reached { of: Currency::LTC, price: "100".to_owned(), unit: Currency::EUR })
        }
        Kind::NewDevice => account(Notice::NewDevice { session: SessionId::from_uuid(Uuid::nil()) }, now),
        Kind::ProtectionChanged => account(Notice::TotpAdded, now),
        Kind::NewAddress => account(Notice::NewAddress { until: later }, later),
        Kind::AccountChanged => account(Notice::MethodLinked { provider: Provider::Google }, now),
        Kind::KeyChanged => account(Notice::PartnerKeyMade, now),
        Kind::Closing => account(Notice::ClosingAsked { due_at: later }, later),
        Kind::VerificationDecided => {
            let kind = verification::Kind::Identity;
            account(Notice::Verification { kind, status: verification::Status::Completed }, now)
        }
        Kind::DocumentReady => account(Notice::DocumentReady { until: later }, later),
        Kind::DocumentFailed => account(Notice::DocumentFailed, now),
        Kind::ExportReady => account(Notice::ExportReady { until: later }, later),
        Kind::WebhooksStopped => account(Notice::WebhookPaused, now),
        Kind::SupportAnswered => support(SupportEvent::Answered),
        Kind::SupportAsked => support(SupportEvent::Asked),
        Kind::ComplaintAnswered => {
            support(SupportEvent::ComplaintAnswered { letter: SealedLetter::new(Uuid::nil(), &[]) })
        }
        Kind::TelegramStopped => account(Notice::TelegramBlocked, now),
        Kind::MailBounced => Content::MailBounced { address: "olena@example.com".to_owned() },
    }
}

fn order(event: OrderEvent) -> Content {
    let path = "/transaction/sale/ord_019a0000000070008000000000000001".to_owned();
    let (profile, reference) = (ProfileId::from_uuid(Uuid::nil()), "7K2M-94QD".to_owned());
    Content::Order { notice: OrderNotice { profile, reference, path, event, is_deposit: false, to: None } }
}

fn payment(event: PaymentEvent) -> Content {
    let (profile, merchant) = (ProfileId::from_uuid(Uuid::nil()), "Bean & Leaf".to_owned());
    let (price, order) = (Amount::new(12_345, Currency::EUR), Some("cart-4711".to_owned()));
    Content::Payment { notice: PaymentNotice { profile, merchant, price, event, order, mails: true, receipt: None } }
}

fn plan(event: PlanEvent) -> Content {
    let path = "/balances/plans/pln_019a0000000070008000000000000001".to_owned();
    Content::Plan { notice: PlanNotice { profile: ProfileId::from_uuid(Uuid::nil()), path, event } }
}

fn support(event: SupportEvent) -> Content {
    let path = "/support?talk=sup_019a0000000070008000000000000001".to_owned();
    let (profile, number) = (ProfileId::from_uuid(Uuid::nil()), "7K2M-94QD".to_owned());
    Content::Support { notice: SupportNotice { profile, number, path, event } }
}

fn account(notice: Notice, when: DateTime<Utc>) -> Content {
    let when = when.format("%F %R UTC").to_string();
    let (device, network) = ("Firefox, Linux".to_owned(), "192.0.2.0/24".to_owned());
    Content::of_security(notice, Facts { device, network, when, ..Facts::default() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Language;

    #[test]
    fn every_kind_has_an_example_of_itself_that_is_filled_in_every_language() {
        for kind in Kind::all() {
            let content = of(kind, DateTime::UNIX_EPOCH);
            assert_eq!(content.kind(), kind);
            for language in Language::ALL {
                let said = content.said(language, "Nova\nPay");
                for text in [&said.title, &said.text] {
                    assert!(!text.is_empty() && !text.contains(['{', '}', '\n']), "{kind:?}: {text}");
                }
                assert!(!said.title.contains(|letter: char| letter.is_ascii_digit()), "no amounts: {}", said.title);
                let mail = content.letter(language, "Nova\nPay", Some("https://pay.example"));
                assert_eq!(mail.is_none(), kind == Kind::MailBounced, "{kind:?}");
                assert!(mail.is_none_or(|mail| !mail.text.contains('{')), "{kind:?}");
            }
        }
    }
}
