//! The lifetimes of a session, and the decision about a presented refresh token. Pure.

use chrono::{DateTime, TimeDelta, Utc};
use kernel::{ProfileId, SessionId, UserId};

use crate::person::customer_status::{CustomerStatus, StatusFacts};
use crate::{Client, Secret, Tenant};

/// The lifetime of an access token.
pub(super) const ACCESS_LIFE: TimeDelta = TimeDelta::minutes(10);
/// How long a used refresh token may be presented again, for a lost answer or concurrent requests.
pub(super) const REPEAT_WITHIN: TimeDelta = TimeDelta::seconds(60);
/// The maximum number of sessions of a person; a further sign-in ends the oldest.
pub(super) const SESSIONS_MAX: i64 = 10;
/// How long an ended session is retained.
pub(crate) const KEEP_ENDED: TimeDelta = TimeDelta::days(90);
/// The maximum number of refreshes of a session per minute.
pub(super) const REFRESHES_PER_MINUTE: i32 = 60;

/// A pair of tokens. It is returned once and stored as hashes only.
#[derive(Clone, Debug)]
pub struct Tokens {
    /// The access token, sent with every request.
    pub access: Secret,
    /// The refresh token, which can be exchanged for the next pair once.
    pub refresh: Secret,
    /// When the access token stops working.
    pub access_expires_at: DateTime<Utc>,
    /// When the refresh token stops working.
    pub refresh_expires_at: DateTime<Utc>,
}

/// The stage of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The first factor was accepted, and the second is missing: only proving it, refresh and logout are allowed.
    AwaitsFactor,
    /// Signed in, but the current terms are not accepted: only reading and accepting them, refresh and logout are
    /// allowed.
    Temporary,
    /// Full access.
    Full,
}

/// The actions that a person protects with the second factor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Switches {
    /// Sign-in with an email code.
    pub signin: bool,
    /// Outgoing transfers.
    pub transfer: bool,
    /// Viewing card details.
    pub card_details: bool,
}

impl Switches {
    /// Everything is protected: the default after the first enrolment.
    pub(crate) const ALL: Self = Self { signin: true, transfer: true, card_details: true };

    /// Whether `next` protects less.
    pub(crate) const fn is_weakened_by(self, next: Self) -> bool {
        (self.signin && !next.signin) || (self.transfer && !next.transfer) || (self.card_details && !next.card_details)
    }
}

/// An authenticated person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Principal {
    /// The person.
    pub user: UserId,
    /// Their open profiles, the default one first; never empty.
    pub profiles: Vec<ProfileId>,
    /// The session's id.
    pub session: SessionId,
    /// The session's stage.
    pub stage: Stage,
    /// The actions that the person protects with a second factor.
    pub guards: Switches,
    /// The facts that decide which services are available.
    pub(crate) facts: StatusFacts,
}

impl Principal {
    /// The person's status as of this request.
    #[must_use]
    pub fn customer_status(&self, tenant: &Tenant) -> CustomerStatus {
        self.facts.customer_status(tenant, self.user)
    }
}

/// The idle and the absolute lifetime of a session.
pub(super) const fn lifetimes(client: Client) -> (TimeDelta, TimeDelta) {
    match client {
        Client::Web => (TimeDelta::days(7), TimeDelta::days(30)),
        Client::Messenger | Client::Native => (TimeDelta::days(30), TimeDelta::days(90)),
    }
}

/// A presented refresh token, with its session locked.
#[derive(Clone, Debug)]
pub(super) struct Presented {
    pub session_ends_at: DateTime<Utc>,
    pub session_revoked: bool,
    pub expires_at: DateTime<Utc>,
    pub used: bool,
    pub superseded: bool,
    pub child: Option<Child>,
}

/// The token that replaced a used one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    pub created_at: DateTime<Utc>,
}

/// The decision about a presented refresh token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RefreshDecision {
    /// Issue a new pair.
    Rotate,
    /// Return the pair that was issued for it before.
    Repeat,
    /// Refuse.
    Refuse,
    /// Token theft: two parties hold tokens of this session. End it.
    Reuse,
}

/// Decides about a presented refresh token. For a minute, a used token returns the same pair, so that concurrent
/// requests succeed. After that it ends the session: a second party has the token, and the thief cannot be identified.
pub(super) fn verdict(token: &Presented, now: DateTime<Utc>) -> RefreshDecision {
    if token.session_revoked || token.session_ends_at <= now {
        return RefreshDecision::Refuse;
    }
    // Set only by earlier versions, which issued another pair for a repeated token.
    if token.superseded {
        return RefreshDecision::Reuse;
    }
    if !token.used {
        return if token.expires_at <= now { RefreshDecision::Refuse } else { RefreshDecision::Rotate };
    }
    match token.child {
        Some(child) if now - child.created_at <= REPEAT_WITHIN => RefreshDecision::Repeat,
        _ => RefreshDecision::Reuse,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fresh(now: DateTime<Utc>) -> Presented {
        Presented {
            session_ends_at: now + TimeDelta::days(1),
            session_revoked: false,
            expires_at: now + TimeDelta::hours(1),
            used: false,
            superseded: false,
            child: None,
        }
    }

    #[test]
    fn a_token_rotates_once_and_repeats_for_a_minute() {
        let now = DateTime::UNIX_EPOCH + TimeDelta::days(1);
        let token = fresh(now);
        assert_eq!(verdict(&token, now), RefreshDecision::Rotate);
        let child = |age_s| Some(Child { created_at: now - TimeDelta::seconds(age_s) });
        let used = |child| Presented { used: true, child, ..token.clone() };
        assert_eq!(verdict(&used(child(0)), now), RefreshDecision::Repeat);
        assert_eq!(verdict(&used(child(60)), now), RefreshDecision::Repeat);
        assert_eq!(verdict(&used(child(61)), now), RefreshDecision::Reuse);
        assert_eq!(verdict(&used(None), now), RefreshDecision::Reuse);
        assert_eq!(verdict(&Presented { superseded: true, ..token }, now), RefreshDecision::Reuse);
    }

    #[test]
    fn an_ended_session_accepts_no_token() {
        let now = DateTime::UNIX_EPOCH + TimeDelta::days(1);
        let token = fresh(now);
        for ended in [
            Presented { expires_at: now, ..token.clone() },
            Presented { session_ends_at: now, ..token.clone() },
            Presented { session_revoked: true, superseded: true, ..token },
        ] {
            assert_eq!(verdict(&ended, now), RefreshDecision::Refuse);
        }
    }

    #[test]
    fn switching_protection_off_weakens_an_account_and_switching_it_on_does_not() {
        let all = Switches::ALL;
        assert!(all.is_weakened_by(Switches { transfer: false, ..all }));
        assert!(!Switches::default().is_weakened_by(all));
        assert!(!all.is_weakened_by(all));
        // Turning one switch on and another off also weakens protection.
        let (one, other) =
            (Switches { signin: true, ..Switches::default() }, Switches { transfer: true, ..Switches::default() });
        assert!(one.is_weakened_by(other));
    }
}
