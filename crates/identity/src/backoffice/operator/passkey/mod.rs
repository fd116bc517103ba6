//! Operators' passkeys. A passkey with user verification is both factors, in any browser on its host.
//!
//! The WebAuthn ceremonies are those of [`crate::auth::passkey::model`]. This module adds permissions, limits and the
//! operators' log. The authenticator app remains beside every passkey, so a passkey is never the last sign-in method. A
//! used invitation link and a removal delete passkeys together with the other sign-in methods.

mod approve;
mod manage;
mod prove;

pub(super) use approve::ApprovalToVerify;
pub use approve::{Signing, ToSign};

use ::store::{PgConnection, TenantTx};
use chrono::TimeDelta;
use kernel::{CeremonyId, OperatorId, TenantId};
use serde_json::Value;
use uuid::Uuid;

use super::account::Account;
use super::operator_log::{self, Line};
use super::session::OperatorPrincipal;
use super::store::passkeys::{self, Asker, StoredCeremony};
use crate::auth::passkey::model::StartedCeremony;
use crate::auth::passkey::{ANSWER_WITHIN, CeremonyKind};
use crate::counter::Limit;
use crate::{ClientContext, Identity, IdentityError, PasskeyRequest, PasskeySite};

const WINDOW: TimeDelta = TimeDelta::minutes(10);
const ASKED_TOO_OFTEN: &str = "A passkey was asked for too often.";

impl From<&OperatorPrincipal> for Asker {
    fn from(who: &OperatorPrincipal) -> Self {
        Self { operator: who.id, session: who.session }
    }
}

/// The limit for sign-in, per network, because the operator is not known yet. Each ceremony is stored for five minutes.
fn limit_of_network(context: &ClientContext) -> Limit {
    let subject = context.network();
    Limit { name: "operator_passkey.network", subject, window: WINDOW, max: 100, message: ASKED_TOO_OFTEN }
}

/// The limit for a signed-in operator.
fn limit_of_operator(operator: OperatorId) -> Limit {
    let subject = operator.to_string();
    Limit { name: "operator_passkey.operator", subject, window: WINDOW, max: 50, message: ASKED_TOO_OFTEN }
}

/// Logs an event of an operator's passkey.
async fn tell(
    conn: &mut PgConnection,
    identity: &Identity,
    tenant: TenantId,
    account: &Account,
    (action, after): (&str, Value),
    context: &ClientContext,
) -> Result<(), IdentityError> {
    let line = Line {
        operator: Some(account.id),
        name: &account.email,
        role: account.role.name(),
        action,
        subject: &account.id.to_string(),
        reason: None,
        before: serde_json::json!({}),
        after,
        proposal: None,
        network: &context.network(),
    };
    Ok(operator_log::write(conn, identity.world(), tenant, &line).await?)
}

impl Identity {
    /// Stores a ceremony for a console browser, and commits.
    async fn ask_operator(
        &self,
        mut tx: TenantTx,
        kind: CeremonyKind,
        site: &PasskeySite,
        asker: Option<Asker>,
        begun: StartedCeremony,
    ) -> Result<PasskeyRequest, IdentityError> {
        let (tenant, id) = (tx.tenant(), self.world().id());
        let (kind, origin) = (kind.code().to_owned(), site.origin().to_owned());
        let asked = StoredCeremony { kind, origin, asker, to_sign: None, state: begun.state };
        passkeys::begin(tx.conn(), tenant, id, &asked, self.world().now() + ANSWER_WITHIN).await?;
        tx.commit().await?;
        Ok(PasskeyRequest { id, options: begun.options })
    }

    /// Consumes this operator's ceremony for this page and purpose, in its own transaction, so that it is single-use
    /// even if the answer fails.
    async fn take_from_operator(
        &self,
        tenant: TenantId,
        id: CeremonyId,
        kind: CeremonyKind,
        site: &PasskeySite,
        asker: Option<Asker>,
    ) -> Result<Vec<u8>, IdentityError> {
        let mut tx = self.store().tenant(tenant).await?;
        let asked = passkeys::take(tx.conn(), tenant, id, self.world().now()).await?;
        tx.commit().await?;
        let fits =
            |asked: &StoredCeremony| asked.kind == kind.code() && asked.origin == site.origin() && asked.asker == asker;
        asked.filter(fits).map(|asked| asked.state).ok_or(IdentityError::PasskeyRefused)
    }
}

/// Locks the operator of a session, if the session is still open: a late answer must not restore an access that was
/// ended in the meantime.
async fn lock_own(conn: &mut PgConnection, tenant: TenantId, who: Asker) -> Result<Account, IdentityError> {
    let factor = super::store::factors::lock(conn, tenant, None, Some(who.operator)).await?;
    let account = factor.ok_or(IdentityError::Unauthenticated)?.operator;
    let open = super::store::sessions::lock_open(conn, tenant, who.session).await?;
    if open { Ok(account) } else { Err(IdentityError::Unauthenticated) }
}

/// The limit for approvals, above any human reading speed.
fn limit_of_approvals(operator: OperatorId) -> Limit {
    let subject = operator.to_string();
    Limit { name: "operator_passkey.approval", subject, window: WINDOW, max: 300, message: ASKED_TOO_OFTEN }
}

/// The log's representation of a passkey.
fn shown(id: Uuid) -> Value {
    serde_json::json!({ "passkey": kernel::PasskeyId::from_uuid(id).to_string() })
}
