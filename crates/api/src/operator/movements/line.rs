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
use crate::dto::scalar::TransactionTypeCode;
use crate::dto::transaction::ActionReason;
use crate::problem::Problem;
use crate::view::action_reason;

/// Whose movement it is, masked.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct MovementOwner {
    /// Who.
    #[schema(example = "usr_019a0000000070008000000000000001")]
    id: String,
    /// Their address, masked.
    #[schema(example = "a•••@example.com")]
    email: String,
    /// Their name, masked; as far as they have said.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    /// Whether they are shut out.
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

/// How long somebody has waited, and until when somebody has to act.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct WaitInfo {
    /// Since when.
    since: DateTime<Utc>,
    /// Until when the owner can choose, or an operator should have answered.
    until: DateTime<Utc>,
    /// Whether that is over.
    is_overdue: bool,
}

impl WaitInfo {
    fn of(Clock { since, until }: Clock, now: DateTime<Utc>) -> Self {
        Self { since, until, is_overdue: Clock { since, until }.is_overdue(now) }
    }
}

/// A movement in a list of operators, without where the money goes.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::operator) struct MovementLine {
    /// What it is and what became of the money.
    #[serde(flatten)]
    line: TransactionLine,
    /// The specification's type.
    #[serde(rename = "type")]
    kind: TransactionTypeCode,
    /// Whose it is; absent for who may not see customers.
    #[serde(skip_serializing_if = "Option::is_none")]
    customer: Option<MovementOwner>,
    /// Why its owner must decide, while that is so.
    #[serde(skip_serializing_if = "Option::is_none")]
    action: Option<ActionReason>,
    /// Since when it waits for its owner or for an operator, and until when.
    #[serde(skip_serializing_if = "Option::is_none")]
    waits: Option<WaitInfo>,
    /// When it last changed.
    updated_at: DateTime<Utc>,
    /// How often it was written.
    version: i64,
}

impl MovementLine {
    fn of(transaction: &Transaction, owner: Option<&CustomerRow>, now: DateTime<Utc>) -> Self {
        Self {
            line: transaction.into(),
            kind: TransactionTypeCode(transaction.kind),
            customer: owner.map(MovementOwner::from),
            action: transaction.action.as_ref().map(|action| action_reason(action.reason)),
            waits: clock(transaction).map(|clock| WaitInfo::of(clock, now)),
            updated_at: transaction.updated_at,
            version: transaction.version,
        }
    }
}

/// The lines of these movements, each with its owner as far as the operator may see customers.
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
