//! Wallets that a browser opens to pay an order by card.

use axum::Json;
use axum::extract::State;
use exchange::ExchangeError;
use exchange::rails::{self, WalletRequest};
use exchange::transaction::{Collect, CollectState, Instructions};
use kernel::kinds;

use crate::AppState;
use crate::dto::wallet_session::{WalletSession, WalletSessions};
use crate::extract::{AskedHost, Customer, IdInPath};
use crate::problem::Problem;

/// Lists the wallets that can pay a card payment, each with what the browser's Payment Request API needs to open it.
///
/// Send the wallet's answer to `payment/card`. A sandbox lists none: its wallets are simulated. 503 if the acquirer does
/// not answer.
#[utoipa::path(get, path = "/api/client/v1/transactions/{id}/payment/wallets", tag = "transactions",
    params(("id" = String, Path, description = "The transaction.")), security(("bearer" = [])),
    responses((status = 200, body = WalletSessions)))]
pub(crate) async fn list_wallet_sessions(
    State(state): State<AppState>,
    customer: Customer,
    AskedHost(host): AskedHost,
    IdInPath(id): IdInPath<kinds::Transaction>,
) -> Result<Json<WalletSessions>, Problem> {
    let tenant = customer.tenant.id;
    let order = state.exchange().get(tenant, customer.profile, id).await?;
    let Some(collect) = order.collect().filter(|collect| waits_for_card(collect)) else {
        return Ok(Json(WalletSessions { data: Vec::new() }));
    };
    let host = without_port(&host).to_owned();
    let request = WalletRequest { transaction: id, amount: collect.expected, host };
    let found = state.acquirer().wallet_sessions(tenant, &request).await.map_err(ExchangeError::from)?;
    Ok(Json(WalletSessions { data: found.into_iter().map(shown).collect() }))
}

/// Whether a card can be charged now.
fn waits_for_card(collect: &Collect) -> bool {
    let is_card = matches!(collect.instructions, Instructions::Card { .. });
    is_card && matches!(collect.state, CollectState::Waiting | CollectState::Declined)
}

/// A host without its port. An IPv6 address keeps its brackets.
fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    }
}

fn shown(session: rails::WalletSession) -> WalletSession {
    let rails::WalletSession { kind, label, data, merchant_session } = session;
    WalletSession { kind: kind.into(), label, data, merchant_session }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wallet_is_told_the_name_of_the_host() {
        for (host, name) in
            [("east.example:8443", "east.example"), ("east.example", "east.example"), ("[::1]", "[::1]")]
        {
            assert_eq!(without_port(host), name);
        }
    }
}
