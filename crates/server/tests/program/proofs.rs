//! Exit codes of `agio verify`: 0 for a correct proof, 1 for an incorrect one, 2 for an unreadable one.

use std::fs;

use serde_json::{Value, json};
use sqlx::Executor;
use store::testing::TestDb;

use crate::process::{Folder, ended, until};
use crate::up;
use crate::web::{call, sign_in, try_send};

/// A completed purchase by bank transfer. Returns its id.
fn bought(port: u16, token: &str) -> String {
    let asked = json!({ "side": "BUY", "from_currency": "EUR", "from_payway": "iban", "to_currency": "LTC",
        "to_payway": "ltc", "from_amount": "250.00", "firm": true });
    let (_, quote) = call(port, "POST", "quotes", Some(token), None, &asked);
    let requisite = json!({ "kind": "address", "value": "ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9" });
    let body = json!({ "quote_id": quote["id"], "requisite": requisite });
    let (status, order) = call(port, "POST", "orders", Some(token), Some("purchase"), &body);
    assert_eq!(status, 201, "{order}");
    let id = order["id"].as_str().unwrap().to_owned();
    let paid = call(port, "POST", &format!("sandbox/transactions/{id}/pay"), Some(token), None, &json!({}));
    assert_eq!(paid.0, 200, "{}", paid.1);
    until("the end of a purchase", || {
        let (_, order) = call(port, "GET", &format!("transactions/{id}"), Some(token), None, &Value::Null);
        (order["status"] == "DONE").then_some(())
    });
    id
}

/// Its receipt, once all entries are sealed.
fn receipt(port: u16, token: &str, id: &str) -> Value {
    until("a whole receipt", || {
        let (_, receipt) = call(port, "GET", &format!("transactions/{id}/receipt"), Some(token), None, &Value::Null);
        let sealed = receipt["changes"].as_array().unwrap().iter().all(|change| change["log"].is_object());
        sealed.then_some(receipt)
    })
}

/// A published document of the tenant at `host`.
fn published(port: u16, host: &str, name: &str) -> String {
    let request = format!("GET /.well-known/agio/{name} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n");
    let (status, text) = try_send(port, &request).unwrap();
    assert_eq!(status, 200, "{text}");
    text
}

/// Files of an auditor, for `agio verify`.
struct AuditorFiles(Folder);

impl AuditorFiles {
    fn file(&self, name: &str, text: &str) -> String {
        let path = self.0.0.join(name);
        fs::write(&path, text).unwrap();
        path.display().to_string()
    }

    fn verify(&self, arguments: &[&str], code: i32, words: &str) {
        let (ended, said) = ended(&[&["verify"], arguments].concat(), &self.0.0, &[]);
        assert_eq!(ended, Some(code), "{arguments:?}: {said}");
        assert!(said.contains(words), "{arguments:?}: {said}");
    }
}

/// A purchase with all its published proofs, and the data folder and database behind it.
struct Purchase {
    receipt: Value,
    key: String,
    others_key: String,
    checkpoint: String,
    folder: Folder,
    db: TestDb,
}

impl Purchase {
    async fn made() -> Self {
        let (db, folder) = (TestDb::new().await, Folder::new());
        let up = up(&folder, &[("AGIO_DATABASE_URL", &db.url())]);
        let token = sign_in(up.port);
        let receipt = receipt(up.port, &token, &bought(up.port, &token));
        let size = receipt["checkpoint"].as_str().unwrap().lines().nth(1).unwrap().to_owned();
        let key = published(up.port, "localhost", "key");
        let others_key = published(up.port, "nova.localhost", "key");
        let checkpoint = published(up.port, "localhost", &format!("checkpoint?size={size}"));
        assert!(up.agio.stop().success());
        Self { receipt, key, others_key, checkpoint, folder, db }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_receipt_is_judged_by_itself_by_a_key_and_by_a_checkpoint() {
    let bought = Purchase::made().await;
    let kept = AuditorFiles(Folder::new());
    let whole = kept.file("receipt", &bought.receipt.to_string());
    let (key, others) = (kept.file("key", &bought.key), kept.file("others-key", &bought.others_key));
    let checkpoint = kept.file("checkpoint", &bought.checkpoint);
    kept.verify(&["--receipt", &whole], 0, "the key is the one that the receipt names");
    kept.verify(&["--receipt", &whole, "--key", &key, "--checkpoint", &checkpoint], 0, "0 are too new to be sealed");
    kept.verify(&["--receipt", &whole, "--key", bought.key.trim()], 0, "are in order");

    let mut altered = bought.receipt.clone();
    altered["changes"][0]["change"]["step"]["status"] = json!("DONE");
    let altered = kept.file("altered", &altered.to_string());
    kept.verify(&["--receipt", &altered], 1, "something in it was altered");
    kept.verify(&["--receipt", &whole, "--key", &others], 1, "which is not the given one");
    let root = bought.checkpoint.lines().nth(2).unwrap();
    let other_root = kept.file("other-root", &bought.checkpoint.replace(root, &format!("{}=", "A".repeat(43))));
    kept.verify(&["--receipt", &whole, "--checkpoint", &other_root], 1, "says another root");

    kept.verify(&["--receipt", "no/such/file"], 2, "no/such/file cannot be read");
    kept.verify(&["--receipt", &checkpoint], 2, "is no receipt");
    kept.verify(&["--receipt", &whole, "--key", &key, "--key", &others], 2, "give one --key");
    kept.verify(&["--receipt", &whole, "--key", &whole], 2, "neither a public key nor a file with one");
    kept.verify(&["--receipt", &whole, "--key", &key, "--checkpoint", &other_root], 2, "is no checkpoint");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_books_of_a_database_are_right_until_somebody_changes_a_row() {
    let bought = Purchase::made().await;
    let kept = AuditorFiles(Folder::new());
    let (key, checkpoint) = (kept.file("key", &bought.key), kept.file("checkpoint", &bought.checkpoint));
    let url = bought.db.url();
    let verify = |database: &str, arguments: &[&str]| {
        let arguments = [&["verify"], arguments].concat();
        ended(&arguments, &bought.folder.0, &[("AGIO_DATABASE_URL", database)])
    };
    let (code, said) = verify(&url, &["--key", &key, "--checkpoint", &checkpoint]);
    assert_eq!((code, said.lines().last()), (Some(0), Some("the books are right")), "{said}");

    let more = "BEGIN; SET LOCAL session_replication_role = replica;
                UPDATE accounts SET credits_posted = credits_posted + 1 WHERE book = 'fee_income'; COMMIT";
    bought.db.connect().await.execute(more).await.unwrap();
    let (code, said) = verify(&url, &[]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.lines().any(|line| line.starts_with("NO  ") && line.contains("fee_income")), "{said}");

    let (code, said) = verify("postgres://agio@127.0.0.1:1/agio", &[]);
    assert!(code == Some(2) && said.contains("agio: the database is not available"), "{said}");
}
