//! The operators' actions on connections.

use std::collections::BTreeMap;

use async_trait::async_trait;
use exchange::rails::{
    ConnectionDesk, ConnectionError, ConnectionHealth, ConnectionKind, ConnectionList, ConnectionSecrets,
    ConnectionSettings, ConnectionState, ConnectionTest, MadeConnection, RailError,
};
use exchange::requisite::validate_iban;
use identity::envelope::Class;
use kernel::{Currency, Payway, TenantId};
use uuid::Uuid;
use zeroize::Zeroizing;

use super::store::{self, ConnectionRow};
use super::{Console, of_store, unavailable};
use crate::bank::BankAccounts;
use crate::orchestrator::{Orchestrator, OrchestratorConfigError};
use crate::tenant_rails::TenantRails;

/// The longest account holder: the SEPA rulebook allows 70 characters.
const HOLDER_MAX: usize = 70;
/// The longest address, profile, key and webhook key.
const TEXT_MAX: usize = 500;

fn field(field: &'static str, rule: impl Into<String>) -> ConnectionError {
    ConnectionError::Field { field, rule: rule.into() }
}

fn short(name: &'static str, text: &str, most: usize) -> Result<String, ConnectionError> {
    let text = text.trim();
    match text.chars().count() {
        0 => Err(field(name, "Field is required")),
        count if count > most => Err(field(name, format!("At most {most} characters"))),
        _ => Ok(text.to_owned()),
    }
}

/// A text that may be left out or empty.
fn optional(name: &'static str, text: Option<String>) -> Result<Option<String>, ConnectionError> {
    text.filter(|text| !text.trim().is_empty()).map(|text| short(name, &text, TEXT_MAX)).transpose()
}

/// The settings as they are stored. Pure.
fn checked(settings: ConnectionSettings) -> Result<ConnectionSettings, ConnectionError> {
    match settings {
        ConnectionSettings::Bank { holder, bic, ibans } => {
            let (holder, bic) = (short("holder", &holder, HOLDER_MAX)?, short("bic", &bic, 11)?.to_uppercase());
            let mut own = BTreeMap::new();
            for (currency, iban) in ibans {
                let Ok(iban) = validate_iban(currency, &iban) else {
                    return Err(field("accounts", format!("This is no IBAN for {currency}")));
                };
                own.insert(currency, iban.value);
            }
            if own.is_empty() {
                return Err(field("accounts", "Name an account"));
            }
            let accounts = BankAccounts { holder, bic, ibans: own };
            accounts.check().map_err(|(name, rule)| {
                let name = match name {
                    "HOLDER" => "holder",
                    "BIC" => "bic",
                    _ => "accounts",
                };
                field(name, format!("It {rule}"))
            })?;
            let BankAccounts { holder, bic, ibans } = accounts;
            Ok(ConnectionSettings::Bank { holder, bic, ibans })
        }
        ConnectionSettings::Cards { url, profile, publishable_key, currencies } => {
            let url = short("url", &url, TEXT_MAX)?;
            let profile = optional("profile", profile)?;
            let publishable_key = optional("publishable_key", publishable_key)?;
            let is_of_cards = |one: &Currency| Payway::of(*one).contains(&Payway::Visamc);
            if let Some(other) = currencies.iter().find(|one| !is_of_cards(one)) {
                return Err(field("currencies", format!("Cards are not paid in {other}")));
            }
            Ok(ConnectionSettings::Cards { url, profile, publishable_key, currencies })
        }
    }
}

/// The secrets of a new version. One that is not given is that of the version before, as long as it goes to the same
/// address: an operator who does not know a key must not be able to send it to another address. Pure.
fn merged(
    settings: &ConnectionSettings,
    given: ConnectionSecrets,
    before: Option<(&ConnectionSettings, ConnectionSecrets)>,
) -> Result<ConnectionSecrets, ConnectionError> {
    let ConnectionSettings::Cards { url, .. } = settings else { return Ok(ConnectionSecrets::default()) };
    let same =
        |before: &ConnectionSettings| matches!(before, ConnectionSettings::Cards { url: known, .. } if known == url);
    let kept = before.filter(|(settings, _)| same(settings)).map(|(_, secrets)| secrets).unwrap_or_default();
    let one = |name: &'static str, given: Option<String>, kept: Option<String>| {
        let given = given.filter(|text| !text.trim().is_empty());
        let text = given.or(kept).ok_or_else(|| field(name, "Field is required, also for another address"))?;
        short(name, &text, TEXT_MAX).map(Some)
    };
    Ok(ConnectionSecrets {
        key: one("key", given.key, kept.key)?,
        webhook_key: one("webhook_key", given.webhook_key, kept.webhook_key)?,
    })
}

fn of_config(error: &OrchestratorConfigError) -> ConnectionError {
    let name = match error {
        OrchestratorConfigError::Key => "key",
        OrchestratorConfigError::PublishableKey => "publishable_key",
        OrchestratorConfigError::WebhookKey => "webhook_key",
        OrchestratorConfigError::Currencies => "currencies",
        OrchestratorConfigError::Url | OrchestratorConfigError::NotPublic | OrchestratorConfigError::Client => "url",
    };
    // The name of the variable is no field of a form.
    let rule = error.to_string();
    let rule = rule.split_once(' ').map_or(rule.as_str(), |(_, rest)| rest);
    field(name, format!("It {rule}"))
}

