//! The balances of the key's profile.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use kernel::kinds;
use serde::Deserialize;
use utoipa::ToSchema;

use super::auth::{OnceByKey, Partner};
use super::open::{PartnerOrder, Shape, open};
use super::orders::{destination, quote_of, reaches, saved};
use super::signed::{SignatureHeaders, Signed};
use crate::AppState;
use crate::client::statement::StatementParams;
use crate::client::transaction_filter::{FilterParams, RepeatedParams};
use crate::client::{balances as own_balances, deposit_accounts, requisites, saved_requisites, transactions};
use crate::cursor::PageParams;
use crate::dto::balance::Balances;
use crate::dto::deposit_account::{DepositAccount, DepositAccountRequest};
use crate::dto::order::CreateOrder;
use crate::dto::page::Page;
use crate::dto::payee::{PayeeVerdict, VerifyPayee};
use crate::dto::saved_requisite::{SaveRequisite, SavedRequisite, SavedRequisites};
use crate::dto::scalar::CurrencyCode;
use crate::dto::statement::Statement;
use crate::dto::transaction::Transaction;
use crate::extract::{Body, CurrencyInPath, IdInPath, Params};
use crate::idempotency::IdempotencyHeader;
use crate::problem::Problem;

/// A transaction to create from a firm quote without an external destination.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub(super) struct FromQuote {
    /// Id of the firm quote.
    #[schema(max_length = 64, example = "qt_0197f3c2a1b27c3d8e4f5a6b7c8d9e0f")]
    pub quote_id: String,
    /// The partner's own id, unique for the API key.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 100, example = "payout-4711")]
    pub external_transaction_id: Option<String>,
}

/// A payout from the balance.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub(super) struct Withdrawal {
    /// Id of the firm quote, from the balance to a payway.
    #[schema(max_length = 64, example = "qt_0197f3c2a1b27c3d8e4f5a6b7c8d9e0f")]
    pub quote_id: String,
    /// The saved requisite.
    #[schema(max_length = 64, example = "req_019a0000000070008000000000000001")]
    pub requisite_id: String,
    /// Id of the payee verification. Required for euro to a bank account.
    #[serde(default)]
    #[schema(max_length = 64, example = "pvc_0197f3c2a1b27c3d8e4f5a6b7c8d9e0f")]
    pub payee_check_id: Option<String>,
    /// Confirms that the bank did not confirm the name.
    #[serde(default)]
    #[schema(required = false)]
    pub payee_acknowledged: bool,
    /// The partner's own id, unique for the API key.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 100, example = "payout-4711")]
    pub external_transaction_id: Option<String>,
}

/// Returns the profile's balances.
#[utoipa::path(get, path = "/api/partner/v1/balances", tag = "balances",
    security(("key" = ["wallet:balances_read"])), responses((status = 200, body = Balances)))]
pub(super) async fn balances(State(state): State<AppState>, partner: Partner) -> Result<Json<Balances>, Problem> {
    own_balances::balances(State(state), partner.customer()).await
}

/// Returns the statement of a currency's balance over a period, newest first, with opening and closing balance.
#[utoipa::path(get, path = "/api/partner/v1/balances/{currency}/statement", tag = "balances",
    params(("currency" = CurrencyCode, Path, description = "The currency of the balance."), StatementParams),
    security(("key" = ["wallet:statement"])), responses((status = 200, body = Statement)))]
pub(super) async fn statement(
    State(state): State<AppState>,
    partner: Partner,
    currency: CurrencyInPath,
    params: Params<StatementParams>,
) -> Result<Json<Statement>, Problem> {
    crate::client::statement::get_statement(State(state), partner.customer(), currency, params).await
}

/// Lists the profile's transactions, newest first.
#[utoipa::path(get, path = "/api/partner/v1/transactions", tag = "transactions",
    params(RepeatedParams, FilterParams, PageParams), security(("key" = ["wallet:transactions_read"])),
    responses((status = 200, body = Page<Transaction>)))]
pub(super) async fn list_transactions(
    State(state): State<AppState>,
    partner: Partner,
    page: Params<PageParams>,
    filter: Params<FilterParams>,
    pairs: Params<Vec<(String, String)>>,
) -> Result<Json<Page<Transaction>>, Problem> {
    transactions::list_transactions(State(state), partner.customer(), page, filter, pairs).await
}

/// Returns one transaction of the profile.
#[utoipa::path(get, path = "/api/partner/v1/transactions/{id}", tag = "transactions",
    params(("id" = String, Path, description = "The transaction.")),
    security(("key" = ["wallet:transaction_read"]), ("key" = ["wallet:payment_read"])),
    responses((status = 200, body = Transaction)))]
pub(super) async fn get_transaction(
    State(state): State<AppState>,
    partner: Partner,
    id: IdInPath<kinds::Transaction>,
) -> Result<Json<Transaction>, Problem> {
    transactions::get_transaction(State(state), partner.customer(), id).await
}

