//! Enums whose values have codes.

/// Declares an enum whose values have stable codes: in the database, in the API, or in both.
///
/// It is written as an enum, with the code after each value: `Fiat = "fiat",`. It gets `ALL` (all values, in the order
/// of the declaration), `code` (the code of a value) and `from_code` (the value of a code, if there is one). The enum
/// must be `Copy`. A code that is stored must never change.
#[macro_export]
macro_rules! codes {
    (
        $(#[$about:meta])*
        $visible:vis enum $name:ident {
            $($(#[$about_value:meta])* $value:ident = $code:literal,)+
        }
    ) => {
        $(#[$about])*
        $visible enum $name {
            $($(#[$about_value])* $value,)+
        }

        impl $name {
            /// All values.
            $visible const ALL: [Self; [$($code),+].len()] = [$(Self::$value),+];

            /// The stable code.
            #[must_use]
            $visible const fn code(self) -> &'static str {
                match self {
                    $(Self::$value => $code,)+
                }
            }

            /// The value with this code.
            #[must_use]
            $visible fn from_code(code: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|value| value.code() == code)
            }
        }
    };
}

#[cfg(test)]
mod tests {
    crate::codes! {
        #[derive(Debug, Clone, Copy, PartialEq)]
        enum Lamp {
            On = "on",
            Off = "off",
        }
    }

    #[test]
    fn values_keep_their_order_and_are_found_by_their_codes() {
        assert_eq!(Lamp::ALL.map(Lamp::code), ["on", "off"]);
        assert_eq!(Lamp::from_code("off"), Some(Lamp::Off));
        assert_eq!(Lamp::from_code("OFF"), None);
    }
}
