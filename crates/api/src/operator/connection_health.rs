//! The health of a tenant's connections, from what the running system knows: no other side is asked.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::State;
use chrono::{DateTime, Utc};
use exchange::connection_pause::{ConnectionPause, ServerConnection};
use exchange::rails::{ConnectedTo, ConnectionError, ConnectionHealth, HealthState};
use exchange::rates::{Board, Dropped};
use serde::Serialize;
use utoipa::ToSchema;

use super::principal::Operator;
use crate::AppState;
use crate::dto::code::coded;
use crate::problem::Problem;

coded! {
    /// The other side of a connection.
    pub(super) type ConnectedToName = ConnectedTo;

    /// The state of a connection.
    pub(super) type HealthName = HealthState;
}

/// What is known of a connection.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ConnectionHealthInfo {
    /// The other side.
    to: ConnectedToName,
    /// Its name; empty if there is only one.
    #[schema(example = "Kraken")]
    name: String,
    /// State.
    state: HealthName,
    /// When it last answered; for a chain, when the scanner was last at its tip. Absent if that is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    answered_at: Option<DateTime<Utc>>,
    /// When it last spoke by itself: its latest webhook or statement.
    #[serde(skip_serializing_if = "Option::is_none")]
    heard_at: Option<DateTime<Utc>>,
    /// Why it does not work.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    /// Whether operators can switch it here. Those of banks and cards have their own switch.
    is_switchable: bool,
    /// Who switched it off. Absent if it is on.
    #[serde(skip_serializing_if = "Option::is_none")]
    off: Option<ConnectionOffInfo>,
}

/// Who switched a connection off, and why.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ConnectionOffInfo {
    /// Why. Customers do not see it.
    reason: String,
    /// The operator.
    by: String,
    /// Since when.
    at: DateTime<Utc>,
}

/// The health of all connections.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ConnectionsHealthInfo {
    /// The connections: bank, cards, chains, price sources, mail, text messages.
    data: Vec<ConnectionHealthInfo>,
}

/// A connection, and who switched it off.
pub(super) struct KnownConnection {
    /// What is known of it.
    pub health: ConnectionHealth,
    /// Who switched it off; `None` if it is on.
    pub pause: Option<ConnectionPause>,
}

fn info(KnownConnection { health, pause }: KnownConnection, now: DateTime<Utc>) -> ConnectionHealthInfo {
    let state = health.state(now).into();
    let is_switchable = matches!(health.to, ConnectedTo::Chain | ConnectedTo::Rates);
    let to = health.to.into();
    let ConnectionHealth { name, answered_at, heard_at, error, .. } = health;
    let off = pause.map(|ConnectionPause { reason, by, at, .. }| ConnectionOffInfo { reason, by, at });
    ConnectionHealthInfo { to, name, state, answered_at, heard_at, error, is_switchable, off }
}

/// The connections with their pauses. One that is off and of which nothing else is known is added, so that it can be
/// switched on.
fn with_pauses(known: Vec<ConnectionHealth>, pauses: Vec<ConnectionPause>) -> Vec<KnownConnection> {
    let mut left = pauses;
    let mut all: Vec<KnownConnection> = Vec::with_capacity(known.len() + left.len());
    for mut health in known {
        let at = left.iter().position(|pause| is_of(pause, &health));
        let pause = at.map(|at| left.remove(at));
        health.is_off = pause.is_some();
        all.push(KnownConnection { health, pause });
    }
    all.extend(left.into_iter().map(|pause| {
        let (to, name) = (side(&pause.connection), pause.connection.name().to_owned());
        let health = ConnectionHealth { to, name, answered_at: None, heard_at: None, error: None, is_off: true };
        KnownConnection { health, pause: Some(pause) }
    }));
    all
}

const fn side(connection: &ServerConnection) -> ConnectedTo {
    match connection {
        ServerConnection::Chain(_) => ConnectedTo::Chain,
        ServerConnection::Rates(_) => ConnectedTo::Rates,
    }
}

fn is_of(pause: &ConnectionPause, health: &ConnectionHealth) -> bool {
    side(&pause.connection) == health.to && pause.connection.name() == health.name
}

/// The sources of a board, each with its newest price. One fails if all of its prices are too old.
fn sources(board: &Board) -> Vec<ConnectionHealth> {
    let mut newest: BTreeMap<&str, (DateTime<Utc>, bool)> = BTreeMap::new();
    for quote in board.rows.iter().flat_map(|row| &row.sources) {
        let is_fresh = quote.dropped != Some(Dropped::Stale);
        let known = newest.entry(&quote.source).or_insert((quote.at, is_fresh));
        *known = (known.0.max(quote.at), known.1 || is_fresh);
    }
    if let (true, Some((name, at))) = (newest.is_empty(), &board.source) {
        newest.insert(name, (*at, true));
    }
    let health = |(name, (at, is_fresh)): (&str, (DateTime<Utc>, bool))| ConnectionHealth {
        to: ConnectedTo::Rates,
        name: name.to_owned(),
        answered_at: Some(at),
        heard_at: None,
        error: (!is_fresh).then(|| "All of its prices are too old.".to_owned()),
        is_off: false,
    };
    newest.into_iter().map(health).collect()
}

