//! The anti-phishing phrase.

use chrono::TimeDelta;
use identity::{ClientContext, IdentityError, Principal};

use crate::mfa::principal;
use crate::setup::{ANNA, Setup, field, from, here, read_mail, retry_after_s};

const SECURITY: &str = "Your account at The Bank: security";
const HERON: &str = "Your phrase: Blue heron\n\n";

async fn choose(setup: &Setup, who: &Principal, phrase: Option<&str>) -> Result<Option<String>, IdentityError> {
    setup.identity.set_mail_phrase(&setup.tenant, who, phrase, &here()).await
}

/// Anna, signed in, with a phrase.
async fn anna(setup: &Setup) -> Principal {
    let anna = principal(setup, &setup.sign_in(ANNA).await).await;
    let kept = choose(setup, &anna, Some("  Blue   heron ")).await.unwrap();
    assert_eq!(kept.as_deref(), Some("Blue heron"));
    anna
}

/// The number of emails sent to an address, and the newest one.
async fn newest(setup: &Setup, to: &str) -> (usize, String) {
    setup.worker.run_until_idle().await.unwrap();
    let mails = setup.mailbox.0.lock().unwrap();
    let mut all = mails.iter().filter(|mail| mail.to == to);
    let last = all.next_back().expect("a mail came").text.clone();
    (all.count() + 1, last)
}

#[tokio::test]
async fn every_mail_begins_with_the_receivers_own_phrase() {
    let setup = Setup::new().await;
    let anna = anna(&setup).await;
    let told = read_mail(&setup, ANNA, SECURITY).await;
    assert!(told.starts_with(HERON) && told.contains("You chose a phrase"), "{told}");
    let elsewhere = ClientContext { user_agent: Some("Firefox/144.0".into()), ..from([198, 51, 100, 9]) };
    let asked = setup.identity.start_login(&setup.tenant, "Anna@Example.com", &elsewhere).await.unwrap();
    let code = setup.read_code("Anna@example.com").await;
    assert!(newest(&setup, "Anna@example.com").await.1.starts_with(HERON), "with the code");
    setup.identity.finish_login(&setup.tenant, asked.id, &code, &elsewhere).await.unwrap();
    assert!(read_mail(&setup, ANNA, "New sign-in to The Bank").await.starts_with(HERON));
    let html = setup.mailbox.0.lock().unwrap().last().unwrap().html.clone().unwrap();
    assert!(html.contains("Your phrase: Blue heron</p>"), "{html}");

    // An address that is not verified yet may belong to another person, who must not see the phrase.
    let changed =
        setup.identity.start_email_change(&setup.tenant, &anna, "anna.new@example.com", &here()).await.unwrap();
    let code = setup.read_code("anna.new@example.com").await;
    let (_, proving) = newest(&setup, "anna.new@example.com").await;
    assert!(!proving.contains("heron") && !proving.contains("phrase"), "{proving}");
    setup.identity.confirm_email_change(&setup.tenant, &anna, changed.id, &code, &here()).await.unwrap();
    assert!(read_mail(&setup, ANNA, "Your email at The Bank was changed").await.starts_with(HERON));
    setup.ask("stranger@example.com").await.unwrap();
    setup.sign_in("ben@example.com").await;
    for other in ["stranger@example.com", "ben@example.com"] {
        assert!(newest(&setup, other).await.1.starts_with("Your code to sign in"), "as it was before");
    }
}

