//! A bank that exchanges files: statements are read, payment files are made.

pub(super) mod entries;
mod shape;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{FromRequest, Path, Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use exchange::rails::BankDeskError;
use identity::operator::{BankAct, OperatorAction, Outcome};
use kernel::ErrorKind;
use uuid::Uuid;

use self::shape::{BankFileInfo, BankFileRefused, BankInfo, BankStatementInfo, NewBankFile, StatementsRead};
use super::act::Reason;
use super::principal::Operator;
use crate::AppState;
use crate::extract::{Body, CameFrom};
use crate::http::min_rate::is_too_slow;
use crate::problem::{FieldError, Problem};

/// The reason of a proposal to book a file of statements.
const UPLOADED: &str = "Statement file uploaded in the console";
/// The largest file of statements.
pub(super) const FILE_BYTES_MAX: usize = 8 * 1024 * 1024;

/// The state of the bank: its accounts, the payments that wait for a file, the latest files and statements, and where
/// statements do not follow each other.
///
/// 404 for a tenant whose bank exchanges no files, such as a sandbox.
#[utoipa::path(get, path = "/api/operator/v1/bank", tag = "bank", security(("session" = ["treasury.read"])),
    responses((status = 200, body = BankInfo)))]
pub(super) async fn get_bank(State(state): State<AppState>, operator: Operator) -> Result<Json<BankInfo>, Problem> {
    state.identity().may_read_bank(&operator.who)?;
    let overview = state.bank_desk().overview(operator.tenant.id).await.map_err(refused)?;
    Ok(Json(overview.into()))
}

/// Takes statements or notifications of the bank as the raw body: ISO 20022 `camt.053` or `camt.054`, at most 8 MiB.
///
/// A file with new entries is proposed: a second operator sees what it books, and books it by approving. Then incoming
/// payments find their orders or customers by the reference in them. Own payments are settled or returned.
/// An entry that was read before changes nothing. A file that is not understood is refused whole: 400 with the line.
#[utoipa::path(post, path = "/api/operator/v1/bank/statements", tag = "bank",
    security(("session" = ["treasury.write"])),
    request_body(content((Vec<u8> = "application/xml"), (Vec<u8> = "application/octet-stream"))),
    responses((status = 200, body = StatementsRead)))]
pub(super) async fn read_bank_statements(
    State(state): State<AppState>,
    operator: Operator,
    CameFrom(context): CameFrom,
    request: Request,
) -> Result<Json<StatementsRead>, Problem> {
    let tenant = operator.tenant.id;
    // Checked and logged before the body is read.
    state.identity().bank_act(tenant, (&operator.who, &context), BankAct::ReadStatement, ("statements", None)).await?;
    let file = read(request, &state).await?;
    let (desk, by) = (state.bank_desk(), &operator.who.email);
    let seen = desk.preview_statements(tenant, by, &file).await.map_err(refused)?;
    if seen.iter().all(|one| one.read.new_entries == 0) {
        // Nothing is booked, so no approval is needed.
        let read = desk.read_statements(tenant, by, &file).await.map_err(refused)?;
        let data = read.into_iter().map(BankStatementInfo::from).collect();
        return Ok(Json(StatementsRead { data, proposal_id: None }));
    }
    let action = OperatorAction::BookStatements(shape::to_book(by, &seen));
    let outcome = state.identity().act_as_operator(tenant, &operator.who, action, UPLOADED, &context).await?;
    let proposal_id = match outcome {
        Outcome::Proposed(id) => Some(id.to_string()),
        Outcome::Done(_) => None,
    };
    let data = seen.into_iter().map(|one| BankStatementInfo::from(one.read)).collect();
    Ok(Json(StatementsRead { data, proposal_id }))
}

/// Returns the file of a statement, byte for byte as the bank wrote it. It names payers, so the access is logged.
#[utoipa::path(get, path = "/api/operator/v1/bank/statements/{id}/file", tag = "bank",
    security(("session" = ["treasury.write"]), ("session" = ["treasury.approve"])), params(("id" = Uuid, Path, description = "The statement.")),
    responses((status = 200, body = String, content_type = "application/xml")))]
pub(super) async fn get_bank_statement_file(
    State(state): State<AppState>,
    operator: Operator,
    CameFrom(context): CameFrom,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    let tenant = operator.tenant.id;
    let id: Uuid = id.parse().map_err(|_| Problem::not_found())?;
    let who = (&operator.who, &context);
    state.identity().bank_act(tenant, who, BankAct::OpenStatement, (&id.to_string(), None)).await?;
    let content =
        state.bank_desk().statement_file(tenant, id).await.map_err(refused)?.ok_or_else(Problem::not_found)?;
    Ok(download(&format!("statement-{}.xml", id.as_simple()), content))
}

fn download(name: &str, content: impl IntoResponse) -> Response {
    let disposition = format!("attachment; filename=\"{name}\"");
    let headers = [(header::CONTENT_TYPE, "application/xml".to_owned()), (header::CONTENT_DISPOSITION, disposition)];
    (headers, content).into_response()
}

