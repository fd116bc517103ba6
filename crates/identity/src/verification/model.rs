//! How the verification of one thing about a person stands (specification, section 4), and what may move it. Pure.

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

/// Beyond the two minutes that an identity check takes, so much again before a person is told that it takes long
/// (reference defaults C4).
const LONG_AFTER: TimeDelta = TimeDelta::minutes(4);
/// Nobody waits longer than this without an operator having looked.
pub(crate) const OVERDUE_AFTER: TimeDelta = TimeDelta::hours(24);

/// What is verified (specification, section 3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Kind {
    /// The telephone, by a code.
    Phone,
    /// The home address, by a document.
    Address,
    /// Who somebody is, by a document and their face.
    Identity,
    /// The home address, by their word.
    DeclaredAddress,
    /// Where their money comes from, by an answer that an operator looks at.
    SourceOfFunds,
}

impl Kind {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Phone, Self::Address, Self::Identity, Self::DeclaredAddress, Self::SourceOfFunds];

    /// As the specification writes it.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Phone => "PHONE",
            Self::Address => "ADDRESS",
            Self::Identity => "IDENTITY",
            Self::DeclaredAddress => "DECLARED_ADDRESS",
            Self::SourceOfFunds => "SOURCE_OF_FUNDS",
        }
    }

    /// The kind of this code.
    #[must_use]
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.code() == code)
    }

    /// Whether it is proved at once, by a code or a word, without anybody looking at documents.
    #[must_use]
    pub const fn is_immediate(self) -> bool {
        matches!(self, Self::Phone | Self::DeclaredAddress)
    }
}

/// How it stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Status {
    /// Never begun.
    #[default]
    None,
    /// Begun; something is still to be handed in.
    Init,
    /// Handed in, and not good enough: once more.
    Retry,
    /// Taken back; it begins anew.
    Reset,
    /// Was good, and no longer is: a document ran out.
    Expired,
    /// An operator looks closer.
    OnHold,
    /// Refused for good.
    Rejected,
    /// Verified.
    Completed,
    /// Handed in.
    Processing,
    /// Not possible for this person: their country or age.
    NotAllowed,
}

impl Status {
    /// All of them.
    pub const ALL: [Self; 10] = [
        Self::None,
        Self::Init,
        Self::Retry,
        Self::Reset,
        Self::Expired,
        Self::OnHold,
        Self::Rejected,
        Self::Completed,
        Self::Processing,
        Self::NotAllowed,
    ];

    /// As the specification writes it.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::None => "NONE",
            Self::Init => "INIT",
            Self::Retry => "RETRY",
            Self::Reset => "RESET",
            Self::Expired => "EXPIRED",
            Self::OnHold => "ON_HOLD",
            Self::Rejected => "REJECTED",
            Self::Completed => "COMPLETED",
            Self::Processing => "PROCESSING",
            Self::NotAllowed => "NOT_ALLOWED",
        }
    }

    /// The status of this code.
    #[must_use]
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.code() == code)
    }

    /// Whether the person can hand something in.
    #[must_use]
    pub const fn is_open(self) -> bool {
        matches!(self, Self::None | Self::Init | Self::Retry | Self::Reset | Self::Expired)
    }

    /// Whether somebody else is at work on it.
    #[must_use]
    pub const fn is_awaited(self) -> bool {
        matches!(self, Self::Processing | Self::OnHold)
    }
}

/// What happens to a verification.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// The person begins to hand in.
    Begin,
    /// The person has handed everything in.
    Submit,
    /// It was proved at once: a code, a word.
    Prove,
    /// Somebody has to look closer.
    Hold,
    /// It is good.
    Approve,
    /// It is not good enough; once more.
    AskAgain,
    /// It is refused for good.
    Reject,
    /// An operator or the provider takes it back; it begins anew.
    Reset,
    /// A document ran out.
    Expire,
    /// The country or age rules it out.
    Disallow,
}

impl Event {
    /// All of them.
    pub const ALL: [Self; 10] = [
        Self::Begin,
        Self::Submit,
        Self::Prove,
        Self::Hold,
        Self::Approve,
        Self::AskAgain,
        Self::Reject,
        Self::Reset,
        Self::Expire,
        Self::Disallow,
    ];
}

