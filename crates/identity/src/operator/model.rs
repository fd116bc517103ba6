//! What there is to do, and the roles that do it; who may do what stands in [`super::roles`]. Pure.

use std::fmt;

use serde::{Deserialize, Serialize};

/// What is acted on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Resource {
    /// The tenants of the house: their names, hosts and looks.
    Tenants,
    /// What a tenant asks and allows: fees, limits, tiers, countries.
    Policies,
    /// A tenant's own people and their roles.
    Operators,
    /// The queue of work: what waits, what has died.
    Jobs,
    /// Transactions of customers, without who they are.
    Orders,
    /// Payouts whose end is not known.
    Payouts,
    /// Wallets, banks and what lies there.
    Treasury,
    /// Accounts, transfers and reports.
    Ledger,
    /// Customers, with what tells who they are masked.
    Customers,
    /// Who a customer is: the unmasked name, address, telephone and documents.
    Personal,
    /// Where customers are signed in.
    Sessions,
    /// What is verified about customers.
    Verifications,
    /// What operators did.
    Acts,
}

/// What is done to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Looks.
    Read,
    /// Makes or changes it.
    Write,
    /// Lets it go on after a failure.
    Revive,
    /// Lets others go on without it.
    Dismiss,
    /// Says by hand how it ended.
    Resolve,
    /// Gives back or credits small amounts alone.
    Refund,
    /// Agrees to what another has prepared.
    Approve,
    /// Shuts somebody out.
    Block,
    /// Lets somebody in again.
    Unblock,
    /// Ends what guards somebody's account and was lost.
    Reset,
    /// Lets be tried again what rests after wrong attempts.
    Unlock,
    /// Lets somebody go on before a waiting time is over.
    Waive,
    /// Lifts somebody above what they have done by themselves.
    Raise,
    /// Ends it.
    End,
    /// Asks for more, or looks closer.
    Ask,
    /// Says what should become of it.
    Propose,
    /// Says what becomes of it.
    Decide,
}

/// A resource and an action, as in `jobs.revive`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Permission(pub Resource, pub Action);

/// What an operator is (reference operator.md, D2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Hosts the instance: everybody's health, nobody's particulars.
    PlatformOwner,
    /// A tenant's own configuration and people.
    TenantAdmin,
    /// Decides who is verified, who is shut out, and agrees to what analysts propose.
    ComplianceOfficer,
    /// Looks at what people hand in, and says what should become of it.
    ComplianceAnalyst,
    /// Helps customers whose particulars are masked.
    #[serde(rename = "support_l1")]
    SupportL1,
    /// The same, with full contact data.
    #[serde(rename = "support_l2")]
    SupportL2,
    /// Wallets and banks: prepares.
    TreasuryOperator,
    /// Wallets and banks: agrees to what another prepared, and prepares nothing.
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
    /// For emergencies: begins everything, finishes nothing without a second person.
    BreakGlass,
}

impl Role {
    /// All of them.
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

    /// The name in the database, on the wire and on the command line.
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

    /// The role of this name.
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
