use axum::Json;
use axum::extract::State;
use exchange::transaction::{Destination, Leg, Transaction};
use kernel::kinds;
use serde::Serialize;
use utoipa::ToSchema;

use super::super::act::Reason;
use super::super::principal::Operator;
use crate::AppState;
use crate::dto::transaction::RequisiteInfo;
use crate::extract::{Body, CameFrom, IdInPath};
use crate::problem::Problem;
use crate::view::requisite;

/// Where a movement's money goes and who paid, in full.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::operator) struct MovementParties {
    /// Who paid, as the rails told it, oldest payment first.
    payers: Vec<PayerInfo>,
    /// Where payouts go, in the order of the legs; what goes back the way it came is not in it.
    payees: Vec<RequisiteInfo>,
}

/// Who paid.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PayerInfo {
    /// The rail's name of the payment.
    reference: String,
    /// Who, as the rail told it.
    payer: String,
}

fn parties(transaction: &Transaction) -> MovementParties {
    let payments = transaction.legs.iter().filter_map(|leg| match leg {
        Leg::Collect(collect) => Some(&collect.payments),
        _ => None,
    });
    let told = payments
        .flatten()
        .filter_map(|payment| Some(PayerInfo { reference: payment.reference.clone(), payer: payment.payer.clone()? }));
    let payees = transaction.payouts().filter_map(|(_, leg)| match &leg.to {
        Destination::Requisite(place) | Destination::Refund(place) => Some(requisite(place)),
        Destination::Payer { .. } => None,
    });
    MovementParties { payers: told.collect(), payees: payees.collect() }
}

/// Where the money goes and who paid. That somebody looked, and why, is in the log.
#[utoipa::path(post, path = "/api/operator/v1/movements/{id}/reveal", tag = "movements",
    security(("session" = ["orders.read", "personal.read"])),
    params(("id" = String, Path, description = "The movement.")), request_body = Reason,
    responses((status = 200, body = MovementParties)))]
pub(in crate::operator) async fn reveal_movement(
    State(state): State<AppState>,
    operator: Operator,
    CameFrom(context): CameFrom,
    IdInPath(id): IdInPath<kinds::Transaction>,
    body: Body<Reason>,
) -> Result<Json<MovementParties>, Problem> {
    let tenant = operator.tenant.id;
    let transaction = state.exchange().find(tenant, id).await?;
    let who = (&operator.who, &context);
    state.identity().movement_to_reveal(tenant, who, id, &body.value.reason).await?;
    Ok(Json(parties(&transaction)))
}
