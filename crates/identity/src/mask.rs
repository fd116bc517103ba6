//! Masks personal data for operators who do not need it. Pure.

/// Replaces the hidden characters.
const DOTS: &str = "•••";

/// `o•••@example.com`.
#[must_use]
pub fn email(address: &str) -> String {
    let (local, domain) = address.rsplit_once('@').unwrap_or((address, ""));
    let first: String = local.chars().take(1).collect();
    if domain.is_empty() { format!("{first}{DOTS}") } else { format!("{first}{DOTS}@{domain}") }
}

/// `O•••`.
pub(crate) fn name(name: &str) -> String {
    let first: String = name.chars().take(1).collect();
    format!("{first}{DOTS}")
}

/// `••• 42`: the last two digits, which support can ask a caller for.
pub(crate) fn phone(phone: &str) -> String {
    let mut last: Vec<char> = phone.chars().rev().take(2).collect();
    last.reverse();
    format!("{DOTS} {}", last.into_iter().collect::<String>())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_masked_email_shows_the_first_letter_and_the_domain(local in "[a-z]{2,20}", domain in "[a-z]{2,8}\\.com") {
            let shown = email(&format!("{local}@{domain}"));
            prop_assert_eq!(&shown, &format!("{}•••@{domain}", &local[..1]));
        }

        #[test]
        fn masked_names_and_phone_numbers_do_not_identify_a_person(text in "\\PC{3,40}") {
            prop_assert_eq!(name(&text).chars().count(), 4);
            prop_assert_eq!(phone(&text).chars().count(), 6);
        }
    }
}
