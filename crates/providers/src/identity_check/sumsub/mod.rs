//! Sumsub, or whoever speaks its API (docs.sumsub.com, "API reference"): applicants are created, shown what the person handed in,
//! and checked at a level that the tenant has set up there.
//!
//! Everything is asked again until it is known: an applicant is created under a name of ours, so a second creation finds the
//! first; what was begun is noted before anything is sent; and the end of a check counts only when it is later than the end that was
//! there before. A message of theirs is believed in nothing but whom to ask about.

mod account;
mod http;
mod labels;
mod papers;
mod progress;
mod verdict;
mod webhook;

use chrono::TimeDelta;
use identity::Identity;
use identity::documents::{Case, Finding, Heard, Message};
use identity::verification::{Event, Kind, Status};
use kernel::World;
use url::Url;
use zeroize::Zeroizing;

use account::Account;
use http::Refused;
use progress::Progress;
use verdict::{Ended, Review, Stage};

/// Where Sumsub is.
pub const SUMSUB: &str = "https://api.sumsub.com";
/// What was asked for is seen at the provider within this time; a check that is not begun by then never will be.
const SETTLES: TimeDelta = TimeDelta::minutes(15);

/// Why the settings cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SumsubConfigError {
    /// Not of this form.
    #[error("the address must begin with https://")]
    Url,
    /// A secret or a level is empty.
    #[error("a token, a secret, a webhook secret and a level are needed")]
    Empty,
    /// The client cannot be made.
    #[error("the client cannot be made")]
    Client,
}

/// A tenant's account. No `Debug`: it holds secrets.
pub struct SumsubSettings {
    /// Where it is, [`SUMSUB`] as a rule.
    pub url: String,
    /// The app token.
    pub token: String,
    /// Its secret, which signs what we ask.
    pub secret: String,
    /// The secret that signs what they send.
    pub webhook_secret: String,
    /// The level that identities are checked at.
    pub level: String,
    /// The level for proofs of address; an operator looks at them without it.
    pub address_level: Option<String>,
}

/// Looks at the documents of one tenant's people.
pub struct Sumsub {
    account: Account,
    webhook_secret: Zeroizing<String>,
    level: String,
    address_level: Option<String>,
}

impl Sumsub {
    /// With this account.
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

    /// Takes the case, or looks up what has become of it.
    pub(super) async fn check(&self, identity: &Identity, case: &Case) -> Result<Finding, String> {
        let level = match case.kind {
            Kind::Identity => Some(&self.level),
            Kind::Address => self.address_level.as_ref(),
            // Whether an amount fits a person is the tenant's own question.
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

    /// What a message is good for.
    pub(super) fn heard(&self, message: &Message<'_>) -> Heard {
        webhook::heard(self.webhook_secret.as_bytes(), message)
    }

    /// Makes sure that they know the person, and notes how things stand before anything is sent.
    async fn begin(&self, case: &Case, level: &str) -> Result<Finding, Refused> {
        let Some(applicant) = self.account.applicant(case, level).await? else { return Ok(Finding::Manual) };
        let review = self.account.review(&applicant).await?;
        if is_of_another_level(&review, level) {
            return Ok(Finding::Manual);
        }
        let submitted_us = case.submitted_at.map_or(0, |at| at.timestamp_micros());
        match review.stage() {
            // Of what was handed in before: it ends first.
            Stage::UnderReview | Stage::OnHold => Ok(waiting(case, None)),
            Stage::Quiet | Stage::Ended(_) => {
                let begun = Progress { applicant, submitted_us, asked: false, before: review.review_date };
                let Some(reference) = begun.text() else { return Ok(Finding::Manual) };
                Ok(Finding::Waiting { reference: Some(reference), look_again_after: TimeDelta::zero() })
            }
            Stage::Unknown => Ok(Finding::Manual),
        }
    }

    /// What they say of somebody since they were verified.
    async fn look_after(&self, case: &Case, level: &str, progress: &Progress) -> Result<Finding, Refused> {
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
    ) -> Result<Finding, Refused> {
        let review = self.account.review(&progress.applicant).await?;
        if is_of_another_level(&review, level) {
            return Ok(Finding::Manual);
        }
        match step(&progress, &review, case.status, case.waited) {
            Next::HandOver => {
                // An error of ours, such as a key that opens nothing: it is asked again, and stays for an operator.
                let pictures = identity.pictures(case.tenant, case.user, case.kind).await.map_err(|_| Refused::Ours)?;
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

/// What is next for a case.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Next {
    /// The pictures are sent, and the check is asked for.
    HandOver,
    /// They are at work.
    Wait,
    /// They have found this.
    Found(Event, Vec<&'static str>),
    /// An operator decides.
    Manual,
}

/// Pure. The end of a check counts when it is another than the one before we began.
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

/// A check at another level, which somebody there has moved the person to, is none of ours.
fn is_of_another_level(review: &Review, level: &str) -> bool {
    review.level_name.as_deref().is_some_and(|name| name != level)
}

/// Checks take two minutes as a rule, and a message tells when one has ended; this is for when it does not come.
fn waiting(case: &Case, reference: Option<String>) -> Finding {
    let look_again_after = match case.waited {
        waited if waited < TimeDelta::minutes(10) => TimeDelta::seconds(30),
        waited if waited < TimeDelta::hours(1) => TimeDelta::minutes(5),
        _ => TimeDelta::minutes(30),
    };
    Finding::Waiting { reference, look_again_after }
}

/// What asking again may mend is asked again; what it will not is an operator's.
fn given_up(case: &Case, refused: Refused) -> Result<Finding, String> {
    match refused {
        Refused::Busy(seconds) => {
            let wait = TimeDelta::seconds(i64::try_from(seconds).unwrap_or(60));
            Ok(Finding::Waiting { reference: None, look_again_after: wait })
        }
        Refused::NotFound | Refused::Conflict | Refused::Invalid(_) => {
            tracing::warn!(?case, %refused, "a case is left to an operator");
            Ok(Finding::Manual)
        }
        Refused::Forbidden | Refused::Broken(_) | Refused::Silent | Refused::Ours => Err(refused.to_string()),
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
        /// Whatever they say: nobody is verified by a check that had ended before, or by one that has not ended.
        #[test]
        fn only_a_newer_end_is_an_end(
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
