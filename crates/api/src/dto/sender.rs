//! Who sends coins that come in, as their receiver says.

use chrono::{DateTime, Utc};
use exchange::wallet as domain;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::wallet::{WalletBeneficiary, WalletHolding, WalletOwner};

/// What a customer says of who sends them coins.
#[derive(Clone, Deserialize, ToSchema)]
pub struct TellSender {
    /// Whether the customer sends them, or somebody else.
    pub owner: WalletOwner,
    /// Who holds the keys of the wallet that they come from.
    pub holding: WalletHolding,
    /// The name of the service; needed where one holds it, and only there.
    #[serde(default)]
    #[schema(min_length = 2, max_length = 100)]
    pub service: Option<String>,
    /// Who sends the coins; needed where it is somebody else, and only there. Kept sealed, and never sent back.
    #[serde(default)]
    pub originator: Option<WalletBeneficiary>,
}

/// That it was taken.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct SenderTold {
    /// Until when it waits for the order or transaction that asked for it; it serves for one.
    pub good_until: DateTime<Utc>,
}

impl From<TellSender> for domain::Answers {
    fn from(TellSender { owner, holding, service, originator }: TellSender) -> Self {
        Self { owner: owner.into(), holding: holding.into(), service, beneficiary: originator.map(Into::into) }
    }
}
