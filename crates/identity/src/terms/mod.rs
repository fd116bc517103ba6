//! Terms of use and who accepted which version.

pub(crate) mod store;

use chrono::{DateTime, Utc};
use kernel::TenantId;

use crate::audit::{self, Entry};
use crate::session::Principal;
use crate::{ClientContext, Identity, IdentityError, Language};

/// The terms in force, as they concern one person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    /// Counts up; a higher one asks everybody again. 0 when the tenant has no terms.
    pub version: i32,
    /// The heading.
    pub title: String,
    /// The text, in Markdown without HTML.
    pub text: String,
    /// Where the same text is published, if it is.
    pub url: Option<String>,
    /// When the person last accepted any version.
    pub last_accepted_at: Option<DateTime<Utc>>,
    /// Whether the version in force is still to be accepted.
    pub consent_required: bool,
}

impl Identity {
    /// The terms in force, in `language` where they exist in it and in English otherwise.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn terms(
        &self,
        tenant: TenantId,
        principal: &Principal,
        language: Language,
    ) -> Result<Terms, IdentityError> {
        let mut tx = self.store().tenant_read(tenant).await?;
        Ok(store::in_force(tx.conn(), tenant, principal.user, language, self.world().now()).await?)
    }

    /// Notes that a person accepts `version`. Accepting again changes nothing.
    ///
    /// # Errors
    /// A field error of `version` unless it is the one in force: nobody agrees to what they were not shown.
    pub async fn accept_terms(
        &self,
        tenant: TenantId,
        principal: &Principal,
        version: i32,
        context: &ClientContext,
    ) -> Result<(), IdentityError> {
        let now = self.world().now();
        let mut tx = self.store().tenant(tenant).await?;
        if store::version_in_force(tx.conn(), tenant, now).await? != Some(version) {
            let message = "These are not the terms in force. Read the current ones.";
            return Err(IdentityError::field("version", "outdated", message));
        }
        if store::accept(tx.conn(), tenant, principal, version, now).await? {
            let details = serde_json::json!({"version": version});
            let entry = Entry::new("terms.accepted").of(principal.user, Some(principal.session)).with(details);
            audit::store::write(tx.conn(), self.world(), tenant, context, &entry).await?;
        }
        Ok(tx.commit().await?)
    }
}
