//! `/.well-known/agio/liabilities`: the signed proof of liabilities, with total liabilities to customers and total
//! reserves. `note` is the signed text; the other fields repeat it as JSON for convenience.

use axum::Json;
use axum::extract::{Path, State};
use chrono::{DateTime, Utc};
use kernel::TenantId;
use ledger::proof::Hash;
use ledger::proof::liabilities::{Line, PUBLICATIONS_MAX, Publication, Published, Statement, publications};
use serde::{Deserialize, Serialize};

use crate::AppState;
use crate::extract::{Params, TenantHost};
use crate::problem::Problem;

/// Default number of publications in a list.
const LIMIT_DEFAULT: i64 = 30;

#[derive(Deserialize)]
pub(super) struct Which {
    /// Only publications with a smaller number.
    below: Option<u64>,
    /// Maximum number of publications, at most 100.
    limit: Option<u32>,
}

#[derive(Serialize)]
pub(super) struct Publications {
    data: Vec<Shown>,
}

/// A publication. Amounts are in the smallest unit of their currency.
#[derive(Serialize)]
pub(super) struct Shown {
    number: u64,
    published_at: DateTime<Utc>,
    /// The log that the figures are based on: the state after its first `size` commits.
    log: Log,
    currencies: Vec<Currency>,
    #[serde(flatten)]
    published: Published,
}

#[derive(Serialize)]
struct Log {
    size: u64,
    root: Hash,
}

#[derive(Serialize)]
struct Currency {
    currency: String,
    /// Number of leaves of the tree, including those without a customer.
    leaves: u64,
    root: Hash,
    /// Total liabilities to customers.
    owed: String,
    /// In pending transactions, or not attributed to a customer yet.
    under_way: String,
    held: String,
    /// Reserves in percent of all liabilities, rounded down. Absent without liabilities.
    #[serde(skip_serializing_if = "Option::is_none")]
    covered_percent: Option<String>,
}

impl Shown {
    /// `None` if the signed text cannot be parsed.
    fn new(Publication { number, at, published }: Publication) -> Option<Self> {
        let text = published.note.rfind("\n\n").and_then(|end| published.note.get(..=end))?;
        let Statement { log_size, log_root, lines, .. } = Statement::parse(text).ok()?;
        let currencies = lines.into_iter().map(Currency::new).collect();
        Some(Self { number, published_at: at, log: Log { size: log_size, root: log_root }, currencies, published })
    }
}

impl Currency {
    fn new(line: Line) -> Self {
        Self {
            covered_percent: line.covered_percent().map(|share| share.to_string()),
            currency: line.currency,
            leaves: line.leaves,
            root: line.root.hash,
            owed: line.root.sum.to_string(),
            under_way: line.under_way.to_string(),
            held: line.held.to_string(),
        }
    }
}

async fn read(state: &AppState, tenant: TenantId, below: Option<u64>, limit: i64) -> Result<Vec<Shown>, Problem> {
    let mut tx = state.store().tenant_read(tenant).await?;
    let found = publications(tx.conn(), tenant, state.log_keys(), below, limit).await?;
    Ok(found.into_iter().filter_map(Shown::new).collect())
}

/// Lists the publications, newest first.
pub(super) async fn list(
    State(state): State<AppState>,
    TenantHost(tenant): TenantHost,
    Params(Which { below, limit }): Params<Which>,
) -> Result<Json<Publications>, Problem> {
    let limit = limit.map_or(LIMIT_DEFAULT, i64::from).min(PUBLICATIONS_MAX);
    Ok(Json(Publications { data: read(&state, tenant.id, below, limit).await? }))
}

/// Returns one publication.
pub(super) async fn one(
    State(state): State<AppState>,
    TenantHost(tenant): TenantHost,
    Path(number): Path<String>,
) -> Result<Json<Shown>, Problem> {
    let number: u64 = number.parse().map_err(|_| Problem::not_found())?;
    let below = number.checked_add(1).ok_or_else(Problem::not_found)?;
    let found = read(&state, tenant.id, Some(below), 1).await?.pop();
    found.filter(|shown| shown.number == number).map(Json).ok_or_else(Problem::not_found)
}
