//! Proofs over the whole ledger, all tenants at one moment, from the rows alone.

mod store;

use std::fmt;
use std::io::Write;

use ::store::{PgConnection, Store, StoreError};
use kernel::TenantId;

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
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { check, tenant, subject, expected, found } = self;
        write!(f, "{check}: not so for {tenant}, {subject}: expected {expected}, found {found}")
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
/// - nothing is left in transit of a finished record, and none took more out of transit than it had put in.
///
/// Prints to `out` what it checked, and stops at the first difference. Reads one snapshot; writers are not held up.
///
/// # Errors
/// [`VerifyError::Difference`] names the first difference; otherwise the ledger could not be read or the report not written.
pub async fn verify(store: &Store, out: &mut (dyn Write + Send)) -> Result<Report, VerifyError> {
    let mut tx = store.system().await?;
    store::one_snapshot(tx.conn()).await?;
    let report = store::count(tx.conn()).await?;
    writeln!(out, "checking {report}")?;
    for check in Check::ALL {
        match run(tx.conn(), check).await? {
            None => writeln!(out, "ok  {}", check.claim())?,
            Some(found) => {
                let difference = Box::new(found.of(check.claim()));
                writeln!(out, "NO  {difference}")?;
                return Err(VerifyError::Difference(difference));
            }
        }
    }
    tx.rollback().await?;
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
}

impl Check {
    const ALL: [Self; 9] = [
        Self::Sums,
        Self::Currencies,
        Self::Totals,
        Self::Versions,
        Self::Limits,
        Self::Holds,
        Self::Changes,
        Self::Records,
        Self::Transit,
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
        }
    }
}

async fn run(conn: &mut PgConnection, check: Check) -> Result<Option<store::Found>, StoreError> {
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
    }
}
