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
const WORDS_MAX: usize = 8;

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
    let (given, family, named) = (words(first), words(last), words(named));
    if given.is_empty() || family.is_empty() || [&given, &family, &named].iter().any(|all| all.len() > WORDS_MAX) {
        return false;
    }
    let named: Vec<&str> = named.iter().map(String::as_str).collect();
    is_assignable(&family, &given, &named, false)
}

/// Whether every word of the last name, and one given name at least, has a word of its own in `named`, and nothing
/// remains but patronymics and initials. Tries all assignments, because one Latin word can spell several Cyrillic ones.
fn is_assignable(family: &[String], given: &[String], named: &[&str], has_given: bool) -> bool {
    if let Some((word, rest)) = family.split_first() {
        return without(named, |other| is_same(word, other)).any(|left| is_assignable(rest, given, &left, has_given));
    }
    if let Some((word, rest)) = given.split_first() {
        let mut fitting = without(named, |other| is_same(word, other) || is_initial(other, word));
        return fitting.any(|left| is_assignable(&[], rest, &left, true)) || is_assignable(&[], rest, named, has_given);
    }
    has_given && named.iter().all(|extra| extra.chars().count() == 1 || is_patronymic(extra))
}

/// `named` without each of its different words that `fits`, one after the other.
fn without<'a>(named: &[&'a str], fits: impl Fn(&str) -> bool) -> impl Iterator<Item = Vec<&'a str>> {
    let different = named.iter().enumerate().filter(|(at, word)| !named[..*at].contains(word) && fits(word));
    let left = |at: usize| named.iter().enumerate().filter(move |(other, _)| *other != at).map(|(_, word)| *word);
    different.map(|(at, _)| left(at).collect()).collect::<Vec<Vec<&str>>>().into_iter()
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
