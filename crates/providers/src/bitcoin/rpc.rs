//! JSON-RPC over HTTP in bitcoind's form. Numbers keep all digits of the node's answer.

use std::time::Duration;

use custody::chain::ChainError;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
const ANSWER_TIMEOUT: Duration = Duration::from_secs(30);
/// A full block as JSON has about 15 MB; a much larger answer is an error.
const ANSWER_BYTES_MAX: usize = 64 << 20;
/// "Loading block index": the node is starting, and will answer later.
const WARMING_UP: i64 = -28;

/// The node's address is invalid.
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
    /// A client for `http://user:password@host:port`. A path after the port selects a wallet of the node. Only tests
    /// need one, because the node holds no keys of the platform.
    ///
    /// # Errors
    /// [`RpcUrlError`], which does not repeat the address, because it contains a password.
    pub fn new(address: &str) -> Result<Self, RpcUrlError> {
        let mut url = url::Url::parse(address).map_err(|_| RpcUrlError)?;
        let user = url.username().to_owned();
        let password = url.password().ok_or(RpcUrlError)?.to_owned();
        if !matches!(url.scheme(), "http" | "https") || url.host().is_none() || user.is_empty() {
            return Err(RpcUrlError);
        }
        url.set_username("").map_err(|()| RpcUrlError)?;
        url.set_password(None).map_err(|()| RpcUrlError)?;
        // Fails if a provider is already installed: any provider is sufficient.
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
    /// [`ChainError::Unreachable`] without an answer, [`ChainError::Refused`] with the node's error code and message,
    /// [`ChainError::Malformed`] if the answer has an unexpected form.
    pub async fn call<T: DeserializeOwned>(&self, method: &str, params: Value) -> Result<T, ChainError> {
        let body = self.post(&json!({ "jsonrpc": "1.0", "id": 0, "method": method, "params": params })).await?;
        let answer: Answer = serde_json::from_slice(&body).map_err(|error| malformed(method, &error))?;
        result(method, answer)
    }

    /// Calls `method` once per element of `params`, in one request; each element has its own result or error.
    ///
    /// # Errors
    /// The errors of [`RpcClient::call`] that concern the whole request.
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
        // Errors of calls have the status 400, 404 or 500 and a body with details; these two statuses have no body.
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

/// The error text omits the address, which must not appear in logs.
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
