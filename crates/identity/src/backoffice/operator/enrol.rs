//! Enrolment of an invited operator: an authenticator app, and the browser that opened the link.

use kernel::TenantId;
use zeroize::Zeroizing;

use super::account::is_over;
use super::operator_log;
use super::session::OperatorSignIn;
use super::store::{factors, invitations, passkeys, sessions};
use crate::auth::mfa::{TotpSetup, totp};
use crate::envelope::Class;
use crate::token::{self, TokenKind};
use crate::{ClientContext, Identity, IdentityError, Secret, Tenant};

/// The data of an opened invitation.
#[derive(Debug, Clone)]
pub struct Joining {
    /// The operator's email address.
    pub email: String,
    /// The role.
    pub role: &'static str,
    /// The authenticator app to set up.
    pub setup: TotpSetup,
}

/// An enrolled operator.
#[derive(Debug, Clone)]
pub struct Joined {
    /// The first session.
    pub sign_in: OperatorSignIn,
    /// A token that the operator's browser stores.
    pub device: Secret,
}

fn expired() -> IdentityError {
    IdentityError::NotFound("A link that works")
}

impl Identity {
    /// Opens an invitation link. It shows the same seed each time, until it is used.
    ///
    /// # Errors
    /// [`IdentityError::NotFound`] for an invalid or expired link.
    pub async fn begin_joining(&self, tenant: &Tenant, token: &str) -> Result<Joining, IdentityError> {
        let hash = token::parse(TokenKind::Invitation, token).ok_or_else(expired)?;
        let mut tx = self.store().tenant(tenant.id).await?;
        let now = self.world().now();
        let found = invitations::lock(tx.conn(), tenant.id, &hash, now).await?;
        let found = found.filter(|found| !is_over(found.operator.ends_on, now)).ok_or_else(expired)?;
        let seed = match &found.seed {
            Some(sealed) => self.envelope().open(&mut tx, Class::Totp, found.id, sealed).await?,
            None => {
                let seed = Zeroizing::new(self.world().random::<{ totp::SEED_BYTES }>().to_vec());
                let sealed = self.envelope().seal(&mut tx, Class::Totp, found.id, &seed).await?;
                invitations::keep_seed(tx.conn(), tenant.id, found.id, &sealed).await?;
                seed
            }
        };
        tx.commit().await?;
        let issuer = format!("{} console", tenant.name);
        let uri = totp::uri(&seed, &issuer, &found.operator.email);
        let setup = TotpSetup { secret: Secret::new(totp::secret(&seed)), uri: Secret::new(uri) };
        Ok(Joining { email: found.operator.email, role: found.operator.role.name(), setup })
    }

    /// Confirms the app with a code and consumes the link. All earlier sign-in methods are removed.
    ///
    /// # Errors
    /// [`IdentityError::NotFound`] as in [`Identity::begin_joining`], [`IdentityError::FactorInvalid`] for a wrong code.
    pub async fn finish_joining(
        &self,
        tenant: TenantId,
        token: &str,
        code: &str,
        context: &ClientContext,
    ) -> Result<Joined, IdentityError> {
        let hash = token::parse(TokenKind::Invitation, token).ok_or_else(expired)?;
        let now = self.world().now();
        let mut tx = self.store().tenant(tenant).await?;
        let found = invitations::lock(tx.conn(), tenant, &hash, now).await?;
        let found = found.filter(|found| !is_over(found.operator.ends_on, now)).ok_or_else(expired)?;
        let sealed = found.seed.as_ref().ok_or_else(expired)?;
        let seed = self.envelope().open(&mut tx, Class::Totp, found.id, sealed).await?;
        let typed: String = code.chars().filter(|c| !c.is_whitespace()).take(16).collect();
        // A wrong code is not counted: the link shows the seed anyway.
        let step = totp::matching_step(&seed, &typed, now, 0).ok_or(IdentityError::FactorInvalid)?;
        let operator = found.operator.id;
        let resealed = self.envelope().seal(&mut tx, Class::Totp, operator.uuid(), &seed).await?;
        let (device, device_hash) = token::generate(self.world(), TokenKind::OperatorDevice);
        sessions::end_all(tx.conn(), tenant, operator, now).await?;
        passkeys::remove_all(tx.conn(), tenant, operator).await?;
        factors::enrol(tx.conn(), tenant, operator, (&resealed, step), &device_hash, now).await?;
        invitations::close(tx.conn(), tenant, operator, now).await?;
        let sign_in = self.open_operator_session(&mut tx, &found.operator, serde_json::json!({}), context).await?;
        let line = operator_log::Line {
            operator: Some(operator),
            name: &found.operator.email,
            role: found.operator.role.name(),
            action: "operators.join",
            subject: &operator.to_string(),
            reason: None,
            before: super::account::shown(&found.operator),
            after: serde_json::json!({ "state": "active" }),
            proposal: None,
            network: &context.network(),
        };
        operator_log::write(tx.conn(), self.world(), tenant, &line).await?;
        tx.commit().await?;
        Ok(Joined { sign_in, device })
    }
}
