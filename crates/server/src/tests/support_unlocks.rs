//! Locks that support lifts, over HTTP.

use axum::http::StatusCode;
use identity::operator::Role;
use serde_json::json;

use super::operators::colleague;
use super::support::TestApp;

#[tokio::test(flavor = "multi_thread")]
async fn support_sees_and_lifts_a_lock_and_both_sides_are_informed() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let terms = ada.get("user/terms").await.expect(StatusCode::OK);
    assert_eq!((terms["accepted"].as_array().unwrap().len(), &terms["accepted"][0]["version"]), (1, &json!(1)));
    assert_eq!(terms["accepted"][0]["accepted_at"], terms["last_terms_accepted_at"]);

    let mut support = colleague(&app, Role::SupportL2).await;
    let found = support.call("GET", "customers?search=ada%40ex", None).await.expect(StatusCode::OK);
    let path = format!("customers/{}", found["data"][0]["id"].as_str().unwrap());
    let shown = support.call("GET", &path, None).await.expect(StatusCode::OK);
    assert_eq!((shown.get("phone_changes_from"), shown.get("codes_rest_until")), (None, None));
    assert_eq!(shown["consents"], terms["accepted"]);
    let why = json!({ "reason": "she called from her own number" });
    for nothing in ["allow-phone-change", "unlock-factor"] {
        let refused = support.post(&format!("{path}/{nothing}"), &why).await;
        assert_eq!(refused.problem(), (409, "CONFLICT_ERROR"), "{nothing}");
    }

    let changed = "UPDATE users SET phone_changed_at = now() WHERE email LIKE 'ada@%'";
    sqlx::query(changed).execute(&mut app.db.connect().await).await.unwrap();
    let locked = "INSERT INTO factor_settings (tenant_id, user_id, locked_until)
                  SELECT tenant_id, id, now() + interval '20 minutes' FROM users WHERE email LIKE 'ada@%'";
    sqlx::query(locked).execute(&mut app.db.connect().await).await.unwrap();
    for (waits, lifts) in [("phone_changes_from", "allow-phone-change"), ("codes_rest_until", "unlock-factor")] {
        let shown = support.call("GET", &path, None).await.expect(StatusCode::OK);
        assert!(shown[waits].is_string(), "{shown}");
        let done = support.post(&format!("{path}/{lifts}"), &why).await.expect(StatusCode::OK);
        assert_eq!(done["state"], "done");
        let shown = support.call("GET", &path, None).await.expect(StatusCode::OK);
        assert_eq!(shown.get(waits), None);
    }
    app.close().await;
}
