//! A tenant's configuration file, written by the platform host and validated field by field before anything changes.
//! Pure.

use std::collections::BTreeSet;
use std::net::IpAddr;

use kernel::Country;
use serde::{Deserialize, Serialize};

use super::model::normalize_host;
use super::{Brand, Corners, Feature, Mark, NewTenant, Tenant};
use crate::{EmailAddress, Language, rules};

/// The maximum number of host names of a tenant.
const HOSTS_MAX: usize = 50;
/// The maximum number of excluded countries: the table's limit.
const COUNTRIES_MAX: usize = 250;
const NAME_CHARS_MAX: usize = 100;
const CLOSING_DAYS: std::ops::RangeInclusive<u16> = 1..=30;
/// The maximum of both hold periods: three days.
const HOLD_HOURS_MAX: u16 = 72;

/// A tenant's configuration file. Omitted fields get the default of a new tenant, not the previous value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TenantFile {
    /// The display name; 1 to 100 characters.
    pub name: String,
    /// Host names without a port, or `*.` and a name for all its subdomains; 1 to 50.
    pub hosts: Vec<String>,
    /// Whether external services are simulated. It cannot change, so that simulated money never becomes a real
    /// liability.
    #[serde(default)]
    pub sandbox: bool,
    /// The offered languages, the preferred one first; at least one.
    pub languages: Vec<String>,
    /// The offered features; at least one.
    pub features: Vec<String>,
    /// Countries of residence (ISO 3166-1 alpha-2) that are not served.
    #[serde(default)]
    pub excluded_countries: Vec<String>,
    /// Days between a closure request and the erasure; 1 to 30.
    #[serde(default = "closing_days")]
    pub closing_days: u16,
    /// Hours without orders after account protection was weakened or replaced; 0 to 72.
    #[serde(default = "payout_hold_hours")]
    pub payout_hold_hours: u16,
    /// Hours with halved limits after a sign-in from a new device; 0 to 72. The default for a sandbox is 0.
    #[serde(default)]
    pub new_device_hours: Option<u16>,
    /// The branding.
    #[serde(default)]
    pub brand: BrandFile,
}

/// The branding section of the file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BrandFile {
    /// The brand colour as `#rrggbb`; without it, the platform's default.
    #[serde(default)]
    pub color: Option<String>,
    /// The corner radius.
    #[serde(default)]
    pub corners: Corners,
    /// The shapes of the logo, in a square of 24 units, the lowest first; empty for no logo.
    #[serde(default)]
    pub mark: Vec<ShapeFile>,
    /// The support address.
    #[serde(default)]
    pub support_email: Option<String>,
}

/// A shape of a logo.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShapeFile {
    /// The outline, as an SVG path.
    pub d: String,
    /// The opacity, in percent.
    pub opacity: u8,
}

const fn closing_days() -> u16 {
    NewTenant::CLOSING_DAYS
}

const fn payout_hold_hours() -> u16 {
    NewTenant::PAYOUT_HOLD_HOURS
}

/// A violated rule of the file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{field}: {rule}")]
pub struct FieldError {
    /// The field, such as `hosts[1]`.
    pub field: String,
    /// The rule.
    pub rule: String,
}

impl FieldError {
    fn new(field: impl Into<String>, rule: impl Into<String>) -> Self {
        Self { field: field.into(), rule: rule.into() }
    }
}

impl TenantFile {
    /// The file of a tenant; parsing it gives the same tenant.
    #[must_use]
    pub fn of(tenant: &Tenant) -> Self {
        let Brand { color, corners, mark, support_email } = tenant.brand.clone();
        let shapes = mark.iter().flat_map(|mark| mark.shapes());
        let mark = shapes.map(|shape| ShapeFile { d: shape.d.clone(), opacity: shape.opacity }).collect();
        Self {
            name: tenant.name.clone(),
            hosts: tenant.hosts.clone(),
            sandbox: tenant.sandbox,
            languages: tenant.languages.iter().map(|language| language.code().to_owned()).collect(),
            features: tenant.features.iter().map(|feature| feature.code().to_owned()).collect(),
            excluded_countries: tenant.excluded_countries.clone(),
            closing_days: tenant.closing_days,
            payout_hold_hours: tenant.payout_hold_hours,
            new_device_hours: Some(tenant.new_device_hours),
            brand: BrandFile { color, corners, mark, support_email },
        }
    }

