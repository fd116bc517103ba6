//! The permissions of the roles, as data. A permission that is not listed is denied. Permissions for future features
//! (cards, partners, texts) are added with them. Pure.

use ::store::{Store, StoreError};
use kernel::TenantId;

use super::model::{Action as A, Permission, Resource as R, Role};
use super::store::accounts;

/// The actions that a role may take on a resource.
type Grant = (R, &'static [A]);

/// Reads everything.
const AUDITOR: &[Grant] = &[
    (R::Tenants, &[A::Read]),
    (R::Policies, &[A::Read]),
    (R::Operators, &[A::Read]),
    (R::Jobs, &[A::Read]),
    (R::Orders, &[A::Read]),
    (R::Payouts, &[A::Read]),
    (R::Treasury, &[A::Read]),
    (R::Ledger, &[A::Read]),
    (R::Customers, &[A::Read]),
    (R::Personal, &[A::Read]),
    (R::Sessions, &[A::Read]),
    (R::Verifications, &[A::Read]),
    (R::Support, &[A::Read]),
    (R::Acts, &[A::Read]),
    (R::Content, &[A::Read]),
];

/// May begin every action, but approves none.
const BREAK_GLASS: &[Grant] = &[
    (R::Policies, &[A::Read, A::Write]),
    (R::Operators, &[A::Read, A::Write]),
    (R::Jobs, &[A::Read]),
    (R::Orders, &[A::Read, A::Resolve]),
    (R::Payouts, &[A::Read, A::Resolve]),
    (R::Treasury, &[A::Read]),
    (R::Ledger, &[A::Read]),
    (R::Customers, &[A::Read, A::Block, A::Unblock, A::Reset, A::Unlock, A::Waive, A::Raise]),
    (R::Personal, &[A::Read]),
    (R::Sessions, &[A::Read, A::End]),
    (R::Verifications, &[A::Read, A::Ask, A::Propose, A::Decide]),
    (R::Support, &[A::Read, A::Write, A::Decide]),
    (R::Acts, &[A::Read]),
];

/// All permissions of `role`, in no particular order.
const fn granted(role: Role) -> &'static [Grant] {
    match role {
        Role::PlatformOwner => &[
            (R::Tenants, &[A::Read, A::Write]),
            (R::Policies, &[A::Read, A::Write]),
            (R::Operators, &[A::Read, A::Write]),
            (R::Jobs, &[A::Read, A::Revive, A::Dismiss]),
            (R::Orders, &[A::Read]),
            (R::Acts, &[A::Read]),
        ],
        Role::TenantAdmin => &[
            (R::Policies, &[A::Read, A::Write]),
            (R::Operators, &[A::Read, A::Write]),
            (R::Customers, &[A::Read]),
            (R::Orders, &[A::Read]),
            (R::Support, &[A::Read, A::Write]),
            (R::Acts, &[A::Read]),
            (R::Content, &[A::Read, A::Write]),
        ],
        Role::ComplianceOfficer => &[
            (R::Customers, &[A::Read, A::Block, A::Unblock, A::Reset, A::Raise, A::Approve]),
            (R::Personal, &[A::Read]),
            (R::Sessions, &[A::Read, A::End]),
            (R::Verifications, &[A::Read, A::Ask, A::Propose, A::Decide, A::Approve]),
            (R::Operators, &[A::Read, A::Approve]),
            (R::Policies, &[A::Read, A::Approve]),
            (R::Orders, &[A::Read]),
            (R::Support, &[A::Read, A::Write, A::Decide]),
            (R::Acts, &[A::Read]),
        ],
        Role::ComplianceAnalyst => &[
            (R::Customers, &[A::Read]),
            (R::Personal, &[A::Read]),
            (R::Verifications, &[A::Read, A::Ask, A::Propose]),
            (R::Orders, &[A::Read]),
        ],
        Role::SupportL1 => &[
            (R::Customers, &[A::Read, A::Unlock]),
            (R::Sessions, &[A::Read, A::End]),
            (R::Orders, &[A::Read]),
            (R::Support, &[A::Read, A::Write]),
        ],
        Role::SupportL2 => &[
            (R::Customers, &[A::Read, A::Reset, A::Unlock, A::Waive]),
            (R::Personal, &[A::Read]),
            (R::Sessions, &[A::Read, A::End]),
            (R::Orders, &[A::Read, A::Resolve, A::Refund]),
            (R::Support, &[A::Read, A::Write, A::Decide]),
        ],
        Role::TreasuryOperator => &[
            (R::Treasury, &[A::Read, A::Write]),
            (R::Payouts, &[A::Read, A::Resolve]),
            (R::Jobs, &[A::Read]),
            (R::Orders, &[A::Read, A::Resolve]),
        ],
        Role::TreasuryApprover => {
            &[(R::Treasury, &[A::Read, A::Approve]), (R::Payouts, &[A::Read, A::Approve]), (R::Orders, &[A::Read])]
        }
        Role::Accountant => &[(R::Ledger, &[A::Read]), (R::Treasury, &[A::Read]), (R::Orders, &[A::Read])],
        Role::RiskAnalyst => {
            &[(R::Customers, &[A::Read, A::Block]), (R::Sessions, &[A::Read, A::End]), (R::Orders, &[A::Read])]
        }
        Role::CardManager | Role::IntegrationManager => &[(R::Orders, &[A::Read])],
        Role::ContentEditor => &[(R::Content, &[A::Read, A::Write])],
        Role::Auditor => AUDITOR,
        Role::BreakGlass => BREAK_GLASS,
    }
}

