//! The upload form of a picture: multipart with a description and the file. The code builds it without a library,
//! because the signature covers its exact bytes.

use identity::kyc_documents::{Document, Part, Picture};
use kernel::Country;
use serde_json::{Value, json};
use uuid::Uuid;

/// The body, and the content type with the boundary.
pub(super) struct Form {
    pub content_type: String,
    pub bytes: Vec<u8>,
}

/// The description of a picture in Sumsub's terms; `None` for a country without a three-letter code.
pub(super) fn described(part: Part, paper: Option<(Document, Country)>, residence: Option<Country>) -> Option<Value> {
    let kind = match (part, paper) {
        (Part::Front | Part::Back, Some((document, _))) => match document {
            Document::Passport => "PASSPORT",
            Document::IdCard => "ID_CARD",
            Document::DrivingLicence => "DRIVERS",
            Document::ResidencePermit => "RESIDENCE_PERMIT",
        },
        (Part::Front | Part::Back, None) => return None,
        (Part::Selfie, _) => "SELFIE",
        (Part::Proof, _) => "UTILITY_BILL",
        // Not sent to Sumsub: the tenant itself assesses the source of funds.
        (Part::Evidence1 | Part::Evidence2 | Part::Evidence3, _) => return None,
    };
    let country = paper.map(|(_, country)| country).or(residence)?.alpha3()?;
    let mut described = json!({ "idDocType": kind, "country": country });
    if paper.is_some_and(|(document, _)| document.has_back()) {
        described["idDocSubType"] = json!(if part == Part::Back { "BACK_SIDE" } else { "FRONT_SIDE" });
    }
    Some(described)
}

/// The form of one picture.
pub(super) fn form(boundary: Uuid, described: &Value, picture: &Picture) -> Form {
    let boundary = boundary.simple();
    let (name, page) = (picture.piece.part.code(), picture.piece.page);
    let mut bytes = format!(
        "--{boundary}\r\ncontent-disposition: form-data; name=\"metadata\"\r\ncontent-type: application/json\r\n\r\n\
         {described}\r\n--{boundary}\r\ncontent-disposition: form-data; name=\"content\"; filename=\"{name}-{page}.jpg\"\r\n\
         content-type: image/jpeg\r\n\r\n"
    )
    .into_bytes();
    bytes.extend_from_slice(&picture.jpeg);
    bytes.extend_from_slice(format!("\r\n--{boundary}--\r\n").as_bytes());
    Form { content_type: format!("multipart/form-data; boundary={boundary}"), bytes }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_described_in_their_words() {
        let (poland, ukraine) = ("PL".parse().unwrap(), "UA".parse().unwrap());
        let said = |part, paper| described(part, paper, Some(ukraine)).map(|value| value.to_string());
        let card = Some((Document::IdCard, poland));
        let front = r#"{"country":"POL","idDocSubType":"FRONT_SIDE","idDocType":"ID_CARD"}"#;
        assert_eq!(said(Part::Front, card).as_deref(), Some(front));
        assert_eq!(said(Part::Back, card).unwrap(), front.replace("FRONT", "BACK"));
        let passport = Some((Document::Passport, poland));
        assert_eq!(said(Part::Front, passport).as_deref(), Some(r#"{"country":"POL","idDocType":"PASSPORT"}"#));
        assert_eq!(said(Part::Selfie, None).as_deref(), Some(r#"{"country":"UKR","idDocType":"SELFIE"}"#));
        assert_eq!(said(Part::Proof, None).as_deref(), Some(r#"{"country":"UKR","idDocType":"UTILITY_BILL"}"#));
        assert_eq!(said(Part::Front, None), None);
        assert_eq!(described(Part::Proof, None, Some("XE".parse().unwrap())), None, "a simulated country");
    }
}
