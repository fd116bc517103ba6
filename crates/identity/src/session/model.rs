//! A session's lifetimes, and what presenting a refresh token leads to. Pure.

use chrono::{DateTime, TimeDelta, Utc};
use kernel::{ProfileId, SessionId, UserId};

use crate::factor::Switches;
use crate::standing::Facts;
use crate::{Client, Secret};

/// How long an access token is good.
pub(super) const ACCESS_LIFE: TimeDelta = TimeDelta::minutes(10);
/// For so long a used refresh token may be presented again: its answer got lost, or two asked at once.
pub(super) const REPEAT_WITHIN: TimeDelta = TimeDelta::seconds(60);
/// Sign-ins of one person at a time; a further one ends the oldest.
pub(super) const SESSIONS_MAX: i64 = 10;
/// How long a session that has ended can still be looked into.
pub(crate) const KEEP_ENDED: TimeDelta = TimeDelta::days(90);
/// Refreshes of one session in a minute.
pub(super) const REFRESHES_PER_MINUTE: i32 = 60;

/// A pair of tokens, shown once.
#[derive(Clone, Debug)]
pub struct Tokens {
    /// Goes with every request.
    pub access: Secret,
    /// Buys the next pair, once.
    pub refresh: Secret,
    /// When the access token stops working.
    pub access_expires_at: DateTime<Utc>,
    /// When the refresh token stops working.
    pub refresh_expires_at: DateTime<Utc>,
}

/// How far a session has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The code by mail was right, and the second factor has yet to be shown: that, renewing and logging out only.
    AwaitsFactor,
    /// Signed in, but the terms in force are not accepted: reading and accepting them, renewing and logging out only.
    Temporary,
    /// All that a customer may do.
    Full,
}

/// Who sends a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Principal {
    /// The person.
    pub user: UserId,
    /// Their open profiles, the default one first; never empty.
    pub profiles: Vec<ProfileId>,
    /// The sign-in.
    pub session: SessionId,
    /// How far it has come.
    pub stage: Stage,
    /// What the person guards with a second factor.
    pub guards: Switches,
    /// What decides what may be offered to them.
    pub(crate) facts: Facts,
}

/// How long a session lasts unused, and at all (architecture, section 4).
pub(super) const fn lifetimes(client: Client) -> (TimeDelta, TimeDelta) {
    match client {
        Client::Web => (TimeDelta::days(7), TimeDelta::days(30)),
        Client::Messenger | Client::Native => (TimeDelta::days(30), TimeDelta::days(90)),
    }
}

/// A refresh token as it is found, its session locked.
#[derive(Clone, Debug)]
pub(super) struct Presented {
    pub session_ends_at: DateTime<Utc>,
    pub session_revoked: bool,
    pub expires_at: DateTime<Utc>,
    pub used: bool,
    pub superseded: bool,
    pub child: Option<Child>,
}

/// The token that replaced it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    pub created_at: DateTime<Utc>,
}

/// What presenting it leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// A new pair.
    Rotate,
    /// The pair that it has led to already.
    Repeat,
    /// No.
    Refuse,
    /// Two parties hold this family's tokens: end it.
    Reuse,
}

/// Decides. A used token gives the same pair again for a minute, so that all who ask at once go on together. Later it ends the
/// session: somebody else has it, and there is no telling who is the thief.
pub(super) fn verdict(token: &Presented, now: DateTime<Utc>) -> Verdict {
    if token.session_revoked || token.session_ends_at <= now {
        return Verdict::Refuse;
    }
    // Set by earlier versions only, which gave another pair for a repeated token.
    if token.superseded {
        return Verdict::Reuse;
    }
    if !token.used {
        return if token.expires_at <= now { Verdict::Refuse } else { Verdict::Rotate };
    }
    match token.child {
        Some(child) if now - child.created_at <= REPEAT_WITHIN => Verdict::Repeat,
        _ => Verdict::Reuse,
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
        assert_eq!(verdict(&token, now), Verdict::Rotate);
        let child = |age_s| Some(Child { created_at: now - TimeDelta::seconds(age_s) });
        let used = |child| Presented { used: true, child, ..token.clone() };
        assert_eq!(verdict(&used(child(0)), now), Verdict::Repeat);
        assert_eq!(verdict(&used(child(60)), now), Verdict::Repeat);
        assert_eq!(verdict(&used(child(61)), now), Verdict::Reuse);
        assert_eq!(verdict(&used(None), now), Verdict::Reuse);
        assert_eq!(verdict(&Presented { superseded: true, ..token }, now), Verdict::Reuse);
    }

    #[test]
    fn an_ended_session_gives_nothing_whatever_the_token() {
        let now = DateTime::UNIX_EPOCH + TimeDelta::days(1);
        let token = fresh(now);
        for ended in [
            Presented { expires_at: now, ..token.clone() },
            Presented { session_ends_at: now, ..token.clone() },
            Presented { session_revoked: true, superseded: true, ..token },
        ] {
            assert_eq!(verdict(&ended, now), Verdict::Refuse);
        }
    }
}
