//! A test platform with a ledger, and helpers for the tests.

use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use kernel::{Amount, Currency, ManualClock, ProfileId, TenantId, World};
use ledger::{Account, Change, CommitError, Journal, JournalConfig, Receipt, Record, Transfer, TransferKind, balances};
use sqlx::{Connection, PgConnection};
use store::Store;
use store::testing::{TestDb, tenant};
use uuid::Uuid;

/// A database with one Journal, and a controlled clock.
pub struct Setup {
    pub db: TestDb,
    pub clock: Arc<ManualClock>,
    pub world: World,
    pub journal: Journal,
    pub tenant: TenantId,
}

impl Setup {
    pub async fn open() -> Self {
        Self::with(JournalConfig::default()).await
    }

    pub async fn with(config: JournalConfig) -> Self {
        let db = TestDb::new().await;
        let clock = ManualClock::at(DateTime::UNIX_EPOCH + TimeDelta::days(20_000));
        let world = World::with_clock(clock.clone());
        let journal = Journal::start(db.store.clone(), world.clone(), config);
        Self { db, clock, world, journal, tenant: tenant(1) }
    }

    pub fn store(&self) -> &Store {
        &self.db.store
    }

    pub fn now(&self) -> DateTime<Utc> {
        self.world.now()
    }

    pub fn post(&self, debit: Account, credit: Account, atoms: i128) -> Transfer {
        let amount = Amount::new(atoms, debit.currency);
        Transfer::post(self.world.uuid(), debit, credit, amount, "test")
    }

    pub fn hold(&self, debit: Account, credit: Account, atoms: i128) -> Transfer {
        Transfer { kind: TransferKind::Hold { expires_at: None }, ..self.post(debit, credit, atoms) }
    }

    pub async fn commit(&self, change: Change) -> Result<Receipt, CommitError> {
        self.journal.commit(self.tenant, change).await
    }

    /// Funds a customer by card.
    pub async fn fund(&self, profile: ProfileId, atoms: i128) {
        let deposit = self.post(card(), customer(profile), atoms);
        self.commit(change(&format!("fund:{}", deposit.id), vec![deposit])).await.expect("money comes in");
    }

    /// The customer's posted, pending and available cents.
    pub async fn balance(&self, profile: ProfileId) -> (i128, i128, i128) {
        let mut tx = self.store().tenant_read(self.tenant).await.unwrap();
        let all = balances(tx.conn(), profile.uuid()).await.unwrap();
        let euro = all.iter().find(|b| b.currency == Currency::EUR);
        euro.map_or((0, 0, 0), |b| (b.posted.atoms(), b.pending.atoms(), b.available.atoms()))
    }

    /// The output of `agio verify`; panics if the ledger is inconsistent.
    pub async fn verified(&self) -> String {
        let mut out = Vec::new();
        let proved = ledger::verify::verify(self.store(), &mut out).await;
        let text = String::from_utf8(out).unwrap();
        proved.unwrap_or_else(|error| panic!("{error}\n{text}"));
        text
    }

    /// A superuser connection, which bypasses row-level security.
    pub async fn superuser(&self) -> PgConnection {
        self.db.connect().await
    }

    pub async fn count(&self, table: &str) -> i64 {
        let mut conn = self.superuser().await;
        let query = sqlx::AssertSqlSafe(format!("SELECT count(*) FROM {table}"));
        let count = sqlx::query_scalar(query).fetch_one(&mut conn).await.unwrap();
        conn.close().await.unwrap();
        count
    }
}

pub fn profile(n: u128) -> ProfileId {
    ProfileId::from_uuid(Uuid::from_u128(0x0190_0000_0000_7000_9000_0000_0000_0000 + n))
}

pub fn customer(profile: ProfileId) -> Account {
    Account::customer(profile, Currency::EUR)
}

pub fn card() -> Account {
    Account::rail("card", Currency::EUR)
}

pub fn change(key: &str, transfers: Vec<Transfer>) -> Change {
    Change { key: key.into(), transfers, ..Change::default() }
}

/// The database's constraints on a held record.
pub fn held() -> serde_json::Value {
    serde_json::json!({ "reason": "a test", "needs": "operator", "deadline": "2026-01-01T00:00:00Z" })
}

pub fn record(id: Uuid, version: i64, status: &str) -> Record {
    Record {
        id,
        kind: "transaction".into(),
        owner: profile(1).uuid(),
        status: status.into(),
        version,
        body: serde_json::json!({ "step": version, "review": held() }),
        due_at: None,
        reason: "a test".into(),
        actor: "nobody".into(),
    }
}
