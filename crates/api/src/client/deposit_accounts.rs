//! Permanent addresses and bank references.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use exchange::deposit_account as domain;
use exchange::transaction::Instructions;
use kernel::{Amount, ErrorKind, kinds};

use super::quotes::{amount, customer_status_of};
use crate::AppState;
use crate::dto::deposit_account::{DepositAccount, DepositAccountRequest, DepositBank, DepositCrypto, SandboxPayment};
use crate::dto::scalar::{CurrencyCode, Decimal, NetworkCode, PaywayCode};
use crate::extract::{Body, Customer, IdInPath, SandboxTenant};
use crate::problem::{FieldError, Problem};

/// Maximum characters in the remittance information of a bank transfer (SEPA).
const REFERENCE_MAX: usize = 140;

/// Returns the profile's permanent deposit address or bank reference.
///
/// Opened on the first request, and unchanged afterwards. Payments to it are credited to the balance automatically, as
/// a transaction of type `AUTOPAYIN`.
#[utoipa::path(post, path = "/api/client/v1/deposit-accounts", tag = "balances", request_body = DepositAccountRequest,
    security(("bearer" = [])), responses((status = 200, body = DepositAccount)))]
pub(crate) async fn deposit_account(
    State(state): State<AppState>,
    customer: Customer,
    Body { value: asked, .. }: Body<DepositAccountRequest>,
) -> Result<Json<DepositAccount>, Problem> {
    state.serves(&customer.tenant).await?;
    crate::state::offers(&customer.tenant, identity::Feature::Balances)?;
    let (currency, payway) = (asked.currency.0, asked.payway.0);
    if !payway.supports(currency) {
        let rule = format!("does not carry {currency}");
        return Err(Problem::field(FieldError::new("/payway", "unsupported", rule)));
    }
    let customer_status = customer_status_of(&customer.tenant, Some(&customer));
    let opened =
        state.exchange().deposit_account(customer.tenant.id, customer.profile, &customer_status, (currency, payway));
    let opened = opened.await?;
    let (source, sink) = (payway.into(), kernel::Endpoint::Balance);
    let direction = exchange::policy::Direction { from_currency: currency, source, to_currency: currency, sink };
    let payer = exchange::policy::FeePayer::of(&customer_status, None);
    // The details are as good without the minimum, which needs a rate.
    let limits = state.exchange().limits(customer.tenant.id, (direction, payer), customer_status.residence).await.ok();
    Ok(Json(shown(&opened, limits.map(|limits| limits.from.min))))
}

/// Simulates a payment to one of the profile's deposit accounts. Sandbox only; 404 elsewhere.
#[utoipa::path(post, path = "/api/client/v1/sandbox/deposit-accounts/{id}/pay", tag = "sandbox",
    params(("id" = String, Path, description = "The deposit account.")), request_body = SandboxPayment,
    security(("bearer" = [])), responses((status = 204, description = "It is on its way.")))]
pub(crate) async fn pay(
    State(state): State<AppState>,
    SandboxTenant(tenant): SandboxTenant,
    customer: Customer,
    IdInPath(id): IdInPath<kinds::DepositAccount>,
    Body { value: asked, .. }: Body<SandboxPayment>,
) -> Result<StatusCode, Problem> {
    let controls = state.sandbox_controls().ok_or_else(Problem::not_found)?;
    let account = state.exchange().own_deposit_account(tenant.id, customer.profile, id).await?;
    let amount = amount("/amount", &asked.amount, account.currency)?;
    let reference = asked.reference.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
    if reference.as_ref().is_some_and(|text| text.chars().count() > REFERENCE_MAX || text.chars().any(char::is_control))
    {
        let rule = format!("must be one line of at most {REFERENCE_MAX} characters");
        return Err(Problem::field(FieldError::new("/reference", "length", rule)));
    }
    if let Some(mistake) = asked.mistake {
        if !controls.receive_wrongly(tenant.id, &account, amount, mistake).await? {
            let detail = "The network of this account does not allow this mistake.";
            return Err(Problem::new(ErrorKind::Conflict, "CONFLICT_ERROR", detail));
        }
        return Ok(StatusCode::NO_CONTENT);
    }
    controls.receive(tenant.id, &account, amount, reference).await?;
    Ok(StatusCode::NO_CONTENT)
}

fn shown(account: &domain::DepositAccount, least: Option<Amount>) -> DepositAccount {
    let (bank, crypto) = match &account.instructions {
        Instructions::Bank { details } => {
            let details = details.clone();
            let (iban, bic, beneficiary) = (details.iban, details.bic, details.beneficiary);
            (Some(DepositBank { iban, bic, beneficiary, reference: details.reference }), None)
        }
        Instructions::Crypto { address, network } => {
            let required = address.confirmations_required;
            let crypto = DepositCrypto {
                address: address.address.clone(),
                memo: address.memo.clone(),
                network: NetworkCode(*network),
                required,
                usual_seconds: required.saturating_mul(network.block_seconds()),
            };
            (None, Some(crypto))
        }
        Instructions::Card { .. } | Instructions::Code { .. } => (None, None),
    };
    DepositAccount {
        id: account.id.to_string(),
        currency: CurrencyCode(account.currency),
        payway: PaywayCode(account.payway),
        min_amount: least.map(Decimal::from),
        bank,
        crypto,
        created_at: account.created_at,
    }
}
