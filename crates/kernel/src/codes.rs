//! Enums whose values have codes.

/// Declares an enum whose values have stable codes: in the database, in the API, or in both.
///
/// The enum gets `ALL` (all values, in the order of the declaration), `code` (the code of a value) and `from_code` (the
/// value of a code). A code that is stored must never change.
///
/// ```
/// kernel::codes! {
///     /// The state of a lamp.
///     #[derive(Debug, Clone, Copy, PartialEq, Eq)]
///     pub enum Lamp {
///         /// It shines.
///         On = "on",
///         /// It is dark.
///         Off = "off",
///     }
/// }
///
/// assert_eq!(Lamp::ALL.map(Lamp::code), ["on", "off"]);
/// assert_eq!(Lamp::from_code("off"), Some(Lamp::Off));
/// assert_eq!(Lamp::from_code("broken"), None);
/// ```
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
