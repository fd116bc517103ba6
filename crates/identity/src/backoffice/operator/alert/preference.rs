//! Which alerts an operator gets by email.

use serde::{Deserialize, Serialize};

use super::{kind, store};
use crate::backoffice::operator::OperatorPrincipal;
use crate::notify::mail::AlertKind;
use crate::{Identity, IdentityError};
use kernel::TenantId;

/// An operator's choice of alerts by email. The console shows all of them in any case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AlertMail {
    /// All alerts that the role can act on. The default.
    All,
    /// Only urgent ones.
    Urgent,
    /// None.
    None,
}

impl AlertMail {
    const ALL: [Self; 3] = [Self::All, Self::Urgent, Self::None];

    /// The code in the database and on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Urgent => "urgent",
            Self::None => "none",
        }
    }

    /// The choice with this code.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.name() == name)
    }

    /// Whether the operator wants emails about alerts of this kind.
    pub(super) const fn includes(self, about: AlertKind) -> bool {
        match self {
            Self::All => true,
            Self::Urgent => kind::is_urgent(about),
            Self::None => false,
        }
    }
}

impl Identity {
    /// The operator's choice of alerts by email.
    ///
    /// # Errors
    /// Database errors.
    pub async fn alert_mail(&self, tenant: TenantId, who: &OperatorPrincipal) -> Result<AlertMail, IdentityError> {
        let mut tx = self.store().tenant_read(tenant).await?;
        Ok(store::preference(tx.conn(), tenant, who.id).await?)
    }

    /// Sets the operator's own choice of alerts by email.
    ///
    /// # Errors
    /// Database errors.
    pub async fn prefer_alert_mail(
        &self,
        tenant: TenantId,
        who: &OperatorPrincipal,
        choice: AlertMail,
    ) -> Result<(), IdentityError> {
        let mut tx = self.store().tenant(tenant).await?;
        store::prefer(tx.conn(), tenant, who.id, (choice, self.world().now())).await?;
        tx.commit().await?;
        Ok(())
    }
}
