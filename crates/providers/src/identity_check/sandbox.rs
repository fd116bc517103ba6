//! The test names of the sandbox.

use chrono::TimeDelta;
use identity::kyc_documents::{Case, Finding};
use identity::verification::{Event, Kind};

/// The duration of a `Slow` check.
const SLOW: TimeDelta = TimeDelta::hours(24);

/// The result for a family name; any other name is verified. `Retry` fails the first attempt, `Review` waits for an
/// operator.
pub(super) fn simulated(case: &Case) -> Finding {
    let refused = |event, of_identity, of_address, of_funds| {
        let reason = match case.kind {
            Kind::Address => of_address,
            Kind::SourceOfFunds => of_funds,
            _ => of_identity,
        };
        Finding::Decided(event, vec![reason])
    };
    match case.last_name.as_str() {
        "Rejected" => refused(Event::Reject, "data_mismatch", "address_mismatch", "refused"),
        "Retry" if case.attempt <= 1 => {
            refused(Event::AskAgain, "document_unreadable", "proof_too_old", "evidence_needed")
        }
        "Review" => Finding::Manual,
        "Onhold" => Finding::Decided(Event::Hold, Vec::new()),
        "Notallowed" => refused(Event::Disallow, "not_allowed", "not_allowed", "not_allowed"),
        "Slow" if case.waited < SLOW => Finding::Waiting { reference: None, look_again_after: SLOW - case.waited },
        _ => Finding::Decided(Event::Approve, Vec::new()),
    }
}

#[cfg(test)]
mod tests {
    use identity::verification::Status;
    use kernel::{TenantId, UserId};
    use uuid::Uuid;

    use super::*;

    fn case(last_name: &str, attempt: i32, waited: TimeDelta) -> Case {
        Case {
            tenant: TenantId::from_uuid(Uuid::nil()),
            user: UserId::from_uuid(Uuid::nil()),
            kind: Kind::Identity,
            status: Status::Processing,
            reference: None,
            attempt,
            submitted_at: None,
            waited,
            moved_at: None,
            first_name: "Ada".into(),
            last_name: last_name.into(),
            birth_date: None,
            residence: None,
        }
    }

    fn event(last_name: &str, attempt: i32, waited: TimeDelta) -> Option<Event> {
        match simulated(&case(last_name, attempt, waited)) {
            Finding::Decided(event, reasons) => {
                let refuses = matches!(event, Event::Reject | Event::AskAgain | Event::Disallow);
                assert_eq!(refuses, !reasons.is_empty(), "who is refused is told why");
                assert!(reasons.iter().all(|reason| identity::kyc_documents::REASONS.contains(reason)));
                Some(event)
            }
            _ => None,
        }
    }

    #[test]
    fn the_sandbox_family_names_cover_every_outcome() {
        let first = |name| event(name, 1, TimeDelta::zero());
        assert_eq!(first("Approved"), Some(Event::Approve));
        assert_eq!(first("Lovelace"), Some(Event::Approve));
        assert_eq!(first("Rejected"), Some(Event::Reject));
        assert_eq!(first("Onhold"), Some(Event::Hold));
        assert_eq!(first("Notallowed"), Some(Event::Disallow));
        assert_eq!(simulated(&case("Review", 1, TimeDelta::zero())), Finding::Manual, "an operator decides");
        assert_eq!(
            (first("Retry"), event("Retry", 2, TimeDelta::zero())),
            (Some(Event::AskAgain), Some(Event::Approve))
        );
        assert_eq!((first("Slow"), event("Slow", 1, SLOW)), (None, Some(Event::Approve)));
    }
}
