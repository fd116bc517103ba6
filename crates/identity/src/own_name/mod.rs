//! Whether the name of an account is that of its customer (specification, "Saved requisite": bank accounts must be in
//! the user's own name). Pure.
//!
//! Names are compared word by word, without case, marks and order. A Cyrillic word equals a Latin one if an official
//! transliteration of Ukrainian or Russian, or the Polish spelling, gives it. Two words of one alphabet must be equal:
//! nothing is guessed from similarity.

mod latin;
#[cfg(test)]
mod tests;

use unicode_normalization::UnicodeNormalization;

/// The maximum number of words of a name that are compared. A longer name is another one.
const WORDS_MAX: usize = 12;

/// Endings of patronymics: Ukrainian, Russian, and their Latin forms.
const PATRONYMICS: [&str; 14] = [
    "ович",
    "евич",
    "євич",
    "йович",
    "івна",
    "ївна",
    "овна",
    "евна",
    "ovych",
    "evych",
    "ovich",
    "evich",
    "ivna",
    "ovna",
];

/// Whether `named` is the name of the person with these verified names. The whole last name must be there, and a first
/// name or its initial. A second given name may be missing, and a patronymic or an initial may be added.
#[must_use]
pub fn is_own_name(first: &str, last: &str, named: &str) -> bool {
    let (given, family, mut named) = (words(first), words(last), words(named));
    if given.is_empty() || family.is_empty() || [&given, &family, &named].iter().any(|all| all.len() > WORDS_MAX) {
        return false;
    }
    // The last name first, so that no initial takes its words.
    if !family.iter().all(|word| take(&mut named, |other| is_same(word, other))) {
        return false;
    }
    let mut has_given = false;
    let mut missing = Vec::new();
    for word in &given {
        match take(&mut named, |other| is_same(word, other)) {
            true => has_given = true,
            false => missing.push(word),
        }
    }
    for word in missing {
        has_given |= take(&mut named, |other| is_initial(other, word));
    }
    has_given && named.iter().all(|extra| extra.chars().count() == 1 || is_patronymic(extra))
}

/// The words of a name in lower case, without marks and signs. Double names are two words.
fn words(name: &str) -> Vec<String> {
    let lower = name.to_lowercase();
    lower.split(|c: char| !c.is_alphabetic() && !is_inside(c)).map(plain).filter(|word| !word.is_empty()).collect()
}

/// Signs and marks that do not end a word: apostrophes and combining marks.
fn is_inside(c: char) -> bool {
    matches!(c, '\'' | '’' | 'ʼ' | '`' | '\u{300}'..='\u{36f}')
}

/// A word without marks. The marks of Cyrillic letters make other letters, and stay.
fn plain(word: &str) -> String {
    let composed: String = word.nfc().filter(|c| !is_inside(*c)).collect();
    composed.chars().flat_map(latin::without_marks).collect()
}

/// Removes the first word that `fits`.
fn take(words: &mut Vec<String>, fits: impl Fn(&str) -> bool) -> bool {
    let at = words.iter().position(|word| fits(word));
    at.map(|at| words.remove(at)).is_some()
}

/// Whether two words are one name, in one alphabet or by transliteration.
fn is_same(one: &str, other: &str) -> bool {
    one == other || latin::spells(one, other) || latin::spells(other, one)
}

/// Whether `short` is one letter, or the transliteration of one, that `word` begins with.
fn is_initial(short: &str, word: &str) -> bool {
    let Some(first) = word.chars().next().map(String::from) else { return false };
    let one_letter = short.chars().count() == 1 && word.starts_with(short);
    // A transliterated initial can have several letters, as in "Yu." for "Ю.".
    one_letter || latin::spells(&first, short) || (short.chars().count() == 1 && latin::begins(short, word))
}

fn is_patronymic(word: &str) -> bool {
    PATRONYMICS.iter().any(|ending| word.len() > ending.len() + 2 && word.ends_with(ending))
}
