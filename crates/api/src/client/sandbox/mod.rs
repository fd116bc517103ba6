//! The sandbox's controls. Where the tenant is not a sandbox, none of this exists.

use axum::Json;
use axum::extract::{Path, State};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::AppState;
use crate::dto::page::List;
use crate::dto::sandbox::{SandboxAction, SandboxMail};
use crate::dto::transaction::Transaction;
use crate::extract::{Customer, Params};
use crate::problem::Problem;

/// Whose mails to list.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct MailParams {
    /// Only those to this address.
    pub to: Option<String>,
}

/// The newest 50 mails that would have been sent. Sandbox only; 404 elsewhere.
#[utoipa::path(get, path = "/api/client/v1/sandbox/mails", tag = "sandbox", params(MailParams),
    responses((status = 200, body = List<SandboxMail>)))]
pub(crate) async fn mails(
    State(_state): State<AppState>,
    Params(_params): Params<MailParams>,
) -> Result<Json<List<SandboxMail>>, Problem> {
    Err(Problem::unavailable("not wired"))
}

/// Lets something happen to a transaction of the profile's own. Sandbox only; 404 elsewhere.
#[utoipa::path(post, path = "/api/client/v1/sandbox/transactions/{id}/{action}", tag = "sandbox",
    params(("id" = String, Path, description = "The transaction."),
        ("action" = SandboxAction, Path, description = "What happens.")),
    security(("bearer" = [])), responses((status = 200, body = Transaction)))]
pub(crate) async fn act(
    State(_state): State<AppState>,
    _customer: Customer,
    Path((_id, _action)): Path<(String, SandboxAction)>,
) -> Result<Json<Transaction>, Problem> {
    Err(Problem::unavailable("not wired"))
}
