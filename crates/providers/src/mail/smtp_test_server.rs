//! An SMTP server for tests: the part of RFC 5321 that a sender needs, over real sockets. It refuses `gone@`
//! permanently and `busy@` temporarily, and stores accepted mail.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::{JoinHandle, JoinSet};

#[derive(Clone, Debug, Default)]
pub struct Received {
    pub from: String,
    pub to: String,
    pub data: String,
}

pub struct Server {
    address: SocketAddr,
    seen: Arc<Mutex<Vec<Received>>>,
    task: JoinHandle<()>,
}

impl Server {
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let seen = Arc::new(Mutex::new(Vec::new()));
        let shared = seen.clone();
        let task = tokio::spawn(async move {
            let mut sessions = JoinSet::new();
            while let Ok((stream, _)) = listener.accept().await {
                sessions.spawn(serve(stream, shared.clone()));
            }
        });
        Self { address, seen, task }
    }

    pub fn url(&self) -> String {
        format!("smtp://{}", self.address)
    }

    pub fn received(&self) -> Vec<Received> {
        self.seen.lock().unwrap().clone()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn serve(stream: TcpStream, seen: Arc<Mutex<Vec<Received>>>) -> std::io::Result<()> {
    let (read, mut write) = stream.into_split();
    let mut lines = BufReader::new(read).lines();
    write.write_all(b"220 test ESMTP\r\n").await?;
    let mut mail = Received::default();
    while let Some(line) = lines.next_line().await? {
        let answer = match line.split([' ', ':']).next().unwrap_or_default().to_ascii_uppercase().as_str() {
            "EHLO" => "250-test\r\n250 8BITMIME\r\n",
            "MAIL" => {
                mail = Received { from: address_in(&line), ..Received::default() };
                "250 ok\r\n"
            }
            "RCPT" if line.contains("<gone@") => "550 no such mailbox\r\n",
            "RCPT" if line.contains("<busy@") => "451 try later\r\n",
            "RCPT" => {
                mail.to = address_in(&line);
                "250 ok\r\n"
            }
            "DATA" => {
                write.write_all(b"354 go on\r\n").await?;
                while let Some(line) = lines.next_line().await? {
                    if line == "." {
                        break;
                    }
                    // A leading dot is doubled on the wire (RFC 5321, section 4.5.2).
                    mail.data.push_str(line.strip_prefix('.').unwrap_or(&line));
                    mail.data.push('\n');
                }
                seen.lock().unwrap().push(std::mem::take(&mut mail));
                "250 taken\r\n"
            }
            "NOOP" | "RSET" => "250 ok\r\n",
            "QUIT" => {
                write.write_all(b"221 bye\r\n").await?;
                return Ok(());
            }
            _ => "502 not here\r\n",
        };
        write.write_all(answer.as_bytes()).await?;
    }
    Ok(())
}

fn address_in(line: &str) -> String {
    line.split(['<', '>']).nth(1).unwrap_or_default().to_owned()
}

/// A message with quoted-printable and base64 decoded, as far as tests need.
pub fn decoded(data: &str) -> String {
    let joined = data.replace("=\n", "");
    let mut bytes = Vec::new();
    let mut rest = joined.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        let hex = after.get(..2).and_then(|pair| std::str::from_utf8(pair).ok());
        match hex.and_then(|pair| u8::from_str_radix(pair, 16).ok()) {
            Some(value) if byte == b'=' => {
                bytes.push(value);
                rest = &after[2..];
            }
            _ => {
                bytes.push(byte);
                rest = after;
            }
        }
    }
    let parts = String::from_utf8_lossy(&bytes).into_owned();
    let blocks = parts.split("\n\n").map(|block| unbase64(block).unwrap_or_else(|| block.to_owned()));
    blocks.collect::<Vec<_>>().join("\n\n")
}

fn unbase64(block: &str) -> Option<String> {
    let text: String = block.lines().take_while(|line| !line.starts_with("--")).collect();
    STANDARD.decode(text).ok().and_then(|bytes| String::from_utf8(bytes).ok()).filter(|text| !text.is_empty())
}
