//! A network that silently drops all packets.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::str::FromStr;
use std::time::Duration;

use sqlx::Executor;
use sqlx::postgres::PgConnectOptions;
use store::testing::TestDb;
use store::{Store, StoreOptions};
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream, UnixStream};
use tokio::sync::watch;

/// A proxy to the database. On a signal, its current connections fall silent and stay open.
async fn way_to(url: &str) -> (String, watch::Sender<()>) {
    let options = PgConnectOptions::from_str(url).unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let (name, database) = (options.get_username().to_owned(), options.get_database().unwrap().to_owned());
    let silence = watch::Sender::new(());
    let told = silence.clone();
    tokio::spawn(async move {
        while let Ok((client, _)) = listener.accept().await {
            tokio::spawn(pass(client, options.clone(), told.subscribe()));
        }
    });
    (format!("postgres://{name}@127.0.0.1:{port}/{database}?sslmode=disable"), silence)
}

async fn pass(mut client: TcpStream, to: PgConnectOptions, mut silence: watch::Receiver<()>) {
    let folder = to.get_socket().cloned().unwrap_or_else(|| to.get_host().into());
    let mut server = UnixStream::connect(folder.join(format!(".s.PGSQL.{}", to.get_port()))).await.unwrap();
    tokio::select! {
        _ = copy_bidirectional(&mut client, &mut server) => {}
        _ = silence.changed() => std::future::pending().await,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_listener_on_a_silent_connection_is_informed_and_reconnects() {
    let db = TestDb::new().await;
    let (url, silence) = way_to(&db.url()).await;
    let store = Store::connect(&url, StoreOptions::default()).await.unwrap();
    let mut listener = store.listen("words").await.unwrap();
    let mut speaker = db.connect().await;
    speaker.execute("NOTIFY words, 'one'").await.unwrap();
    assert_eq!(listener.hear().await.unwrap().as_deref(), Some("one"));
    silence.send_replace(());
    let heard = tokio::time::timeout(Duration::from_secs(60), listener.hear()).await;
    assert!(heard.expect("it does not wait for ever").is_err());
    let mut listener = store.listen("words").await.unwrap();
    speaker.execute("NOTIFY words, 'two'").await.unwrap();
    assert_eq!(listener.hear().await.unwrap().as_deref(), Some("two"));
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_start_that_waits_for_other_replicas_waits_and_one_on_a_silent_connection_is_done_again() {
    let db = TestDb::new().await;
    let (url, silence) = way_to(&db.url()).await;
    let options = StoreOptions { answer_timeout: Duration::from_millis(300), ..StoreOptions::default() };
    let store = Store::connect(&url, options).await.unwrap();
    let mut other = db.connect().await;
    other.execute("BEGIN; LOCK TABLE _sqlx_migrations").await.unwrap();
    let starting = store.clone();
    let mut starting = tokio::spawn(async move { starting.migrate().await });
    let waited = tokio::time::timeout(Duration::from_secs(2), &mut starting).await;
    assert!(waited.is_err(), "PostgreSQL is at work for it: {waited:?}");
    silence.send_replace(());
    other.execute("ROLLBACK").await.unwrap();
    let ended = tokio::time::timeout(Duration::from_secs(60), starting).await;
    let ended = ended.expect("it does not wait for ever").unwrap();
    assert!(ended.as_ref().is_err_and(store::StoreError::is_transient), "{ended:?}");
    store.migrate().await.unwrap();
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_start_does_not_wait_for_a_replica_that_fell_silent_with_the_lock_of_all() {
    let db = TestDb::new().await;
    let (url, silence) = way_to(&db.url()).await;
    let options = || StoreOptions { answer_timeout: Duration::from_millis(300), ..StoreOptions::default() };
    let store = Store::connect(&url, options()).await.unwrap();
    let mut other = db.connect().await;
    other.execute("BEGIN; LOCK TABLE _sqlx_migrations").await.unwrap();
    let silent = store.clone();
    let silent = tokio::spawn(async move { silent.migrate().await });
    let waits = "SELECT count(*) > 0 FROM pg_locks WHERE relation = '_sqlx_migrations'::regclass AND NOT granted";
    while !sqlx::query_scalar::<_, bool>(waits).fetch_one(&mut other).await.unwrap() {}
    silence.send_replace(());
    // The client is gone, but PostgreSQL does not know it.
    silent.abort();
    other.execute("ROLLBACK").await.unwrap();
    let there = tokio::time::timeout(Duration::from_secs(30), store.migrate()).await;
    there.expect("it does not wait for the dead").unwrap();
    store.close().await;
}
