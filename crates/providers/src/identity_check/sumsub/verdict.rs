//! Interprets a review. Pure: an unknown answer is left to an operator.

use chrono::{DateTime, Utc};
use serde::Deserialize;

use super::labels;
use identity::verification::Event;

/// The needed fields of `GET /resources/applicants/{id}/status`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Review {
    pub review_status: String,
    /// The end of the last check. It distinguishes the result of this check from that of an earlier one.
    pub review_date: Option<String>,
    pub level_name: Option<String>,
    pub review_result: Option<Outcome>,
}

/// The fields of `reviewResult`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Outcome {
    pub review_answer: Option<String>,
    pub review_reject_type: Option<String>,
    pub reject_labels: Vec<String>,
}

/// The stage of a review.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// No check was requested, or the customer has to act.
    Quiet,
    /// The check is in progress.
    UnderReview,
    /// The provider's staff reviews the case.
    OnHold,
    /// The check has ended with this result.
    Ended(Ended),
    /// An unknown status.
    Unknown,
}

/// The result of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Ended {
    /// The event for the verification, and its reasons.
    Decided(Event, Vec<&'static str>),
    /// An unknown result.
    Unclear,
}

impl Review {
    /// The stage of the review.
    pub(super) fn stage(&self) -> Stage {
        match self.review_status.as_str() {
            "init" | "awaitingUser" => Stage::Quiet,
            "pending" | "prechecked" | "queued" | "awaitingService" => Stage::UnderReview,
            "onHold" => Stage::OnHold,
            "completed" => Stage::Ended(self.ended()),
            _ => Stage::Unknown,
        }
    }

    /// The event for a customer who was verified at `approved_at`; `None` if the result is older or has no negative
    /// effect. An expired document has its own event. Any other request for correction resets the verification.
    pub(super) fn since(&self, approved_at: DateTime<Utc>) -> Option<(Event, Vec<&'static str>)> {
        let ended_at = DateTime::parse_from_str(self.review_date.as_deref()?, "%Y-%m-%d %H:%M:%S%z").ok()?;
        let Stage::Ended(Ended::Decided(event, reasons)) = self.stage() else { return None };
        let ran_out: Vec<&str> = reasons.iter().copied().filter(|reason| labels::RAN_OUT.contains(reason)).collect();
        let (event, reasons) = match event {
            Event::AskAgain if ran_out.is_empty() => (Event::Reset, Vec::new()),
            Event::AskAgain => (Event::Expire, ran_out),
            Event::Reject | Event::Disallow => (event, reasons),
            _ => return None,
        };
        (ended_at > approved_at).then_some((event, reasons))
    }

