//! The kinds of keys.

/// The kind of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyKind {
    /// Orders of the partner's customers.
    Exchanger,
    /// The balances of the profile.
    Wallet,
    /// A page of the partner. Its key is public.
    Widget,
    /// A product under the partner's brand: exchanger and wallet.
    WhiteLabel,
}

impl KeyKind {
    /// All kinds.
    pub const ALL: [Self; 4] = [Self::Exchanger, Self::Wallet, Self::Widget, Self::WhiteLabel];

    /// The stable code.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Exchanger => "exchanger",
            Self::Wallet => "wallet",
            Self::Widget => "widget",
            Self::WhiteLabel => "white_label",
        }
    }

    /// The kind with this code.
    #[must_use]
    pub fn read(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.code() == code)
    }

    /// Whether its keys are public.
    #[must_use]
    pub const fn is_public(self) -> bool {
        matches!(self, Self::Widget)
    }
}
