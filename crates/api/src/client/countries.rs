//! The list of countries, and whether their residents can become customers.

use axum::Json;
use axum::extract::State;
use kernel::Country;

use crate::AppState;
use crate::dto::page::List;
use crate::dto::people::CountryInfo;
use crate::extract::TenantHost;
use crate::problem::Problem;

/// Countries that exist in the sandbox only.
const SIMULATED: [&str; 3] = ["XE", "XN", "ZZ"];

/// Lists all countries, and whether their residents can become customers.
#[utoipa::path(get, path = "/api/client/v1/countries", tag = "catalogue", security(()),
    responses((status = 200, body = List<CountryInfo>)))]
pub(crate) async fn list_countries(
    State(state): State<AppState>,
    TenantHost(tenant): TenantHost,
) -> Result<Json<List<CountryInfo>>, Problem> {
    let forbidden = state.forbidden(&tenant).await?;
    let simulated = SIMULATED.iter().filter(|_| tenant.sandbox).filter_map(|code| code.parse::<Country>().ok());
    let info = |country: Country| CountryInfo {
        code: country.to_string(),
        is_allowed: !forbidden.contains(&country),
        is_eea: country.is_eea(),
    };
    Ok(Json(List { data: Country::all().chain(simulated).map(info).collect() }))
}
