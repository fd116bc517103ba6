//! The kinds of keys.

kernel::codes! {
    /// The kind of a key.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum KeyKind {
        /// Orders of the partner's customers.
        Exchanger = "exchanger",
        /// The balances of the profile.
        Wallet = "wallet",
        /// A page of the partner. Its key is public.
        Widget = "widget",
        /// A product under the partner's brand: exchanger and wallet.
        WhiteLabel = "white_label",
    }
}

impl KeyKind {
    /// Whether its keys are public.
    #[must_use]
    pub const fn is_public(self) -> bool {
        matches!(self, Self::Widget)
    }
}
