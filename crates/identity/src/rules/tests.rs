//! Tests of the rules for names, addresses, phone numbers and other fields, with the examples that the web runs too.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use kernel::Country;
use serde_json::{Value, json};

use super::*;

#[derive(Deserialize)]
struct Vectors {
    today: NaiveDate,
    rules: BTreeMap<String, Vec<Value>>,
}

fn judged(rule: &str, text: &str, today: NaiveDate) -> Result<Value, Broken> {
    let kept = |text: Result<String, Broken>| text.map(Value::from);
    match rule {
        "name" => kept(name(text)),
        "full_name" => kept(full_name(text)),
        "address" => kept(address(text)),
        "city" => kept(city(text)),
        "postcode" => kept(postcode(text)),
        "email" => kept(email_shape(text)),
        "date" => date(text, today).map(|date| date.to_string().into()),
        "password" => password(text).map(|()| text.into()),
        "phone" => kept(phone::shape(text)),
        "phrase" => kept(phrase(text)),
        "url" => kept(url(text)),
        "domain" => kept(domain(text)),
        "ip_list" => ip_list(text).map(Value::from),
        other => panic!("{other} is not a rule"),
    }
}

#[test]
fn the_shared_test_vectors_of_server_and_web_pass() {
    let text = include_str!("../../../../web/src/rules/vectors.json");
    let vectors: Vectors = serde_json::from_str(text).unwrap();
    assert_eq!(vectors.rules.len(), 13);
    for (rule, examples) in &vectors.rules {
        for example in examples {
            let found = match judged(rule, example["in"].as_str().unwrap(), vectors.today) {
                Ok(kept) => json!({ "in": example["in"], "ok": kept }),
                Err(broken) => json!({ "in": example["in"], "code": broken.code }),
            };
            assert_eq!(found, *example, "{rule}");
        }
    }
}

#[test]
fn the_web_offers_the_countries_that_the_server_takes() {
    let ours: Vec<String> = Country::all().map(|country| country.to_string()).collect();
    assert_eq!(RULES.countries, ours.join(" "));
}

#[test]
fn the_email_pattern_accepts_every_valid_address() {
    for text in ["anna@example.test", "a.b+c@mail.example.com", "o'neil@example.ie"] {
        assert!(crate::EmailAddress::parse(text).is_ok() && email_shape(text).is_ok(), "{text}");
    }
}

#[test]
fn the_web_knows_the_same_invisible_characters() {
    for code in (0..=0x2_ffff).chain(0xd_ff00..=0xe_1100) {
        let Some(character) = char::from_u32(code) else { continue };
        let text = character.to_string();
        assert_eq!(RULES.invisible.fits(&text), kernel::text::is_invisible(character), "U+{code:04X}");
        assert_eq!(RULES.reordering.fits(&text), kernel::text::is_reordering(character), "U+{code:04X}");
    }
}

/// Real names from the served countries and their neighbours.
const NAMES: &str = "Nguyễn|Đặng Thị Ánh|Məmmədov|Əliyev|Adéọlá|Ọláńrewájú|STRAẞE|Strauß|‘t Hooft|’t Hooft|Oʻktam|Gʻulom|\
    Nowak–Kowalska|Nowak—Kowalska|Nowak‑Kowalska|O’Brien|O`Brien|O´Brien|Łukasz Żółć|Ґалаґан|Ісаєв|Мар’яна|Марʼяна|Єлизавета-Їванна|\
    Ñandú|Gal·la|Mª Carmen|Šőśtářová|Þórður Æsir|Ŵyn|Ṣẹ́gun|Ðorđe|Țepeș|Čengić|Ӯктам|Ғафуров Ҳасан|Қасым|Әлия|Өмүрбек|Ћирић|\
    Ќосев|ХъӀэ-оӏ|J. R.|St. John|da Silva e Souza|İbrahim Iğdır|Ŋaabi|Ɓala Ɗan|Kaʻiulani|N’Golo|D’Angelo-Rößler";

#[test]
fn real_names_are_accepted_in_every_unicode_form() {
    use unicode_normalization::UnicodeNormalization;
    for real in NAMES.split('|').map(str::trim) {
        let apart: String = real.nfd().collect();
        for typed in [real, &apart, &real.to_uppercase(), &real.to_lowercase()] {
            let kept: String = typed.nfc().collect();
            assert_eq!(name(typed), Ok(kept.clone()), "{typed}");
            assert_eq!(full_name(typed), Ok(kept), "{typed}");
        }
    }
}

