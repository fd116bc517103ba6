//! The payer's page: everybody with the link of a payment can see it and pay, without a sign-in.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use exchange::beneficiary_wallet::{Need, PayerWallet};
use exchange::{ExchangeError, RequisiteInput};
use identity::{Feature, Identity, Language, Tenant};
use kernel::{Endpoint, ErrorKind};
use merchants::{Looked, NewAttempt, Part, PayerAddress, TOKEN_TYPE, claims, with_token};
use sha2::{Digest, Sha256};

use super::quotes::amount;
use crate::AppState;
use crate::dto::pay::{
    AcceptPayment, ChoosePayment, LookAtPayment, PayOffer, PayOffers, PayPage, PaymentReceipt, PaymentTerms,
    PlayPayment, ReadPaymentTerms, TakePaymentBack,
};
use crate::dto::scalar::{CurrencyCode, Decimal, EndpointCode, NetworkCode};
use crate::extract::{Body, CameFrom, SandboxTenant, TenantHost};
use crate::problem::{FieldError, Problem};
use crate::state::offers;
use crate::view;

/// Returns a payment for its payer. Needs no sign-in.
///
/// 404 `NOT_FOUND` for a link that is wrong. Such links are limited for each network.
#[utoipa::path(post, path = "/api/client/v1/pay/look", tag = "merchants", security(()),
    request_body = LookAtPayment, responses((status = 200, body = PayPage)))]
pub(crate) async fn look_at_payment(
    State(state): State<AppState>,
    TenantHost(tenant): TenantHost,
    came: CameFrom,
    Body { value: asked, .. }: Body<LookAtPayment>,
) -> Result<Json<PayPage>, Problem> {
    let looked = found(&state, &tenant, &came, &asked.token).await?;
    page(&state, &tenant, &looked, asked.payer.as_deref()).await
}

/// Lists the currencies and networks in which a payment can be paid now, with the amount of each. Needs no sign-in.
#[utoipa::path(post, path = "/api/client/v1/pay/offers", tag = "merchants", security(()),
    request_body = LookAtPayment, responses((status = 200, body = PayOffers)))]
pub(crate) async fn list_pay_offers(
    State(state): State<AppState>,
    TenantHost(tenant): TenantHost,
    came: CameFrom,
    Body { value: asked, .. }: Body<LookAtPayment>,
) -> Result<Json<PayOffers>, Problem> {
    let looked = found(&state, &tenant, &came, &asked.token).await?;
    let offers = state.merchants().offers(tenant.id, &looked).await.map_err(for_payer)?;
    let shown = |offer: merchants::Offer| {
        Some(PayOffer {
            currency: CurrencyCode(offer.currency),
            payway: EndpointCode(offer.payway.into()),
            network: NetworkCode(offer.payway.network()?),
            amount: Decimal::from(offer.amount),
        })
    };
    Ok(Json(PayOffers { data: offers.into_iter().filter_map(shown).collect() }))
}

/// Chooses how to pay: opens an address with a locked rate. Needs no sign-in.
///
/// 409 `CONFLICT_ERROR` if money has arrived, the time has ended, or another choice was made meanwhile.
#[utoipa::path(post, path = "/api/client/v1/pay/choose", tag = "merchants", security(()),
    request_body = ChoosePayment, responses((status = 200, body = PayPage)))]
