//! Invisible characters: zero-width spaces, direction marks and similar ones.
//!
//! Text copied from a chat, a web page or a contact often contains them. A field in which they have no meaning removes
//! them ([`strip_invisible`]). Two kinds of input are refused instead, and the error names the character
//! ([`Invisible`]): a field that is stored byte for byte (a memo), and a character that displays a text in another
//! order than its stored one.

use std::borrow::Cow;
use std::fmt;

/// The default ignorable characters of Unicode, the interlinear annotations, and the Braille blank.
const INVISIBLE: [(u32, u32); 19] = [
    (0x00ad, 0x00ad),
    (0x034f, 0x034f),
    (0x061c, 0x061c),
    (0x115f, 0x1160),
    (0x17b4, 0x17b5),
    (0x180b, 0x180f),
    (0x200b, 0x200f),
    (0x202a, 0x202e),
    (0x2060, 0x206f),
    (0x2800, 0x2800),
    (0x3164, 0x3164),
    (0xfe00, 0xfe0f),
    (0xfeff, 0xfeff),
    (0xffa0, 0xffa0),
    (0xfff0, 0xfffb),
    (0x1_bca0, 0x1_bca3),
    (0x1_d173, 0x1_d17a),
    (0x1_3430, 0x1_343f),
    (0xe_0000, 0xe_0fff),
];

/// An invisible character in a text, and its position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Invisible {
    /// The character.
    pub character: char,
    /// Its position, counted in characters from one.
    pub position: usize,
}

impl fmt::Display for Invisible {
    /// `U+200B (zero width space) at position 4`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "U+{:04X}", u32::from(self.character))?;
        if let Some(name) = name(self.character) {
            write!(f, " ({name})")?;
        }
        write!(f, " at position {}", self.position)
    }
}

/// Whether the character has no visible form. Spaces and control characters do not count.
#[must_use]
pub fn is_invisible(character: char) -> bool {
    let code = u32::from(character);
    INVISIBLE.iter().any(|(first, last)| (*first..=*last).contains(&code))
}

/// Whether the character makes the following text run from right to left, so that Latin text and digits are displayed
/// in another order than their stored one.
#[must_use]
pub const fn is_reordering(character: char) -> bool {
    matches!(character, '\u{202b}' | '\u{202e}' | '\u{2067}')
}

/// The text without its invisible characters, for fields in which they have no meaning.
#[must_use]
pub fn strip_invisible(text: &str) -> Cow<'_, str> {
    if text.contains(is_invisible) {
        return Cow::Owned(text.chars().filter(|character| !is_invisible(*character)).collect());
    }
    Cow::Borrowed(text)
}

/// Cleans free text of any script. Joiners and variation selectors stay where scripts and emoji need them; other
/// invisible characters are removed.
///
/// # Errors
/// The first character that changes the display order of the text.
pub fn tidy_free_text(text: &str) -> Result<String, Invisible> {
    if let Some(found) = first_reordering(text) {
        return Err(found);
    }
    let mut tidy = String::with_capacity(text.len());
    for character in text.chars() {
        let last = tidy.chars().next_back();
        let is_written_with = match character {
            '\u{200c}' | '\u{200d}' => last.is_some_and(|last| is_seen(last) || is_variation(last)),
            other if is_variation(other) => last.is_some_and(is_seen),
            other => !is_invisible(other),
        };
        if is_written_with {
            tidy.push(character);
        }
    }
    let joiners = ['\u{200c}', '\u{200d}'];
    tidy.truncate(tidy.trim_end_matches(joiners).len());
    Ok(tidy)
}

fn is_seen(character: char) -> bool {
    !is_invisible(character) && !character.is_whitespace() && !character.is_control()
}

/// Whether the character selects the presentation of the emoji or letter before it.
const fn is_variation(character: char) -> bool {
    matches!(character, '\u{fe00}'..='\u{fe0f}')
}

/// The first invisible character, for fields that store each character unchanged.
#[must_use]
pub fn first_invisible(text: &str) -> Option<Invisible> {
    first(text, is_invisible)
}

/// The first character that changes the display order of the text. It has no use in a field of one line.
#[must_use]
pub fn first_reordering(text: &str) -> Option<Invisible> {
    first(text, is_reordering)
}