#[test]
fn real_street_addresses_are_accepted() {
    for street in [
        "Lê Lợi 5",
        "Via “Roma” 1",
        "Via \"Roma\" 1",
        "Bloco B – 2",
        "вул. „Соборна“ 5/7, кв. 3",
        "Rua 1º de Maio, 3",
        "12½ Main St. #4",
        "L'Hospitalet, 1° piano",
    ] {
        assert_eq!(address(street), Ok(street.to_owned()));
    }
    assert_eq!(postcode("00–950"), Ok("00-950".to_owned()));
}

#[test]
fn a_word_of_two_alphabets_is_refused_and_a_name_of_two_is_not() {
    for mixed in ["Ivаn", "Аnna", "Коvаленко", "O’Нил", "Smith-Іvanov"] {
        assert_eq!(name(mixed).unwrap_err().code, "mixed_scripts", "{mixed}");
        assert_eq!(full_name(&format!("Anna {mixed} 3")).unwrap_err().code, "mixed_scripts", "{mixed}");
    }
    for apart in ["Анна Smith", "Іванова-Smith", "Карл II"] {
        assert_eq!(name(apart), Ok(apart.to_owned()));
    }
}

#[test]
fn a_character_that_reverses_what_is_seen_is_named() {
    for rule in [name, full_name, address, city, postcode, email_shape] {
        let refused = rule("anna\u{202e}b").unwrap_err();
        assert_eq!(refused.code, "invisible_character");
        assert!(refused.message.contains("U+202E (right-to-left override) at position 5"), "{}", refused.message);
    }
    assert_eq!(name("\u{202a}An\u{200b}na\u{ad}\u{202c}\u{feff}"), Ok("Anna".to_owned()));
    assert_eq!(label("Kra\u{202e}ken", 1, 50).unwrap_err().code, "invisible_character");
}

#[test]
fn labels_and_notes_are_of_any_script() {
    assert_eq!(label(" 東京 👨‍👩‍👧\u{200b} ", 1, 50), Ok("東京 👨‍👩‍👧".to_owned()));
    assert_eq!(label("Рога Limited", 1, 50), Ok("Рога Limited".to_owned()));
    assert_eq!(label("P\u{430}ypal", 1, 50).unwrap_err().code, "mixed_scripts");
    assert_eq!(note("one\r\ntwo\tthree", 50), Ok(Some("one\ntwo three".to_owned())));
    assert_eq!(note(" \u{200b}\u{2060} \n", 50), Ok(None));
    let code = |text: &str| label(text, 2, 3).unwrap_err().code;
    assert_eq!(
        ["", "\u{feff}", "a", "abcd", "a\nb", "a\u{2028}b", "a\0b"].map(code),
        [
            "required",
            "required",
            "min_length",
            "max_length",
            "invalid_character",
            "invalid_character",
            "invalid_character"
        ]
    );
}

#[test]
fn a_country_without_postal_codes_is_not_asked_for_one() {
    let country = |code: &str| code.parse::<Country>().unwrap();
    assert!(
        ["AE", "HK", "QA", "PA"].iter().all(|code| !has_postcodes(country(code)) && !needs_postcode(country(code)))
    );
    assert!(["CO", "IL"].iter().all(|code| has_postcodes(country(code)) && !needs_postcode(country(code))));
    assert!(["PL", "UA", "DE", "IE", "GB", "US"].iter().all(|code| needs_postcode(country(code))));
    for code in WORDS.postcodes.none.split(' ').chain(WORDS.postcodes.optional.split(' ')) {
        assert!(code.parse::<Country>().is_ok_and(|country| Country::all().any(|one| one == country)), "{code}");
    }
}

fn number(text: &str) -> Result<String, &'static str> {
    phone(text, false).map(|phone| phone.number().to_owned()).map_err(|broken| broken.code)
}

