//! HTTP requests to identity providers: small answers, short timeouts, no redirects.

use std::time::Duration;

use identity::federated_login::FederatedLoginError;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use url::Url;

/// Two requests must fit into the time limit of one API request.
const TIMEOUT: Duration = Duration::from_secs(4);
const ANSWER_BYTES_MAX: usize = 256 * 1024;

#[derive(Clone)]
pub(super) struct Http(reqwest::Client);

/// The error response of a token endpoint (RFC 6749, section 5.2).
#[derive(Deserialize)]
struct Refusal {
    error: String,
}

impl Http {
    pub(super) fn new() -> Result<Self, reqwest::Error> {
        // Fails if a provider is already installed: any provider is sufficient.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = reqwest::Client::builder().timeout(TIMEOUT).redirect(reqwest::redirect::Policy::none());
        client.build().map(Self)
    }

    /// Fetches a JSON document.
    pub(super) async fn get<T: DeserializeOwned>(&self, url: &Url) -> Result<T, FederatedLoginError> {
        let (status, body) = answer(self.0.get(url.clone())).await?;
        if status != 200 {
            return Err(unavailable(format!("it answered {status}")));
        }
        serde_json::from_slice(&body).map_err(|error| unavailable(format!("its answer does not read: {error}")))
    }

    /// Posts a form to the token endpoint.
    pub(super) async fn post<T: DeserializeOwned>(
        &self,
        url: &Url,
        form: &[(&str, &str)],
    ) -> Result<T, FederatedLoginError> {
        let body = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(form).finish();
        let request = self.0.post(url.clone()).header("content-type", "application/x-www-form-urlencoded");
        let (status, body) = answer(request.header("accept", "application/json").body(body)).await?;
        match status {
            200 => {
                serde_json::from_slice(&body).map_err(|error| unavailable(format!("its token does not read: {error}")))
            }
            400..=499 => {
                let word = serde_json::from_slice::<Refusal>(&body).map_or_else(|_| String::new(), |no| no.error);
                match word.as_str() {
                    // The code is used, expired, or belongs to another request.
                    "invalid_grant" => Err(FederatedLoginError::Expired),
                    // The client is not accepted: the customer cannot resolve this.
                    word => Err(unavailable(format!("it refuses us: {status} {}", printable(word)))),
                }
            }
            _ => Err(unavailable(format!("it answered {status}"))),
        }
    }
}

async fn answer(request: reqwest::RequestBuilder) -> Result<(u16, Vec<u8>), FederatedLoginError> {
    // The error text omits the address, because it may contain a code.
    let broken =
        |error: reqwest::Error| unavailable(if error.is_timeout() { "no answer in time" } else { "no connection" });
    let mut answer = request.send().await.map_err(broken)?;
    let mut bytes = Vec::new();
    while let Some(chunk) = answer.chunk().await.map_err(broken)? {
        if bytes.len() + chunk.len() > ANSWER_BYTES_MAX {
            return Err(unavailable("its answer is too long"));
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok((answer.status().as_u16(), bytes))
}

fn printable(word: &str) -> String {
    word.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '_').take(60).collect()
}

fn unavailable(why: impl Into<String>) -> FederatedLoginError {
    FederatedLoginError::Unavailable(why.into())
}