pub(crate) async fn choose_payment(
    State(state): State<AppState>,
    TenantHost(tenant): TenantHost,
    came: CameFrom,
    Body { value: asked, .. }: Body<ChoosePayment>,
) -> Result<Json<PayPage>, Problem> {
    let looked = found(&state, &tenant, &came, &asked.token).await?;
    state.serves(&tenant).await?;
    offers(&tenant, Feature::Balances)?;
    if !state.identity().is_served(tenant.id, looked.merchant.profile).await? {
        return Err(not_now());
    }
    state.identity().count_payment_choice(&tenant, &came.0).await?;
    let Endpoint::Payway(payway) = asked.payway.0 else {
        return Err(Problem::field(FieldError::new("/payway", "invalid", "must be a network")));
    };
    let terms = terms_version(&state, &tenant).await?.unwrap_or(0);
    if asked.terms_version != terms {
        let rule = "must be the version of the terms of use in force";
        return Err(Problem::field(FieldError::new("/terms_version", "required", rule).with("version", terms)));
    }
    let attempt = NewAttempt {
        number: i16::from(asked.attempt),
        currency: asked.currency.0,
        payway,
        payer: hash(&asked.payer),
        terms,
    };
    // Once begun it ends, although the payer may leave.
    let (own, of, payer) = (state.clone(), tenant.clone(), asked.payer);
    let work = async move {
        let looked = own.merchants().choose(of.id, looked, attempt).await.map_err(for_payer)?;
        page(&own, &of, &looked, Some(&payer)).await
    };
    let done = tokio::spawn(Box::pin(work)).await;
    done.unwrap_or_else(|died| Err(Problem::internal(died.to_string())))
}

/// Returns the terms of use that a payer agrees to, in the language of `Accept-Language` if available. Needs no sign-in.
#[utoipa::path(post, path = "/api/client/v1/pay/terms", tag = "merchants", security(()),
    request_body = ReadPaymentTerms, responses((status = 200, body = PaymentTerms)))]
pub(crate) async fn read_payment_terms(
    State(state): State<AppState>,
    TenantHost(tenant): TenantHost,
    came: CameFrom,
    Body { value: asked, .. }: Body<ReadPaymentTerms>,
) -> Result<Json<PaymentTerms>, Problem> {
    found(&state, &tenant, &came, &asked.token).await?;
    let terms = state.identity().terms_for_visitor(tenant.id, came.0.language).await?;
    Ok(Json(PaymentTerms { version: terms.version, title: terms.title, text: terms.text, url: terms.url }))
}

/// The version of the terms of use in force, if there are any.
async fn terms_version(state: &AppState, tenant: &Tenant) -> Result<Option<i32>, Problem> {
    let terms = state.identity().terms_for_visitor(tenant.id, Language::En).await?;
    Ok(Some(terms.version).filter(|version| *version > 0))
}

/// Exchanges the received money for the order at the present rate. Needs no sign-in, but the payer's secret.
///
/// 409 `CONFLICT_ERROR` if it brings less than the merchant accepts, or nothing waits for the payer.
#[utoipa::path(post, path = "/api/client/v1/pay/accept", tag = "merchants", security(()),
    request_body = AcceptPayment, responses((status = 200, body = PayPage)))]
pub(crate) async fn accept_payment(
    State(state): State<AppState>,
    TenantHost(tenant): TenantHost,
    came: CameFrom,
    Body { value: asked, .. }: Body<AcceptPayment>,
) -> Result<Json<PayPage>, Problem> {
    let part = part(asked.part.as_deref())?;
    let looked = of_payer(&state, &tenant, &came, (&asked.token, &asked.payer), part).await?;
    let looked = state.merchants().accept(tenant.id, looked, part).await.map_err(for_payer)?;
    page(&state, &tenant, &looked, Some(&asked.payer)).await
}

/// Sends the money that has arrived back to an address of the payer's, less the network fee. Needs no sign-in, but the
/// payer's secret.
///
/// 409 `CONFLICT_ERROR` if the fee has risen by more than a tenth, or nothing waits for the payer.
#[utoipa::path(post, path = "/api/client/v1/pay/take-back", tag = "merchants", security(()),
    request_body = TakePaymentBack, responses((status = 200, body = PayPage)))]
