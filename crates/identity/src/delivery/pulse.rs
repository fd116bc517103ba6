//! What the jobs that send messages tell of the mail server and of the sender of texts.

use kernel::TenantId;
use store::jobs::{JobPulse, pulse};

use crate::notify::{mail, texting};
use crate::{Identity, IdentityError};

impl Identity {
    /// What the tenant's emails tell, then what its text messages tell. Their errors may name receivers.
    ///
    /// # Errors
    /// Database errors.
    pub async fn message_pulses(&self, tenant: TenantId) -> Result<[JobPulse; 2], IdentityError> {
        let mut tx = self.store().tenant_read(tenant).await?;
        let mail = pulse(tx.conn(), (tenant, mail::job::KIND), &[]).await?;
        let texts = pulse(tx.conn(), (tenant, texting::job::KIND), &[]).await?;
        Ok([mail, texts])
    }
}