/// Whether `role` has this permission. A permission that is not in the table is denied.
#[must_use]
pub fn may(role: Role, Permission(resource, action): Permission) -> bool {
    granted(role).iter().any(|(known, actions)| *known == resource && actions.contains(&action))
}

/// The roles of the tenant's active operators, for the command line. Demo operators do not count.
///
/// # Errors
/// Database errors.
pub async fn roles_at_work(store: &Store, tenant: TenantId) -> Result<Vec<Role>, StoreError> {
    let mut tx = store.tenant_read(tenant).await?;
    accounts::roles_at_work(tx.conn(), tenant).await
}

/// All permissions of `role`.
pub fn permissions(role: Role) -> impl Iterator<Item = Permission> {
    granted(role).iter().flat_map(|(resource, actions)| actions.iter().map(|action| Permission(*resource, *action)))
}

/// A console page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConsolePage {
    /// Customer search.
    Customers,
    /// The verification queue.
    Verification,
    /// Transactions that need an operator.
    Work,
    /// Conversations with customers.
    Support,
    /// The tenant's operators.
    Operators,
    /// The operators' audit log.
    AuditLog,
    /// The platform's accounts.
    Ledger,
    /// Banners and onboarding slides.
    Content,
}

impl ConsolePage {
    /// Its name on the wire, which is also its path in the console.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Customers => "customers",
            Self::Verification => "verification",
            Self::Work => "work",
            Self::Support => "support",
            Self::Operators => "operators",
            Self::AuditLog => "log",
            Self::Ledger => "ledger",
            Self::Content => "content",
        }
    }

    /// The permission to read it.
    #[must_use]
    pub const fn needs(self) -> Permission {
        match self {
            Self::Customers => Permission(R::Customers, A::Read),
            Self::Verification => Permission(R::Verifications, A::Read),
            Self::Work => Permission(R::Orders, A::Read),
            Self::Support => Permission(R::Support, A::Read),
            Self::Operators => Permission(R::Operators, A::Read),
            Self::AuditLog => Permission(R::Acts, A::Read),
            Self::Ledger => Permission(R::Ledger, A::Read),
            Self::Content => Permission(R::Content, A::Read),
        }
    }
}