pub(crate) async fn take_payment_back(
    State(state): State<AppState>,
    TenantHost(tenant): TenantHost,
    came: CameFrom,
    Body { value: asked, .. }: Body<TakePaymentBack>,
) -> Result<Json<PayPage>, Problem> {
    let part = part(asked.part.as_deref())?;
    let looked = of_payer(&state, &tenant, &came, (&asked.token, &asked.payer), part).await?;
    // An operator who blocks the merchant holds all money that is with it.
    if !state.identity().is_served(tenant.id, looked.merchant.profile).await? {
        return Err(not_now());
    }
    let money = looked.part(part).and_then(|movement| movement.transaction.collect());
    let currency = money.map(|collect| collect.expected.currency()).ok_or_else(nothing_waits)?;
    let wallet =
        asked.wallet.map(|told| PayerWallet { name: told.name, holding: told.holding.0, service: told.service });
    let to = PayerAddress {
        requisite: RequisiteInput::Address { value: asked.address, memo: asked.memo },
        wallet,
        cost: amount("/cost", &asked.cost, currency)?,
    };
    let looked = state.merchants().take_back(tenant.id, looked, part, to).await.map_err(for_payer)?;
    page(&state, &tenant, &looked, Some(&asked.payer)).await
}

/// The name of money, as a payer sends it.
fn part(text: Option<&str>) -> Result<Option<Part>, Problem> {
    let wrong = |_| Problem::field(FieldError::new("/part", "unknown", "is not money of this payment"));
    text.map(|text| text.parse().map_err(wrong)).transpose()
}

/// Sends the payer a receipt when the payment is paid, or at once if it is. Needs no sign-in, but the payer's secret.
///
/// 409 `CONFLICT_ERROR` after a receipt was sent.
#[utoipa::path(post, path = "/api/client/v1/pay/receipt", tag = "merchants", security(()),
    request_body = PaymentReceipt, responses((status = 200, body = PayPage)))]
pub(crate) async fn send_payment_receipt(
    State(state): State<AppState>,
    TenantHost(tenant): TenantHost,
    came: CameFrom,
    Body { value: asked, .. }: Body<PaymentReceipt>,
) -> Result<Json<PayPage>, Problem> {
    let looked = of_payer(&state, &tenant, &came, (&asked.token, &asked.payer), None).await?;
    let language = asked.language.as_deref().and_then(Language::from_code).unwrap_or(Language::En);
    state.merchants().ask_receipt(tenant.id, &looked, (&asked.email, language)).await?;
    let looked = found(&state, &tenant, &came, &asked.token).await?;
    page(&state, &tenant, &looked, Some(&asked.payer)).await
}

/// Simulates an event of a payment. Sandbox only; 404 elsewhere.
#[utoipa::path(post, path = "/api/client/v1/sandbox/pay", tag = "sandbox", security(()),
    request_body = PlayPayment, responses((status = 200, body = PayPage)))]
pub(crate) async fn play_payment(
    State(state): State<AppState>,
    SandboxTenant(tenant): SandboxTenant,
    came: CameFrom,
    Body { value: asked, .. }: Body<PlayPayment>,
) -> Result<Json<PayPage>, Problem> {
    let controls = state.sandbox_controls().ok_or_else(Problem::not_found)?;
    let looked = found(&state, &tenant, &came, &asked.token).await?;
    let movement = looked.part(part(asked.part.as_deref())?).ok_or_else(nothing_waits)?;
    if !controls.act(tenant.id, &movement.transaction, asked.action).await? {
        return Err(nothing_waits());
    }
    let looked = found(&state, &tenant, &came, &asked.token).await?;
    page(&state, &tenant, &looked, None).await
}

/// The payment behind a link.
async fn found(state: &AppState, tenant: &Tenant, came: &CameFrom, token: &str) -> Result<Looked, Problem> {
    // A text without the form and checksum of a token costs no query.
    let hash = Identity::read_payment_token(token).ok_or_else(Problem::not_found)?;
    let Some((merchant, payment)) = state.merchants().by_token(tenant.id, &hash).await? else {
        state.identity().count_wrong_payment_token(tenant, &came.0).await?;
        return Err(Problem::not_found());
    };
    state.merchants().look(tenant.id, merchant, payment).await.map_err(for_payer)
}

