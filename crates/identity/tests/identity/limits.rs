//! Rate limits against floods and brute force.

use chrono::TimeDelta;

use identity::operator::Role;

use crate::captcha;
use crate::house::{ANNA, House, from, here, other_than, retry_after_s};
use crate::operators::colleague;

#[tokio::test]
async fn an_address_gets_five_codes_an_hour() {
    let house = House::new().await;
    for _ in 0..5 {
        house.ask(ANNA).await.unwrap();
        house.wait(TimeDelta::seconds(180));
    }
    // The clock is 15 minutes into the hour.
    assert_eq!(retry_after_s(house.ask(ANNA).await.unwrap_err()), 45 * 60);
    house.wait(TimeDelta::minutes(45));
    house.ask(ANNA).await.unwrap();
}

#[tokio::test]
async fn a_network_asks_for_ten_codes_in_ten_minutes_whatever_the_addresses() {
    let house = House::new().await;
    for n in 0..10 {
        house.ask(&format!("p{n}@example.com")).await.unwrap();
    }
    assert_eq!(retry_after_s(house.ask("p10@example.com").await.unwrap_err()), 600);
    let elsewhere = from([198, 51, 100, 1]);
    house.identity.start_login(&house.tenant, "p10@example.com", &elsewhere).await.unwrap();
}

#[tokio::test]
async fn guesses_without_a_challenge_are_limited_and_do_not_affect_the_network() {
    let house = House::new().await;
    let challenge = house.ask(ANNA).await.unwrap();
    let code = house.read_code(ANNA).await;
    for _ in 0..35 {
        house.answer(&challenge, &other_than(&code)).await.unwrap_err();
    }
    assert_eq!(retry_after_s(house.answer(&challenge, &code).await.unwrap_err()), 600);
    let next_door = house.ask("bob@example.com").await.unwrap();
    let code = house.read_code("bob@example.com").await;
    house.answer(&next_door, &code).await.unwrap();
}

/// Sets the number of codes sent to unknown callers in this hour.
async fn flood(house: &House, sent: i32) {
    let seen = "INSERT INTO counters VALUES ($1, 'send.tenant', '*', '2026-03-01T12:00:00Z', $2)
                ON CONFLICT (tenant_id, name, subject, starts_at) DO UPDATE SET count = $2";
    sqlx::query(seen).bind(house.tenant.id.uuid()).bind(sent).execute(&mut house.sql().await).await.unwrap();
}

/// The number of emails sent to an address.
async fn mails(house: &House, to: &str) -> usize {
    house.worker.run_until_idle().await.unwrap();
    house.mailbox.0.lock().unwrap().iter().filter(|mail| mail.to == to).count()
}

#[tokio::test]
async fn under_a_flood_known_networks_get_codes_known_emails_solve_puzzles_and_new_ones_are_told() {
    let house = House::new().await;
    house.sign_in(ANNA).await;
    // A solution at a lower difficulty stays valid.
    flood(&house, 300).await;
    let elsewhere = from([198, 51, 100, 1]);
    let works = [
        (ANNA, captcha::work_from(&house, ANNA, &elsewhere).await),
        ("newcomer@example.com", captcha::work_from(&house, "newcomer@example.com", &elsewhere).await),
    ];
    flood(&house, 1_000).await;
    // From her known network, nothing changes.
    let at_home = house.ask(ANNA).await.unwrap();
    assert!(!at_home.registration_paused);
    // From an unknown network, proof of work is required, and the answer does not reveal who has an account.
    let mut answers = Vec::new();
    for (email, work) in works {
        let before = mails(&house, email).await;
        let idle = house.identity.start_login(&house.tenant, email, &elsewhere).await.unwrap_err();
        assert_eq!(idle.code(), "CAPTCHA_REQUIRED");
        let sent = captcha::show_from(&house, email, &work, &elsewhere).await.unwrap();
        answers.push((sent.resend_after_s, sent.expires_at, sent.registration_paused));
        assert_eq!(mails(&house, email).await - before, usize::from(email == ANNA), "{email}");
    }
    assert_eq!(answers[0], answers[1]);
    assert!(answers[0].2, "a newcomer is told");
    house.wait(TimeDelta::minutes(10));
    assert_eq!(mails(&house, "newcomer@example.com").await, 0, "nor later");
    house.wait(TimeDelta::minutes(50));
    let open = house.identity.start_login(&house.tenant, "newcomer@example.com", &elsewhere).await.unwrap();
    assert!(!open.registration_paused);
    assert_eq!(mails(&house, "newcomer@example.com").await, 1);
}

