//! Names of people, as the specification's section 5 wants them.

use super::RequisiteError;

const LENGTH_MIN: usize = 2;
const LENGTH_MAX: usize = 50;

const fn refuse(field: &'static str, code: &'static str, message: &'static str) -> RequisiteError {
    RequisiteError { field, code, message }
}

/// Checks a full name: 2 to 50 characters of Latin and Cyrillic letters, digits, apostrophes, spaces, dots and dashes.
/// Spaces around and doubled spaces are taken away.
///
/// # Errors
/// [`RequisiteError`] about `full_name`.
pub fn validate_full_name(value: &str) -> Result<String, RequisiteError> {
    let name = value.split_whitespace().collect::<Vec<_>>().join(" ");
    if name.is_empty() {
        return Err(refuse("full_name", "required", "Field is required"));
    }
    if !name.chars().all(allowed) {
        return Err(refuse("full_name", "invalid_character", "Invalid character"));
    }
    match name.chars().count() {
        LENGTH_MIN..=LENGTH_MAX => Ok(name),
        0..LENGTH_MIN => Err(refuse("full_name", "min_length", "Min length 2")),
        _ => Err(refuse("full_name", "max_length", "Max length 50")),
    }
}

fn allowed(char: char) -> bool {
    match char {
        'a'..='z' | 'A'..='Z' | '0'..='9' | ' ' | '.' | '-' | '\'' | '’' | 'ʼ' => true,
        '×' | '÷' => false,
        // Latin with marks, and Cyrillic.
        '\u{00c0}'..='\u{024f}' | '\u{0400}'..='\u{052f}' => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_europe_are_taken() {
        for name in ["Olena Kovalenko", "Мар’яна Гриценко-Ґудзь", "Zażółć Gęślą", "J. R. O'Neil", "Łukasz 3"]
        {
            assert_eq!(validate_full_name(name).as_deref(), Ok(name));
        }
        assert_eq!(validate_full_name("  Anna   Nowak ").as_deref(), Ok("Anna Nowak"));
    }

    #[test]
    fn what_is_no_name_is_refused_with_its_rule() {
        let code = |name: &str| validate_full_name(name).expect_err("refused").code;
        assert_eq!(code(" "), "required");
        assert_eq!(code("A"), "min_length");
        assert_eq!(code(&"a".repeat(51)), "max_length");
        for name in ["Anna 😀", "Anna\u{0301}", "<b>", "Anna;", "李小龙", "a\u{200b}b"] {
            assert_eq!(code(name), "invalid_character", "{name}");
        }
    }
}
