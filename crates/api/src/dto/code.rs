//! Closed lists of the domain as codes of the API: the domain owns the values and their codes.

use std::borrow::Cow;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::Schema;
use utoipa::{PartialSchema, ToSchema};

use super::scalar::closed_list;

/// A domain enum whose codes are those of the API. [`coded`] implements it.
pub trait Coded: Copy + 'static {
    /// The name of its schema.
    const SCHEMA: &'static str;
    /// The lines of the description of its schema.
    const DESCRIPTION: &'static [&'static str];
    /// All values, in the order of the document.
    const VALUES: &'static [Self];

    /// The code of this value.
    fn text(self) -> &'static str;
}

/// A value of a closed list, written as its code.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
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
        let value = T::VALUES.iter().copied().find(|value| value.text() == text);
        value.map(Self).ok_or_else(|| {
            let codes: Vec<String> = T::VALUES.iter().map(|value| format!("`{}`", value.text())).collect();
            de::Error::custom(format!("unknown value {text:?}, expected one of {}", codes.join(", ")))
        })
    }
}

impl<T: Coded> ToSchema for Code<T> {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed(T::SCHEMA)
    }
}

impl<T: Coded> PartialSchema for Code<T> {
    fn schema() -> RefOr<Schema> {
        let lines: Vec<&str> = T::DESCRIPTION.iter().map(|line| line.trim()).collect();
        closed_list(&lines.join("\n"), T::VALUES.iter().map(|value| value.text()).collect())
    }
}

/// Declares types of the API for enums of the domain that have `ALL` and `code` (`kernel::codes`). The name of the type
/// is that of the schema, and its documentation is the description.
macro_rules! coded {
    ($($(#[doc = $about:literal])+ $visible:vis type $schema:ident = $domain:ty;)+) => {$(
        $(#[doc = $about])+
        $visible type $schema = $crate::dto::code::Code<$domain>;

        impl $crate::dto::code::Coded for $domain {
            const SCHEMA: &'static str = stringify!($schema);
            const DESCRIPTION: &'static [&'static str] = &[$($about),+];
            const VALUES: &'static [Self] = &<$domain>::ALL;

            fn text(self) -> &'static str {
                self.code()
            }
        }
    )+};
}

pub(crate) use coded;

#[cfg(test)]
mod tests {
    use exchange::limits::PaymentDirection;
    use exchange::rails::DeclineCode;

    use super::*;

    #[test]
    fn a_code_is_read_back() {
        for value in DeclineCode::ALL {
            let text = serde_json::to_string(&Code(value)).unwrap();
            assert_eq!(text, format!("{:?}", value.code()));
            assert_eq!(serde_json::from_str::<Code<DeclineCode>>(&text).unwrap(), Code(value));
        }
    }

    #[test]
    fn the_refusal_of_another_text_names_the_codes() {
        let refused = serde_json::from_str::<Code<PaymentDirection>>("\"IN\"").unwrap_err().to_string();
        assert!(refused.starts_with("unknown value \"IN\", expected one of `in`, `out`"), "{refused}");
    }
}
