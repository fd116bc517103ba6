//! Passkeys of operators: the device has verified its owner, so one is both factors, in any browser of the host that it is of.
//!
//! The ceremonies are those of [`crate::passkey::model`]; what belongs to operators alone is who may ask, when, and what stays in
//! their log. The authenticator app stays beside every passkey, so none is the last way in. Whatever ends the other ways in (a new
//! link that is used, a removal) ends passkeys as well.

mod approve;
mod manage;
mod prove;

pub use approve::{Signing, ToSign};

use ::store::{PgConnection, TenantTx};
use chrono::TimeDelta;
use kernel::{CeremonyId, OperatorId, TenantId};
use serde_json::Value;
use uuid::Uuid;

use super::account::Account;
use super::log::{self, Line};
use super::session::OperatorPrincipal;
use super::store::passkeys::{self, Asked, Asker};
use crate::counter::Limit;
use crate::passkey::model::Begun;
use crate::passkey::{ANSWER_WITHIN, Kind};
use crate::{ClientContext, Identity, IdentityError, PasskeyRequest, PasskeySite};

const WINDOW: TimeDelta = TimeDelta::minutes(10);
const ASKED_TOO_OFTEN: &str = "A passkey was asked for too often.";

impl From<&OperatorPrincipal> for Asker {
    fn from(who: &OperatorPrincipal) -> Self {
        Self { operator: who.id, session: who.session }
    }
}

/// For who signs in: by network, for nobody is known yet, and each asking is kept for five minutes.
fn limit_of_network(context: &ClientContext) -> Limit {
    let subject = context.network();
    Limit { name: "operator_passkey.network", subject, window: WINDOW, max: 100, message: ASKED_TOO_OFTEN }
}

/// For who has signed in.
fn limit_of_operator(operator: OperatorId) -> Limit {
    let subject = operator.to_string();
    Limit { name: "operator_passkey.operator", subject, window: WINDOW, max: 50, message: ASKED_TOO_OFTEN }
}

/// Writes down what became of an operator's passkey.
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
    Ok(log::write(conn, identity.world(), tenant, &line).await?)
}

impl Identity {
    /// Keeps what a browser of the console is asked, and commits.
    async fn ask_operator(
        &self,
        mut tx: TenantTx,
        kind: Kind,
        site: &PasskeySite,
        asker: Option<Asker>,
        begun: Begun,
    ) -> Result<PasskeyRequest, IdentityError> {
        let (tenant, id) = (tx.tenant(), self.world().id());
        let (kind, origin) = (kind.code().to_owned(), site.origin().to_owned());
        let asked = Asked { kind, origin, asker, to_sign: None, state: begun.state };
        passkeys::begin(tx.conn(), tenant, id, &asked, self.world().now() + ANSWER_WITHIN).await?;
        tx.commit().await?;
        Ok(PasskeyRequest { id, options: begun.options })
    }

    /// Takes what this asker was asked at this page for this purpose, in a transaction of its own: whatever becomes of the answer,
    /// it is not asked again.
    async fn take_from_operator(
        &self,
        tenant: TenantId,
        id: CeremonyId,
        kind: Kind,
        site: &PasskeySite,
        asker: Option<Asker>,
    ) -> Result<Vec<u8>, IdentityError> {
        let mut tx = self.store().tenant(tenant).await?;
        let asked = passkeys::take(tx.conn(), tenant, id, self.world().now()).await?;
        tx.commit().await?;
        let fits = |asked: &Asked| asked.kind == kind.code() && asked.origin == site.origin() && asked.asker == asker;
        asked.filter(fits).map(|asked| asked.state).ok_or(IdentityError::PasskeyRefused)
    }
}

/// The operator of a session, locked, while the session is open: a way in that is ended meanwhile is not given again by an answer
/// that comes late.
async fn lock_own(conn: &mut PgConnection, tenant: TenantId, who: Asker) -> Result<Account, IdentityError> {
    let factor = super::store::factors::lock(conn, tenant, None, Some(who.operator)).await?;
    let account = factor.ok_or(IdentityError::Unauthenticated)?.operator;
    let open = super::store::sessions::lock_open(conn, tenant, who.session).await?;
    if open { Ok(account) } else { Err(IdentityError::Unauthenticated) }
}

/// For who agrees to proposals: more than anybody reads.
fn limit_of_approvals(operator: OperatorId) -> Limit {
    let subject = operator.to_string();
    Limit { name: "operator_passkey.approval", subject, window: WINDOW, max: 300, message: ASKED_TOO_OFTEN }
}

/// What the log keeps of a passkey.
fn shown(id: Uuid) -> Value {
    serde_json::json!({ "passkey": kernel::PasskeyId::from_uuid(id).to_string() })
}