/// Makes a payment file of the payments that wait in a currency: ISO 20022 `pain.001`.
///
/// The payments count as sent from then on, so the file must be given to the bank. 409 `CONFLICT_ERROR` if none waits.
#[utoipa::path(post, path = "/api/operator/v1/bank/files", tag = "bank", security(("session" = ["treasury.approve"])),
    request_body = NewBankFile, responses((status = 200, body = BankFileInfo)))]
pub(super) async fn make_bank_file(
    State(state): State<AppState>,
    operator: Operator,
    CameFrom(context): CameFrom,
    Body { value: asked, .. }: Body<NewBankFile>,
) -> Result<Json<BankFileInfo>, Problem> {
    let (tenant, currency) = (operator.tenant.id, asked.currency.0);
    state.identity().bank_act(tenant, (&operator.who, &context), BankAct::MakeFile, (currency.code(), None)).await?;
    let file = state.bank_desk().make_payment_file(tenant, &operator.who.email, currency).await.map_err(refused)?;
    Ok(Json(file.into()))
}

/// Returns a payment file for the bank. It names payees and their accounts, so the access is logged.
///
/// 409 `CONFLICT_ERROR` while the file is on its way into the bank's folder, so that the bank does not get it twice.
#[utoipa::path(get, path = "/api/operator/v1/bank/files/{id}", tag = "bank",
    security(("session" = ["treasury.approve"])), params(("id" = Uuid, Path, description = "The file.")),
    responses((status = 200, body = String, content_type = "application/xml")))]
pub(super) async fn get_bank_file(
    State(state): State<AppState>,
    operator: Operator,
    CameFrom(context): CameFrom,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    let tenant = operator.tenant.id;
    let id: Uuid = id.parse().map_err(|_| Problem::not_found())?;
    state.identity().bank_act(tenant, (&operator.who, &context), BankAct::OpenFile, (&id.to_string(), None)).await?;
    let content = state.bank_desk().payment_file(tenant, id).await.map_err(refused)?.ok_or_else(Problem::not_found)?;
    Ok(download(&format!("pain.001-{}.xml", id.as_simple()), content))
}

/// Marks a payment file as refused by the bank. The audit log records the reason.
///
/// Its payments that no statement has count as failed. Their transactions wait for an operator, who orders them again or
/// gives the money back. Repeating it changes nothing. 409 `CONFLICT_ERROR` while the file is on its way into the bank's
/// folder.
#[utoipa::path(post, path = "/api/operator/v1/bank/files/{id}/refused", tag = "bank",
    security(("session" = ["treasury.approve"])), params(("id" = Uuid, Path, description = "The file.")),
    request_body = Reason, responses((status = 200, body = BankFileRefused)))]
pub(super) async fn refuse_bank_file(
    State(state): State<AppState>,
    operator: Operator,
    CameFrom(context): CameFrom,
    Path(id): Path<String>,
    Body { value: Reason { reason }, .. }: Body<Reason>,
) -> Result<Json<BankFileRefused>, Problem> {
    let tenant = operator.tenant.id;
    let id: Uuid = id.parse().map_err(|_| Problem::not_found())?;
    let who = (&operator.who, &context);
    state.identity().bank_act(tenant, who, BankAct::RefuseFile, (&id.to_string(), Some(&reason))).await?;
    let failed = state.bank_desk().refuse_payment_file(tenant, id, &reason).await.map_err(refused)?;
    failed.map(|failed| Json(BankFileRefused { failed })).ok_or_else(Problem::not_found)
}

async fn read(request: Request, state: &AppState) -> Result<Bytes, Problem> {
    Bytes::from_request(request, state).await.map_err(|refused| {
        if refused.status() == StatusCode::PAYLOAD_TOO_LARGE {
            return Problem::new(ErrorKind::Invalid, "PAYLOAD_TOO_LARGE", "The file is larger than 8 MiB.");
        }
        if is_too_slow(&refused) {
            return Problem::bad_request("The file came too slowly.");
        }
        Problem::bad_request("The file was cut short.")
    })
}

fn refused(error: BankDeskError) -> Problem {
    match error {
        BankDeskError::NotConnected | BankDeskError::NoEntry => Problem::not_found(),
        BankDeskError::NotACredit => {
            Problem::new(ErrorKind::Conflict, "CONFLICT_ERROR", "Only money that came in can be a payment.")
        }
        BankDeskError::File(reason) => Problem::field(FieldError::new("", "invalid", reason)),
        BankDeskError::NothingWaits => {
            Problem::new(ErrorKind::Conflict, "CONFLICT_ERROR", "No payment waits in this currency.")
        }
        BankDeskError::BeingWritten => {
            let said = "The file is being written into the bank's folder.";
            Problem::new(ErrorKind::Conflict, "CONFLICT_ERROR", said)
        }
        BankDeskError::Rail(error) => {
            Problem::unavailable("The bank's files cannot be reached.").caused_by(error.to_string())
        }
    }
}