    /// The tenant that the file describes, with its short name.
    ///
    /// # Errors
    /// The first violated rule, with its field.
    pub fn read(self, slug: &str) -> Result<NewTenant, FieldError> {
        check_slug(slug)?;
        let brand = self.brand.read()?;
        let rule = "1 to 100 characters, no line breaks, and none that change the order of letters";
        let name = rules::label(&self.name, 1, NAME_CHARS_MAX);
        let name = name.map_err(|_| FieldError::new("name", rule))?;
        ensure(CLOSING_DAYS.contains(&self.closing_days), "closing_days", "1 to 30")?;
        ensure(self.payout_hold_hours <= HOLD_HOURS_MAX, "payout_hold_hours", "0 to 72")?;
        let new_device_hours = self.new_device_hours.unwrap_or(NewTenant::new_device_hours(self.sandbox));
        ensure(new_device_hours <= HOLD_HOURS_MAX, "new_device_hours", "0 to 72")?;
        ensure(self.excluded_countries.len() <= COUNTRIES_MAX, "excluded_countries", "250 at most")?;
        let countries = each("excluded_countries", &self.excluded_countries, "ISO 3166-1 alpha-2, as in US", country)?;
        let languages = each("languages", &self.languages, "en, uk, ru or pl", Language::from_code)?;
        let features = each("features", &self.features, "exchange or balances", Feature::from_code)?;
        ensure(!languages.is_empty(), "languages", "one at least, the preferred one first")?;
        ensure(!features.is_empty(), "features", "one at least: exchange, balances")?;
        let hosts = each("hosts", &self.hosts, "a full name in lower case without port, or *. and a name", host)?;
        ensure((1..=HOSTS_MAX).contains(&hosts.len()), "hosts", "1 to 50")?;
        Ok(NewTenant {
            name,
            brand,
            sandbox: self.sandbox,
            hosts: sorted(hosts),
            languages,
            features,
            excluded_countries: sorted(countries),
            closing_days: self.closing_days,
            payout_hold_hours: self.payout_hold_hours,
            new_device_hours,
            ..NewTenant::sandbox(slug, "", &[])
        })
    }
}

impl BrandFile {
    fn read(self) -> Result<Brand, FieldError> {
        let hex = |text: &str| {
            let digits = text.strip_prefix('#').unwrap_or_default();
            digits.len() == 6 && digits.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte))
        };
        ensure(self.color.as_deref().is_none_or(hex), "brand.color", "a colour in lower case, as in #1a7f5a")?;
        let mail = |text: &str| EmailAddress::parse(text).is_ok_and(|address| address.address() == text);
        let reached = self.support_email.as_deref().is_none_or(mail);
        ensure(reached, "brand.support_email", "an address as in help@bank.example")?;
        let shapes = self.mark.iter().map(|shape| (shape.d.as_str(), shape.opacity));
        let mark = (!self.mark.is_empty()).then(|| Mark::read(shapes)).transpose();
        let mark = mark.map_err(|error| FieldError::new("brand.mark", error.to_string()))?;
        Ok(Brand { color: self.color, corners: self.corners, mark, support_email: self.support_email })
    }
}

/// The table's own rule. The short name is also part of environment variables.
fn check_slug(slug: &str) -> Result<(), FieldError> {
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    let fits = (2..=40).contains(&slug.len())
        && slug.bytes().all(plain)
        && slug.bytes().next().is_some_and(|byte| byte.is_ascii_lowercase());
    ensure(fits, "short name", "2 to 40 of a-z, 0-9 and -, a letter first")
}

fn country(code: &str) -> Option<String> {
    code.parse::<Country>().ok().map(|country| country.to_string())
}

/// A host in its stored form; `None` if it is written in another form.
fn host(text: &str) -> Option<String> {
    if text.parse::<IpAddr>().is_ok() {
        return Some(text.to_owned());
    }
    let name = text.strip_prefix("*.").unwrap_or(text);
    let labels = !name.contains(':') && name.split('.').all(|label| !label.is_empty());
    let kept = labels && text.len() <= 253 && normalize_host(name).as_deref() == Some(name);
    kept.then(|| text.to_owned())
}

/// Parses every entry and refuses duplicates; the error names the index of the first bad entry.
fn each<T>(field: &str, texts: &[String], rule: &str, read: impl Fn(&str) -> Option<T>) -> Result<Vec<T>, FieldError> {
    let (mut seen, mut found) = (BTreeSet::new(), Vec::new());
    for (at, text) in texts.iter().enumerate() {
        let refused = |rule: String| FieldError::new(format!("{field}[{at}]"), rule);
        if !seen.insert(text) {
            return Err(refused(format!("{text} is there twice")));
        }
        found.push(read(text).ok_or_else(|| refused(rule.to_owned()))?);
    }
    Ok(found)
}

fn sorted(mut texts: Vec<String>) -> Vec<String> {
    texts.sort();
    texts
}

