//! KYC documents: upload, review and decision.

use identity::kyc_documents::{Decision, Document, FILES_MAX, Paper, Part, Piece, decide};
use identity::verification::{DisplayStatus, Kind, Status, Verification};
use identity::{IdentityError, PersonalUpdate, Principal, Step, UserUpdate};
use kernel::{TenantUser, World};

use crate::setup::*;

/// A grey picture.
const PICTURE: &str = "89504e470d0a1a0a0000000d49484452000000c8000000c808000000008833f142000000b64944415478daedcf411100000c0220a31bddd74aeca001e913111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111139039c982493bbe6d5780000000049454e44ae426082";
const SUBJECT: &str = "Your verification at The Bank";

pub fn picture() -> Vec<u8> {
    (0..PICTURE.len()).step_by(2).map(|at| u8::from_str_radix(&PICTURE[at..at + 2], 16).unwrap()).collect()
}

async fn somebody(setup: &Setup) -> Principal {
    let login = setup.sign_in(ANNA).await;
    let text = |text: &str| Some(text.to_owned());
    let personal = PersonalUpdate { birth_date: "1990-01-02".parse().ok(), ..PersonalUpdate::default() };
    let update = UserUpdate { first_name: text("Anna"), last_name: text("Nowak"), residence: text("UA"), personal };
    let nothing = std::collections::BTreeSet::new();
    setup.identity.update_user(&setup.tenant, login.user, update, &nothing, &here()).await.unwrap();
    setup.identity.authenticate(setup.tenant.id, login.tokens.access.expose()).await.unwrap()
}

/// A part of a Ukrainian identity card, or a part that is not a side of a document.
fn piece(part: Part) -> Piece {
    let card = Paper { document: Document::IdCard, country: "UA".parse().unwrap() };
    Piece::new(part, part.is_side().then_some(card)).unwrap()
}

async fn hand_in(setup: &Setup, who: &Principal, part: Part) -> Result<Vec<Part>, IdentityError> {
    let (identity, tenant) = (&setup.identity, &setup.tenant);
    identity.may_hand_in(tenant, who, part.kind(), &here()).await?;
    Ok(identity.hand_in(tenant, who, piece(part), picture(), &here()).await?.missing)
}

/// Uploads both sides and a selfie, and submits.
async fn everything(setup: &Setup, who: &Principal) {
    for part in [Part::Front, Part::Back, Part::Selfie] {
        hand_in(setup, who, part).await.unwrap();
    }
    setup.identity.submit(&setup.tenant, who, Kind::Identity, &here()).await.unwrap();
}

async fn decided(
    setup: &Setup,
    who: &Principal,
    decision: Decision,
    why: &[&str],
) -> Result<Verification, IdentityError> {
    let why: Vec<String> = why.iter().map(|&reason| reason.to_owned()).collect();
    let mut tx = setup.db.store.system().await.unwrap();
    let world = World::with_clock(setup.clock.clone());
    let moved = decide(
        tx.conn(),
        &world,
        TenantUser { tenant: setup.tenant.id, user: who.user },
        Kind::Identity,
        decision,
        &why,
    )
    .await?;
    tx.commit().await.unwrap();
    Ok(moved)
}

async fn stands(setup: &Setup, who: &Principal) -> Verification {
    setup.identity.handed_in(setup.tenant.id, who.user, Kind::Identity).await.unwrap().verification
}

