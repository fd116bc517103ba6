//! Pictures that customers send to support. Each is decoded under limits and stored as a new, encrypted JPEG, without
//! metadata and hidden content.

pub(crate) mod store;

use chrono::TimeDelta;
use identity::kyc_documents::picture_made_anew;
use kernel::{SupportPictureId, TenantId, TenantUser, UserId};

use crate::{Support, SupportError};

/// The maximum size of an upload, in bytes.
pub const PICTURE_BYTES_MAX: usize = 8 * 1024 * 1024;
/// The maximum number of pictures of a message.
pub const PER_MESSAGE: usize = 4;
/// The maximum number of pictures of a person in an hour, and in a day.
const PER_HOUR: i64 = 20;
const PER_DAY: i64 = 60;

impl Support {
    /// Checks whether a person may send a picture now. The caller asks before it reads the body.
    ///
    /// # Errors
    /// [`SupportError::TooMany`].
    pub async fn may_send_picture(&self, tenant: TenantId, user: UserId) -> Result<(), SupportError> {
        let now = self.inner.world.now();
        let mut tx = self.inner.store.tenant_read(tenant).await?;
        let (hour, day) = (now - TimeDelta::hours(1), now - TimeDelta::days(1));
        check(store::counts(tx.conn(), TenantUser { tenant, user }, (hour, day)).await?)
    }

    /// Keeps a picture for a message that follows.
    ///
    /// # Errors
    /// A field error of `picture` for anything else than a whole JPEG, PNG or WebP, [`SupportError::TooMany`].
    pub async fn add_picture(
        &self,
        tenant: TenantId,
        user: UserId,
        bytes: Vec<u8>,
    ) -> Result<SupportPictureId, SupportError> {
        let jpeg = picture_made_anew(bytes).await?;
        let now = self.inner.world.now();
        let id: SupportPictureId = self.inner.world.id();
        let mut tx = self.inner.store.tenant(tenant).await?;
        // Concurrent uploads are counted one after the other.
        store::lock_user(tx.conn(), tenant, user).await?;
        let (hour, day) = (now - TimeDelta::hours(1), now - TimeDelta::days(1));
        check(store::counts(tx.conn(), TenantUser { tenant, user }, (hour, day)).await?)?;
        let sealed = self.seal(&mut tx, id.uuid(), &jpeg).await?;
        store::add(tx.conn(), TenantUser { tenant, user }, id, &sealed, now).await?;
        tx.commit().await?;
        Ok(id)
    }

    /// A picture of the person's own conversation, as a JPEG.
    ///
    /// # Errors
    /// [`SupportError::NotFound`].
    pub async fn own_picture(
        &self,
        tenant: TenantId,
        user: UserId,
        id: SupportPictureId,
    ) -> Result<Vec<u8>, SupportError> {
        let mut tx = self.inner.store.tenant(tenant).await?;
        let sealed = store::find(tx.conn(), tenant, id, Some(user)).await?.ok_or(SupportError::NotFound("picture"))?;
        self.open(&mut tx, id.uuid(), &sealed).await
    }
}

fn check((hour, day): (i64, i64)) -> Result<(), SupportError> {
    if hour >= PER_HOUR || day >= PER_DAY {
        return Err(SupportError::TooMany { retry_after_s: 3_600 });
    }
    Ok(())
}
