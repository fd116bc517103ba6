//! The part of PostgreSQL's protocol that shows which statement a client is about to run.

use std::collections::HashMap;
use std::sync::Arc;

/// Request codes in place of a protocol version: TLS, GSS encryption, cancel.
const NO_SESSION: [u32; 3] = [80_877_103, 80_877_104, 80_877_102];

/// A statement's text.
pub type Sql = Arc<str>;

/// A message of a client.
#[derive(Debug, PartialEq, Eq)]
pub struct Message {
    pub bytes: Vec<u8>,
    /// The effect at the server.
    pub means: Means,
}

/// The effect of a [`Message`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Means {
    /// Runs this statement, once the messages up to the next [`Means::Sync`] have arrived.
    Runs(Sql),
    /// Runs these statements at once.
    RunsNow(Sql),
    /// Completes all messages before it.
    Sync,
    Other,
}

/// The client's side of one connection.
#[derive(Debug, Default)]
pub struct Client {
    pending: Vec<u8>,
    started: bool,
    prepared: HashMap<Vec<u8>, Sql>,
}

impl Client {
    /// Parses the complete messages so far; an incomplete one waits for the next call.
    pub fn read(&mut self, bytes: &[u8]) -> Vec<Message> {
        self.pending.extend_from_slice(bytes);
        let mut messages = Vec::new();
        let mut at = 0;
        while let Some(length) = self.length(&self.pending[at..]) {
            let message = self.pending[at..at + length].to_vec();
            at += length;
            let means = self.means(&message);
            messages.push(Message { bytes: message, means });
        }
        self.pending.drain(..at);
        messages
    }

    /// The length of the first message in `bytes`, if it is complete.
    fn length(&self, bytes: &[u8]) -> Option<usize> {
        let kind = usize::from(self.started);
        let length = bytes.get(kind..kind + 4)?;
        let length = kind + u32::from_be_bytes(length.try_into().ok()?) as usize;
        (length >= kind + 4 && bytes.len() >= length).then_some(length)
    }

    fn means(&mut self, message: &[u8]) -> Means {
        if !self.started {
            let code = message.get(4..8).and_then(|code| code.try_into().ok()).map(u32::from_be_bytes);
            self.started = code.is_some_and(|code| !NO_SESSION.contains(&code));
            return Means::Other;
        }
        let body = &message[5..];
        match message[0] {
            b'P' => {
                let (name, rest) = text(body);
                let (sql, _) = text(rest);
                self.prepared.insert(name.to_vec(), String::from_utf8_lossy(sql).into());
                Means::Other
            }
            b'B' => {
                let (_, rest) = text(body);
                let (name, _) = text(rest);
                self.prepared.get(name).map_or(Means::Other, |sql| Means::Runs(sql.clone()))
            }
            b'Q' => Means::RunsNow(String::from_utf8_lossy(text(body).0).into()),
            b'S' => Means::Sync,
            _ => Means::Other,
        }
    }
}

/// Splits at the next zero byte.
fn text(bytes: &[u8]) -> (&[u8], &[u8]) {
    let end = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
    (&bytes[..end], bytes.get(end + 1..).unwrap_or_default())
}

/// Whether a statement writes. `FOR UPDATE` locks, and `DO UPDATE` belongs to an INSERT.
pub fn writes(sql: &str) -> bool {
    let words: Vec<String> = sql.split_whitespace().map(str::to_uppercase).collect();
    let pairs = words.iter().zip(words.iter().skip(1));
    let two = pairs.clone().any(|(one, two)| {
        matches!((one.trim_start_matches('('), two.as_str()), ("INSERT", "INTO") | ("DELETE", "FROM"))
    });
    let update = words.first().is_some_and(|word| word == "UPDATE")
        || pairs
            .into_iter()
            .any(|(one, two)| two.trim_start_matches('(') == "UPDATE" && !matches!(one.as_str(), "FOR" | "DO" | "KEY"));
    two || update
}

/// A statement with normalised whitespace.
pub fn flat(sql: &str) -> String {
    sql.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(kind: u8, body: &[u8]) -> Vec<u8> {
        let mut bytes = vec![kind];
        bytes.extend(u32::try_from(body.len() + 4).unwrap().to_be_bytes());
        bytes.extend(body);
        bytes
    }

    #[test]
    fn statements_are_known_when_they_are_run_however_the_bytes_arrive() {
        let mut bytes = vec![0, 0, 0, 8, 4, 210, 22, 47];
        bytes.extend([0, 0, 0, 9, 0, 3, 0, 0, 0]);
        bytes.extend(message(b'P', b"s1\0DELETE FROM a\0\0\0"));
        bytes.extend(message(b'B', b"\0s1\0\0\0\0\0\0\0"));
        bytes.extend(message(b'E', b"\0\0\0\0\0"));
        bytes.extend(message(b'S', b""));
        bytes.extend(message(b'Q', b"COMMIT\0"));
        for step in [1, 7, bytes.len()] {
            let mut client = Client::default();
            let found: Vec<Message> = bytes.chunks(step).flat_map(|part| client.read(part)).collect();
            assert_eq!(found.iter().flat_map(|m| m.bytes.clone()).collect::<Vec<_>>(), bytes, "nothing is left out");
            let means: Vec<&Means> = found.iter().map(|m| &m.means).filter(|means| **means != Means::Other).collect();
            assert_eq!(means, [&Means::Runs("DELETE FROM a".into()), &Means::Sync, &Means::RunsNow("COMMIT".into())]);
        }
    }

    #[test]
    fn locking_is_not_writing() {
        for sql in [
            "INSERT INTO a VALUES (1)",
            "update a SET b = 1",
            "WITH x AS (DELETE FROM a RETURNING b) SELECT b",
            "WITH x AS (UPDATE a SET b = 1 RETURNING c) SELECT c",
            "WITH n AS (SELECT 1)\n UPDATE a SET b = 1",
        ] {
            assert!(writes(sql), "{sql}");
        }
        for sql in ["SELECT 1 FROM a FOR UPDATE", "SELECT a FROM b FOR NO KEY UPDATE SKIP LOCKED", "COMMIT"] {
            assert!(!writes(sql), "{sql}");
        }
    }
}
