//! The state machine of a verification (specification, "States and transitions"). Pure.

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

/// After this time the person sees that the check takes long: twice the usual two minutes.
const LONG_AFTER: TimeDelta = TimeDelta::minutes(4);
/// A pending verification needs an operator after this time (specification, "Business constants and limits").
pub(crate) const OVERDUE_AFTER: TimeDelta = TimeDelta::hours(24);

kernel::codes! {
    /// The kind of verification (specification, "Entities and their fields").
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "SCREAMING_SNAKE_CASE")]
    pub enum Kind {
        /// The telephone number, by a code.
        Phone = "PHONE",
        /// The home address, by a document.
        Address = "ADDRESS",
        /// The identity, by a document and a selfie.
        Identity = "IDENTITY",
        /// The home address, self-declared.
        DeclaredAddress = "DECLARED_ADDRESS",
        /// The source of funds, by an answer that an operator reviews.
        SourceOfFunds = "SOURCE_OF_FUNDS",
    }
}

impl Kind {
    /// Whether it is proven at once, by a code or a declaration, without a review.
    #[must_use]
    pub const fn is_immediate(self) -> bool {
        matches!(self, Self::Phone | Self::DeclaredAddress)
    }
}

kernel::codes! {
    /// The status of a verification.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "SCREAMING_SNAKE_CASE")]
    pub enum Status {
        /// Not begun.
        #[default]
        None = "NONE",
        /// Begun; documents are missing.
        Init = "INIT",
        /// Not sufficient; the person may submit again.
        Retry = "RETRY",
        /// Revoked; the verification restarts.
        Reset = "RESET",
        /// Accepted before, but a document has expired.
        Expired = "EXPIRED",
        /// In a closer review by an operator.
        OnHold = "ON_HOLD",
        /// Finally rejected.
        Rejected = "REJECTED",
        /// Verified.
        Completed = "COMPLETED",
        /// Submitted and pending.
        Processing = "PROCESSING",
        /// Not possible because of the person's country or age.
        NotAllowed = "NOT_ALLOWED",
    }
}

impl Status {
    /// Whether the person can upload documents.
    #[must_use]
    pub const fn is_open(self) -> bool {
        matches!(self, Self::None | Self::Init | Self::Retry | Self::Reset | Self::Expired)
    }

    /// Whether it is pending at a provider or an operator.
    #[must_use]
    pub const fn is_awaited(self) -> bool {
        matches!(self, Self::Processing | Self::OnHold)
    }
}

/// An event of a verification.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// The person begins to upload.
    Begin,
    /// The person submits.
    Submit,
    /// Proven at once by a code or a declaration.
    Prove,
    /// A closer review is needed.
    Hold,
    /// Accepted.
    Approve,
    /// Not sufficient; the person may submit again.
    AskAgain,
    /// Finally rejected.
    Reject,
    /// Revoked by an operator or the provider; the verification restarts.
    Reset,
    /// A document has expired.
    Expire,
    /// Ruled out by country or age.
    Disallow,
}

impl Event {
    /// All variants.
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

/// The next status after `event`; `None` if the status does not allow it. A final rejection can be undone by
/// [`Event::Reset`] only.
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

kernel::codes! {
    /// The status as shown to the person.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum DisplayStatus {
        /// Not verified.
        NotVerified = "not_verified",
        /// In progress.
        InProgress = "in_progress",
        /// In progress beyond the usual time; up to 24 hours.
        TooLong = "too_long",
        /// Verified.
        Verified = "verified",
        /// To be submitted again.
        Retry = "retry",
        /// Rejected.
        Rejected = "rejected",
    }
}

/// The shown status of `status`, submitted at `submitted_at`.
#[must_use]
pub fn shown(status: Status, submitted_at: Option<DateTime<Utc>>, now: DateTime<Utc>) -> DisplayStatus {
    match status {
        Status::None | Status::Init | Status::Expired => DisplayStatus::NotVerified,
        Status::Retry | Status::Reset => DisplayStatus::Retry,
        Status::Rejected | Status::NotAllowed => DisplayStatus::Rejected,
        Status::Completed => DisplayStatus::Verified,
        Status::Processing | Status::OnHold if submitted_at.is_some_and(|at| now - at >= LONG_AFTER) => {
            DisplayStatus::TooLong
        }
        Status::Processing | Status::OnHold => DisplayStatus::InProgress,
    }
}

/// A stored verification.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verification {
    /// The kind of verification.
    pub kind: Kind,
    /// The status.
    pub status: Status,
    /// The reason codes of a refusal.
    pub reasons: Vec<String>,
    /// The provider's reference.
    pub reference: Option<String>,
    /// The number of submissions.
    pub attempts: i32,
    /// When it was last submitted.
    pub submitted_at: Option<DateTime<Utc>>,
    /// When it last changed.
    pub updated_at: Option<DateTime<Utc>>,
    /// The version, incremented by every change; 0 before the first.
    pub version: i32,
}

impl Verification {
    /// A verification that has not begun.
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

    /// The verification after `event`; `None` if the status does not allow it.
    #[must_use]
    pub fn after(&self, event: Event, reasons: &[&str], now: DateTime<Utc>) -> Option<Self> {
        let status = next(self.kind, self.status, event)?;
        let handed_in = matches!(event, Event::Submit);
        // The reasons stay readable while the person uploads again.
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

    /// The status as shown to the person.
    #[must_use]
    pub fn shown(&self, now: DateTime<Utc>) -> DisplayStatus {
        shown(self.status, self.submitted_at, now)
    }

    /// Whether it has been pending for a day, so that an operator has to act.
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

    /// Every status that can be reached from `from` by these events.
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
        use DisplayStatus as W;
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
    fn every_verification_status_is_reachable_and_can_be_left() {
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
    fn customers_cannot_complete_document_verifications_or_leave_a_final_rejection() {
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
    fn only_submitted_verifications_are_decided() {
        for (kind, status) in Kind::ALL.into_iter().flat_map(|kind| Status::ALL.map(|status| (kind, status))) {
            for event in [Event::Approve, Event::AskAgain, Event::Hold] {
                assert!(next(kind, status, event).is_none() || status.is_awaited(), "{kind:?} {status:?} {event:?}");
            }
        }
    }

    proptest! {
        #[test]
        fn a_verification_counts_its_changes_and_submissions_and_keeps_its_reason(
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
                let too_long = verification.shown(now) == DisplayStatus::TooLong;
                prop_assert_eq!(too_long, late && verification.status.is_awaited());
                prop_assert_eq!(verification.shown(now) == DisplayStatus::Verified, verification.status == Status::Completed);
            }
        }
    }
}
