//! A transaction in the console's lists: its owner with masked data, its waiting time and its deadline.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use exchange::Transaction;
use exchange::backoffice::{Clock, clock};
use identity::operator::CustomerRow;
use kernel::ProfileId;
use serde::Serialize;
use utoipa::ToSchema;

use super::super::principal::Operator;
use super::super::transaction::TransactionLine;
use crate::AppState;
use crate::dto::hold::{AppealInfo, appeal};
use crate::dto::scalar::TransactionTypeCode;
use crate::dto::transaction::ActionReason;
use crate::problem::Problem;

/// The owner of a transaction, with masked personal data.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct MovementOwner {
    /// Id of the customer.
    #[schema(example = "usr_019a0000000070008000000000000001")]
    id: String,
    /// Email, masked.
    #[schema(example = "a•••@example.com")]
    email: String,
    /// Name, masked, if provided.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    /// Whether the customer is blocked.
    blocked: bool,
}

impl From<&CustomerRow> for MovementOwner {
    fn from(row: &CustomerRow) -> Self {
        let names: Vec<&str> = [&row.first_name, &row.last_name].into_iter().flatten().map(String::as_str).collect();
        Self {
            id: row.id.to_string(),
            email: row.email.clone(),
            name: (!names.is_empty()).then(|| names.join(" ")),
            blocked: row.blocked,
        }
    }
}

/// How long a transaction has waited, and its deadline.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct WaitInfo {
    /// Start of the wait.
    since: DateTime<Utc>,
    /// Deadline for the owner's decision, or target time for an operator.
    until: DateTime<Utc>,
    /// Whether the deadline has passed.
    is_overdue: bool,
}

impl WaitInfo {
    fn of(Clock { since, until }: Clock, now: DateTime<Utc>) -> Self {
        Self { since, until, is_overdue: Clock { since, until }.is_overdue(now) }
    }
}

/// A transaction in a list for operators, without destinations.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::operator) struct MovementLine {
    /// The transaction and its amounts.
    #[serde(flatten)]
    line: TransactionLine,
    /// Transaction type, as in the specification.
    #[serde(rename = "type")]
    kind: TransactionTypeCode,
    /// The owner. Absent without the permission to see customers.
    #[serde(skip_serializing_if = "Option::is_none")]
    customer: Option<MovementOwner>,
    /// Why the owner must decide, while that is pending.
    #[serde(skip_serializing_if = "Option::is_none")]
    action: Option<ActionReason>,
    /// Waiting time and deadline, while it waits for its owner or for an operator.
    #[serde(skip_serializing_if = "Option::is_none")]
    waits: Option<WaitInfo>,
    /// The owner's latest objection to the hold.
    #[serde(skip_serializing_if = "Option::is_none")]
    appeal: Option<AppealInfo>,
    /// Time of the last change.
    updated_at: DateTime<Utc>,
    /// Version number, increased by every change.
    version: i64,
}

impl MovementLine {
    fn of(transaction: &Transaction, owner: Option<&CustomerRow>, now: DateTime<Utc>) -> Self {
        Self {
            line: transaction.into(),
            kind: TransactionTypeCode(transaction.kind),
            customer: owner.map(MovementOwner::from),
            action: transaction.action.as_ref().map(|action| action.reason.into()),
            waits: clock(transaction).map(|clock| WaitInfo::of(clock, now)),
            appeal: appeal(transaction),
            updated_at: transaction.updated_at,
            version: transaction.version,
        }
    }
}

/// The list entries of transactions. Owners are included as far as the operator may see customers.
pub(super) async fn lines(
    state: &AppState,
    operator: &Operator,
    movements: &[Transaction],
) -> Result<Vec<MovementLine>, Problem> {
    let mut profiles: Vec<ProfileId> = movements.iter().map(Transaction::customer).collect();
    profiles.sort_unstable();
    profiles.dedup();
    let owners = state.identity().owners_of(operator.tenant.id, &operator.who, &profiles).await?;
    let owners: HashMap<ProfileId, CustomerRow> = owners.into_iter().collect();
    let now = state.world().now();
    Ok(movements.iter().map(|movement| MovementLine::of(movement, owners.get(&movement.customer()), now)).collect())
}