/// What `event` makes of `status`; `None` where it has no say. What was refused for good comes back by [`Event::Reset`]
/// alone.
#[must_use]
pub const fn next(kind: Kind, status: Status, event: Event) -> Option<Status> {
    use Status::{Completed, Expired, NotAllowed, OnHold, Processing, Rejected};
    Some(match (event, status) {
        (Event::Prove, Rejected | NotAllowed) => return None,
        (Event::Prove, _) if kind.is_immediate() => Completed,
        (Event::Begin, _) if status.is_open() && !kind.is_immediate() => Status::Init,
        (Event::Submit, _) if status.is_open() && !kind.is_immediate() => Processing,
        (Event::Hold, Processing) => OnHold,
        (Event::Approve, Processing | OnHold) => Completed,
        (Event::AskAgain, Processing | OnHold) => Status::Retry,
        (Event::Reject, Processing | OnHold | Completed | Expired) => Rejected,
        (Event::Reset, Status::None | Status::Reset) => return None,
        (Event::Reset, _) => Status::Reset,
        (Event::Expire, Completed) => Expired,
        (Event::Disallow, Rejected | NotAllowed) => return None,
        (Event::Disallow, _) => NotAllowed,
        _ => return None,
    })
}

/// The person's own word for a status.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Shown {
    /// Not verified.
    NotVerified,
    /// In progress.
    InProgress,
    /// In progress for too long; up to 24 hours.
    TooLong,
    /// Verified.
    Verified,
    /// Once more.
    Retry,
    /// Rejected.
    Rejected,
}

/// What a person is told of `status`, handed in at `submitted_at`.
#[must_use]
pub fn shown(status: Status, submitted_at: Option<DateTime<Utc>>, now: DateTime<Utc>) -> Shown {
    match status {
        Status::None | Status::Init | Status::Expired => Shown::NotVerified,
        Status::Retry | Status::Reset => Shown::Retry,
        Status::Rejected | Status::NotAllowed => Shown::Rejected,
        Status::Completed => Shown::Verified,
        Status::Processing | Status::OnHold if submitted_at.is_some_and(|at| now - at >= LONG_AFTER) => Shown::TooLong,
        Status::Processing | Status::OnHold => Shown::InProgress,
    }
}

/// A verification as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verification {
    /// Of what.
    pub kind: Kind,
    /// How it stands.
    pub status: Status,
    /// Why it was refused, in stable words.
    pub reasons: Vec<String>,
    /// The provider's name for it.
    pub reference: Option<String>,
    /// How often something was handed in.
    pub attempts: i32,
    /// When something was handed in last.
    pub submitted_at: Option<DateTime<Utc>>,
    /// When it last moved.
    pub updated_at: Option<DateTime<Utc>>,
    /// Grows with every move; 0 before the first.
    pub version: i32,
}

impl Verification {
    /// One that never began.
    #[must_use]
    pub fn none(kind: Kind) -> Self {
        Self {
            kind,
            status: Status::None,
            reasons: Vec::new(),
            reference: None,
            attempts: 0,
            submitted_at: None,
            updated_at: None,
            version: 0,
        }
    }

    /// The same after `event`; `None` where it has no say.
    #[must_use]
    pub fn after(&self, event: Event, reasons: &[&str], now: DateTime<Utc>) -> Option<Self> {
        let status = next(self.kind, self.status, event)?;
        let handed_in = matches!(event, Event::Submit);
        // Whoever hands in once more can still read why.
        let stays = matches!(event, Event::Begin);
        let attempts = if matches!(event, Event::Reset | Event::Expire) { 0 } else { self.attempts };
        Some(Self {
            status,
            reasons: if stays {
                self.reasons.clone()
            } else {
                reasons.iter().map(|&reason| reason.to_owned()).collect()
            },
            attempts: attempts.saturating_add(i32::from(handed_in)),
            submitted_at: if handed_in { Some(now) } else { self.submitted_at },
            updated_at: Some(now),
            version: self.version.saturating_add(1),
            ..self.clone()
        })
    }

    /// The person's own word for it.
    #[must_use]
    pub fn shown(&self, now: DateTime<Utc>) -> Shown {
        shown(self.status, self.submitted_at, now)
    }

