//! The house's own people: what each may do, and a row for everything they did.

mod model;
mod store;

use ::store::SystemTx;
use kernel::{ErrorKind, TenantId, World};

pub use model::{Action, Permission, Resource, Role, may};
pub use store::Recorded;

use crate::IdentityError;

/// A reason has a few words at least, and no more than fit a line of a report.
const REASON_CHARS: std::ops::RangeInclusive<usize> = 8..=500;
/// Acts that [`acts`] returns, at most.
const ACTS_MAX: i64 = 200;

/// Somebody of the house.
#[derive(Debug, Clone)]
pub struct Operator {
    /// What the log calls them.
    pub name: String,
    /// What they are.
    pub role: Role,
}

/// Something that an operator does.
#[derive(Debug, Clone)]
pub struct Act<'a> {
    /// What that takes.
    pub permission: Permission,
    /// Whose, unless it is the house's own.
    pub tenant: Option<TenantId>,
    /// To what: an id.
    pub subject: &'a str,
    /// Why, in the operator's words.
    pub reason: &'a str,
}

/// Why an act was not recorded; the caller does nothing then.
#[derive(Debug, thiserror::Error)]
pub enum ActError {
    /// Their role does not have it.
    #[error("{role} may not {permission}")]
    Forbidden {
        /// What they are.
        role: &'static str,
        /// What it takes.
        permission: Permission,
    },
    /// No reason, or one that is none.
    #[error("a reason has {} to {} characters", REASON_CHARS.start(), REASON_CHARS.end())]
    Reason,
    /// Those of the database.
    #[error(transparent)]
    Store(#[from] ::store::StoreError),
}

impl ActError {
    /// How the error is to be answered.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        match self {
            Self::Forbidden { .. } => ErrorKind::Forbidden,
            Self::Reason => ErrorKind::Invalid,
            Self::Store(error) => error.kind(),
        }
    }
}

/// Refuses what `operator` may not do, and otherwise writes it down in `tx`, in which the caller then does it: neither is there
/// without the other.
///
/// # Errors
/// See [`ActError`].
pub async fn act(tx: &mut SystemTx, world: &World, operator: &Operator, act: &Act<'_>) -> Result<(), ActError> {
    if !may(operator.role, act.permission) {
        return Err(ActError::Forbidden { role: operator.role.name(), permission: act.permission });
    }
    let reason = act.reason.trim();
    if !REASON_CHARS.contains(&reason.chars().count()) || reason.contains('\0') {
        return Err(ActError::Reason);
    }
    store::insert(tx.conn(), world, operator, act, reason).await?;
    Ok(())
}

/// The newest acts, newest first.
///
/// # Errors
/// Those of the database.
pub async fn acts(store: &::store::Store, limit: i64) -> Result<Vec<Recorded>, IdentityError> {
    let mut tx = store.system().await?;
    Ok(store::newest(tx.conn(), limit.clamp(1, ACTS_MAX)).await?)
}
