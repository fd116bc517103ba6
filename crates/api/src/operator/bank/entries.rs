//! Unclear entries of bank statements: an operator classifies them.

use axum::Json;
use axum::extract::{Path, State};
use exchange::rails::EntryAct;
use identity::ClientContext;
use identity::operator::BankAct;
use uuid::Uuid;

use super::refused;
use super::shape::{BankEntryActed, BankEntryInfo};
use crate::AppState;
use crate::cursor::{PageParams, cursor_after};
use crate::dto::page::Page;
use crate::extract::{Body, CameFrom, Params};
use crate::operator::act::Reason;
use crate::operator::principal::Operator;
use crate::problem::Problem;

/// Lists the entries of statements that wait for an operator, newest first. They have moved no money here.
///
/// Names and texts are for roles that work with the bank's files. 404 for a tenant whose bank exchanges no files.
#[utoipa::path(get, path = "/api/operator/v1/bank/entries", tag = "bank", security(("session" = ["treasury.read"])),
    params(PageParams), responses((status = 200, body = Page<BankEntryInfo>)))]
pub(in crate::operator) async fn list_bank_entries(
    State(state): State<AppState>,
    operator: Operator,
    Params(page): Params<PageParams>,
) -> Result<Json<Page<BankEntryInfo>>, Problem> {
    state.identity().may_read_bank(&operator.who)?;
    let found = state.bank_desk().unclear_entries(operator.tenant.id, page.after()?, page.limit()?).await;
    let (mut entries, has_more) = found.map_err(refused)?;
    if !state.identity().may_read_entries(&operator.who) {
        for entry in &mut entries {
            (entry.name, entry.remittance) = (None, String::new());
        }
    }
    let next_cursor = entries.last().filter(|_| has_more).map(|last| cursor_after(last.id));
    Ok(Json(Page { data: entries.into_iter().map(BankEntryInfo::from).collect(), next_cursor, has_more }))
}

/// Marks an entry as one that moves no money here, such as a fee of the bank. The audit log records the reason.
///
/// An entry is decided once: the response says as what.
#[utoipa::path(post, path = "/api/operator/v1/bank/entries/{id}/done", tag = "bank",
    security(("session" = ["treasury.write"])), params(("id" = Uuid, Path, description = "The entry.")),
    request_body = Reason, responses((status = 200, body = BankEntryActed)))]
pub(in crate::operator) async fn finish_bank_entry(
    State(state): State<AppState>,
    operator: Operator,
    CameFrom(context): CameFrom,
    Path(id): Path<String>,
    Body { value: asked, .. }: Body<Reason>,
) -> Result<Json<BankEntryActed>, Problem> {
    decide(&state, (&operator, &context), &id, (EntryAct::Done, &asked.reason)).await
}

/// Marks a credit as a payment. The audit log records the reason. It waits in quarantine as an unidentified payment,
/// whatever its text names: two operators assign it.
///
/// An entry is decided once: the response says as what. 409 `CONFLICT_ERROR` for a debit.
#[utoipa::path(post, path = "/api/operator/v1/bank/entries/{id}/payment", tag = "bank",
    security(("session" = ["treasury.write"])), params(("id" = Uuid, Path, description = "The entry.")),
    request_body = Reason, responses((status = 200, body = BankEntryActed)))]
pub(in crate::operator) async fn take_bank_entry(
    State(state): State<AppState>,
    operator: Operator,
    CameFrom(context): CameFrom,
    Path(id): Path<String>,
    Body { value: asked, .. }: Body<Reason>,
) -> Result<Json<BankEntryActed>, Problem> {
    decide(&state, (&operator, &context), &id, (EntryAct::Payment, &asked.reason)).await
}

async fn decide(
    state: &AppState,
    (operator, context): (&Operator, &ClientContext),
    id: &str,
    (act, reason): (EntryAct, &str),
) -> Result<Json<BankEntryActed>, Problem> {
    let (tenant, who) = (operator.tenant.id, &operator.who);
    let id: Uuid = id.parse().map_err(|_| Problem::not_found())?;
    let named = match act {
        EntryAct::Done => BankAct::FinishEntry,
        EntryAct::Payment => BankAct::TakeEntry,
    };
    state.identity().may_at_bank(who, named)?;
    let desk = state.bank_desk();
    // The log has an act that was possible, and has it before it happens.
    if let Some(known) = desk.entry_act(tenant, id, act).await.map_err(refused)? {
        return Ok(Json(known.into()));
    }
    state.identity().bank_act(tenant, (who, context), named, (&id.to_string(), Some(reason))).await?;
    let acted = desk.act_on_entry(tenant, &who.email, id, act).await.map_err(refused)?;
    Ok(Json(acted.into()))
}
