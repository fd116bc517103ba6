//! The port to a provider that checks KYC documents.

use async_trait::async_trait;
use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use kernel::{Country, TenantId, UserId};

use crate::Tenant;
use crate::person::verification::{Event, Kind, Status};

/// A verification case to be checked.
#[derive(Clone, PartialEq, Eq)]
pub struct Case {
    /// The tenant of the customer.
    pub tenant: TenantId,
    /// The customer.
    pub user: UserId,
    /// The kind of verification.
    pub kind: Kind,
    /// Its current status.
    pub status: Status,
    /// The provider's reference of the case, once assigned.
    pub reference: Option<String>,
    /// The number of submissions, including this one.
    pub attempt: i32,
    /// When it was last submitted.
    pub submitted_at: Option<DateTime<Utc>>,
    /// How long it has waited; zero if it is decided.
    pub waited: TimeDelta,
    /// When its status last changed.
    pub moved_at: Option<DateTime<Utc>>,
    /// The first name that the customer stated.
    pub first_name: String,
    /// The last name that the customer stated.
    pub last_name: String,
    /// The date of birth that the customer stated.
    pub birth_date: Option<NaiveDate>,
    /// The country of residence that the customer stated.
    pub residence: Option<Country>,
}

/// Prints ids only: personal data must not reach a log.
impl std::fmt::Debug for Case {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { tenant, user, kind, attempt, .. } = self;
        write!(f, "Case({tenant} {user} {} {attempt})", kind.code())
    }
}

/// A provider's result for a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// The provider decided: this event applies to the verification, for these reasons.
    Decided(Event, Vec<&'static str>),
    /// The provider is still working. Ask again after this time at the latest.
    Waiting {
        /// The provider's reference of the case.
        reference: Option<String>,
        /// How long to wait.
        look_again_after: TimeDelta,
    },
    /// The case needs a manual decision by an operator.
    Manual,
}

/// A webhook message that claims to come from a provider.
#[derive(Clone, Copy)]
pub struct Message<'a> {
    /// The signature of the message.
    pub digest: &'a str,
    /// The signature algorithm, if the message names it.
    pub algorithm: Option<&'a str>,
    /// The raw body.
    pub body: &'a [u8],
}

/// The subject of a webhook message. Its content is never trusted: the case is looked up at the provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KycWebhook {
    /// This tenant's provider sends no webhooks.
    NotConnected,
    /// The signature is missing or invalid.
    Unauthenticated,
    /// The message is authentic and refers to no case of ours.
    Unrelated,
    /// The status of this verification may have changed.
    Verification(UserId, Kind),
}

/// Checks documents.
#[async_trait]
pub trait IdentityCheck: Send + Sync {
    /// Submits the case, or queries its result. It is called repeatedly, also twice for the same case: the attempt and
    /// the reference identify it. A `COMPLETED` case is queried again after a webhook, because an accepted document can
    /// expire or be revoked. An error text goes to the log and must contain no personal data; the call is then
    /// repeated.
    async fn check(&self, case: &Case) -> Result<Finding, String>;

    /// Parses a webhook message of a provider of this tenant.
    fn read_webhook(&self, _tenant: &Tenant, _message: &Message<'_>) -> KycWebhook {
        KycWebhook::NotConnected
    }
}
