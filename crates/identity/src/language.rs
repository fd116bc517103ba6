//! The languages of the specification.

use serde::{Deserialize, Serialize};

kernel::codes! {
    /// A language of screens, emails and terms.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Language {
        /// English, the default.
        #[default]
        En = "en",
        /// Ukrainian.
        Uk = "uk",
        /// Russian.
        Ru = "ru",
        /// Polish.
        Pl = "pl",
    }
}

impl Language {
    /// The first supported language of an `Accept-Language` header, in the header's order; English otherwise.
    ///
    /// Browsers list languages by descending preference, so the weights are ignored.
    pub fn from_accept_language(header: &str) -> Self {
        let primary = |part: &str| {
            let tag = part.split(';').next().unwrap_or_default().trim();
            Self::from_code(&tag.split('-').next().unwrap_or_default().to_ascii_lowercase())
        };
        header.split(',').take(20).find_map(primary).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_language_we_have_is_taken() {
        assert_eq!(Language::from_accept_language("de-DE,pl-PL;q=0.9,en;q=0.8"), Language::Pl);
        assert_eq!(Language::from_accept_language("UK"), Language::Uk);
        assert_eq!(Language::from_accept_language("de, ,;"), Language::En);
        assert_eq!(Language::from_accept_language(""), Language::En);
    }
}
