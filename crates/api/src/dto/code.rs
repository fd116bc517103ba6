//! Closed lists of the domain as codes of the API: the domain owns the values and their codes.

use std::borrow::Cow;

use exchange::payway_pause::{PauseCause, PausedFlow};
use exchange::rails::DeclineCode;
use exchange::transaction::Status;
use identity::kyc_documents::{Document, Part};
use identity::source_of_funds::{Occupation, Source, Turnover};
use identity::verification::Status as Verified;
use partners::KeyKind;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::Schema;
use utoipa::{PartialSchema, ToSchema};

use super::scalar::closed_list;

/// A domain enum whose codes are those of the API.
pub trait Coded: Copy + 'static {
    /// The name of its schema.
    const SCHEMA: &'static str;
    /// The description of its schema.
    const DESCRIPTION: &'static str;

    /// All values, in the order of the document.
    fn values() -> Vec<Self>;

    /// The code of this value.
    fn text(self) -> &'static str;
}

/// A value of a closed list, written as its code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Code<T>(pub T);

impl<T> From<T> for Code<T> {
    fn from(value: T) -> Self {
        Self(value)
    }
}

impl<T: Coded> Serialize for Code<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.text())
    }
}

impl<'de, T: Coded> Deserialize<'de> for Code<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<'de, str>::deserialize(deserializer)?;
        let value = T::values().into_iter().find(|value| value.text() == text);
        value.map(Self).ok_or_else(|| de::Error::custom(format!("{text:?} is no {}", T::SCHEMA)))
    }
}

impl<T: Coded> ToSchema for Code<T> {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed(T::SCHEMA)
    }
}

impl<T: Coded> PartialSchema for Code<T> {
    fn schema() -> RefOr<Schema> {
        closed_list(T::DESCRIPTION, T::values().into_iter().map(Coded::text).collect())
    }
}

/// Declares the schema of a domain enum that has `code`.
macro_rules! coded {
    ($domain:ty, $schema:literal, $description:literal, $values:expr) => {
        impl Coded for $domain {
            const SCHEMA: &'static str = $schema;
            const DESCRIPTION: &'static str = $description;

            fn values() -> Vec<Self> {
                $values.into_iter().collect()
            }

            fn text(self) -> &'static str {
                self.code()
            }
        }
    };
}

coded!(Status, "Status", "Status of a transaction, as in the specification.", Status::all());
coded!(DeclineCode, "DeclineReason", "Why a payment was declined.", DeclineCode::ALL);
coded!(PausedFlow, "PausedFlow", "The directions of a payway that are off, seen from the platform.", PausedFlow::ALL);
coded!(PauseCause, "PauseCause", "Why a payway is off.", PauseCause::ALL);
coded!(Part, "DocumentPart", "The content of an image.", Part::ALL);
coded!(Document, "DocumentKind", "Kind of identity document.", Document::ALL);
coded!(Occupation, "FundsOccupation", "Occupation.", Occupation::ALL);
coded!(Source, "FundsSource", "Source of funds.", Source::ALL);
coded!(Turnover, "YearlyTurnover", "Expected yearly turnover in euro.", Turnover::ALL);
coded!(Verified, "VerificationStatus", "Status of a verification.", Verified::ALL);
coded!(KeyKind, "PartnerKeyKind", "The purpose of a key.", KeyKind::ALL);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_read_back_and_another_text_is_refused() {
        for value in Source::ALL {
            let text = serde_json::to_string(&Code(value)).unwrap();
            assert_eq!(text, format!("{:?}", value.code()));
            assert_eq!(serde_json::from_str::<Code<Source>>(&text).unwrap(), Code(value));
        }
        assert!(serde_json::from_str::<Code<Source>>("\"lottery\"").is_err());
    }
}
