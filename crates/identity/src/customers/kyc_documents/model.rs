//! The document types, and which of them a verification still needs. Pure.

use kernel::Country;

use crate::person::verification::Kind;

/// The maximum number of files per person; a PDF of several pages counts as one.
pub const FILES_MAX: i64 = 20;
/// The maximum stored size of a person's files, in bytes.
pub const BYTES_MAX: i64 = 100 * 1024 * 1024;
/// The maximum number of submissions, until an operator resets the verification.
pub const ATTEMPTS_MAX: i32 = 5;
/// The reason codes of a refusal, which the customer's app translates. `refused` covers reasons that must not be
/// disclosed, such as a suspicion (tipping-off).
pub const REASONS: [&str; 14] = [
    "document_unreadable",
    "document_incomplete",
    "document_expired",
    "document_unsupported",
    "document_damaged",
    "data_mismatch",
    "face_mismatch",
    "selfie_unusable",
    "address_mismatch",
    "proof_too_old",
    "answer_incomplete",
    "evidence_needed",
    "not_allowed",
    "refused",
];

kernel::codes! {
    /// An identity document.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Document {
        /// A passport: the page with the photograph.
        Passport = "passport",
        /// An identity card.
        IdCard = "id_card",
        /// A driving licence.
        DrivingLicence = "driving_licence",
        /// A residence permit.
        ResidencePermit = "residence_permit",
    }
}

impl Document {
    /// Whether its back side has data.
    #[must_use]
    pub const fn has_back(self) -> bool {
        !matches!(self, Self::Passport)
    }
}

/// An identity document with its issuing country.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Paper {
    /// The type of document.
    pub document: Document,
    /// The country that issued it.
    pub country: Country,
}

kernel::codes! {
    /// The content of a picture.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Part {
        /// The document's front.
        Front = "front",
        /// Its back, if it has one.
        Back = "back",
        /// The person's face.
        Selfie = "selfie",
        /// A utility bill or a bank's letter with the home address.
        Proof = "proof",
        /// Evidence for the source of funds: a pay slip, a contract, a bank statement.
        Evidence1 = "evidence_1",
        /// Another page, or another document.
        Evidence2 = "evidence_2",
        /// The last evidence slot.
        Evidence3 = "evidence_3",
    }
}

impl Part {
    /// The kind of verification that it belongs to.
    #[must_use]
    pub const fn kind(self) -> Kind {
        match self {
            Self::Front | Self::Back | Self::Selfie => Kind::Identity,
            Self::Proof => Kind::Address,
            Self::Evidence1 | Self::Evidence2 | Self::Evidence3 => Kind::SourceOfFunds,
        }
    }

    /// Whether it is a side of an identity document, so that the type of document must be stated.
    #[must_use]
    pub const fn is_side(self) -> bool {
        matches!(self, Self::Front | Self::Back)
    }

    /// Whether a PDF is accepted. Identity documents and faces must be photographed.
    #[must_use]
    pub const fn may_be_pdf(self) -> bool {
        matches!(self.kind(), Kind::Address | Kind::SourceOfFunds)
    }
}

/// The metadata of a current picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// The content of the picture.
    pub part: Part,
    /// The identity document; only for a side of one.
    pub paper: Option<Paper>,
    /// The page number from 1; a PDF can have several.
    pub page: u8,
}

impl Piece {
    /// The first page of `part`. Returns `None` if `paper` is missing for a side of a document, or present for anything
    /// else.
    #[must_use]
    pub fn new(part: Part, paper: Option<Paper>) -> Option<Self> {
        let fits = match (part, paper) {
            (Part::Front, Some(_)) => true,
            (Part::Back, Some(paper)) => paper.document.has_back(),
            (Part::Front | Part::Back, None) => false,
            (_, paper) => paper.is_none(),
        };
        fits.then_some(Self { part, paper, page: 1 })
    }

    /// The same piece with another page number.
    #[must_use]
    pub const fn on_page(self, page: u8) -> Self {
        Self { page, ..self }
    }
}

