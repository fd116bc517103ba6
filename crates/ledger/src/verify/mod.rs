//! Proofs over the whole ledger, all tenants at one moment, from the rows alone.

mod proofs;
mod store;

use std::fmt;
use std::io::Write;

use ::store::{PgConnection, Store, StoreError};
use kernel::TenantId;

pub use self::proofs::Trust;
use self::proofs::{Finding, Proved};

/// What was looked at.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Report {
    /// Tenants that have accounts or records.
    pub tenants: i64,
    /// Accounts.
    pub accounts: i64,
    /// Transfers.
    pub transfers: i64,
    /// Holds, open and ended.
    pub holds: i64,
    /// Keys of committed changes.
    pub changes: i64,
    /// Records.
    pub records: i64,
    /// Steps in the histories of records.
    pub steps: i64,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { tenants, accounts, transfers, holds, changes, records, steps } = self;
        write!(f, "{tenants} tenants, {accounts} accounts, {transfers} transfers, {holds} holds, ")?;
        write!(f, "{changes} changes, {records} records, {steps} steps")
    }
}

/// The first thing that is not as it must be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// What was checked.
    pub check: &'static str,
    /// Whose books are wrong.
    pub tenant: TenantId,
    /// Which account, transfer, hold or record.
    pub subject: String,
    /// What it should be.
    pub expected: String,
    /// What it is.
    pub found: String,
    /// The row that is not what its commit hashed, when another check saw first that something is wrong.
    pub row: Option<String>,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { check, tenant, subject, expected, found, row } = self;
        write!(f, "{check}: not so for {tenant}, {subject}: expected {expected}, found {found}")?;
        row.iter().try_for_each(|row| write!(f, "; altered: {row}"))
    }
}

/// Why the ledger is not proved.
#[derive(Debug, thiserror::Error)]
pub enum VerifyError {
    /// The books are wrong.
    #[error("{0}")]
    Difference(Box<Difference>),
    /// They could not be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The report could not be written.
    #[error("the report cannot be written")]
    Output(#[from] std::io::Error),
}

/// Checks that
/// - debits equal credits, per tenant and currency, and no transfer crosses currencies;
/// - every account's totals are those of its transfers, its versions have no gap, and each balance follows from the last;
/// - no customer's account, and no other that must not, is below zero;
/// - every hold ended once or is still pending;
/// - every transfer and every step of a record belongs to a change, and a record stands where its history says;
/// - nothing is left in transit of a finished record, and none took more out of transit than it had put in;
/// - every account has the key of its name, and every account, hold and record the times of what made it;
/// - every change is what its commit hashed, and every commit is in its tenant's log, whose roots are those that were signed;
/// - every publication of liabilities is what was signed, and the newest is what the ledger had then.
///
/// Prints to `out` what it checked, and stops at the first difference. Reads one snapshot; writers are not held up.
///
/// # Errors
/// [`VerifyError::Difference`] names the first difference; otherwise the ledger could not be read or the report not written.
pub async fn verify(store: &Store, out: &mut (dyn Write + Send)) -> Result<Report, VerifyError> {
    verify_against(store, &Trust::default(), out).await
}

/// The same, and the signatures by the keys in `trust`, and the logs against the checkpoints in it that were kept elsewhere.
///
/// # Errors
/// Those of [`verify`].
pub async fn verify_against(store: &Store, trust: &Trust, out: &mut (dyn Write + Send)) -> Result<Report, VerifyError> {
    let mut tx = store.system().await?;
    store::one_snapshot(tx.conn()).await?;
    let report = verify_in(tx.conn(), trust, out).await?;
    tx.rollback().await?;
    Ok(report)
}

/// The same inside a transaction that sees one moment of all tenants, which is rolled back afterwards.
///
/// # Errors
/// Those of [`verify`].
pub async fn verify_in(
    conn: &mut PgConnection,
    trust: &Trust,
    out: &mut (dyn Write + Send),
) -> Result<Report, VerifyError> {
    let report = store::count(conn).await?;
    writeln!(out, "checking {report}")?;
    let mut proved = Proved::default();
    for check in Check::ALL {
        match run(conn, check, trust, &mut proved).await? {
            None => writeln!(out, "ok  {}", check.claim())?,
            Some(mut difference) => {
                difference.row = altered(conn, check, trust).await?;
                writeln!(out, "NO  {difference}")?;
                return Err(VerifyError::Difference(Box::new(difference)));
            }
        }
    }
    let Proved { changes, before, leaves, waiting, checkpoints, signatures, publications } = proved;
    writeln!(out, "{changes} changes are proved by their hashes; {before} are from before sealing began")?;
    writeln!(out, "{leaves} commits are in the logs under {checkpoints} checkpoints; {waiting} wait to be sealed")?;
    writeln!(out, "{publications} publications of liabilities; the newest of each tenant was computed again")?;
    if signatures < checkpoints {
        writeln!(out, "the signatures of {} checkpoints were not checked: no key was given", checkpoints - signatures)?;
    }
    writeln!(out, "the books are right")?;
    Ok(report)
}

#[derive(Clone, Copy)]
enum Check {
    Sums,
    Currencies,
    Totals,
    Versions,
    Limits,
    Holds,
    Changes,
    Records,
    Transit,
    Times,
    Names,
    Commits,
    Logs,
    Liabilities,
}

impl Check {
    const ALL: [Self; 14] = [
        Self::Names,
        Self::Currencies,
        Self::Totals,
        Self::Versions,
        Self::Sums,
        Self::Limits,
        Self::Holds,
        Self::Changes,
        Self::Records,
        Self::Transit,
        Self::Times,
        Self::Commits,
        Self::Logs,
        Self::Liabilities,
    ];

