//! The tenant's public configuration, which the app loads before sign-in: brand, languages, features, sign-in methods.

use axum::Json;
use axum::extract::State;
use identity::{Mark, Tenant};

use crate::AppState;
use crate::dto::catalogue::{BrandInfo, Config, MarkShape, TenantInfo};
use crate::extract::TenantHost;

/// Returns the public configuration that the app needs before sign-in.
#[utoipa::path(get, path = "/api/client/v1/config", tag = "catalogue", security(()),
    responses((status = 200, body = Config)))]
pub(crate) async fn config(State(state): State<AppState>, TenantHost(tenant): TenantHost) -> Json<Config> {
    Json(config_of(&state, &tenant))
}

pub(crate) fn config_of(state: &AppState, tenant: &Tenant) -> Config {
    Config {
        tenant: TenantInfo {
            name: tenant.name.clone(),
            slug: tenant.slug.clone(),
            brand: BrandInfo {
                color: tenant.brand.color.clone(),
                corners: tenant.brand.corners.code().to_owned(),
                mark: tenant.brand.mark.as_ref().map(shapes),
                support_email: tenant.brand.support_email.clone(),
            },
            languages: tenant.languages.iter().map(|language| language.code().to_owned()).collect(),
            features: tenant.features.iter().map(|feature| feature.code().to_owned()).collect(),
            sign_in: sign_in(state, tenant),
            phone_channels: state.phone_channels(tenant).iter().map(|channel| channel.code().to_owned()).collect(),
            telegram_bot: state.identity().telegram_bot(tenant),
            excluded_countries: tenant.excluded_countries.clone(),
            payout_hold_hours: tenant.payout_hold_hours,
        },
        sandbox: tenant.sandbox,
        server_time: state.world().now(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
    }
}

fn sign_in(state: &AppState, tenant: &Tenant) -> Vec<String> {
    let offered = state.identity().offered(tenant).into_iter().map(|provider| provider.code());
    std::iter::once("email").chain(offered).map(str::to_owned).collect()
}

fn shapes(mark: &Mark) -> Vec<MarkShape> {
    mark.shapes().iter().map(|shape| MarkShape { d: shape.d.clone(), opacity: shape.opacity }).collect()
}
