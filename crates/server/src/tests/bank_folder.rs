//! A tenant with real customers whose bank exchanges files through a folder.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use axum::http::StatusCode;
use identity::operator::Role;
use kernel::World;
use serde_json::json;

use super::bank::{Entry, IBAN, OWN, PAID, euro, goes_live, set_up, statement};
use super::issued_documents::identify;
use super::operators::colleague_at;
use super::scratch::Scratch;
use super::support::{Person, TestApp};

/// The bank's agent: it puts statements into the folder and takes payment files out of it.
struct Agent(Scratch);

impl Agent {
    fn new() -> Self {
        let scratch = Scratch::new().unwrap();
        for part in ["incoming", "outgoing"] {
            fs::create_dir(scratch.path().join(part)).unwrap();
        }
        Self(scratch)
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    /// Puts a file into the folder, as if it had been there for a minute.
    fn brings(&self, name: &str, content: &str) {
        let path = self.path().join("incoming").join(name);
        let unfinished = path.with_extension("part");
        fs::write(&unfinished, content).unwrap();
        let before = SystemTime::from(World::system().now()) - Duration::from_secs(60);
        File::options().write(true).open(&unfinished).unwrap().set_modified(before).unwrap();
        fs::rename(unfinished, path).unwrap();
    }

    /// Waits until a file is there, and returns its content.
    async fn until_file(&self, part: &str, is_it: impl Fn(&str) -> bool) -> (PathBuf, String) {
        let folder = self.path().join(part);
        let found = async {
            loop {
                let mut entries = fs::read_dir(&folder).into_iter().flatten().flatten().map(|entry| entry.path());
                if let Some(path) = entries.find(|path| is_it(&path.file_name().unwrap().to_string_lossy())) {
                    return (path.clone(), fs::read_to_string(path).unwrap());
                }
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(Duration::from_secs(60), found).await.expect("the file comes")
    }
}

/// An order to pay euro in by bank transfer.
async fn deposit(ada: &Person, key: &str, amount: &str) -> String {
    let asked = json!({ "from_currency": "EUR", "from_payway": "iban", "to_currency": "EUR", "to_payway": "balance",
        "from_amount": amount, "firm": true });
    let quote = ada.post("quotes", &asked).await.expect(StatusCode::CREATED);
    let order = ada.post_once("orders", key, &json!({ "quote_id": quote["id"] })).await.expect(StatusCode::CREATED);
    order["id"].as_str().unwrap().to_owned()
}

async fn withdraw(ada: &Person) -> String {
    let asked = json!({ "from_currency": "EUR", "from_payway": "balance", "to_currency": "EUR", "to_payway": "iban",
        "from_amount": "100.00", "firm": true });
    let quote = ada.post("quotes", &asked).await.expect(StatusCode::CREATED);
    let mut requisite = ada.account(IBAN).await;
    requisite["payee_acknowledged"] = json!(true);
    let body = json!({ "quote_id": quote["id"], "requisite": requisite });
    let order = ada.post_once("orders", "out", &body).await.expect(StatusCode::CREATED);
    order["id"].as_str().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn money_comes_and_goes_through_the_folder_and_no_operator_touches_a_file() {
    let agent = Agent::new();
    let mut config = set_up();
    config.banks.push(("AGIO_BANK_AGIO_FOLDER".to_owned(), agent.path().display().to_string()));
    let app = TestApp::with(config).await;
    let ada = app.person("ada").await;
    let names = json!({ "first_name": "Ada", "last_name": "Lovelace" });
    ada.call("PUT", "user", Some(&names), &[]).await.expect(StatusCode::OK);
    identify(&app, "ada").await;
    let mut tom = colleague_at(&app, "localhost", "tom", Role::TreasuryOperator).await;
    goes_live(&app, &ada).await;

    // The transfer names nothing of ours. Of the two orders, its amount fits one to the last unit.
    let (order, other) = (deposit(&ada, "in", "250.00").await, deposit(&ada, "other", "250.01").await);
    let day = statement("F1", OWN, &[Entry { text: "for the flat", ..PAID }]);
    agent.brings("camt.xml", &day);
    let paid = ada.until(&app, &order, |transaction| transaction["status"] == "DONE").await;
    let balance = euro(&ada).await;
    assert_eq!(balance, paid["to"]["amount"]);
    assert_eq!(ada.get(&format!("transactions/{other}")).await.expect(StatusCode::OK)["status"], "NEW");
    let seen = tom.call("GET", &format!("movements/{order}"), None).await.expect(StatusCode::OK);
    assert!(seen.to_string().contains("rail:iban (matched by amount and name)"), "{seen}");
    // The same statement again changes nothing, although another order waits for the amount.
    let later = deposit(&ada, "later", "250.00").await;
    agent.brings("camt.xml", &day);
    agent.until_file("done", |name| name == "2-camt.xml").await;
    assert_eq!(euro(&ada).await, balance);

    let order = withdraw(&ada).await;
    let (path, file) = agent.until_file("outgoing", |_| true).await;
    assert!(file.contains(IBAN) && file.contains("Ada Lovelace"), "{file}");
    fs::remove_file(path).unwrap();
    let id = file.split("<EndToEndId>").nth(1).unwrap().split('<').next().unwrap();
    let paid = Entry { reference: "B4", is_credit: false, amount: "99.10", end_to_end_id: id, ..PAID };
    agent.brings("camt.xml", &statement("F2", OWN, &[paid]));
    agent.brings("notes.xml", "<Document>\n<oops>");
    ada.until(&app, &order, |transaction| transaction["status"] == "DONE").await;
    agent.until_file("refused", |name| name == "notes.xml").await;
    let (_, why) = agent.until_file("refused", |name| name == "notes.xml.txt").await;
    assert!(why.contains("ine 2"), "{why}");
    assert_eq!(ada.get(&format!("transactions/{later}")).await.expect(StatusCode::OK)["status"], "NEW");
    let bank = tom.call("GET", "bank", None).await.expect(StatusCode::OK);
    assert!(bank["files"][0]["written_at"].is_string() && bank["files"][0]["made_by"] == "folder", "{bank}");
    app.close().await;
}
