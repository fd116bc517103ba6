//! A minimal HTTP client over a socket.

use std::io::{self, Read, Write};
use std::net::TcpStream;

use serde_json::{Value, json};

/// Sends a raw request to the server on `port`. Returns the status and the response body; an error if the server ends
/// before its response.
pub fn try_send(port: u16, request: &str) -> io::Result<(u16, String)> {
    let mut stream = TcpStream::connect(("127.0.0.1", port))?;
    stream.write_all(request.as_bytes())?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    let (head, body) = answer.split_once("\r\n\r\n").ok_or(io::ErrorKind::UnexpectedEof)?;
    Ok((head.split_whitespace().nth(1).unwrap().parse().unwrap(), body.to_owned()))
}

/// Calls the server on `port` once.
pub fn call(port: u16, method: &str, path: &str, token: Option<&str>, key: Option<&str>, body: &Value) -> (u16, Value) {
    try_call(port, method, path, token, key, body).unwrap()
}

/// The same; an error if the server ends before its response.
pub fn try_call(
    port: u16,
    method: &str,
    path: &str,
    token: Option<&str>,
    key: Option<&str>,
    body: &Value,
) -> io::Result<(u16, Value)> {
    let mut head = format!("{method} /api/client/v1/{path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n");
    for (name, value) in
        [("authorization", token.map(|t| format!("Bearer {t}"))), ("idempotency-key", key.map(str::to_owned))]
    {
        if let Some(value) = value {
            head += &format!("{name}: {value}\r\n");
        }
    }
    let body = if body.is_null() { String::new() } else { body.to_string() };
    head += &format!("content-type: application/json\r\ncontent-length: {}\r\n\r\n", body.len());
    let (status, body) = try_send(port, &(head + &body))?;
    // Chunked encoding adds lines around the document, so it is located by its outermost brackets.
    let document = body.find(['{', '[']).zip(body.rfind(['}', ']'])).map_or("null", |(from, to)| &body[from..=to]);
    Ok((status, serde_json::from_str(document)?))
}

/// Signs in a sandbox customer with full access. Returns the access token.
pub fn sign_in(port: u16) -> String {
    let email = json!({ "email": "ada@example.test" });
    let (_, started) = call(port, "POST", "login?method=email", None, None, &email);
    let code = json!({ "challenge_id": started["challenge_id"], "code": "111111" });
    let (_, login) = call(port, "PUT", "login?method=email", None, None, &code);
    let token = login["access_token"].as_str().unwrap().to_owned();
    let (_, terms) = call(port, "GET", "user/terms", Some(&token), None, &Value::Null);
    let version = json!({ "version": terms["version"] });
    assert_eq!(call(port, "POST", "user/accept-terms", Some(&token), None, &version).0, 204);
    token
}

/// Creates an order that sells `coins` Litecoin for euro. Returns the response.
pub fn sell(port: u16, token: &str, coins: &str) -> (u16, Value) {
    let asked = json!({ "side": "SELL", "from_currency": "LTC", "from_payway": "ltc", "to_currency": "EUR",
        "to_payway": "iban", "from_amount": coins, "firm": true });
    let (status, quote) = call(port, "POST", "quotes", Some(token), None, &asked);
    assert_eq!(status, 201, "{quote}");
    let account = "DE89370400440532013000";
    let asked = json!({ "currency": "EUR", "payway": "iban", "value": account, "full_name": "Ada Lovelace" });
    let (status, payee) = call(port, "POST", "requisites/payee", Some(token), None, &asked);
    assert_eq!(status, 200, "{payee}");
    let requisite =
        json!({ "kind": "iban", "value": account, "full_name": "Ada Lovelace", "payee_check_id": payee["id"] });
    let body = json!({ "quote_id": quote["id"], "requisite": requisite });
    call(port, "POST", "orders", Some(token), Some("sale"), &body)
}