    /// Whether an operator has to look because nobody has answered for a day.
    #[must_use]
    pub fn is_overdue(&self, now: DateTime<Utc>) -> bool {
        self.status.is_awaited() && self.submitted_at.is_some_and(|at| now - at >= OVERDUE_AFTER)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    /// Every status that can be come to from `from`, by these events.
    fn reach(kind: Kind, from: Status, events: &[Event]) -> BTreeSet<Status> {
        let mut seen = BTreeSet::from([from]);
        let mut open = vec![from];
        while let Some(status) = open.pop() {
            for next in events.iter().filter_map(|event| next(kind, status, *event)) {
                if seen.insert(next) {
                    open.push(next);
                }
            }
        }
        seen
    }

    const PERSON: [Event; 3] = [Event::Begin, Event::Submit, Event::Prove];

    #[test]
    fn each_status_has_a_persons_word() {
        let at = DateTime::UNIX_EPOCH;
        let soon = at + LONG_AFTER - chrono::TimeDelta::seconds(1);
        let words = Status::ALL
            .map(|status| (status.code(), shown(status, Some(at), soon), shown(status, Some(at), at + LONG_AFTER)));
        use Shown as W;
        let still = |code, word| (code, word, word);
        assert_eq!(
            words,
            [
                still("NONE", W::NotVerified),
                still("INIT", W::NotVerified),
                still("RETRY", W::Retry),
                still("RESET", W::Retry),
                still("EXPIRED", W::NotVerified),
                ("ON_HOLD", W::InProgress, W::TooLong),
                still("REJECTED", W::Rejected),
                still("COMPLETED", W::Verified),
                ("PROCESSING", W::InProgress, W::TooLong),
                still("NOT_ALLOWED", W::Rejected),
            ]
        );
    }

    #[test]
    fn every_status_can_be_come_to_and_none_is_a_trap() {
        for kind in [Kind::Identity, Kind::Address, Kind::SourceOfFunds] {
            assert_eq!(reach(kind, Status::None, &Event::ALL), BTreeSet::from(Status::ALL));
        }
        for kind in Kind::ALL {
            for status in reach(kind, Status::None, &Event::ALL) {
                assert!(reach(kind, status, &Event::ALL).contains(&Status::Completed), "{kind:?} {status:?}");
            }
        }
    }

    #[test]
    fn nobody_verifies_themselves_with_documents_and_nobody_leaves_a_refusal_by_themselves() {
        for kind in [Kind::Identity, Kind::Address, Kind::SourceOfFunds] {
            for status in Status::ALL.into_iter().filter(|status| *status != Status::Completed) {
                assert!(!reach(kind, status, &PERSON).contains(&Status::Completed), "{kind:?} {status:?}");
            }
        }
        for kind in Kind::ALL {
            for refused in [Status::Rejected, Status::NotAllowed] {
                assert_eq!(reach(kind, refused, &PERSON), BTreeSet::from([refused]));
                let leaves = Event::ALL.into_iter().filter(|event| next(kind, refused, *event).is_some());
                assert_eq!(leaves.collect::<Vec<_>>(), [Event::Reset], "{kind:?} {refused:?}");
            }
        }
    }

    #[test]
    fn what_is_decided_was_handed_in_before() {
        for (kind, status) in Kind::ALL.into_iter().flat_map(|kind| Status::ALL.map(|status| (kind, status))) {
            for event in [Event::Approve, Event::AskAgain, Event::Hold] {
                assert!(next(kind, status, event).is_none() || status.is_awaited(), "{kind:?} {status:?} {event:?}");
            }
        }
    }

    proptest! {
        #[test]
        fn a_verification_counts_its_moves_and_says_its_word(
            moves in prop::collection::vec((prop::sample::select(Event::ALL.to_vec()), 0_i64..600), 0..40)
        ) {
            let mut now = DateTime::UNIX_EPOCH;
            let mut verification = Verification::none(Kind::Identity);
            let (mut moved, mut handed_in) = (0, 0);
            for (event, seconds) in moves {
                now += TimeDelta::seconds(seconds);
                if let Some(after) = verification.after(event, &["blurred"], now) {
                    moved += 1;
                    let anew = matches!(event, Event::Reset | Event::Expire);
                    handed_in = if anew { 0 } else { handed_in + i32::from(event == Event::Submit) };
                    verification = after;
                }
                prop_assert_eq!(verification.version, moved);
                prop_assert_eq!(verification.attempts, handed_in);
                let late = verification.submitted_at.is_some_and(|at| now - at >= LONG_AFTER);
                let too_long = verification.shown(now) == Shown::TooLong;
                prop_assert_eq!(too_long, late && verification.status.is_awaited());
                prop_assert_eq!(verification.shown(now) == Shown::Verified, verification.status == Status::Completed);
            }
        }
    }
}
