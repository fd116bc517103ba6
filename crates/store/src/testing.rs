//! A fresh, migrated database for every test, on a real PostgreSQL that all test programs share.
//!
//! `AGIO_TEST_DATABASE_URL` names the cluster (its role must be a superuser). Otherwise it is an embedded one in the
//! folder `AGIO_TEST_DB_FOLDER`, or `~/.cache/agio/testdb`: the first test starts it, and only `scripts/test-db stop`
//! stops it. Databases are copies of a template that is created once per state of the migrations.

use std::path::PathBuf;
use std::str::FromStr;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

use kernel::TenantId;
use sqlx::postgres::PgConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, Executor, PgConnection};
use tokio::sync::OnceCell;
use uuid::Uuid;

use crate::migrate::{self, MIGRATOR};
use crate::{Store, StoreOptions, embedded};

const CONNECTIONS_MAX: u32 = 8;
/// Any number, the same in every test program.
const TEMPLATE_LOCK: i64 = 0x6167_696f;

static SERVER: OnceCell<Server> = OnceCell::const_new();
static MADE: AtomicU32 = AtomicU32::new(0);

/// The shared cluster, and the name of its template.
struct Server {
    admin: PgConnectOptions,
    template: String,
}

/// The database of one test; dropping this drops the database.
#[derive(Debug)]
pub struct TestDb {
    /// The migrated store.
    pub store: Store,
    name: String,
    admin: PgConnectOptions,
}

impl TestDb {
    /// Creates a database with the current schema and no rows.
    ///
    /// # Panics
    /// If there is no PostgreSQL; the message contains the remedy.
    pub async fn new() -> Self {
        Self::with(StoreOptions { connections_max: CONNECTIONS_MAX, ..StoreOptions::default() }).await
    }

    /// Creates a database with other limits of the pool.
    ///
    /// # Panics
    /// If there is no PostgreSQL; the message contains the remedy.
    pub async fn with(options: StoreOptions) -> Self {
        let server = SERVER.get_or_init(Server::find).await;
        let number = MADE.fetch_add(1, Ordering::Relaxed);
        let name = format!("agio_test_{}_{number}", std::process::id());
        let mut admin = server.admin.connect().await.expect("the test cluster answers");
        execute(&mut admin, format!("CREATE DATABASE {name} TEMPLATE {} STRATEGY FILE_COPY", server.template)).await;
        admin.close().await.expect("the test cluster answers");
        let admin = server.admin.clone();
        let url = admin.clone().database(&name).to_url_lossy().to_string();
        let store = Store::connect(&url, options).await.expect("the test database answers");
        Self { store, name, admin }
    }

    /// Its address, for a second store or another program.
    pub fn url(&self) -> String {
        self.admin.clone().database(&self.name).to_url_lossy().to_string()
    }

    /// A plain connection as the owner, without the store: for checking the stored rows.
    ///
    /// # Panics
    /// If the server is gone.
    pub async fn connect(&self) -> PgConnection {
        self.admin.clone().database(&self.name).connect().await.expect("the test database answers")
    }
}

impl Drop for TestDb {
    fn drop(&mut self) {
        let (admin, name) = (self.admin.clone(), self.name.clone());
        // Another runtime, because the test's may be shutting down. A later run drops a database that is left over.
        let dropped = thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
            runtime.block_on(async {
                let mut admin = admin.connect().await.map_err(std::io::Error::other)?;
                let drop = format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)");
                admin.execute(AssertSqlSafe(drop)).await.map_err(std::io::Error::other)
            })
        });
        if let Ok(Err(error)) = dropped.join() {
            tracing::warn!(event = "test_database.drop_failed", %error, "The test cannot drop its database.");
        }
    }
}

/// Tenant number `n`, the same id in every run.
pub fn tenant(n: u32) -> TenantId {
    TenantId::from_uuid(Uuid::from_u128(0x0190_0000_0000_7000_8000_0000_0000_0000 + u128::from(n)))
}

impl Server {
    async fn find() -> Self {
        let given = std::env::var("AGIO_TEST_DATABASE_URL").ok().filter(|url| !url.is_empty());
        let ours = given.is_none();
        let url = match given {
            Some(url) => url,
            None => embedded::shared(&folder()).await.unwrap_or_else(|error| panic!("no database for tests: {error}")),
        };
        let admin = PgConnectOptions::from_str(&url)
            .expect("AGIO_TEST_DATABASE_URL is a postgres:// URL")
            .options([("client_min_messages", "warning")]);
        let mut conn = admin.connect().await.expect("the test cluster answers");
        execute(&mut conn, format!("SELECT pg_advisory_lock({TEMPLATE_LOCK})")).await;
        if ours {
            drop_left_over(&mut conn).await;
        }
        let template = format!("agio_template_{}", fingerprint());
        if !exists(&mut conn, &template).await {
            make_template(&mut conn, &admin, &template).await;
        }
        conn.close().await.expect("the test cluster answers");
        Self { admin, template }
    }
}

async fn make_template(conn: &mut PgConnection, admin: &PgConnectOptions, template: &str) {
    let making = format!("{template}_making");
    execute(conn, format!("DROP DATABASE IF EXISTS {making} WITH (FORCE)")).await;
    execute(conn, format!("CREATE DATABASE {making}")).await;
    migrate::run(&admin.clone().database(&making), StoreOptions::default().answer_timeout)
        .await
        .expect("the migrations apply");
    execute(conn, format!("ALTER DATABASE {making} RENAME TO {template}")).await;
}

/// Drops the databases of killed test programs, and templates of earlier migrations.
async fn drop_left_over(conn: &mut PgConnection) {
    let names: Vec<String> = sqlx::query_scalar("SELECT datname FROM pg_database WHERE datname LIKE 'agio\\_te%'")
        .fetch_all(&mut *conn)
        .await
        .expect("the test cluster answers");
    let kept = format!("agio_template_{}", fingerprint());
    for name in names {
        let process = name.strip_prefix("agio_test_").and_then(|rest| rest.split('_').next());
        let dead = process.is_some_and(|process| !PathBuf::from(format!("/proc/{process}")).exists());
        if dead || (process.is_none() && name != kept) {
            // Without FORCE: another program may still copy an older template.
            let _ = conn.execute(AssertSqlSafe(format!("DROP DATABASE IF EXISTS {name}"))).await;
        }
    }
}

async fn exists(conn: &mut PgConnection, name: &str) -> bool {
    sqlx::query_scalar("SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)")
        .bind(name)
        .fetch_one(conn)
        .await
        .expect("the test cluster answers")
}

async fn execute(conn: &mut PgConnection, statement: String) {
    let done = conn.execute(AssertSqlSafe(statement.clone())).await;
    done.unwrap_or_else(|error| panic!("{statement}: {error}"));
}

/// A hash that changes with any migration.
fn fingerprint() -> String {
    use sha2::{Digest, Sha256};
    let mut hash = Sha256::new();
    for migration in MIGRATOR.iter() {
        hash.update(migration.version.to_le_bytes());
        hash.update(&*migration.checksum);
    }
    hex::encode(&hash.finalize()[..8])
}

fn folder() -> PathBuf {
    if let Some(folder) = std::env::var_os("AGIO_TEST_DB_FOLDER") {
        return folder.into();
    }
    let cache = std::env::var_os("AGIO_CACHE").map(PathBuf::from);
    let home = std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".cache/agio"));
    cache.or(home).unwrap_or_else(|| std::env::temp_dir().join("agio")).join("testdb")
}
