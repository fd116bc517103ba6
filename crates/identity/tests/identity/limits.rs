//! Rate limits against floods and brute force.

use chrono::TimeDelta;

use identity::operator::Role;

use crate::captcha;
use crate::operators::colleague;
use crate::setup::{ANNA, Setup, from, here, other_than, retry_after_s};

#[tokio::test]
async fn an_address_gets_five_codes_an_hour() {
    let setup = Setup::new().await;
    for _ in 0..5 {
        setup.ask(ANNA).await.unwrap();
        setup.wait(TimeDelta::seconds(180));
    }
    // The clock is 15 minutes into the hour.
    assert_eq!(retry_after_s(setup.ask(ANNA).await.unwrap_err()), 45 * 60);
    setup.wait(TimeDelta::minutes(45));
    setup.ask(ANNA).await.unwrap();
}

#[tokio::test]
async fn a_network_asks_for_ten_codes_in_ten_minutes_whatever_the_addresses() {
    let setup = Setup::new().await;
    for n in 0..10 {
        setup.ask(&format!("p{n}@example.com")).await.unwrap();
    }
    assert_eq!(retry_after_s(setup.ask("p10@example.com").await.unwrap_err()), 600);
    let elsewhere = from([198, 51, 100, 1]);
    setup.identity.start_login(&setup.tenant, "p10@example.com", &elsewhere).await.unwrap();
}

#[tokio::test]
async fn guesses_without_a_challenge_are_limited_and_do_not_affect_the_network() {
    let setup = Setup::new().await;
    let challenge = setup.ask(ANNA).await.unwrap();
    let code = setup.read_code(ANNA).await;
    for _ in 0..35 {
        setup.answer(&challenge, &other_than(&code)).await.unwrap_err();
    }
    assert_eq!(retry_after_s(setup.answer(&challenge, &code).await.unwrap_err()), 600);
    let next_door = setup.ask("bob@example.com").await.unwrap();
    let code = setup.read_code("bob@example.com").await;
    setup.answer(&next_door, &code).await.unwrap();
}

/// Sets the number of codes sent to unknown callers in this hour.
async fn flood(setup: &Setup, sent: i32) {
    let seen = "INSERT INTO counters VALUES ($1, 'send.tenant', '*', '2026-03-01T12:00:00Z', $2)
                ON CONFLICT (tenant_id, name, subject, starts_at) DO UPDATE SET count = $2";
    sqlx::query(seen).bind(setup.tenant.id.uuid()).bind(sent).execute(&mut setup.sql().await).await.unwrap();
}

/// The number of emails sent to an address.
async fn mails(setup: &Setup, to: &str) -> usize {
    setup.worker.run_until_idle().await.unwrap();
    setup.mailbox.0.lock().unwrap().iter().filter(|mail| mail.to == to).count()
}

#[tokio::test]
async fn under_a_flood_known_networks_get_codes_known_emails_solve_puzzles_and_new_ones_are_told() {
    let setup = Setup::new().await;
    setup.sign_in(ANNA).await;
    // A solution at a lower difficulty stays valid.
    flood(&setup, 300).await;
    let elsewhere = from([198, 51, 100, 1]);
    let works = [
        (ANNA, captcha::work_from(&setup, ANNA, &elsewhere).await),
        ("newcomer@example.com", captcha::work_from(&setup, "newcomer@example.com", &elsewhere).await),
    ];
    flood(&setup, 1_000).await;
    // From her known network, nothing changes.
    let at_home = setup.ask(ANNA).await.unwrap();
    assert!(!at_home.registration_paused);
    // From an unknown network, proof of work is required, and the answer does not reveal who has an account.
    let mut answers = Vec::new();
    for (email, work) in works {
        let before = mails(&setup, email).await;
        let idle = setup.identity.start_login(&setup.tenant, email, &elsewhere).await.unwrap_err();
        assert_eq!(idle.code(), "CAPTCHA_REQUIRED");
        let sent = captcha::show_from(&setup, email, &work, &elsewhere).await.unwrap();
        answers.push((sent.resend_after_s, sent.expires_at, sent.registration_paused));
        assert_eq!(mails(&setup, email).await - before, usize::from(email == ANNA), "{email}");
    }
    assert_eq!(answers[0], answers[1]);
    assert!(answers[0].2, "a newcomer is told");
    setup.wait(TimeDelta::minutes(10));
    assert_eq!(mails(&setup, "newcomer@example.com").await, 0, "nor later");
    setup.wait(TimeDelta::minutes(50));
    let open = setup.identity.start_login(&setup.tenant, "newcomer@example.com", &elsewhere).await.unwrap();
    assert!(!open.registration_paused);
    assert_eq!(mails(&setup, "newcomer@example.com").await, 1);
}