#[tokio::test]
async fn requests_for_another_persons_codes_use_up_and_end_none_of_that_persons_codes() {
    let house = House::new().await;
    house.sign_in(ANNA).await;
    house.wait(TimeDelta::hours(1));
    let mine = house.ask(ANNA).await.unwrap();
    let code = house.read_code(ANNA).await;
    for n in 0..5 {
        house.identity.start_login(&house.tenant, ANNA, &from([203, n, 113, 1])).await.unwrap();
    }
    let more = house.identity.start_login(&house.tenant, ANNA, &from([203, 9, 113, 1])).await.unwrap_err();
    assert_eq!(retry_after_s(more), 3_600);
    house.answer(&mine, &code).await.expect("a code that was sent stays good");
    let again = house.ask(ANNA).await.unwrap();
    let code = house.read_code(ANNA).await;
    house.answer(&again, &code).await.unwrap();
    // Her device is known in every network.
    let mark = house.identity.device_mark(house.tenant.id, ANNA).unwrap();
    let on = |mark: &str| identity::ClientContext { device: Some(mark.to_owned()), ..from([203, 9, 113, 1]) };
    let others = house.identity.device_mark(house.tenant.id, "eve@example.com").unwrap();
    for mark in [others.expose(), "made up", ""] {
        let refused = house.identity.start_login(&house.tenant, ANNA, &on(mark)).await;
        assert_eq!(retry_after_s(refused.unwrap_err()), 3_600, "{mark} is a stranger's");
    }
    let away = house.identity.start_login(&house.tenant, ANNA, &on(mark.expose())).await.unwrap();
    let code = house.read_code(ANNA).await;
    house.identity.finish_login(&house.tenant, away.id, &code, &on(mark.expose())).await.unwrap();
}

#[tokio::test]
async fn ipv6_is_counted_at_three_widths() {
    let house = House::new().await;
    let ask = async |n: u32, third: u16, fourth: u16| {
        let ip = std::net::Ipv6Addr::new(0x2001, 0xdb8, third, fourth, 0, 0, 0, 1);
        let context = identity::ClientContext { ip: Some(ip.into()), ..here() };
        let email = format!("p{n}@example.com");
        house.identity.start_login(&house.tenant, &email, &context).await
    };
    for n in 0..20 {
        ask(n, 1, u16::try_from(n).unwrap()).await.unwrap();
    }
    assert_eq!(retry_after_s(ask(20, 1, 20).await.unwrap_err()), 600, "a /56 has twenty in ten minutes");
    for n in 21..31 {
        ask(n, 1, 0x100).await.unwrap();
    }
    let worked = ask(31, 1, 0x200).await.unwrap_err();
    assert_eq!(worked.code(), "CAPTCHA_REQUIRED", "half of what a /48 has is gone");
    ask(32, 2, 0).await.expect("the next /48 has its own");
}

#[tokio::test]
async fn two_servers_on_one_database_have_one_limit_together() {
    let house = House::new().await;
    let beside = house.beside().await;
    let servers = [&house.identity, &beside];
    // Sends: ten per network.
    let ask = async |n: usize| {
        let email = format!("p{n}@example.com");
        servers[n % 2].start_login(&house.tenant, &email, &here()).await
    };
    for n in 0..10 {
        ask(n).await.unwrap();
    }
    for n in 10..12 {
        assert_eq!(retry_after_s(ask(n).await.unwrap_err()), 600, "server {}", n % 2);
    }
    // Guesses: five per code, whichever server handles them.
    let elsewhere = from([198, 51, 100, 1]);
    let challenge = house.identity.start_login(&house.tenant, ANNA, &elsewhere).await.unwrap();
    let code = house.read_code(ANNA).await;
    let answer =
        async |n: usize, code: &str| servers[n % 2].finish_login(&house.tenant, challenge.id, code, &elsewhere).await;
    for n in 0..5 {
        answer(n, &other_than(&code)).await.unwrap_err();
    }
    for n in 0..2 {
        assert_eq!(retry_after_s(answer(n, &code).await.unwrap_err()), 60, "server {n}");
    }
    // Refreshes: sixty a minute per session.
    house.wait(TimeDelta::minutes(10));
    let mut tokens = house.sign_in(ANNA).await.tokens;
    let renew = async |n: usize, token: &str| servers[n % 2].refresh(house.tenant.id, token, &here()).await;
    for n in 0..60 {
        tokens = renew(n, tokens.refresh.expose()).await.unwrap().tokens;
    }
    for n in 0..2 {
        assert!(retry_after_s(renew(n, tokens.refresh.expose()).await.unwrap_err()) <= 60, "server {n}");
    }
}