/// Returns the profile's permanent deposit address or bank reference. It is opened on the first request.
#[utoipa::path(post, path = "/api/partner/v1/deposits/addresses", tag = "deposits",
    request_body = DepositAccountRequest, security(("key" = ["wallet:addresses"]), ("key" = ["wallet:deposits"])),
    responses((status = 200, body = DepositAccount)))]
pub(super) async fn deposit_address(
    State(state): State<AppState>,
    partner: Partner,
    body: Body<DepositAccountRequest>,
) -> Result<Json<DepositAccount>, Problem> {
    deposit_accounts::deposit_account(State(state), partner.customer(), body).await
}

/// Creates a payment from outside to the balance.
#[utoipa::path(post, path = "/api/partner/v1/payins", tag = "deposits", request_body = FromQuote,
    params(IdempotencyHeader), security(("key" = ["wallet:payins"]), ("key" = ["wallet:deposits"])),
    responses((status = 201, body = PartnerOrder)))]
pub(super) async fn payin(
    State(state): State<AppState>,
    partner: Partner,
    key: OnceByKey,
    body: Body<FromQuote>,
) -> Result<Response, Problem> {
    make(state, partner, key, body, Shape::Payin).await
}

/// Converts one balance to another.
#[utoipa::path(post, path = "/api/partner/v1/converts", tag = "converts", request_body = FromQuote,
    params(IdempotencyHeader), security(("key" = ["wallet:converts"])),
    responses((status = 201, body = PartnerOrder)))]
pub(super) async fn convert(
    State(state): State<AppState>,
    partner: Partner,
    key: OnceByKey,
    body: Body<FromQuote>,
) -> Result<Response, Problem> {
    make(state, partner, key, body, Shape::Convert).await
}

async fn make(
    state: AppState,
    partner: Partner,
    key: OnceByKey,
    Body { value: asked, hash }: Body<FromQuote>,
    shape: Shape,
) -> Result<Response, Problem> {
    let order = CreateOrder { quote_id: asked.quote_id, preset_id: None, requisite: None, refund_to: None };
    open(state, partner, key, (order, asked.external_transaction_id), (shape, hash)).await
}

/// Lists the saved requisites, newest first.
#[utoipa::path(get, path = "/api/partner/v1/requisites", tag = "withdrawals",
    security(("key" = ["wallet:requisites"]), ("key" = ["wallet:withdrawals"])),
    responses((status = 200, body = SavedRequisites)))]
pub(super) async fn list_requisites(
    State(state): State<AppState>,
    partner: Partner,
) -> Result<Json<SavedRequisites>, Problem> {
    saved_requisites::list(State(state), partner.customer()).await
}

/// Saves a bank account or address for later withdrawals. An API key may pay to it when the tenant's waiting time for
/// new addresses is over.
#[utoipa::path(post, path = "/api/partner/v1/requisites", tag = "withdrawals", request_body = SaveRequisite,
    security(("key" = ["wallet:requisites"])), responses((status = 201, body = SavedRequisite)))]
pub(super) async fn save_requisite(
    State(state): State<AppState>,
    partner: Partner,
    body: Body<SaveRequisite>,
) -> Result<(StatusCode, Json<SavedRequisite>), Problem> {
    saved_requisites::save(State(state), partner.customer(), body).await
}

/// Asks the payee's bank whether an account belongs to the named person (verification of payee).
#[utoipa::path(post, path = "/api/partner/v1/requisites/payee", tag = "withdrawals", request_body = VerifyPayee,
    security(("key" = ["wallet:withdrawals"])), responses((status = 200, body = PayeeVerdict)))]
pub(super) async fn verify_payee(
    State(state): State<AppState>,
    partner: Partner,
    body: Body<VerifyPayee>,
) -> Result<Json<PayeeVerdict>, Problem> {
    requisites::verify_payee(State(state), partner.customer(), body).await
}

/// Pays from the balance to a saved requisite. The request is signed (RFC 9421).
///
/// 422 `NEW_ADDRESS_HELD` until the requisite has been saved for the tenant's waiting time.
#[utoipa::path(post, path = "/api/partner/v1/withdrawals", tag = "withdrawals", request_body = Withdrawal,
    params(IdempotencyHeader, SignatureHeaders), security(("key" = ["wallet:withdrawals"])),
    responses((status = 201, body = PartnerOrder)))]
pub(super) async fn withdraw(
    State(state): State<AppState>,
    partner: Partner,
    key: OnceByKey,
    Signed { value: asked, hash }: Signed<Withdrawal>,
) -> Result<Response, Problem> {
    let quote = quote_of(&state, &partner, &asked.quote_id).await?;
    Shape::Withdrawal.check(&quote)?;
    let kept = saved(&state, &partner, &asked.requisite_id).await?;
    reaches(&kept, &quote)?;
    let mut requisite = destination(&kept)?;
    requisite.payee_check_id = asked.payee_check_id;
    requisite.payee_acknowledged = asked.payee_acknowledged;
    let order = CreateOrder { quote_id: asked.quote_id, preset_id: None, requisite: Some(requisite), refund_to: None };
    open(state, partner, key, (order, asked.external_transaction_id), (Shape::Withdrawal, hash)).await
}
