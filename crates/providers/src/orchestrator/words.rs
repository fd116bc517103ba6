//! The meaning of the orchestrator's answers. Pure. An unknown status is an unclear outcome: neither a success nor a
//! failure.

use chrono::{DateTime, TimeDelta, Utc};
use exchange::rails::{CardOutcome, Decline, DeclineCode, Launch, PayoutOutcome};
use kernel::{Amount, Currency};
use url::Url;

use super::wire::{Payment, Transfer};

/// An unconfirmed payment of this age is not being confirmed by a request in flight.
const UNTOUCHED: TimeDelta = TimeDelta::minutes(5);
const CODE_CHARS_MAX: usize = 60;
const URL_CHARS_MAX: usize = 2_000;

/// Why a request has no usable answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum RequestError {
    /// The content is refused for good, with this code.
    Refusal(String),
    /// An object with this id exists.
    Exists,
    /// There is no object with this id.
    NotFound,
    /// The outcome of the request is unknown; the reason is for operators and contains no secret.
    Unclear(String),
}

impl RequestError {
    pub(super) fn unclear(reason: &str) -> Self {
        Self::Unclear(format!("the orchestrator: {reason}"))
    }
}

/// The meaning of an error response (api-reference.hyperswitch.io, "Error Codes"). A refusal is certain only with a code
/// of the documented kinds: other servers on the way answer with the same statuses.
pub(super) fn refused(status: u16, code: &str) -> RequestError {
    let code = printable(code);
    let definite = matches!(status, 400 | 402 | 404 | 409 | 422);
    match code.as_str() {
        _ if matches!(status, 401 | 403) => RequestError::unclear("it refuses our key"),
        "HE_01" if definite => RequestError::Exists,
        "HE_02" | "HE_04" if status == 404 => RequestError::NotFound,
        // The address or the method is unknown: a setting is wrong, and nothing was decided.
        "IR_00" | "IR_01" | "IR_02" | "IR_03" => RequestError::Unclear(format!("the orchestrator: it answered {code}")),
        _ if matches!(status, 400 | 402 | 422) && (code.starts_with("IR_") || code.starts_with("CE_")) => {
            RequestError::Refusal(code)
        }
        _ => RequestError::Unclear(format!("the orchestrator: it answered {status}")),
    }
}

/// A code as it can be shown to operators.
pub(super) fn printable(code: &str) -> String {
    let plain = |char: &char| char.is_ascii_alphanumeric() || matches!(char, '_' | '-' | '.');
    code.chars().filter(plain).take(CODE_CHARS_MAX).collect()
}

/// The state of a payment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Paid {
    /// Captured in full.
    Captured(Amount),
    /// The cardholder must authenticate at this address.
    Challenge(String),
    /// Declined for good.
    Declined(Decline),
    /// It exists and was never confirmed: the acquirer was not called.
    Untouched,
    /// Under way, or not understood.
    Unclear,
}

/// The amount of an object; `None` if it is none that the platform can count.
pub(super) fn amount(units: i64, currency: &str) -> Option<Amount> {
    let currency: Currency = currency.parse().ok()?;
    Some(Amount::new(i128::from(units), currency)).filter(|amount| amount.is_positive())
}

/// The state of a payment (schema `IntentStatus`).
pub(super) fn paid(payment: &Payment, now: DateTime<Utc>) -> Paid {
    match payment.status.as_str() {
        "succeeded" => {
            let whole = payment.amount_received.is_none_or(|received| received == payment.amount);
            let amount = amount(payment.amount, &payment.currency).filter(|_| whole);
            amount.map_or(Paid::Unclear, Paid::Captured)
        }
        "failed" | "cancelled" => Paid::Declined(decline(payment)),
        "expired" => Paid::Declined(Decline::Code(DeclineCode::TimedOut)),
        "requires_customer_action" => challenge(payment).map_or(Paid::Unclear, Paid::Challenge),
        "requires_confirmation" | "requires_payment_method" => {
            let created: Option<DateTime<Utc>> = payment.created.as_deref().and_then(|text| text.parse().ok());
            let old = created.is_some_and(|created| now - created >= UNTOUCHED);
            if old && payment.error_code.is_none() { Paid::Untouched } else { Paid::Unclear }
        }
        _ => Paid::Unclear,
    }
}

/// The page for the cardholder. Any other kind of action is not supported.
fn challenge(payment: &Payment) -> Option<String> {
    let action = payment.next_action.as_ref().filter(|action| action.kind == "redirect_to_url")?;
    let text = action.redirect_to_url.as_deref().filter(|text| text.len() <= URL_CHARS_MAX)?;
    let url = Url::parse(text).ok()?;
    let safe = url.scheme() == "https" || (url.scheme() == "http" && super::is_here(&url));
    safe.then(|| text.to_owned())
}

/// The reason of a decline: that of the issuer, else that of the acquirer, if one of them is known.
fn decline(payment: &Payment) -> Decline {
    let codes = [&payment.issuer_error_code, &payment.error_code, &payment.unified_code].into_iter().flatten();
    let codes: Vec<String> = codes.map(|code| printable(code)).filter(|code| !code.is_empty()).collect();
    let known = codes.iter().map(|code| decline_of(code)).find(|reason| matches!(reason, Decline::Code(_)));
    let raw = || if codes.is_empty() { payment.status.clone() } else { codes.join(" ") };
    known.unwrap_or_else(|| Decline::Unknown(raw()))
}

