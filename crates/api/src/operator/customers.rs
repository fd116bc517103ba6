//! The console's list of customers, with masked personal data.

use axum::Json;
use axum::extract::State;
use chrono::{DateTime, Utc};
use identity::operator::{CustomerQuery, CustomerRow};
use kernel::UserId;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::principal::Operator;
use crate::AppState;
use crate::cursor::{PageParams, cursor_after};
use crate::dto::page::Page;
use crate::extract::Params;
use crate::problem::Problem;

/// Which customers to list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct CustomerParams {
    /// An id or an email address. Operators who may see emails can use a prefix of three characters or more.
    #[param(max_length = 254)]
    search: Option<String>,
    /// `true` for blocked customers only, `false` for others only.
    blocked: Option<bool>,
}

/// A customer in a list, with masked personal data.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct CustomerLine {
    /// Id of the customer.
    #[schema(example = "usr_019a0000000070008000000000000001")]
    id: String,
    /// Email, masked.
    #[schema(example = "a•••@example.com")]
    email: String,
    /// Name, masked, if provided.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "A••• N•••")]
    name: Option<String>,
    /// Country of residence, if declared.
    #[serde(skip_serializing_if = "Option::is_none")]
    residence_country: Option<String>,
    /// Whether the customer is blocked.
    blocked: bool,
    /// Registration time.
    created_at: DateTime<Utc>,
}

impl From<CustomerRow> for CustomerLine {
    fn from(row: CustomerRow) -> Self {
        let names: Vec<String> = [row.first_name, row.last_name].into_iter().flatten().collect();
        Self {
            id: row.id.to_string(),
            email: row.email,
            name: (!names.is_empty()).then(|| names.join(" ")),
            residence_country: row.residence,
            blocked: row.blocked,
            created_at: row.created_at,
        }
    }
}

/// Lists the tenant's customers, newest first.
#[utoipa::path(get, path = "/api/operator/v1/customers", tag = "customers", security(("session" = ["customers.read"])),
    params(CustomerParams, PageParams), responses((status = 200, body = Page<CustomerLine>)))]
pub(super) async fn list_customers(
    State(state): State<AppState>,
    operator: Operator,
    Params(which): Params<CustomerParams>,
    Params(page): Params<PageParams>,
) -> Result<Json<Page<CustomerLine>>, Problem> {
    let search = which.search.filter(|text| !text.trim().is_empty());
    let id: Option<UserId> = search.as_deref().and_then(|text| text.trim().parse().ok());
    let address = search.filter(|_| id.is_none());
    let query = CustomerQuery { id, address, blocked: which.blocked };
    let after = page.after()?.map(UserId::from_uuid);
    let (rows, has_more) =
        state.identity().customers(operator.tenant.id, &operator.who, &query, after, page.limit()?).await?;
    let next_cursor = rows.last().filter(|_| has_more).map(|last| cursor_after(last.id.uuid()));
    Ok(Json(Page { data: rows.into_iter().map(CustomerLine::from).collect(), next_cursor, has_more }))
}