/// The landing page of a role; `None` for a role that has no console page yet.
#[must_use]
pub const fn home(role: Role) -> Option<ConsolePage> {
    match role {
        Role::PlatformOwner | Role::TenantAdmin => Some(ConsolePage::Operators),
        Role::ComplianceOfficer | Role::ComplianceAnalyst => Some(ConsolePage::Verification),
        Role::SupportL1 | Role::SupportL2 | Role::RiskAnalyst | Role::BreakGlass => Some(ConsolePage::Customers),
        Role::Auditor => Some(ConsolePage::AuditLog),
        // Failed payouts are handled there.
        Role::TreasuryOperator | Role::TreasuryApprover => Some(ConsolePage::Work),
        Role::Accountant => Some(ConsolePage::Ledger),
        Role::ContentEditor => Some(ConsolePage::Content),
        // Cards and partners have no page yet.
        Role::CardManager | Role::IntegrationManager => None,
    }
}

/// Whether the role can be assigned: a role without a console page cannot. Existing assignments stay.
#[must_use]
pub const fn is_offered(role: Role) -> bool {
    home(role).is_some()
}

/// Whether the role can cause damage alone, or approves proposals. Assigning such a role needs dual control.
#[must_use]
pub fn is_privileged(role: Role) -> bool {
    let counts = |Permission(resource, action): Permission| {
        matches!(action, A::Approve | A::Decide | A::Unblock | A::Reset | A::Raise | A::Block | A::Resolve | A::Refund)
            || (action == A::Write
                && matches!(resource, R::Treasury | R::Ledger | R::Operators | R::Tenants | R::Policies))
            || (resource == R::Personal)
    };
    permissions(role).any(counts)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    const RESOURCES: [R; 15] = [
        R::Tenants,
        R::Policies,
        R::Operators,
        R::Jobs,
        R::Orders,
        R::Payouts,
        R::Treasury,
        R::Ledger,
        R::Customers,
        R::Personal,
        R::Sessions,
        R::Verifications,
        R::Support,
        R::Acts,
        R::Content,
    ];
    const ACTIONS: [A; 17] = [
        A::Read,
        A::Write,
        A::Revive,
        A::Dismiss,
        A::Resolve,
        A::Refund,
        A::Approve,
        A::Block,
        A::Unblock,
        A::Reset,
        A::Unlock,
        A::Waive,
        A::Raise,
        A::End,
        A::Ask,
        A::Propose,
        A::Decide,
    ];

    fn everything() -> impl Iterator<Item = (Role, Permission)> {
        let pairs = || RESOURCES.into_iter().flat_map(|r| ACTIONS.map(|a| Permission(r, a)));
        Role::ALL.into_iter().flat_map(move |role| pairs().map(move |permission| (role, permission)))
    }

    fn held() -> impl Iterator<Item = (Role, Permission)> {
        everything().filter(|(role, permission)| may(*role, *permission))
    }

    fn holders(permission: Permission) -> BTreeSet<Role> {
        held().filter(|(_, one)| *one == permission).map(|(role, _)| role).collect()
    }

    #[test]
    fn a_permission_outside_the_table_is_refused() {
        for role in Role::ALL {
            let given: BTreeSet<Permission> = permissions(role).collect();
            assert_eq!(given.len(), permissions(role).count(), "{role:?} is given something twice");
            let allowed = held().filter(|(one, _)| *one == role).map(|(_, permission)| permission).collect();
            assert_eq!(given, allowed, "{role:?}");
        }
    }

    #[test]
    fn dangerous_permissions_belong_to_the_listed_roles() {
        let of =
            |resource, action| holders(Permission(resource, action)).into_iter().map(Role::name).collect::<Vec<_>>();
        assert_eq!(of(R::Customers, A::Block), ["compliance_officer", "risk_analyst", "break_glass"]);
        assert_eq!(of(R::Customers, A::Unblock), ["compliance_officer", "break_glass"]);
        assert_eq!(of(R::Customers, A::Reset), ["compliance_officer", "support_l2", "break_glass"]);
        assert_eq!(of(R::Customers, A::Unlock), ["support_l1", "support_l2", "break_glass"]);
        assert_eq!(of(R::Customers, A::Waive), ["support_l2", "break_glass"]);
        assert_eq!(of(R::Customers, A::Raise), ["compliance_officer", "break_glass"]);
        assert_eq!(of(R::Customers, A::Approve), ["compliance_officer"]);
        assert_eq!(of(R::Verifications, A::Decide), ["compliance_officer", "break_glass"]);
        assert_eq!(of(R::Verifications, A::Approve), ["compliance_officer"]);
        assert_eq!(of(R::Operators, A::Write), ["platform_owner", "tenant_admin", "break_glass"]);
        assert_eq!(of(R::Operators, A::Approve), ["compliance_officer"]);
        assert_eq!(of(R::Policies, A::Write), ["platform_owner", "tenant_admin", "break_glass"]);
        assert_eq!(of(R::Policies, A::Approve), ["compliance_officer"]);
        let readers = ["compliance_officer", "compliance_analyst", "support_l2", "auditor", "break_glass"];
        assert_eq!(of(R::Personal, A::Read), readers);
        assert_eq!(of(R::Payouts, A::Resolve), ["treasury_operator", "break_glass"]);
        assert_eq!(of(R::Payouts, A::Approve), ["treasury_approver"]);
        assert_eq!(of(R::Orders, A::Resolve), ["support_l2", "treasury_operator", "break_glass"]);
        assert_eq!(of(R::Orders, A::Refund), ["support_l2"]);
        assert_eq!(of(R::Treasury, A::Approve), ["treasury_approver"]);
        assert_eq!(of(R::Support, A::Decide), ["compliance_officer", "support_l2", "break_glass"]);
    }

    #[test]
    fn no_role_approves_what_it_may_propose() {
        for (role, Permission(resource, action)) in everything() {
            let prepares = matches!(action, A::Write | A::Resolve) && may(role, Permission(resource, action));
            assert!(!(prepares && may(role, Permission(resource, A::Approve))), "{role:?} {resource:?}");
        }
    }

    #[test]
    fn an_auditor_changes_nothing_and_the_host_sees_no_personal_data() {
        for (role, permission) in held() {
            assert!(role != Role::Auditor || permission.1 == A::Read, "{permission}");
            let customers = matches!(permission.0, R::Customers | R::Personal | R::Sessions | R::Verifications);
            assert!(role != Role::PlatformOwner || !customers, "{permission}");
        }
    }

    #[test]
    fn break_glass_is_granted_by_one_operator_and_approved_by_another() {
        assert!(permissions(Role::BreakGlass).all(|Permission(_, action)| action != A::Approve));
    }

    #[test]
    fn a_role_that_may_change_something_may_also_read_it() {
        for (role, permission) in held() {
            assert!(may(role, Permission(permission.0, A::Read)), "{role:?} {permission}");
        }
    }

    #[test]
    fn a_role_that_can_do_harm_alone_needs_a_second_approval() {
        let harmless: Vec<&str> = Role::ALL.into_iter().filter(|role| !is_privileged(*role)).map(Role::name).collect();
        assert_eq!(harmless, ["support_l1", "accountant", "card_manager", "integration_manager", "content_editor"]);
    }

    #[test]
    fn each_role_on_offer_begins_on_a_page_that_it_may_read_and_the_others_are_named_here() {
        for role in Role::ALL {
            assert!(home(role).is_none_or(|page| may(role, page.needs())), "{role:?} cannot read {:?}", home(role));
        }
        let unoffered: Vec<&str> = Role::ALL.into_iter().filter(|role| !is_offered(*role)).map(Role::name).collect();
        assert_eq!(unoffered, ["card_manager", "integration_manager"]);
    }

    #[test]
    fn every_role_has_a_name_of_its_own() {
        let names: BTreeSet<&str> = Role::ALL.into_iter().map(Role::name).collect();
        assert_eq!(names.len(), Role::ALL.len());
        for role in Role::ALL {
            assert_eq!(Role::from_name(role.name()), Some(role));
            assert_eq!(serde_json::to_value(role).unwrap(), role.name());
        }
        assert_eq!(Permission(R::Jobs, A::Revive).to_string(), "jobs.revive");
    }
}