/// The reason behind a code. The orchestrator's own codes are about the card's details and its expiry.
pub(super) fn decline_of(code: &str) -> Decline {
    match code {
        "CE_02" => Decline::Code(DeclineCode::AuthenticationFailed),
        "CE_04" => Decline::Code(DeclineCode::IncorrectCard),
        "CE_05" => Decline::Code(DeclineCode::ExpiredCard),
        code => Decline::of_code(code),
    }
}

/// The outcome of a charge; `None` if the acquirer was never asked.
pub(super) fn card_outcome(payment: &Payment, now: DateTime<Utc>) -> Option<CardOutcome> {
    let reference = payment.payment_id.clone();
    Some(match paid(payment, now) {
        Paid::Captured(_) => CardOutcome::Captured { reference },
        Paid::Challenge(url) => CardOutcome::Challenge { launch: Launch::Get { url }, reference },
        Paid::Declined(reason) => CardOutcome::Declined { reason },
        Paid::Untouched => return None,
        Paid::Unclear => CardOutcome::Unknown,
    })
}

/// The outcome of a refund (schema `RefundStatus`) or a payout (schema `PayoutStatus`).
pub(super) fn payout_outcome(transfer: &Transfer) -> PayoutOutcome {
    let reference = transfer.id.clone();
    match transfer.status.as_str() {
        "succeeded" | "success" => PayoutOutcome::Settled { reference },
        "pending" | "review" | "initiated" => PayoutOutcome::Accepted { reference },
        "failed" | "cancelled" | "expired" | "ineligible" | "reversed" => {
            let code = transfer.error_code.as_deref().map(printable).unwrap_or_default();
            if transfer.status == "failed" && is_uncertain(&code) {
                return PayoutOutcome::Unknown;
            }
            let code = if code.is_empty() { code } else { format!(": {code}") };
            PayoutOutcome::Rejected { reason: format!("the acquirer says {}{code}", transfer.status) }
        }
        _ => PayoutOutcome::Unknown,
    }
}

/// Whether a failed refund or payout with this code may have happened. The orchestrator also says `failed` if the
/// acquirer did not answer in time or answered with a server error; it then gives the code `TIMEOUT`, the HTTP status, or
/// none ("No error code").
fn is_uncertain(code: &str) -> bool {
    let is_server_error = code.len() == 3 && code.starts_with('5') && code.bytes().all(|byte| byte.is_ascii_digit());
    is_server_error || matches!(code, "" | "Noerrorcode" | "TIMEOUT")
}

/// Whether a refund or payout is of this amount.
pub(super) fn is_of(transfer: &Transfer, expected: Amount) -> bool {
    amount(transfer.amount, &transfer.currency) == Some(expected)
}

