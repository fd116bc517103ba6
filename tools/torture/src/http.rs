//! A minimal HTTP client that behaves like a browser: one persistent connection to each replica.

use std::time::Duration;

use anyhow::{Context, bail};
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// The timeout of an answer, deliberately shorter than the server's ten seconds, so that some clients disconnect early.
const PATIENCE: Duration = Duration::from_secs(8);
const ANSWER_BYTES_MAX: usize = 32 << 20;

/// A request.
#[derive(Clone, Debug)]
pub struct Ask {
    pub method: &'static str,
    /// Relative to the customer API, or absolute if it begins with a slash.
    pub path: String,
    pub key: Option<String>,
    pub body: Option<Value>,
    /// A binary body instead of JSON.
    pub picture: Option<&'static [u8]>,
    /// Additional headers.
    pub headers: Vec<(&'static str, String)>,
}

impl Ask {
    /// A GET request.
    pub fn get(path: impl Into<String>) -> Self {
        Self::bare("GET", path)
    }

    /// A request without a body.
    pub fn bare(method: &'static str, path: impl Into<String>) -> Self {
        Self { method, path: path.into(), key: None, body: None, picture: None, headers: Vec::new() }
    }

    /// A request with a JSON body.
    pub fn send(method: &'static str, path: impl Into<String>, body: Value) -> Self {
        Self { body: Some(body), ..Self::bare(method, path) }
    }

    /// A request with a picture as its body.
    pub fn picture(path: impl Into<String>, bytes: &'static [u8]) -> Self {
        Self { picture: Some(bytes), ..Self::bare("POST", path) }
    }

    /// A request with an idempotency key.
    pub fn once(path: impl Into<String>, key: &str, body: Option<Value>) -> Self {
        Self { key: Some(key.to_owned()), body, ..Self::bare("POST", path) }
    }

    /// Adds a header.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.headers.push((name, value.into()));
        self
    }

    fn head(&self, token: &str, length: usize) -> String {
        let Self { method, path, .. } = self;
        let place = if path.starts_with('/') { "" } else { "/api/client/v1/" };
        let mut head = format!("{method} {place}{path} HTTP/1.1\r\nhost: localhost\r\ncontent-length: {length}\r\n");
        if self.body.is_some() {
            head.push_str("content-type: application/json\r\n");
        } else if self.picture.is_some() {
            head.push_str("content-type: application/octet-stream\r\n");
        }
        for (name, value) in &self.headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        if !token.is_empty() {
            head.push_str(&format!("authorization: Bearer {token}\r\n"));
        }
        if let Some(key) = &self.key {
            head.push_str(&format!("idempotency-key: {key}\r\n"));
        }
        head
    }
}

/// An answer.
#[derive(Clone, Debug)]
pub struct Answer {
    pub status: u16,
    /// The value of `Retry-After` in seconds.
    pub retry_after: Option<u64>,
    pub bytes: Vec<u8>,
    pub body: Value,
    /// The cookies to store, as name and value.
    pub cookies: Vec<(String, String)>,
}

impl Answer {
    pub fn is_ok(&self) -> bool {
        (200..300).contains(&self.status)
    }

    /// A text in the JSON body.
    pub fn text(&self, pointer: &str) -> Option<&str> {
        self.body.pointer(pointer).and_then(Value::as_str)
    }

    /// The status and the start of the body, for messages.
    pub fn shown(&self) -> String {
        let text = String::from_utf8_lossy(&self.bytes);
        format!("{} {}", self.status, text.chars().take(300).collect::<String>())
    }
}

/// A connection to one server, opened on demand and dropped after an error.
#[derive(Debug)]
pub struct Line {
    port: u16,
    stream: Option<TcpStream>,
}

impl Line {
    pub const fn to(port: u16) -> Self {
        Self { port, stream: None }
    }

    /// Sends a request once. After an error its outcome is unknown.
    pub async fn ask(&mut self, ask: &Ask, token: &str) -> anyhow::Result<Answer> {
        let stream = self.stream.take();
        let (answer, stream) = tokio::time::timeout(PATIENCE, exchange(self.port, stream, ask, token)).await??;
        self.stream = Some(stream);
        Ok(answer)
    }
}

async fn exchange(port: u16, kept: Option<TcpStream>, ask: &Ask, token: &str) -> anyhow::Result<(Answer, TcpStream)> {
    let mut stream = match kept {
        Some(stream) => stream,
        None => TcpStream::connect(("127.0.0.1", port)).await?,
    };
    stream.set_nodelay(true)?;
    let body = match ask.picture {
        Some(bytes) => bytes.to_vec(),
        None => ask.body.as_ref().map(Value::to_string).unwrap_or_default().into_bytes(),
    };
    let mut request = ask.head(token, body.len()).into_bytes();
    request.extend(b"\r\n");
    request.extend(body);
    stream.write_all(&request).await?;
    let answer = read(&mut stream).await?;
    Ok((answer, stream))
}

async fn read(stream: &mut TcpStream) -> anyhow::Result<Answer> {
    let mut bytes = Vec::new();
    let head_end = loop {
        if let Some(at) = bytes.windows(4).position(|end| end == b"\r\n\r\n") {
            break at;
        }
        more(stream, &mut bytes).await?;
    };
    let head = String::from_utf8_lossy(&bytes[..head_end]);
    let cookies = head.lines().filter_map(cookie).collect();
    let head = head.to_lowercase();
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).context("no status")?;
    let number = |name: &str| {
        let value = head.lines().find_map(|line| line.strip_prefix(name));
        value.and_then(|value| value.trim().parse::<u64>().ok())
    };
    let length = usize::try_from(number("content-length:").unwrap_or(0))?;
    let end = head_end + 4 + length;
    while bytes.len() < end {
        more(stream, &mut bytes).await?;
    }
    let retry_after = number("retry-after:");
    let bytes = bytes[head_end + 4..end].to_vec();
    let body = serde_json::from_slice(&bytes).unwrap_or(Value::Null);
    Ok(Answer { status, retry_after, bytes, body, cookies })
}

fn cookie(line: &str) -> Option<(String, String)> {
    let (name, value) = line.split_once(':')?;
    let (name, value) = (name.eq_ignore_ascii_case("set-cookie")).then(|| value.split(';').next())??.split_once('=')?;
    Some((name.trim().to_owned(), value.trim().to_owned()))
}

async fn more(stream: &mut TcpStream, bytes: &mut Vec<u8>) -> anyhow::Result<()> {
    if bytes.len() > ANSWER_BYTES_MAX {
        bail!("the answer is too long");
    }
    if stream.read_buf(bytes).await? == 0 {
        bail!("the server hung up");
    }
    Ok(())
}
