//! Connections that break around COMMIT, when the outcome is unknown.

use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering};

use ledger::{CommitError, Journal, JournalConfig};
use sqlx::ConnectOptions;
use sqlx::postgres::PgConnectOptions;
use store::testing::tenant;
use store::{Store, StoreOptions};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream, UnixStream};

use crate::support::{Setup, card, change, customer, profile};

const PASS: u8 = 0;
const CUT_BEFORE: u8 = 1;
const CUT_AFTER: u8 = 2;
/// Drops all traffic in both directions without closing the connection.
const SILENT: u8 = 3;

/// A proxy between a store and its database.
struct Proxy {
    /// The fault at the next COMMIT; traffic then passes again.
    next: AtomicU8,
    cuts: AtomicUsize,
}

trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}
impl<T: AsyncRead + AsyncWrite + Send + Unpin> Stream for T {}

/// The address of the same database through a proxy.
async fn proxied(url: &str) -> (String, Arc<Proxy>) {
    let options = PgConnectOptions::from_str(url).unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let proxy = Arc::new(Proxy { next: AtomicU8::new(PASS), cuts: AtomicUsize::new(0) });
    let (seen, target) = (proxy.clone(), options.clone());
    tokio::spawn(async move {
        while let Ok((client, _)) = listener.accept().await {
            let (proxy, server) = (seen.clone(), dial(&target).await);
            tokio::spawn(async move { proxy.pump(client, server).await });
        }
    });
    let database = options.get_database().unwrap();
    (format!("postgres://{}@127.0.0.1:{port}/{database}?sslmode=disable", options.get_username()), proxy)
}

async fn dial(target: &PgConnectOptions) -> Box<dyn Stream> {
    let folder: Option<PathBuf> = target.get_socket().cloned().or_else(|| {
        let host = target.get_host();
        host.starts_with('/').then(|| PathBuf::from(host))
    });
    match folder {
        Some(folder) => {
            let socket = folder.join(format!(".s.PGSQL.{}", target.get_port()));
            Box::new(UnixStream::connect(socket).await.unwrap())
        }
        None => Box::new(TcpStream::connect((target.get_host(), target.get_port())).await.unwrap()),
    }
}

