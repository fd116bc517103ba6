//! The proxy between a replica and the database, which simulates network faults. It parses the protocol to recognise
//! each statement, and can have the replica killed at one.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};

use crate::faults::{Faults, take};
use crate::points::{Crash, Points, Site};
use crate::wire::{Client, Means, Message, Sql};

/// The time for a message to arrive and take effect before its connection is cut.
const MEANWHILE: Duration = Duration::from_millis(20);
/// How long the database keeps a silent client: by its session settings, five seconds plus three.
const KEPT: Duration = Duration::from_secs(8);

/// Listens on a free port and forwards to `database`. Returns the control of its faults.
pub async fn start(database: u16, points: Arc<Points>) -> anyhow::Result<Arc<Faults>> {
    let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
    let port = listener.local_addr()?.port();
    let faults = Arc::new(Faults::new(port, points));
    // A weak reference, so that the listener ends with the last holder of the faults.
    let shared = Arc::downgrade(&faults);
    tokio::spawn(async move {
        loop {
            let Ok((client, _)) = listener.accept().await else { continue };
            let Some(faults) = shared.upgrade() else { return };
            tokio::spawn(pass(client, database, faults));
        }
    });
    Ok(faults)
}

async fn pass(client: TcpStream, database: u16, faults: Arc<Faults>) {
    faults.weather().await;
    let Ok(server) = TcpStream::connect(("127.0.0.1", database)).await else { return };
    for stream in [&client, &server] {
        let _ = stream.set_nodelay(true);
        // Closing sends a reset instead of a regular end.
        let _ = stream.set_zero_linger();
    }
    let (mut resets, mut silences) = (faults.resets.subscribe(), faults.silences.subscribe());
    let (mut from_client, mut to_client) = client.into_split();
    let (mut from_server, mut to_server) = server.into_split();
    let deaf = AtomicBool::new(false);
    let up = Up { to: &mut to_server, faults: &faults, deaf: &deaf, wrote: None, out: Vec::new(), kill_at_sync: false };
    tokio::select! {
        () = up.pass(&mut from_client) => return,
        () = down(&mut from_server, &mut to_client, &faults, &deaf) => return,
        _ = resets.changed() => {
            faults.done.resets.fetch_add(1, Ordering::SeqCst);
            return;
        }
        _ = silences.changed() => {}
    }
    faults.done.silences.fetch_add(1, Ordering::SeqCst);
    // The database closes its side by itself. The replica's side stays open, without answers, until the replica closes
    // it.
    let database = async move {
        tokio::time::sleep(KEPT).await;
        drop((from_server, to_server));
    };
    tokio::join!(database, unheard(&mut from_client));
}

/// Reads everything and answers nothing, until the other side closes.
async fn unheard(from: &mut OwnedReadHalf) {
    let mut buffer = vec![0; 4 * 1_024];
    while from.read(&mut buffer).await.is_ok_and(|length| length > 0) {}
}

/// The direction from a replica to the database.
struct Up<'a> {
    to: &'a mut OwnedWriteHalf,
    faults: &'a Faults,
    /// Set when no further answer may be forwarded.
    deaf: &'a AtomicBool,
    /// The first write of the open transaction.
    wrote: Option<Sql>,
    /// The bytes that were read but not forwarded.
    out: Vec<u8>,
    /// The replica is killed once its current request has taken effect.
    kill_at_sync: bool,
}

/// The connection has ended.
struct Over;