impl Console {
    async fn make(
        &self,
        tenant: TenantId,
        by: &str,
        settings: ConnectionSettings,
        secrets: ConnectionSecrets,
    ) -> Result<MadeConnection, ConnectionError> {
        let kind = settings.kind();
        let mut tx = self.store.tenant(tenant).await.map_err(of_store)?;
        // A draft comes before the connection in use.
        let rows = store::listed(tx.conn(), tenant).await.map_err(of_store)?;
        let before = match rows.iter().find(|row| row.made.settings.kind() == kind) {
            Some(row) => Some((&row.made.settings, self.secrets(&mut tx, row).await?)),
            None => None,
        };
        let secrets = merged(&settings, secrets, before)?;
        match kind {
            ConnectionKind::Bank => drop(self.bank(&settings)?),
            ConnectionKind::Cards => drop(self.cards(&settings, secrets.clone()).map_err(|error| of_config(&error))?),
        }
        let id = self.world.uuid();
        let sealed = match kind {
            ConnectionKind::Bank => None,
            ConnectionKind::Cards => {
                let plain = serde_json::to_vec(&secrets).map_err(|error| unavailable(&error))?;
                let plain = Zeroizing::new(plain);
                let sealed = self.identity.envelope().seal(&mut tx, Class::Rail, id, &plain).await;
                Some(sealed.map_err(|error| unavailable(&error))?)
            }
        };
        let (state, made_by, made_at) = (ConnectionState::Draft, by.to_owned(), self.world.now());
        let row = ConnectionRow { made: MadeConnection { id, settings, state, made_by, made_at, test: None }, sealed };
        store::put_draft(tx.conn(), tenant, &row).await.map_err(of_store)?;
        tx.commit().await.map_err(of_store)?;
        Ok(row.made)
    }

    /// Whether another tenant uses one of the accounts of a bank, by its own connections.
    pub(super) async fn is_taken(&self, tenant: TenantId, settings: &ConnectionSettings) -> Result<bool, RailError> {
        let ConnectionSettings::Bank { ibans, .. } = settings else { return Ok(false) };
        let ibans: Vec<String> = ibans.values().cloned().collect();
        let mut tx = self.store.system().await.map_err(of_store)?;
        let found = store::is_taken(tx.conn(), tenant, &ibans).await.map_err(of_store)?;
        tx.rollback().await.map_err(of_store)?;
        Ok(found)
    }

    async fn find(&self, tenant: TenantId, id: Uuid) -> Result<MadeConnection, ConnectionError> {
        let mut tx = self.store.tenant_read(tenant).await.map_err(of_store)?;
        let found = store::one(tx.conn(), tenant, id).await.map_err(of_store)?;
        found.map(|row| row.made).ok_or(ConnectionError::NotFound)
    }

    async fn test(&self, tenant: TenantId, id: Uuid) -> Result<ConnectionTest, ConnectionError> {
        let mut tx = self.store.tenant(tenant).await.map_err(of_store)?;
        let row = store::one(tx.conn(), tenant, id).await.map_err(of_store)?.ok_or(ConnectionError::NotFound)?;
        let secrets = self.secrets(&mut tx, &row).await?;
        tx.commit().await.map_err(of_store)?;
        // No transaction is open while the other side is asked.
        let said = match &row.made.settings {
            ConnectionSettings::Bank { .. } => {
                Ok("Payment files can name these accounts. A bank that exchanges files gives no answer: its first \
                 statement does."
                    .to_owned())
            }
            ConnectionSettings::Cards { .. } => match self.cards(&row.made.settings, secrets) {
                Ok(rail) => rail.probe().await,
                Err(error) => Err(format!("{error}.")),
            },
        };
        let is_passed = said.is_ok();
        let answer = said.unwrap_or_else(|reason| reason);
        let test = ConnectionTest { at: self.world.now(), is_passed, answer };
        let mut tx = self.store.tenant(tenant).await.map_err(of_store)?;
        store::put_test(tx.conn(), tenant, id, &test).await.map_err(of_store)?;
        tx.commit().await.map_err(of_store)?;
        Ok(test)
    }

    async fn listed(&self, tenant: TenantId) -> Result<Vec<MadeConnection>, RailError> {
        let mut tx = self.store.tenant_read(tenant).await.map_err(of_store)?;
        let rows = store::listed(tx.conn(), tenant).await.map_err(of_store)?;
        Ok(rows.into_iter().map(|row| row.made).collect())
    }
}

#[async_trait]
impl ConnectionDesk for TenantRails {
    async fn health(&self, tenant: TenantId) -> Result<Vec<ConnectionHealth>, ConnectionError> {
        self.known_health(tenant).await.map_err(ConnectionError::from)
    }

