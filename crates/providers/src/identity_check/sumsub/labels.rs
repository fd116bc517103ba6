//! Maps Sumsub's rejection labels to the platform's reason codes.

/// A label, and the customer's reason code. Labels that are missing here must not be disclosed, or name nothing that
/// the customer can correct.
const TOLD: [(&str, &str); 36] = [
    ("UNSATISFACTORY_PHOTOS", "document_unreadable"),
    ("LOW_QUALITY", "document_unreadable"),
    ("BLACK_AND_WHITE", "document_unreadable"),
    ("SCREENSHOTS", "document_unreadable"),
    ("GRAPHIC_EDITOR", "document_unreadable"),
    ("DIGITAL_DOCUMENT", "document_unreadable"),
    ("INCOMPLETE_DOCUMENT", "document_incomplete"),
    ("DOCUMENT_PAGE_MISSING", "document_incomplete"),
    ("FRONT_SIDE_MISSING", "document_incomplete"),
    ("BACK_SIDE_MISSING", "document_incomplete"),
    ("DOCUMENT_MISSING", "document_incomplete"),
    ("ADDITIONAL_DOCUMENT_REQUIRED", "document_incomplete"),
    ("EXPIRATION_DATE", "document_expired"),
    ("DOCUMENT_EXPIRED", "document_expired"),
    ("ID_INVALID", "document_unsupported"),
    ("NOT_DOCUMENT", "document_unsupported"),
    ("NOT_ALL_CHECKS_COMPLETED", "document_unsupported"),
    ("UNSUPPORTED_LANGUAGE", "document_unsupported"),
    ("UNSUITABLE_DOCUMENT", "document_unsupported"),
    ("DOCUMENT_TEMPLATE", "document_unsupported"),
    ("BAD_PROOF_OF_IDENTITY", "document_unsupported"),
    ("BAD_PROOF_OF_ADDRESS", "document_unsupported"),
    ("DOCUMENT_DAMAGED", "document_damaged"),
    ("PROBLEMATIC_APPLICANT_DATA", "data_mismatch"),
    ("REQUESTED_DATA_MISMATCH", "data_mismatch"),
    ("DB_DATA_MISMATCH", "data_mismatch"),
    ("BAD_FACE_MATCHING", "face_mismatch"),
    ("SELFIE_MISMATCH", "face_mismatch"),
    ("BAD_SELFIE", "selfie_unusable"),
    ("BAD_VIDEO_SELFIE", "selfie_unusable"),
    ("OK_SELFIE_MISSING", "selfie_unusable"),
    ("WRONG_ADDRESS", "address_mismatch"),
    ("PROOF_OF_ADDRESS_EXPIRED", "proof_too_old"),
    ("AGE_REQUIREMENT_MISMATCH", "not_allowed"),
    ("WRONG_USER_REGION", "not_allowed"),
    ("REGULATIONS_VIOLATIONS", "not_allowed"),
];

/// The reason codes of expired documents.
pub(super) const RAN_OUT: [&str; 2] = ["document_expired", "proof_too_old"];

/// The labels of age and country rules: no document can resolve them.
const NOT_ALLOWED: [&str; 2] = ["AGE_REQUIREMENT_MISMATCH", "WRONG_USER_REGION"];

/// Whether a rule of age or country refuses the customer.
pub(super) fn rules_out(labels: &[String]) -> bool {
    labels.iter().any(|label| NOT_ALLOWED.contains(&label.as_str()))
}

/// The reason codes for the customer. A final refusal with an unknown label (a suspicion, a sanctions list) discloses
/// only the refusal; a request for correction lists all known reasons.
pub(super) fn told(labels: &[String], for_good: bool) -> Vec<&'static str> {
    let known = |label: &String| TOLD.iter().find(|(name, _)| name == label).map(|(_, word)| *word);
    let mut words: Vec<&'static str> = labels.iter().filter_map(known).collect();
    words.sort_unstable();
    words.dedup();
    let hides = for_good && labels.iter().any(|label| known(label).is_none());
    if hides || words.is_empty() { vec!["refused"] } else { words }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(names: &[&str]) -> Vec<String> {
        names.iter().map(|&name| name.to_owned()).collect()
    }

    #[test]
    fn every_word_is_one_that_a_person_can_read() {
        for (label, word) in TOLD {
            assert!(identity::kyc_documents::REASONS.contains(&word), "{label}");
        }
        assert!(NOT_ALLOWED.iter().all(|label| TOLD.contains(&(*label, "not_allowed"))));
    }

    #[test]
    fn suspicion_labels_are_not_shown_to_customers() {
        assert_eq!(told(&labels(&["FORGERY", "BAD_SELFIE"]), true), ["refused"]);
        assert_eq!(told(&labels(&["SANCTIONS"]), true), ["refused"]);
        assert_eq!(told(&labels(&[]), true), ["refused"]);
        assert_eq!(told(&labels(&["BAD_SELFIE"]), true), ["selfie_unusable"]);
    }

    #[test]
    fn correctable_problems_are_listed_once() {
        let both = labels(&["SCREENSHOTS", "UNSATISFACTORY_PHOTOS", "SOMETHING_NEW", "DOCUMENT_PAGE_MISSING"]);
        assert_eq!(told(&both, false), ["document_incomplete", "document_unreadable"]);
        assert_eq!(told(&labels(&["SOMETHING_NEW"]), false), ["refused"]);
    }
}
