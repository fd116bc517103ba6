//! Values as the database stores them.

use exchange::rails::AddressOwner;
use kernel::{DepositAccountId, TransactionId};
use uuid::Uuid;

use crate::chain::Branch;

/// The kind of an address's owner, as stored in the database.
pub(crate) const fn purpose(owner: AddressOwner) -> &'static str {
    match owner {
        AddressOwner::Order(_) => "order",
        AddressOwner::Account(_) => "account",
    }
}

/// The id of an address's owner.
pub(crate) const fn owner_id(owner: AddressOwner) -> Uuid {
    match owner {
        AddressOwner::Order(id) => id.uuid(),
        AddressOwner::Account(id) => id.uuid(),
    }
}

/// The owner of this kind and id; `None` for funding and change addresses.
pub(crate) fn owner(purpose: &str, id: Uuid) -> Option<AddressOwner> {
    match purpose {
        "order" => Some(AddressOwner::Order(TransactionId::from_uuid(id))),
        "account" => Some(AddressOwner::Account(DepositAccountId::from_uuid(id))),
        _ => None,
    }
}

/// A branch as stored in the database.
pub(crate) fn step(branch: Branch) -> i16 {
    i16::try_from(branch.step()).unwrap_or(0)
}

/// A block height as stored in the database. No chain comes near the limit.
pub(crate) fn height(height: u64) -> i64 {
    i64::try_from(height).unwrap_or(i64::MAX)
}

/// A number of confirmations as stored in the database.
pub(crate) fn int(count: u32) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX)
}
