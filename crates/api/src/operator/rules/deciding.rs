//! Which rules decide the fees of an order.

use axum::Json;
use axum::extract::State;
use exchange::policy::fee_rules::Operation;
use exchange::policy::{Direction, FeePayer};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::edit::amount;
use super::fee_rule::{RuleLine, RuleOperation};
use super::shape::{ProfileIdText, RuleFee, RuleTier, Rules, fee};
use crate::AppState;
use crate::dto::scalar::{CurrencyCode, Decimal, EndpointCode};
use crate::extract::Body;
use crate::operator::principal::Operator;
use crate::problem::{FieldError, Problem};

/// An order, and the rules under which its fees are asked for.
#[derive(Deserialize, ToSchema)]
pub(in crate::operator) struct FeesAsked {
    /// The version that the rules were made from.
    version: u32,
    /// The rules, changed or not.
    rules: Rules,
    /// The given currency.
    from_currency: CurrencyCode,
    /// The source.
    from_payway: EndpointCode,
    /// The received currency.
    to_currency: CurrencyCode,
    /// The destination.
    to_payway: EndpointCode,
    /// The given amount.
    from_amount: Decimal,
    /// The customer's tier. Without it, no rule for a tier applies.
    tier: Option<RuleTier>,
    /// The partner through whom the customer came, by the profile of its API keys.
    partner: Option<ProfileIdText>,
}

/// The fee of one line of a price, and the rule that decides it.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::operator) struct DecidedFee {
    /// The line.
    line: RuleLine,
    /// The name of the rule. Absent if the base fee applies.
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<String>,
    /// What it charges. Of the network fee, the margin on the estimate.
    fee: RuleFee,
}

/// The fees of an order.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::operator) struct DecidedFees {
    /// The operation. Absent for a movement without fees.
    #[serde(skip_serializing_if = "Option::is_none")]
    operation: Option<RuleOperation>,
    /// The fees.
    fees: Vec<DecidedFee>,
}

/// Returns the rules that decide the fees of an order, under the given rules.
///
/// Writes nothing.
#[utoipa::path(post, path = "/api/operator/v1/rules/fees", tag = "rules", security(("session" = ["policies.read"])),
    request_body = FeesAsked, responses((status = 200, body = DecidedFees)))]
pub(in crate::operator) async fn ask_fees(
    State(state): State<AppState>,
    operator: Operator,
    Body { value: asked, .. }: Body<FeesAsked>,
) -> Result<Json<DecidedFees>, Problem> {
    let direction = Direction {
        from_currency: asked.from_currency.0,
        source: asked.from_payway.0,
        to_currency: asked.to_currency.0,
        sink: asked.to_payway.0,
    };
    let given = amount(&asked.from_amount, direction.from_currency, "/from_amount").map_err(Problem::field)?;
    let unknown = |_| Problem::field(FieldError::new("/partner", "invalid", "must be the id of a profile"));
    let partner = asked.partner.map(|id| id.0.parse().map_err(unknown)).transpose()?;
    let payer = FeePayer { tier: asked.tier.map(|tier| tier.0), partner };
    let policy = super::changed(&state, &operator, asked.version, asked.rules).await?;
    let fees = state.exchange().fees_under(operator.tenant.id, &policy, (&direction, &payer), given).await?;
    let decided =
        fees.into_iter().map(|one| DecidedFee { line: one.line.into(), rule: one.rule, fee: fee(&one.terms) });
    let operation = Operation::of(&direction).map(Into::into);
    Ok(Json(DecidedFees { operation, fees: decided.collect() }))
}
