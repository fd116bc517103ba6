//! The customer's settings: language, theme, currency of totals, small balances.

use axum::Json;
use axum::extract::State;
use identity::{Language, Settings, SettingsUpdate, Theme};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::AppState;
use crate::dto::scalar::{CurrencyCode, LanguageCode, ThemeName};
use crate::extract::{Authenticated, Body};
use crate::problem::{FieldError, Problem};

/// Settings of a customer.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct UserSettings {
    /// Language of screens and emails.
    #[schema(example = "en")]
    language: &'static str,
    /// `system`, `light` or `dark`.
    #[schema(example = "system")]
    theme: &'static str,
    /// Currency of totals.
    main_currency: CurrencyCode,
    /// Whether lists omit balances of negligible value.
    hide_small_balances: bool,
}

impl From<Settings> for UserSettings {
    fn from(settings: Settings) -> Self {
        Self {
            language: settings.language.code(),
            theme: settings.theme.code(),
            main_currency: CurrencyCode(settings.main_currency),
            hide_small_balances: settings.hide_small_balances,
        }
    }
}

/// Changes of settings. Omitted fields remain unchanged.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct SettingsChange {
    /// `en`, `uk`, `ru` or `pl`.
    #[schema(value_type = Option<LanguageCode>, example = "uk")]
    language: Option<String>,
    /// `system`, `light` or `dark`.
    #[schema(value_type = Option<ThemeName>, example = "dark")]
    theme: Option<String>,
    /// Currency of totals.
    main_currency: Option<CurrencyCode>,
    /// Whether lists omit balances of negligible value.
    hide_small_balances: Option<bool>,
}

/// Returns the settings.
#[utoipa::path(get, path = "/api/client/v1/user/settings", tag = "user", security(("bearer" = [])),
    responses((status = 200, body = UserSettings)))]
pub(crate) async fn get_settings(
    State(state): State<AppState>,
    who: Authenticated,
) -> Result<Json<UserSettings>, Problem> {
    let user = state.identity().user(who.tenant.id, who.principal.user).await?;
    Ok(Json(user.settings.into()))
}

/// Changes settings.
#[utoipa::path(put, path = "/api/client/v1/user/settings", tag = "user", security(("bearer" = [])),
    request_body = SettingsChange, responses((status = 200, body = UserSettings)))]
pub(crate) async fn update_settings(
    State(state): State<AppState>,
    who: Authenticated,
    body: Body<SettingsChange>,
) -> Result<Json<UserSettings>, Problem> {
    let change = body.value;
    let update = SettingsUpdate {
        language: one_of("language", change.language.as_deref(), Language::from_code, "en, uk, ru or pl")?,
        theme: one_of("theme", change.theme.as_deref(), Theme::from_code, "system, light or dark")?,
        main_currency: change.main_currency.map(|code| code.0),
        hide_small_balances: change.hide_small_balances,
    };
    let settings = state.identity().update_settings(who.tenant.id, who.principal.user, update).await?;
    Ok(Json(settings.into()))
}

fn one_of<T>(
    field: &str,
    given: Option<&str>,
    read: impl Fn(&str) -> Option<T>,
    choices: &str,
) -> Result<Option<T>, Problem> {
    let refused = || Problem::field(FieldError::new(format!("/{field}"), "one_of", format!("must be {choices}")));
    given.map(|word| read(word).ok_or_else(refused)).transpose()
}
