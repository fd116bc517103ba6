//! The operator actions. Pure. The approval matrix (`approval_matrix`) defines which roles may execute or approve them.

use chrono::NaiveDate;
use kernel::{OperatorId, UserId};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::campaign::CampaignSwitch;
use super::connection::{ConnectionSwitch, ServerConnectionSwitch};
use super::farm::SeasonSwitch;
use super::fee_raise::FeeRaise;
use super::model::Role;
use super::policy::PolicyChange;
use super::resolution::Resolution;
use super::statements::StatementsToBook;
use crate::customers::kyc_documents::Decision;
use crate::person::verification::Kind;
use crate::{EmailAddress, IndividualLimits};

kernel::codes! {
    /// A decision about a submitted verification.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum ReviewVerdict {
        /// Accepted.
        Approve = "approve",
        /// The customer may submit again.
        AskAgain = "ask_again",
        /// Needs a closer review.
        Hold = "hold",
        /// Finally rejected.
        Reject = "reject",
        /// The decision is revoked; the verification restarts.
        Reset = "reset",
        /// Accepted before, but a document expired. The verification restarts.
        Expire = "expire",
    }
}

impl ReviewVerdict {
    /// The same decision for the review module.
    pub(super) const fn decision(self) -> Decision {
        match self {
            Self::Approve => Decision::Approve,
            Self::AskAgain => Decision::AskAgain,
            Self::Hold => Decision::Hold,
            Self::Reject => Decision::Reject,
            Self::Reset => Decision::Reset,
            Self::Expire => Decision::Expire,
        }
    }
}

/// An operator action with its parameters. It is frozen: a proposal executes exactly this value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum OperatorAction {
    /// Blocks a customer: the account is unusable, and all sessions end.
    BlockCustomer {
        /// The customer.
        customer: UserId,
    },
    /// Unblocks a customer.
    UnblockCustomer {
        /// The customer.
        customer: UserId,
    },
    /// Raises a customer to tier 3 or 4, regardless of the usual requirements.
    RaiseTier {
        /// The customer.
        customer: UserId,
        /// The new tier.
        tier: u8,
    },
    /// Sets individual limits for a tier-4 customer, in place of earlier ones.
    AgreeLimits {
        /// The customer.
        customer: UserId,
        /// The new limits.
        limits: IndividualLimits,
    },
    /// Revokes a raised tier and its individual limits: the tier follows from the completed steps again.
    LowerTier {
        /// The customer.
        customer: UserId,
    },
    /// Approves the reset of a customer's lost second factors, which the customer has requested. It takes effect three
    /// days later.
    ResetFactors {
        /// The customer.
        customer: UserId,
    },
    /// Ends the lockout of a customer's second factor.
    UnlockFactor {
        /// The customer.
        customer: UserId,
    },
    /// Waives the waiting time of a customer's telephone change. The new number is still verified by a code.
    AllowPhoneChange {
        /// The customer.
        customer: UserId,
    },
    /// Ends all sessions of a customer.
    EndSessions {
        /// The customer.
        customer: UserId,
    },
    /// Decides a customer's verification.
    DecideVerification {
        /// The customer.
        customer: UserId,
        /// The kind of verification.
        verification: Kind,
        /// The decision.
        verdict: ReviewVerdict,
        /// The reason codes for the customer, such as `document_unreadable`.
        reasons: Vec<String>,
    },
    /// Invites an operator, or sends an existing one a new link.
    InviteOperator {
        /// The email address.
        email: String,
        /// The role.
        role: Role,
        /// The last day of access; for an auditor only.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ends_on: Option<NaiveDate>,
    },
    /// Changes an operator's role.
    ChangeRole {
        /// The operator.
        operator: OperatorId,
        /// The new role.
        role: Role,
        /// The last day of access; for an auditor only.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ends_on: Option<NaiveDate>,
    },
    /// Removes an operator.
    RemoveOperator {
        /// The operator.
        operator: OperatorId,
    },
    /// Publishes a new version of the tenant's policy.
    PublishPolicy(PolicyChange),
    /// Decides a movement that waits for an operator.
    ResolveMovement(Resolution),
    /// Books an uploaded file of bank statements.
    BookStatements(StatementsToBook),
    /// Switches a connection on or off.
    SwitchConnection(ConnectionSwitch),
    /// Switches a node or a source of prices on or off.
    SwitchServerConnection(ServerConnectionSwitch),
    /// Starts or stops a campaign of promo codes.
    SwitchCampaign(CampaignSwitch),
    /// Starts or stops a season of the farm.
    SwitchSeason(SeasonSwitch),
    /// Replaces the unconfirmed transaction of a payout by one with a higher network fee.
    RaiseFee(FeeRaise),
}

