//! Presets: make, list, rename, archive, and their orders.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use exchange::preset as domain;
use exchange::requisite::Requisite;
use exchange::{ExchangeError, FixedSide, RequisiteInput};
use kernel::{TenantProfile, kinds};
use serde::Deserialize;
use utoipa::IntoParams;

use super::quotes::amount;
use crate::AppState;
use crate::dto::preset::{ChangePreset, MakePreset, Preset, PresetDetails, PresetRequisite, Presets};
use crate::dto::saved_requisite::SavedKind;
use crate::dto::scalar::{CurrencyCode, Decimal, EndpointCode};
use crate::extract::{Body, Customer, IdInPath, Params};
use crate::problem::{FieldError, Problem};
use crate::view;

/// Which presets to list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct PresetParams {
    /// Whether to list the archived ones instead of those in use.
    #[serde(default)]
    archived: bool,
}

/// Lists the profile's presets, newest first.
#[utoipa::path(get, path = "/api/client/v1/presets", tag = "orders", params(PresetParams), security(("bearer" = [])),
    responses((status = 200, body = Presets)))]
pub(crate) async fn list_presets(
    State(state): State<AppState>,
    customer: Customer,
    Params(asked): Params<PresetParams>,
) -> Result<Json<Presets>, Problem> {
    let found = state.exchange().presets(customer.tenant.id, customer.profile, asked.archived).await?;
    Ok(Json(Presets { data: found.into_iter().map(shown).collect() }))
}

/// Saves an order as a preset.
///
/// 409 `CONFLICT_ERROR` if the profile has 50 presets.
#[utoipa::path(post, path = "/api/client/v1/presets", tag = "orders", request_body = MakePreset,
    security(("bearer" = [])), responses((status = 201, body = Preset)))]
pub(crate) async fn make_preset(
    State(state): State<AppState>,
    customer: Customer,
    Body { value: asked, .. }: Body<MakePreset>,
) -> Result<(StatusCode, Json<Preset>), Problem> {
    let fixed_side = asked.fixed_side.0;
    let fixed = match fixed_side {
        FixedSide::From => asked.from_currency.0,
        FixedSide::To => asked.to_currency.0,
    };
    let terms = domain::Terms {
        from_currency: asked.from_currency.0,
        source: asked.from_payway.0,
        to_currency: asked.to_currency.0,
        sink: asked.to_payway.0,
        fixed_side,
        amount: amount("/amount", &asked.amount, fixed)?,
        requisite: None,
    };
    let requisite = asked.requisite.map(input).transpose()?;
    let owner = TenantProfile { tenant: customer.tenant.id, profile: customer.profile };
    let made = state.exchange().make_preset(owner, &asked.name, terms, requisite.as_ref()).await;
    let made = made.map_err(|refused| match &refused {
        ExchangeError::Requisite(error) => {
            let pointer = format!("/requisite/{}", error.field);
            Problem::from(refused).at(&pointer)
        }
        _ => refused.into(),
    })?;
    Ok((StatusCode::CREATED, Json(shown(made))))
}

/// Returns a preset and the orders that were made from it.
#[utoipa::path(get, path = "/api/client/v1/presets/{id}", tag = "orders",
    params(("id" = String, Path, description = "The preset.")), security(("bearer" = [])),
    responses((status = 200, body = PresetDetails)))]
pub(crate) async fn get_preset(
    State(state): State<AppState>,
    customer: Customer,
    IdInPath(id): IdInPath<kinds::Preset>,
) -> Result<Json<PresetDetails>, Problem> {
    let (tenant, profile) = (customer.tenant.id, customer.profile);
    let preset = state.exchange().preset(tenant, profile, id).await?;
    let (orders, now) = (state.exchange().preset_orders(tenant, profile, id).await?, state.world().now_for(tenant));
    let orders = orders.iter().map(|order| view::transaction(order, now)).collect();
    Ok(Json(PresetDetails { preset: shown(preset), orders }))
}

/// Renames, archives or restores a preset.
#[utoipa::path(put, path = "/api/client/v1/presets/{id}", tag = "orders", request_body = ChangePreset,
    params(("id" = String, Path, description = "The preset.")), security(("bearer" = [])),
    responses((status = 200, body = Preset)))]
pub(crate) async fn change_preset(
    State(state): State<AppState>,
    customer: Customer,
    IdInPath(id): IdInPath<kinds::Preset>,
    Body { value: asked, .. }: Body<ChangePreset>,
) -> Result<Json<Preset>, Problem> {
    let owner = TenantProfile { tenant: customer.tenant.id, profile: customer.profile };
    let changed = state.exchange().change_preset(owner, id, asked.name.as_deref(), asked.is_archived).await?;
    Ok(Json(shown(changed)))
}

fn input(asked: PresetRequisite) -> Result<RequisiteInput, Problem> {
    let PresetRequisite { kind, value, memo, full_name } = asked;
    Ok(match kind {
        SavedKind::Address => RequisiteInput::Address { value, memo },
        SavedKind::Iban => {
            let required = || Problem::field(FieldError::new("/requisite/full_name", "required", "field is required"));
            RequisiteInput::Iban { value, full_name: full_name.ok_or_else(required)?, payee: None }
        }
    })
}

fn shown(preset: domain::Preset) -> Preset {
    let domain::Terms { from_currency, source, to_currency, sink, fixed_side, amount, requisite } = preset.terms;
    Preset {
        id: preset.id.to_string(),
        name: preset.name,
        from_currency: CurrencyCode(from_currency),
        from_payway: EndpointCode(source),
        to_currency: CurrencyCode(to_currency),
        to_payway: EndpointCode(sink),
        fixed_side: fixed_side.into(),
        amount: Decimal(amount.to_decimal()),
        requisite: requisite.and_then(shown_requisite),
        is_archived: preset.archived_at.is_some(),
        created_at: preset.created_at,
    }
}

/// `None` for a requisite that is neither an address nor a bank account.
fn shown_requisite(requisite: Requisite) -> Option<PresetRequisite> {
    match requisite {
        Requisite::Address { value, memo } => {
            Some(PresetRequisite { kind: SavedKind::Address, value, memo, full_name: None })
        }
        Requisite::Iban { value, full_name, .. } => {
            Some(PresetRequisite { kind: SavedKind::Iban, value, memo: None, full_name: Some(full_name) })
        }
        Requisite::Card { .. } | Requisite::Customer(_) | Requisite::Code => None,
    }
}
