//! Whether this program can work on this database now: the schema matches the program, and the disk accepts writes.

use std::time::Duration;

use tokio::time::timeout;

use crate::migrate::MIGRATOR;
use crate::{Store, StoreError};

/// The time limit of the whole check: it waits for a disk.
const CHECK_MAX: Duration = Duration::from_secs(2);

/// How the schema of the database relates to the program's migrations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Schema {
    /// It matches the program.
    Fits,
    /// It matches the program and has newer migrations too.
    Newer,
    /// The database has no schema.
    Empty,
    /// Migrations are missing.
    Older {
        /// Their number.
        missing: usize,
    },
    /// A migration differs from the program's migration of the same number.
    Foreign {
        /// The number of the migration.
        step: i64,
    },
}

/// Why the program cannot start on a schema, with the remedy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Misfit {
    /// The database has no schema.
    #[error("the database is empty: run `agio migrate` on it first")]
    Empty,
    /// Migrations are missing.
    #[error(
        "the database's schema is older than this program and lacks {0} of its steps: run `agio migrate` of this version, then start again"
    )]
    Older(usize),
    /// A newer program has changed it.
    #[error(
        "the database's schema is newer than this program: start the version of agio that migrated it, or a newer one"
    )]
    Newer,
    /// Another program has changed it.
    #[error(
        "step {0} of the database's schema is not the one of this program: restore the database, or start the version of agio that made it"
    )]
    Foreign(i64),
}

/// Why a process should receive no requests now.
#[derive(Debug, thiserror::Error)]
pub enum NotReady {
    /// The database does not answer.
    #[error("the database does not answer")]
    Silent(#[source] StoreError),
    /// The schema does not match.
    #[error(transparent)]
    Schema(Misfit),
    /// The database accepts no writes.
    #[error("the database cannot write: its disk is full or read-only, or it is a standby")]
    Disk(#[source] StoreError),
}

impl Schema {
    /// Refuses a schema on which no process of this program may start.
    ///
    /// # Errors
    /// One sentence with the remedy.
    pub const fn check(self) -> Result<(), Misfit> {
        match self {
            Self::Fits => Ok(()),
            Self::Newer => Err(Misfit::Newer),
            Self::Empty => Err(Misfit::Empty),
            Self::Older { missing } => Err(Misfit::Older(missing)),
            Self::Foreign { step } => Err(Misfit::Foreign(step)),
        }
    }

    /// Compares the migrations of a database with those of the program: each is a number and a checksum.
    fn of<'a>(applied: &[(i64, Vec<u8>)], known: impl Iterator<Item = (i64, &'a [u8])>) -> Self {
        if applied.is_empty() {
            return Self::Empty;
        }
        let (mut missing, mut found) = (0, 0);
        for (step, sum) in known {
            match applied.iter().find(|(number, _)| *number == step) {
                Some((_, own)) if own == sum => found += 1,
                Some(_) => return Self::Foreign { step },
                None => missing += 1,
            }
        }
        match (missing, applied.len() > found) {
            (0, false) => Self::Fits,
            (0, true) => Self::Newer,
            _ => Self::Older { missing },
        }
    }
}

impl Store {
    /// The relation of the schema to this program.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer.
    pub async fn schema(&self) -> Result<Schema, StoreError> {
        let mut tx = self.system().await?;
        let begun = "SELECT to_regclass('_sqlx_migrations') IS NOT NULL";
        let begun: bool = self.answered(async { Ok(sqlx::query_scalar(begun).fetch_one(tx.conn()).await?) }).await?;
        let applied: Vec<(i64, Vec<u8>)> = if begun {
            let all = sqlx::query_as("SELECT version, checksum FROM _sqlx_migrations WHERE success");
            self.answered(async { Ok(all.fetch_all(tx.conn()).await?) }).await?
        } else {
            Vec::new()
        };
        tx.rollback().await?;
        Ok(Schema::of(&applied, MIGRATOR.iter().map(|step| (step.version, step.checksum.as_ref()))))
    }

