//! The health of a tenant's connections, from what the running system knows already. Pure.

use chrono::{DateTime, TimeDelta, Utc};

use super::is_statement_missing;

/// A scanner that was not at the tip of its chain for so long is late.
const CHAIN_LATE: TimeDelta = TimeDelta::minutes(10);

kernel::codes! {
    /// The other side of a connection.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum ConnectedTo {
        /// A bank that exchanges files.
        Bank = "bank",
        /// A card acquirer.
        Cards = "cards",
        /// The node of a network.
        Chain = "chain",
        /// A source of prices.
        Rates = "rates",
        /// The mail server.
        Mail = "mail",
        /// The sender of text messages.
        Texts = "texts",
    }
}

/// What is known of a connection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConnectionHealth {
    /// The other side.
    pub to: ConnectedTo,
    /// Its name; empty if there is only one.
    pub name: String,
    /// When it last answered; for a chain, when the scanner was last at its tip.
    pub answered_at: Option<DateTime<Utc>>,
    /// When it last spoke by itself: its latest webhook or statement.
    pub heard_at: Option<DateTime<Utc>>,
    /// Why it does not work, in a sentence. `None` if the latest answer was good.
    pub error: Option<String>,
    /// Whether an operator has switched it off.
    pub is_off: bool,
}

kernel::codes! {
    /// The state of a connection.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum HealthState {
        /// It works.
        Fine = "fine",
        /// Nothing was heard of it for longer than is usual.
        Late = "late",
        /// Its latest answer was an error.
        Failing = "failing",
        /// It was not used yet.
        Unknown = "unknown",
        /// An operator has switched it off.
        Off = "off",
    }
}

impl ConnectionHealth {
    /// Its state at `now`.
    #[must_use]
    pub fn state(&self, now: DateTime<Utc>) -> HealthState {
        if self.is_off {
            return HealthState::Off;
        }
        if self.error.is_some() {
            return HealthState::Failing;
        }
        let Some(last) = self.answered_at.max(self.heard_at) else { return HealthState::Unknown };
        let is_late = match self.to {
            ConnectedTo::Bank => is_statement_missing(last, now),
            ConnectedTo::Chain => now - last >= CHAIN_LATE,
            // They answer when they are asked; a daily table is a day old.
            ConnectedTo::Cards | ConnectedTo::Rates | ConnectedTo::Mail | ConnectedTo::Texts => false,
        };
        if is_late { HealthState::Late } else { HealthState::Fine }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(to: ConnectedTo, minutes_ago: Option<i64>, error: Option<&str>) -> HealthState {
        // A Wednesday.
        let now = DateTime::parse_from_rfc3339("2026-11-25T12:00:00Z").unwrap().to_utc();
        let answered_at = minutes_ago.map(|minutes| now - TimeDelta::minutes(minutes));
        let error = error.map(str::to_owned);
        ConnectionHealth { to, name: String::new(), answered_at, heard_at: None, error, is_off: false }.state(now)
    }

    #[test]
    fn a_connection_that_is_off_does_not_fail() {
        let (name, error) = (String::new(), Some("refused".to_owned()));
        let off =
            ConnectionHealth { to: ConnectedTo::Chain, name, answered_at: None, heard_at: None, error, is_off: true };
        assert_eq!(off.state(DateTime::UNIX_EPOCH), HealthState::Off);
    }

    #[test]
    fn a_connection_is_late_by_its_own_measure() {
        assert_eq!(state(ConnectedTo::Chain, Some(9), None), HealthState::Fine);
        assert_eq!(state(ConnectedTo::Chain, Some(10), None), HealthState::Late);
        assert_eq!(state(ConnectedTo::Bank, Some(1_799), None), HealthState::Fine);
        assert_eq!(state(ConnectedTo::Bank, Some(1_800), None), HealthState::Late);
        assert_eq!(state(ConnectedTo::Cards, Some(99_999), None), HealthState::Fine);
    }

    #[test]
    fn an_error_counts_more_than_an_old_answer_and_without_both_nothing_is_known() {
        assert_eq!(state(ConnectedTo::Mail, Some(1), Some("refused")), HealthState::Failing);
        assert_eq!(state(ConnectedTo::Cards, None, None), HealthState::Unknown);
    }
}
