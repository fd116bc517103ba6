//! Banks of tenants with real customers, from the environment: `AGIO_BANK_<TENANT>_…`, with the tenant's slug in upper
//! case and underscores for dashes.

use std::collections::BTreeMap;

use anyhow::{Context, anyhow, bail, ensure};
use exchange::requisite::validate_iban;
use kernel::{Currency, World};
use providers::bank::{BankAccounts, BankFolder, FileBank};
use store::Store;

use crate::wiring::by_tenant::{self, TenantSettings};

pub const PREFIX: &str = "AGIO_BANK_";
/// Names that can follow the tenant.
const NAMES: [&str; 6] = ["HOLDER", "BIC", "EUR_IBAN", "PLN_IBAN", "UAH_IBAN", FOLDER];
/// The folder through which the files go. Also for a bank that was connected in the console: a path belongs to the
/// machine, and must not be for operators of a tenant to choose.
const FOLDER: &str = "FOLDER";
/// The longest account holder in a payment file (ISO 20022 `Max140Text`; the SEPA rulebook allows half of it).
const HOLDER_MAX: usize = 70;

/// The banks by the tenant's slug.
///
/// # Errors
/// The errors of [`accounts`].
pub fn open(
    variables: Vec<(String, String)>,
    store: &Store,
    world: &World,
) -> anyhow::Result<BTreeMap<String, FileBank>> {
    let bank = |accounts| FileBank::new(store.clone(), world.clone(), accounts);
    Ok(accounts(variables)?.into_iter().map(|(slug, given)| (slug, bank(given))).collect())
}

/// The folders through which banks exchange files, by the tenant's slug.
///
/// # Errors
/// An unknown name, a path that is not absolute, or a folder of two tenants, with the variable.
pub fn folders(variables: Vec<(String, String)>) -> anyhow::Result<BTreeMap<String, BankFolder>> {
    let mut folders = BTreeMap::new();
    for (tenant, mut given) in by_tenant::read(variables, PREFIX, &NAMES)? {
        let Some(path) = given.remove(FOLDER) else { continue };
        let variable = format!("{}_{FOLDER}", by_tenant::variable_prefix(PREFIX, &tenant));
        let folder = BankFolder::new(&path).map_err(|problem| anyhow!("{variable} {problem}"))?;
        ensure!(!folders.values().any(|known| *known == folder), "{variable}: another tenant has this folder");
        folders.insert(tenant, folder);
    }
    Ok(folders)
}

/// The accounts by the tenant's slug.
///
/// # Errors
/// An unknown name, or a missing or invalid value, with the variable.
fn accounts(variables: impl IntoIterator<Item = (String, String)>) -> anyhow::Result<BTreeMap<String, BankAccounts>> {
    let mut given = by_tenant::read(variables, PREFIX, &NAMES)?;
    given.values_mut().for_each(|settings| drop(settings.remove(FOLDER)));
    // The accounts of a bank with a folder alone are connected in the console.
    given.retain(|_, settings| !settings.is_empty());
    let read = given.into_iter().map(|(tenant, given)| {
        let accounts = account(given).with_context(|| by_tenant::variable_prefix(PREFIX, &tenant))?;
        Ok((tenant, accounts))
    });
    let read: BTreeMap<String, BankAccounts> = read.collect::<anyhow::Result<_>>()?;
    let all: Vec<&String> = read.values().flat_map(|accounts| accounts.ibans.values()).collect();
    let twice = all.iter().enumerate().find(|(at, iban)| all[..*at].contains(iban));
    ensure!(twice.is_none(), "{PREFIX}…: an account belongs to one tenant and one currency");
    Ok(read)
}

