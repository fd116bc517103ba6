//! Nodes and sources of prices, which the server's settings connect: an operator switches them off for the tenant, and two
//! switch them on.

use axum::Json;
use axum::extract::State;
use exchange::connection_pause::ServerConnection;
use exchange::rails::ConnectedTo;
use identity::operator::{BankAct, OperatorAction, ServerConnectionSwitch};
use kernel::{ErrorKind, Network};
use serde::Deserialize;
use utoipa::ToSchema;

use super::act::{ActInfo, act};
use super::connection_health::{ConnectedToName, known_connections};
use super::principal::Operator;
use crate::AppState;
use crate::extract::{Body, CameFrom};
use crate::problem::{FieldError, Problem};

/// A switch of a node or of a source of prices.
#[derive(Deserialize, ToSchema)]
pub(super) struct ServerConnectionBody {
    /// The other side: `chain` or `rates`.
    to: ConnectedToName,
    /// Its name, as in the list of connections.
    #[schema(min_length = 1, max_length = 100, example = "Litecoin")]
    name: String,
    /// On, or off.
    is_on: bool,
    /// Reason for the audit log and for operators, 8 to 500 characters.
    #[schema(min_length = 8, max_length = 500)]
    reason: String,
}

/// The connection of this name. `None` if it is none that the server's settings make.
fn named(to: ConnectedTo, name: &str) -> Option<ServerConnection> {
    match to {
        ConnectedTo::Chain => Network::all().find(|network| network.name() == name).map(ServerConnection::Chain),
        ConnectedTo::Rates => Some(ServerConnection::Rates(name.to_owned())),
        ConnectedTo::Bank | ConnectedTo::Cards | ConnectedTo::Mail | ConnectedTo::Texts => None,
    }
}

/// Switches a node or a source of prices off for the tenant, or proposes to switch it on, which a second operator approves.
///
/// While a node is off, its payways are off: quotes and orders are refused, and payouts wait. What arrives is seen and
/// credited. While a source of prices is off, prices are made of the others. 409 `CONFLICT_ERROR` if it is switched so
/// already. It takes effect within 30 seconds.
#[utoipa::path(post, path = "/api/operator/v1/connections/server/switch", tag = "connections",
    security(("session" = ["treasury.write"])), request_body = ServerConnectionBody,
    responses((status = 200, body = ActInfo)))]
pub(super) async fn switch_server_connection(
    State(state): State<AppState>,
    operator: Operator,
    CameFrom(context): CameFrom,
    Body { value: asked, .. }: Body<ServerConnectionBody>,
) -> Result<Json<ActInfo>, Problem> {
    state.identity().may_at_bank(&operator.who, BankAct::MakeConnection)?;
    let ServerConnectionBody { to, name, is_on, reason } = asked;
    let unknown = || Problem::field(FieldError::new("/name", "invalid", "There is no such connection"));
    let connection = named(to.0, &name).ok_or_else(unknown)?;
    let known = known_connections(&state, &operator).await?;
    let found = known.iter().find(|one| one.health.to == to.0 && one.health.name == name).ok_or_else(unknown)?;
    if found.pause.is_none() == is_on {
        let why = if is_on { "The connection is on already." } else { "The connection is off already." };
        return Err(Problem::new(ErrorKind::Conflict, "CONFLICT_ERROR", why));
    }
    let (connection, rail) = (connection.to_string(), to.0.code().to_owned());
    let switch = ServerConnectionSwitch { connection, rail, name, is_on };
    act(&state, &operator, OperatorAction::SwitchServerConnection(switch), &reason, &context).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_nodes_and_sources_of_prices_are_switched_here() {
        let litecoin = Some(ServerConnection::Chain(Network::Litecoin));
        assert_eq!(named(ConnectedTo::Chain, Network::Litecoin.name()), litecoin);
        assert_eq!(named(ConnectedTo::Chain, "Kraken"), None);
        assert_eq!(named(ConnectedTo::Rates, "Kraken"), Some(ServerConnection::Rates("Kraken".to_owned())));
        assert_eq!(named(ConnectedTo::Cards, "Kraken"), None);
    }
}
