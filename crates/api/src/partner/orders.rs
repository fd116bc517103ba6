//! Orders of the partner's customers.

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use exchange::requisite::Requisite;
use exchange::saved_requisite::SavedRequisite;
use exchange::{ExchangeError, Side};
use kernel::{QuoteId, SavedRequisiteId, TransactionId, kinds};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::auth::{OnceByKey, Partner};
use super::open::{PartnerOrder, Shape, open};
use crate::AppState;
use crate::client::orders::order_of;
use crate::client::transaction_filter::{FilterParams, RepeatedParams};
use crate::client::{actions, transactions};
use crate::cursor::PageParams;
use crate::dto::order::{CreateOrder, RefundRequest, RequisiteKind, RequisiteRequest};
use crate::dto::page::Page;
use crate::dto::people::VerificationStep;
use crate::dto::transaction::Transaction;
use crate::extract::{Body, IdInPath, OptionalBody, Params};
use crate::idempotency::IdempotencyHeader;
use crate::mfa::guard::Confirmation;
use crate::problem::{FieldError, Problem};
use crate::view;

/// An order to create from a firm quote.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub(super) struct NewOrder {
    /// Id of the firm quote. Valid for one order.
    #[schema(max_length = 64, example = "qt_0197f3c2a1b27c3d8e4f5a6b7c8d9e0f")]
    pub quote_id: String,
    /// External destination. Omit it if the quote pays out to the balance.
    #[serde(default)]
    pub requisite: Option<RequisiteRequest>,
    /// The partner's own id, unique for the API key.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 100, example = "cart-4711")]
    pub external_transaction_id: Option<String>,
}

/// Whether an order could be made.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct Prevalidation {
    /// Whether the order would be accepted now.
    pub executable: bool,
    /// Steps that the profile's owner must complete first.
    pub requirements: Vec<VerificationStep>,
    /// Why the order would be refused.
    pub violations: Vec<Violation>,
}

/// Why an order would be refused.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct Violation {
    /// Code of the problem.
    #[schema(example = "QUOTE_EXPIRED")]
    pub code: String,
    /// Explanation in English.
    pub detail: String,
    /// The invalid fields.
    pub errors: Vec<FieldError>,
}

/// The destination of a refund.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
pub(super) struct PartnerRefund {
    /// A saved requisite of the profile. The source of the payment if absent.
    #[serde(default)]
    #[schema(max_length = 64, example = "req_019a0000000070008000000000000001")]
    pub requisite_id: Option<String>,
}

/// One order by the partner's own id.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct ExternalParams {
    /// Only the order with this id of the partner's.
    #[param(min_length = 1, max_length = 100)]
    pub external_transaction_id: Option<String>,
}

fn no_requisite(quote_id: String, requisite: Option<RequisiteRequest>) -> CreateOrder {
    CreateOrder { quote_id, preset_id: None, requisite, refund_to: None }
}

/// A key sends nothing to other customers.
fn external_only(requisite: Option<&RequisiteRequest>) -> Result<(), Problem> {
    match requisite {
        Some(asked) if matches!(asked.kind, RequisiteKind::Customer) => {
            Err(Problem::field(FieldError::new("/requisite/kind", "invalid", "is not for API keys")))
        }
        _ => Ok(()),
    }
}

/// Checks an order without making it.
///
/// An order that would be refused gives 200 with `executable: false`.
#[utoipa::path(post, path = "/api/partner/v1/orders/prevalidate", tag = "orders", request_body = NewOrder,
    security(("key" = ["exchanger:prevalidate"])), responses((status = 200, body = Prevalidation)))]