    const fn claim(self) -> &'static str {
        match self {
            Self::Sums => "debits equal credits in every tenant and currency",
            Self::Currencies => "every transfer is between two accounts of one currency",
            Self::Totals => "every account's totals and version are those of its transfers",
            Self::Versions => "every account's versions have no gap, and each balance follows from the one before",
            Self::Limits => "no customer, transit or quarantine account is below zero",
            Self::Holds => "every hold ended once or is still pending",
            Self::Changes => "every transfer and every step of a record belongs to a committed change",
            Self::Records => "every record stands where its history says",
            Self::Transit => "nothing is left in transit of a finished record, and none took out more than it put in",
            Self::Times => {
                "every account, hold and record has the limit, the accounts and the times that follow from what made it"
            }
            Self::Names => "every account has the key of its name",
            Self::Commits => "every change is what its commit hashed",
            Self::Logs => "every commit is in its tenant's log, and the log is the one that was signed",
            Self::Liabilities => {
                "every publication of liabilities was signed, and the newest is what the ledger had then"
            }
        }
    }
}

async fn run(
    conn: &mut PgConnection,
    check: Check,
    trust: &Trust,
    proved: &mut Proved,
) -> Result<Option<Difference>, StoreError> {
    let by_hash = match check {
        Check::Names => proofs::names(conn).await?,
        Check::Commits => proofs::commits(conn, proved).await?,
        Check::Logs => proofs::logs(conn, trust, proved).await?,
        Check::Liabilities => proofs::liabilities(conn, trust, proved).await?,
        _ => return Ok(by_query(conn, check).await?.map(|found| found.of(check.claim()))),
    };
    Ok(by_hash.map(|(tenant, finding)| Finding::of(finding, check.claim(), tenant)))
}

/// What the hashes say to a difference that another check has seen: they know which row it is.
async fn altered(conn: &mut PgConnection, seen_by: Check, trust: &Trust) -> Result<Option<String>, StoreError> {
    let mut rows = Vec::new();
    for check in [Check::Commits, Check::Logs] {
        if matches!((seen_by, check), (Check::Logs | Check::Liabilities, _) | (Check::Commits, Check::Commits)) {
            continue;
        }
        if let Some(found) = run(conn, check, trust, &mut Proved::default()).await? {
            rows.push(format!("{}, expected {}, found {}", found.subject, found.expected, found.found));
        }
    }
    Ok((!rows.is_empty()).then(|| rows.join("; ")))
}

async fn by_query(conn: &mut PgConnection, check: Check) -> Result<Option<store::Found>, StoreError> {
    match check {
        Check::Sums => store::sums(conn).await,
        Check::Currencies => store::currencies(conn).await,
        Check::Totals => store::totals(conn).await,
        Check::Versions => store::versions(conn).await,
        Check::Limits => store::limits(conn).await,
        Check::Holds => store::holds(conn).await,
        Check::Changes => store::changes(conn).await,
        Check::Records => store::records(conn).await,
        Check::Transit => store::transit(conn).await,
        Check::Times => store::times(conn).await,
        Check::Names | Check::Commits | Check::Logs | Check::Liabilities => Ok(None),
    }
}