    fn ended(&self) -> Ended {
        let Some(outcome) = &self.review_result else { return Ended::Unclear };
        let labels = &outcome.reject_labels;
        match (outcome.review_answer.as_deref(), outcome.review_reject_type.as_deref()) {
            (Some("GREEN"), None) if labels.is_empty() => Ended::Decided(Event::Approve, Vec::new()),
            (Some("RED"), Some("RETRY")) => Ended::Decided(Event::AskAgain, labels::told(labels, false)),
            (Some("RED"), Some("FINAL")) if labels::rules_out(labels) => {
                Ended::Decided(Event::Disallow, vec!["not_allowed"])
            }
            (Some("RED"), Some("FINAL")) => Ended::Decided(Event::Reject, labels::told(labels, true)),
            _ => Ended::Unclear,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(json: &str) -> Stage {
        serde_json::from_str::<Review>(json).unwrap().stage()
    }

    #[test]
    fn the_documented_answers_read() {
        let green = r#"{"createDate":"2025-03-11 12:40:00+0000","reviewDate":"2025-03-11 12:44:52+0000","attemptCnt":0,
            "reviewResult":{"reviewAnswer":"GREEN"},"reviewStatus":"completed"}"#;
        assert_eq!(read(green), Stage::Ended(Ended::Decided(Event::Approve, vec![])));
        let once_more = r#"{"reviewResult":{"moderationComment":"We do not accept screenshots.","reviewAnswer":"RED",
            "rejectLabels":["UNSATISFACTORY_PHOTOS","SCREENSHOTS"],"reviewRejectType":"RETRY"},"reviewStatus":"completed"}"#;
        let told = vec!["document_unreadable"];
        assert_eq!(read(once_more), Stage::Ended(Ended::Decided(Event::AskAgain, told)));
        let too_young = r#"{"reviewDate":"2025-03-11 12:44:52+0000","reviewResult":{"reviewAnswer":"RED",
            "rejectLabels":["AGE_REQUIREMENT_MISMATCH","REGULATIONS_VIOLATIONS"],"reviewRejectType":"FINAL",
            "buttonIds":["regulationsViolations"]},"reviewStatus":"completed"}"#;
        assert_eq!(read(too_young), Stage::Ended(Ended::Decided(Event::Disallow, vec!["not_allowed"])));
        for (word, stage) in [
            ("init", Stage::Quiet),
            ("pending", Stage::UnderReview),
            ("prechecked", Stage::UnderReview),
            ("queued", Stage::UnderReview),
            ("onHold", Stage::OnHold),
            ("daydreaming", Stage::Unknown),
        ] {
            assert_eq!(read(&format!(r#"{{"reviewStatus":"{word}"}}"#)), stage, "{word}");
        }
    }

    #[test]
    fn an_incomplete_result_is_ignored() {
        for odd in [
            r#"{"reviewStatus":"completed"}"#,
            r#"{"reviewStatus":"completed","reviewResult":{}}"#,
            r#"{"reviewStatus":"completed","reviewResult":{"reviewAnswer":"RED"}}"#,
            r#"{"reviewStatus":"completed","reviewResult":{"reviewAnswer":"YELLOW"}}"#,
            r#"{"reviewStatus":"completed","reviewResult":{"reviewAnswer":"GREEN","reviewRejectType":"FINAL"}}"#,
            r#"{"reviewStatus":"completed","reviewResult":{"reviewAnswer":"GREEN","rejectLabels":["FORGERY"]}}"#,
        ] {
            assert_eq!(read(odd), Stage::Ended(Ended::Unclear), "{odd}");
        }
        assert_eq!(read("{}"), Stage::Unknown);
    }

    #[test]
    fn only_a_later_rejection_revokes_an_approval() {
        let approved_at = "2026-03-01T12:00:00Z".parse().unwrap();
        let said = |date: &str, kind: &str, label: &str| Review {
            review_status: "completed".into(),
            review_date: Some(format!("{date} 12:00:01+0000")),
            level_name: None,
            review_result: Some(Outcome {
                review_answer: Some("RED".into()),
                review_reject_type: Some(kind.into()),
                reject_labels: vec![label.into()],
            }),
        };
        let since = |date, kind, label| said(date, kind, label).since(approved_at);
        let ran_out = Some((Event::Expire, vec!["document_expired"]));
        assert_eq!(since("2026-03-01", "RETRY", "DOCUMENT_EXPIRED"), ran_out);
        assert_eq!(since("2026-02-28", "RETRY", "DOCUMENT_EXPIRED"), None, "said before");
        assert_eq!(since("2026-03-01", "RETRY", "SCREENSHOTS"), Some((Event::Reset, vec![])));
        assert_eq!(since("2026-03-01", "FINAL", "FORGERY"), Some((Event::Reject, vec!["refused"])));
        let young = Some((Event::Disallow, vec!["not_allowed"]));
        assert_eq!(since("2026-03-01", "FINAL", "AGE_REQUIREMENT_MISMATCH"), young);
        assert_eq!(since("someday", "FINAL", "FORGERY"), None);
        let under_review = Review { review_status: "pending".into(), ..said("2026-03-01", "FINAL", "FORGERY") };
        assert_eq!(under_review.since(approved_at), None);
    }

    proptest! {
        #[test]
        fn only_a_green_result_approves(
            status in "[a-zA-Z]{0,12}|completed",
            answer in prop::option::of("GREEN|RED|green|[A-Z]{0,6}"),
            kind in prop::option::of("RETRY|FINAL|[A-Z]{0,6}"),
            reject_labels in prop::collection::vec("[A-Z_]{1,12}", 0..3),
        ) {
            let clean = answer.as_deref() == Some("GREEN") && kind.is_none() && reject_labels.is_empty();
            let may = status == "completed" && clean;
            let outcome = Outcome { review_answer: answer, review_reject_type: kind, reject_labels };
            let review = Review { review_status: status, review_result: Some(outcome), ..Review::default() };
            let approved = review.stage() == Stage::Ended(Ended::Decided(Event::Approve, vec![]));
            prop_assert_eq!(approved, may);
        }
    }
}
