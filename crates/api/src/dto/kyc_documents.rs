//! KYC documents.

use identity::kyc_documents::{Document, HandedIn, Part, Piece, attempts_left};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::code::coded;
use super::people::VerificationInfo;

coded! {
    /// The content of an image.
    pub type DocumentPart = Part;

    /// Kind of identity document.
    pub type DocumentKind = Document;
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
