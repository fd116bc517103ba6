//! The profile that a key acts for.

use axum::Json;
use serde::Serialize;
use utoipa::ToSchema;

use super::auth::Partner;
use crate::dto::scalar::CountryCode;

/// The profile of the key, and what the key may do. It has no personal data.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct PartnerProfile {
    /// The profile.
    #[schema(example = "prf_019a0000000070008000000000000001")]
    profile_id: String,
    /// The API key of the request.
    #[schema(example = "key_019a0000000070008000000000000001")]
    key_id: String,
    /// Name of the key.
    #[schema(example = "Shop")]
    key_name: String,
    /// Scopes of the key.
    #[schema(example = json!(["wallet:read"]))]
    scopes: Vec<String>,
    /// Whether real money moves.
    livemode: bool,
    /// Country of residence of the owner, if known: it decides what is offered.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<CountryCode>, example = "PL")]
    residence: Option<String>,
}

/// Returns the profile that the key acts for, and what the key may do.
#[utoipa::path(get, path = "/api/partner/v1/profile", tag = "profile",
    security(("key" = ["wallet:profile_read"])), responses((status = 200, body = PartnerProfile)))]
pub(super) async fn get_profile(partner: Partner) -> Json<PartnerProfile> {
    let (key, tenant) = (&partner.known.key, &partner.tenant);
    let residence = partner.principal.customer_status(tenant).residence;
    Json(PartnerProfile {
        profile_id: key.profile.to_string(),
        key_id: key.id.to_string(),
        key_name: key.name.clone(),
        scopes: key.scopes.clone(),
        livemode: !tenant.sandbox,
        residence: residence.map(|country| country.code().to_owned()),
    })
}
