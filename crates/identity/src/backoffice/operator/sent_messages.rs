//! The log of messages to a customer.

use kernel::{JobId, TenantId, TenantUser, UserId};

use super::model::{Action, Permission, Resource};
use super::session::OperatorPrincipal;
use crate::notify::sent_message::store;
use crate::{Identity, IdentityError, SentMessage, SentMessageFilter};

const READ: Permission = Permission(Resource::Customers, Action::Read);

impl Identity {
    /// The newest messages to a customer that match the filter, older than `after`; whether there are more.
    ///
    /// # Errors
    /// 403 without read permission, [`IdentityError::NotFound`].
    pub async fn sent_messages(
        &self,
        tenant: TenantId,
        who: &OperatorPrincipal,
        customer: UserId,
        filter: SentMessageFilter,
        (after, limit): (Option<JobId>, u32),
    ) -> Result<(Vec<SentMessage>, bool), IdentityError> {
        who.may(READ)?;
        self.user(tenant, customer).await?;
        let mut tx = self.store().tenant_read(tenant).await?;
        let found =
            store::list(tx.conn(), TenantUser { tenant, user: customer }, filter, after, i64::from(limit) + 1).await?;
        Ok(super::cut(found, limit))
    }
}
