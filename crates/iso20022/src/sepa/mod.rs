//! The SEPA character set, and the mapping of other text to it.

mod letters;
#[cfg(test)]
mod tests;

use kernel::text::strip_invisible;
use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

/// Whether SEPA banks must accept the character (EPC217-08, "SEPA Requirements for an Extended Character Set", section
/// "Basic Latin"): `a-z A-Z 0-9 / - ? : ( ) . , ' +` and space.
///
/// XML escapes none of these characters, so a text of them can be written into an element as it is.
#[must_use]
pub const fn is_sepa_char(character: char) -> bool {
    character.is_ascii_alphanumeric()
        || matches!(character, '/' | '-' | '?' | ':' | '(' | ')' | '.' | ',' | '\'' | '+' | ' ')
}

/// Maps a text to the SEPA character set ([`is_sepa_char`]).
///
/// - A Latin letter loses its diacritic (`é` becomes `e`). A letter without a base letter has a spelling (`ß` is `ss`).
/// - A Ukrainian letter follows Resolution 55 of the Cabinet of Ministers of Ukraine (2010). Other Cyrillic letters have
///   their common spelling.
/// - Punctuation follows the conversion table of EPC217-08 (`&` becomes `+`).
/// - A character of another script becomes `.`. An invisible character disappears.
/// - Whitespace becomes one space, and none stays at the start or the end.
///
/// The result may be longer than the text, and it may be empty. The function is idempotent.
#[must_use]
pub fn sepa_text(text: &str) -> String {
    let visible = strip_invisible(text);
    let letters: Vec<char> = visible.nfc().collect();
    let mut mapped = String::with_capacity(text.len());
    for (at, character) in letters.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|at| letters.get(at)).copied();
        map_char(*character, before, letters.get(at + 1).copied(), &mut mapped);
    }
    one_spaced(&mapped)
}

/// Appends the mapping of one character, which depends on its neighbours: `Є` starts a word as `Ye`, and is `ie` inside.
fn map_char(character: char, before: Option<char>, after: Option<char>, mapped: &mut String) {
    if is_sepa_char(character) {
        return mapped.push(character);
    }
    if character.is_whitespace() || character.is_control() {
        return mapped.push(' ');
    }
    let lower = character.to_lowercase().next().unwrap_or(character);
    let starts_word = !before.is_some_and(|before| before.is_alphabetic() || is_apostrophe(before));
    if let Some(spelling) = letters::spelling(lower, starts_word) {
        let shouted = after.filter(|after| after.is_alphabetic()).or(before).is_some_and(char::is_uppercase);
        return mapped.push_str(&in_case(spelling, character.is_uppercase(), shouted));
    }
    match letters::punctuation(character) {
        Some(sign) => mapped.push(sign),
        None => map_decomposed(character, mapped),
    }
}

/// Appends the base letters of a composed character, or `.` if it has none in the set.
fn map_decomposed(character: char, mapped: &mut String) {
    if is_combining_mark(character) {
        return;
    }
    let start = mapped.len();
    for part in std::iter::once(character).nfkd().filter(|part| !is_combining_mark(*part)) {
        let lower = part.to_lowercase().next().unwrap_or(part);
        match (letters::spelling(lower, false), letters::punctuation(part)) {
            _ if is_sepa_char(part) => mapped.push(part),
            (Some(spelling), _) => mapped.push_str(&in_case(spelling, part.is_uppercase(), false)),
            (None, Some(sign)) => mapped.push(sign),
            (None, None) => {}
        }
    }
    if mapped.len() == start {
        mapped.push('.');
    }
}

const fn is_apostrophe(character: char) -> bool {
    matches!(character, '\'' | '\u{2019}' | '\u{2bc}')
}

/// The spelling with the case of its letter: `shch`, `Shch` in a word of small letters, `SHCH` in one of capitals.
fn in_case(spelling: &str, is_upper: bool, shouted: bool) -> String {
    match (is_upper, shouted) {
        (false, _) => spelling.to_owned(),
        (true, true) => spelling.to_ascii_uppercase(),
        (true, false) => {
            let mut letters = spelling.chars();
            letters.next().map_or_else(String::new, |first| first.to_ascii_uppercase().to_string() + letters.as_str())
        }
    }
}

/// The text without leading, trailing and repeated spaces.
fn one_spaced(text: &str) -> String {
    text.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// The first `max` characters of a text of the SEPA set, without a space at the end.
///
/// Every character of the set is one byte and has no escaped form, so the cut is never inside a character or an escape.
pub(crate) fn cut(text: &str, max: usize) -> &str {
    text.get(..max).unwrap_or(text).trim_end()
}
