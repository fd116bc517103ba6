//! Declarations of wallets for the travel rule, and the proof of ownership by a signature.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use exchange::ExchangeError;
use kernel::{TenantUser, kinds};

use crate::AppState;
use crate::dto::page::List;
use crate::dto::wallet::{DeclareWallet, WalletInfo, WalletMessage, WalletSignature};
use crate::extract::{Body, Customer, IdInPath};
use crate::problem::Problem;

/// Lists the wallets that the customer has declared, newest first.
#[utoipa::path(get, path = "/api/client/v1/wallets", tag = "wallets", security(("bearer" = [])),
    responses((status = 200, body = List<WalletInfo>)))]
pub(crate) async fn list_wallets(
    State(state): State<AppState>,
    customer: Customer,
) -> Result<Json<List<WalletInfo>>, Problem> {
    let now = state.world().now_for(customer.tenant.id);
    let found = state.exchange().wallets(customer.tenant.id, customer.principal.user).await?;
    Ok(Json(List { data: found.iter().map(|wallet| WalletInfo::of(wallet, now)).collect() }))
}

/// Declares the owner of a wallet address.
///
/// Replaces an earlier declaration of the same address, and its proof.
#[utoipa::path(post, path = "/api/client/v1/wallets", tag = "wallets", security(("bearer" = [])),
    request_body = DeclareWallet, responses((status = 201, body = WalletInfo)))]
pub(crate) async fn declare_wallet(
    State(state): State<AppState>,
    customer: Customer,
    Body { value: said, .. }: Body<DeclareWallet>,
) -> Result<(StatusCode, Json<WalletInfo>), Problem> {
    state.serves(&customer.tenant).await?;
    let who = TenantUser { tenant: customer.tenant.id, user: customer.principal.user };
    let (payway, address) = (said.payway.0, said.address.clone());
    let envelope = state.identity().envelope();
    let declared = state.exchange().declare_wallet(envelope, who, payway, &address, said.into()).await;
    let wallet = declared.map_err(|refused| match refused {
        ExchangeError::Requisite(_) => Problem::from(refused).at("/address"),
        _ => refused.into(),
    })?;
    Ok((StatusCode::CREATED, Json(WalletInfo::of(&wallet, state.world().now_for(customer.tenant.id)))))
}

/// Revokes the declaration of a wallet.
///
/// Existing orders are not affected.
#[utoipa::path(delete, path = "/api/client/v1/wallets/{id}", tag = "wallets", security(("bearer" = [])),
    params(("id" = String, Path, description = "The wallet")), responses((status = 204)))]
pub(crate) async fn revoke_wallet(
    State(state): State<AppState>,
    customer: Customer,
    IdInPath(id): IdInPath<kinds::Wallet>,
) -> Result<StatusCode, Problem> {
    state.exchange().revoke_wallet(customer.tenant.id, customer.principal.user, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Creates a message to sign with the address's key.
///
/// Valid once, for fifteen minutes. Invalidates an earlier message.
#[utoipa::path(post, path = "/api/client/v1/wallets/{id}/challenge", tag = "wallets", security(("bearer" = [])),
    params(("id" = String, Path, description = "The wallet")), responses((status = 201, body = WalletMessage)))]
pub(crate) async fn challenge_wallet(
    State(state): State<AppState>,
    customer: Customer,
    IdInPath(id): IdInPath<kinds::Wallet>,
) -> Result<(StatusCode, Json<WalletMessage>), Problem> {
    let made = state.exchange().challenge_wallet(&customer.tenant, customer.principal.user, id).await?;
    let exchange::WalletChallenge { message, method, expires_at } = made;
    Ok((StatusCode::CREATED, Json(WalletMessage { message, method: method.to_owned(), expires_at })))
}

/// Verifies the signature of the message.
///
/// Allows five attempts in total.
#[utoipa::path(post, path = "/api/client/v1/wallets/{id}/prove", tag = "wallets", security(("bearer" = [])),
    params(("id" = String, Path, description = "The wallet")), request_body = WalletSignature,
    responses((status = 200, body = WalletInfo)))]
pub(crate) async fn prove_wallet(
    State(state): State<AppState>,
    customer: Customer,
    IdInPath(id): IdInPath<kinds::Wallet>,
    Body { value: signed, .. }: Body<WalletSignature>,
) -> Result<Json<WalletInfo>, Problem> {
    let (tenant, user) = (customer.tenant.id, customer.principal.user);
    let wallet = state.exchange().prove_wallet(tenant, user, id, &signed.signature).await?;
    Ok(Json(WalletInfo::of(&wallet, state.world().now_for(customer.tenant.id))))
}
