//! What people show to prove who they are.

use identity::documents::{Document, HandedIn, Part, Piece, attempts_left};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::people::VerificationInfo;

/// What a picture shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DocumentPart {
    /// The document's front; of a passport the page with the picture.
    Front,
    /// Its back, if it has one.
    Back,
    /// The person's face.
    Selfie,
    /// A bill or a bank's letter with the home address.
    Proof,
    /// What supports an answer to where money comes from.
    #[serde(rename = "evidence_1")]
    Evidence1,
    /// Another page or paper.
    #[serde(rename = "evidence_2")]
    Evidence2,
    /// The last one.
    #[serde(rename = "evidence_3")]
    Evidence3,
}

impl From<DocumentPart> for Part {
    fn from(part: DocumentPart) -> Self {
        match part {
            DocumentPart::Front => Self::Front,
            DocumentPart::Back => Self::Back,
            DocumentPart::Selfie => Self::Selfie,
            DocumentPart::Proof => Self::Proof,
            DocumentPart::Evidence1 => Self::Evidence1,
            DocumentPart::Evidence2 => Self::Evidence2,
            DocumentPart::Evidence3 => Self::Evidence3,
        }
    }
}

impl From<Part> for DocumentPart {
    fn from(part: Part) -> Self {
        match part {
            Part::Front => Self::Front,
            Part::Back => Self::Back,
            Part::Selfie => Self::Selfie,
            Part::Proof => Self::Proof,
            Part::Evidence1 => Self::Evidence1,
            Part::Evidence2 => Self::Evidence2,
            Part::Evidence3 => Self::Evidence3,
        }
    }
}

/// A document that shows who somebody is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DocumentKind {
    /// A passport.
    Passport,
    /// An identity card: both sides.
    IdCard,
    /// A driving licence: both sides.
    DrivingLicence,
    /// A residence permit: both sides.
    ResidencePermit,
}

impl From<DocumentKind> for Document {
    fn from(kind: DocumentKind) -> Self {
        match kind {
            DocumentKind::Passport => Self::Passport,
            DocumentKind::IdCard => Self::IdCard,
            DocumentKind::DrivingLicence => Self::DrivingLicence,
            DocumentKind::ResidencePermit => Self::ResidencePermit,
        }
    }
}

impl From<Document> for DocumentKind {
    fn from(kind: Document) -> Self {
        match kind {
            Document::Passport => Self::Passport,
            Document::IdCard => Self::IdCard,
            Document::DrivingLicence => Self::DrivingLicence,
            Document::ResidencePermit => Self::ResidencePermit,
        }
    }
}

/// A picture or a paper that was handed in. The picture itself is shown to nobody but who looks at it for the tenant.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct DocumentInfo {
    /// What it shows.
    pub part: DocumentPart,
    /// Of which document, where it is a side of one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub document: Option<DocumentKind>,
    /// Who issued that: ISO 3166-1 alpha-2.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "PL")]
    pub country: Option<String>,
    /// How many pages are kept of it: 1 of a picture, up to 5 of a PDF.
    #[schema(minimum = 1, maximum = 5)]
    pub pages: usize,
}

impl DocumentInfo {
    fn new(piece: &Piece, all: &[Piece]) -> Self {
        Self {
            part: piece.part.into(),
            document: piece.paper.map(|paper| paper.document.into()),
            country: piece.paper.map(|paper| paper.country.to_string()),
            pages: all.iter().filter(|other| other.part == piece.part).count(),
        }
    }
}

/// How a verification by documents stands.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct DocumentsInfo {
    /// How it stands.
    pub verification: VerificationInfo,
    /// What has been handed in.
    pub handed_in: Vec<DocumentInfo>,
    /// What is still needed; with nothing missing it can be submitted.
    pub missing: Vec<DocumentPart>,
    /// How often it can still be submitted.
    pub attempts_left: i32,
}

impl DocumentsInfo {
    pub(crate) fn new(handed_in: &HandedIn, verification: VerificationInfo) -> Self {
        let pieces = &handed_in.pieces;
        let firsts = pieces.iter().filter(|piece| piece.page == 1);
        Self {
            verification,
            handed_in: firsts.map(|piece| DocumentInfo::new(piece, pieces)).collect(),
            missing: handed_in.missing.iter().map(|part| (*part).into()).collect(),
            attempts_left: attempts_left(handed_in.verification.attempts),
        }
    }
}
