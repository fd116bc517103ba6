//! A fake mail server with password authentication that stores received emails.

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

/// The received emails.
pub struct Post {
    pub port: u16,
    mails: watch::Receiver<Vec<String>>,
    read: usize,
}

impl Post {
    pub async fn open() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let (keep, mails) = watch::channel(Vec::new());
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(stream, keep.clone()));
            }
        });
        Self { port, mails, read: 0 }
    }

    /// The code in the next email with one.
    pub async fn code(&mut self) -> String {
        loop {
            let read = self.read;
            let came = self.mails.wait_for(|mails| mails.len() > read);
            let came = tokio::time::timeout(std::time::Duration::from_secs(60), came);
            let mail = came.await.expect("a mail comes within a minute").unwrap()[read].clone();
            self.read += 1;
            let alone = mail.lines().find_map(|line| line.strip_prefix("    ")).map(str::trim);
            if let Some(code) = alone.filter(|code| code.len() == 6) {
                return code.to_owned();
            }
        }
    }
}

async fn serve(stream: TcpStream, keep: watch::Sender<Vec<String>>) -> Option<()> {
    let (read, mut write) = stream.into_split();
    let mut lines = BufReader::new(read).lines();
    write.write_all(b"220 post\r\n").await.ok()?;
    while let Some(line) = lines.next_line().await.ok()? {
        let word = line.split(' ').next().unwrap_or_default().to_uppercase();
        let answer: &[u8] = match word.as_str() {
            "EHLO" => b"250-post\r\n250 AUTH PLAIN\r\n",
            "AUTH" => b"235 welcome\r\n",
            "DATA" => {
                write.write_all(b"354 go on\r\n").await.ok()?;
                let mut mail = String::new();
                while let Some(line) = lines.next_line().await.ok()?.filter(|line| line != ".") {
                    mail.push_str(&line);
                    mail.push('\n');
                }
                keep.send_modify(|mails| mails.push(mail));
                b"250 kept\r\n"
            }
            "QUIT" => b"221 bye\r\n",
            _ => b"250 fine\r\n",
        };
        write.write_all(answer).await.ok()?;
    }
    Some(())
}