pub(super) async fn prevalidate(
    State(state): State<AppState>,
    partner: Partner,
    Body { value: asked, .. }: Body<NewOrder>,
) -> Result<Json<Prevalidation>, Problem> {
    state.serves(&partner.tenant).await?;
    external_only(asked.requisite.as_ref())?;
    let customer = partner.customer();
    let (tenant, profile) = (customer.tenant.id, customer.profile);
    let asked = no_requisite(asked.quote_id, asked.requisite);
    let order = order_of(&state, (&customer.tenant, &customer.principal, profile), asked, String::new()).await?;
    let quote = state.exchange().firm_quote(tenant, profile, order.quote_id).await?;
    let customer_status = customer.principal.customer_status(&customer.tenant);
    let mut violations = Vec::new();
    let requirements = match state.exchange().requirements(tenant, &customer_status, &quote).await {
        Ok(ahead) => ahead.steps.into_iter().map(Into::into).collect(),
        Err(refused) => {
            violations.push(violation(refused.into())?);
            Vec::new()
        }
    };
    if let Err(refused) = state.exchange().check_order(tenant, profile, order).await {
        let refused = violation(refused.into())?;
        if violations.iter().all(|known: &Violation| known.code != refused.code) {
            violations.push(refused);
        }
    }
    let executable = violations.is_empty() && requirements.is_empty();
    Ok(Json(Prevalidation { executable, requirements, violations }))
}

/// A refusal of the order; a fault of ours stays an error.
fn violation(refused: Problem) -> Result<Violation, Problem> {
    if refused.status.is_server_error() {
        return Err(refused);
    }
    Ok(Violation { code: refused.code.to_owned(), detail: refused.detail, errors: refused.errors })
}

/// Creates an order that buys crypto for fiat.
#[utoipa::path(post, path = "/api/partner/v1/orders/buy", tag = "orders", request_body = NewOrder,
    params(IdempotencyHeader), security(("key" = ["exchanger:buy"]), ("key" = ["wallet:exchanges"])),
    responses((status = 201, body = PartnerOrder)))]
pub(super) async fn buy(
    State(state): State<AppState>,
    partner: Partner,
    key: OnceByKey,
    body: Body<NewOrder>,
) -> Result<Response, Problem> {
    make(state, partner, key, body, Side::Buy).await
}

/// Creates an order that sells crypto for fiat.
#[utoipa::path(post, path = "/api/partner/v1/orders/sell", tag = "orders", request_body = NewOrder,
    params(IdempotencyHeader), security(("key" = ["exchanger:sell_swap"]), ("key" = ["wallet:exchanges"])),
    responses((status = 201, body = PartnerOrder)))]
pub(super) async fn sell(
    State(state): State<AppState>,
    partner: Partner,
    key: OnceByKey,
    body: Body<NewOrder>,
) -> Result<Response, Problem> {
    make(state, partner, key, body, Side::Sell).await
}

/// Creates an order that swaps crypto for crypto.
#[utoipa::path(post, path = "/api/partner/v1/orders/swap", tag = "orders", request_body = NewOrder,
    params(IdempotencyHeader), security(("key" = ["exchanger:sell_swap"]), ("key" = ["wallet:exchanges"])),
    responses((status = 201, body = PartnerOrder)))]
pub(super) async fn swap(
    State(state): State<AppState>,
    partner: Partner,
    key: OnceByKey,
    body: Body<NewOrder>,
) -> Result<Response, Problem> {
    make(state, partner, key, body, Side::Swap).await
}

async fn make(
    state: AppState,
    partner: Partner,
    key: OnceByKey,
    Body { value: asked, hash }: Body<NewOrder>,
    side: Side,
) -> Result<Response, Problem> {
    external_only(asked.requisite.as_ref())?;
    let order = no_requisite(asked.quote_id, asked.requisite);
    open(state, partner, key, (order, asked.external_transaction_id), (Shape::Order(side), hash)).await
}

/// Lists the profile's transactions, newest first, with the ids that this API key gave them.
///
/// With `external_transaction_id` the list has one entry or none.
#[utoipa::path(get, path = "/api/partner/v1/orders", tag = "orders",
    params(ExternalParams, RepeatedParams, FilterParams, PageParams),
    security(("key" = ["exchanger:orders_read"])), responses((status = 200, body = Page<PartnerOrder>)))]