#[tokio::test]
async fn requests_for_another_persons_codes_use_up_and_end_none_of_that_persons_codes() {
    let setup = Setup::new().await;
    setup.sign_in(ANNA).await;
    setup.wait(TimeDelta::hours(1));
    let mine = setup.ask(ANNA).await.unwrap();
    let code = setup.read_code(ANNA).await;
    for n in 0..5 {
        setup.identity.start_login(&setup.tenant, ANNA, &from([203, n, 113, 1])).await.unwrap();
    }
    let more = setup.identity.start_login(&setup.tenant, ANNA, &from([203, 9, 113, 1])).await.unwrap_err();
    assert_eq!(retry_after_s(more), 3_600);
    setup.answer(&mine, &code).await.expect("a code that was sent stays good");
    let again = setup.ask(ANNA).await.unwrap();
    let code = setup.read_code(ANNA).await;
    setup.answer(&again, &code).await.unwrap();
    // Her device is known in every network.
    let mark = setup.identity.device_mark(setup.tenant.id, ANNA).unwrap();
    let on = |mark: &str| identity::ClientContext { device: Some(mark.to_owned()), ..from([203, 9, 113, 1]) };
    let others = setup.identity.device_mark(setup.tenant.id, "eve@example.com").unwrap();
    for mark in [others.expose(), "made up", ""] {
        let refused = setup.identity.start_login(&setup.tenant, ANNA, &on(mark)).await;
        assert_eq!(retry_after_s(refused.unwrap_err()), 3_600, "{mark} is a stranger's");
    }
    let away = setup.identity.start_login(&setup.tenant, ANNA, &on(mark.expose())).await.unwrap();
    let code = setup.read_code(ANNA).await;
    setup.identity.finish_login(&setup.tenant, away.id, &code, &on(mark.expose())).await.unwrap();
}

