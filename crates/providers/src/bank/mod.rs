//! A bank that exchanges files (ISO 20022): an operator brings payment files to it and statements back, or a folder does.

mod balances;
mod desk;
mod entries;
mod folder;
mod lines;
mod meaning;
mod rail;
mod reading;
mod store;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::sync::Arc;

use ::store::{JobHandler, Store};
use custody::RailListener;
use iso20022::pain001::{Debtor, Field};
use kernel::{Currency, World};
use sha2::{Digest, Sha256};

pub(crate) use self::folder::VisitError;
pub use self::folder::{BankFolder, FolderProblem};
use crate::tell;

/// The accounts of a tenant at its bank.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BankAccounts {
    /// The account holder, as the bank writes it.
    pub holder: String,
    /// The BIC of the bank.
    pub bic: String,
    /// The IBAN of each currency.
    pub ibans: BTreeMap<Currency, String>,
}

impl BankAccounts {
    /// Checks that payment files can name the accounts.
    ///
    /// # Errors
    /// The field (`HOLDER`, `BIC` or `IBAN`) and the rule.
    pub fn check(&self) -> Result<(), (&'static str, String)> {
        for iban in self.ibans.values() {
            let debtor = Debtor { name: self.holder.clone(), iban: iban.clone(), bic: Some(self.bic.clone()) };
            debtor.check().map_err(|error| {
                let field = match error.field {
                    Field::DebtorName => "HOLDER",
                    Field::DebtorBic => "BIC",
                    _ => "IBAN",
                };
                (field, error.rule.to_string())
            })?;
        }
        Ok(())
    }
}

/// The bank of one tenant. Cheap to clone.
#[derive(Clone)]
pub struct FileBank {
    store: Store,
    world: World,
    accounts: BankAccounts,
    /// Accounts that these replaced. Customers may still pay to them.
    earlier: Vec<(Currency, String)>,
    /// The folder through which the files go, if the server's settings name one.
    folder: Option<BankFolder>,
}

impl FileBank {
    /// The bank with these accounts.
    #[must_use]
    pub fn new(store: Store, world: World, accounts: BankAccounts) -> Self {
        Self { store, world, accounts, earlier: Vec::new(), folder: None }
    }

    /// The same, which replaced these accounts and still reads their statements.
    pub(crate) fn after(self, earlier: Vec<(Currency, String)>) -> Self {
        Self { earlier, ..self }
    }

    /// The same, whose files go through this folder.
    pub(crate) fn by_folder(self, folder: BankFolder) -> Self {
        Self { folder: Some(folder), ..self }
    }

    /// Whether it has this account, an IBAN in canonical form.
    pub(crate) fn has_account(&self, iban: &str) -> bool {
        self.accounts.ibans.values().any(|known| known == iban)
    }

    /// The currencies of the accounts.
    pub fn currencies(&self) -> impl Iterator<Item = Currency> {
        self.accounts.ibans.keys().copied()
    }
}

/// The kind of the jobs that report to the exchange.
const TELL: &str = "bank.tell";

/// The handler of the bank's jobs; `listener` receives what statements and files say.
#[must_use]
pub fn handler(listener: Arc<dyn RailListener>) -> Arc<dyn JobHandler> {
    tell::handler(TELL, listener)
}

/// The end-to-end id of a payment: the same for every attempt with this key, at most 35 characters, as banks require.
fn end_to_end_id(key: &str) -> String {
    format!("AGIO{}", hex::encode_upper(&Sha256::digest(key.as_bytes())[..14]))
}

/// The reference of an incoming payment, from the key of its entry.
fn payment_reference(entry_key: &str) -> String {
    format!("camt_{}", hex::encode(&Sha256::digest(entry_key.as_bytes())[..16]))
}
