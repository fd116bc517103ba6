//! Letters: Latin ones without marks, and the Latin forms of Cyrillic ones.

use unicode_normalization::char::decompose_canonical;

/// A letter without its marks, in lower case. Letters that have no decomposition are replaced by their usual form.
pub(super) fn without_marks(letter: char) -> Vec<char> {
    if is_cyrillic(letter) {
        // Ё and Е are written for each other.
        return vec![if letter == 'ё' { 'е' } else { letter }];
    }
    let replaced: &[char] = match letter {
        'ł' => &['l'],
        'đ' | 'ð' => &['d'],
        'ø' => &['o'],
        'ı' => &['i'],
        'ß' => &['s', 's'],
        'æ' => &['a', 'e'],
        'œ' => &['o', 'e'],
        'þ' => &['t', 'h'],
        _ => &[],
    };
    if !replaced.is_empty() {
        return replaced.to_vec();
    }
    let mut plain = Vec::new();
    decompose_canonical(letter, |part| {
        if part.is_alphabetic() {
            plain.push(part);
        }
    });
    plain
}

fn is_cyrillic(letter: char) -> bool {
    matches!(letter, '\u{400}'..='\u{52f}')
}

/// The Latin forms of a Cyrillic letter: the Ukrainian rules (resolution 55 of 2010), those of Russian passports (ICAO
/// Doc 9303) and their predecessors, and the Polish spelling. Without marks.
fn forms(letter: char) -> &'static [&'static str] {
    match letter {
        'а' => &["a"],
        'б' => &["b"],
        'в' => &["v", "w"],
        'г' => &["h", "g"],
        'ґ' => &["g"],
        'д' => &["d"],
        'е' => &["e", "ie", "ye", "je", "yo", "io", "jo"],
        'є' => &["ie", "ye", "je"],
        'ж' => &["zh", "z", "j"],
        'з' => &["z"],
        'и' => &["y", "i"],
        'і' => &["i"],
        'ї' => &["i", "yi", "ji"],
        'й' => &["i", "y", "j"],
        'к' => &["k"],
        'л' => &["l"],
        'м' => &["m"],
        'н' => &["n"],
        'о' => &["o"],
        'п' => &["p"],
        'р' => &["r"],
        'с' => &["s"],
        'т' => &["t"],
        'у' => &["u"],
        'ф' => &["f"],
        'х' => &["kh", "h", "ch"],
        'ц' => &["ts", "tc", "c"],
        'ч' => &["ch", "cz"],
        'ш' => &["sh", "sz"],
        'щ' => &["shch", "szcz"],
        'ъ' => &["", "ie"],
        'ы' => &["y"],
        'ь' => &[""],
        'э' => &["e"],
        'ю' => &["iu", "yu", "ju"],
        'я' => &["ia", "ya", "ja"],
        _ => &[],
    }
}

/// Whether the Latin word is a transliteration of the whole Cyrillic word.
pub(super) fn spells(cyrillic: &str, latin: &str) -> bool {
    is_written(cyrillic, latin, true)
}

/// Whether the Latin word begins with a transliteration of the Cyrillic letters.
pub(super) fn begins(cyrillic: &str, latin: &str) -> bool {
    is_written(cyrillic, latin, false)
}

/// Follows all forms at once: the positions in the Latin word that the letters so far can end at.
fn is_written(cyrillic: &str, latin: &str, whole: bool) -> bool {
    if cyrillic.is_empty() || !latin.is_ascii() {
        return false;
    }
    let mut ends = vec![0_usize];
    let mut letters = cyrillic.chars().peekable();
    while let Some(letter) = letters.next() {
        let mut next = Vec::new();
        let mut follow = |end: usize, form: &str| {
            let fits = latin.get(end..).is_some_and(|rest| rest.starts_with(form));
            if fits && !next.contains(&(end + form.len())) {
                next.push(end + form.len());
            }
        };
        for end in &ends {
            forms(letter).iter().for_each(|form| follow(*end, form));
            // "Зг" is "zgh", so that it is not read as "ж".
            if letter == 'г' && *end > 0 {
                follow(*end, "gh");
            }
            // The Russian ending "ий" and "ый" is written "y" too; in Polish it is "i" or "y".
            if matches!(letter, 'и' | 'ы' | 'і') && letters.peek() == Some(&'й') {
                // The letter "й" that follows then stands for the whole ending.
                follow(*end, "");
            }
        }
        if next.is_empty() {
            return false;
        }
        ends = next;
    }
    !whole || ends.contains(&latin.len())
}
