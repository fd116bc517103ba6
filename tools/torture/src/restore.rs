//! Point-in-time recovery: a backup of the files from before the first fault, and the WAL that was archived during the
//! faults.

use std::collections::HashSet;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, ensure};
use sqlx::{AssertSqlSafe, PgConnection, Row};
use tokio::time::{Instant, sleep};

use crate::check::{self, Verdict};
use crate::postgres::Postgres;
use crate::seeded::Seeded;
use crate::system::TestSystem;

/// Append-only tables; each row identifies its transaction.
const KEPT: [&str; 3] = ["changes", "transfers", "record_history"];
/// A transaction's commit time differs slightly from its position in the WAL, so rows this close to the moment may
/// exist or not.
const NEAR_SECONDS: i32 = 1;
/// The WAL must be archived within this time after the last fault.
const ARCHIVED_MAX: Duration = Duration::from_secs(60);
/// The purpose number of this module's random sequence.
const PURPOSE: u64 = 500_000;

/// A backup, and the earliest moment that it can be restored to.
pub struct Backup {
    files: PathBuf,
    since: String,
}

/// The results of all restores.
pub struct Restored {
    pub verdicts: Vec<Verdict>,
    /// The duration of the restores.
    pub note: String,
}

/// The results of one restored database, or of all.
#[derive(Default)]
struct Found {
    rows: u64,
    /// Rows that are missing although committed before the moment, or that exist although committed after it.
    wrong: Vec<String>,
    checked: u64,
    broken: Vec<String>,
    unproven: Vec<String>,
    took: Vec<Duration>,
}

impl Backup {
    /// Copies the files of the running database, as any base backup does.
    pub async fn make(system: &TestSystem) -> anyhow::Result<Self> {
        let files = system.place("backup");
        let mut conn = system.postgres.connect().await?;
        sqlx::query("SELECT pg_backup_start('torture', true)").execute(&mut conn).await?;
        system.postgres.copy_files(&files)?;
        let label: String =
            sqlx::query_scalar("SELECT labelfile FROM pg_backup_stop(true)").fetch_one(&mut conn).await?;
        std::fs::write(files.join("backup_label"), label)?;
        Ok(Self { files, since: now(&mut conn).await? })
    }

    /// Restores it to `times` moments up to `until`, the database's time at the end of the faults, one after the other,
    /// and checks each.
    pub async fn restore(&self, system: &TestSystem, seed: u64, times: usize, until: &str) -> anyhow::Result<Restored> {
        let (mut found, mut chance) = (Found::default(), Seeded::new(seed, PURPOSE));
        let mut conn = system.postgres.connect().await?;
        archived(&mut conn).await?;
        let span: i64 = sqlx::query_scalar(
            "SELECT (1000 * (extract(epoch FROM $2::timestamptz - $1::timestamptz) - 2 * $3))::bigint",
        )
        .bind(&self.since)
        .bind(until)
        .bind(NEAR_SECONDS)
        .fetch_one(&mut conn)
        .await?;
        ensure!(span > 0, "between the backup and the end of the faults there is no moment to go back to");
        for number in 0..times {
            let after = i64::try_from(chance.below(span.unsigned_abs()))?;
            let moment: String = sqlx::query_scalar(
                "SELECT ($1::timestamptz + $3 * interval '1 second' + $2 * interval '1 millisecond')::text",
            )
            .bind(&self.since)
            .bind(after)
            .bind(NEAR_SECONDS)
            .fetch_one(&mut conn)
            .await?;
            let place = system.place("restored");
            let began = Instant::now();
            let postgres = system.postgres.restored(&self.files, &place, &moment).await?;
            found.took.push(began.elapsed());
            let looked = found.look(system, &mut conn, &postgres, &moment).await;
            postgres.kill().await?;
            std::fs::remove_dir_all(&place)?;
            looked.with_context(|| format!("restored to {moment}"))?;
            eprintln!("restored {} of {times}: to {moment} in {:.1?}", number + 1, began.elapsed());
        }
        Ok(found.judged())
    }
}

