//! Ids that are complete only together with their tenant.

use crate::{ProfileId, TenantId, UserId};

/// A user of a tenant: the key of every row that belongs to a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TenantUser {
    /// The tenant.
    pub tenant: TenantId,
    /// The user.
    pub user: UserId,
}

/// A profile of a tenant: the key of every row that belongs to an owner of balances.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TenantProfile {
    /// The tenant.
    pub tenant: TenantId,
    /// The profile.
    pub profile: ProfileId,
}