#[tokio::test]
async fn a_changed_phrase_is_mailed_with_the_previous_one_also_to_a_previous_address() {
    let setup = Setup::new().await;
    let anna = anna(&setup).await;
    let moved = setup.identity.start_email_change(&setup.tenant, &anna, "anna.new@example.com", &here()).await.unwrap();
    let code = setup.read_code("anna.new@example.com").await;
    setup.identity.confirm_email_change(&setup.tenant, &anna, moved.id, &code, &here()).await.unwrap();
    choose(&setup, &anna, Some("Grey goose")).await.unwrap();
    for to in [ANNA, "anna.new@example.com"] {
        let told = read_mail(&setup, to, SECURITY).await;
        assert!(told.starts_with(HERON) && told.contains("was changed"), "{to}: {told}");
        assert!(!told.contains("goose"), "a reader of the old mailbox does not learn the new phrase: {told}");
    }
    setup.ask("anna.new@example.com").await.unwrap();
    assert!(newest(&setup, "anna.new@example.com").await.1.starts_with("Your phrase: Grey goose\n\n"));

    choose(&setup, &anna, None).await.unwrap();
    let told = read_mail(&setup, "anna.new@example.com", SECURITY).await;
    assert!(told.starts_with("Your phrase: Grey goose\n\n") && told.contains("removed from our emails"), "{told}");
    assert_eq!(setup.identity.mail_phrase(setup.tenant.id, anna.user).await.unwrap(), None);
    setup.wait(TimeDelta::minutes(2));
    setup.ask("anna.new@example.com").await.unwrap();
    assert!(newest(&setup, "anna.new@example.com").await.1.starts_with("Your code to sign in"));
}

#[tokio::test]
async fn an_invalid_phrase_is_refused_by_its_rule_and_an_unchanged_one_sends_no_mail() {
    let setup = Setup::new().await;
    let anna = anna(&setup).await;
    let long = "x".repeat(41);
    let cases = [
        ("", "required"),
        ("ab", "min_length"),
        (long.as_str(), "max_length"),
        ("two\nlines", "invalid_character"),
        ("see evil.example", "link"),
    ];
    for (text, rule) in cases {
        let refused = choose(&setup, &anna, Some(text)).await.unwrap_err();
        assert_eq!(field(refused), ("phrase", rule, None), "{text:?}");
    }
    let (before, _) = newest(&setup, ANNA).await;
    choose(&setup, &anna, Some("Blue heron")).await.unwrap();
    assert_eq!(newest(&setup, ANNA).await.0, before);
    assert_eq!(setup.identity.mail_phrase(setup.tenant.id, anna.user).await.unwrap().as_deref(), Some("Blue heron"));
}

#[tokio::test]
async fn a_phrase_changes_at_most_ten_times_a_day() {
    let setup = Setup::new().await;
    let anna = anna(&setup).await;
    for n in 1..10 {
        choose(&setup, &anna, Some(&format!("Blue heron {n}"))).await.unwrap();
    }
    let more = choose(&setup, &anna, Some("Blue heron 10")).await.unwrap_err();
    assert_eq!(retry_after_s(more), 12 * 3600, "until the day is over");
    setup.wait(TimeDelta::hours(12));
    choose(&setup, &anna, Some("Blue heron 10")).await.unwrap();
}

#[tokio::test]
async fn the_phrase_is_encrypted_for_its_owner() {
    let setup = Setup::new().await;
    let anna = anna(&setup).await;
    let ben = principal(&setup, &setup.sign_in("ben@example.com").await).await;
    setup.worker.run_until_idle().await.unwrap();
    let rows = "SELECT count(*) FROM users WHERE position('heron'::bytea in mail_phrase) > 0";
    assert_eq!(setup.count(rows).await, 0);
    let jobs = "SELECT count(*) FROM jobs WHERE payload::text LIKE '%heron%'";
    assert_eq!(setup.count(jobs).await, 0);
    // Bytes that are copied to another person do not decrypt.
    setup.change("UPDATE users SET mail_phrase = (SELECT mail_phrase FROM users WHERE mail_phrase IS NOT NULL)").await;
    assert!(setup.identity.mail_phrase(setup.tenant.id, ben.user).await.is_err());
    assert!(setup.identity.mail_phrase(setup.tenant.id, anna.user).await.unwrap().is_some());
}
