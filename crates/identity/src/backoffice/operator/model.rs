//! Resources, actions and roles. The permissions of each role are in [`super::roles`]. Pure.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A resource.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Resource {
    /// Tenants: names, hosts and branding.
    Tenants,
    /// A tenant's policy: fees, limits, tiers, countries.
    Policies,
    /// A tenant's operators and their roles.
    Operators,
    /// The job queue, including dead jobs.
    Jobs,
    /// Customers' transactions, without personal data.
    Orders,
    /// Payouts with an unknown result.
    Payouts,
    /// Wallets and bank accounts, and their balances.
    Treasury,
    /// Accounts, transfers and reports of the ledger.
    Ledger,
    /// Customers, masked.
    Customers,
    /// Unmasked personal data: name, address, telephone and documents.
    Personal,
    /// Customers' sessions.
    Sessions,
    /// Customers' verifications.
    Verifications,
    /// Conversations with customers, and complaints.
    Support,
    /// The operators' audit log.
    Acts,
    /// Banners and onboarding slides.
    Content,
}

/// An action on a resource.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Read.
    Read,
    /// Create or change.
    Write,
    /// Retry after a failure.
    Revive,
    /// Discard, so that other work can proceed.
    Dismiss,
    /// Resolve manually.
    Resolve,
    /// Refund or credit small amounts only.
    Refund,
    /// Approve another operator's proposal.
    Approve,
    /// Block.
    Block,
    /// Unblock.
    Unblock,
    /// Reset lost second factors.
    Reset,
    /// End a lockout after wrong attempts.
    Unlock,
    /// Waive a waiting time.
    Waive,
    /// Raise above the tier that the customer has reached.
    Raise,
    /// End.
    End,
    /// Ask for more data, or hold for a closer review.
    Ask,
    /// Propose a decision.
    Propose,
    /// Decide.
    Decide,
}

/// A permission: a resource and an action, such as `jobs.revive`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Permission(pub Resource, pub Action);

/// The role of an operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Hosts the installation; sees operational data, but no personal data.
    PlatformOwner,
    /// Manages a tenant's operators.
    TenantAdmin,
    /// Decides verifications and blocks, and approves the proposals of analysts.
    ComplianceOfficer,
    /// Reviews submitted documents and proposes decisions.
    ComplianceAnalyst,
    /// First-line support; sees masked personal data.
    #[serde(rename = "support_l1")]
    SupportL1,
    /// Second-line support; sees full contact data.
    #[serde(rename = "support_l2")]
    SupportL2,
    /// Wallets and bank accounts: prepares (maker).
    TreasuryOperator,
    /// Wallets and bank accounts: approves only (checker).
    TreasuryApprover,
    /// The ledger and its reports.
    Accountant,
    /// Devices, velocity and authorisations.
    RiskAnalyst,
    /// Cards and disputes.
    CardManager,
    /// Partners and their integrations.
    IntegrationManager,
    /// Texts and announcements.
    ContentEditor,
    /// Reads everything, changes nothing.
    Auditor,
    /// Emergency access: may begin any action, but completes none without a second operator.
    BreakGlass,
}

impl Role {
    /// All variants.
    pub const ALL: [Self; 15] = [
        Self::PlatformOwner,
        Self::TenantAdmin,
        Self::ComplianceOfficer,
        Self::ComplianceAnalyst,
        Self::SupportL1,
        Self::SupportL2,
        Self::TreasuryOperator,
        Self::TreasuryApprover,
        Self::Accountant,
        Self::RiskAnalyst,
        Self::CardManager,
        Self::IntegrationManager,
        Self::ContentEditor,
        Self::Auditor,
        Self::BreakGlass,
    ];

    /// The role's code in the database, on the wire and on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::PlatformOwner => "platform_owner",
            Self::TenantAdmin => "tenant_admin",
            Self::ComplianceOfficer => "compliance_officer",
            Self::ComplianceAnalyst => "compliance_analyst",
            Self::SupportL1 => "support_l1",
            Self::SupportL2 => "support_l2",
            Self::TreasuryOperator => "treasury_operator",
            Self::TreasuryApprover => "treasury_approver",
            Self::Accountant => "accountant",
            Self::RiskAnalyst => "risk_analyst",
            Self::CardManager => "card_manager",
            Self::IntegrationManager => "integration_manager",
            Self::ContentEditor => "content_editor",
            Self::Auditor => "auditor",
            Self::BreakGlass => "break_glass",
        }
    }

    /// The role with this code.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.name() == name)
    }
}

impl fmt::Display for Permission {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(resource, action) = self;
        write!(f, "{}.{}", format!("{resource:?}").to_lowercase(), format!("{action:?}").to_lowercase())
    }
}
