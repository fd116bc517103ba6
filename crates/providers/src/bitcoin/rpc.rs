//! JSON-RPC over HTTP, as bitcoind speaks it. Numbers keep every digit that the node wrote.

use std::time::Duration;

use custody::chain::ChainError;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
const ANSWER_TIMEOUT: Duration = Duration::from_secs(30);
/// A full block as JSON is some 15 MB; anything far above is not a block.
const ANSWER_BYTES_MAX: usize = 64 << 20;
/// "Loading block index": the node is up, and will answer later.
const WARMING_UP: i64 = -28;

/// Why a node's address cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the node's address must be http://user:password@host:port")]
pub struct RpcUrlError;

/// A client of one node.
#[derive(Clone)]
pub struct RpcClient {
    http: reqwest::Client,
    url: url::Url,
    user: String,
    password: String,
}

#[derive(Deserialize)]
struct Answer {
    #[serde(default)]
    id: Value,
    #[serde(default)]
    result: Value,
    error: Option<Refusal>,
}

#[derive(Deserialize)]
struct Refusal {
    code: i64,
    message: String,
}

impl RpcClient {
    /// A client for `http://user:password@host:port`. A path after the port chooses a wallet of the node, which is of use
    /// in tests only: keys are ours.
    ///
    /// # Errors
    /// [`RpcUrlError`], which does not repeat the address: it holds a password.
    pub fn new(address: &str) -> Result<Self, RpcUrlError> {
        let mut url = url::Url::parse(address).map_err(|_| RpcUrlError)?;
        let user = url.username().to_owned();
        let password = url.password().ok_or(RpcUrlError)?.to_owned();
        if !matches!(url.scheme(), "http" | "https") || url.host().is_none() || user.is_empty() {
            return Err(RpcUrlError);
        }
        url.set_username("").map_err(|()| RpcUrlError)?;
        url.set_password(None).map_err(|()| RpcUrlError)?;
        // Fails when it was chosen before, by us or by another provider: either will do.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let http = reqwest::Client::builder()
            .connect_timeout(CONNECT_TIMEOUT)
            .timeout(ANSWER_TIMEOUT)
            .redirect(reqwest::redirect::Policy::none())
            .build()
            .map_err(|_| RpcUrlError)?;
        Ok(Self { http, url, user, password })
    }

    /// Calls `method`.
    ///
    /// # Errors
    /// [`ChainError::Unreachable`] without an answer, [`ChainError::Refused`] with the node's own number and words,
    /// [`ChainError::Malformed`] when the answer has another form.
    pub async fn call<T: DeserializeOwned>(&self, method: &str, params: Value) -> Result<T, ChainError> {
        let body = self.post(&json!({ "jsonrpc": "1.0", "id": 0, "method": method, "params": params })).await?;
        let answer: Answer = serde_json::from_slice(&body).map_err(|error| malformed(method, &error))?;
        result(method, answer)
    }

    /// Calls `method` once per element of `params`, in one request; an element's refusal is its own.
    ///
    /// # Errors
    /// Those of [`RpcClient::call`] that concern the whole request.
    pub async fn batch<T: DeserializeOwned>(
        &self,
        method: &str,
        params: &[Value],
    ) -> Result<Vec<Result<T, ChainError>>, ChainError> {
        let calls = params.iter().enumerate();
        let calls = calls.map(|(id, params)| json!({ "jsonrpc": "1.0", "id": id, "method": method, "params": params }));
        let body = self.post(&calls.collect()).await?;
        let mut answers: Vec<Answer> = serde_json::from_slice(&body).map_err(|error| malformed(method, &error))?;
        answers.sort_by_key(|answer| answer.id.as_u64());
        if answers.len() != params.len() {
            return Err(ChainError::Malformed(format!("{method}: another number of answers than questions")));
        }
        Ok(answers.into_iter().map(|answer| result(method, answer)).collect())
    }

    async fn post(&self, body: &Value) -> Result<Vec<u8>, ChainError> {
        let request = self.http.post(self.url.clone()).basic_auth(&self.user, Some(&self.password)).json(body);
        let mut answer = request.send().await.map_err(|error| unreachable(&error))?;
        let status = answer.status().as_u16();
        // Errors of calls come with 400, 404 and 500 and a body that says more; these two come without.
        if matches!(status, 401 | 403) {
            return Err(ChainError::Unreachable("it refuses our user and password".into()));
        }
        if status == 503 {
            return Err(ChainError::Unreachable("it is overloaded".into()));
        }
        let mut bytes = Vec::new();
        while let Some(chunk) = answer.chunk().await.map_err(|error| unreachable(&error))? {
            if bytes.len() + chunk.len() > ANSWER_BYTES_MAX {
                return Err(ChainError::Malformed("the answer is too long".into()));
            }
            bytes.extend_from_slice(&chunk);
        }
        Ok(bytes)
    }
}

fn result<T: DeserializeOwned>(method: &str, answer: Answer) -> Result<T, ChainError> {
    match answer.error {
        Some(refusal) if refusal.code == WARMING_UP => Err(ChainError::Unreachable(refusal.message)),
        Some(Refusal { code, message }) => Err(ChainError::Refused { method: method.into(), code, message }),
        None => serde_json::from_value(answer.result).map_err(|error| malformed(method, &error)),
    }
}

fn malformed(method: &str, error: &serde_json::Error) -> ChainError {
    ChainError::Malformed(format!("{method}: the answer has another form: {error}"))
}

/// Without the address: logs are no place for it.
fn unreachable(error: &reqwest::Error) -> ChainError {
    let what = if error.is_timeout() {
        "no answer in time"
    } else if error.is_connect() {
        "no connection"
    } else {
        "the connection broke"
    };
    ChainError::Unreachable(what.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_needs_a_scheme_a_user_and_a_password() {
        assert!(RpcClient::new("http://u:p@127.0.0.1:9332").is_ok());
        for bad in ["127.0.0.1:9332", "http://127.0.0.1:9332", "http://u@127.0.0.1:9332", "ftp://u:p@h:1", ""] {
            assert_eq!(RpcClient::new(bad).err(), Some(RpcUrlError), "{bad}");
        }
    }
}
