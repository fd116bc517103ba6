//! The network fees of a transaction's payouts, and the act that raises one.

use axum::Json;
use axum::extract::State;
use chrono::{DateTime, Utc};
use exchange::rails::{FeeBounds, FeeRefusal, PayoutFee, PayoutTransaction, RaiseError};
use identity::operator::{Action, OperatorAction, Permission, Resource, may};
use kernel::{ErrorKind, kinds};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::super::act::{ActInfo, act};
use super::super::principal::Operator;
use crate::AppState;
use crate::dto::page::List;
use crate::dto::scalar::Money;
use crate::extract::{Body, CameFrom, IdInPath};
use crate::problem::{FieldError, Problem};

/// The permission to propose a raise, as in the approval matrix.
const MAY_PROPOSE: Permission = Permission(Resource::Payouts, Action::Resolve);

/// Why a network fee cannot be raised.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum FeeObstacle {
    /// It was not sent yet.
    NotSent,
    /// A block contains it, or it has ended.
    NotUnconfirmed,
    /// It was replaced as often as allowed.
    TooOften,
    /// The change output cannot pay more.
    ChangeTooSmall,
    /// The rate is the network's maximum.
    AtCeiling,
}

/// The fee rates that a replacement may have, in the smallest units per 1000 virtual bytes.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct FeeRates {
    /// The present rate.
    present: u64,
    /// The node's estimate for the next blocks.
    estimate: u64,
    /// The least that nodes accept as a replacement.
    least: u64,
    /// The highest that is possible.
    most: u64,
    /// The rate to propose. Absent if no rate is possible.
    #[serde(skip_serializing_if = "Option::is_none")]
    proposed: Option<u64>,
    /// The size of the transaction in virtual bytes.
    vbytes: u64,
}

/// A transaction of a payout: the original, or a replacement with a higher fee. All spend the same inputs, so one of them
/// is confirmed.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct FeeTransaction {
    /// Transaction hash.
    txid: String,
    /// Fee.
    fee: Money,
    /// Time at which it was built.
    made_at: DateTime<Utc>,
    /// Whether it is the present one: the confirmed one, or the latest.
    is_present: bool,
}

/// The network fee of a payout.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::operator) struct NetworkFeeInfo {
    /// Index of the leg, from zero.
    leg: u16,
    /// Network.
    #[schema(example = "litecoin")]
    network: String,
    /// Whether no block contains it.
    is_unconfirmed: bool,
    /// The possible rates. Absent if it is confirmed.
    #[serde(skip_serializing_if = "Option::is_none")]
    rates: Option<FeeRates>,
    /// Why the fee cannot be raised. Absent if it can.
    #[serde(skip_serializing_if = "Option::is_none")]
    obstacle: Option<FeeObstacle>,
    /// Whether the role of the requesting operator may propose it.
    can_propose: bool,
    /// Its transactions, oldest first.
    transactions: Vec<FeeTransaction>,
    /// The maximum number of replacements.
    replacements_max: u32,
}

impl NetworkFeeInfo {
    fn of(fee: PayoutFee, can_propose: bool) -> Self {
        Self {
            leg: fee.leg,
            network: fee.network.code().to_owned(),
            is_unconfirmed: fee.is_unconfirmed,
            rates: fee.rate.zip(fee.bounds).map(|(present, bounds)| FeeRates::of(present, bounds)),
            obstacle: fee.refused.map(FeeObstacle::from),
            can_propose,
            transactions: fee.transactions.into_iter().map(FeeTransaction::from).collect(),
            replacements_max: fee.replacements_max,
        }
    }
}

impl FeeRates {
    fn of(present: u64, bounds: FeeBounds) -> Self {
        let FeeBounds { vbytes, estimate, least, most, .. } = bounds;
        Self { present, estimate, least, most, proposed: bounds.proposed(), vbytes }
    }
}

impl From<PayoutTransaction> for FeeTransaction {
    fn from(one: PayoutTransaction) -> Self {
        Self { txid: one.txid, fee: one.fee.into(), made_at: one.made_at, is_present: one.is_present }
    }
}

impl From<FeeRefusal> for FeeObstacle {
    fn from(refusal: FeeRefusal) -> Self {
        match refusal {
            FeeRefusal::NotSent => Self::NotSent,
            FeeRefusal::NotUnconfirmed | FeeRefusal::Changed => Self::NotUnconfirmed,
            FeeRefusal::TooOften(_) => Self::TooOften,
            FeeRefusal::ChangeTooSmall | FeeRefusal::TooLow { .. } => Self::ChangeTooSmall,
            FeeRefusal::AtCeiling | FeeRefusal::TooHigh { .. } => Self::AtCeiling,
        }
    }
}

