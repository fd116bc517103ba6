//! A profile becomes a merchant.

mod store;

use ::store::{StoreError, TenantTx};
use chrono::{DateTime, Utc};
use exchange::ExchangeError;
use identity::{CustomerStatus, rules};
use kernel::{Currency, MerchantId, MerchantLogoId, ProfileId, TenantId, UserId};
use serde::{Deserialize, Serialize};
pub(crate) use store::of_user;

use crate::{Merchants, logo};

/// The largest tolerance of an underpayment that a merchant may set: 5 percent, in hundredths of a percent.
pub const TOLERANCE_BPS_MAX: u16 = 500;
/// The maximum number of hosts of return addresses.
const HOSTS_MAX: usize = 10;
/// The maximum number of characters of a merchant's name.
const NAME_CHARS_MAX: usize = 60;

const COLOUR_RULE: &str = "must be a colour like #1a2b3c";

/// The settings of a merchant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    /// The name that payers see.
    pub name: String,
    /// The currency of the balance that payments are credited to.
    pub settlement: Currency,
    /// How much less than the price the merchant accepts, in hundredths of a percent.
    pub tolerance_bps: u16,
    /// The hosts that payers may be returned to.
    pub return_hosts: Vec<String>,
    /// Whether a payer may leave money with the merchant that arrived besides a paid payment.
    #[serde(default)]
    pub takes_more: bool,
    /// Whether the merchant gets an email when a payment is paid.
    #[serde(default = "yes")]
    pub mails: bool,
    /// The brand colour of the payer's page, as `#rrggbb` in lower case. The page derives legible colours from it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub colour: Option<String>,
}

const fn yes() -> bool {
    true
}

impl Settings {
    /// The settings in canonical form.
    ///
    /// # Errors
    /// [`ExchangeError::Invalid`] naming the field.
    pub fn checked(self) -> Result<Self, ExchangeError> {
        let name = rules::label(&self.name, 1, NAME_CHARS_MAX);
        let name = name.map_err(|broken| invalid("name", broken.message))?;
        if self.tolerance_bps > TOLERANCE_BPS_MAX {
            return Err(invalid("tolerance_percent", "must be at most 5"));
        }
        if self.return_hosts.len() > HOSTS_MAX {
            return Err(invalid("return_hosts", format!("must be at most {HOSTS_MAX}")));
        }
        let colour = self.colour.map(|text| checked_colour(&text).ok_or_else(|| invalid("colour", COLOUR_RULE)));
        let colour = colour.transpose()?;
        let mut return_hosts = Vec::new();
        for host in self.return_hosts {
            let host = checked_host(&host).ok_or_else(|| invalid("return_hosts", "must be names of hosts"))?;
            if !return_hosts.contains(&host) {
                return_hosts.push(host);
            }
        }
        Ok(Self { name, return_hosts, colour, ..self })
    }
}

/// A colour in canonical form.
fn checked_colour(text: &str) -> Option<String> {
    let digits = text.strip_prefix('#')?;
    let is_colour = digits.len() == 6 && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_colour.then(|| text.to_ascii_lowercase())
}

/// A host name in canonical form; `None` for everything else, such as an IP address, a port or a path.
fn checked_host(text: &str) -> Option<String> {
    match url::Host::parse(text.trim()).ok()? {
        url::Host::Domain(name) if name.len() <= 253 => Some(name),
        _ => None,
    }
}

pub(crate) fn invalid(field: &'static str, rule: impl Into<String>) -> ExchangeError {
    ExchangeError::Invalid { field, rule: rule.into() }
}

/// A profile that takes payments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Merchant {
    /// The id.
    pub id: MerchantId,
    /// The profile whose balance is credited.
    pub profile: ProfileId,
    /// The person whose limits apply.
    pub user: UserId,
    /// The merchant's settings.
    pub settings: Settings,
    /// The logo of its profile.
    pub logo: Option<MerchantLogoId>,
    /// When it became a merchant.
    pub created_at: DateTime<Utc>,
}

