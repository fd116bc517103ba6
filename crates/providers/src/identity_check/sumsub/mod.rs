//! Sumsub, or a provider with the same API (docs.sumsub.com, "API reference"). The platform creates an applicant,
//! uploads the customer's documents and requests a check at the level that the tenant has configured there.
//!
//! All steps can be repeated. An applicant has the platform's own external id, so a second creation finds the first
//! one. Progress is stored before anything is sent. The result of a check counts only if it is newer than the previous
//! one. From a webhook, only the identity of the applicant is used; the state is then queried.

mod account;
mod http;
mod labels;
mod progress;
mod upload_form;
mod verdict;
mod webhook;

use chrono::TimeDelta;
use identity::Identity;
use identity::kyc_documents::{Case, Finding, KycWebhook, Message};
use identity::verification::{Event, Kind, Status};
use kernel::World;
use url::Url;
use zeroize::Zeroizing;

use account::Account;
use http::SumsubError;
use progress::Progress;
use verdict::{Ended, Review, Stage};

/// The address of Sumsub.
pub const SUMSUB: &str = "https://api.sumsub.com";
/// The provider shows a requested check within this time; a check that has not started by then was lost.
const SETTLES: TimeDelta = TimeDelta::minutes(15);

/// Why the settings are invalid.
#[derive(Debug, thiserror::Error)]
pub enum SumsubConfigError {
    /// The address has another form.
    #[error("the address must begin with https://")]
    Url,
    /// A secret or a level is empty.
    #[error("a token, a secret, a webhook secret and a level are needed")]
    Empty,
    /// The HTTP client cannot be created.
    #[error("the client cannot be made")]
    Client,
}

/// A tenant's account. No `Debug`: it holds secrets.
pub struct SumsubSettings {
    /// The address, normally [`SUMSUB`].
    pub url: String,
    /// The app token.
    pub token: String,
    /// The app token's secret, which signs requests.
    pub secret: String,
    /// The secret that signs webhooks.
    pub webhook_secret: String,
    /// The level of identity checks.
    pub level: String,
    /// The level of address checks; without it an operator checks proofs of address.
    pub address_level: Option<String>,
}

/// Checks the documents of one tenant's customers.
pub struct Sumsub {
    account: Account,
    webhook_secret: Zeroizing<String>,
    level: String,
    address_level: Option<String>,
}

impl Sumsub {
    /// Uses this account.
    ///
    /// # Errors
    /// [`SumsubConfigError`].
    pub fn new(world: World, settings: SumsubSettings) -> Result<Self, SumsubConfigError> {
        let SumsubSettings { url, token, secret, webhook_secret, level, address_level } = settings;
        let url = Url::parse(&url).map_err(|_| SumsubConfigError::Url)?;
        let local = url.host_str().is_some_and(|host| host == "127.0.0.1" || host == "localhost");
        if !(url.scheme() == "https" || (local && url.scheme() == "http")) {
            return Err(SumsubConfigError::Url);
        }
        if [&token, &secret, &webhook_secret, &level].into_iter().any(String::is_empty) {
            return Err(SumsubConfigError::Empty);
        }
        let account = Account::new(world, url, token, secret).map_err(|_| SumsubConfigError::Client)?;
        Ok(Self { account, webhook_secret: Zeroizing::new(webhook_secret), level, address_level })
    }

    /// Starts the case, or queries its progress.
    pub(super) async fn check(&self, identity: &Identity, case: &Case) -> Result<Finding, String> {
        let level = match case.kind {
            Kind::Identity => Some(&self.level),
            Kind::Address => self.address_level.as_ref(),
            // The tenant itself assesses the source of funds and the other kinds.
            Kind::Phone | Kind::DeclaredAddress | Kind::SourceOfFunds => None,
        };
        let Some(level) = level else { return Ok(Finding::Manual) };
        let asked = match (Progress::of(case.reference.as_deref(), case.submitted_at), case.status) {
            (Some(progress), Status::Completed) => self.look_after(case, level, &progress).await,
            (None, Status::Completed) => Ok(Finding::Manual),
            (None, _) => self.begin(case, level).await,
            (Some(progress), _) => self.go_on(identity, case, level, progress).await,
        };
        asked.or_else(|refused| given_up(case, refused))
    }

    /// Verifies a webhook.
    pub(super) fn read_webhook(&self, message: &Message<'_>) -> KycWebhook {
        webhook::read_webhook(self.webhook_secret.as_bytes(), message)
    }

    /// Creates the applicant if necessary, and stores the progress before anything is sent.
    async fn begin(&self, case: &Case, level: &str) -> Result<Finding, SumsubError> {
        let Some(applicant) = self.account.applicant(case, level).await? else { return Ok(Finding::Manual) };
        let review = self.account.review(&applicant).await?;
        if is_of_another_level(&review, level) {
            return Ok(Finding::Manual);
        }
        let submitted_us = case.submitted_at.map_or(0, |at| at.timestamp_micros());
        match review.stage() {
            // A check of earlier documents: it ends first.
            Stage::UnderReview | Stage::OnHold => Ok(waiting(case, None)),
            Stage::Quiet | Stage::Ended(_) => {
                let begun = Progress { applicant, submitted_us, asked: false, before: review.review_date };
                let Some(reference) = begun.text() else { return Ok(Finding::Manual) };
                Ok(Finding::Waiting { reference: Some(reference), look_again_after: TimeDelta::zero() })
            }
            Stage::Unknown => Ok(Finding::Manual),
        }
    }

