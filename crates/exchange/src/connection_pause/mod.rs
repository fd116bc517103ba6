//! Connections that the server's settings make and an operator of a tenant has switched off: the node of a network, or a
//! source of prices. Pure.

pub(crate) mod store;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use chrono::{DateTime, Utc};
use kernel::{Network, Payway};
use uuid::Uuid;

use crate::payway_pause::{PauseCause, PausedFlow, PaywayPause};

/// A connection that the server's settings make.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum ServerConnection {
    /// The node of a network.
    Chain(Network),
    /// A source of prices, by its name.
    Rates(String),
}

impl ServerConnection {
    /// Reads what [`fmt::Display`] writes. `None` for a network that this version does not know.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        match text.split_once(' ')? {
            ("chain", code) => Network::all().find(|network| network.code() == code).map(Self::Chain),
            ("rates", name) if !name.is_empty() => Some(Self::Rates(name.to_owned())),
            _ => None,
        }
    }

    /// Its name, as in the list of connections.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Chain(network) => network.name(),
            Self::Rates(name) => name,
        }
    }
}

impl fmt::Display for ServerConnection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Chain(network) => write!(f, "chain {}", network.code()),
            Self::Rates(name) => write!(f, "rates {name}"),
        }
    }
}

/// A connection that is off. Customers do not see its reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConnectionPause {
    /// The connection.
    pub connection: ServerConnection,
    /// Why, for operators.
    pub reason: String,
    /// Email of the operator who switched it off.
    pub by: String,
    /// Since when.
    pub at: DateTime<Utc>,
}

/// The pauses of the payways whose node is off. Customers read that the network has a fault.
#[must_use]
pub fn paused_payways(pauses: &[ConnectionPause]) -> Vec<PaywayPause> {
    let of = |pause: &ConnectionPause| {
        let ServerConnection::Chain(network) = pause.connection else { return Vec::new() };
        let payways = Payway::all().filter(|payway| payway.network() == Some(network));
        let paused = payways.map(|payway| PaywayPause {
            id: Uuid::nil(),
            payway,
            flow: PausedFlow::Both,
            cause: PauseCause::NetworkTrouble,
            texts: BTreeMap::new(),
            reason: pause.reason.clone(),
            from: pause.at,
            until: None,
            by: pause.by.clone(),
            at: pause.at,
        });
        paused.collect()
    };
    pauses.iter().flat_map(of).collect()
}

/// The names of the sources of prices that are off.
#[must_use]
pub fn off_sources(pauses: &[ConnectionPause]) -> BTreeSet<String> {
    let name = |pause: &ConnectionPause| match &pause.connection {
        ServerConnection::Rates(name) => Some(name.clone()),
        ServerConnection::Chain(_) => None,
    };
    pauses.iter().filter_map(name).collect()
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;
    use kernel::{Currency, Endpoint};

    use super::*;
    use crate::payway_pause::stopped_by;

    fn off(connection: ServerConnection) -> ConnectionPause {
        let (reason, by) = ("the node is on a fork".to_owned(), "tom@bank.example".to_owned());
        ConnectionPause { connection, reason, by, at: DateTime::UNIX_EPOCH }
    }

    #[test]
    fn a_node_that_is_off_stops_all_payways_of_its_network_in_both_directions_and_no_other() {
        let pauses = paused_payways(&[off(ServerConnection::Chain(Network::Litecoin))]);
        let now = DateTime::UNIX_EPOCH + TimeDelta::days(99);
        for payway in Payway::all() {
            let end = Endpoint::Payway(payway);
            let [payment, payout] = [(end, Endpoint::Balance), (Endpoint::Balance, end)]
                .map(|ends| stopped_by(&pauses, ends, now).is_some());
            let is_of_it = payway.network() == Some(Network::Litecoin);
            assert_eq!((payment, payout), (is_of_it, is_of_it), "{}", payway.code());
        }
        assert!(!pauses.is_empty() && Payway::of(Currency::LTC).contains(&pauses[0].payway));
    }

    #[test]
    fn a_source_of_prices_that_is_off_stops_no_payway() {
        let pauses = [off(ServerConnection::Rates("Kraken".into())), off(ServerConnection::Chain(Network::Bitcoin))];
        assert_eq!(paused_payways(&pauses[..1]), []);
        assert_eq!(off_sources(&pauses), BTreeSet::from(["Kraken".to_owned()]));
    }

    #[test]
    fn the_stored_text_of_a_connection_is_read_back() {
        let sources = ["Kraken", "National Bank of Ukraine"].map(|name| ServerConnection::Rates(name.into()));
        for connection in Network::all().map(ServerConnection::Chain).chain(sources) {
            assert_eq!(ServerConnection::read(&connection.to_string()), Some(connection));
        }
        assert_eq!(["", "chain", "chain x", "rates ", "bank x"].map(ServerConnection::read), [const { None }; 5]);
    }
}
