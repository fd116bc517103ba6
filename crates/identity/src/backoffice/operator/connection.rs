//! Connections that an operator has made and a second one switches on or off. This crate stores and routes the proposal. A
//! job of the rails does it, which is enqueued in the transaction of the log entry.

use std::collections::BTreeMap;

use kernel::{OperatorId, TenantId};
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::JobSpec;
use uuid::Uuid;

/// The kind of the job that switches a connection.
pub const SWITCH_CONNECTION_JOB: &str = "connection.switch";

/// A connection to switch.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConnectionSwitch {
    /// The connection. It never changes, so that what is switched on is what was proposed.
    pub connection: Uuid,
    /// Its kind: `bank` or `cards`.
    pub rail: String,
    /// On, or off.
    pub is_on: bool,
    /// Its settings without secrets, a name and a value each.
    pub settings: BTreeMap<String, String>,
    /// The response at its latest test; `None` if it was not tested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tested: Option<String>,
}

impl ConnectionSwitch {
    pub(super) fn job(&self, tenant: TenantId, operator: OperatorId) -> JobSpec {
        let payload = json!({ "connection": self.connection, "is_on": self.is_on, "operator": operator });
        JobSpec::new(SWITCH_CONNECTION_JOB, tenant, payload)
    }
}

/// The kind of the job that switches a connection that the server's settings make.
pub const SWITCH_SERVER_CONNECTION_JOB: &str = "server_connection.switch";

/// A node or a source of prices, which the server's settings connect, to switch for the tenant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ServerConnectionSwitch {
    /// The connection, as the exchanger stores it: `chain litecoin`, `rates Kraken`.
    pub connection: String,
    /// Its kind: `chain` or `rates`.
    pub rail: String,
    /// Its name.
    pub name: String,
    /// On, or off.
    pub is_on: bool,
}

/// The payload of the job.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ServerSwitchJob {
    /// The connection, as the exchanger stores it.
    pub connection: String,
    /// On, or off.
    pub is_on: bool,
    /// Email of the operator who decided last.
    pub by: String,
    /// Why.
    pub reason: String,
}

impl ServerConnectionSwitch {
    pub(super) fn job(&self, tenant: TenantId, by: &str, reason: &str) -> JobSpec {
        let (connection, is_on) = (&self.connection, self.is_on);
        let payload = json!({ "connection": connection, "is_on": is_on, "by": by, "reason": reason });
        JobSpec::new(SWITCH_SERVER_CONNECTION_JOB, tenant, payload)
    }
}
