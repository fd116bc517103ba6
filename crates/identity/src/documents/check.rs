//! The port: who looks at documents.

use async_trait::async_trait;
use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use kernel::{Country, TenantId, UserId};

use crate::Tenant;
use crate::verification::{Event, Kind, Status};

/// Somebody whose documents are to be looked at.
#[derive(Clone, PartialEq, Eq)]
pub struct Case {
    /// Whose customer.
    pub tenant: TenantId,
    /// Who.
    pub user: UserId,
    /// What is verified.
    pub kind: Kind,
    /// How it stands.
    pub status: Status,
    /// The provider's name for it, once it has given one.
    pub reference: Option<String>,
    /// How often it was handed in, this time included.
    pub attempt: i32,
    /// When it was handed in.
    pub submitted_at: Option<DateTime<Utc>>,
    /// How long it has waited; no time where it is decided.
    pub waited: TimeDelta,
    /// When it came to stand as it does.
    pub moved_at: Option<DateTime<Utc>>,
    /// What they say of themselves.
    pub first_name: String,
    /// See `first_name`.
    pub last_name: String,
    /// See `first_name`.
    pub birth_date: Option<NaiveDate>,
    /// Where they live.
    pub residence: Option<Country>,
}

/// Ids alone: what people say of themselves belongs in no log.
impl std::fmt::Debug for Case {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { tenant, user, kind, attempt, .. } = self;
        write!(f, "Case({tenant} {user} {} {attempt})", kind.code())
    }
}

/// What a provider makes of a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// This happens to the verification, for these reasons.
    Decided(Event, Vec<&'static str>),
    /// It has the documents and is not done: ask again after this time, at the latest.
    Waiting {
        /// Its name for the case.
        reference: Option<String>,
        /// How long to wait.
        look_again_after: TimeDelta,
    },
    /// An operator decides.
    Manual,
}

/// What somebody sent us in a provider's name.
#[derive(Clone, Copy)]
pub struct Message<'a> {
    /// The proof that it is theirs.
    pub digest: &'a str,
    /// How the proof was made, where they say.
    pub algorithm: Option<&'a str>,
    /// The bytes as they came.
    pub body: &'a [u8],
}

/// What a message is good for. Never for its word: whoever it is about is looked up at the provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heard {
    /// This tenant has no provider who writes.
    NobodyWrites,
    /// It does not prove that the provider sent it.
    Unproved,
    /// It is theirs, and about nothing that we asked.
    Nothing,
    /// Something may have happened to this verification.
    About(UserId, Kind),
}

/// Looks at documents.
#[async_trait]
pub trait IdentityCheck: Send + Sync {
    /// Takes the case, or looks up what has become of it. Asked as often as it takes, also twice for the same: the attempt and
    /// the reference tell which it is. One that is `COMPLETED` is asked about where the provider has written since: whether what was
    /// good has run out or was taken back. The text of an error is for the log, without anything of the person, and the question
    /// is asked again.
    async fn check(&self, case: &Case) -> Result<Finding, String>;

    /// Reads what a provider of this tenant may have written by itself.
    fn heard(&self, _tenant: &Tenant, _message: &Message<'_>) -> Heard {
        Heard::NobodyWrites
    }
}