impl Up<'_> {
    async fn pass(mut self, from: &mut OwnedReadHalf) {
        let mut buffer = vec![0; 64 * 1_024];
        let mut client = Client::default();
        loop {
            let length = match from.read(&mut buffer).await {
                Ok(0) | Err(_) => return,
                Ok(length) => length,
            };
            self.faults.weather().await;
            for message in client.read(&buffer[..length]) {
                if self.forward(message).await.is_err() {
                    return;
                }
            }
            if take(&self.faults.truncate_up) {
                self.out.truncate(self.out.len() / 2);
                let _ = self.send().await;
                tokio::time::sleep(MEANWHILE).await;
                self.faults.done.truncations.fetch_add(1, Ordering::SeqCst);
                return;
            }
            if self.send().await.is_err() {
                return;
            }
        }
    }

    async fn forward(&mut self, message: Message) -> Result<(), Over> {
        let site = Site::of(&message.means, &mut self.wrote);
        let commits = matches!(site, Some(Site::Commit(_)));
        match site.and_then(|site| self.faults.meet(site)) {
            Some(Crash::Before) => {
                self.faults.kill().await;
                return Err(Over);
            }
            Some(Crash::Cut) => return Err(Over),
            Some(Crash::After) => {
                self.deaf.store(true, Ordering::SeqCst);
                self.kill_at_sync = true;
            }
            None => {}
        }
        let complete = matches!(message.means, Means::Sync | Means::RunsNow(_));
        self.out.extend(message.bytes);
        if self.kill_at_sync && complete {
            self.send().await?;
            tokio::time::sleep(MEANWHILE).await;
            self.faults.kill().await;
            return Err(Over);
        }
        if commits && take(&self.faults.cut_after_commit) {
            self.deaf.store(true, Ordering::SeqCst);
            self.send().await?;
            tokio::time::sleep(MEANWHILE).await;
            self.faults.done.cuts.fetch_add(1, Ordering::SeqCst);
            return Err(Over);
        }
        Ok(())
    }

    async fn send(&mut self) -> Result<(), Over> {
        let sent = self.to.write_all(&self.out).await;
        self.out.clear();
        sent.map_err(|_| Over)
    }
}

async fn down(from: &mut OwnedReadHalf, to: &mut OwnedWriteHalf, faults: &Faults, deaf: &AtomicBool) {
    let mut buffer = vec![0; 64 * 1_024];
    loop {
        let length = match from.read(&mut buffer).await {
            Ok(0) | Err(_) => return,
            Ok(length) => length,
        };
        if deaf.load(Ordering::SeqCst) {
            continue;
        }
        faults.weather().await;
        if take(&faults.truncate_down) {
            let _ = to.write_all(&buffer[..length / 2]).await;
            tokio::time::sleep(MEANWHILE).await;
            faults.done.truncations.fetch_add(1, Ordering::SeqCst);
            return;
        }
        if to.write_all(&buffer[..length]).await.is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether a complete message of the protocol returns.
    async fn is_answered(stream: &mut TcpStream) -> bool {
        let _ = stream.write_all(&[0, 0, 0, 5, 1]).await;
        let mut answer = [0; 5];
        let read = tokio::time::timeout(Duration::from_millis(300), stream.read_exact(&mut answer)).await;
        matches!(read, Ok(Ok(_)))
    }

    /// An echo server in place of the database.
    async fn echo() -> u16 {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let port = listener.local_addr().unwrap().port();
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                tokio::spawn(async move {
                    let (mut from, mut to) = stream.split();
                    let _ = tokio::io::copy(&mut from, &mut to).await;
                });
            }
        });
        port
    }

    #[tokio::test]
    async fn a_silenced_connection_stays_silent_and_a_new_one_works() {
        let faults = start(echo().await, Arc::default()).await.unwrap();
        let connect = || TcpStream::connect(("127.0.0.1", faults.port()));
        let mut old = connect().await.unwrap();
        assert!(is_answered(&mut old).await);
        faults.silence();
        faults.heal();
        assert!(!is_answered(&mut old).await, "nothing passes any more");
        let more = old.try_read(&mut [0; 1]).map_err(|error| error.kind());
        assert_eq!(more, Err(std::io::ErrorKind::WouldBlock), "and nobody is told");
        assert!(is_answered(&mut connect().await.unwrap()).await);
        assert_eq!(faults.done.silences.load(Ordering::SeqCst), 1);
    }
}
