//! Identity checks with Sumsub from submission to result, over real HTTP and a real PostgreSQL. The fake server follows
//! the provider's documentation and simulates network failures.
#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

mod setup;
mod sumsub;

use chrono::TimeDelta;
use identity::verification::Status;
use serde_json::json;

use setup::Setup;
use sumsub::Fault;

#[tokio::test]
async fn submitted_documents_reach_the_provider_and_its_result_is_applied() {
    let setup = Setup::new().await;
    setup.hand_in().await;
    let applicant = setup.sumsub.only();
    let info = json!({ "firstName": "Anna", "lastName": "Nowak", "dob": "1990-01-02", "country": "POL" });
    assert_eq!(applicant.info, info);
    let passport = json!({ "idDocType": "PASSPORT", "country": "UKR" });
    let face = json!({ "idDocType": "SELFIE", "country": "UKR" });
    assert_eq!((applicant.pictures, applicant.checks_asked), (vec![passport, face], 1));
    assert_eq!(setup.stands().await.status, Status::Processing);

    // A webhook alone changes nothing, whatever it says; only the queried state does.
    setup.hears("GREEN").await;
    assert_eq!(setup.stands().await.status, Status::Processing);
    setup.sumsub.comes_to("completed", json!({ "reviewAnswer": "GREEN" }));
    setup.hears("RED").await;
    assert_eq!(setup.stands().await.status, Status::Completed);
    for _ in 0..2 {
        setup.hears("RED").await;
    }
    assert_eq!((setup.stands().await.status, setup.sumsub.only().checks_asked), (Status::Completed, 1));
}

#[tokio::test]
async fn an_expired_document_ends_the_verification_with_a_notice() {
    let setup = Setup::new().await;
    setup.hand_in().await;
    setup.sumsub.comes_to("completed", json!({ "reviewAnswer": "GREEN" }));
    setup.hears("GREEN").await;
    assert_eq!(setup.stands().await.status, Status::Completed);

    setup.later(TimeDelta::days(400)).await;
    let again = |label: &str| json!({ "reviewAnswer": "RED", "reviewRejectType": "RETRY", "rejectLabels": [label] });
    setup.sumsub.comes_to("completed", again("DOCUMENT_EXPIRED"));
    // A webhook during the check triggers a query, however long after the submission.
    setup.sumsub.goes_wrong([Fault::Busy]);
    setup.hears("RED").await;
    assert_eq!(setup.stands().await.status, Status::Completed);
    setup.later(TimeDelta::seconds(91)).await;
    let told = setup.stands().await;
    assert_eq!((told.status, told.reasons), (Status::Expired, vec!["document_expired".to_owned()]));

    // A new submission goes to the provider, and the earlier result does not answer it.
    setup.hand_in().await;
    assert_eq!((setup.stands().await.status, setup.sumsub.only().checks_asked), (Status::Processing, 2));
    setup.sumsub.comes_to("completed", json!({ "reviewAnswer": "GREEN" }));
    setup.hears("GREEN").await;
    assert_eq!(setup.stands().await.status, Status::Completed);
    setup.later(TimeDelta::days(1)).await;
    let forged = json!({ "reviewAnswer": "RED", "reviewRejectType": "FINAL", "rejectLabels": ["FORGERY"] });
    setup.sumsub.comes_to("completed", forged);
    setup.hears("RED").await;
    assert_eq!(setup.stands().await.status, Status::Rejected, "found out later");
}

#[tokio::test]
async fn without_a_webhook_the_result_is_polled() {
    let setup = Setup::new().await;
    setup.hand_in().await;
    setup.sumsub.comes_to("completed", json!({ "reviewAnswer": "GREEN" }));
    setup.later(TimeDelta::minutes(1)).await;
    assert_eq!(setup.stands().await.status, Status::Completed);
}

#[tokio::test]
async fn a_new_submission_ignores_the_previous_result() {
    let setup = Setup::new().await;
    setup.hand_in().await;
    let again = json!({ "reviewAnswer": "RED", "reviewRejectType": "RETRY", "rejectLabels": ["SCREENSHOTS"] });
    setup.sumsub.comes_to("completed", again);
    setup.hears("RED").await;
    let told = setup.stands().await;
    assert_eq!((told.status, told.reasons), (Status::Retry, vec!["document_unreadable".to_owned()]));

    setup.clock.advance(TimeDelta::hours(1));
    setup.hand_in().await;
    let applicant = setup.sumsub.only();
    assert_eq!((applicant.pictures.len(), applicant.checks_asked), (4, 2), "the same person, asked about once more");
    assert_eq!(setup.stands().await.status, Status::Processing);
    let never =
        json!({ "reviewAnswer": "RED", "reviewRejectType": "FINAL", "rejectLabels": ["FORGERY", "BAD_SELFIE"] });
    setup.sumsub.comes_to("completed", never);
    setup.hears("RED").await;
    let told = setup.stands().await;
    assert_eq!((told.status, told.reasons), (Status::Rejected, vec!["refused".to_owned()]), "a suspicion is not told");
}

