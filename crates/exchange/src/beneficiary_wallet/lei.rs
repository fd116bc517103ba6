//! Legal entity identifiers (ISO 17442). Pure.

/// The range of check digits under ISO 7064: 98 minus a remainder of 97.
const CHECK_DIGITS: std::ops::RangeInclusive<u32> = 2..=98;

/// Normalizes an LEI to capitals without spaces: 20 characters (ISO 17442), of which the last two are check digits (ISO
/// 7064, MOD 97-10). `None` for anything else, including typos.
#[must_use]
pub fn lei(text: &str) -> Option<String> {
    let lei: String = text.chars().filter(|char| *char != ' ').map(|char| char.to_ascii_uppercase()).collect();
    let (body, check) = lei.split_at_checked(18).filter(|_| lei.len() == 20)?;
    let digits: u32 = check.bytes().all(|byte| byte.is_ascii_digit()).then(|| check.parse().ok())??;
    let fits = remainder(body)? * 100 + digits;
    (CHECK_DIGITS.contains(&digits) && fits % 97 == 1).then_some(lei)
}

/// The remainder modulo 97 of the characters as a number, with A = 10 and Z = 35; `None` for other characters.
fn remainder(body: &str) -> Option<u32> {
    body.chars().try_fold(0, |rest, char| {
        let value = char.to_digit(36)?;
        Some((rest * if value < 10 { 10 } else { 100 } + value) % 97)
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn with_check_digits(body: &str) -> String {
        let rest = remainder(body).expect("letters and digits") * 100 % 97;
        format!("{body}{:02}", 98 - rest)
    }

    #[test]
    fn identifiers_of_companies_that_exist_are_read_as_people_write_them() {
        // Deutsche Bank, Apple, and GLEIF, which keeps the register.
        for real in ["7LTWFZYICNSX8D621K86", "HWUPKR0MPOU8FGXBT394", "506700GE1G29325QX363"] {
            assert_eq!(lei(real).as_deref(), Some(real));
        }
        assert_eq!(lei(" 5067 00ge 1g29 325q x363 ").as_deref(), Some("506700GE1G29325QX363"));
    }

    #[test]
    fn any_other_text_is_no_lei() {
        let other =
            ["", "506700GE1G29325QX36", "506700GE1G29325QX3630", "506700GE1G29325QX3A3", "506700GE1G29325Q-363"];
        assert_eq!(other.map(lei), [const { None }; 5]);
        assert_eq!(lei("506700GE1G29325Ї363"), None, "twenty bytes");
        assert_eq!(lei(&"5".repeat(10_000)), None);
        // The same remainder, but check digits that are never issued: they range from 02 to 98.
        let zeros = with_check_digits(&"0".repeat(18));
        assert_eq!((zeros.as_str(), lei(&zeros).is_some()), ("00000000000000000098", true));
        assert_eq!(lei("00000000000000000001"), None);
    }

    proptest! {
        #[test]
        fn one_wrong_character_always_breaks_the_checksum(body in "[A-Z0-9]{18}", at in 0_usize..20, other in "[A-Z0-9]{2}") {
            let right = with_check_digits(&body);
            prop_assert_eq!(lei(&right), Some(right.clone()));
            let was = right.as_bytes()[at];
            // Swaps a letter for a letter, or a digit for a digit. The standard guarantees detection only for these.
            let alike = |byte: &u8| byte.is_ascii_digit() == was.is_ascii_digit() && *byte != was;
            if let Some(wrong) = other.bytes().find(alike) {
                let mut slip = right.into_bytes();
                slip[at] = wrong;
                prop_assert_eq!(lei(&String::from_utf8(slip).unwrap()), None);
            }
        }
    }
}