/// The parts still missing before submission. Identity needs all sides of one document and a face; the address needs
/// its proof; the source of funds needs only the answer. A back side of another document than the front does not count.
#[must_use]
pub fn missing(kind: Kind, there: &[Piece]) -> Vec<Part> {
    let find = |part| there.iter().find(|piece| piece.part == part);
    match kind {
        Kind::Identity => {
            let front = find(Part::Front).and_then(|front| front.paper);
            let needs_back = front.is_some_and(|paper| paper.document.has_back());
            let has_back = find(Part::Back).is_some_and(|back| back.paper == front);
            let mut missing = Vec::new();
            missing.extend(front.is_none().then_some(Part::Front));
            missing.extend((needs_back && !has_back).then_some(Part::Back));
            missing.extend(find(Part::Selfie).is_none().then_some(Part::Selfie));
            missing
        }
        Kind::Address => find(Part::Proof).is_none().then_some(Part::Proof).into_iter().collect(),
        Kind::Phone | Kind::DeclaredAddress | Kind::SourceOfFunds => Vec::new(),
    }
}

/// Whether one more file of `size` stored bytes fits the quota, given `files` with `bytes` in total.
#[must_use]
pub const fn fits(files: i64, bytes: i64, size: i64) -> bool {
    files < FILES_MAX && size >= 0 && bytes.saturating_add(size) <= BYTES_MAX
}

/// How many submissions are left.
#[must_use]
pub fn attempts_left(attempts: i32) -> i32 {
    ATTEMPTS_MAX.saturating_sub(attempts).max(0)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn paper() -> impl Strategy<Value = Paper> {
        let country = prop::sample::select(vec!["UA", "PL", "DE"]);
        (prop::sample::select(Document::ALL.to_vec()), country)
            .prop_map(|(document, country)| Paper { document, country: country.parse().unwrap() })
    }

    fn pieces() -> impl Strategy<Value = Vec<Piece>> {
        let one = (prop::sample::select(Part::ALL.to_vec()), prop::option::of(paper()));
        prop::collection::vec(one, 0..6).prop_map(|all| {
            let mut there: Vec<Piece> = Vec::new();
            for piece in all.into_iter().filter_map(|(part, paper)| Piece::new(part, paper)) {
                // Each part has one current picture.
                there.retain(|other| other.part != piece.part);
                there.push(piece);
            }
            there
        })
    }

    proptest! {
        #[test]
        fn the_missing_documents_complete_the_set(there in pieces(), paper in paper()) {
            for kind in [Kind::Identity, Kind::Address, Kind::SourceOfFunds] {
                let mut there = there.clone();
                for _ in 0..3 {
                    let Some(part) = missing(kind, &there).first().copied() else { break };
                    prop_assert_eq!(part.kind(), kind);
                    let front = there.iter().find(|piece| piece.part == Part::Front).and_then(|front| front.paper);
                    let of = part.is_side().then(|| front.filter(|_| part == Part::Back).unwrap_or(paper));
                    there.retain(|piece| piece.part != part);
                    there.push(Piece::new(part, of).unwrap());
                }
                prop_assert!(missing(kind, &there).is_empty());
            }
        }

        #[test]
        fn an_identity_is_both_sides_of_one_document_and_a_face(there in pieces()) {
            if missing(Kind::Identity, &there).is_empty() {
                let of = |part| there.iter().find(|piece| piece.part == part);
                let front = of(Part::Front).unwrap().paper.unwrap();
                prop_assert!(of(Part::Selfie).is_some());
                prop_assert!(!front.document.has_back() || of(Part::Back).unwrap().paper == Some(front));
            }
        }

        #[test]
        fn the_upload_quota_is_never_exceeded(sizes in prop::collection::vec(0_i64..30_000_000, 0..60)) {
            let (mut files, mut bytes) = (0, 0);
            for size in sizes {
                if fits(files, bytes, size) {
                    (files, bytes) = (files + 1, bytes + size);
                }
            }
            prop_assert!(files <= FILES_MAX && bytes <= BYTES_MAX);
        }
    }

    #[test]
    fn the_number_of_submissions_is_limited() {
        assert_eq!([0, 4, 5, 9].map(attempts_left), [5, 1, 0, 0]);
    }
}