    async fn connections(&self, tenant: TenantId) -> Result<ConnectionList, ConnectionError> {
        let found = self.tenant(tenant).await?;
        if found.sandbox {
            return Err(ConnectionError::Sandbox);
        }
        let from_server = self.server_kinds(&found.slug);
        Ok(ConnectionList { from_server, made: self.console.listed(tenant).await? })
    }

    async fn make_connection(
        &self,
        tenant: TenantId,
        by: &str,
        settings: ConnectionSettings,
        secrets: ConnectionSecrets,
        may_be_here: bool,
    ) -> Result<MadeConnection, ConnectionError> {
        if self.tenant(tenant).await?.sandbox {
            return Err(ConnectionError::Sandbox);
        }
        let settings = checked(settings)?;
        if let ConnectionSettings::Cards { url, .. } = &settings
            && Orchestrator::is_here(url)
            && !may_be_here
        {
            return Err(field("url", "It must be a public address"));
        }
        // An account belongs to one tenant: two would book the same payments.
        if self.is_of_server(&settings) || self.console.is_taken(tenant, &settings).await? {
            return Err(field("accounts", "This account cannot be connected here"));
        }
        self.console.make(tenant, by, settings, secrets).await
    }

    async fn test_connection(&self, tenant: TenantId, id: Uuid) -> Result<ConnectionTest, ConnectionError> {
        self.console.test(tenant, id).await
    }

    async fn switchable(&self, tenant: TenantId, id: Uuid, on: bool) -> Result<MadeConnection, ConnectionError> {
        let made = self.console.find(tenant, id).await?;
        match (on, made.state) {
            (true, ConnectionState::On) => Err(ConnectionError::Conflict("The connection is on already.")),
            (false, ConnectionState::Draft | ConnectionState::Off) => {
                Err(ConnectionError::Conflict("The connection is not on."))
            }
            (true, _) if !made.test.as_ref().is_some_and(|test| test.is_passed) => {
                Err(ConnectionError::Conflict("Test the connection first: only one that can be used is switched on."))
            }
            _ => Ok(made),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn bank(holder: &str, bic: &str, iban: &str) -> ConnectionSettings {
        let ibans = BTreeMap::from([(Currency::EUR, iban.to_owned())]);
        ConnectionSettings::Bank { holder: holder.to_owned(), bic: bic.to_owned(), ibans }
    }

    fn cards(url: &str, currency: Currency) -> ConnectionSettings {
        ConnectionSettings::Cards {
            url: url.to_owned(),
            profile: Some(" ".into()),
            publishable_key: Some(" pk_snd_1 ".into()),
            currencies: [currency].into(),
        }
    }

    fn refused<T>(result: Result<T, ConnectionError>) -> &'static str {
        match result {
            Err(ConnectionError::Field { field, .. }) => field,
            _ => "nothing",
        }
    }

    #[test]
    fn settings_are_stored_as_payment_files_have_them() {
        let stored = checked(bank(" North Bank ", "bylADEM1001", "DE02 1203 0000 0000 2020 51")).unwrap();
        assert_eq!(stored, bank("North Bank", "BYLADEM1001", "DE02120300000000202051"));
        let stored = checked(cards(" https://pay.example/api ", Currency::EUR)).unwrap();
        let currencies = BTreeSet::from([Currency::EUR]);
        let expected = ConnectionSettings::Cards {
            url: "https://pay.example/api".into(),
            profile: None,
            publishable_key: Some("pk_snd_1".into()),
            currencies,
        };
        assert_eq!(stored, expected);
    }

    #[test]
    fn each_wrong_field_is_named() {
        let iban = "DE02120300000000202051";
        assert_eq!(refused(checked(bank(" ", "BYLADEM1001", iban))), "holder");
        assert_eq!(refused(checked(bank(&"a".repeat(71), "BYLADEM1001", iban))), "holder");
        assert_eq!(refused(checked(bank("A", "BYLA1EM1001", iban))), "bic");
        assert_eq!(refused(checked(bank("A", "BYLADEM1001", "DE02120300000000202052"))), "accounts");
        assert_eq!(refused(checked(cards("", Currency::EUR))), "url");
        assert_eq!(refused(checked(cards("https://pay.example", Currency::BTC))), "currencies");
    }

    #[test]
    fn a_key_is_never_sent_to_another_address_than_the_one_that_it_was_given_for() {
        let known = || ConnectionSecrets { key: Some("k".into()), webhook_key: Some("w".into()) };
        let (old, new) = (cards("https://pay.example", Currency::EUR), cards("https://evil.example", Currency::EUR));
        let kept = merged(&old, ConnectionSecrets::default(), Some((&old, known()))).unwrap_or_default();
        assert_eq!(kept.key.as_deref(), Some("k"));
        assert_eq!(refused(merged(&new, ConnectionSecrets::default(), Some((&old, known())))), "key");
        let half = ConnectionSecrets { key: Some("k2".into()), webhook_key: None };
        assert_eq!(refused(merged(&new, half.clone(), Some((&old, known())))), "webhook_key");
        let changed = merged(&old, half, Some((&old, known()))).unwrap_or_default();
        assert_eq!((changed.key.as_deref(), changed.webhook_key.as_deref()), (Some("k2"), Some("w")));
    }
}
