//! Payers and destinations of a transaction, unmasked, for a reason that the audit log records.

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

/// Payers and destinations of a transaction, unmasked.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::operator) struct MovementParties {
    /// Payers as reported by the rails, oldest payment first.
    payers: Vec<PayerInfo>,
    /// Destinations of payouts, in leg order. Refunds to the source of the payment are not included.
    payees: Vec<RequisiteInfo>,
}

/// A payer.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PayerInfo {
    /// Reference of the payment on the rail.
    reference: String,
    /// The payer, as reported by the rail.
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
        Destination::Payer { .. } | Destination::Issuer { .. } => None,
    });
    MovementParties { payers: told.collect(), payees: payees.collect() }
}

/// Returns the payers and destinations of a transaction, unmasked.
///
/// The access and its reason are recorded in the audit log.
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
