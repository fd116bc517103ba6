//! `/.well-known/agio/liabilities`: what is owed to all customers together and what is held, as it was signed. The signed text is
//! `note`; everything else says it again in JSON, for reading.

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

/// Publications that are listed when nobody says how many.
const LIMIT_DEFAULT: i64 = 30;

#[derive(Deserialize)]
pub(super) struct Which {
    /// Only those with a smaller number.
    below: Option<u64>,
    /// How many, 100 at most.
    limit: Option<u32>,
}

#[derive(Serialize)]
pub(super) struct Publications {
    data: Vec<Shown>,
}

/// A publication. Amounts are in their currency's smallest unit.
#[derive(Serialize)]
pub(super) struct Shown {
    number: u64,
    published_at: DateTime<Utc>,
    /// The log that the figures belong to: what its first `size` commits left.
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
    /// Leaves of the tree, those without a customer included.
    leaves: u64,
    root: Hash,
    /// To all customers.
    owed: String,
    /// Inside transactions that are under way, or nobody's yet.
    under_way: String,
    held: String,
    /// Held, of everything owed, in whole percent rounded down; absent when nothing is owed.
    #[serde(skip_serializing_if = "Option::is_none")]
    covered_percent: Option<String>,
}

impl Shown {
    /// Nothing when the signed text cannot be read.
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

/// The publications, newest first.
pub(super) async fn list(
    State(state): State<AppState>,
    TenantHost(tenant): TenantHost,
    Params(Which { below, limit }): Params<Which>,
) -> Result<Json<Publications>, Problem> {
    let limit = limit.map_or(LIMIT_DEFAULT, i64::from).min(PUBLICATIONS_MAX);
    Ok(Json(Publications { data: read(&state, tenant.id, below, limit).await? }))
}

/// One of them.
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
