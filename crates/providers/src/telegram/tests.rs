//! The client against a server on this machine that answers as the Bot API documents.

use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::routing::post;
use identity::telegram_chat::{BotApi, BotOutcome, BotUpdate};
use serde_json::{Value, json};

use super::{HttpBotApi, TelegramBot};

const TOKEN: &str = "42:secret";

#[derive(Clone)]
struct Server {
    answer: (u16, Value),
    heard: Arc<Mutex<Vec<(String, Value)>>>,
}

async fn answer(
    State(server): State<Server>,
    Path((bot, method)): Path<(String, String)>,
    body: Bytes,
) -> (StatusCode, String) {
    assert_eq!(bot, format!("bot{TOKEN}"));
    server.heard.lock().unwrap().push((method, serde_json::from_slice(&body).unwrap()));
    (StatusCode::from_u16(server.answer.0).unwrap(), server.answer.1.to_string())
}

/// A client of a server that gives this answer, and what the server hears.
async fn api(status: u16, body: Value) -> (HttpBotApi, Server) {
    let server = Server { answer: (status, body), heard: Arc::default() };
    let router = Router::new().route("/{bot}/{method}", post(answer)).with_state(server.clone());
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap()).parse().unwrap();
    tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
    let bot = TelegramBot { name: "agio_bot".to_owned(), token: TOKEN.to_owned(), server: address };
    (HttpBotApi::new([("agio".to_owned(), bot)]).unwrap(), server)
}

#[tokio::test]
async fn a_message_is_sent_as_plain_text() {
    let (api, server) = api(200, json!({ "ok": true, "result": { "message_id": 1 } })).await;
    assert_eq!((api.bot("agio").as_deref(), api.bot("nova")), (Some("agio_bot"), None));
    assert_eq!(api.send("agio", 7, "Order <b>complete</b>").await, BotOutcome::Sent);
    let (method, body) = server.heard.lock().unwrap().remove(0);
    assert_eq!(
        (method.as_str(), &body["chat_id"], &body["text"]),
        ("sendMessage", &json!(7), &json!("Order <b>complete</b>"))
    );
    assert!(body.get("parse_mode").is_none());
}

#[tokio::test]
async fn the_answer_decides_retry_or_the_end_of_the_link() {
    let refusal = |text: &str| json!({ "ok": false, "description": text });
    for (status, text) in [(403, "Forbidden: bot was blocked by the user"), (400, "Bad Request: chat not found")] {
        let (api, _) = api(status, refusal(text)).await;
        assert_eq!(api.send("agio", 7, "x").await, BotOutcome::Blocked, "{text}");
    }
    let busy = json!({ "ok": false, "description": "Too Many Requests", "parameters": { "retry_after": 9 } });
    let (busy, _) = api(429, busy).await;
    assert!(matches!(busy.send("agio", 7, "x").await, BotOutcome::Later(_, Some(9))));
    let (down, _) = api(502, json!("a page")).await;
    assert!(matches!(down.send("agio", 7, "x").await, BotOutcome::Later(_, None)));
    let (wrong, _) = api(400, refusal("Bad Request: message text is empty")).await;
    assert!(matches!(wrong.send("agio", 7, "x").await, BotOutcome::Refused(_)));
    let nowhere = TelegramBot { name: "b".into(), token: TOKEN.into(), server: "http://127.0.0.1:1".parse().unwrap() };
    let nowhere = HttpBotApi::new([("agio".to_owned(), nowhere)]).unwrap();
    let BotOutcome::Later(reason, None) = nowhere.send("agio", 7, "x").await else { panic!("it was never sent") };
    assert!(!reason.contains("secret"), "{reason}");
}

#[tokio::test]
async fn codes_are_read_from_private_chats_only() {
    let message = |id: i64, kind: &str, text: &str, from: Value| json!({ "update_id": id, "message": { "chat": { "id": 7, "type": kind }, "from": from, "text": text } });
    let found = json!({ "ok": true, "result": [
        message(1, "private", "/start agm_x", json!({ "username": "olena", "first_name": "Olena" })),
        message(2, "private", "hello", json!({ "first_name": "Olena" })),
        message(3, "group", "/start agm_x", json!({ "first_name": "Olena" })),
        { "update_id": 4, "poll": {} },
    ] });
    let (api, server) = api(200, found).await;
    let of = |id, chat: Option<&str>, code: Option<&str>| BotUpdate {
        id,
        chat: chat.map(|name| (7, name.to_owned())),
        code: code.map(str::to_owned),
    };
    let code = Some("agm_x");
    let expected = [of(1, Some("@olena"), code), of(2, Some("Olena"), None), of(3, None, code), of(4, None, None)];
    assert_eq!(api.updates("agio", Some(1)).await.unwrap(), expected);
    assert_eq!(server.heard.lock().unwrap()[0].1["offset"], 1);
}