#[tokio::test]
async fn lost_responses_create_no_duplicate_applicants_or_checks() {
    let setup = Setup::new().await;
    // The applicant is created, but the answer is lost; the repetition finds it.
    setup.sumsub.goes_wrong([Fault::AnswerLost]);
    setup.hand_in().await;
    assert_eq!(setup.sumsub.only().checks_asked, 1);
    setup.sumsub.comes_to("completed", json!({ "reviewAnswer": "RED", "reviewRejectType": "RETRY" }));
    setup.hears("RED").await;

    // Create, find, update, two queries and two pictures succeed; the answer to the request for a check is lost.
    let fine = [Fault::None; 7];
    setup.clock.advance(TimeDelta::hours(1));
    setup.sumsub.goes_wrong(fine.into_iter().chain([Fault::AnswerLost]));
    setup.hand_in().await;
    assert_eq!(setup.sumsub.only().checks_asked, 2);
    setup.later(TimeDelta::minutes(5)).await;
    let applicant = setup.sumsub.only();
    assert_eq!((applicant.pictures.len(), applicant.checks_asked), (4, 2), "nothing was sent again");
    setup.sumsub.comes_to("completed", json!({ "reviewAnswer": "GREEN" }));
    setup.hears("GREEN").await;
    assert_eq!(setup.stands().await.status, Status::Completed);
}

#[tokio::test]
async fn a_busy_or_unavailable_provider_is_retried() {
    let setup = Setup::new().await;
    setup.sumsub.goes_wrong([Fault::Busy]);
    setup.hand_in().await;
    assert!(setup.sumsub.books.lock().unwrap().applicants.is_empty());
    setup.later(TimeDelta::seconds(60)).await;
    assert!(setup.sumsub.books.lock().unwrap().applicants.is_empty(), "it said ninety seconds");
    // One request makes three attempts.
    setup.sumsub.goes_wrong([Fault::Down; 3]);
    setup.later(TimeDelta::seconds(31)).await;
    setup.sumsub.books.lock().unwrap().key_taken_back = true;
    setup.later(TimeDelta::minutes(1)).await;
    setup.sumsub.books.lock().unwrap().key_taken_back = false;
    assert!(setup.sumsub.books.lock().unwrap().applicants.is_empty());
    setup.later(TimeDelta::minutes(1)).await;
    assert_eq!(setup.sumsub.only().checks_asked, 1);
}

#[tokio::test]
async fn unknown_results_go_to_an_operator_and_manual_checks_wait() {
    let setup = Setup::new().await;
    setup.hand_in().await;
    setup.sumsub.comes_to("completed", json!({ "reviewAnswer": "YELLOW" }));
    setup.hears("YELLOW").await;
    setup.later(TimeDelta::hours(2)).await;
    assert_eq!(setup.stands().await.status, Status::Processing);
    let waiting = setup.identity.waiting_verifications(setup.tenant.id, None, 10).await.unwrap();
    assert_eq!(waiting.iter().map(|one| one.user).collect::<Vec<_>>(), [setup.anna.user]);

    setup.sumsub.comes_to("onHold", json!({}));
    setup.hears("RED").await;
    assert_eq!(setup.stands().await.status, Status::OnHold);
    setup.sumsub.comes_to("completed", json!({ "reviewAnswer": "GREEN" }));
    setup.later(TimeDelta::minutes(31)).await;
    assert_eq!(setup.stands().await.status, Status::Completed, "found without a message");
}

#[tokio::test]
async fn a_check_without_a_result_goes_to_an_operator_after_a_day() {
    let setup = Setup::new().await;
    setup.hand_in().await;
    setup.later(TimeDelta::hours(23)).await;
    assert_eq!(setup.stands().await.status, Status::Processing);
    setup.later(TimeDelta::hours(2)).await;
    assert_eq!(setup.stands().await.status, Status::OnHold);
    let waiting = setup.identity.waiting_verifications(setup.tenant.id, None, 10).await.unwrap();
    assert_eq!(waiting.iter().map(|one| one.user).collect::<Vec<_>>(), [setup.anna.user]);
}
