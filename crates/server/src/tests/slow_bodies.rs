//! Uploads over stalled connections.

use axum::body::Body;
use axum::http::{Request, StatusCode};
use futures_util::stream::{self, FuturesUnordered, StreamExt};

use super::kyc_documents::{picture, send};
use super::support::{Answer, Person, TestApp};

const SELFIE: &str = "part=selfie";

/// Starts an upload without sending any data.
async fn stuck(person: Person) -> Answer {
    let never = Body::from_stream(stream::pending::<Result<Vec<u8>, std::io::Error>>());
    let request = Request::post(format!("/api/client/v1/user/documents?{SELFIE}")).header("host", person.host);
    let request = request.header("authorization", format!("Bearer {}", person.token.as_deref().unwrap()));
    person.send(request.body(never).unwrap()).await
}

#[tokio::test(flavor = "multi_thread")]
async fn one_account_with_sixteen_stalled_uploads_holds_three_connections_which_are_cut() {
    let app = TestApp::new().await;
    let (eve, bob) = (app.person("eve").await, app.person("bob").await);
    let mut tried: FuturesUnordered<_> = (0..16).map(|_| tokio::spawn(stuck(eve.clone()))).collect();
    for _ in 0..13 {
        let refused = tried.next().await.unwrap().unwrap();
        assert_eq!(refused.problem(), (429, "TOO_MANY_REQUESTS"), "{}", refused.body);
    }
    send(&bob, SELFIE, picture()).await.expect(StatusCode::OK);
    for _ in 0..3 {
        let cut = tried.next().await.unwrap().unwrap();
        assert_eq!(cut.problem(), (400, "BAD_REQUEST"), "{}", cut.body);
        assert!(cut.body["detail"].as_str().unwrap().contains("too slowly"), "{}", cut.body);
    }
    send(&eve, SELFIE, picture()).await.expect(StatusCode::OK);
    app.close().await;
}
