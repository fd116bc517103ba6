//! Scalar types of requests and responses: codes from closed lists, decimal strings, ids.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use exchange::history::ChartRange;
use exchange::transaction::TransactionType;
use identity::Language;
use identity::kyc_documents::REASONS;
use identity::mail::AlertKind;
use identity::operator::Role;
use kernel::{Amount, Country, Currency, Endpoint, Network, Payway};
use serde::{Deserialize, Deserializer, Serialize, de};
use utoipa::openapi::schema::{ObjectBuilder, Schema, SchemaType, Type};
use utoipa::openapi::{Ref, RefOr};
use utoipa::{PartialSchema, ToSchema};

/// A decimal number as a string. An amount has exactly as many decimals as its currency: `"250.00"`, `"0.01500000"`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(pattern = r"^-?[0-9]+(\.[0-9]+)?$", example = "250.00", max_length = 64)]
pub struct Decimal(pub String);

impl From<Amount> for Decimal {
    fn from(amount: Amount) -> Self {
        Self(amount.to_decimal())
    }
}

/// An amount with its currency.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Money {
    /// The amount, with exactly the currency's decimals.
    pub amount: Decimal,
    /// Its currency.
    pub currency: CurrencyCode,
}

impl From<Amount> for Money {
    fn from(amount: Amount) -> Self {
        Self { amount: amount.into(), currency: CurrencyCode(amount.currency()) }
    }
}

/// The key of a ledger account: `acc_` and 16 hexadecimal digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AccountKey(pub i64);

impl fmt::Display for AccountKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "acc_{:016x}", self.0)
    }
}

/// The text is no id of an account.
#[derive(Debug)]
pub struct NoAccountKey;

impl FromStr for AccountKey {
    type Err = NoAccountKey;

    fn from_str(text: &str) -> Result<Self, NoAccountKey> {
        let digits = text.strip_prefix("acc_").ok_or(NoAccountKey)?;
        let key = Self(u64::from_str_radix(digits, 16).map_err(|_| NoAccountKey)?.cast_signed());
        if key.to_string() == text { Ok(key) } else { Err(NoAccountKey) }
    }
}

/// The schema of a string from a closed list.
pub(super) fn closed_list(description: &str, codes: Vec<&'static str>) -> RefOr<Schema> {
    ObjectBuilder::new()
        .schema_type(SchemaType::Type(Type::String))
        .enum_values(Some(codes))
        .description(Some(description))
        .into()
}

/// Currency code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CurrencyCode(pub Currency);

impl ToSchema for CurrencyCode {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed("CurrencyCode")
    }
}

impl PartialSchema for CurrencyCode {
    fn schema() -> RefOr<Schema> {
        closed_list("A currency of the catalogue.", Currency::all().map(Currency::code).collect())
    }
}

/// Payway code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PaywayCode(pub Payway);

impl ToSchema for PaywayCode {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed("PaywayCode")
    }
}

impl PartialSchema for PaywayCode {
    fn schema() -> RefOr<Schema> {
        closed_list("A way for money to come in or go out.", Payway::all().map(Payway::code).collect())
    }
}

/// Endpoint code: a payway, or an account of a customer. Requests cannot name the account of a product.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(transparent)]
pub struct EndpointCode(pub Endpoint);

impl<'de> Deserialize<'de> for EndpointCode {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Endpoint::deserialize(deserializer)? {
            Endpoint::Product(product) => Err(de::Error::custom(format!("there is no payway {:?}", product.code()))),
            endpoint => Ok(Self(endpoint)),
        }
    }
}

impl ToSchema for EndpointCode {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed("EndpointCode")
    }
}

impl PartialSchema for EndpointCode {
    fn schema() -> RefOr<Schema> {
        let balances = [Endpoint::Balance, Endpoint::Customer].map(Endpoint::code);
        let codes = balances.into_iter().chain(Payway::all().map(Payway::code)).collect();
        closed_list("Where money comes from or goes to: a payway, the customer's balance, or another customer.", codes)
    }
}

/// Transaction type, as in the specification.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TransactionTypeCode(pub TransactionType);

impl ToSchema for TransactionTypeCode {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed("TransactionType")
    }
}

impl PartialSchema for TransactionTypeCode {
    fn schema() -> RefOr<Schema> {
        closed_list("What a transaction is made of.", TransactionType::all().map(TransactionType::code).collect())
    }
}

/// Blockchain network code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct NetworkCode(pub Network);

impl ToSchema for NetworkCode {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed("NetworkCode")
    }
}

impl PartialSchema for NetworkCode {
    fn schema() -> RefOr<Schema> {
        closed_list("A chain that money moves on.", Network::all().map(Network::code).collect())
    }
}

/// A string limited to these values. Written as a pattern, because clients read such lists at run time and need no
/// enum.
fn one_of(description: &str, values: &[impl AsRef<str>]) -> RefOr<Schema> {
    let values: Vec<&str> = values.iter().map(AsRef::as_ref).collect();
    ObjectBuilder::new()
        .schema_type(SchemaType::Type(Type::String))
        .pattern(Some(format!("^({})$", values.join("|"))))
        .description(Some(description))
        .into()
}

/// A type that exists only in the document: a string from a closed list.
macro_rules! text_of_list {
    ($name:ident, $description:literal, $values:expr) => {
        #[doc = $description]
        pub struct $name;

        impl ToSchema for $name {
            fn name() -> Cow<'static, str> {
                Cow::Borrowed(stringify!($name))
            }
        }

        impl PartialSchema for $name {
            fn schema() -> RefOr<Schema> {
                one_of($description, &$values)
            }
        }
    };
}

text_of_list!(CountryCode, "A country: ISO 3166-1 alpha-2.", countries());
text_of_list!(LanguageCode, "A language of screens and mails.", Language::ALL.map(Language::code));
text_of_list!(ThemeName, "How the app looks.", ["system", "light", "dark"]);
text_of_list!(RangeCode, "How much of the past a chart shows.", ChartRange::ALL.map(ChartRange::code));
text_of_list!(RoleCode, "What an operator is.", Role::ALL.map(Role::name));
text_of_list!(AlertKindName, "A condition that operators must act on.", AlertKind::ALL.map(AlertKind::name));
text_of_list!(AlertMailName, "Which alerts an operator gets by email.", ["all", "urgent", "none"]);
text_of_list!(ReasonWord, "Why something that was handed in is not good.", REASONS);

/// All countries, including those of the sandbox.
fn countries() -> Vec<String> {
    let letters = || 'A'..='Z';
    let pairs = letters().flat_map(|first| letters().map(move |second| format!("{first}{second}")));
    pairs.filter(|code| code.parse::<Country>().is_ok()).collect()
}

/// A map of prices by currency code, for the OpenAPI document. OpenAPI cannot name the type of a map's keys.
pub fn decimal_map() -> impl Into<RefOr<Schema>> {
    ObjectBuilder::new().additional_properties(Some(RefOr::<Schema>::Ref(Ref::from_schema_name("Decimal"))))
}
