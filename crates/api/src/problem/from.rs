//! Domain errors as problems, by kind and code. Details are included only if the caller may know them.

use campaigns::CampaignError;
use documents::DocumentError;
use identity::IdentityError;
use identity::captcha::Puzzle;
use identity::federated_login::FederatedLoginError;
use kernel::ErrorKind;
use rewards::FarmError;
use serde_json::{Value, json};
use store::StoreError;
use support::SupportError;

use super::{FieldError, Problem};

/// A problem from a domain error. Internal causes go to the log only.
pub(crate) fn domain(kind: ErrorKind, code: &'static str, error: &dyn std::error::Error) -> Problem {
    match kind {
        ErrorKind::Internal => Problem::internal(chain(error)),
        ErrorKind::Unavailable => {
            let detail = "A service that is needed does not answer. Try again in a moment.";
            // Crates have different codes for unavailability; the API has one.
            let code = if code == "RATES_UNAVAILABLE" { code } else { "SERVICE_UNAVAILABLE" };
            Problem::new(kind, code, detail).retry_after(1).caused_by(chain(error))
        }
        _ => Problem::new(kind, code, sentence(&error.to_string())),
    }
}

/// An error with its sources, for the log.
fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut under = error.source();
    while let Some(cause) = under {
        text = format!("{text}: {cause}");
        under = cause.source();
    }
    text
}

/// Turns an error message, which is a part of a sentence, into a whole sentence.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let Some(first) = letters.next() else { return String::new() };
    let end = if text.ends_with(['.', '!', '?']) { "" } else { "." };
    format!("{}{}{end}", first.to_uppercase(), letters.as_str())
}

/// A puzzle in the form that the browser's script expects.
fn written(puzzle: &Puzzle) -> Value {
    json!({
        "kind": "proof_of_work",
        "algorithm": "sha256",
        "action": puzzle.action.code(),
        "salt": puzzle.salt,
        "target": puzzle.target,
        "numbers": puzzle.numbers,
        "expires_at": puzzle.expires_at,
        "token": puzzle.token,
    })
}

impl From<DocumentError> for Problem {
    fn from(error: DocumentError) -> Self {
        match error {
            DocumentError::Exchange(error) => error.into(),
            DocumentError::Identity(error) => error.into(),
            DocumentError::Store(error) => error.into(),
            DocumentError::Invalid { field, rule } => {
                Self::field(FieldError::new(format!("/{field}"), "invalid", rule))
            }
            DocumentError::NotVerified => {
                domain(error.kind(), error.code(), &error).with_meta("verification_required", "IDENTITY")
            }
            DocumentError::TooMany { retry_after_s } => {
                domain(error.kind(), error.code(), &error).retry_after(u64::from(retry_after_s))
            }
            _ => domain(error.kind(), error.code(), &error),
        }
    }
}

impl From<SupportError> for Problem {
    fn from(error: SupportError) -> Self {
        match error {
            SupportError::Identity(error) => error.into(),
            SupportError::Store(error) => error.into(),
            SupportError::Invalid { field, rule } => Self::field(FieldError::new(format!("/{field}"), "invalid", rule)),
            SupportError::TooMany { retry_after_s } => {
                domain(error.kind(), error.code(), &error).retry_after(u64::from(retry_after_s))
            }
            _ => domain(error.kind(), error.code(), &error),
        }
    }
}

impl From<FarmError> for Problem {
    fn from(error: FarmError) -> Self {
        match error {
            FarmError::Exchange(error) => error.into(),
            FarmError::Identity(error) => error.into(),
        }
    }
}

impl From<CampaignError> for Problem {
    fn from(error: CampaignError) -> Self {
        match error {
            CampaignError::Identity(error) => error.into(),
            CampaignError::Store(error) => error.into(),
            CampaignError::Invalid { field, rule } => {
                Self::field(FieldError::new(format!("/{field}"), "invalid", rule))
            }
            CampaignError::NotFound(_) => domain(error.kind(), "NOT_FOUND", &error),
            CampaignError::Conflict(_) => domain(error.kind(), "CONFLICT_ERROR", &error),
        }
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        domain(error.kind(), error.code(), &error)
    }
}

impl From<IdentityError> for Problem {
    fn from(error: IdentityError) -> Self {
        match &error {
            IdentityError::Field { field, rule, message, attempts_left } => {
                let at = FieldError::new(format!("/{field}"), *rule, message.clone());
                let problem = Self::field(match attempts_left {
                    Some(left) => at.with("attempts_left", left),
                    None => at,
                });
                Self { detail: message.clone(), ..problem }
            }
            IdentityError::FederatedLogin(FederatedLoginError::EmailTaken { email, challenge, link }) => {
                // Safe: the caller has proved at the provider that the address is theirs.
                let problem = domain(error.kind(), error.code(), &error).with_meta("email", email.as_str());
                let problem = problem.with_meta("challenge_id", challenge.id.to_string());
                let problem = problem.with_meta("resend_after_s", challenge.resend_after_s);
                problem.with_meta("expires_at", challenge.expires_at.to_rfc3339()).with_meta("link", link.expose())
            }
            IdentityError::CaptchaRequired { refusal, puzzle } => {
                let problem = domain(error.kind(), error.code(), &error).with_meta("reason", refusal.code());
                problem.with_meta("puzzle", written(puzzle))
            }
            IdentityError::FactorLocked { until } => {
                let until = serde_json::to_value(until).unwrap_or_default();
                domain(error.kind(), error.code(), &error).with_meta("locked_until", until)
            }
            _ => {
                let waits = error.retry_after_s();
                let problem = domain(error.kind(), error.code(), &error);
                waits.map_or(problem.clone(), |seconds| problem.retry_after(u64::from(seconds)))
            }
        }
    }
}