impl From<RaiseError> for Problem {
    fn from(error: RaiseError) -> Self {
        let refusal = match error {
            RaiseError::Unknown => return Self::not_found(),
            RaiseError::Rail(error) => {
                return crate::problem::domain(ErrorKind::Unavailable, "SERVICE_UNAVAILABLE", &error);
            }
            RaiseError::Refused(refusal) => refusal,
        };
        let range = |rule: &'static str, rate: u64| {
            Self::field(FieldError::new("/rate", rule, refusal.to_string()).with("rate", rate))
        };
        match refusal {
            FeeRefusal::TooLow { least } => range("min", least),
            FeeRefusal::TooHigh { most } => range("max", most),
            FeeRefusal::TooOften(_) | FeeRefusal::ChangeTooSmall | FeeRefusal::AtCeiling => {
                Self::new(ErrorKind::Conflict, "NETWORK_FEE_NOT_RAISABLE", sentence(refusal))
            }
            FeeRefusal::NotSent | FeeRefusal::NotUnconfirmed | FeeRefusal::Changed => {
                Self::new(ErrorKind::Conflict, "CONFLICT_ERROR", sentence(refusal))
            }
        }
    }
}

/// The text of a refusal as a sentence.
fn sentence(refusal: FeeRefusal) -> String {
    let text = refusal.to_string();
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).chain(['.']).collect())
}

/// A raise of a network fee.
#[derive(Deserialize, ToSchema)]
pub(in crate::operator) struct FeeRaiseBody {
    /// Index of the payout's leg, from zero.
    leg: u16,
    /// The new fee rate in the smallest units per 1000 virtual bytes.
    #[schema(minimum = 1)]
    rate: u64,
    /// Reason for the audit log, 8 to 500 characters.
    #[schema(min_length = 8, max_length = 500)]
    reason: String,
}

/// Returns the network fees of the payouts of one transaction, by leg.
///
/// Contains payouts on Bitcoin and Litecoin that were signed. 503 if the network's node does not answer.
#[utoipa::path(get, path = "/api/operator/v1/movements/{id}/network-fees", tag = "movements",
    security(("session" = ["orders.read"])), params(("id" = String, Path, description = "The movement.")),
    responses((status = 200, body = List<NetworkFeeInfo>)))]
pub(in crate::operator) async fn list_network_fees(
    State(state): State<AppState>,
    operator: Operator,
    IdInPath(id): IdInPath<kinds::Transaction>,
) -> Result<Json<List<NetworkFeeInfo>>, Problem> {
    let tenant = operator.tenant.id;
    state.exchange().find(tenant, id).await?;
    let found = state.payout_fees().payout_fees(tenant, id).await.map_err(RaiseError::from)?;
    let can_propose = may(operator.who.role, MAY_PROPOSE);
    Ok(Json(List { data: found.into_iter().map(|fee| NetworkFeeInfo::of(fee, can_propose)).collect() }))
}

/// Proposes to replace the unconfirmed transaction of a payout by one with a higher network fee.
///
/// A second operator must approve it. The platform pays the difference. 400 if the rate is outside the possible range; 409
/// `NETWORK_FEE_NOT_RAISABLE` if no higher fee is possible; 409 `CONFLICT_ERROR` if the payout is not unconfirmed.
#[utoipa::path(post, path = "/api/operator/v1/movements/{id}/raise-fee", tag = "movements",
    security(("session" = ["orders.read", "payouts.resolve"])),
    params(("id" = String, Path, description = "The movement.")), request_body = FeeRaiseBody,
    responses((status = 200, body = ActInfo)))]
pub(in crate::operator) async fn raise_network_fee(
    State(state): State<AppState>,
    operator: Operator,
    CameFrom(context): CameFrom,
    IdInPath(id): IdInPath<kinds::Transaction>,
    body: Body<FeeRaiseBody>,
) -> Result<Json<ActInfo>, Problem> {
    let FeeRaiseBody { leg, rate, reason } = body.value;
    let tenant = operator.tenant.id;
    state.exchange().find(tenant, id).await?;
    let raise = state.payout_fees().plan_raise(tenant, id, leg, rate).await?;
    act(&state, &operator, OperatorAction::RaiseFee(raise), &reason, &context).await
}
