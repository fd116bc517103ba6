//! What a customer has said of who sends them coins, for who may see all of it.

use chrono::{DateTime, Utc};
use exchange::sender::Told;
use serde::Serialize;
use utoipa::ToSchema;

use super::wallets::ToldBeneficiary;
use crate::dto::wallet::{WalletHolding, WalletOwner};

/// What a customer has said of who sends them coins, for the travel rule.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ToldSender {
    /// The transaction whose coins they are. Absent while the answer waits for one.
    #[serde(skip_serializing_if = "Option::is_none")]
    transaction_id: Option<String>,
    /// Whether they send the coins themselves.
    owner: WalletOwner,
    /// Who holds the keys of the wallet that they come from.
    holding: WalletHolding,
    /// The name of the service that does.
    #[serde(skip_serializing_if = "Option::is_none")]
    service: Option<String>,
    /// Who sends the coins, where it is somebody else.
    #[serde(skip_serializing_if = "Option::is_none")]
    originator: Option<ToldBeneficiary>,
    /// When they said so.
    declared_at: DateTime<Utc>,
}

impl From<Told> for ToldSender {
    fn from(Told { transaction, owner, holding, service, originator, declared_at }: Told) -> Self {
        Self {
            transaction_id: transaction.map(|id| id.to_string()),
            owner: owner.into(),
            holding: holding.into(),
            service,
            originator: originator.map(Into::into),
            declared_at,
        }
    }
}