    /// A later result about a customer who is already verified.
    async fn look_after(&self, case: &Case, level: &str, progress: &Progress) -> Result<Finding, SumsubError> {
        let review = self.account.review(&progress.applicant).await?;
        let found = case.moved_at.filter(|_| !is_of_another_level(&review, level)).and_then(|at| review.since(at));
        Ok(found.map_or(Finding::Manual, |(event, reasons)| Finding::Decided(event, reasons)))
    }

    async fn go_on(
        &self,
        identity: &Identity,
        case: &Case,
        level: &str,
        progress: Progress,
    ) -> Result<Finding, SumsubError> {
        let review = self.account.review(&progress.applicant).await?;
        if is_of_another_level(&review, level) {
            return Ok(Finding::Manual);
        }
        match step(&progress, &review, case.status, case.waited) {
            Next::HandOver => {
                // An internal error, for example a key that decrypts nothing: the job retries, and then waits for an
                // operator.
                let pictures =
                    identity.pictures(case.tenant, case.user, case.kind).await.map_err(|_| SumsubError::Ours)?;
                match self.account.hand_over(case, &progress.applicant, &pictures).await? {
                    true => Ok(waiting(case, Progress { asked: true, ..progress }.text())),
                    false => Ok(Finding::Manual),
                }
            }
            Next::Wait => Ok(waiting(case, Progress { asked: true, ..progress }.text())),
            Next::Found(event, reasons) => Ok(Finding::Decided(event, reasons)),
            Next::Manual => Ok(Finding::Manual),
        }
    }
}

/// The next step of a case.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Next {
    /// Upload the pictures and request the check.
    HandOver,
    /// Wait for the provider.
    Wait,
    /// Record the result.
    Found(Event, Vec<&'static str>),
    /// Leave the decision to an operator.
    Manual,
}

/// Pure. A result counts only if its date differs from that of the check before.
fn step(progress: &Progress, review: &Review, status: Status, waited: TimeDelta) -> Next {
    let is_ours = review.review_date.is_some() && review.review_date != progress.before;
    match review.stage() {
        Stage::UnderReview => Next::Wait,
        Stage::OnHold if status == Status::Processing => Next::Found(Event::Hold, Vec::new()),
        Stage::OnHold => Next::Wait,
        Stage::Ended(Ended::Decided(event, reasons)) if is_ours => Next::Found(event, reasons),
        Stage::Ended(Ended::Unclear) if is_ours => Next::Manual,
        Stage::Ended(_) | Stage::Quiet if !progress.asked => Next::HandOver,
        Stage::Ended(_) | Stage::Quiet if waited < SETTLES => Next::Wait,
        Stage::Ended(_) | Stage::Quiet | Stage::Unknown => Next::Manual,
    }
}

/// Whether the provider's staff has moved the applicant to another level; its checks do not count.
fn is_of_another_level(review: &Review, level: &str) -> bool {
    review.level_name.as_deref().is_some_and(|name| name != level)
}

/// A check normally takes two minutes, and a webhook reports its end; polling covers a lost webhook.
fn waiting(case: &Case, reference: Option<String>) -> Finding {
    let look_again_after = match case.waited {
        waited if waited < TimeDelta::minutes(10) => TimeDelta::seconds(30),
        waited if waited < TimeDelta::hours(1) => TimeDelta::minutes(5),
        _ => TimeDelta::minutes(30),
    };
    Finding::Waiting { reference, look_again_after }
}

/// Repeats after a temporary error; leaves permanent errors to an operator.
fn given_up(case: &Case, refused: SumsubError) -> Result<Finding, String> {
    match refused {
        SumsubError::Busy(seconds) => {
            let wait = TimeDelta::seconds(i64::try_from(seconds).unwrap_or(60));
            Ok(Finding::Waiting { reference: None, look_again_after: wait })
        }
        SumsubError::NotFound | SumsubError::Conflict | SumsubError::Invalid(_) => {
            tracing::warn!(
                event = "verification.escalated", ?case, %refused,
                "Sumsub cannot decide a case. An operator must decide it."
            );
            Ok(Finding::Manual)
        }
        SumsubError::Forbidden | SumsubError::Broken(_) | SumsubError::Silent | SumsubError::Ours => {
            Err(refused.to_string())
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn review(status: &str, date: Option<&str>, answer: Option<&str>) -> Review {
        let outcome = verdict::Outcome { review_answer: answer.map(str::to_owned), ..verdict::Outcome::default() };
        let review_date = date.map(str::to_owned);
        Review { review_status: status.into(), review_date, review_result: Some(outcome), level_name: None }
    }

    proptest! {
        /// An earlier or unfinished check never verifies a customer, whatever the provider answers.
        #[test]
        fn only_a_newer_result_counts(
            status in "completed|init|pending|onHold|queued|[a-z]{1,6}",
            date in prop::option::of("[12]"),
            before in prop::option::of("[12]"),
            asked: bool,
            minutes in 0_i64..2_000,
        ) {
            let progress = Progress { applicant: "a".into(), submitted_us: 1, asked, before: before.clone() };
            let said = review(&status, date.as_deref(), Some("GREEN"));
            let next = step(&progress, &said, Status::Processing, TimeDelta::minutes(minutes));
            let newer = date.is_some() && date != before;
            let approved = next == Next::Found(Event::Approve, vec![]);
            prop_assert_eq!(approved, status == "completed" && newer);
            prop_assert!(next != Next::HandOver || !asked, "pictures are sent once where nothing was lost");
        }
    }
}
