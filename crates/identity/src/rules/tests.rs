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
fn the_examples_that_the_web_runs_too_come_out_as_they_say() {
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
fn what_the_shape_of_an_address_lets_through_an_address_may_still_refuse_and_never_the_other_way_round() {
    for text in ["anna@example.test", "a.b+c@mail.example.com", "o'neil@example.ie"] {
        assert!(crate::EmailAddress::parse(text).is_ok() && email_shape(text).is_ok(), "{text}");
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
fn whoever_turns_eighteen_today_is_of_age() {
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
    fn no_text_makes_a_rule_panic_and_what_is_kept_is_kept_again(text in ".{0,80}") {
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
