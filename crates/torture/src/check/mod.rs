//! The checker: what people were told, and what is in the database, read by its own SQL as a superuser. It shares no code
//! with the server and knows its tables only from outside.

mod always;
mod end;
pub mod erased;
mod people;
#[cfg(test)]
mod tests;
mod told;

use anyhow::Context;
use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection, Row};

use crate::history::Seen;

/// Differences that are listed of one check; all are counted.
const LISTED_MAX: i64 = 10;

/// An invariant as two questions: how much there is to verify, and what breaks it, one text for each break.
pub struct Check {
    pub id: &'static str,
    pub claim: &'static str,
    pub counted: &'static str,
    pub broken: &'static str,
}

/// What came of one.
#[derive(Clone, Debug)]
pub struct Verdict {
    pub id: &'static str,
    pub claim: &'static str,
    pub verified: u64,
    pub broken: u64,
    pub listed: Vec<String>,
}

impl Verdict {
    /// Nothing was found.
    pub const fn holds(&self) -> bool {
        self.broken == 0
    }

    /// A long run in which there was nothing to verify says nothing.
    pub fn must_verify(&mut self) {
        if self.verified == 0 && self.broken == 0 {
            self.broken = 1;
            self.listed = vec!["there was nothing to verify, so it is not known to hold".to_owned()];
        }
    }

    /// Of what was found elsewhere than in the database.
    pub fn from_list(id: &'static str, claim: &'static str, verified: u64, broken: Vec<String>) -> Self {
        let count = broken.len() as u64;
        let listed = broken.into_iter().take(usize::try_from(LISTED_MAX).unwrap_or(10)).collect();
        Self { id, claim, verified, broken: count, listed }
    }
}

/// What must hold at every instant, seen in one snapshot.
pub async fn now(conn: &mut PgConnection) -> anyhow::Result<Vec<Verdict>> {
    run(conn, &always::CHECKS[..always::CHEAP]).await
}

/// The same and what reads every row: the books as they are at any instant.
pub async fn books(conn: &mut PgConnection) -> anyhow::Result<Vec<Verdict>> {
    run(conn, &always::CHECKS).await
}

/// What has not come to rest: one thing of it, or nothing.
pub async fn moves(conn: &mut PgConnection) -> anyhow::Result<Option<String>> {
    let moving = run(conn, &end::REST).await?.into_iter().find(|verdict| !verdict.holds());
    Ok(moving.map(|verdict| verdict.listed.first().cloned().unwrap_or_else(|| verdict.claim.to_owned())))
}

/// Everything, after the end.
pub async fn all(conn: &mut PgConnection, seen: &Seen) -> anyhow::Result<Vec<Verdict>> {
    let mut verdicts = run(conn, &always::CHECKS).await?;
    verdicts.extend(run(conn, &end::CHECKS).await?);
    verdicts.extend(run(conn, &end::REST).await?);
    verdicts.extend(told::check(conn, seen).await?);
    verdicts.extend(run(conn, &people::CHECKS).await?);
    verdicts.extend(people::check(conn, seen).await?);
    verdicts.push(end::append_only(conn).await?);
    Ok(verdicts)
}

pub async fn run(conn: &mut PgConnection, checks: &[Check]) -> anyhow::Result<Vec<Verdict>> {
    let mut tx = conn.begin().await?;
    tx.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY").await?;
    let mut verdicts = Vec::with_capacity(checks.len());
    for check in checks {
        let failed = || format!("{} {}", check.id, check.claim);
        let verified: i64 = sqlx::query_scalar(check.counted).fetch_one(&mut *tx).await.with_context(failed)?;
        let counted = format!("SELECT count(*) FROM ({}) AS b(what)", check.broken);
        let broken: i64 = sqlx::query_scalar(AssertSqlSafe(counted)).fetch_one(&mut *tx).await.with_context(failed)?;
        let mut listed = Vec::new();
        if broken > 0 {
            let list = format!("SELECT what::text FROM ({}) AS b(what) LIMIT {LISTED_MAX}", check.broken);
            let rows = sqlx::query(AssertSqlSafe(list)).fetch_all(&mut *tx).await.with_context(failed)?;
            listed = rows.iter().map(|row| row.try_get(0)).collect::<Result<_, _>>()?;
        }
        let (verified, broken) = (verified.unsigned_abs(), broken.unsigned_abs());
        verdicts.push(Verdict { id: check.id, claim: check.claim, verified, broken, listed });
    }
    tx.rollback().await?;
    Ok(verdicts)
}