impl OperatorAction {
    /// The subject in the log: an id, an address if there is no id yet, or the changed object.
    #[must_use]
    pub fn subject(&self) -> String {
        match self {
            Self::InviteOperator { email, .. } => email.clone(),
            Self::ChangeRole { operator, .. } | Self::RemoveOperator { operator } => operator.to_string(),
            Self::PublishPolicy(change) => change.subject(),
            Self::ResolveMovement(resolution) => resolution.movement.to_string(),
            Self::BookStatements(file) => file.file_sha256.clone(),
            Self::SwitchConnection(switch) => format!("{} {}", switch.rail, switch.connection),
            Self::SwitchServerConnection(switch) => switch.connection.clone(),
            Self::SwitchCampaign(switch) => switch.campaign.to_string(),
            Self::SwitchSeason(switch) => switch.season.to_string(),
            Self::RaiseFee(raise) => raise.movement.to_string(),
            _ => self.customer().map_or_else(String::new, |customer| customer.to_string()),
        }
    }

    /// The customer that the action concerns, if any.
    pub(super) const fn customer(&self) -> Option<UserId> {
        match self {
            Self::BlockCustomer { customer }
            | Self::UnblockCustomer { customer }
            | Self::RaiseTier { customer, .. }
            | Self::AgreeLimits { customer, .. }
            | Self::LowerTier { customer }
            | Self::ResetFactors { customer }
            | Self::UnlockFactor { customer }
            | Self::AllowPhoneChange { customer }
            | Self::EndSessions { customer }
            | Self::DecideVerification { customer, .. } => Some(*customer),
            Self::InviteOperator { .. }
            | Self::ChangeRole { .. }
            | Self::RemoveOperator { .. }
            | Self::PublishPolicy(_)
            | Self::ResolveMovement(_)
            | Self::BookStatements(_)
            | Self::SwitchConnection(_)
            | Self::SwitchServerConnection(_)
            | Self::SwitchCampaign(_)
            | Self::SwitchSeason(_)
            | Self::RaiseFee(_) => None,
        }
    }

    /// The full action for display and for the log; a policy change without the full policy.
    #[must_use]
    pub fn shown(&self) -> Value {
        let mut shown = serde_json::to_value(self).unwrap_or_default();
        if let (Self::PublishPolicy(_), Some(fields)) = (self, shown.as_object_mut()) {
            fields.remove("policy");
        }
        shown
    }

