//! Individual limits of a customer.

use axum::Json;
use axum::extract::State;
use identity::IdentityError;
use identity::operator::OperatorAction;
use kernel::{Amount, Currency, kinds};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::act::{ActInfo, act};
use super::principal::Operator;
use crate::AppState;
use crate::dto::scalar::Decimal;
use crate::extract::{Body, CameFrom, IdInPath};
use crate::problem::Problem;

/// Individual limits of a customer, in euro.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct IndividualLimits {
    /// Bank and card payments in 24 hours.
    fiat_day: Decimal,
    /// Bank and card payments in 31 days.
    fiat_month: Decimal,
    /// Outgoing crypto in 24 hours.
    crypto_out_day: Decimal,
    /// Outgoing crypto in 31 days.
    crypto_out_month: Decimal,
}

impl From<identity::IndividualLimits> for IndividualLimits {
    fn from(agreed: identity::IndividualLimits) -> Self {
        Self {
            fiat_day: agreed.fiat_day.into(),
            fiat_month: agreed.fiat_month.into(),
            crypto_out_day: agreed.crypto_out_day.into(),
            crypto_out_month: agreed.crypto_out_month.into(),
        }
    }
}

/// New individual limits of a customer.
#[derive(Deserialize, ToSchema)]
pub(super) struct NewLimits {
    /// Bank and card payments in 24 hours, in euro.
    fiat_day: Decimal,
    /// Bank and card payments in 31 days, in euro. Not below the 24-hour limit.
    fiat_month: Decimal,
    /// Outgoing crypto in 24 hours, in euro.
    crypto_out_day: Decimal,
    /// Outgoing crypto in 31 days, in euro. Not below the 24-hour limit.
    crypto_out_month: Decimal,
    /// Reason for the audit log, 8 to 500 characters.
    #[schema(min_length = 8, max_length = 500)]
    reason: String,
}

/// Sets individual limits of a customer at tier T4.
///
/// If the tenant's T3 limits are higher, those apply. Requires approval by a second operator.
#[utoipa::path(post, path = "/api/operator/v1/customers/{id}/limits", tag = "customers",
    security(("session" = ["customers.raise"])), params(("id" = String, Path, description = "The customer.")),
    request_body = NewLimits, responses((status = 200, body = ActInfo)))]
pub(super) async fn agree_customer_limits(
    State(state): State<AppState>,
    operator: Operator,
    CameFrom(context): CameFrom,
    IdInPath(id): IdInPath<kinds::User>,
    body: Body<NewLimits>,
) -> Result<Json<ActInfo>, Problem> {
    let asked = body.value;
    let limits = identity::IndividualLimits {
        fiat_day: euro("fiat_day", &asked.fiat_day)?,
        fiat_month: euro("fiat_month", &asked.fiat_month)?,
        crypto_out_day: euro("crypto_out_day", &asked.crypto_out_day)?,
        crypto_out_month: euro("crypto_out_month", &asked.crypto_out_month)?,
    };
    act(&state, &operator, OperatorAction::AgreeLimits { customer: id, limits }, &asked.reason, &context).await
}

fn euro(field: &'static str, text: &Decimal) -> Result<Amount, Problem> {
    let wrong = |_| Problem::from(IdentityError::field(field, "amount", "Enter an amount in euro."));
    Amount::parse(&text.0, Currency::EUR).map_err(wrong)
}
