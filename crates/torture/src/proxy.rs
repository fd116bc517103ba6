//! What stands between a replica and the database, and does to their conversation what networks do. It understands the
//! conversation so far that it knows which statement goes by, and can have the replica killed at it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};

use crate::faults::{Faults, take};
use crate::points::{Crash, Points, Site};
use crate::wire::{Client, Means, Message, Sql, writes};

/// What a message may take to arrive and be carried out before its connection is cut.
const MEANWHILE: Duration = Duration::from_millis(20);

/// Listens on a port of its own and passes everything on to `database`. Returns the faults to come.
pub async fn start(database: u16, points: Arc<Points>) -> anyhow::Result<Arc<Faults>> {
    let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
    let port = listener.local_addr()?.port();
    let faults = Arc::new(Faults::new(port, points));
    // Weak, so that the listener ends with the last who can give it faults.
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
        // Closed means reset: nobody gets a polite end.
        let _ = stream.set_zero_linger();
    }
    let mut resets = faults.resets.subscribe();
    let (from_client, to_client) = client.into_split();
    let (from_server, to_server) = server.into_split();
    let deaf = AtomicBool::new(false);
    let up = Up { to: to_server, faults: &faults, deaf: &deaf, wrote: None, out: Vec::new(), kill_at_sync: false };
    tokio::select! {
        () = up.pass(from_client) => {}
        () = down(from_server, to_client, &faults, &deaf) => {}
        _ = resets.changed() => { faults.done.resets.fetch_add(1, Ordering::SeqCst); }
    }
}

/// The way from a replica to the database.
struct Up<'a> {
    to: OwnedWriteHalf,
    faults: &'a Faults,
    /// Set when no answer may come back any more.
    deaf: &'a AtomicBool,
    /// The last statement of the open transaction that wrote.
    wrote: Option<Sql>,
    /// What has been read and not been sent.
    out: Vec<u8>,
    /// The replica dies once what it has asked for is done.
    kill_at_sync: bool,
}

/// The connection is over.
struct Over;

impl Up<'_> {
    async fn pass(mut self, mut from: OwnedReadHalf) {
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
        let mut commits = false;
        let site = match &message.means {
            Means::Runs(sql) | Means::RunsNow(sql) if is_end(sql) => {
                commits = sql.trim().eq_ignore_ascii_case("COMMIT");
                self.wrote.take().filter(|_| commits).map(Site::Commit)
            }
            Means::Runs(sql) | Means::RunsNow(sql) if writes(sql) => {
                self.wrote = Some(sql.clone());
                Some(Site::Write(sql.clone()))
            }
            _ => None,
        };
        let wrote = site.is_some();
        match site.and_then(|site| self.faults.meet(site)) {
            Some(Crash::Before) => {
                self.faults.kill().await;
                return Err(Over);
            }
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
        if commits && wrote && take(&self.faults.cut_after_commit) {
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

/// Whether a statement ends the open transaction.
fn is_end(sql: &str) -> bool {
    let sql = sql.trim();
    sql.eq_ignore_ascii_case("COMMIT") || sql.eq_ignore_ascii_case("ROLLBACK")
}

async fn down(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, faults: &Faults, deaf: &AtomicBool) {
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
