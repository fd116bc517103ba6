//! The checker: compares the users' recorded answers with the database, through its own SQL as a superuser. It shares
//! no code with the server, and knows only the tables' public schema.

mod always;
mod answers;
mod end;
pub mod erased;
mod people;
#[cfg(test)]
mod tests;

use anyhow::Context;
use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection, Row};

use crate::history::Seen;

/// The maximum number of listed violations of a check; all are counted.
const LISTED_MAX: i64 = 10;

/// An invariant as two queries: the number of verified rows, and the violations, one text each.
pub struct Check {
    pub id: &'static str,
    pub claim: &'static str,
    pub counted: &'static str,
    pub broken: &'static str,
}

/// The result of a check.
#[derive(Clone, Debug)]
pub struct Verdict {
    pub id: &'static str,
    pub claim: &'static str,
    pub verified: u64,
    pub broken: u64,
    pub listed: Vec<String>,
}

impl Verdict {
    /// No violation was found.
    pub const fn holds(&self) -> bool {
        self.broken == 0
    }

    /// Counts an empty check as a violation: a long run must verify something.
    pub fn must_verify(&mut self) {
        if self.verified == 0 && self.broken == 0 {
            self.broken = 1;
            self.listed = vec!["there was nothing to verify, so it is not known to hold".to_owned()];
        }
    }

    /// The result of a check outside the database.
    pub fn from_list(id: &'static str, claim: &'static str, verified: u64, broken: Vec<String>) -> Self {
        let count = broken.len() as u64;
        let listed = broken.into_iter().take(usize::try_from(LISTED_MAX).unwrap_or(10)).collect();
        Self { id, claim, verified, broken: count, listed }
    }
}

/// The cheap invariants, in one snapshot.
pub async fn now(conn: &mut PgConnection) -> anyhow::Result<Vec<Verdict>> {
    run(conn, &always::CHECKS[..always::CHEAP]).await
}

/// All invariants that hold at any time, in one snapshot.
pub async fn books(conn: &mut PgConnection) -> anyhow::Result<Vec<Verdict>> {
    run(conn, &always::CHECKS).await
}

/// One piece of work that is still in progress, if there is any.
pub async fn moves(conn: &mut PgConnection) -> anyhow::Result<Option<String>> {
    let moving = run(conn, &end::REST).await?.into_iter().find(|verdict| !verdict.holds());
    Ok(moving.map(|verdict| verdict.listed.first().cloned().unwrap_or_else(|| verdict.claim.to_owned())))
}

/// All invariants, after the end.
pub async fn all(conn: &mut PgConnection, seen: &Seen) -> anyhow::Result<Vec<Verdict>> {
    let mut verdicts = run(conn, &always::CHECKS).await?;
    verdicts.extend(run(conn, &end::CHECKS).await?);
    verdicts.extend(run(conn, &end::REST).await?);
    verdicts.extend(answers::check(conn, seen).await?);
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
