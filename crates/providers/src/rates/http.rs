//! Requests to sources of prices: small answers, short timeouts, no redirects.

use std::time::Duration;

use exchange::rates::SourceError;
use url::Url;

const CONNECT_TIMEOUT: Duration = Duration::from_secs(2);
/// All sources are asked at once, and the answer of the market may take five seconds.
pub(super) const ANSWER_TIMEOUT: Duration = Duration::from_secs(4);
/// Larger than the list of all pairs of an exchange.
const ANSWER_BYTES_MAX: usize = 4 * 1024 * 1024;
/// The part of a source's text for the log.
const PRINTED_MAX: usize = 80;

/// Why a source has no usable answer.
#[derive(Debug)]
pub(super) enum SourceRefusal {
    /// It asks for fewer requests (429; Binance also 418): wait before the next one.
    Busy(u16),
    /// It refuses the request.
    Rejected(u16),
    /// No answer, an internal error, or one that is too long.
    Broken(SourceError),
}

impl From<SourceRefusal> for SourceError {
    fn from(refused: SourceRefusal) -> Self {
        match refused {
            SourceRefusal::Busy(status) | SourceRefusal::Rejected(status) => Self(format!("it answered {status}")),
            SourceRefusal::Broken(error) => error,
        }
    }
}

#[derive(Clone)]
pub(super) struct Http(reqwest::Client);

impl Http {
    pub(super) fn new() -> Result<Self, reqwest::Error> {
        // Fails if a provider is already installed: any provider is sufficient.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = reqwest::Client::builder()
            .connect_timeout(CONNECT_TIMEOUT)
            .timeout(ANSWER_TIMEOUT)
            .user_agent("agio")
            .redirect(reqwest::redirect::Policy::none());
        client.build().map(Self)
    }

    pub(super) async fn get(&self, url: Url) -> Result<Vec<u8>, SourceRefusal> {
        let broken = |error: reqwest::Error| {
            let why = if error.is_timeout() { "no answer in time" } else { "no connection" };
            SourceRefusal::Broken(SourceError(why.to_owned()))
        };
        let mut answer = self.0.get(url).send().await.map_err(broken)?;
        match answer.status().as_u16() {
            200 => {}
            status @ (418 | 429) => return Err(SourceRefusal::Busy(status)),
            status @ 400..=499 => return Err(SourceRefusal::Rejected(status)),
            status => return Err(SourceRefusal::Broken(SourceError(format!("it answered {status}")))),
        }
        let mut bytes = Vec::new();
        while let Some(chunk) = answer.chunk().await.map_err(broken)? {
            if bytes.len() + chunk.len() > ANSWER_BYTES_MAX {
                return Err(SourceRefusal::Broken(SourceError("its answer is too long".to_owned())));
            }
            bytes.extend_from_slice(&chunk);
        }
        Ok(bytes)
    }
}

/// The place in the answer, without its content.
pub(super) fn unreadable(error: serde_json::Error) -> SourceError {
    let (line, column) = (error.line(), error.column());
    SourceError(format!("its answer cannot be read at line {line}, column {column}"))
}

pub(super) fn printable(text: &str) -> String {
    text.chars().filter(|c| c.is_ascii_graphic() || *c == ' ').take(PRINTED_MAX).collect()
}
