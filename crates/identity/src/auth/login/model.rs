//! The types of sign-in.

use chrono::{DateTime, Utc};
use kernel::{ChallengeId, ProfileId, UserId};

use crate::one_time_code::CodeKind;
use crate::{EmailAddress, Language, Tokens};

/// A finished sign-in.
#[derive(Clone, Debug)]
pub struct Login {
    /// The session's tokens.
    pub tokens: Tokens,
    /// The person's address.
    pub email: String,
    /// The person.
    pub user: UserId,
    /// The person's open profiles, the default one first.
    pub profiles: Vec<ProfileId>,
    /// Whether the terms must be accepted first.
    pub consent_required: bool,
    /// Whether the second factor must be shown first.
    pub factor_required: bool,
}

/// A stored challenge. The code is derived from it and the pepper.
#[derive(Clone, Debug)]
pub(crate) struct LoginChallenge {
    pub id: ChallengeId,
    pub email: EmailAddress,
    pub seed: [u8; 16],
    pub code_kind: CodeKind,
    pub language: Language,
    pub network: String,
    pub send_number: i32,
    pub attempts: i32,
    pub created_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
    pub open: bool,
}
