//! The short lists that a profile keeps: saved details, saved cards, presets, plans.

pub(crate) mod store;

/// A list of a profile with a maximum.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OwnList {
    SavedRequisites,
    SavedCards,
    Presets,
    Plans,
}

impl OwnList {
    /// Its table.
    const fn name(self) -> &'static str {
        match self {
            Self::SavedRequisites => "saved_requisites",
            Self::SavedCards => "saved_cards",
            Self::Presets => "presets",
            Self::Plans => "plans",
        }
    }
}