pub(super) async fn list_orders(
    State(state): State<AppState>,
    partner: Partner,
    Params(asked): Params<ExternalParams>,
    page: Params<PageParams>,
    filter: Params<FilterParams>,
    pairs: Params<Vec<(String, String)>>,
) -> Result<Json<Page<PartnerOrder>>, Problem> {
    let (tenant, key) = (partner.tenant.id, &partner.known.key);
    if let Some(external) = asked.external_transaction_id {
        let found = match state.partners().by_external(tenant, key.id, &external).await? {
            Some(id) => one(&state, &partner, id).await?,
            None => None,
        };
        return Ok(Json(Page { data: found.into_iter().collect(), next_cursor: None, has_more: false }));
    }
    let Json(found) =
        transactions::list_transactions(State(state.clone()), partner.customer(), page, filter, pairs).await?;
    let ids: Vec<TransactionId> = found.data.iter().filter_map(|transaction| transaction.id.parse().ok()).collect();
    let externals = state.partners().externals(tenant, key.id, &ids).await?;
    let named = |transaction: Transaction| {
        let id = transaction.id.parse::<TransactionId>().ok();
        let external_transaction_id = id.and_then(|id| externals.get(&id).cloned());
        PartnerOrder { transaction, external_transaction_id }
    };
    let data = found.data.into_iter().map(named).collect();
    Ok(Json(Page { data, next_cursor: found.next_cursor, has_more: found.has_more }))
}

/// The profile's transaction; `None` if it does not exist, as after a refused order.
async fn one(state: &AppState, partner: &Partner, id: TransactionId) -> Result<Option<PartnerOrder>, Problem> {
    let (tenant, key) = (partner.tenant.id, &partner.known.key);
    let found = match state.exchange().get(tenant, key.profile, id).await {
        Err(ExchangeError::NotFound { .. }) => return Ok(None),
        found => found?,
    };
    let transaction = view::transaction(&found, state.world().now_for(tenant));
    let external_transaction_id = state.partners().externals(tenant, key.id, &[id]).await?.remove(&id);
    Ok(Some(PartnerOrder { transaction, external_transaction_id }))
}

/// Returns one order.
#[utoipa::path(get, path = "/api/partner/v1/orders/{id}", tag = "orders",
    params(("id" = String, Path, description = "The order.")), security(("key" = ["exchanger:orders_read"])),
    responses((status = 200, body = PartnerOrder)))]
pub(super) async fn get_order(
    State(state): State<AppState>,
    partner: Partner,
    IdInPath(id): IdInPath<kinds::Transaction>,
) -> Result<Json<PartnerOrder>, Problem> {
    one(&state, &partner, id).await?.map(Json).ok_or_else(Problem::not_found)
}

/// Cancels an order before any payment arrives.
#[utoipa::path(post, path = "/api/partner/v1/orders/{id}/cancel", tag = "orders",
    params(("id" = String, Path, description = "The order."), IdempotencyHeader),
    security(("key" = ["exchanger:orders_manage"])), responses((status = 200, body = Transaction)))]
pub(super) async fn cancel(
    State(state): State<AppState>,
    partner: Partner,
    id: IdInPath<kinds::Transaction>,
    OnceByKey(key): OnceByKey,
) -> Result<Response, Problem> {
    actions::cancel(State(state), partner.customer(), id, key).await
}

/// Refunds the received payment to its source, or to a saved requisite that is older than the cooling-off period.
#[utoipa::path(post, path = "/api/partner/v1/orders/{id}/refund", tag = "orders",
    params(("id" = String, Path, description = "The order."), IdempotencyHeader),
    request_body = Option<PartnerRefund>, security(("key" = ["exchanger:orders_manage"])),
    responses((status = 200, body = Transaction)))]
pub(super) async fn refund(
    State(state): State<AppState>,
    partner: Partner,
    id: IdInPath<kinds::Transaction>,
    OnceByKey(key): OnceByKey,
    confirmation: Confirmation,
    OptionalBody { value: asked, hash }: OptionalBody<PartnerRefund>,
) -> Result<Response, Problem> {
    let requisite = match &asked.requisite_id {
        Some(text) => Some(destination(&saved(&state, &partner, text).await?)?),
        None => None,
    };
    let body = OptionalBody { value: RefundRequest { requisite, cost: None }, hash };
    actions::refund(State(state), partner.customer(), id, key, confirmation, body).await
}