#[tokio::test]
async fn a_tenant_under_a_guessing_attack_sends_longer_codes() {
    let house = House::new().await;
    house.ask(ANNA).await.unwrap();
    let code = house.read_code(ANNA).await;
    assert_eq!(code.len(), 6);
    house
        .change(
            "INSERT INTO counters VALUES
             ('01900000-0000-7000-8000-000000000001', 'check.failed', '*', '2026-03-01T00:00:00Z', 1000)",
        )
        .await;
    house.wait(TimeDelta::seconds(60));
    let challenge = captcha::ask_working(&house, ANNA).await.unwrap();
    let code = house.read_code(ANNA).await;
    assert_eq!(code.len(), 8);
    house.answer(&challenge, &code.to_lowercase()).await.unwrap();
}

#[tokio::test]
async fn security_operators_are_informed_once_an_hour_that_codes_are_guessed() {
    const SUBJECT: &str = "Sign-in codes are being guessed at The Bank";
    let house = House::new().await;
    let beside = house.beside().await;
    let servers = [&house.identity, &beside];
    for (name, role) in [("olga", Role::ComplianceOfficer), ("rita", Role::RiskAnalyst), ("adam", Role::TenantAdmin)] {
        colleague(&house, name, role).await;
    }
    colleague(&house, "sam", Role::SupportL1).await;
    let told = async |house: &House| -> Vec<(String, String)> {
        house.worker.run_until_idle().await.unwrap();
        let mails = house.mailbox.0.lock().unwrap();
        let found = mails.iter().filter(|mail| mail.subject == SUBJECT);
        found.map(|mail| (mail.to.clone(), mail.text.clone())).collect()
    };
    // Five per code, each from its own network, so that no other limit applies.
    let guess = async |people: std::ops::Range<u8>| {
        for n in people {
            let somewhere = from([n, 51, 100, 1]);
            let email = format!("p{n}@example.com");
            let challenge = house.identity.start_login(&house.tenant, &email, &somewhere).await.unwrap();
            for attempt in 0..5 {
                let server = servers[attempt % 2];
                server.finish_login(&house.tenant, challenge.id, "AAAAAAAA", &somewhere).await.unwrap_err();
            }
        }
    };
    guess(1..40).await;
    assert_eq!(told(&house).await, [], "so many are mistyped");
    guess(40..61).await;
    let first = told(&house).await;
    let to: Vec<&str> = first.iter().map(|(to, _)| to.as_str()).collect();
    assert_eq!(first.len(), 3, "{to:?}");
    for name in ["olga", "rita", "adam"] {
        assert!(to.contains(&format!("{name}@bank.example").as_str()), "{name} in {to:?}");
    }
    assert!(first[0].1.contains("Since 2026-03-01 12:00 UTC 200 wrong sign-in codes"), "{}", first[0].1);
    house.wait(TimeDelta::hours(1));
    guess(61..102).await;
    assert_eq!(told(&house).await.len(), 6, "the next hour is told of by itself");
}

#[tokio::test]
async fn asking_ten_times_at_once_sends_one_code() {
    let house = House::new().await;
    let asked = crate::login::futures(10, |_| house.ask(ANNA)).await;
    assert_eq!(asked.iter().filter(|answer| answer.is_ok()).count(), 1);
    assert_eq!(house.count("SELECT count(*) FROM login_challenges").await, 1);
    assert_eq!(house.count("SELECT count::bigint FROM counters WHERE name = 'send.address.day'").await, 1);
}

#[tokio::test]
async fn old_codes_and_counters_are_cleared_away_and_people_stay() {
    let house = House::new().await;
    let login = house.sign_in(ANNA).await;
    house.wait(TimeDelta::days(5));
    let now = house.now();
    let mut tx = house.db.store.system().await.unwrap();
    tx.enqueue(now, &[store::JobSpec::new("identity.purge", None, serde_json::json!({}))]).await.unwrap();
    tx.commit().await.unwrap();
    house.worker.run_until_idle().await.unwrap();
    assert_eq!(house.count("SELECT count(*) FROM login_challenges").await, 0);
    assert_eq!(house.count("SELECT count(*) FROM counters").await, 0);
    assert_eq!(house.count("SELECT count(*) FROM access_tokens").await, 0);
    let renewed = house.identity.refresh(house.tenant.id, login.tokens.refresh.expose(), &here()).await;
    assert!(renewed.is_ok());
}