impl Proxy {
    async fn pump(&self, mut client: TcpStream, mut server: Box<dyn Stream>) {
        let (mut up, mut down) = (vec![0; 65_536], vec![0; 65_536]);
        loop {
            tokio::select! {
                read = client.read(&mut up) => {
                    let Ok(size @ 1..) = read else { return };
                    let bytes = &up[..size];
                    let commits = bytes[0] == b'Q' && bytes.windows(6).any(|word| word == b"COMMIT");
                    let fate = if commits { self.next.swap(PASS, Ordering::SeqCst) } else { PASS };
                    self.cuts.fetch_add(usize::from(fate != PASS), Ordering::SeqCst);
                    if fate == SILENT {
                        return std::future::pending().await;
                    }
                    if fate == CUT_BEFORE || server.write_all(bytes).await.is_err() {
                        return;
                    }
                    if fate == CUT_AFTER {
                        // The server's answer to COMMIT arrives here and is not forwarded.
                        let _ = server.read(&mut down).await;
                        return;
                    }
                }
                read = server.read(&mut down) => {
                    let Ok(size @ 1..) = read else { return };
                    if client.write_all(&down[..size]).await.is_err() {
                        return;
                    }
                }
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_outcome_of_a_commit_with_a_lost_answer_is_determined() {
    let setup = Setup::open().await;
    let (url, proxy) = proxied(&setup.db.url()).await;
    let store = Store::connect(&url, StoreOptions::default()).await.unwrap();
    let journal = Journal::start(store.clone(), setup.world.clone(), JournalConfig::default());
    for (round, fate) in [CUT_AFTER, CUT_BEFORE, CUT_AFTER, CUT_BEFORE, PASS].into_iter().enumerate() {
        proxy.next.store(fate, Ordering::SeqCst);
        let tasks: Vec<_> = (0..20)
            .map(|n| {
                let (journal, tenant) = (journal.clone(), setup.tenant);
                let deposit = change(&format!("{round}:{n}"), vec![setup.post(card(), customer(profile(1)), 1)]);
                tokio::spawn(async move { journal.commit(tenant, deposit).await })
            })
            .collect();
        for task in tasks {
            let receipt = task.await.unwrap().expect("the next try finds out");
            assert!(!receipt.replayed, "it was this very change that was committed");
        }
        assert_eq!(setup.balance(profile(1)).await.0, 20 * (round as i128 + 1));
    }
    assert_eq!(proxy.cuts.load(Ordering::SeqCst), 4, "the connections were really cut");
    setup.verified().await;
    journal.stop().await;
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn batches_behind_a_failed_commit_are_decided_again() {
    let setup = Setup::open().await;
    let (url, proxy) = proxied(&setup.db.url()).await;
    let store = Store::connect(&url, StoreOptions::default()).await.unwrap();
    let config = JournalConfig { batch_max: 100, shards: 1, ..JournalConfig::default() };
    let journal = Journal::start(store.clone(), setup.world.clone(), config);
    for (round, fate) in [CUT_BEFORE, CUT_AFTER, CUT_BEFORE].into_iter().enumerate() {
        let tasks: Vec<_> = (0..1_000)
            .map(|n| {
                let (journal, tenant) = (journal.clone(), setup.tenant);
                let deposit = change(&format!("{round}:{n}"), vec![setup.post(card(), customer(profile(1)), 1)]);
                tokio::spawn(async move { journal.commit(tenant, deposit).await })
            })
            .collect();
        proxy.next.store(fate, Ordering::SeqCst);
        for task in tasks {
            assert!(!task.await.unwrap().expect("found out").replayed);
        }
        assert_eq!(setup.balance(profile(1)).await.0, 1_000 * (round as i128 + 1));
    }
    assert_eq!(proxy.cuts.load(Ordering::SeqCst), 3, "the connections were really cut");
    setup.verified().await;
    journal.stop().await;
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_connection_that_falls_silent_is_given_up_and_nothing_is_done_twice() {
    let setup = Setup::open().await;
    let (url, proxy) = proxied(&setup.db.url()).await;
    let within = std::time::Duration::from_secs(1);
    let options = StoreOptions { answer_timeout: within, connections_max: 3, ..StoreOptions::default() };
    let store = Store::connect(&url, options).await.unwrap();
    let journal = Journal::start(store.clone(), setup.world.clone(), JournalConfig::default());
    // More faults than connections, so each broken connection must have been replaced.
    for round in 0..4_i128 {
        proxy.next.store(SILENT, Ordering::SeqCst);
        let deposit = || change(&format!("{round}"), vec![setup.post(card(), customer(profile(1)), 1)]);
        let asked = async {
            while let Err(error) = journal.commit(setup.tenant, deposit()).await {
                assert_eq!(error, CommitError::Unavailable);
            }
        };
        tokio::time::timeout(std::time::Duration::from_mins(1), asked).await.expect("somebody stops waiting");
        assert_eq!(setup.balance(profile(1)).await.0, round + 1);
    }
    assert_eq!(proxy.cuts.load(Ordering::SeqCst), 4, "the connections really fell silent");
    setup.verified().await;
    journal.stop().await;
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_database_the_journal_says_unavailable_and_comes_back_with_it() {
    let setup = Setup::open().await;
    setup.fund(profile(1), 1).await;
    let options = PgConnectOptions::from_str(&setup.db.url()).unwrap();
    let mut admin = options.clone().database("postgres").connect().await.unwrap();
    let name = options.get_database().unwrap().to_owned();
    let run = |statement: String| sqlx::AssertSqlSafe(statement);
    sqlx::query(run(format!("ALTER DATABASE {name} ALLOW_CONNECTIONS false"))).execute(&mut admin).await.unwrap();
    let ends = format!("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'");
    sqlx::query(run(ends)).execute(&mut admin).await.unwrap();
    let deposit = || change("deposit", vec![setup.post(card(), customer(profile(1)), 1)]);
    assert_eq!(setup.commit(deposit()).await, Err(CommitError::Unavailable));
    sqlx::query(run(format!("ALTER DATABASE {name} ALLOW_CONNECTIONS true"))).execute(&mut admin).await.unwrap();
    assert!(!setup.commit(deposit()).await.unwrap().replayed);
    assert_eq!(setup.balance(profile(1)).await.0, 2);
    setup.verified().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cancelled_caller_leaves_a_complete_change_or_none() {
    let setup = Setup::open().await;
    let tasks: Vec<_> = (0..200)
        .map(|n| {
            let (journal, tenant) = (setup.journal.clone(), setup.tenant);
            let transfers = vec![
                setup.post(card(), customer(profile(1)), 3),
                setup.post(customer(profile(1)), customer(profile(2)), 1),
            ];
            tokio::spawn(async move { journal.commit(tenant, change(&n.to_string(), transfers)).await })
        })
        .collect();
    tokio::task::yield_now().await;
    for task in &tasks {
        task.abort();
    }
    setup.journal.stop().await;
    let (kept, given) = (setup.balance(profile(1)).await.0, setup.balance(profile(2)).await.0);
    assert_eq!(kept, 2 * given);
    assert_eq!(i128::from(setup.count("changes").await), given);
    setup.verified().await;
}

/// Another Journal, on a store with two connections.
async fn with_two_connections(setup: &Setup) -> (Store, Journal) {
    let options = StoreOptions { connections_max: 2, ..StoreOptions::default() };
    let store = Store::connect(&setup.db.url(), options).await.unwrap();
    let journal = Journal::start(store.clone(), setup.world.clone(), JournalConfig::default());
    (store, journal)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_busy_journal_leaves_the_last_connections_to_other_callers() {
    let setup = Setup::open().await;
    let (store, journal) = with_two_connections(&setup).await;
    let busy: Vec<_> = (10..26_u32)
        .map(|n| {
            let (journal, whose) = (journal.clone(), tenant(n));
            let deposits: Vec<_> =
                (0..).map(|_| setup.post(card(), customer(profile(n.into())), 1)).take(500).collect();
            tokio::spawn(async move {
                for (i, deposit) in deposits.into_iter().enumerate() {
                    journal.commit(whose, change(&format!("{i}"), vec![deposit])).await.unwrap();
                }
            })
        })
        .collect();
    while busy.iter().any(|task| !task.is_finished()) {
        // A health check waits for at most half a second.
        store.health().await.expect("it is served in turn");
    }
    for task in busy {
        task.await.unwrap();
    }
    journal.stop().await;
    store.close().await;
    setup.verified().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_journal_with_nothing_to_do_keeps_no_connection() {
    let setup = Setup::open().await;
    let (store, journal) = with_two_connections(&setup).await;
    for n in 0..20 {
        let deposit = setup.post(card(), customer(profile(1)), 1);
        journal.commit(setup.tenant, change(&format!("{n}"), vec![deposit])).await.unwrap();
    }
    let (one, two) = (store.tenant(tenant(1)).await.unwrap(), store.tenant(tenant(2)).await.unwrap());
    one.rollback().await.unwrap();
    two.rollback().await.unwrap();
    journal.stop().await;
    store.close().await;
}
