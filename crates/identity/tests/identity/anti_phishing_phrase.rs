//! The anti-phishing phrase.

use chrono::TimeDelta;
use identity::{ClientContext, IdentityError, Principal};

use crate::house::{ANNA, House, field, from, here, read_mail, retry_after_s};
use crate::mfa::principal;

const SECURITY: &str = "Your account at The Bank: security";
const HERON: &str = "Your phrase: Blue heron\n\n";

async fn choose(house: &House, who: &Principal, phrase: Option<&str>) -> Result<Option<String>, IdentityError> {
    house.identity.set_mail_phrase(&house.tenant, who, phrase, &here()).await
}

/// Anna, signed in, with a phrase.
async fn anna(house: &House) -> Principal {
    let anna = principal(house, &house.sign_in(ANNA).await).await;
    let kept = choose(house, &anna, Some("  Blue   heron ")).await.unwrap();
    assert_eq!(kept.as_deref(), Some("Blue heron"));
    anna
}

/// The number of emails sent to an address, and the newest one.
async fn newest(house: &House, to: &str) -> (usize, String) {
    house.worker.run_until_idle().await.unwrap();
    let mails = house.mailbox.0.lock().unwrap();
    let mut all = mails.iter().filter(|mail| mail.to == to);
    let last = all.next_back().expect("a mail came").text.clone();
    (all.count() + 1, last)
}

#[tokio::test]
async fn every_mail_begins_with_the_receivers_own_phrase() {
    let house = House::new().await;
    let anna = anna(&house).await;
    let told = read_mail(&house, ANNA, SECURITY).await;
    assert!(told.starts_with(HERON) && told.contains("You chose a phrase"), "{told}");
    let elsewhere = ClientContext { user_agent: Some("Firefox/144.0".into()), ..from([198, 51, 100, 9]) };
    let asked = house.identity.start_login(&house.tenant, "Anna@Example.com", &elsewhere).await.unwrap();
    let code = house.read_code("Anna@example.com").await;
    assert!(newest(&house, "Anna@example.com").await.1.starts_with(HERON), "with the code");
    house.identity.finish_login(&house.tenant, asked.id, &code, &elsewhere).await.unwrap();
    assert!(read_mail(&house, ANNA, "New sign-in to The Bank").await.starts_with(HERON));
    let html = house.mailbox.0.lock().unwrap().last().unwrap().html.clone().unwrap();
    assert!(html.contains("Your phrase: Blue heron</p>"), "{html}");

    // An address that is not verified yet may belong to another person, who must not see the phrase.
    let changed =
        house.identity.start_email_change(&house.tenant, &anna, "anna.new@example.com", &here()).await.unwrap();
    let code = house.read_code("anna.new@example.com").await;
    let (_, proving) = newest(&house, "anna.new@example.com").await;
    assert!(!proving.contains("heron") && !proving.contains("phrase"), "{proving}");
    house.identity.confirm_email_change(&house.tenant, &anna, changed.id, &code, &here()).await.unwrap();
    assert!(read_mail(&house, ANNA, "Your email at The Bank was changed").await.starts_with(HERON));
    house.ask("stranger@example.com").await.unwrap();
    house.sign_in("ben@example.com").await;
    for other in ["stranger@example.com", "ben@example.com"] {
        assert!(newest(&house, other).await.1.starts_with("Your code to sign in"), "as it was before");
    }
}

#[tokio::test]
async fn a_changed_phrase_is_mailed_with_the_previous_one_also_to_a_previous_address() {
    let house = House::new().await;
    let anna = anna(&house).await;
    let moved = house.identity.start_email_change(&house.tenant, &anna, "anna.new@example.com", &here()).await.unwrap();
    let code = house.read_code("anna.new@example.com").await;
    house.identity.confirm_email_change(&house.tenant, &anna, moved.id, &code, &here()).await.unwrap();
    choose(&house, &anna, Some("Grey goose")).await.unwrap();
    for to in [ANNA, "anna.new@example.com"] {
        let told = read_mail(&house, to, SECURITY).await;
        assert!(told.starts_with(HERON) && told.contains("was changed"), "{to}: {told}");
        assert!(!told.contains("goose"), "a reader of the old mailbox does not learn the new phrase: {told}");
    }
    house.ask("anna.new@example.com").await.unwrap();
    assert!(newest(&house, "anna.new@example.com").await.1.starts_with("Your phrase: Grey goose\n\n"));

    choose(&house, &anna, None).await.unwrap();
    let told = read_mail(&house, "anna.new@example.com", SECURITY).await;
    assert!(told.starts_with("Your phrase: Grey goose\n\n") && told.contains("removed from our emails"), "{told}");
    assert_eq!(house.identity.mail_phrase(house.tenant.id, anna.user).await.unwrap(), None);
    house.wait(TimeDelta::minutes(2));
    house.ask("anna.new@example.com").await.unwrap();
    assert!(newest(&house, "anna.new@example.com").await.1.starts_with("Your code to sign in"));
}

#[tokio::test]
async fn an_invalid_phrase_is_refused_by_its_rule_and_an_unchanged_one_sends_no_mail() {
    let house = House::new().await;
    let anna = anna(&house).await;
    let long = "x".repeat(41);
    let cases = [
        ("", "required"),
        ("ab", "min_length"),
        (long.as_str(), "max_length"),
        ("two\nlines", "invalid_character"),
        ("see evil.example", "link"),
    ];
    for (text, rule) in cases {
        let refused = choose(&house, &anna, Some(text)).await.unwrap_err();
        assert_eq!(field(refused), ("phrase", rule, None), "{text:?}");
    }
    let (before, _) = newest(&house, ANNA).await;
    choose(&house, &anna, Some("Blue heron")).await.unwrap();
    assert_eq!(newest(&house, ANNA).await.0, before);
    assert_eq!(house.identity.mail_phrase(house.tenant.id, anna.user).await.unwrap().as_deref(), Some("Blue heron"));
}

#[tokio::test]
async fn a_phrase_changes_at_most_ten_times_a_day() {
    let house = House::new().await;
    let anna = anna(&house).await;
    for n in 1..10 {
        choose(&house, &anna, Some(&format!("Blue heron {n}"))).await.unwrap();
    }
    let more = choose(&house, &anna, Some("Blue heron 10")).await.unwrap_err();
    assert_eq!(retry_after_s(more), 12 * 3600, "until the day is over");
    house.wait(TimeDelta::hours(12));
    choose(&house, &anna, Some("Blue heron 10")).await.unwrap();
}

#[tokio::test]
async fn the_phrase_is_encrypted_for_its_owner() {
    let house = House::new().await;
    let anna = anna(&house).await;
    let ben = principal(&house, &house.sign_in("ben@example.com").await).await;
    house.worker.run_until_idle().await.unwrap();
    let rows = "SELECT count(*) FROM users WHERE position('heron'::bytea in mail_phrase) > 0";
    assert_eq!(house.count(rows).await, 0);
    let jobs = "SELECT count(*) FROM jobs WHERE payload::text LIKE '%heron%'";
    assert_eq!(house.count(jobs).await, 0);
    // Bytes that are copied to another person do not decrypt.
    house.change("UPDATE users SET mail_phrase = (SELECT mail_phrase FROM users WHERE mail_phrase IS NOT NULL)").await;
    assert!(house.identity.mail_phrase(house.tenant.id, ben.user).await.is_err());
    assert!(house.identity.mail_phrase(house.tenant.id, anna.user).await.unwrap().is_some());
}