    /// Whether the action concerns this operator, who is known by id and address.
    #[must_use]
    pub fn is_about(&self, (id, address): (OperatorId, &str)) -> bool {
        match self {
            Self::InviteOperator { email, .. } => {
                let normalized = |text: &str| EmailAddress::parse(text).map(|email| email.normalized().to_owned());
                // Two unreadable addresses count as equal, so that the action cannot be approved.
                normalized(email).ok() == normalized(address).ok()
            }
            Self::ChangeRole { operator, .. } | Self::RemoveOperator { operator } => *operator == id,
            Self::BlockCustomer { .. }
            | Self::UnblockCustomer { .. }
            | Self::RaiseTier { .. }
            | Self::AgreeLimits { .. }
            | Self::LowerTier { .. }
            | Self::ResetFactors { .. }
            | Self::UnlockFactor { .. }
            | Self::AllowPhoneChange { .. }
            | Self::EndSessions { .. }
            | Self::DecideVerification { .. }
            | Self::PublishPolicy(_)
            | Self::ResolveMovement(_)
            | Self::BookStatements(_)
            | Self::SwitchConnection(_)
            | Self::SwitchServerConnection(_)
            | Self::SwitchCampaign(_)
            | Self::SwitchSeason(_)
            | Self::RaiseFee(_) => false,
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use kernel::{Amount, Currency, Id};
    use uuid::Uuid;

    use super::super::resolution::{ClosedAs, ResolutionAct};
    use super::*;

    /// Each resolution for 50.00 EUR, for one cent more, and for an amount without a price.
    fn every_resolution() -> impl Iterator<Item = OperatorAction> {
        let amounts = [Some(5_000), Some(5_001), None];
        ResolutionAct::ALL.into_iter().flat_map(move |act| amounts.map(|cents| (act, cents))).map(|(act, cents)| {
            OperatorAction::ResolveMovement(Resolution {
                movement: Id::from_uuid(Uuid::from_u128(3)),
                act,
                closed_as: (act == ResolutionAct::Close).then_some(ClosedAs::Failed),
                to: None,
                amount: Some(Amount::new(100_000_000, Currency::LTC)),
                worth: cents.map(|cents| Amount::new(cents, Currency::EUR)),
            })
        })
    }

    /// What is switched on or off.
    fn every_switch(is_on: bool) -> [OperatorAction; 4] {
        [
            OperatorAction::SwitchServerConnection(ServerConnectionSwitch {
                connection: "chain litecoin".into(),
                rail: "chain".into(),
                name: "Litecoin".into(),
                is_on,
            }),
            OperatorAction::SwitchConnection(ConnectionSwitch {
                connection: Uuid::from_u128(4),
                rail: "cards".into(),
                is_on,
                settings: [("url".to_owned(), "https://pay.example".to_owned())].into(),
                tested: None,
            }),
            OperatorAction::SwitchCampaign(CampaignSwitch {
                campaign: Id::from_uuid(Uuid::from_u128(5)),
                name: "Spring".into(),
                is_on,
                terms: [("percent".to_owned(), "50".to_owned())].into(),
            }),
            OperatorAction::SwitchSeason(SeasonSwitch {
                season: Id::from_uuid(Uuid::from_u128(6)),
                version: 1,
                name: "Winter".into(),
                is_on,
                terms: [("budget".to_owned(), "500.00 EUR".to_owned())].into(),
            }),
        ]
    }

    fn raise() -> FeeRaise {
        let (litecoin, euro) = (|atoms| Amount::new(atoms, Currency::LTC), Amount::new(12, Currency::EUR));
        FeeRaise {
            movement: Id::from_uuid(Uuid::from_u128(3)),
            leg: 2,
            network: kernel::Network::Litecoin,
            txid: "ab".repeat(32),
            fee: litecoin(1_410),
            rate: 10_000,
            new_fee: litecoin(2_820),
            new_rate: 20_000,
            cost: litecoin(1_410),
            worth: Some(euro),
        }
    }

    pub fn every_action() -> Vec<OperatorAction> {
        let customer = Id::from_uuid(Uuid::from_u128(1));
        let operator = Id::from_uuid(Uuid::from_u128(2));
        let euro = |euro: i128| Amount::new(euro * 100, Currency::EUR);
        let limits = IndividualLimits {
            fiat_day: euro(100_000),
            fiat_month: euro(500_000),
            crypto_out_day: euro(100_000),
            crypto_out_month: euro(500_000),
        };
        let mut actions = vec![
            OperatorAction::BlockCustomer { customer },
            OperatorAction::UnblockCustomer { customer },
            OperatorAction::RaiseTier { customer, tier: 4 },
            OperatorAction::AgreeLimits { customer, limits },
            OperatorAction::LowerTier { customer },
            OperatorAction::ResetFactors { customer },
            OperatorAction::UnlockFactor { customer },
            OperatorAction::AllowPhoneChange { customer },
            OperatorAction::EndSessions { customer },
            OperatorAction::RemoveOperator { operator },
            OperatorAction::PublishPolicy(PolicyChange {
                version: 2,
                at: None,
                changes: "  spread_ppm: 0 -> 1".into(),
                differences: Vec::new(),
                policy: serde_json::json!({ "version": 2 }),
            }),
        ];
        actions.push(OperatorAction::BookStatements(StatementsToBook {
            file_sha256: "0".repeat(64),
            uploaded_by: "a@example.com".into(),
            statements: Vec::new(),
        }));
        actions.extend([true, false].into_iter().flat_map(every_switch));
        actions.push(OperatorAction::RaiseFee(raise()));
        let decide = |verdict| OperatorAction::DecideVerification {
            customer,
            verification: Kind::Identity,
            verdict,
            reasons: Vec::new(),
        };
        actions.extend(ReviewVerdict::ALL.map(decide));
        actions.extend(every_resolution());
        for role in Role::ALL {
            let ends_on = (role == Role::Auditor).then(|| NaiveDate::from_ymd_opt(2027, 1, 31).unwrap());
            actions.push(OperatorAction::InviteOperator { email: "a@example.com".into(), role, ends_on });
            actions.push(OperatorAction::ChangeRole { operator, role, ends_on });
        }
        actions
    }

    #[test]
    fn an_operator_action_round_trips() {
        for action in every_action() {
            let written = serde_json::to_value(&action).unwrap();
            assert_eq!(serde_json::from_value::<OperatorAction>(written).unwrap(), action);
            assert!(!action.subject().is_empty());
            assert_eq!(action.shown().get("policy"), None, "what is read says what changes");
        }
    }
}
