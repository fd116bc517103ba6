//! KYC documents.

use identity::kyc_documents::{Document, HandedIn, Part, Piece, attempts_left};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::people::VerificationInfo;

/// The content of an image.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DocumentPart {
    /// Front of the document; for a passport, the page with the photo.
    Front,
    /// Back of the document, if it has one.
    Back,
    /// The customer's face.
    Selfie,
    /// Proof of address, such as a utility bill or a bank letter.
    Proof,
    /// Evidence for the source of funds.
    #[serde(rename = "evidence_1")]
    Evidence1,
    /// Further evidence.
    #[serde(rename = "evidence_2")]
    Evidence2,
    /// Further evidence.
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

/// Kind of identity document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DocumentKind {
    /// A passport.
    Passport,
    /// Identity card, both sides.
    IdCard,
    /// Driving licence, both sides.
    DrivingLicence,
    /// Residence permit, both sides.
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

/// A submitted image or file. The image itself is visible only to the tenant's reviewers.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct DocumentInfo {
    /// The content.
    pub part: DocumentPart,
    /// Kind of the document, if it is a side of one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub document: Option<DocumentKind>,
    /// Issuing country (ISO 3166-1 alpha-2).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "PL")]
    pub country: Option<String>,
    /// Number of stored pages: 1 for an image, up to 5 for a PDF.
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

/// State of a verification by documents.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct DocumentsInfo {
    /// The verification.
    pub verification: VerificationInfo,
    /// Submitted documents.
    pub handed_in: Vec<DocumentInfo>,
    /// Parts that are still missing. If empty, the verification can be submitted.
    pub missing: Vec<DocumentPart>,
    /// Number of submissions left.
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
