//! A receiver of webhooks: accepts every request, and notes how old its event is.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::bail;
use chrono::{DateTime, Utc};
use kernel::World;
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// The largest request that is read.
const REQUEST_MAX: usize = 64 * 1024;
/// The time between two looks at what has arrived.
const LOOK: Duration = Duration::from_millis(20);

/// A receiver on a free port of this machine. It ends with the process.
pub(super) struct Receiver {
    address: SocketAddr,
    ages: Arc<Mutex<Vec<Duration>>>,
}

impl Receiver {
    /// Starts it.
    ///
    /// # Errors
    /// If there is no free port.
    pub async fn start() -> anyhow::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let (address, ages) = (listener.local_addr()?, Arc::new(Mutex::new(Vec::new())));
        let noted = ages.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let noted = noted.clone();
                tokio::spawn(async move { serve(stream, &noted).await });
            }
        });
        Ok(Self { address, ages })
    }

    /// Its address for webhooks.
    pub fn url(&self) -> String {
        format!("http://{}/hooks", self.address)
    }

    /// The ages of all events, once there are at least `count`.
    ///
    /// # Errors
    /// If fewer arrive in `time`.
    pub async fn received(&self, count: usize, time: Duration) -> anyhow::Result<Vec<Duration>> {
        let looks = time.as_millis() / LOOK.as_millis();
        for _ in 0..looks {
            let ages = self.ages.lock().unwrap_or_else(PoisonError::into_inner).clone();
            if ages.len() >= count {
                return Ok(ages);
            }
            tokio::time::sleep(LOOK).await;
        }
        bail!("fewer than {count} webhooks arrived within {time:?}")
    }
}

/// Answers the requests of one connection.
async fn serve(mut stream: TcpStream, ages: &Mutex<Vec<Duration>>) {
    while let Some(body) = request(&mut stream).await {
        let now = World::system().now();
        if let Some(age) = age(&body, now) {
            ages.lock().unwrap_or_else(PoisonError::into_inner).push(age);
        }
        if stream.write_all(b"HTTP/1.1 204 No Content\r\n\r\n").await.is_err() {
            return;
        }
    }
}

/// The age of the event in a body.
fn age(body: &[u8], now: DateTime<Utc>) -> Option<Duration> {
    let event: Value = serde_json::from_slice(body).ok()?;
    let made: DateTime<Utc> = event["created_at"].as_str()?.parse().ok()?;
    (now - made).to_std().ok()
}

/// The body of the next request; `None` at the end of the connection.
async fn request(stream: &mut TcpStream) -> Option<Vec<u8>> {
    let mut read = Vec::new();
    loop {
        if let Some(at) = read.windows(4).position(|end| end == b"\r\n\r\n") {
            let head = String::from_utf8_lossy(&read[..at]).to_lowercase();
            let length = head.lines().find_map(|line| line.strip_prefix("content-length:"));
            let end = at + 4 + length.and_then(|text| text.trim().parse::<usize>().ok()).unwrap_or(0);
            if read.len() >= end {
                return Some(read[at + 4..end].to_vec());
            }
        }
        if read.len() > REQUEST_MAX || stream.read_buf(&mut read).await.ok()? == 0 {
            return None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_age_of_an_event_is_the_time_since_its_commit() {
        let now = "2026-01-01T00:00:01Z".parse().unwrap();
        assert_eq!(age(br#"{"created_at":"2026-01-01T00:00:00.750Z"}"#, now), Some(Duration::from_millis(250)));
        assert_eq!(age(b"{}", now), None);
    }
}
