//! How far each scanner has come, and the last blocks that it applied.

pub(crate) mod store;

use chrono::{DateTime, Utc};
use kernel::{Network, TenantId};

use crate::chain::BlockRef;
use crate::{Custody, CustodyError};

impl Custody {
    /// When the scanner of a network was last at its tip, and why it is stopped, if it is.
    ///
    /// # Errors
    /// Database errors.
    pub async fn scanner_health(
        &self,
        tenant: TenantId,
        network: Network,
    ) -> Result<(Option<DateTime<Utc>>, Option<String>), CustodyError> {
        let mut tx = self.inner.store.tenant_read(tenant).await?;
        Ok(store::health(tx.conn(), network).await?.unwrap_or_default())
    }
}

/// The scanner's cursor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Position {
    /// The last block applied.
    pub(crate) block: BlockRef,
    /// Why the scanner is stopped, if it is.
    pub(crate) gap: Option<String>,
}
