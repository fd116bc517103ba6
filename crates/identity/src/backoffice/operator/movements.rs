//! Movements as operators see them: the masked owners, and the logged accesses.

use kernel::{ProfileId, TenantId, TransactionId, UserId};

use super::customers::CustomerRow;
use super::model::{Action, Permission, Resource};
use super::operator_log::{self, Logged, Note};
use super::roles;
use super::session::OperatorPrincipal;
use super::store::{customers as rows, log as lines};
use crate::{ClientContext, Identity, IdentityError};

const READ: Permission = Permission(Resource::Orders, Action::Read);
const CUSTOMERS: Permission = Permission(Resource::Customers, Action::Read);
const PERSONAL: Permission = Permission(Resource::Personal, Action::Read);
/// The maximum number of log entries shown for one movement.
const ACTS_MAX: i64 = 100;

impl Identity {
    /// The masked owners of these profiles; empty for a role without access to customers.
    ///
    /// # Errors
    /// Database errors.
    pub async fn owners_of(
        &self,
        tenant: TenantId,
        who: &OperatorPrincipal,
        profiles: &[ProfileId],
    ) -> Result<Vec<(ProfileId, CustomerRow)>, IdentityError> {
        if profiles.is_empty() || !roles::may(who.role, CUSTOMERS) {
            return Ok(Vec::new());
        }
        let mut tx = self.store().tenant_read(tenant).await?;
        let found = rows::of_profiles(tx.conn(), tenant, profiles).await?;
        Ok(found.into_iter().map(|(profile, row)| (profile, super::customers::masked(row))).collect())
    }

    /// Checks that the operator may read movements.
    ///
    /// # Errors
    /// 403 without read permission.
    pub fn may_read_movements(&self, who: &OperatorPrincipal) -> Result<(), IdentityError> {
        who.may(READ)
    }

    /// Logs an access to one movement. Returns the operator actions on it, newest first, at most 100 entries.
    ///
    /// # Errors
    /// 403 without read permission, and database errors.
    pub async fn movement_to_read(
        &self,
        tenant: TenantId,
        (who, context): (&OperatorPrincipal, &ClientContext),
        id: TransactionId,
    ) -> Result<Vec<Logged>, IdentityError> {
        who.may(READ)?;
        let mut tx = self.store().tenant(tenant).await?;
        let subject = id.to_string();
        let acts = lines::acts_about(tx.conn(), tenant, &subject, ACTS_MAX).await?;
        let note = Note { action: "movements.read", subject: &subject, reason: None };
        operator_log::note(tx.conn(), self.world(), tenant, (who, context), note).await?;
        tx.commit().await?;
        Ok(acts)
    }

    /// Logs an access to the payout destination and payer of a movement, with its reason.
    ///
    /// # Errors
    /// 403 without read permission, a field error of `reason`, and database errors.
    pub async fn movement_to_reveal(
        &self,
        tenant: TenantId,
        (who, context): (&OperatorPrincipal, &ClientContext),
        id: TransactionId,
        reason: &str,
    ) -> Result<(), IdentityError> {
        who.may(READ)?;
        who.may(PERSONAL)?;
        let reason = &*super::executor::checked_reason(reason)?;
        let mut tx = self.store().tenant(tenant).await?;
        let subject = id.to_string();
        let note = Note { action: "movements.reveal", subject: &subject, reason: Some(reason) };
        operator_log::note(tx.conn(), self.world(), tenant, (who, context), note).await?;
        Ok(tx.commit().await?)
    }

    /// The profiles of a customer, including closed ones, for a list of balances. The access is logged.
    ///
    /// # Errors
    /// 403 without read permission, [`IdentityError::NotFound`].
    pub async fn customer_to_balance(
        &self,
        tenant: TenantId,
        (who, context): (&OperatorPrincipal, &ClientContext),
        id: UserId,
    ) -> Result<Vec<ProfileId>, IdentityError> {
        who.may(CUSTOMERS)?;
        who.may(READ)?;
        let user = self.user(tenant, id).await?;
        let mut tx = self.store().tenant(tenant).await?;
        let subject = id.to_string();
        let note = Note { action: "customers.balances", subject: &subject, reason: None };
        operator_log::note(tx.conn(), self.world(), tenant, (who, context), note).await?;
        tx.commit().await?;
        Ok(user.all_profiles())
    }
}