    /// Writes to the database's disk without leaving data: a commit in its log, and a temporary file, which a full disk
    /// refuses while the log still has room in its segments.
    ///
    /// # Errors
    /// The database's error if it cannot write.
    pub async fn try_write(&self) -> Result<(), StoreError> {
        let mut tx = self.system().await?;
        let read_only: bool = sqlx::query_scalar(
            "SELECT current_setting('transaction_read_only')::bool
                 FROM pg_logical_emit_message(true, 'agio', 'ready'), set_config('work_mem', '64kB', true)",
        )
        .fetch_one(tx.conn())
        .await?;
        if read_only {
            return Err(StoreError::Unavailable(sqlx::Error::Protocol("transactions are read-only".into())));
        }
        // More than the memory of a sort, so that the sort uses a file.
        let spilled = "SELECT count(*) FROM (SELECT repeat(n::text, 1000) FROM generate_series(1, 300) AS n ORDER BY 1 OFFSET 0) AS s";
        let _: i64 = sqlx::query_scalar(spilled).fetch_one(tx.conn()).await?;
        tx.commit().await
    }

    /// Whether requests can be served. Newer migrations are no obstacle, because processes of the old and the new
    /// version run beside each other during an upgrade.
    ///
    /// # Errors
    /// [`NotReady`], after at most two seconds.
    pub async fn readiness(&self) -> Result<(), NotReady> {
        let check = async {
            match self.schema().await.map_err(NotReady::Silent)?.check() {
                Ok(()) | Err(Misfit::Newer) => self.try_write().await.map_err(NotReady::Disk),
                Err(misfit) => Err(NotReady::Schema(misfit)),
            }
        };
        timeout(CHECK_MAX, check).await.unwrap_or_else(|_| Err(NotReady::Disk(StoreError::fell_silent())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::TestDb;

    #[test]
    fn a_schema_fits_when_it_has_every_step_of_the_program() {
        let own: [(i64, &[u8]); 3] = [(1, b"a"), (2, b"b"), (3, b"c")];
        let of = |applied: &[(i64, &[u8])]| {
            let applied: Vec<_> = applied.iter().map(|(step, sum)| (*step, sum.to_vec())).collect();
            Schema::of(&applied, own.into_iter())
        };
        assert_eq!(of(&own), Schema::Fits);
        assert_eq!(of(&[]), Schema::Empty);
        assert_eq!(of(&own[..2]), Schema::Older { missing: 1 });
        assert_eq!(of(&[own[0], own[1], own[2], (4, b"d")]), Schema::Newer);
        assert_eq!(of(&[own[0], own[1], (4, b"d")]), Schema::Older { missing: 1 });
        assert_eq!(of(&[own[0], (2, b"x"), own[2]]), Schema::Foreign { step: 2 });
    }

    #[tokio::test]
    async fn a_database_is_ready_while_its_schema_fits_and_its_disk_takes_writes() {
        let db = TestDb::new().await;
        db.store.readiness().await.unwrap();
        let mut owner = db.connect().await;
        let name: String = sqlx::query_scalar("SELECT current_database()").fetch_one(&mut owner).await.unwrap();
        // A limit on temporary files simulates a full disk: the log has room, temporary files do not.
        for (setting, value) in [("temp_file_limit", "0"), ("default_transaction_read_only", "on")] {
            let set = format!("ALTER DATABASE {name} SET {setting} = {value}");
            sqlx::raw_sql(sqlx::AssertSqlSafe(set)).execute(&mut owner).await.unwrap();
            let store = Store::connect(&db.url(), crate::StoreOptions::default()).await.unwrap();
            let refused = store.readiness().await.unwrap_err();
            assert!(matches!(refused, NotReady::Disk(_)), "{setting}: {refused:?}");
            let reset = format!("SET default_transaction_read_only = off; ALTER DATABASE {name} RESET {setting}");
            sqlx::raw_sql(sqlx::AssertSqlSafe(reset)).execute(&mut owner).await.unwrap();
        }
        sqlx::raw_sql(
            "UPDATE _sqlx_migrations SET version = 9999 WHERE version = (SELECT max(version) FROM _sqlx_migrations)",
        )
        .execute(&mut owner)
        .await
        .unwrap();
        let refused = db.store.readiness().await.unwrap_err();
        assert!(matches!(refused, NotReady::Schema(Misfit::Older(1))), "{refused:?}");
        assert_eq!(refused.to_string(), Misfit::Older(1).to_string());
        sqlx::raw_sql("DROP TABLE _sqlx_migrations").execute(&mut owner).await.unwrap();
        assert_eq!(db.store.schema().await.unwrap(), Schema::Empty);
    }
}
