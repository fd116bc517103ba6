//! Tenants, found by host name.

mod brand;
mod cache;
mod file;
pub(crate) mod key;
mod mark;
mod model;
mod new;
pub mod palette;
pub(crate) mod store;

use std::sync::Arc;

use ::store::Store;
use kernel::TenantId;

pub use brand::{Brand, Corners, Feature};
pub(crate) use cache::Cache;
pub use file::{BrandFile, FieldError, ShapeFile, TenantFile};
pub use mark::{Mark, MarkError, Shape};
pub use model::Tenant;
pub(crate) use model::normalize_host;
pub use new::NewTenant;

use crate::{Identity, IdentityError};

impl Identity {
    /// The tenant of a `Host` header, cached for up to 5 s.
    ///
    /// # Errors
    /// [`IdentityError::NotFound`] for an unknown host.
    pub async fn tenant_by_host(&self, host: &str) -> Result<Arc<Tenant>, IdentityError> {
        let now = self.world().now();
        let host = model::normalize_host(host).ok_or(IdentityError::NotFound("This address"))?;
        if let Some(known) = self.inner.tenants.get(&host, now) {
            return known.ok_or(IdentityError::NotFound("This address"));
        }
        let mut tx = self.store().system().await?;
        let found = store::by_host(tx.conn(), &model::candidates(&host)).await?.map(Arc::new);
        self.inner.tenants.put(host, found.clone(), now);
        found.ok_or(IdentityError::NotFound("This address"))
    }

    /// The tenant with this id, for jobs.
    ///
    /// # Errors
    /// [`IdentityError::NotFound`] when there is none.
    pub async fn tenant_by_id(&self, id: TenantId) -> Result<Tenant, IdentityError> {
        let mut tx = self.store().system().await?;
        store::by_id(tx.conn(), id).await?.ok_or(IdentityError::NotFound("The tenant"))
    }
}

/// Tenants with ids after `after`, by id; at most `limit`. For work on all tenants.
///
/// # Errors
/// Database errors.
pub async fn tenants(store: &Store, after: Option<TenantId>, limit: i64) -> Result<Vec<TenantId>, IdentityError> {
    let mut tx = store.system().await?;
    Ok(store::ids(tx.conn(), after, limit).await?)
}

/// The tenant with this id, for work on all tenants.
///
/// # Errors
/// Database errors.
pub async fn tenant_of(store: &Store, id: TenantId) -> Result<Option<Tenant>, IdentityError> {
    let mut tx = store.system().await?;
    Ok(store::by_id(tx.conn(), id).await?)
}

/// The id of the tenant with this short name, for the ops CLI.
///
/// # Errors
/// Database errors.
pub async fn tenant_by_slug(store: &Store, slug: &str) -> Result<Option<TenantId>, IdentityError> {
    let mut tx = store.system().await?;
    Ok(store::by_slug(tx.conn(), slug).await?.map(|tenant| tenant.id))
}

/// The tenant with this short name, for the ops CLI.
///
/// # Errors
/// Database errors.
pub async fn tenant_called(store: &Store, slug: &str) -> Result<Option<Tenant>, IdentityError> {
    let mut tx = store.system().await?;
    Ok(store::by_slug(tx.conn(), slug).await?)
}

/// Tenants with short names after `after`, by short name; at most `limit`.
///
/// # Errors
/// Database errors.
pub async fn tenants_named(store: &Store, after: &str, limit: i64) -> Result<Vec<Tenant>, IdentityError> {
    let mut tx = store.system().await?;
    Ok(store::page(tx.conn(), after, limit).await?)
}