impl Merchants {
    /// The merchant of a profile, if it is one.
    ///
    /// # Errors
    /// Database errors.
    pub async fn of_profile(&self, tenant: TenantId, profile: ProfileId) -> Result<Option<Merchant>, ExchangeError> {
        let mut tx = self.store().tenant_read(tenant).await?;
        Ok(store::of_profile(tx.conn(), tenant, profile).await?)
    }

    /// Makes a profile a merchant, or changes its settings. Payments that exist keep their terms.
    ///
    /// # Errors
    /// [`ExchangeError::Invalid`] naming the field.
    pub async fn set(
        &self,
        tenant: TenantId,
        (profile, user): (ProfileId, UserId),
        settings: Settings,
    ) -> Result<Merchant, ExchangeError> {
        let (settings, now) = (settings.checked()?, self.world().now());
        let merchant = Merchant { id: self.world().id(), profile, user, settings, logo: None, created_at: now };
        let mut tx = self.store().tenant(tenant).await?;
        let merchant = store::set(tx.conn(), tenant, &merchant, now).await?;
        tx.commit().await?;
        tracing::info!(event = "merchant.set", %tenant, merchant = %merchant.id, "A profile set what it takes payments for.");
        Ok(merchant)
    }

    /// Deletes what these profiles wrote as merchants, in `tx`. The movements of their payments stay.
    ///
    /// # Errors
    /// Database errors.
    pub async fn forget(&self, tx: &mut TenantTx, profiles: &[ProfileId]) -> Result<(), StoreError> {
        logo::forget(tx, profiles).await?;
        store::forget(tx.conn(), profiles).await
    }

    pub(crate) async fn by_id(&self, tenant: TenantId, id: MerchantId) -> Result<Merchant, ExchangeError> {
        let mut tx = self.store().tenant_read(tenant).await?;
        let found = store::by_id(tx.conn(), tenant, id).await?;
        found.ok_or(ExchangeError::NotFound { what: "merchant" })
    }

    /// The present status of the person behind a merchant.
    pub(crate) async fn status(&self, tenant: TenantId, merchant: &Merchant) -> Result<CustomerStatus, ExchangeError> {
        let internal = |error: identity::IdentityError| ExchangeError::Internal(error.to_string());
        let found = identity::customer_status_of(self.store(), tenant, merchant.user).await.map_err(internal)?;
        found.ok_or(ExchangeError::NotFound { what: "merchant" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_name_the_field_that_breaks_a_rule() {
        let fine = Settings {
            name: " Bean & Leaf ".to_owned(),
            settlement: Currency::EUR,
            tolerance_bps: 100,
            return_hosts: vec!["Shop.Example".to_owned(), "shop.example".to_owned()],
            takes_more: false,
            mails: true,
            colour: Some("#5A3DF0".to_owned()),
        };
        let kept = fine.clone().checked().unwrap();
        assert_eq!(
            (kept.name.as_str(), kept.return_hosts.as_slice()),
            ("Bean & Leaf", &["shop.example".to_owned()][..])
        );
        assert_eq!(kept.colour.as_deref(), Some("#5a3df0"));
        let field = |settings: Settings| match settings.checked() {
            Err(ExchangeError::Invalid { field, .. }) => field,
            other => panic!("{other:?}"),
        };
        assert_eq!(field(Settings { name: " ".to_owned(), ..fine.clone() }), "name");
        assert_eq!(field(Settings { tolerance_bps: TOLERANCE_BPS_MAX + 1, ..fine.clone() }), "tolerance_percent");
        for colour in ["", "red", "#fff", "#12345g", "#1234567", "url(x)"] {
            assert_eq!(field(Settings { colour: Some(colour.to_owned()), ..fine.clone() }), "colour", "{colour}");
        }
        for host in ["", "https://shop.example", "shop.example:8080", "shop.example/path", "192.0.2.1", "a b"] {
            assert_eq!(
                field(Settings { return_hosts: vec![host.to_owned()], ..fine.clone() }),
                "return_hosts",
                "{host}"
            );
        }
    }
}
