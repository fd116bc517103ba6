//! Demo operators: in a local sandbox, a newcomer can act in any console role without an invitation or an authenticator
//! app.

use ::store::Store;
use kernel::{OperatorId, TenantId, World};
use serde_json::json;

use super::account::{Account, last_day};
use super::model::{Action, Permission, Role};
use super::roles::{is_offered, permissions};
use super::session::OperatorSignIn;
use super::store::{accounts, demo};
use crate::{ClientContext, EmailAddress, Identity, IdentityError, Tenant, tenant};

/// The route by which a request reached the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReachedBy {
    /// The server listens on a loopback address, and no proxy is configured in front of it.
    pub loopback_listener: bool,
    /// The request was sent to a loopback name, such as `localhost`.
    pub loopback_name: bool,
}

/// Whether demo operators are offered: in a sandbox tenant, on an installation without live tenants, reachable from
/// this machine only.
const fn are_offered(is_sandbox: bool, has_live_tenant: bool, by: ReachedBy) -> bool {
    is_sandbox && !has_live_tenant && by.loopback_listener && by.loopback_name
}

/// The number of demo operators of a role: two if the role approves proposals, because no operator may approve their
/// own.
fn number_of(role: Role) -> u8 {
    let approves = permissions(role).any(|Permission(_, action)| action == Action::Approve);
    if !is_offered(role) { 0 } else { 1 + u8::from(approves) }
}

fn not_found() -> IdentityError {
    IdentityError::NotFound("The demo operator")
}

impl Identity {
    /// The demo operators that a request may act as; empty if they are not offered.
    ///
    /// # Errors
    /// Database errors.
    pub async fn demo_operators(&self, tenant: &Tenant, by: ReachedBy) -> Result<Vec<Account>, IdentityError> {
        if !self.offers_demo_operators(tenant, by).await? {
            return Ok(Vec::new());
        }
        let mut tx = self.store().tenant_read(tenant.id).await?;
        Ok(demo::all(tx.conn(), tenant.id).await?)
    }

    /// Signs in as a demo operator. The session counts as confirmed, because a demo operator has no factor.
    ///
    /// # Errors
    /// [`IdentityError::NotFound`] for any other operator, and if demo operators are not offered.
    pub async fn sign_in_as_demo_operator(
        &self,
        tenant: &Tenant,
        by: ReachedBy,
        operator: OperatorId,
        context: &ClientContext,
    ) -> Result<OperatorSignIn, IdentityError> {
        if !self.offers_demo_operators(tenant, by).await? {
            return Err(not_found());
        }
        let now = self.world().now();
        let mut tx = self.store().tenant(tenant.id).await?;
        let account = demo::lock(tx.conn(), tenant.id, operator).await?.ok_or_else(not_found)?;
        // An auditor's account expires, so each sign-in extends it.
        let ends_on = last_day(account.role, None, now)?;
        accounts::set(tx.conn(), tenant.id, account.id, (account.role, ends_on), account.state, now).await?;
        let how = json!({ "demo": true });
        let signed_in = self.open_operator_session(&mut tx, &account, how, context).await?;
        tx.commit().await?;
        Ok(signed_in)
    }

    async fn offers_demo_operators(&self, tenant: &Tenant, by: ReachedBy) -> Result<bool, IdentityError> {
        // Avoids the query of other tenants if it cannot change the result.
        if !are_offered(tenant.sandbox, false, by) {
            return Ok(false);
        }
        let mut tx = self.store().system().await?;
        let has_live_tenant = tenant::store::has_live(tx.conn()).await?;
        Ok(are_offered(tenant.sandbox, has_live_tenant, by))
    }
}

/// Adds the demo operators of a sandbox tenant: one for each assignable role, two for roles that approve. Existing ones
/// stay unchanged.
///
/// # Errors
/// Database errors.
pub async fn seed_demo_operators(store: &Store, world: &World, tenant: TenantId) -> Result<(), IdentityError> {
    let mut tx = store.system().await?;
    let now = world.now();
    for role in Role::ALL {
        for number in 1..=number_of(role) {
            let email = EmailAddress::parse(&format!("demo-{}-{number}@example.test", role.name().replace('_', "-")))?;
            let ends_on = last_day(role, None, now)?;
            demo::add(tx.conn(), tenant, world.id(), &email, (role, ends_on), now).await?;
        }
    }
    Ok(tx.commit().await?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_sandbox_that_this_machine_alone_reaches_offers_demo_operators() {
        for case in 0..16_u8 {
            let bit = |at: u8| case & (1 << at) != 0;
            let by = ReachedBy { loopback_listener: bit(2), loopback_name: bit(3) };
            // All conditions hold, and there is no live tenant: a sandbox, a loopback listener, a loopback name.
            assert_eq!(are_offered(bit(0), bit(1), by), case == 0b1101, "{case:04b}");
        }
    }

    #[test]
    fn every_role_on_offer_has_a_demo_operator_and_one_that_approves_has_a_colleague() {
        for role in Role::ALL {
            let approves = permissions(role).any(|Permission(_, action)| action == Action::Approve);
            assert_eq!(number_of(role) >= 1, is_offered(role), "{role:?}");
            assert_eq!(number_of(role) >= 2, is_offered(role) && approves, "{role:?}");
        }
        assert_eq!(number_of(Role::ComplianceOfficer), 2);
    }
}