#[tokio::test]
async fn an_operator_sees_the_pictures_asks_once_more_and_then_approves() {
    let setup = Setup::new().await;
    let (identity, tenant) = (&setup.identity, &setup.tenant);
    let anna = somebody(&setup).await;
    assert_eq!(hand_in(&setup, &anna, Part::Front).await.unwrap(), [Part::Back, Part::Selfie]);
    let early = identity.submit(tenant, &anna, Kind::Identity, &here()).await;
    assert_eq!(field(early.unwrap_err()).0, "documents", "the back and a face are missing");
    everything(&setup, &anna).await;
    let twice = identity.submit(tenant, &anna, Kind::Identity, &here()).await.unwrap();
    assert_eq!((twice.verification.attempts, twice.verification.shown(setup.now())), (1, DisplayStatus::InProgress));
    setup.worker.run_until_idle().await.unwrap();
    let refused = hand_in(&setup, &anna, Part::Back).await;
    assert_eq!(refused.unwrap_err().code(), "CONFLICT_ERROR", "nothing is exchanged while somebody looks");
    setup.wait(chrono::TimeDelta::minutes(5));
    assert_eq!(stands(&setup, &anna).await.shown(setup.now()), DisplayStatus::TooLong);

    let waiting = identity.waiting_verifications(tenant.id, None, 10).await.unwrap();
    assert_eq!(waiting.iter().map(|one| (one.user, one.kind)).collect::<Vec<_>>(), [(anna.user, Kind::Identity)]);
    let after = Some((waiting[0].submitted_at, waiting[0].user));
    assert!(identity.waiting_verifications(tenant.id, after, 10).await.unwrap().is_empty());
    let seen = identity.open_documents(tenant.id, anna.user, Kind::Identity, "olha").await.unwrap().pictures;
    assert_eq!(
        seen.iter().map(|one| one.piece).collect::<Vec<_>>(),
        [Part::Front, Part::Back, Part::Selfie].map(piece)
    );
    assert!(seen.iter().all(|one| one.jpeg.starts_with(&[0xff, 0xd8])), "written anew as JPEG");

    decided(&setup, &anna, Decision::AskAgain, &["document_unreadable"]).await.unwrap();
    assert!(read_mail(&setup, ANNA, SUBJECT).await.contains("documents again"));
    let again = identity.handed_in(tenant.id, anna.user, Kind::Identity).await.unwrap();
    assert!(again.pieces.is_empty(), "the new attempt has no pictures yet");
    hand_in(&setup, &anna, Part::Front).await.unwrap();
    assert_eq!(stands(&setup, &anna).await.reasons, ["document_unreadable"], "and it can still be read why");
    everything(&setup, &anna).await;
    let approved = decided(&setup, &anna, Decision::Approve, &[]).await.unwrap();
    assert_eq!(approved.status, Status::Completed);
    assert!(read_mail(&setup, ANNA, SUBJECT).await.contains("Your identity is verified."));
    assert!(identity.customer_status(tenant, anna.user).await.unwrap().done.contains(&Step::Identity));
    let twice = decided(&setup, &anna, Decision::Approve, &[]).await;
    assert_eq!(twice.unwrap_err().code(), "CONFLICT_ERROR");
    let looked = "SELECT count(*) FROM audit_log WHERE action = 'document.looked_at' AND details->>'operator' = 'olha'";
    assert_eq!(setup.count(looked).await, 1);
}

#[tokio::test]
async fn a_final_rejection_states_its_reason_and_ends_by_a_reset_only() {
    let setup = Setup::new().await;
    let anna = somebody(&setup).await;
    everything(&setup, &anna).await;
    for (decision, why) in
        [(Decision::Reject, vec![]), (Decision::Reject, vec!["ugly"]), (Decision::Approve, vec!["refused"])]
    {
        let refused = decided(&setup, &anna, decision, &why).await;
        assert_eq!(field(refused.unwrap_err()).0, "reasons", "{decision:?} {why:?}");
    }
    decided(&setup, &anna, Decision::Reject, &["face_mismatch"]).await.unwrap();
    let now = stands(&setup, &anna).await;
    assert_eq!((now.status, now.reasons), (Status::Rejected, vec!["face_mismatch".to_owned()]));
    assert!(read_mail(&setup, ANNA, SUBJECT).await.contains("could not verify"));
    assert_eq!(hand_in(&setup, &anna, Part::Front).await.unwrap_err().code(), "CONFLICT_ERROR");
    let reset = decided(&setup, &anna, Decision::Reset, &[]).await.unwrap();
    assert_eq!((reset.status, reset.attempts), (Status::Reset, 0));
    everything(&setup, &anna).await;
}