#[test]
fn a_number_is_understood_however_it_was_written_or_copied() {
    for written in [
        "+44 (0) 7400 643621",
        "+44 07400 643621",
        "0044 7400 643621",
        "\u{202a}+44\u{a0}7400\u{a0}643621\u{202c}",
        "+44\u{202f}7400\u{2011}643\u{200b}621",
        "tel:+44-7400-643621",
        "TEL:+44.7400/643621",
        "＋44 7400 643621",
    ] {
        assert_eq!(number(written), Ok("+447400643621".to_owned()), "{written:?}");
    }
    // The zero is part of the number in Italy and the Ivory Coast; Polish numbers have no trunk zero to remove.
    assert_eq!(number("+39 06 6982 1234"), Ok("+390669821234".to_owned()));
    assert_eq!(number("+225 07 01 23 45 67"), Ok("+2250701234567".to_owned()));
    assert_eq!(number("+48 (0) 512 345 678"), Ok("+48512345678".to_owned()));
    assert_eq!(phone("+39 02 3661 8300", false).map(|found| found.country), Ok("IT".parse().ok()));
    assert_eq!(number("+44 7400 643621\u{202e}"), Err("invisible_character"));
}

#[test]
fn no_text_message_goes_to_service_numbers() {
    let numbers = [
        "+44 909 879 0000",
        "+1 900 234 5678",
        "+44 70 1234 5678",
        "+1 800 234 5678",
        "+44 55 1234 5678",
        "+44 845 012 3456",
        "+979 123 456 789",
        "+800 1234 5678",
        "+883 510 012 345",
    ];
    for text in numbers {
        assert_eq!(number(text), Err("phone_type"), "{text}");
    }
}

/// The metadata's example numbers of each type in each country.
#[test]
fn personal_numbers_of_every_country_are_accepted_and_others_refused() {
    use phonenumber::Type;
    let kinds =
        [Type::Mobile, Type::FixedLine, Type::PremiumRate, Type::SharedCost, Type::TollFree, Type::Pager, Type::Uan];
    for region in phonenumber::metadata::DATABASE.iter().filter(|region| region.id() != "001") {
        // Some regions of the metadata are not countries here; only their mobile numbers are personal for certain.
        let is_country = region.id().parse::<kernel::Country>().is_ok();
        for kind in kinds.into_iter().filter(|kind| is_country || *kind != Type::FixedLine) {
            let Some(example) = region.descriptors().get(kind).and_then(|numbers| numbers.example()) else { continue };
            let text = format!("+{}{example}", region.country_code());
            let found = number(&text);
            match kind {
                Type::Mobile | Type::FixedLine => assert_eq!(found, Ok(text), "{} {kind:?}", region.id()),
                _ => assert!(found.is_err(), "{} {kind:?} {text}: {found:?}", region.id()),
            }
        }
    }
}

#[test]
fn a_number_must_exist_and_tells_its_country() {
    let country = |text: &str| phone(text, false).map(|found| found.country.map(|country| country.to_string()));
    assert_eq!(country("+48 512 345 678"), Ok(Some("PL".into())));
    assert_eq!(country("+380 44 123 45 67"), Ok(Some("UA".into())));
    // One calling code, two countries.
    assert_eq!(country("+7 495 123-45-67"), Ok(Some("RU".into())));
    assert_eq!(country("+7 701 234 5678"), Ok(Some("KZ".into())));
    for nobody in ["+48 1", "+1 000 000 0000", "+999 0000001", "+380 44 123"] {
        let refused = phone(nobody, false).unwrap_err().code;
        assert!(matches!(refused, "phone" | "format"), "{nobody}: {refused}");
    }
    assert!(phone("+999 000 0001", true).is_ok());
    assert_eq!(phone("+888 0123 4567", true).unwrap_err().code, "anonymous");
}

#[test]
fn a_person_is_of_age_on_the_eighteenth_birthday() {
    let day = |text: &str| text.parse::<NaiveDate>().unwrap();
    let today = day("2026-03-01");
    assert!(of_age(day("2008-03-01"), today).is_ok());
    assert_eq!(of_age(day("2008-03-02"), today).unwrap_err().code, "age");
    assert!(of_age(day("1906-03-01"), today).is_ok());
    assert!(of_age(day("1900-01-01"), today).is_err());
    assert!(of_age(day("2030-01-01"), today).is_err());
}

proptest::proptest! {
    #[test]
    fn no_text_panics_and_every_rule_is_idempotent(text in ".{0,80}") {
        let today = NaiveDate::from_ymd_opt(2026, 1, 1).unwrap();
        let all = ["name", "full_name", "address", "city", "postcode", "email", "date", "phone", "phrase", "url", "domain", "ip_list"];
        for rule in all {
            let Ok(Value::String(kept)) = judged(rule, &text, today) else { continue };
            if rule != "date" {
                proptest::prop_assert_eq!(judged(rule, &kept, today), Ok(Value::String(kept.clone())), "{}", rule);
            }
        }
    }
}