fn first(text: &str, wanted: fn(char) -> bool) -> Option<Invisible> {
    let found = text.chars().enumerate().find(|(_, character)| wanted(*character));
    found.map(|(at, character)| Invisible { character, position: at + 1 })
}

/// Unicode's names of the characters that copied text contains most often.
const fn name(character: char) -> Option<&'static str> {
    Some(match character {
        '\u{ad}' => "soft hyphen",
        '\u{200b}' => "zero width space",
        '\u{200c}' => "zero width non-joiner",
        '\u{200d}' => "zero width joiner",
        '\u{200e}' => "left-to-right mark",
        '\u{200f}' => "right-to-left mark",
        '\u{202a}' => "left-to-right embedding",
        '\u{202b}' => "right-to-left embedding",
        '\u{202c}' => "pop directional formatting",
        '\u{202d}' => "left-to-right override",
        '\u{202e}' => "right-to-left override",
        '\u{2060}' => "word joiner",
        '\u{2066}' => "left-to-right isolate",
        '\u{2067}' => "right-to-left isolate",
        '\u{2068}' => "first strong isolate",
        '\u{2069}' => "pop directional isolate",
        '\u{feff}' => "zero width no-break space",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invisible_characters_are_stripped_and_visible_ones_kept() {
        assert_eq!(strip_invisible("\u{202a}+44\u{200b} 74\u{ad}00\u{202c}\u{feff}"), "+44 7400");
        for seen in ["Nguyễn", "O’Brien", "a b\u{a0}c\u{202f}d", "Кирилиця", "12\u{2011}34", "😀", "a\tb\n", "\u{0}"]
        {
            assert!(matches!(strip_invisible(seen), Cow::Borrowed(text) if text == seen), "{seen:?}");
            assert_eq!(first_invisible(seen), None);
        }
    }

    #[test]
    fn an_invisible_character_is_named_with_its_place() {
        let named = |text| first_invisible(text).map(|found| found.to_string());
        assert_eq!(named("пам\u{200b}ять").as_deref(), Some("U+200B (zero width space) at position 4"));
        assert_eq!(named("\u{e0041}").as_deref(), Some("U+E0041 at position 1"));
        assert_eq!(first_reordering("a\u{200b}b"), None);
        let found = first_reordering("a\u{200b}\u{202e}b").map(|found| found.to_string());
        assert_eq!(found.as_deref(), Some("U+202E (right-to-left override) at position 3"));
    }

    #[test]
    fn free_text_keeps_what_scripts_and_emoji_are_written_with() {
        for kept in ["👨‍👩‍👧", "❤️‍🔥 x", "می‌خواهم", "क्‍ष", "a\nb", "1️⃣"] {
            assert_eq!(tidy_free_text(kept).as_deref(), Ok(kept));
        }
        for (text, tidy) in [("a\u{200b}b\u{feff}", "ab"), ("\u{200d}a \u{200d}b\u{200d}", "a b"), ("\u{2060}", "")] {
            assert_eq!(tidy_free_text(text).as_deref(), Ok(tidy), "{text:?}");
        }
        assert_eq!(tidy_free_text("pay \u{202e}001").map_err(|found| found.position), Err(5));
    }

    proptest::proptest! {
        #[test]
        fn tidy_text_stays_as_it_is(text in "[a ю\u{200b}-\u{200f}\u{202a}-\u{202d}\u{fe0f}\u{2060}😀\\n]{0,20}") {
            let tidy = tidy_free_text(&text).unwrap_or_default();
            proptest::prop_assert_eq!(tidy_free_text(&tidy), Ok(tidy.clone()));
        }

        #[test]
        fn a_stripped_text_has_nothing_invisible_and_all_else_in_its_order(text in ".{0,60}") {
            let stripped = strip_invisible(&text);
            proptest::prop_assert_eq!(first_invisible(&stripped), None);
            let mut seen = text.chars().filter(|character| !is_invisible(*character));
            proptest::prop_assert!(stripped.chars().all(|character| seen.next() == Some(character)));
            proptest::prop_assert_eq!(seen.next(), None);
        }

        #[test]
        fn a_reordering_character_is_invisible(character: char) {
            proptest::prop_assert!(!is_reordering(character) || is_invisible(character));
        }
    }
}