/// The payment behind a link, if its payer asks.
async fn of_payer(
    state: &AppState,
    tenant: &Tenant,
    came: &CameFrom,
    (token, payer): (&str, &str),
    part: Option<Part>,
) -> Result<Looked, Problem> {
    let looked = found(state, tenant, came, token).await?;
    if looked.part(part).is_some_and(|movement| movement.attempt.payer == hash(payer)) {
        return Ok(looked);
    }
    Err(Problem::denied("Only the browser that chose how to pay decides about the money. Ask the shop."))
}

fn hash(payer: &str) -> [u8; 32] {
    Sha256::digest(payer.as_bytes()).into()
}

/// The payment as the page shows it, with a new statement for the shop.
async fn page(
    state: &AppState,
    tenant: &Arc<Tenant>,
    looked: &Looked,
    payer: Option<&str>,
) -> Result<Json<PayPage>, Problem> {
    let is_payer = payer.is_some_and(|payer| looked.is_payer(&hash(payer)));
    let choices = if is_payer {
        state.merchants().choices(tenant.id, looked, None).await.map_err(for_payer)?
    } else {
        Vec::new()
    };
    let mut others = Vec::new();
    for (part, movement) in looked.others() {
        let is_its_payer = payer.is_some_and(|payer| movement.attempt.payer == hash(payer));
        let choices = match is_its_payer {
            true => state.merchants().choices(tenant.id, looked, Some(part)).await.map_err(for_payer)?,
            false => Vec::new(),
        };
        others.extend(view::pay_money((part, movement), (is_its_payer, choices)));
    }
    let now = state.world().now_for(tenant.id);
    let statement = claims(looked, state.world().uuid(), now);
    let token = state.exchange().signer().sign_claims(TOKEN_TYPE, &statement);
    let return_url = looked.payment.terms.return_url.as_deref().and_then(|url| with_token(url, &token));
    let terms = if looked.may_choose() { terms_version(state, tenant).await? } else { None };
    Ok(Json(view::pay_page(looked, (is_payer, choices), (others, terms), return_url, now)))
}

fn nothing_waits() -> Problem {
    Problem::new(ErrorKind::Conflict, "CONFLICT_ERROR", "Nothing is waiting for this.")
}

pub(super) fn not_now() -> Problem {
    let detail = "The shop cannot take this now. Choose another way, or ask the shop.";
    Problem::new(ErrorKind::Unprocessable, "UNPROCESSABLE_ENTITY", detail)
}

/// A refusal without details about the merchant's account.
pub(super) fn for_payer(refused: ExchangeError) -> Problem {
    match refused {
        ExchangeError::Requisite(_) => Problem::from(refused).at("/address"),
        ExchangeError::Travel { ref need, .. } => {
            let (pointer, code) = match need {
                Need::OtherAddress => ("/address", need.code()),
                Need::Answers | Need::Proof(_) => ("/wallet", need.code()),
            };
            Problem::field(FieldError::new(pointer, code, refused.to_string()))
        }
        ExchangeError::Invalid { field, rule } if matches!(field, "name" | "service") => {
            Problem::field(FieldError::new(format!("/wallet/{field}"), "invalid", rule))
        }
        ExchangeError::Limit(_)
        | ExchangeError::SenderUnknown { .. }
        | ExchangeError::PayoutsHeld { .. }
        | ExchangeError::AddressHeld(_)
        | ExchangeError::NewCard(_)
        | ExchangeError::BelowMinimum { .. }
        | ExchangeError::AboveMaximum { .. }
        | ExchangeError::CountryNotAllowed { .. }
        | ExchangeError::Mica { .. }
        | ExchangeError::TooMany { .. }
        | ExchangeError::DirectionUnavailable { .. }
        | ExchangeError::InsufficientBalance { .. } => not_now(),
        other => other.into(),
    }
}
