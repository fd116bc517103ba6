//! Consistency proofs over the whole ledger, all tenants in one snapshot, from the rows alone.

mod proofs;
mod store;

use std::fmt;
use std::io::Write;

use ::store::{PgConnection, Store, StoreError};
use kernel::TenantId;

pub use self::proofs::Trust;
use self::proofs::{Finding, ProofCounts};

/// The numbers of checked rows.
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

/// The first difference found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The check.
    pub check: &'static str,
    /// The tenant.
    pub tenant: TenantId,
    /// The account, transfer, hold or record.
    pub subject: String,
    /// The expected value.
    pub expected: String,
    /// The found value.
    pub found: String,
    /// The row that differs from its commit's hash, if another check found the difference first.
    pub row: Option<String>,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { check, tenant, subject, expected, found, row } = self;
        write!(f, "{check}: not so for {tenant}, {subject}: expected {expected}, found {found}")?;
        row.iter().try_for_each(|row| write!(f, "; altered: {row}"))
    }
}

/// Why the verification failed.
#[derive(Debug, thiserror::Error)]
pub enum VerifyError {
    /// The ledger is inconsistent.
    #[error("{0}")]
    Difference(Box<Difference>),
    /// The ledger could not be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The report could not be written.
    #[error("the report cannot be written")]
    Output(#[from] std::io::Error),
}

/// Checks that
/// - debits equal credits, per tenant and currency, and no transfer crosses currencies;
/// - every account's totals match its transfers, its versions have no gap, and each balance follows from the last;
/// - no customer, transit or quarantine account is below zero;
/// - every hold ended once or is still pending;
/// - every transfer and every step of a record belongs to a change, and a record agrees with its history;
/// - a finished record has nothing in transit, and no record took more out of transit than it had put in;
/// - every account has the key of its name, and every account, hold and record agrees with the times of its transfers;
/// - every change matches its commit's hash, and every commit is in its tenant's log, whose roots are the signed ones;
/// - every publication of liabilities matches its signature, and the newest one matches the ledger at that time.
///
/// Prints each check to `out`, and stops at the first difference. Reads one snapshot without blocking writers.
///
/// # Errors
/// [`VerifyError::Difference`] with the first difference; otherwise the ledger could not be read or the report not
/// written.
pub async fn verify(store: &Store, out: &mut (dyn Write + Send)) -> Result<Report, VerifyError> {
    verify_against(store, &Trust::default(), out).await
}

/// Like [`verify`]; also checks the signatures by the keys in `trust`, and the logs against its independent
/// checkpoints.
///
/// # Errors
/// The errors of [`verify`].
pub async fn verify_against(store: &Store, trust: &Trust, out: &mut (dyn Write + Send)) -> Result<Report, VerifyError> {
    let mut tx = store.system().await?;
    store::one_snapshot(tx.conn()).await?;
    let report = verify_in(tx.conn(), trust, out).await?;
    tx.rollback().await?;
    Ok(report)
}

/// Like [`verify_against`], inside a transaction with a single snapshot of all tenants, which the caller rolls back.
///
/// # Errors
/// The errors of [`verify`].
pub async fn verify_in(
    conn: &mut PgConnection,
    trust: &Trust,
    out: &mut (dyn Write + Send),
) -> Result<Report, VerifyError> {
    let report = store::count(conn).await?;
    writeln!(out, "checking {report}")?;
    let mut proved = ProofCounts::default();
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
    let ProofCounts { changes, before, leaves, waiting, checkpoints, signatures, publications } = proved;
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
    Disputes,
    MakeGoods,
    Times,
    Names,
    Commits,
    Logs,
    Liabilities,
}

impl Check {
    const ALL: [Self; 16] = [
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
        Self::Disputes,
        Self::MakeGoods,
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
            Self::Disputes => "what acquirers hold for disputes is what open disputes of records say",
            Self::MakeGoods => "what the guarantee account paid is what the records say it cost to keep their prices",
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
    proved: &mut ProofCounts,
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

/// The hash check's result for a difference that another check has found, because the hashes identify the altered row.
async fn altered(conn: &mut PgConnection, seen_by: Check, trust: &Trust) -> Result<Option<String>, StoreError> {
    let mut rows = Vec::new();
    for check in [Check::Commits, Check::Logs] {
        if matches!((seen_by, check), (Check::Logs | Check::Liabilities, _) | (Check::Commits, Check::Commits)) {
            continue;
        }
        if let Some(found) = run(conn, check, trust, &mut ProofCounts::default()).await? {
            rows.push(format!("{}, expected {}, found {}", found.subject, found.expected, found.found));
        }
    }
    Ok((!rows.is_empty()).then(|| rows.join("; ")))
}

async fn by_query(conn: &mut PgConnection, check: Check) -> Result<Option<store::FoundDifference>, StoreError> {
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
        Check::Disputes => store::disputes(conn).await,
        Check::MakeGoods => store::make_goods(conn).await,
        Check::Times => store::times(conn).await,
        Check::Names | Check::Commits | Check::Logs | Check::Liabilities => Ok(None),
    }
}