#[tokio::test]
async fn an_accepted_verification_expires_and_is_submitted_again() {
    let setup = Setup::new().await;
    let anna = somebody(&setup).await;
    everything(&setup, &anna).await;
    let early = decided(&setup, &anna, Decision::Expire, &["document_expired"]).await;
    assert_eq!(early.unwrap_err().code(), "CONFLICT_ERROR", "only what was accepted runs out");
    decided(&setup, &anna, Decision::Approve, &[]).await.unwrap();
    let nameless = decided(&setup, &anna, Decision::Expire, &[]).await;
    assert_eq!(field(nameless.unwrap_err()).0, "reasons");
    let expired = decided(&setup, &anna, Decision::Expire, &["document_expired"]).await.unwrap();
    assert_eq!((expired.status, expired.attempts), (Status::Expired, 0), "nobody runs out of attempts by time alone");
    assert!(read_mail(&setup, ANNA, SUBJECT).await.contains("A document that you were verified with has expired."));
    let customer_status = setup.identity.customer_status(&setup.tenant, anna.user).await.unwrap();
    assert!(!customer_status.done.contains(&Step::Identity));
    let moved = "SELECT count(*) FROM audit_log WHERE action = 'verification.moved' AND details->>'to' = 'EXPIRED'
        AND details->'reasons' = '[\"document_expired\"]'";
    assert_eq!(setup.count(moved).await, 1);

    // The old pictures no longer count, and the reasons stay readable until the next upload.
    let submitted = setup.identity.submit(&setup.tenant, &anna, Kind::Identity, &here()).await;
    assert_eq!(field(submitted.unwrap_err()).0, "documents");
    let now = stands(&setup, &anna).await;
    assert_eq!(
        (now.shown(setup.now()), now.reasons),
        (DisplayStatus::NotVerified, vec!["document_expired".to_owned()])
    );
    everything(&setup, &anna).await;
    assert_eq!(decided(&setup, &anna, Decision::Approve, &[]).await.unwrap().status, Status::Completed);
}

#[tokio::test]
async fn after_five_submissions_only_an_operator_can_restart_a_verification() {
    let setup = Setup::new().await;
    let anna = somebody(&setup).await;
    for _ in 0..5 {
        everything(&setup, &anna).await;
        decided(&setup, &anna, Decision::AskAgain, &["document_unreadable"]).await.unwrap();
        setup.wait(chrono::TimeDelta::hours(1));
    }
    let refused = hand_in(&setup, &anna, Part::Front).await.unwrap_err();
    assert_eq!(refused.to_string(), "This was tried too often. Support can restart it.");
    decided(&setup, &anna, Decision::Reset, &[]).await.unwrap();
    // Fifteen pictures were sent before the reset and the quota is twenty: the earlier ones no longer count.
    for _ in 0..2 {
        everything(&setup, &anna).await;
        decided(&setup, &anna, Decision::AskAgain, &["document_unreadable"]).await.unwrap();
    }
}

#[tokio::test]
async fn pictures_are_kept_sealed_counted_and_only_pictures_are_taken() {
    let setup = Setup::new().await;
    let (identity, tenant) = (&setup.identity, &setup.tenant);
    let anna = somebody(&setup).await;
    for (bytes, rule) in [(b"%PDF-1.7".to_vec(), "pdf"), (b"\0\0\0\x18ftypheic\0\0\0\0".to_vec(), "heic")] {
        let refused = identity.hand_in(tenant, &anna, piece(Part::Front), bytes, &here()).await;
        let refused = field(refused.unwrap_err());
        assert_eq!((refused.0, refused.1), ("picture", rule));
    }
    assert_eq!(setup.count("SELECT count(*) FROM identity_documents").await, 0);
    for _ in 0..2 {
        hand_in(&setup, &anna, Part::Front).await.unwrap();
    }
    assert_eq!(setup.count("SELECT count(*) FROM identity_documents").await, 1, "a draft gives way to the next");
    let inside = "SELECT count(*) FROM identity_documents WHERE position('\\xffd8ff'::bytea in sealed) > 0";
    assert_eq!(setup.count(inside).await, 0);

    setup.change("UPDATE identity_documents SET submitted_at = now(), superseded_at = now()").await;
    setup
        .change(
            "INSERT INTO identity_documents (tenant_id, id, user_id, kind, part, sealed, created_at, submitted_at, superseded_at)
             SELECT tenant_id, gen_random_uuid(), user_id, kind, 'selfie', sealed, created_at, now(), now()
             FROM identity_documents, generate_series(1, 19)",
        )
        .await;
    assert_eq!(setup.count("SELECT count(*) FROM identity_documents").await, FILES_MAX);
    let more = hand_in(&setup, &anna, Part::Front).await.unwrap_err();
    assert_eq!(more.to_string(), "Too many pictures were sent. Support can help.");
}

