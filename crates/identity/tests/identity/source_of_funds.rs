//! Source of funds: answered, reviewed by an operator, stored encrypted.

use identity::kyc_documents::{Decision, Part, Piece, decide};
use identity::source_of_funds::{Answer, Occupation, Source, Turnover};
use identity::verification::{Kind, Status, Verification};
use identity::{IdentityError, PersonalUpdate, Principal, Step, UserUpdate};
use kernel::{TenantUser, World};

use crate::kyc_documents::picture;
use crate::setup::*;

const SUBJECT: &str = "Your verification at The Bank";
const CANARY: &str = "I sold my flat in Lviv";

async fn somebody(setup: &Setup) -> Principal {
    let login = setup.sign_in(ANNA).await;
    let text = |text: &str| Some(text.to_owned());
    let personal = PersonalUpdate { birth_date: "1990-01-02".parse().ok(), ..PersonalUpdate::default() };
    let update = UserUpdate { first_name: text("Anna"), last_name: text("Nowak"), residence: text("UA"), personal };
    let nothing = std::collections::BTreeSet::new();
    setup.identity.update_user(&setup.tenant, login.user, update, &nothing, &here()).await.unwrap();
    setup.identity.authenticate(setup.tenant.id, login.tokens.access.expose()).await.unwrap()
}

fn flat() -> Answer {
    let sources = [Source::Savings, Source::PropertySale];
    Answer::new(Occupation::SelfEmployed, &sources, Turnover::UpTo250k, Some(CANARY)).unwrap()
}

async fn answer(setup: &Setup, who: &Principal) -> Result<Status, IdentityError> {
    let handed_in = setup.identity.answer_source_of_funds(&setup.tenant, who, &flat(), &here()).await?;
    Ok(handed_in.verification.status)
}

async fn decided(setup: &Setup, who: &Principal, decision: Decision, why: &[&str]) -> Verification {
    let why: Vec<String> = why.iter().map(|&reason| reason.to_owned()).collect();
    let mut tx = setup.db.store.system().await.unwrap();
    let (world, whose) =
        (World::with_clock(setup.clock.clone()), TenantUser { tenant: setup.tenant.id, user: who.user });
    let moved = decide(tx.conn(), &world, whose, Kind::SourceOfFunds, decision, &why).await.unwrap();
    tx.commit().await.unwrap();
    moved
}

async fn seen(setup: &Setup, who: &Principal) -> (usize, Option<Answer>) {
    let opened = setup.identity.open_documents(setup.tenant.id, who.user, Kind::SourceOfFunds, "olha").await.unwrap();
    (opened.pictures.len(), opened.answer)
}

async fn is_done(setup: &Setup, who: &Principal) -> bool {
    setup.identity.customer_status(&setup.tenant, who.user).await.unwrap().done.contains(&Step::SourceOfFunds)
}

