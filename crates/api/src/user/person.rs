use axum::Json;
use axum::extract::State;
use chrono::{DateTime, NaiveDate, Utc};
use identity::{Personal, PersonalUpdate, User, UserUpdate};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::AppState;
use crate::dto::people::HomeAddress;
use crate::extract::{Authenticated, Body, CameFrom};
use crate::problem::Problem;

/// The person who is signed in.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct UserInfo {
    /// The person.
    #[schema(example = "usr_019a0000000070008000000000000001")]
    uuid: String,
    /// Where their codes go.
    email: String,
    /// Given name.
    #[serde(skip_serializing_if = "Option::is_none")]
    first_name: Option<String>,
    /// Family name.
    #[serde(skip_serializing_if = "Option::is_none")]
    last_name: Option<String>,
    /// Their telephone, once it has answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    phone: Option<String>,
    /// Where they live, if they have said so.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "PL")]
    residence_country: Option<String>,
    /// When they were born, if they have said so.
    #[serde(skip_serializing_if = "Option::is_none")]
    date_of_birth: Option<NaiveDate>,
    /// Their home, as far as they have said.
    address: HomeAddress,
    /// Their open profiles, the default one first.
    profiles_id: Vec<String>,
    /// When they first signed in.
    created_at: DateTime<Utc>,
    /// When the account is deleted, if they have asked for that.
    #[serde(skip_serializing_if = "Option::is_none")]
    closes_at: Option<DateTime<Utc>>,
}

impl UserInfo {
    pub(super) fn of(user: User, personal: Option<Personal>) -> Self {
        let date_of_birth = personal.as_ref().map(|personal| personal.birth_date);
        let home = |known: Personal| HomeAddress { street: known.street, city: known.city, postcode: known.postcode };
        Self {
            uuid: user.id.to_string(),
            email: user.email,
            first_name: user.first_name,
            last_name: user.last_name,
            phone: user.phone,
            residence_country: user.residence.map(|country| country.to_string()),
            date_of_birth,
            address: personal.map(home).unwrap_or_default(),
            profiles_id: user.profiles.iter().map(ToString::to_string).collect(),
            created_at: user.created_at,
            closes_at: user.closes_at,
        }
    }
}

/// What a person changes about themselves. What is left out stays.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct UserChange {
    /// 2 to 50 Latin or Cyrillic letters, apostrophes, spaces, dots and dashes; each word in one alphabet.
    #[schema(min_length = 2, max_length = 50)]
    first_name: Option<String>,
    /// By the same rule.
    #[schema(min_length = 2, max_length = 50)]
    last_name: Option<String>,
    /// ISO 3166-1 alpha-2; 451 `COUNTRY_NOT_ALLOWED` for a country whose residents cannot be customers.
    #[schema(example = "PL")]
    residence_country: Option<String>,
    /// Of somebody who is 18 or older.
    date_of_birth: Option<NaiveDate>,
    /// Home; complete with street, city and, where the country of residence has them, postal code it counts as declared.
    address: Option<HomeAddress>,
}

/// Who is signed in.
#[utoipa::path(get, path = "/api/client/v1/user", tag = "user", security(("bearer" = [])),
    responses((status = 200, body = UserInfo)))]
pub(crate) async fn get_user(State(state): State<AppState>, who: Authenticated) -> Result<Json<UserInfo>, Problem> {
    let user = state.identity().user(who.tenant.id, who.principal.user).await?;
    let personal = state.identity().personal(who.tenant.id, who.principal.user).await?;
    Ok(Json(UserInfo::of(user, personal)))
}

/// Changes what a person says about themselves. What was verified by a document stays as it is: 409 `CONFLICT_ERROR`.
#[utoipa::path(put, path = "/api/client/v1/user", tag = "user", security(("bearer" = [])), request_body = UserChange,
    responses((status = 200, body = UserInfo)))]
pub(crate) async fn update_user(
    State(state): State<AppState>,
    who: Authenticated,
    CameFrom(context): CameFrom,
    body: Body<UserChange>,
) -> Result<Json<UserInfo>, Problem> {
    let UserChange { first_name, last_name, residence_country, date_of_birth, address } = body.value;
    let HomeAddress { street, city, postcode } = address.unwrap_or_default();
    let personal = PersonalUpdate { birth_date: date_of_birth, street, city, postcode };
    let update = UserUpdate { first_name, last_name, residence: residence_country, personal };
    let forbidden = state.forbidden(&who.tenant).await?;
    let (identity, id) = (state.identity(), who.principal.user);
    let user = identity.update_user(&who.tenant, id, update, &forbidden, &context).await?;
    let personal = identity.personal(who.tenant.id, id).await?;
    Ok(Json(UserInfo::of(user, personal)))
}