#[tokio::test]
async fn many_pictures_within_an_hour_are_refused_before_they_are_read() {
    let setup = Setup::new().await;
    let (identity, tenant) = (&setup.identity, &setup.tenant);
    let anna = somebody(&setup).await;
    for _ in 0..40 {
        identity.may_hand_in(tenant, &anna, Kind::Identity, &here()).await.unwrap();
    }
    let refused = identity.may_hand_in(tenant, &anna, Kind::Identity, &here()).await;
    assert_eq!(retry_after_s(refused.unwrap_err()), 3_600);
    setup.wait(chrono::TimeDelta::hours(1));
    identity.may_hand_in(tenant, &anna, Kind::Identity, &here()).await.unwrap();
}

#[tokio::test]
async fn drafts_are_deleted_after_a_month_and_reviewed_documents_after_five_years() {
    let setup = Setup::new().await;
    let anna = somebody(&setup).await;
    everything(&setup, &anna).await;
    decided(&setup, &anna, Decision::AskAgain, &["document_unreadable"]).await.unwrap();
    hand_in(&setup, &anna, Part::Front).await.unwrap();
    for (days, left) in [(29, 4), (2, 3), (1_790, 3), (20, 0)] {
        setup.wait(chrono::TimeDelta::days(days));
        let mut tx = setup.db.store.system().await.unwrap();
        let tidy = store::JobSpec::new("identity.purge", None, serde_json::json!({}));
        tx.enqueue(setup.now(), &[tidy]).await.unwrap();
        tx.commit().await.unwrap();
        setup.worker.run_until_idle().await.unwrap();
        assert_eq!(setup.count("SELECT count(*) FROM identity_documents").await, left, "after {days} days more");
    }
}

#[tokio::test]
async fn only_a_person_with_a_stated_address_can_prove_it() {
    let setup = Setup::new().await;
    let (identity, tenant) = (&setup.identity, &setup.tenant);
    let anna = somebody(&setup).await;
    assert!(hand_in(&setup, &anna, Part::Proof).await.unwrap().is_empty());
    let early = identity.submit(tenant, &anna, Kind::Address, &here()).await;
    assert_eq!(field(early.unwrap_err()).0, "address");
    let text = |text: &str| Some(text.to_owned());
    let home = PersonalUpdate {
        street: text("Khreshchatyk 1"),
        city: text("Kyiv"),
        postcode: text("01001"),
        birth_date: None,
    };
    let update = UserUpdate { personal: home, ..UserUpdate::default() };
    identity.update_user(tenant, anna.user, update, &std::collections::BTreeSet::new(), &here()).await.unwrap();
    let sent = identity.submit(tenant, &anna, Kind::Address, &here()).await.unwrap();
    assert_eq!(sent.verification.status, Status::Processing);
    assert_eq!(stands(&setup, &anna).await.status, Status::None, "the identity is another matter");
}

#[tokio::test]
async fn operators_neither_decide_nor_see_documents_of_another_tenant() {
    let setup = Setup::new().await;
    let anna = somebody(&setup).await;
    everything(&setup, &anna).await;
    let other = setup.sandbox.id;
    let seen = setup.identity.open_documents(other, anna.user, Kind::Identity, "olha").await;
    assert_eq!(seen.err().map(|error| error.code()), Some("NOT_FOUND"));
    assert!(setup.identity.waiting_verifications(other, None, 10).await.unwrap().is_empty());
    let mut tx = setup.db.store.system().await.unwrap();
    let world = World::with_clock(setup.clock.clone());
    let whose = TenantUser { tenant: other, user: anna.user };
    let decided = decide(tx.conn(), &world, whose, Kind::Identity, Decision::Approve, &[]).await;
    assert_eq!(decided.unwrap_err().code(), "NOT_FOUND");
    drop(tx);
    assert_eq!(stands(&setup, &anna).await.status, Status::Processing);
}
