//! The requests to a Sumsub account.

use identity::kyc_documents::{Case, Picture};
use kernel::World;
use reqwest::Method;
use serde::Deserialize;
use serde_json::{Value, json};
use url::Url;

use super::http::{Http, SumsubError};
use super::progress::is_name;
use super::upload_form::{described, form};
use super::verdict::{Review, Stage};
use super::webhook::external_id;

const JSON: &str = "application/json";

pub(super) struct Account {
    http: Http,
    world: World,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Applicant {
    id: String,
    external_user_id: String,
}

impl Account {
    pub(super) fn new(world: World, url: Url, token: String, secret: String) -> Result<Self, reqwest::Error> {
        Ok(Self { http: Http::new(world.clone(), url, token, secret)?, world })
    }

    /// The provider's applicant id of the customer; creates the applicant if it does not exist. `None` if the
    /// customer's data cannot be expressed there, or the answer is about another customer.
    pub(super) async fn applicant(&self, case: &Case, level: &str) -> Result<Option<String>, SumsubError> {
        let Some(info) = personal(case) else { return Ok(None) };
        let ours = external_id(case.user, case.kind);
        let body = json!({ "externalUserId": ours, "fixedInfo": info }).to_string();
        let path = format!("/resources/applicants?levelName={}", percent_encoded(level));
        let created = self.http.read(Method::POST, &path, Some((JSON, body.as_bytes()))).await;
        let (known, found): (bool, Applicant) = match created {
            Ok(applicant) => (false, applicant),
            // Created by an earlier attempt, or by a request whose answer was lost.
            Err(SumsubError::Conflict) => {
                let path = format!("/resources/applicants/-;externalUserId={ours}/one");
                (true, self.http.read(Method::GET, &path, None).await?)
            }
            Err(refused) => return Err(refused),
        };
        if found.external_user_id != ours || !is_name(&found.id) {
            return Ok(None);
        }
        if known {
            // The customer may have corrected the name since then.
            let path = format!("/resources/applicants/{}/fixedInfo", found.id);
            self.http.repeated(Method::PATCH, &path, Some((JSON, info.to_string().as_bytes()))).await?;
        }
        Ok(Some(found.id))
    }

    /// The state of the applicant's review.
    pub(super) async fn review(&self, applicant: &str) -> Result<Review, SumsubError> {
        self.http.read(Method::GET, &format!("/resources/applicants/{applicant}/status"), None).await
    }

    /// Uploads all pictures and requests the check. False if the provider does not accept the documents.
    pub(super) async fn hand_over(
        &self,
        case: &Case,
        applicant: &str,
        pictures: &[Picture],
    ) -> Result<bool, SumsubError> {
        if pictures.is_empty() {
            return Ok(false);
        }
        // A selfie is uploaded with the country of the document that accompanies it.
        let issued = pictures.iter().find_map(|picture| picture.piece.paper).map(|paper| paper.country);
        for picture in pictures {
            let paper = picture.piece.paper.map(|paper| (paper.document, paper.country));
            let Some(described) = described(picture.piece.part, paper, issued.or(case.residence)) else {
                return Ok(false);
            };
            let form = form(self.world.uuid(), &described, picture);
            let path = format!("/resources/applicants/{applicant}/info/idDoc");
            // No retry here, because each request adds a picture. Without an answer, the job queue repeats the whole
            // case.
            self.http.once(Method::POST, &path, Some((&form.content_type, &form.bytes))).await?;
        }
        let path = format!("/resources/applicants/{applicant}/status/pending");
        match self.http.once(Method::POST, &path, None).await {
            Ok(_) => Ok(true),
            // Documents required by the configured level are missing, or the provider has started the check itself.
            Err(SumsubError::Conflict) => Ok(self.review(applicant).await?.stage() == Stage::UnderReview),
            Err(refused) => Err(refused),
        }
    }
}

/// The customer's own data, for comparison with the documents.
fn personal(case: &Case) -> Option<Value> {
    let country = case.residence?.alpha3()?;
    let born = case.birth_date.map(|date| date.format("%F").to_string());
    Some(json!({ "firstName": case.first_name, "lastName": case.last_name, "dob": born, "country": country }))
}

/// Encodes a query value; the signature covers the encoded bytes.
fn percent_encoded(text: &str) -> String {
    text.bytes().fold(String::new(), |mut out, byte| {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
        out
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_may_be_called_anything() {
        assert_eq!(percent_encoded("basic-kyc-level"), "basic-kyc-level");
        assert_eq!(percent_encoded("ID + proof/ü"), "ID%20%2B%20proof%2F%C3%BC");
    }
}