#[tokio::test]
async fn ipv6_is_counted_at_three_widths() {
    let setup = Setup::new().await;
    let ask = async |n: u32, third: u16, fourth: u16| {
        let ip = std::net::Ipv6Addr::new(0x2001, 0xdb8, third, fourth, 0, 0, 0, 1);
        let context = identity::ClientContext { ip: Some(ip.into()), ..here() };
        let email = format!("p{n}@example.com");
        setup.identity.start_login(&setup.tenant, &email, &context).await
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
    let setup = Setup::new().await;
    let beside = setup.beside().await;
    let servers = [&setup.identity, &beside];
    // Sends: ten per network.
    let ask = async |n: usize| {
        let email = format!("p{n}@example.com");
        servers[n % 2].start_login(&setup.tenant, &email, &here()).await
    };
    for n in 0..10 {
        ask(n).await.unwrap();
    }
    for n in 10..12 {
        assert_eq!(retry_after_s(ask(n).await.unwrap_err()), 600, "server {}", n % 2);
    }
    // Guesses: five per code, whichever server handles them.
    let elsewhere = from([198, 51, 100, 1]);
    let challenge = setup.identity.start_login(&setup.tenant, ANNA, &elsewhere).await.unwrap();
    let code = setup.read_code(ANNA).await;
    let answer =
        async |n: usize, code: &str| servers[n % 2].finish_login(&setup.tenant, challenge.id, code, &elsewhere).await;
    for n in 0..5 {
        answer(n, &other_than(&code)).await.unwrap_err();
    }
    for n in 0..2 {
        assert_eq!(retry_after_s(answer(n, &code).await.unwrap_err()), 60, "server {n}");
    }
    // Refreshes: sixty a minute per session.
    setup.wait(TimeDelta::minutes(10));
    let mut tokens = setup.sign_in(ANNA).await.tokens;
    let renew = async |n: usize, token: &str| servers[n % 2].refresh(setup.tenant.id, token, &here()).await;
    for n in 0..60 {
        tokens = renew(n, tokens.refresh.expose()).await.unwrap().tokens;
    }
    for n in 0..2 {
        assert!(retry_after_s(renew(n, tokens.refresh.expose()).await.unwrap_err()) <= 60, "server {n}");
    }
}

#[tokio::test]
async fn a_tenant_under_a_guessing_attack_sends_longer_codes() {
    let setup = Setup::new().await;
    setup.ask(ANNA).await.unwrap();
    let code = setup.read_code(ANNA).await;
    assert_eq!(code.len(), 6);
    setup
        .change(
            "INSERT INTO counters VALUES
             ('01900000-0000-7000-8000-000000000001', 'check.failed', '*', '2026-03-01T00:00:00Z', 1000)",
        )
        .await;
    setup.wait(TimeDelta::seconds(60));
    let challenge = captcha::ask_working(&setup, ANNA).await.unwrap();
    let code = setup.read_code(ANNA).await;
    assert_eq!(code.len(), 8);
    setup.answer(&challenge, &code.to_lowercase()).await.unwrap();
}

#[tokio::test]
async fn security_operators_are_informed_once_an_hour_that_codes_are_guessed() {
    const SUBJECT: &str = "Sign-in codes are being guessed at The Bank";
    let setup = Setup::new().await;
    let beside = setup.beside().await;
    let servers = [&setup.identity, &beside];
    for (name, role) in [("olga", Role::ComplianceOfficer), ("rita", Role::RiskAnalyst), ("adam", Role::TenantAdmin)] {
        colleague(&setup, name, role).await;
    }
    colleague(&setup, "sam", Role::SupportL1).await;
    let told = async |setup: &Setup| -> Vec<(String, String)> {
        setup.worker.run_until_idle().await.unwrap();
        let mails = setup.mailbox.0.lock().unwrap();
        let found = mails.iter().filter(|mail| mail.subject == SUBJECT);
        found.map(|mail| (mail.to.clone(), mail.text.clone())).collect()
    };
    // Five per code, each from its own network, so that no other limit applies.
    let guess = async |people: std::ops::Range<u8>| {
        for n in people {
            let somewhere = from([n, 51, 100, 1]);
            let email = format!("p{n}@example.com");
            let challenge = setup.identity.start_login(&setup.tenant, &email, &somewhere).await.unwrap();
            for attempt in 0..5 {
                let server = servers[attempt % 2];
                server.finish_login(&setup.tenant, challenge.id, "AAAAAAAA", &somewhere).await.unwrap_err();
            }
        }
    };
    guess(1..40).await;
    assert_eq!(told(&setup).await, [], "so many are mistyped");
    guess(40..61).await;
    let first = told(&setup).await;
    let to: Vec<&str> = first.iter().map(|(to, _)| to.as_str()).collect();
    assert_eq!(first.len(), 3, "{to:?}");
    for name in ["olga", "rita", "adam"] {
        assert!(to.contains(&format!("{name}@bank.example").as_str()), "{name} in {to:?}");
    }
    assert!(first[0].1.contains("Since 2026-03-01 12:00 UTC 200 wrong sign-in codes"), "{}", first[0].1);
    setup.wait(TimeDelta::hours(1));
    guess(61..102).await;
    assert_eq!(told(&setup).await.len(), 6, "the next hour is told of by itself");
}

#[tokio::test]
async fn asking_ten_times_at_once_sends_one_code() {
    let setup = Setup::new().await;
    let asked = crate::login::futures(10, |_| setup.ask(ANNA)).await;
    assert_eq!(asked.iter().filter(|answer| answer.is_ok()).count(), 1);
    assert_eq!(setup.count("SELECT count(*) FROM login_challenges").await, 1);
    assert_eq!(setup.count("SELECT count::bigint FROM counters WHERE name = 'send.address.day'").await, 1);
}

#[tokio::test]
async fn old_codes_and_counters_are_cleared_away_and_people_stay() {
    let setup = Setup::new().await;
    let login = setup.sign_in(ANNA).await;
    setup.wait(TimeDelta::days(5));
    let now = setup.now();
    let mut tx = setup.db.store.system().await.unwrap();
    tx.enqueue(now, &[store::JobSpec::new("identity.purge", None, serde_json::json!({}))]).await.unwrap();
    tx.commit().await.unwrap();
    setup.worker.run_until_idle().await.unwrap();
    assert_eq!(setup.count("SELECT count(*) FROM login_challenges").await, 0);
    assert_eq!(setup.count("SELECT count(*) FROM counters").await, 0);
    assert_eq!(setup.count("SELECT count(*) FROM access_tokens").await, 0);
    let renewed = setup.identity.refresh(setup.tenant.id, login.tokens.refresh.expose(), &here()).await;
    assert!(renewed.is_ok());
}
