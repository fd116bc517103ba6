//! A proof of work is valid once: of fifty concurrent requests with it, one succeeds.

use super::concurrency::{Once, Trial};
use crate::tests::captcha::{guess, show, worked};
use crate::tests::sign_in::nobody;
use crate::tests::support::TestApp;

#[tokio::test(flavor = "multi_thread")]
async fn of_fifty_requests_with_the_same_solution_one_gets_a_code() {
    const LOGIN: &str = "login?method=email";
    let app = TestApp::new().await;
    guess(&app).await;
    let visitor = nobody(&app, "localhost");
    let asked = |n: usize| serde_json::json!({ "email": format!("comes-{n}@example.test") });
    let work = worked(&visitor.post(LOGIN, &asked(0)).await);
    let ask = move |n: usize| -> Trial {
        let (visitor, work) = (visitor.clone(), work.clone());
        Box::pin(async move { show(&visitor, LOGIN, &asked(n), &work).await })
    };
    let wrong = Once { what: "work for a code", ask: Box::new(ask) }.tried().await;
    assert_eq!(wrong, None);
    let codes = "SELECT count(*) FROM login_challenges";
    let sent: i64 = sqlx::query_scalar(codes).fetch_one(&mut app.db.connect().await).await.unwrap();
    assert_eq!(sent, 1);
    app.close().await;
}