/// Tells for each connection when it last answered, its latest error, and its latest webhook or statement.
///
/// It is what the running system knows. No other side is asked.
#[utoipa::path(get, path = "/api/operator/v1/connections/health", tag = "connections",
    security(("session" = ["treasury.read"])), responses((status = 200, body = ConnectionsHealthInfo)))]
pub(super) async fn get_connection_health(
    State(state): State<AppState>,
    operator: Operator,
) -> Result<Json<ConnectionsHealthInfo>, Problem> {
    state.identity().may_read_bank(&operator.who)?;
    let now = state.world().now();
    let known = known_connections(&state, &operator).await?;
    Ok(Json(ConnectionsHealthInfo { data: known.into_iter().map(|one| info(one, now)).collect() }))
}

/// What is known of all connections of the operator's tenant.
pub(super) async fn known_connections(state: &AppState, operator: &Operator) -> Result<Vec<KnownConnection>, Problem> {
    let tenant = operator.tenant.id;
    let unreachable = |error: ConnectionError| {
        Problem::unavailable("The connections cannot be reached.").caused_by(error.to_string())
    };
    let mut known = state.connection_desk().health(tenant).await.map_err(unreachable)?;
    known.extend(sources(&state.exchange().rate_board(tenant).await?));
    for (to, pulse) in
        [ConnectedTo::Mail, ConnectedTo::Texts].into_iter().zip(state.identity().message_pulses(tenant).await?)
    {
        // The errors of jobs may name receivers.
        let error = pulse.error.map(|_| "The latest messages could not be sent.".to_owned());
        let name = String::new();
        known.push(ConnectionHealth { to, name, answered_at: pulse.done_at, heard_at: None, error, is_off: false });
    }
    Ok(with_pauses(known, state.exchange().connection_pauses(tenant).await?))
}

#[cfg(test)]
mod tests {
    use exchange::rates::{BoardRow, SourceQuote};
    use kernel::{Currency, Price};

    use super::*;

    #[test]
    fn a_source_is_as_fresh_as_its_newest_price() {
        let at = |seconds| DateTime::UNIX_EPOCH + chrono::TimeDelta::seconds(seconds);
        let quote = |source: &str, seconds, dropped| SourceQuote {
            source: source.to_owned(),
            price: Price::ONE,
            at: at(seconds),
            dropped,
        };
        let row = |sources| BoardRow { currency: Currency::BTC, price: None, reason: None, is_off: false, sources };
        let rows = vec![
            row(vec![quote("Kraken", 1, Some(Dropped::Stale)), quote("Coinbase", 1, Some(Dropped::Stale))]),
            row(vec![quote("Kraken", 9, Some(Dropped::Outlier))]),
        ];
        let board = |rows| Board { source: Some(("Sandbox market".to_owned(), at(5))), spread_ppm: 0, rows };
        let shown = |board: &Board| {
            let all = sources(board).into_iter();
            all.map(|one| (one.name, one.answered_at, one.error.is_some())).collect::<Vec<_>>()
        };
        let expected = vec![("Coinbase".to_owned(), Some(at(1)), true), ("Kraken".to_owned(), Some(at(9)), false)];
        assert_eq!(shown(&board(rows)), expected);
        assert_eq!(shown(&board(Vec::new())), [("Sandbox market".to_owned(), Some(at(5)), false)]);
    }

    #[test]
    fn a_connection_that_is_off_says_so_also_if_nothing_else_is_known_of_it() {
        let rates = |name: &str| ConnectionHealth {
            to: ConnectedTo::Rates,
            name: name.to_owned(),
            answered_at: None,
            heard_at: None,
            error: None,
            is_off: false,
        };
        let off = |name: &str| ConnectionPause {
            connection: ServerConnection::Rates(name.to_owned()),
            reason: "it is wrong".to_owned(),
            by: "tom@bank.example".to_owned(),
            at: DateTime::UNIX_EPOCH,
        };
        let all = with_pauses(vec![rates("Kraken"), rates("Coinbase")], vec![off("Coinbase"), off("Binance")]);
        let shown: Vec<_> = all
            .into_iter()
            .map(|one| info(one, DateTime::UNIX_EPOCH))
            .map(|one| (one.name, one.off.is_some()))
            .collect();
        let expected = [("Kraken", false), ("Coinbase", true), ("Binance", true)];
        assert_eq!(shown, expected.map(|(name, is_off)| (name.to_owned(), is_off)));
    }
}
