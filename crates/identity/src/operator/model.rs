//! Who of the house's own people may do what: roles as data. A permission is a resource and an action; what no role is given
//! here, nobody may (reference operator.md, D2). Pure.

use std::fmt;

/// What is acted on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Resource {
    /// The tenants of the house: their names, hosts and looks.
    Tenants,
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
    /// Who a customer is.
    Customers,
    /// What customers show to prove who they are, and what is made of it.
    Verifications,
    /// What operators did.
    Acts,
}

/// What is done to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
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
    /// Agrees to what another has prepared.
    Approve,
}

/// A resource and an action, as in `jobs.revive`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Permission(pub Resource, pub Action);

/// What an operator is. Those of the table that have nothing to act on yet come with what they act on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Role {
    /// Hosts the instance: everybody's health, nobody's particulars.
    PlatformOwner,
    /// A tenant's own configuration and people.
    TenantAdmin,
    /// Wallets and banks: prepares.
    TreasuryOperator,
    /// Wallets and banks: agrees to what another prepared, and prepares nothing.
    TreasuryApprover,
    /// The ledger and its reports.
    Accountant,
    /// Who customers are, and whether what they show proves it.
    ComplianceOfficer,
    /// Orders of customers whose particulars are masked.
    Support,
    /// Reads everything, changes nothing.
    Auditor,
}

use Action as A;
use Resource as R;
use Role as W;

/// Every role with everything it may. An order of rows or entries means nothing.
const ROLES: [(Role, &str, &[Permission]); 8] = [
    (
        W::PlatformOwner,
        "platform_owner",
        &[
            Permission(R::Tenants, A::Read),
            Permission(R::Tenants, A::Write),
            Permission(R::Operators, A::Read),
            Permission(R::Operators, A::Write),
            Permission(R::Jobs, A::Read),
            Permission(R::Jobs, A::Revive),
            Permission(R::Jobs, A::Dismiss),
            Permission(R::Orders, A::Read),
            Permission(R::Acts, A::Read),
        ],
    ),
    (
        W::TenantAdmin,
        "tenant_admin",
        &[
            Permission(R::Operators, A::Read),
            Permission(R::Operators, A::Write),
            Permission(R::Orders, A::Read),
            Permission(R::Acts, A::Read),
        ],
    ),
    (
        W::TreasuryOperator,
        "treasury_operator",
        &[
            Permission(R::Treasury, A::Read),
            Permission(R::Treasury, A::Write),
            Permission(R::Payouts, A::Read),
            Permission(R::Payouts, A::Resolve),
            Permission(R::Jobs, A::Read),
            Permission(R::Orders, A::Read),
        ],
    ),
    (
        W::TreasuryApprover,
        "treasury_approver",
        &[
            Permission(R::Treasury, A::Read),
            Permission(R::Treasury, A::Approve),
            Permission(R::Payouts, A::Read),
            Permission(R::Payouts, A::Approve),
        ],
    ),
    (
        W::Accountant,
        "accountant",
        &[Permission(R::Ledger, A::Read), Permission(R::Treasury, A::Read), Permission(R::Orders, A::Read)],
    ),
    (
        W::ComplianceOfficer,
        "compliance_officer",
        &[
            Permission(R::Customers, A::Read),
            Permission(R::Verifications, A::Read),
            Permission(R::Verifications, A::Resolve),
            Permission(R::Orders, A::Read),
            Permission(R::Acts, A::Read),
        ],
    ),
    (W::Support, "support", &[Permission(R::Orders, A::Read)]),
    (
        W::Auditor,
        "auditor",
        &[
            Permission(R::Tenants, A::Read),
            Permission(R::Operators, A::Read),
            Permission(R::Jobs, A::Read),
            Permission(R::Orders, A::Read),
            Permission(R::Payouts, A::Read),
            Permission(R::Treasury, A::Read),
            Permission(R::Ledger, A::Read),
            Permission(R::Customers, A::Read),
            Permission(R::Verifications, A::Read),
            Permission(R::Acts, A::Read),
        ],
    ),
];

/// Whether `role` may do this. What is not in the table is refused.
#[must_use]
pub fn may(role: Role, permission: Permission) -> bool {
    ROLES.iter().any(|(known, _, all)| *known == role && all.contains(&permission))
}

impl Role {
    /// The name in the database and on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        ROLES.iter().find(|(role, ..)| *role == self).map_or("", |(_, name, _)| name)
    }
}

impl fmt::Display for Permission {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(resource, action) = self;
        write!(f, "{}.{}", format!("{resource:?}").to_lowercase(), format!("{action:?}").to_lowercase())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RESOURCES: [Resource; 10] = [
        R::Tenants,
        R::Operators,
        R::Jobs,
        R::Orders,
        R::Payouts,
        R::Treasury,
        R::Ledger,
        R::Customers,
        R::Verifications,
        R::Acts,
    ];
    const ACTIONS: [Action; 6] = [A::Read, A::Write, A::Revive, A::Dismiss, A::Resolve, A::Approve];

    fn everything() -> impl Iterator<Item = (Role, Permission)> {
        let pairs = || RESOURCES.into_iter().flat_map(|r| ACTIONS.map(|a| Permission(r, a)));
        ROLES.into_iter().flat_map(move |(role, ..)| pairs().map(move |permission| (role, permission)))
    }

    #[test]
    fn what_the_table_does_not_give_is_refused() {
        let given: usize = ROLES.iter().map(|(.., all)| all.len()).sum();
        assert_eq!(everything().filter(|(role, permission)| may(*role, *permission)).count(), given);
    }

    #[test]
    fn nobody_agrees_to_what_they_may_prepare() {
        for (role, Permission(resource, action)) in everything() {
            let prepares = matches!(action, A::Write | A::Resolve) && may(role, Permission(resource, action));
            assert!(!(prepares && may(role, Permission(resource, A::Approve))), "{role:?} {resource:?}");
        }
    }

    #[test]
    fn an_auditor_changes_nothing_and_the_host_does_not_see_who_customers_are() {
        for (role, permission) in everything().filter(|(role, permission)| may(*role, *permission)) {
            assert!(role != Role::Auditor || permission.1 == Action::Read, "{permission}");
            let particular = matches!(permission.0, Resource::Customers | Resource::Verifications);
            assert!(role != Role::PlatformOwner || !particular, "{permission}");
        }
    }

    #[test]
    fn whoever_changes_something_may_look_at_it() {
        for (role, permission) in everything().filter(|(role, permission)| may(*role, *permission)) {
            assert!(may(role, Permission(permission.0, A::Read)), "{role:?} {permission}");
        }
    }

    #[test]
    fn every_role_has_a_name_of_its_own() {
        let names: std::collections::BTreeSet<&str> = ROLES.iter().map(|(role, ..)| role.name()).collect();
        assert_eq!(names.len(), ROLES.len());
        assert_eq!(Permission(R::Jobs, A::Revive).to_string(), "jobs.revive");
    }
}
