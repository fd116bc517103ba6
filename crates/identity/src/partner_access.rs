//! What the keys of partners need of a customer: the owner as a principal, and notices about keys.

use ::store::{StoreError, TenantTx};
use kernel::{PartnerKeyId, ProfileId, SessionId, TenantId, UserId};
use serde_json::json;

use crate::audit::Entry;
use crate::customer_status::{Facts, IndividualLimits};
use crate::mail::Notice;
use crate::mfa::Switches;
use crate::session::{Principal, Stage};
use crate::{ClientContext, Identity, IdentityError, audit, mail, token};

/// What happened to a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyEvent {
    /// It was created.
    Made,
    /// It has a new secret.
    Rotated,
    /// It may do more, or may be used from more addresses.
    Widened,
    /// It was revoked.
    Revoked,
}

/// The SHA-256 of a partner's secret, and the secret: the random part in base 62, and a checksum, after `prefix`.
#[derive(Clone, Debug)]
pub struct KeySecret {
    /// The secret. It is shown once.
    pub secret: crate::Secret,
    /// Its hash.
    pub hash: [u8; 32],
}

impl KeySecret {
    /// A new secret with this prefix.
    pub fn generate(world: &kernel::World, prefix: &str) -> Self {
        let (text, hash) = token::with_prefix(prefix, &world.random());
        Self { secret: crate::Secret::new(text), hash }
    }

    /// The hash of `text`, if it is a secret with this prefix and a right checksum.
    pub fn parse(prefix: &str, text: &str) -> Option<[u8; 32]> {
        token::parse_prefixed(prefix, text)
    }
}

impl Identity {
    /// The owner of an open profile, as the principal of a key. Keys have no second factor, so nothing asks for one;
    /// the person gave it when they made the key. A newer version of the terms does not stop a key.
    ///
    /// # Errors
    /// [`IdentityError::Unauthenticated`] if the profile is closed, [`IdentityError::Blocked`] if its person is.
    pub async fn principal_of_key(
        &self,
        tenant: TenantId,
        profile: ProfileId,
        key: PartnerKeyId,
    ) -> Result<Principal, IdentityError> {
        let mut tx = self.store().tenant_read(tenant).await?;
        let owner = owner_of(&mut tx, profile).await?.ok_or(IdentityError::Unauthenticated)?;
        if owner.is_blocked {
            return Err(IdentityError::Blocked);
        }
        Ok(Principal {
            user: owner.user,
            profiles: vec![profile],
            // No session has the id of a key.
            session: SessionId::from_uuid(key.uuid()),
            stage: Stage::Full,
            guards: Switches::default(),
            facts: owner.facts,
        })
    }

    /// Records an event of a key in the audit log, and tells the person by email.
    ///
    /// # Errors
    /// Database errors.
    pub async fn note_key_event(
        &self,
        tx: &mut TenantTx,
        who: &Principal,
        (event, key): (KeyEvent, PartnerKeyId),
        context: &ClientContext,
    ) -> Result<(), IdentityError> {
        let (action, notice) = match event {
            KeyEvent::Made => ("partner_key.made", Notice::PartnerKeyMade),
            KeyEvent::Rotated => ("partner_key.rotated", Notice::PartnerKeyRotated),
            KeyEvent::Widened => ("partner_key.widened", Notice::PartnerKeyWidened),
            KeyEvent::Revoked => ("partner_key.revoked", Notice::PartnerKeyRevoked),
        };
        let (tenant, now) = (tx.tenant(), self.world().now());
        let entry = Entry::new(action).of(who.user, Some(who.session)).with(json!({ "key": key.to_string() }));
        audit::store::write(tx.conn(), self.world(), tenant, context, &entry).await?;
        let mail = mail::job::security(tenant, who.user, notice, self.world().uuid());
        tx.enqueue(now, &[mail]).await?;
        Ok(())
    }
}

/// The person behind a profile.
struct Owner {
    user: UserId,
    is_blocked: bool,
    facts: Facts,
}

async fn owner_of(tx: &mut TenantTx, profile: ProfileId) -> Result<Option<Owner>, StoreError> {
    let tenant = tx.tenant();
    let row = sqlx::query!(
        r#"SELECT u.id, u.status = 'blocked' AS "is_blocked!", u.email_normalized, u.residence,
                  (u.first_name IS NOT NULL AND u.last_name IS NOT NULL AND u.residence IS NOT NULL
                   AND u.personal IS NOT NULL) AS "personal_data!",
                  ARRAY(SELECT v.kind || ' ' || v.status FROM verifications v
                        WHERE v.tenant_id = $1 AND v.user_id = u.id) AS "statuses!",
                  EXISTS (SELECT FROM account_closings c
                          WHERE c.tenant_id = $1 AND c.user_id = u.id AND c.state = 'waiting') AS "is_leaving!",
                  u.raised_to, u.individual_limits,
                  GREATEST(u.email_changed_at, u.factors_reset_at, u.guards_changed_at) AS way_in_changed_at
           FROM profiles p JOIN users u ON u.tenant_id = $1 AND u.id = p.user_id
           WHERE p.tenant_id = $1 AND p.id = $2 AND p.closed_at IS NULL AND u.status IN ('active', 'blocked')"#,
        tenant.uuid(),
        profile.uuid(),
    )
    .fetch_optional(tx.conn())
    .await?;
    Ok(row.map(|row| Owner {
        user: UserId::from_uuid(row.id),
        is_blocked: row.is_blocked,
        facts: Facts {
            is_leaving: row.is_leaving,
            raised_to: row.raised_to,
            agreed: IndividualLimits::read(row.individual_limits),
            way_in_changed_at: row.way_in_changed_at,
            ..Facts::read(row.email_normalized, row.residence.as_deref(), row.personal_data, &row.statuses)
        },
    }))
}