fn ensure(holds: bool, field: &str, rule: &str) -> Result<(), FieldError> {
    if holds { Ok(()) } else { Err(FieldError::new(field, rule)) }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::{Value, json};

    use super::*;

    fn bank() -> Value {
        json!({ "name": "The Bank", "hosts": ["*.bank.example", "bank.example"], "languages": ["pl", "en"],
            "features": ["balances", "exchange"], "excluded_countries": ["CA", "US"], "closing_days": 30, "payout_hold_hours": 48,
            "new_device_hours": 12,
            "brand": { "color": "#1a7f5a", "corners": "sharp", "support_email": "help@bank.example",
                "mark": [{ "d": "M1 1L2 2Z", "opacity": 40 }] } })
    }

    fn read(value: Value) -> Result<NewTenant, String> {
        let file: TenantFile = serde_json::from_value(value).map_err(|error| error.to_string())?;
        file.read("bank").map_err(|error| error.to_string())
    }

    fn with(change: impl FnOnce(&mut Value)) -> String {
        let mut file = bank();
        change(&mut file);
        read(file).unwrap_err()
    }

    #[test]
    fn a_file_names_the_field_and_the_rule_that_it_breaks() {
        for (error, refused) in [
            ("name: 1 to 100 characters", with(|file| file["name"] = " ".into())),
            ("name: 1 to 100 characters", with(|file| file["name"] = "a\r\nBcc: b".into())),
            ("hosts[0]: a full name", with(|file| file["hosts"] = json!(["Bank.example"]))),
            ("hosts[1]: a full name", with(|file| file["hosts"][1] = "bank.example:443".into())),
            ("hosts[0]: a full name", with(|file| file["hosts"][0] = "*.".into())),
            ("hosts[0]: a full name", with(|file| file["hosts"][0] = "*".into())),
            ("hosts[0]: a full name", with(|file| file["hosts"][0] = "a..example".into())),
            ("hosts[1]: *.bank.example is there twice", with(|file| file["hosts"][1] = "*.bank.example".into())),
            ("hosts: 1 to 50", with(|file| file["hosts"] = json!([]))),
            ("languages[0]: en, uk, ru or pl", with(|file| file["languages"] = json!(["de"]))),
            ("languages: one at least", with(|file| file["languages"] = json!([]))),
            ("features[0]: exchange or balances", with(|file| file["features"] = json!(["cards"]))),
            ("excluded_countries[1]: ISO", with(|file| file["excluded_countries"][1] = "XX".into())),
            ("closing_days: 1 to 30", with(|file| file["closing_days"] = 31.into())),
            ("payout_hold_hours: 0 to 72", with(|file| file["payout_hold_hours"] = 73.into())),
            ("new_device_hours: 0 to 72", with(|file| file["new_device_hours"] = 73.into())),
            ("brand.color: a colour", with(|file| file["brand"]["color"] = "red;}</style>".into())),
            ("brand.support_email: an address", with(|file| file["brand"]["support_email"] = "help".into())),
            ("brand.mark: an outline has", with(|file| file["brand"]["mark"][0]["d"] = "M1 1\"/><script>".into())),
            ("unknown field `colour`", with(|file| file["brand"]["colour"] = "#1a7f5a".into())),
            ("missing field `hosts`", with(|file| drop(file.as_object_mut().unwrap().remove("hosts")))),
        ] {
            assert!(refused.starts_with(error), "{refused}, not {error}");
        }
        for slug in ["b", "Bank", "1bank", "-bank", "two_words", &"b".repeat(41)] {
            let file: TenantFile = serde_json::from_value(bank()).unwrap();
            assert_eq!(file.read(slug).unwrap_err().field, "short name", "{slug}");
        }
    }

    #[test]
    fn an_exported_tenant_file_reads_back() {
        let new = read(bank()).unwrap();
        let shown = TenantFile::of(&new.clone().with_id(kernel::TenantId::from_uuid(uuid::Uuid::nil())));
        assert_eq!(serde_json::to_value(&shown).unwrap(), {
            let mut file = bank();
            file["sandbox"] = false.into();
            file
        });
        assert_eq!(shown.read("bank").unwrap(), new);
    }

    #[test]
    fn limits_of_new_devices_default_to_halved_except_in_a_sandbox() {
        for (sandbox, hours) in [(false, 24), (true, 0)] {
            let mut file = bank();
            drop(file.as_object_mut().unwrap().remove("new_device_hours"));
            file["sandbox"] = sandbox.into();
            assert_eq!(read(file).unwrap().new_device_hours, hours);
        }
    }

    proptest! {
        /// A configured host is matched by the `Host` header of a browser, regardless of case and port.
        #[test]
        fn an_accepted_host_is_one_that_requests_can_name(text in "[a-zA-Z0-9.:*-]{0,12}", port in 1_u16..) {
            if let Some(kept) = host(&text) {
                prop_assert_eq!(&kept, &text);
                if !kept.contains('*') && !kept.contains(':') {
                    prop_assert_eq!(normalize_host(&format!("{}:{port}", kept.to_uppercase())), Some(kept));
                }
            }
        }
    }
}