fn account(mut given: TenantSettings) -> anyhow::Result<BankAccounts> {
    let mut required = |name: &'static str| given.remove(name).with_context(|| format!("{name} is missing"));
    let (holder, bic) = (required("HOLDER")?, required("BIC")?);
    ensure!(holder.chars().count() <= HOLDER_MAX, "HOLDER must have at most {HOLDER_MAX} characters");
    let mut ibans = BTreeMap::new();
    for (name, currency) in [("EUR_IBAN", Currency::EUR), ("PLN_IBAN", Currency::PLN), ("UAH_IBAN", Currency::UAH)] {
        let Some(text) = given.remove(name) else { continue };
        let Ok(iban) = validate_iban(currency, &text) else { bail!("{name} must be an IBAN for {currency}") };
        ibans.insert(currency, iban.value);
    }
    ensure!(!ibans.is_empty(), "EUR_IBAN, PLN_IBAN or UAH_IBAN is missing");
    let accounts = BankAccounts { holder, bic, ibans };
    // A payment file would be refused later for the same reason.
    accounts.check().map_err(|(field, rule)| anyhow!("{field} {rule}"))?;
    Ok(accounts)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(variables: &[(&str, &str)]) -> Result<BTreeMap<String, BankAccounts>, String> {
        let given = variables.iter().map(|(name, value)| (format!("{PREFIX}{name}"), (*value).to_owned()));
        accounts(given).map_err(|error| format!("{error:#}"))
    }

    #[test]
    fn each_tenant_has_its_own_accounts() {
        let known = read(&[
            ("NORTH_BANK_HOLDER", "North Bank"),
            ("NORTH_BANK_BIC", "BYLADEM1001"),
            ("NORTH_BANK_EUR_IBAN", "DE02 1203 0000 0000 2020 51"),
        ])
        .unwrap();
        assert_eq!(known["north-bank"].ibans[&Currency::EUR], "DE02120300000000202051");
        assert!(read(&[]).unwrap().is_empty());
    }

    #[test]
    fn a_folder_is_of_one_tenant_and_needs_no_accounts() {
        let read = |variables: &[(&str, &str)]| {
            let given = variables.iter().map(|(name, value)| (format!("{PREFIX}{name}"), (*value).to_owned()));
            folders(given.collect()).map_err(|error| format!("{error:#}"))
        };
        assert_eq!(read(&[("A_FOLDER", "/srv/a"), ("B_C_FOLDER", "/srv/b")]).unwrap().len(), 2);
        let relative = "AGIO_BANK_A_FOLDER must be an absolute path, as in /srv/bank";
        assert_eq!(read(&[("A_FOLDER", "srv/a")]).unwrap_err(), relative);
        let twice = read(&[("A_FOLDER", "/srv/a"), ("B_FOLDER", "/srv/a/")]).unwrap_err();
        assert_eq!(twice, "AGIO_BANK_B_FOLDER: another tenant has this folder");
        assert!(super::accounts([(format!("{PREFIX}A_FOLDER"), "/srv/a".to_owned())]).unwrap().is_empty());
    }

    #[test]
    fn missing_or_invalid_settings_are_named() {
        let with = |name, value| read(&[("A_HOLDER", "A"), ("A_BIC", "BYLADEM1001"), (name, value)]).unwrap_err();
        assert_eq!(read(&[("A_HOLDER", "A")]).unwrap_err(), "AGIO_BANK_A: BIC is missing");
        let as_in_a_file = |holder, bic| {
            let iban = ("A_EUR_IBAN", "DE02120300000000202051");
            read(&[("A_HOLDER", holder), ("A_BIC", bic), iban]).map(drop)
        };
        assert_eq!(as_in_a_file("Müller", "BYLADEM1001"), Ok(()));
        for bic in ["x", "BYLA1EM1001", "BYLADEM100", "byladem1001"] {
            assert_eq!(as_in_a_file("A", bic).unwrap_err(), "AGIO_BANK_A: BIC is not a BIC of 8 or 11 characters");
        }
        for (holder, rule) in
            [(" ", "is empty"), ("山本", "has no letter or digit that the SEPA character set can spell")]
        {
            assert_eq!(as_in_a_file(holder, "BYLADEM1001").unwrap_err(), format!("AGIO_BANK_A: HOLDER {rule}"));
        }
        assert!(with("A_EUR_IBAN", "DE02120300000000202052").contains("EUR_IBAN must be an IBAN"));
        assert!(with("A_HOLDER", "A").contains("EUR_IBAN, PLN_IBAN or UAH_IBAN is missing"));
    }
}
