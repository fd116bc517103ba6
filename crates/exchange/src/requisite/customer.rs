//! A customer as the destination of a transfer, with masked name and note.

use identity::rules;
use kernel::ProfileId;
use serde::{Deserialize, Serialize};

use super::RequisiteError;

/// The maximum length of a note, in characters.
const NOTE_CHARACTERS_MAX: usize = 140;

/// One customer of a transfer, as the other one sees them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Party {
    /// The profile whose balance is used; `None` for a person without an account.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub profile: Option<ProfileId>,
    /// The email address or telephone number by which the other customer named them, normalized.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contact: Option<String>,
    /// The masked name: `O••• K•••`.
    pub name: String,
    /// The payer's note to the receiver.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// Normalizes a note to one trimmed line by the platform's rule ([`rules::note`]); `None` if it is empty.
///
/// # Errors
/// [`RequisiteError`] for a note that is too long, has several lines, or has characters that change how it reads.
pub fn validate_note(text: &str) -> Result<Option<String>, RequisiteError> {
    let refused = |code, message: String| RequisiteError { field: "note", code, message: message.into() };
    let note = rules::note(text, NOTE_CHARACTERS_MAX).map_err(|broken| match broken.code {
        "max_length" => refused("too_long", format!("must have at most {NOTE_CHARACTERS_MAX} characters")),
        code => refused(code, broken.message),
    })?;
    if note.as_ref().is_some_and(|note| note.contains(['\n', '\u{2028}', '\u{2029}'])) {
        return Err(refused("invalid_character", "must be one line without control characters".to_owned()));
    }
    Ok(note)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_note_is_trimmed_and_otherwise_unchanged(text in "[a-zA-Zа-яА-ЯіїєґІЇЄҐ0-9 ]{0,140}") {
            let kept = validate_note(&text).unwrap();
            prop_assert_eq!(kept.as_deref().unwrap_or(""), text.trim());
        }
    }

    #[test]
    fn a_note_that_could_mislead_is_refused() {
        let code = |text: &str| validate_note(text).unwrap_err().code;
        assert_eq!(code("rent\nand more"), "invalid_character");
        assert_eq!(code("100 \u{202e}001"), "invisible_character");
        assert_eq!(validate_note("rent\u{200b}").unwrap().as_deref(), Some("rent"), "nothing invisible stays");
        assert_eq!(code(&"я".repeat(141)), "too_long");
    }
}
