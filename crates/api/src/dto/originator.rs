//! The originator of incoming crypto, as declared by the beneficiary.

use chrono::{DateTime, Utc};
use exchange::beneficiary_wallet as domain;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::wallet::{WalletBeneficiary, WalletHolding, WalletOwner};

/// Declaration of the originator of incoming crypto.
#[derive(Clone, Deserialize, ToSchema)]
pub struct OriginatorStatement {
    /// Whether the customer or another person sends it.
    pub owner: WalletOwner,
    /// Whether the sending wallet is self-hosted or held by a service.
    pub holding: WalletHolding,
    /// Name of the service. Required if a service holds the wallet; otherwise omit it.
    #[serde(default)]
    #[schema(min_length = 2, max_length = 100)]
    pub service: Option<String>,
    /// The originator. Required if another person sends; otherwise omit it. Stored encrypted and never returned.
    #[serde(default)]
    pub originator: Option<WalletBeneficiary>,
}

/// The declaration was accepted.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct StatedOriginator {
    /// Until when the declaration waits for its order or transaction. Valid for one of them.
    pub good_until: DateTime<Utc>,
}

impl From<OriginatorStatement> for domain::Answers {
    fn from(OriginatorStatement { owner, holding, service, originator }: OriginatorStatement) -> Self {
        Self { owner: owner.0, holding: holding.0, service, beneficiary: originator.map(Into::into) }
    }
}