/// Whether a payment is of this amount.
pub(super) fn is_for(payment: &Payment, expected: Amount) -> bool {
    amount(payment.amount, &payment.currency) == Some(expected)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::{Value, json};

    use super::*;

    fn payment(status: &str, more: Value) -> Payment {
        let mut body = json!({ "payment_id": "pay_1", "status": status, "amount": 2500, "currency": "EUR",
            "created": "1970-01-01T00:00:00.000Z" });
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        serde_json::from_value(body).unwrap()
    }

    fn transfer(name: &str, status: &str) -> Transfer {
        let body = json!({ name: "x", "status": status, "amount": 1, "currency": "EUR", "error_code": "E<1>" });
        serde_json::from_value(body).unwrap()
    }

    fn means(status: &str, more: Value) -> Paid {
        paid(&payment(status, more), DateTime::UNIX_EPOCH + TimeDelta::hours(1))
    }

    #[test]
    fn a_payment_is_paid_only_in_full() {
        let whole = Paid::Captured(Amount::new(2500, Currency::EUR));
        assert_eq!(means("succeeded", json!({})), whole);
        assert_eq!(means("succeeded", json!({ "amount_received": 2500 })), whole);
        for odd in [json!({ "amount_received": 2400 }), json!({ "currency": "XXX" }), json!({ "amount": 0 })] {
            assert_eq!(means("succeeded", odd.clone()), Paid::Unclear, "{odd}");
        }
    }

    #[test]
    fn a_decline_is_explained_by_the_issuer_first() {
        let why = |more| match means("failed", more) {
            Paid::Declined(reason) => reason,
            other => panic!("{other:?}"),
        };
        let known = json!({ "error_code": "card_declined", "issuer_error_code": "51", "unified_code": "UE_9000" });
        assert_eq!(why(known), Decline::Code(DeclineCode::InsufficientFunds));
        assert_eq!(why(json!({ "error_code": "expired_card" })), Decline::Code(DeclineCode::ExpiredCard));
        assert_eq!(
            why(json!({ "error_code": "No 4242 4242!", "unified_code": "UE_1000" })),
            Decline::Unknown("No42424242 UE_1000".to_owned())
        );
        assert_eq!(why(json!({})), Decline::Unknown("failed".to_owned()));
        assert_eq!(means("expired", json!({})), Paid::Declined(Decline::Code(DeclineCode::TimedOut)));
    }

    #[test]
    fn a_cardholder_is_sent_to_safe_pages_alone() {
        let asked = |kind: &str, url: &str| {
            means("requires_customer_action", json!({ "next_action": { "type": kind, "redirect_to_url": url } }))
        };
        let page = "https://acs.example/redirect?a=b";
        assert_eq!(asked("redirect_to_url", page), Paid::Challenge(page.to_owned()));
        for url in
            ["http://acs.example/", "javascript:alert(1)", "", &format!("https://a.example/{}", "a".repeat(2_000))]
        {
            assert_eq!(asked("redirect_to_url", url), Paid::Unclear, "{url}");
        }
        assert_eq!(asked("three_ds_invoke", page), Paid::Unclear);
        assert_eq!(means("requires_customer_action", json!({})), Paid::Unclear);
    }

    #[test]
    fn an_unconfirmed_payment_is_final_after_a_time() {
        let fresh = payment("requires_confirmation", json!({}));
        assert_eq!(paid(&fresh, DateTime::UNIX_EPOCH + TimeDelta::seconds(299)), Paid::Unclear);
        assert_eq!(paid(&fresh, DateTime::UNIX_EPOCH + TimeDelta::seconds(300)), Paid::Untouched);
        assert_eq!(means("requires_payment_method", json!({ "error_code": "x" })), Paid::Unclear);
        assert_eq!(means("requires_payment_method", json!({ "created": null })), Paid::Unclear);
    }

    #[test]
    fn a_refund_and_a_payout_settle_or_fail_by_their_own_words() {
        let reference = "x".to_owned();
        for (name, status) in [("refund_id", "succeeded"), ("payout_id", "success")] {
            let settled = PayoutOutcome::Settled { reference: reference.clone() };
            assert_eq!(payout_outcome(&transfer(name, status)), settled);
        }
        for status in ["pending", "review", "initiated"] {
            let accepted = PayoutOutcome::Accepted { reference: reference.clone() };
            assert_eq!(payout_outcome(&transfer("payout_id", status)), accepted);
        }
        let reason = "the acquirer says reversed: E1".to_owned();
        assert_eq!(payout_outcome(&transfer("payout_id", "reversed")), PayoutOutcome::Rejected { reason });
    }

    #[test]
    fn a_connector_failure_is_not_a_decline() {
        let failed = |status: &str, code: Value| {
            let body =
                json!({ "payout_id": "x", "status": status, "amount": 1, "currency": "EUR", "error_code": code });
            payout_outcome(&serde_json::from_value(body).unwrap())
        };
        for code in [json!(null), json!(""), json!("No error code"), json!("TIMEOUT"), json!("500"), json!("504")] {
            assert_eq!(failed("failed", code.clone()), PayoutOutcome::Unknown, "{code}");
            assert!(matches!(failed("cancelled", code), PayoutOutcome::Rejected { .. }));
        }
        for code in ["card_declined", "51", "5000", "50", "E500", "402", "TIMEOUT_1"] {
            assert!(matches!(failed("failed", json!(code)), PayoutOutcome::Rejected { .. }), "{code}");
        }
    }

    #[test]
    fn only_a_documented_refusal_is_certain() {
        assert_eq!(refused(400, "IR_06"), RequestError::Refusal("IR_06".to_owned()));
        assert_eq!(refused(422, "IR_05"), RequestError::Refusal("IR_05".to_owned()));
        assert_eq!((refused(400, "HE_01"), refused(422, "HE_01")), (RequestError::Exists, RequestError::Exists));
        assert_eq!(refused(404, "HE_02"), RequestError::NotFound);
        for (status, code) in [
            (401, "IR_01"),
            (403, ""),
            (404, "IR_02"),
            (404, ""),
            (400, ""),
            (422, "HE_00"),
            (429, "IR_06"),
            (500, "CE_00"),
        ] {
            assert!(matches!(refused(status, code), RequestError::Unclear(_)), "{status} {code}");
        }
    }

    proptest! {
        #[test]
        fn an_unknown_status_is_neither_a_success_nor_a_failure(status in "[a-z_]{0,30}", received in prop::option::of(0_i64..5000)) {
            let known = ["succeeded", "failed", "cancelled", "expired", "requires_customer_action", "requires_confirmation",
                "requires_payment_method", "success", "pending", "review", "initiated", "ineligible", "reversed"];
            prop_assume!(!known.contains(&status.as_str()));
            prop_assert_eq!(means(&status, json!({ "amount_received": received })), Paid::Unclear);
            prop_assert_eq!(payout_outcome(&transfer("payout_id", &status)), PayoutOutcome::Unknown);
        }

        #[test]
        fn a_server_error_decides_nothing(status in 500_u16..600, code in "(IR|CE|HE)_0[0-9]") {
            prop_assert!(matches!(refused(status, &code), RequestError::Unclear(_)));
        }
    }
}