/// Credits the received payment to the profile's balance.
#[utoipa::path(post, path = "/api/partner/v1/orders/{id}/deposit", tag = "orders",
    params(("id" = String, Path, description = "The order."), IdempotencyHeader),
    security(("key" = ["exchanger:orders_manage"])), responses((status = 200, body = Transaction)))]
pub(super) async fn deposit(
    State(state): State<AppState>,
    partner: Partner,
    id: IdInPath<kinds::Transaction>,
    OnceByKey(key): OnceByKey,
) -> Result<Response, Problem> {
    actions::deposit(State(state), partner.customer(), id, key).await
}

/// Executes the order with the amount that was received.
#[utoipa::path(post, path = "/api/partner/v1/orders/{id}/update-amount", tag = "orders",
    params(("id" = String, Path, description = "The order."), IdempotencyHeader),
    security(("key" = ["exchanger:orders_manage"])), responses((status = 200, body = Transaction)))]
pub(super) async fn update_amount(
    State(state): State<AppState>,
    partner: Partner,
    id: IdInPath<kinds::Transaction>,
    OnceByKey(key): OnceByKey,
) -> Result<Response, Problem> {
    actions::update_amount(State(state), partner.customer(), id, key).await
}

/// A saved requisite that is older than the cooling-off period of new addresses.
///
/// # Errors
/// 400 for an unknown one, 422 `NEW_ADDRESS_HELD` with the hours for a new one.
pub(super) async fn saved(state: &AppState, partner: &Partner, text: &str) -> Result<SavedRequisite, Problem> {
    let unknown = || Problem::field(FieldError::new("/requisite_id", "unknown", "is not a saved requisite"));
    let id: SavedRequisiteId = text.parse().map_err(|_| unknown())?;
    let (tenant, profile) = (partner.tenant.id, partner.known.key.profile);
    let all = state.exchange().saved_requisites(tenant, profile).await?;
    let found = all.into_iter().find(|saved| saved.id == id).ok_or_else(unknown)?;
    let hours = state.exchange().policy(tenant).await?.new_addresses.as_ref().map_or(0, |rule| rule.hours);
    if !partners::has_settled(found.created_at, hours, state.world().now_for(tenant)) {
        let detail = format!("An API key pays to a saved requisite {hours} hours after it was saved.");
        let problem = Problem::new(kernel::ErrorKind::Unprocessable, "NEW_ADDRESS_HELD", detail);
        return Err(problem.with_meta("hours", hours));
    }
    Ok(found)
}

/// A saved requisite as the destination of a request.
pub(super) fn destination(saved: &SavedRequisite) -> Result<RequisiteRequest, Problem> {
    let (kind, value, memo, full_name) = match &saved.requisite {
        Requisite::Address { value, memo } => (RequisiteKind::Address, value.clone(), memo.clone(), None),
        Requisite::Iban { value, full_name, .. } => (RequisiteKind::Iban, value.clone(), None, Some(full_name.clone())),
        Requisite::Card { .. } | Requisite::Customer(_) | Requisite::Code => {
            return Err(Problem::field(FieldError::new("/requisite_id", "unknown", "is not a saved requisite")));
        }
    };
    Ok(RequisiteRequest {
        kind,
        value: Some(value),
        card_token: None,
        memo,
        full_name,
        payee_check_id: None,
        payee_acknowledged: false,
        note: None,
    })
}

/// Requires that a saved requisite is for what the quote pays.
pub(super) fn reaches(saved: &SavedRequisite, quote: &exchange::Quote) -> Result<(), Problem> {
    let is_right =
        saved.currency == quote.price.to_currency && quote.price.sink == kernel::Endpoint::Payway(saved.payway);
    let rule = "was saved for another currency or payway";
    is_right.then_some(()).ok_or_else(|| Problem::field(FieldError::new("/requisite_id", "invalid", rule)))
}

/// The quote of a request.
pub(super) async fn quote_of(state: &AppState, partner: &Partner, text: &str) -> Result<exchange::Quote, Problem> {
    let malformed = || Problem::field(FieldError::new("/quote_id", "invalid", "is not the id of a quote"));
    let id: QuoteId = text.parse().map_err(|_| malformed())?;
    Ok(state.exchange().firm_quote(partner.tenant.id, partner.known.key.profile, id).await?)
}
