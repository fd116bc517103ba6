//! The end of every sign-in, after the person's identity was proven by any method.

use ::store::TenantTx;
use kernel::UserId;
use serde_json::Value;

use super::model::Login;
use crate::audit::{self, Entry};
use crate::auth::federated_identity::Proven;
use crate::auth::session::{self, OpenedSession, ProvenFactors};
use crate::{ClientContext, Identity, IdentityError, Tenant, auth::terms, person::user};

/// What a person has proven when signing in.
pub(crate) struct SignInProof {
    /// The proven factors.
    pub factors: ProvenFactors,
    /// An identity of another provider, to be linked to the person.
    pub link: Option<Proven>,
}

impl Identity {
    /// Opens a session for `id` after one factor, and commits. `details` go to the audit log and name the method.
    ///
    /// # Errors
    /// [`IdentityError::Blocked`], which is logged and committed too.
    pub(crate) async fn enter(
        &self,
        tx: TenantTx,
        tenant: &Tenant,
        id: UserId,
        details: Value,
        context: &ClientContext,
    ) -> Result<Login, IdentityError> {
        self.enter_with(tx, tenant, id, SignInProof { factors: ProvenFactors::One, link: None }, details, context).await
    }

    /// Like [`Identity::enter`], and links the identity that was verified before.
    ///
    /// # Errors
    /// The errors of [`Identity::enter`], and [`crate::error::FederatedLoginError`]; no session is opened then.
    pub(crate) async fn enter_linking(
        &self,
        tx: TenantTx,
        tenant: &Tenant,
        id: UserId,
        link: Option<Proven>,
        details: Value,
        context: &ClientContext,
    ) -> Result<Login, IdentityError> {
        self.enter_with(tx, tenant, id, SignInProof { factors: ProvenFactors::One, link }, details, context).await
    }

    /// Like [`Identity::enter_linking`], for a person who has shown `proof`.
    ///
    /// # Errors
    /// The errors of [`Identity::enter_linking`].
    pub(crate) async fn enter_with(
        &self,
        mut tx: TenantTx,
        tenant: &Tenant,
        id: UserId,
        proof: SignInProof,
        details: Value,
        context: &ClientContext,
    ) -> Result<Login, IdentityError> {
        let now = self.world().now();
        // Serialises with a concurrent block: it either comes first and is seen here, or comes later and ends this
        // session too.
        user::store::lock(tx.conn(), tenant.id, id).await?;
        let person = user::store::find(tx.conn(), tenant.id, id).await?.ok_or(IdentityError::NotFound("The user"))?;
        if person.blocked {
            let entry = Entry::new("login.blocked").of(id, None);
            audit::store::write(tx.conn(), self.world(), tenant.id, context, &entry).await?;
            tx.commit().await?;
            return Err(IdentityError::Blocked);
        }
        let opened = session::open(&mut tx, self.world(), id, proof.factors, context).await?;
        let OpenedSession { id: session, tokens, factor_required } = opened;
        if let Some(link) = proof.link {
            self.settle_link(&mut tx, (id, session), factor_required, &link, context).await?;
        }
        let consent_required = terms::store::consent_required(tx.conn(), tenant.id, id, now).await?;
        let entry = Entry::new("login.succeeded").of(id, Some(session)).with(details);
        audit::store::write(tx.conn(), self.world(), tenant.id, context, &entry).await?;
        tx.commit().await?;
        Ok(Login {
            tokens,
            email: person.email,
            user: id,
            profiles: person.profiles,
            consent_required,
            factor_required,
        })
    }
}
