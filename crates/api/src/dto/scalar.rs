//! The smallest pieces of every request and answer: codes from closed lists, decimal strings, ids.

use std::borrow::Cow;

use exchange::transaction::TransactionType;
use kernel::{Amount, Currency, Endpoint, Network, Payway};
use serde::{Deserialize, Serialize};
use utoipa::openapi::schema::{ObjectBuilder, Schema, SchemaType, Type};
use utoipa::openapi::{Ref, RefOr};
use utoipa::{PartialSchema, ToSchema};

/// A decimal number as a string. An amount has exactly its currency's scale: `"250.00"`, `"0.01500000"`.
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
    /// The amount, at exactly the currency's scale.
    pub amount: Decimal,
    /// Its currency.
    pub currency: CurrencyCode,
}

impl From<Amount> for Money {
    fn from(amount: Amount) -> Self {
        Self { amount: amount.into(), currency: CurrencyCode(amount.currency()) }
    }
}

fn closed_list(description: &str, codes: Vec<&'static str>) -> RefOr<Schema> {
    ObjectBuilder::new()
        .schema_type(SchemaType::Type(Type::String))
        .enum_values(Some(codes))
        .description(Some(description))
        .into()
}

/// The code of a currency.
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

/// The code of a payway.
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

/// The code of an endpoint: a payway, or `balance`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct EndpointCode(pub Endpoint);

impl ToSchema for EndpointCode {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed("EndpointCode")
    }
}

impl PartialSchema for EndpointCode {
    fn schema() -> RefOr<Schema> {
        let codes = [Endpoint::Balance.code()].into_iter().chain(Payway::all().map(Payway::code)).collect();
        closed_list("Where money comes from or goes to: a payway, or the customer's balance.", codes)
    }
}

/// The specification's type of a transaction.
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

/// The code of a chain.
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

/// Prices by currency code, for the OpenAPI document: a map cannot name its keys' type there.
pub fn decimal_map() -> impl Into<RefOr<Schema>> {
    ObjectBuilder::new().additional_properties(Some(RefOr::<Schema>::Ref(Ref::from_schema_name("Decimal"))))
}