impl Found {
    async fn look(
        &mut self,
        system: &TestSystem,
        live: &mut PgConnection,
        postgres: &Postgres,
        moment: &str,
    ) -> anyhow::Result<()> {
        let mut conn = postgres.connect().await?;
        for table in KEPT {
            self.compare(live, &mut conn, table, moment).await?;
        }
        for verdict in check::books(&mut conn).await? {
            self.checked += verdict.verified;
            let of = |text: &String| format!("{moment}: {} {}: {text}", verdict.id, verdict.claim);
            self.broken.extend(verdict.listed.iter().map(of));
        }
        if let Err(refused) = system.tell_at(&postgres.url(), &["verify"]).await {
            self.unproven.push(format!("{moment}: {refused:#}"));
        }
        Ok(())
    }

    /// Checks that rows committed well before the moment exist, and rows committed well after it do not.
    async fn compare(
        &mut self,
        live: &mut PgConnection,
        restored: &mut PgConnection,
        table: &str,
        moment: &str,
    ) -> anyhow::Result<()> {
        let sql = format!(
            "SELECT md5(t::text), pg_xact_commit_timestamp(t.xmin) <= $1::timestamptz - $2 * interval '1 second' FROM {table} t
             WHERE pg_xact_commit_timestamp(t.xmin) <= $1::timestamptz + $2 * interval '1 second'"
        );
        let rows = sqlx::query(AssertSqlSafe(sql)).bind(moment).bind(NEAR_SECONDS).fetch_all(live).await?;
        let (mut sure, mut possible) = (HashSet::<String>::new(), HashSet::<String>::new());
        for row in rows {
            let (hash, surely): (String, bool) = (row.try_get(0)?, row.try_get(1)?);
            if surely {
                sure.insert(hash)
            } else {
                possible.insert(hash)
            };
        }
        let sql = format!("SELECT md5(t::text) FROM {table} t");
        let there: HashSet<String> =
            sqlx::query_scalar(AssertSqlSafe(sql)).fetch_all(restored).await?.into_iter().collect();
        self.rows += there.len() as u64;
        let lost = sure.difference(&there).count();
        let made = there.iter().filter(|hash| !sure.contains(*hash) && !possible.contains(*hash)).count();
        if lost + made > 0 {
            self.wrong.push(format!(
                "{moment}: {table} lacks {lost} rows that were committed by then, and has {made} too many"
            ));
        }
        Ok(())
    }

    fn judged(mut self) -> Restored {
        self.took.sort_unstable();
        let times = self.took.len();
        let longest = self.took.last().copied().unwrap_or_default();
        let middle = self.took.get(times / 2).copied().unwrap_or_default();
        let note = format!("restored to {times} moments, {middle:.1?} in the middle and {longest:.1?} at the most");
        let verdicts = vec![
            Verdict::from_list(
                "RST",
                "a moment restored has what was committed by then and nothing else",
                self.rows,
                self.wrong,
            ),
            Verdict::from_list("RST", "the books of a moment restored are whole", self.checked, self.broken),
            Verdict::from_list("RST", "agio verify finds nothing in a moment restored", times as u64, self.unproven),
        ];
        Restored { verdicts, note }
    }
}

/// The database's current time.
pub async fn now(conn: &mut PgConnection) -> anyhow::Result<String> {
    Ok(sqlx::query_scalar("SELECT clock_timestamp()::text").fetch_one(conn).await?)
}

/// Waits until the WAL written so far is in the archive.
async fn archived(conn: &mut PgConnection) -> anyhow::Result<()> {
    let last: String = sqlx::query_scalar("SELECT pg_walfile_name(pg_switch_wal())").fetch_one(&mut *conn).await?;
    let deadline = Instant::now() + ARCHIVED_MAX;
    while Instant::now() < deadline {
        let there = sqlx::query_scalar("SELECT coalesce(last_archived_wal >= $1, false) FROM pg_stat_archiver");
        if there.bind(&last).fetch_one(&mut *conn).await? {
            return Ok(());
        }
        sleep(Duration::from_millis(200)).await;
    }
    anyhow::bail!("the log is not archived up to {last}")
}
