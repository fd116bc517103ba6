//! Declarations of external wallets and proofs of ownership, which the travel rule requires above a threshold.

mod answers;
mod beneficiary;
mod bip322;
mod lei;
mod model;
mod payer;
mod proof;
mod rule;
pub(crate) mod store;

pub use crate::error::Need;

pub use answers::Answers;
pub use beneficiary::{Beneficiary, CompanyId, PartyKind};
pub use lei::lei;
pub use model::{DeclaredWallet, Holding, KEPT, Owner, PROOF_LASTS, Wallet};
pub use payer::{PayerWallet, need_of_payer};
pub use proof::{SIGNATURE_CHARS_MAX, method, proves};
pub use rule::{LINKED_WITHIN, OnWord, Purpose, Travel, TravelRule, need};
