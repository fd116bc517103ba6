//! Proof of work before a code is sent, during a brute-force attack on a tenant's codes.

use chrono::TimeDelta;
use identity::captcha::{Puzzle, Refusal, Solution};
use identity::{Challenge, ClientContext, Identity, IdentityError};
use sha2::{Digest, Sha256};

use crate::setup::{ANNA, Setup, here};

/// A tenant with a thousand wrong codes today.
async fn guessed() -> Setup {
    let setup = Setup::new().await;
    setup
        .change(
            "INSERT INTO counters VALUES
             ('01900000-0000-7000-8000-000000000001', 'check.failed', '*', '2026-03-01T00:00:00Z', 1000)",
        )
        .await;
    setup
}

/// The refusal and the puzzle.
fn asked(answer: Result<Challenge, IdentityError>) -> (Refusal, Box<Puzzle>) {
    match answer {
        Err(IdentityError::CaptchaRequired { refusal, puzzle }) => (refusal, puzzle),
        other => panic!("no work was asked for: {other:?}"),
    }
}

/// Solves a puzzle like a browser, by brute force.
fn solve(puzzle: &Puzzle) -> String {
    let target = hex::decode(&puzzle.target).unwrap();
    let right = |n: &u32| Sha256::digest(format!("{}.{n}", puzzle.salt).as_bytes())[..] == target[..];
    let number = (0..puzzle.numbers).find(right).expect("one of them is right");
    format!("{}.{number}", puzzle.token)
}

async fn show((server, setup): (&Identity, &Setup), email: &str, token: &str) -> Result<Challenge, IdentityError> {
    let solution = Solution { action: "login", token };
    server.start_login_solving(&setup.tenant, email, Some(solution), &here()).await
}

/// Requests a code and does the required proof of work.
pub async fn ask_working(setup: &Setup, email: &str) -> Result<Challenge, IdentityError> {
    let (_, puzzle) = asked(setup.ask(email).await);
    show((&setup.identity, setup), email, &solve(&puzzle)).await
}

/// Does the proof of work for a client in another network.
pub async fn work_from(setup: &Setup, email: &str, context: &ClientContext) -> String {
    let (_, puzzle) = asked(setup.identity.start_login(&setup.tenant, email, context).await);
    solve(&puzzle)
}

/// Requests a code from that network with the proof of work.
pub async fn show_from(
    setup: &Setup,
    email: &str,
    token: &str,
    context: &ClientContext,
) -> Result<Challenge, IdentityError> {
    let solution = Solution { action: "login", token };
    setup.identity.start_login_solving(&setup.tenant, email, Some(solution), context).await
}

#[tokio::test]
async fn a_code_costs_one_proof_of_work_on_any_server() {
    let setup = guessed().await;
    let beside = setup.beside().await;
    let (first, second) = ((&setup.identity, &setup), (&beside, &setup));
    let (why, puzzle) = asked(setup.ask(ANNA).await);
    assert_eq!(why, Refusal::Missing);
    assert_eq!(setup.count("SELECT count(*) FROM login_challenges").await, 0);
    let token = solve(&puzzle);
    let challenge = show(second, ANNA, &token).await.unwrap();
    let code = setup.read_code(ANNA).await;
    assert_eq!(code.len(), 8, "{code}");
    setup.answer(&challenge, &code).await.unwrap();
    for server in [first, second] {
        let again = show(server, "bob@example.com", &token).await;
        assert_eq!(asked(again).0, Refusal::Used);
    }
}

#[tokio::test]
async fn an_expired_or_mismatched_solution_needs_a_new_one_and_a_refused_code_uses_none() {
    let setup = guessed().await;
    let server = (&setup.identity, &setup);
    let (_, puzzle) = asked(setup.ask(ANNA).await);
    let token = solve(&puzzle);
    let other = format!("{}.{}", puzzle.token, puzzle.numbers);
    assert_eq!(asked(show(server, ANNA, &other).await).0, Refusal::Wrong);
    let solution = Solution { action: "login", token: &token };
    let elsewhere = setup.identity.start_login_solving(&setup.sandbox, ANNA, Some(solution), &here()).await;
    elsewhere.expect("nobody guesses there, so nothing is looked at");
    setup.wait(TimeDelta::minutes(5));
    let (why, puzzle) = asked(show(server, ANNA, &token).await);
    assert_eq!(why, Refusal::Expired);
    // The refusal contains a new puzzle. A code was sent a moment ago, so the next request is too early; its solution
    // stays usable.
    show(server, ANNA, &solve(&puzzle)).await.unwrap();
    let (_, puzzle) = asked(setup.ask(ANNA).await);
    let token = solve(&puzzle);
    let early = show(server, ANNA, &token).await.unwrap_err();
    assert_eq!(early.code(), "TOO_MANY_REQUESTS");
    setup.wait(TimeDelta::seconds(60));
    show(server, ANNA, &token).await.unwrap();
}

#[tokio::test]
async fn puzzles_end_with_the_attack_and_used_solutions_are_purged() {
    let setup = guessed().await;
    ask_working(&setup, ANNA).await.unwrap();
    assert_eq!(setup.count("SELECT count(*) FROM used_captchas").await, 1);
    setup.wait(TimeDelta::hours(12));
    setup.ask(ANNA).await.unwrap();
    setup.wait(TimeDelta::days(5));
    let now = setup.now();
    let mut tx = setup.db.store.system().await.unwrap();
    tx.enqueue(now, &[store::JobSpec::new("identity.purge", None, serde_json::json!({}))]).await.unwrap();
    tx.commit().await.unwrap();
    setup.worker.run_until_idle().await.unwrap();
    assert_eq!(setup.count("SELECT count(*) FROM used_captchas").await, 0);
}