#[tokio::test]
async fn an_operator_reads_the_answer_asks_for_papers_and_then_accepts_it() {
    let setup = Setup::new().await;
    let (identity, tenant) = (&setup.identity, &setup.tenant);
    let anna = somebody(&setup).await;
    let alone = identity.submit(tenant, &anna, Kind::SourceOfFunds, &here()).await;
    assert_eq!(field(alone.unwrap_err()).0, "of", "pictures alone are no answer");
    assert_eq!(answer(&setup, &anna).await.unwrap(), Status::Processing);
    assert_eq!(answer(&setup, &anna).await.unwrap(), Status::Processing, "asked twice, handed in once");
    assert_eq!(setup.count("SELECT count(*) FROM source_of_funds").await, 1);
    setup.worker.run_until_idle().await.unwrap();
    assert!(!is_done(&setup, &anna).await, "nobody has looked yet");
    let waiting = identity.waiting_verifications(tenant.id, None, 10).await.unwrap();
    let waiting: Vec<_> = waiting.iter().map(|one| (one.user, one.kind)).collect();
    assert_eq!(waiting, [(anna.user, Kind::SourceOfFunds)]);
    assert!(seen(&setup, &anna).await == (0, Some(flat())));

    decided(&setup, &anna, Decision::AskAgain, &["evidence_needed"]).await;
    assert!(read_mail(&setup, ANNA, SUBJECT).await.contains("source of your funds again"));
    assert!(seen(&setup, &anna).await == (0, None), "the new question has no answer yet");
    let paper = Piece::new(Part::Evidence1, None).unwrap();
    let sent = identity.hand_in(tenant, &anna, paper, picture(), &here()).await.unwrap();
    assert_eq!(sent.verification.reasons, ["evidence_needed"], "and it can still be read why");
    answer(&setup, &anna).await.unwrap();
    assert!(seen(&setup, &anna).await == (1, Some(flat())));
    let accepted = decided(&setup, &anna, Decision::Approve, &[]).await;
    assert_eq!(accepted.status, Status::Completed);
    assert!(read_mail(&setup, ANNA, SUBJECT).await.contains("is accepted"));
    assert!(is_done(&setup, &anna).await);
    assert_eq!(answer(&setup, &anna).await.unwrap_err().code(), "CONFLICT_ERROR", "it is answered");

    decided(&setup, &anna, Decision::Reset, &[]).await;
    assert!(!is_done(&setup, &anna).await, "what is taken back counts no more");
    assert_eq!(setup.count("SELECT count(*) FROM source_of_funds").await, 2, "what was looked at stays");
    let looked =
        "SELECT count(*) FROM audit_log WHERE action = 'document.looked_at' AND details->>'kind' = 'SOURCE_OF_FUNDS'";
    assert_eq!(setup.count(looked).await, 3);
    let said = "SELECT count(*) FROM audit_log WHERE details::text ILIKE '%flat in Lviv%'";
    assert_eq!(setup.count(said).await, 0, "the log says that they answered, never what");
}

#[tokio::test]
async fn source_of_funds_needs_declared_identity_and_is_private_to_the_tenant() {
    let setup = Setup::new().await;
    let login = setup.sign_in(ANNA).await;
    let unknown = setup.identity.authenticate(setup.tenant.id, login.tokens.access.expose()).await.unwrap();
    assert_eq!(field(answer(&setup, &unknown).await.unwrap_err()).0, "personal_data");
    assert_eq!(setup.count("SELECT count(*) FROM source_of_funds").await, 0);
    let anna = somebody(&setup).await;
    answer(&setup, &anna).await.unwrap();
    let other = setup.sandbox.id;
    let elsewhere = setup.identity.open_documents(other, anna.user, Kind::SourceOfFunds, "olha").await;
    assert_eq!(elsewhere.err().map(|error| error.code()), Some("NOT_FOUND"));
}

#[tokio::test]
async fn an_answer_is_encrypted_and_deleted_five_years_after_it_lapses() {
    let setup = Setup::new().await;
    let anna = somebody(&setup).await;
    answer(&setup, &anna).await.unwrap();
    let plain = "SELECT count(*) FROM source_of_funds WHERE position('flat in Lviv'::bytea in sealed) > 0";
    assert_eq!(setup.count(plain).await, 0);
    let tidy = async |days| {
        setup.wait(chrono::TimeDelta::days(days));
        let mut tx = setup.db.store.system().await.unwrap();
        let tidy = store::JobSpec::new("identity.purge", None, serde_json::json!({}));
        tx.enqueue(setup.now(), &[tidy]).await.unwrap();
        tx.commit().await.unwrap();
        setup.worker.run_until_idle().await.unwrap();
        setup.count("SELECT count(*) FROM source_of_funds").await
    };
    assert_eq!(tidy(5 * 366 + 1).await, 1, "what stands is kept as long as the account is");
    decided(&setup, &anna, Decision::AskAgain, &["answer_incomplete"]).await;
    assert_eq!(tidy(5 * 366 - 1).await, 1);
    assert_eq!(tidy(2).await, 0);
}
