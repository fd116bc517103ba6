//! The signed-in customer's personal data: read and change.

use axum::Json;
use axum::extract::State;
use chrono::{DateTime, NaiveDate, Utc};
use identity::{Personal, PersonalUpdate, User, UserUpdate};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::AppState;
use crate::dto::people::HomeAddress;
use crate::dto::scalar::CountryCode;
use crate::extract::{Authenticated, Body, CameFrom};
use crate::problem::Problem;

/// The signed-in customer.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct UserInfo {
    /// Id of the customer.
    #[schema(example = "usr_019a0000000070008000000000000001")]
    uuid: String,
    /// Email. One-time codes are sent to it.
    email: String,
    /// Whether emails to it came back, so that none are sent until it works again.
    email_bounced: bool,
    /// Given name.
    #[serde(skip_serializing_if = "Option::is_none")]
    first_name: Option<String>,
    /// Family name.
    #[serde(skip_serializing_if = "Option::is_none")]
    last_name: Option<String>,
    /// Verified phone number.
    #[serde(skip_serializing_if = "Option::is_none")]
    phone: Option<String>,
    /// Country of residence, if declared.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "PL")]
    residence_country: Option<String>,
    /// Date of birth, if declared.
    #[serde(skip_serializing_if = "Option::is_none")]
    date_of_birth: Option<NaiveDate>,
    /// Home address, as far as declared.
    address: HomeAddress,
    /// Ids of open profiles, the default one first.
    profiles_id: Vec<String>,
    /// Time of the first sign-in.
    created_at: DateTime<Utc>,
    /// When the account will be closed, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    closes_at: Option<DateTime<Utc>>,
    /// Until when nothing can be sent out (422 `PAYOUTS_HELD`), after a recent change of the account's security.
    /// Absent without a hold.
    #[serde(skip_serializing_if = "Option::is_none")]
    payouts_held_until: Option<DateTime<Utc>>,
}

impl UserInfo {
    /// Reads the customer's current data, including the changes of this request.
    pub(super) async fn read(state: &AppState, who: &Authenticated, user: User) -> Result<Self, Problem> {
        let personal = state.identity().personal(who.tenant.id, user.id).await?;
        let customer_status = state.identity().customer_status(&who.tenant, user.id).await?;
        Ok(Self::of(user, personal, customer_status.payouts_held(state.world().now_for(who.tenant.id))))
    }

    fn of(user: User, personal: Option<Personal>, payouts_held_until: Option<DateTime<Utc>>) -> Self {
        let date_of_birth = personal.as_ref().map(|personal| personal.birth_date);
        let home = |known: Personal| HomeAddress { street: known.street, city: known.city, postcode: known.postcode };
        Self {
            uuid: user.id.to_string(),
            email: user.email,
            email_bounced: user.mail_bounced_at.is_some(),
            first_name: user.first_name,
            last_name: user.last_name,
            phone: user.phone,
            residence_country: user.residence.map(|country| country.to_string()),
            date_of_birth,
            address: personal.map(home).unwrap_or_default(),
            profiles_id: user.profiles.iter().map(ToString::to_string).collect(),
            created_at: user.created_at,
            closes_at: user.closes_at,
            payouts_held_until,
        }
    }
}

/// Changes of personal data. Omitted fields remain unchanged.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct UserChange {
    /// 2 to 50 Latin or Cyrillic letters, apostrophes, spaces, dots and dashes. Each word uses one alphabet.
    #[schema(min_length = 2, max_length = 50)]
    first_name: Option<String>,
    /// Same rules as `first_name`.
    #[schema(min_length = 2, max_length = 50)]
    last_name: Option<String>,
    /// ISO 3166-1 alpha-2. 451 `COUNTRY_NOT_ALLOWED` for a country that is not served.
    #[schema(value_type = Option<CountryCode>, example = "PL")]
    residence_country: Option<String>,
    /// The customer must be 18 or older.
    date_of_birth: Option<NaiveDate>,
    /// Home address. Counts as declared once it has street, city and, if the country uses them, postal code.
    address: Option<HomeAddress>,
}

/// Returns the signed-in customer.
#[utoipa::path(get, path = "/api/client/v1/user", tag = "user", security(("bearer" = [])),
    responses((status = 200, body = UserInfo)))]
pub(crate) async fn get_user(State(state): State<AppState>, who: Authenticated) -> Result<Json<UserInfo>, Problem> {
    let user = state.identity().user(who.tenant.id, who.principal.user).await?;
    Ok(Json(UserInfo::read(&state, &who, user).await?))
}

/// Changes personal data.
///
/// 409 `CONFLICT_ERROR` for data that was verified with a document.
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
    Ok(Json(UserInfo::read(&state, &who, user).await?))
}
