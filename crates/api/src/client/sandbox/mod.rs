//! Sandbox controls. They give 404 for a tenant that is not a sandbox.

pub(crate) mod clock;

use axum::Json;
use axum::extract::{Path, State};
use kernel::{ErrorKind, TransactionId, kinds};
use serde::Deserialize;
use serde::de::IntoDeserializer;
use serde::de::value::Error as ValueError;
use utoipa::IntoParams;

use crate::AppState;
use crate::dto::page::List;
use crate::dto::sandbox::{SandboxAction, SandboxMail, SandboxTransfer};
use crate::dto::transaction::Transaction;
use crate::extract::{Customer, IdInPath, Params, SandboxTenant};
use crate::problem::Problem;
use crate::view;

/// Which emails to list.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct MailParams {
    /// Only emails to this address.
    #[param(max_length = 254)]
    pub to: Option<String>,
}

/// Lists the latest 50 emails that would have been sent. Sandbox only; 404 elsewhere.
#[utoipa::path(get, path = "/api/client/v1/sandbox/mails", tag = "sandbox", security(()), params(MailParams),
    responses((status = 200, body = List<SandboxMail>)))]
pub(crate) async fn mails(
    State(state): State<AppState>,
    SandboxTenant(tenant): SandboxTenant,
    Params(params): Params<MailParams>,
) -> Result<Json<List<SandboxMail>>, Problem> {
    let mails = state.identity().outbox(&tenant, params.to.as_deref()).await;
    let mails = mails.map_err(|refused| Problem::from(refused).at("to"))?;
    let shown = mails.into_iter().map(|mail| SandboxMail {
        to: mail.to,
        subject: mail.subject,
        text: mail.text,
        created_at: mail.created_at,
    });
    Ok(Json(List { data: shown.collect() }))
}

/// Simulates an event for one of the profile's transactions. Sandbox only; 404 elsewhere.
#[utoipa::path(post, path = "/api/client/v1/sandbox/transactions/{id}/{action}", tag = "sandbox",
    params(("id" = String, Path, description = "The transaction."),
        ("action" = SandboxAction, Path, description = "What happens.")),
    security(("bearer" = [])), responses((status = 200, body = Transaction)))]
pub(crate) async fn act(
    State(state): State<AppState>,
    tenant: SandboxTenant,
    customer: Customer,
    Path(path): Path<(String, String)>,
) -> Result<Json<Transaction>, Problem> {
    happen(&state, &tenant, &customer, path, |_, action| action).await
}

/// Simulates an event for one of the customer's transactions: the one that `choose` returns for the named one.
///
/// # Errors
/// 404 for an unknown transaction or event; 409 if the transaction does not wait for it.
pub(crate) async fn happen(
    state: &AppState,
    SandboxTenant(tenant): &SandboxTenant,
    customer: &Customer,
    (id, action): (String, String),
    choose: fn(&exchange::Transaction, SandboxAction) -> SandboxAction,
) -> Result<Json<Transaction>, Problem> {
    let controls = state.sandbox_controls().ok_or_else(Problem::not_found)?;
    let id: TransactionId = id.parse().map_err(|_| Problem::not_found())?;
    let action = SandboxAction::deserialize(IntoDeserializer::<ValueError>::into_deserializer(action.as_str()));
    let action = action.map_err(|_| Problem::not_found())?;
    let transaction = state.exchange().get(tenant.id, customer.profile, id).await?;
    if !controls.act(tenant.id, &transaction, choose(&transaction, action)).await? {
        let detail = "Nothing is waiting for this.";
        return Err(Problem::new(ErrorKind::Conflict, "CONFLICT_ERROR", detail));
    }
    let after = state.exchange().get(tenant.id, customer.profile, id).await?;
    Ok(Json(view::transaction(&after, state.world().now_for(tenant.id))))
}

/// Lists the latest 20 transfers to the address of one of the profile's transactions, as an explorer of the simulated
/// chain shows them. Sandbox only; 404 elsewhere.
#[utoipa::path(get, path = "/api/client/v1/sandbox/transactions/{id}/transfers", tag = "sandbox",
    params(("id" = String, Path, description = "The transaction.")),
    security(("bearer" = [])), responses((status = 200, body = List<SandboxTransfer>)))]
pub(crate) async fn transfers(
    State(state): State<AppState>,
    SandboxTenant(tenant): SandboxTenant,
    customer: Customer,
    IdInPath(id): IdInPath<kinds::Transaction>,
) -> Result<Json<List<SandboxTransfer>>, Problem> {
    let controls = state.sandbox_controls().ok_or_else(Problem::not_found)?;
    let transaction = state.exchange().get(tenant.id, customer.profile, id).await?;
    Ok(Json(List { data: controls.transfers(&transaction).await? }))
}
