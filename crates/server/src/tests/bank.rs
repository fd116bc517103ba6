//! A tenant with real customers whose bank exchanges files: payments come in by statement and go out by payment file.

use axum::http::StatusCode;
use identity::operator::Role;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::operators::{Colleague, colleague_at};
use super::support::{Person, TestApp, config};
use crate::wiring::config::Config;

pub(super) const OWN: &str = "DE02120300000000202051";
pub(super) const IBAN: &str = "ES9121000418450200051332";

pub(super) fn set_up() -> Config {
    let of = |name: &str, value: &str| (format!("AGIO_BANK_AGIO_{name}"), value.to_owned());
    let banks = vec![of("HOLDER", "North Bank"), of("BIC", "BYLADEM1001"), of("EUR_IBAN", OWN)];
    Config { banks, ..config() }
}

/// From now on the tenant has real customers. Everybody signed in before, because a sandbox knows their codes.
pub(super) async fn goes_live(app: &TestApp, person: &Person) {
    let live = "UPDATE tenants SET sandbox = false WHERE slug = 'agio'";
    sqlx::query(live).execute(&mut app.db.connect().await).await.unwrap();
    let known = async {
        // The tenant is cached for five seconds.
        while person.get("config").await.expect(StatusCode::OK)["sandbox"] != false {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(60), known).await.expect("it is known soon");
}

/// One entry of a statement.
pub(super) struct Entry<'a> {
    pub(super) reference: &'a str,
    pub(super) is_credit: bool,
    pub(super) amount: &'a str,
    pub(super) end_to_end_id: &'a str,
    pub(super) text: &'a str,
    pub(super) returned: bool,
}

pub(super) const PAID: Entry<'_> = Entry {
    reference: "B1",
    is_credit: true,
    amount: "250.00",
    end_to_end_id: "NOTPROVIDED",
    text: "",
    returned: false,
};

impl Entry<'_> {
    fn xml(&self) -> String {
        let Self { amount, end_to_end_id, text, .. } = self;
        let named = || format!("<AcctSvcrRef>{}</AcctSvcrRef>", self.reference);
        let reference = if self.reference.is_empty() { String::new() } else { named() };
        let direction = if self.is_credit { "CRDT" } else { "DBIT" };
        let reason = "<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>";
        let returned = if self.returned { reason } else { "" };
        format!(
            "<Ntry><Amt Ccy=\"EUR\">{amount}</Amt><CdtDbtInd>{direction}</CdtDbtInd><Sts>BOOK</Sts>
             <BookgDt><Dt>2026-11-27</Dt></BookgDt>{reference}<BkTxCd/>
             <NtryDtls><TxDtls><Refs><EndToEndId>{end_to_end_id}</EndToEndId></Refs>
             <RltdPties><Dbtr><Nm>Ada Lovelace</Nm></Dbtr><DbtrAcct><Id><IBAN>{IBAN}</IBAN></Id></DbtrAcct></RltdPties>
             <RmtInf><Ustrd>{text}</Ustrd></RmtInf>{returned}</TxDtls></NtryDtls></Ntry>"
        )
    }
}

pub(super) fn statement(number: &str, account: &str, entries: &[Entry<'_>]) -> String {
    let entries: String = entries.iter().map(Entry::xml).collect();
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>
         <Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.02\"><BkToCstmrStmt>
         <GrpHdr><MsgId>{number}</MsgId><CreDtTm>2026-11-27T06:00:00Z</CreDtTm></GrpHdr>
         <Stmt><Id>{number}</Id><CreDtTm>2026-11-27T06:00:00Z</CreDtTm>
         <Acct><Id><IBAN>{account}</IBAN></Id><Ccy>EUR</Ccy></Acct>{entries}</Stmt></BkToCstmrStmt></Document>"
    )
}

/// Uploads a statement, which a second operator confirms if it has new entries; returns what was new in it.
async fn read((tom, pat): (&mut Colleague, &mut Colleague), number: &str, entries: &[Entry<'_>]) -> Value {
    let said = upload(tom, number, entries).await;
    if let Some(proposal) = said["proposal_id"].as_str() {
        let before = tom.call("GET", "bank", None).await.expect(StatusCode::OK)["statements"].clone();
        let why = json!({ "reason": "It is the bank's statement" });
        pat.post(&format!("proposals/{proposal}/approve"), &why).await.expect(StatusCode::OK);
        let booked = async {
            while tom.call("GET", "bank", None).await.expect(StatusCode::OK)["statements"] == before {
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(std::time::Duration::from_secs(60), booked).await.expect("it is booked");
    }
    said["data"][0].clone()
}

async fn upload(tom: &mut Colleague, number: &str, entries: &[Entry<'_>]) -> Value {
    let (status, said) = tom.file("POST", "bank/statements", &statement(number, OWN, entries)).await;
    assert_eq!(status, StatusCode::OK, "{said}");
    serde_json::from_str(&said).unwrap()
}

fn new_in(read: &Value) -> [u64; 4] {
    ["payments", "settled", "returned", "others"].map(|kind| read[kind].as_u64().unwrap())
}

pub(super) async fn euro(person: &Person) -> Value {
    let listed = person.get("balances").await.expect(StatusCode::OK);
    let balances = listed["data"].as_array().unwrap();
    balances.iter().find(|one| one["currency"] == "EUR").map_or(Value::Null, |one| one["available"].clone())
}

/// Waits until the balance is this. Every change is an event, so polling misses nothing.
pub(super) async fn until_euro(app: &TestApp, person: &Person, amount: &str) {
    let mut hub = app.db.store.event_hub().subscribe();
    let there = async {
        while euro(person).await != amount {
            let _ = hub.recv().await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(60), there).await.expect("the balance comes to that");
}

/// Withdraws euro to a bank account, once the bank has it in its list.
async fn withdraw(app: &TestApp, ada: &Person, tom: &mut Colleague, amount: &str) -> String {
    let asked = json!({ "from_currency": "EUR", "from_payway": "balance", "to_currency": "EUR", "to_payway": "iban",
        "from_amount": amount, "firm": true });
    let quote = ada.post("quotes", &asked).await.expect(StatusCode::CREATED);
    let mut requisite = ada.account(IBAN).await;
    requisite["payee_acknowledged"] = json!(true);
    let body = json!({ "quote_id": quote["id"], "requisite": requisite });
    let order = ada.post_once("orders", &format!("out-{amount}"), &body).await.expect(StatusCode::CREATED);
    let mut hub = app.db.store.event_hub().subscribe();
    let listed = async {
        while tom.call("GET", "bank", None).await.expect(StatusCode::OK)["waiting"][0]["payments"] != 1 {
            let _ = tokio::time::timeout(std::time::Duration::from_millis(50), hub.recv()).await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(60), listed).await.expect("the payment waits for a file");
    order["id"].as_str().unwrap().to_owned()
}

/// Waits for the payment that came back, of which the customer decides.
async fn came_back(app: &TestApp, ada: &Person) -> Value {
    let mut hub = app.db.store.event_hub().subscribe();
    let found = async {
        loop {
            let listed = ada.get("transactions?status=ACTION_REQUIRED").await.expect(StatusCode::OK);
            if listed["data"][0].is_object() {
                return listed["data"][0].clone();
            }
            let _ = hub.recv().await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(60), found).await.expect("it waits for the customer")
}

/// Makes a payment file; returns it and the end-to-end id in it.
async fn payment_file(tom: &mut Colleague) -> (String, String) {
    let made = tom.post("bank/files", &json!({ "currency": "EUR" })).await.expect(StatusCode::OK);
    let (status, xml) = tom.file("GET", &format!("bank/files/{}", made["id"].as_str().unwrap()), "").await;
    assert_eq!(status, StatusCode::OK, "{xml}");
    let id = xml.split("<EndToEndId>").nth(1).unwrap().split('<').next().unwrap().to_owned();
    (xml, id)
}

/// A live tenant with a customer, a treasury operator who reads statements, and an approver who makes payment files.
struct Live {
    app: TestApp,
    ada: Person,
    tom: Colleague,
    pat: Colleague,
}

async fn live() -> Live {
    let app = TestApp::with(set_up()).await;
    let ada = app.person("ada").await;
    let mut tom = colleague_at(&app, "localhost", "tom", Role::TreasuryOperator).await;
    let pat = colleague_at(&app, "localhost", "pat", Role::TreasuryApprover).await;
    assert_eq!(tom.call("GET", "bank", None).await.problem(), (404, "NOT_FOUND"), "a sandbox has a simulated bank");
    goes_live(&app, &ada).await;
    Live { app, ada, tom, pat }
}

/// The customer's permanent bank reference.
async fn reference(ada: &Person) -> String {
    let account = json!({ "currency": "EUR", "payway": "iban" });
    let account = ada.post("deposit-accounts", &account).await.expect(StatusCode::OK)["bank"].clone();
    assert_eq!((&account["iban"], &account["beneficiary"]), (&json!(OWN), &json!("North Bank")), "{account}");
    account["reference"].as_str().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn euro_comes_in_by_statement_once() {
    let Live { app, ada, mut tom, mut pat } = live().await;
    // What is connected can be used, and nothing else.
    for (source, to, sink) in [("visamc", "EUR", "balance"), ("balance", "PLN", "balance"), ("iban", "BTC", "btc")] {
        let asked = json!({ "from_currency": "EUR", "from_payway": source, "to_currency": to, "to_payway": sink,
            "from_amount": "250.00" });
        assert_eq!(ada.post("quotes", &asked).await.problem(), (422, "UNAVAILABLE_CONVERT_DIRECTION"), "{source} {to}");
    }
    // A statement credits what names a customer, keeps what names nobody, and moves nothing for the bank's own fee.
    let text = reference(&ada).await;
    let fee = Entry { reference: "B3", is_credit: false, amount: "4.90", text: "Account fee", ..PAID };
    let stranger = Entry { reference: "B2", amount: "17.00", text: "Hello", ..PAID };
    let day = [Entry { text: &text, ..PAID }, stranger, fee];
    let first = read((&mut tom, &mut pat), "S1", &day).await;
    assert_eq!(new_in(&first), [2, 0, 0, 1], "{first}");
    until_euro(&app, &ada, "250.00").await;
    let again = read((&mut tom, &mut pat), "S1", &day).await;
    assert_eq!((new_in(&again), &again["entries"]), ([0, 0, 0, 0], &json!(3)), "the same statement changes nothing");
    // Without the bank's reference, another download may have it under another number: an operator looks.
    let other = [Entry { reference: "", text: &text, ..PAID }];
    assert_eq!(new_in(&read((&mut tom, &mut pat), "S2", &other).await), [0, 0, 0, 1]);
    // The same amount with the same words is another payment where the bank's references differ.
    let second = [Entry { reference: "B8", text: &text, ..PAID }];
    assert_eq!(new_in(&read((&mut tom, &mut pat), "S3", &second).await), [1, 0, 0, 0]);
    until_euro(&app, &ada, "500.00").await;
    // An ordered deposit is found by the order's reference.
    let asked = json!({ "from_currency": "EUR", "from_payway": "iban", "to_currency": "EUR", "to_payway": "balance",
        "from_amount": "30.00", "firm": true });
    let quote = ada.post("quotes", &asked).await.expect(StatusCode::CREATED);
    let order = ada.post_once("orders", "in", &json!({ "quote_id": quote["id"] })).await.expect(StatusCode::CREATED);
    let words = format!("deposit {}", order["reference"].as_str().unwrap());
    let paid = [Entry { reference: "B9", amount: "30.00", text: &words, ..PAID }];
    assert_eq!(new_in(&read((&mut tom, &mut pat), "S4", &paid).await), [1, 0, 0, 0]);
    ada.until(&app, order["id"].as_str().unwrap(), |transaction| transaction["status"] == "DONE").await;
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn euro_goes_out_by_payment_file_and_a_return_waits_for_its_customer() {
    let Live { app, ada, mut tom, mut pat } = live().await;
    let text = reference(&ada).await;
    read((&mut tom, &mut pat), "S1", &[Entry { text: &text, ..PAID }]).await;
    until_euro(&app, &ada, "250.00").await;
    let order = withdraw(&app, &ada, &mut tom, "100.00").await;
    let euro = json!({ "currency": "EUR" });
    assert_eq!(tom.post("bank/files", &euro).await.problem(), (403, "ACCESS_DENIED"), "who credits does not pay out");
    let (file, id) = payment_file(&mut pat).await;
    assert!(file.contains(IBAN) && file.contains(OWN) && file.contains("Ada Lovelace"), "{file}");
    assert_eq!(pat.post("bank/files", &euro).await.problem(), (409, "CONFLICT_ERROR"), "a payment is in one file");
    let made = Entry { reference: "B4", is_credit: false, amount: "99.10", end_to_end_id: &id, ..PAID };
    assert_eq!(new_in(&read((&mut tom, &mut pat), "S2", &[made]).await), [0, 1, 0, 0]);
    ada.until(&app, &order, |transaction| transaction["status"] == "DONE").await;

    // A return is read before its debit. The payee cannot send it twice.
    let order = withdraw(&app, &ada, &mut tom, "50.00").await;
    let (_, id) = payment_file(&mut pat).await;
    let back = |reference| Entry { reference, amount: "49.10", end_to_end_id: &id, returned: true, ..PAID };
    assert_eq!(new_in(&read((&mut tom, &mut pat), "S3", &[back("B5")]).await), [0, 0, 1, 0]);
    let returned = came_back(&app, &ada).await;
    assert_eq!((&returned["from"]["amount"], &returned["parent"]), (&json!("49.10"), &json!(order)), "{returned}");
    let made = Entry { reference: "B6", is_credit: false, amount: "49.10", end_to_end_id: &id, ..PAID };
    assert_eq!(new_in(&read((&mut tom, &mut pat), "S4", &[made, back("B7")]).await), [0, 1, 0, 1]);
    let kept = returned["id"].as_str().unwrap();
    ada.post_once(&format!("transactions/{kept}/deposit"), "keep", &json!({})).await.expect(StatusCode::OK);
    until_euro(&app, &ada, "149.10").await;
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_refused_by_bank_or_parser_is_refused_completely() {
    let Live { app, ada, mut tom, mut pat } = live().await;
    let text = reference(&ada).await;
    read((&mut tom, &mut pat), "S1", &[Entry { text: &text, ..PAID }]).await;
    until_euro(&app, &ada, "250.00").await;
    // The bank refuses a whole file: its payment waits for an operator.
    let order = withdraw(&app, &ada, &mut tom, "20.00").await;
    let (_, id) = payment_file(&mut pat).await;
    let files = tom.call("GET", "bank", None).await.expect(StatusCode::OK)["files"].clone();
    let path = format!("bank/files/{}/refused", files[0]["id"].as_str().unwrap());
    let why = json!({ "reason": "the bank says that its format is too new" });
    assert_eq!(pat.post(&path, &why).await.expect(StatusCode::OK)["failed"], 1);
    assert_eq!(pat.post(&path, &why).await.expect(StatusCode::OK)["failed"], 0, "once");
    let (status, _) = pat.file("GET", path.trim_end_matches("/refused"), "").await;
    assert_eq!(status, StatusCode::NOT_FOUND, "nobody gives it to the bank again");
    let nothing = "bank/files/019a0000-0000-7000-8000-000000000001/refused";
    assert_eq!(pat.post(nothing, &why).await.problem(), (404, "NOT_FOUND"));
    ada.until(&app, &order, |transaction| transaction["status"] == "MANUAL").await;
    let late = Entry { reference: "B7", is_credit: false, amount: "19.10", end_to_end_id: &id, ..PAID };
    assert_eq!(
        new_in(&read((&mut tom, &mut pat), "S2", &[late]).await),
        [0, 1, 0, 0],
        "a statement that says otherwise counts"
    );
    until_reviewed(&app, &mut tom, &order, "payout_unknown").await;
    // It comes back: the refusal is right again, and it may be ordered again.
    let back = Entry { reference: "B8", amount: "19.10", end_to_end_id: &id, returned: true, ..PAID };
    assert_eq!(new_in(&read((&mut tom, &mut pat), "S3", &[back]).await), [0, 0, 1, 0]);
    until_reviewed(&app, &mut tom, &order, "payout_failed").await;

    let (status, said) = tom.file("POST", "bank/statements", &statement("S4", IBAN, &[PAID])).await;
    assert!(status == StatusCode::BAD_REQUEST && said.contains(IBAN), "another account: {said}");
    let (status, said) = tom.file("POST", "bank/statements", "<Document>\n<oops>").await;
    assert!(status == StatusCode::BAD_REQUEST && said.contains("ine 2"), "{said}");
    let overview = tom.call("GET", "bank", None).await.expect(StatusCode::OK);
    let [files, statements] = ["files", "statements"].map(|list| overview[list].as_array().unwrap().len());
    assert_eq!((files, statements, &overview["files"][0]["ended"]), (1, 3, &json!(1)), "{overview}");
    app.close().await;
}

/// Waits until an operator must look at a transaction for this reason.
async fn until_reviewed(app: &TestApp, tom: &mut Colleague, order: &str, reason: &str) {
    let mut hub = app.db.store.event_hub().subscribe();
    let path = format!("movements/{order}");
    let reviewed = async {
        while tom.call("GET", &path, None).await.expect(StatusCode::OK)["review"]["reason"] != reason {
            let _ = tokio::time::timeout(std::time::Duration::from_millis(50), hub.recv()).await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(60), reviewed).await.expect("it is reviewed for that");
}

/// Waits for a line of the work list with this amount.
async fn in_work_list(app: &TestApp, tom: &mut Colleague, amount: &str) -> Value {
    let mut hub = app.db.store.event_hub().subscribe();
    let found = async {
        loop {
            let work = tom.call("GET", "work", None).await.expect(StatusCode::OK);
            let lines = work["data"].as_array().unwrap();
            if let Some(line) = lines.iter().find(|line| line["from"]["amount"] == amount) {
                return line.clone();
            }
            let _ = tokio::time::timeout(std::time::Duration::from_millis(50), hub.recv()).await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(60), found).await.expect("it is in the work list")
}

#[tokio::test(flavor = "multi_thread")]
async fn an_operator_decides_once_what_a_statement_leaves_open() {
    let Live { app, ada, mut tom, mut pat } = live().await;
    let text = reference(&ada).await;
    read((&mut tom, &mut pat), "S1", &[Entry { text: &text, ..PAID }]).await;
    until_euro(&app, &ada, "250.00").await;
    // The payment's words name Ada, but perhaps it is the first one again.
    let fee = Entry { reference: "B3", is_credit: false, amount: "4.90", text: "Account fee", ..PAID };
    let twice = Entry { reference: "", amount: "250.00", text: &text, ..PAID };
    assert_eq!(new_in(&read((&mut tom, &mut pat), "S2", &[twice, fee]).await), [0, 0, 0, 2]);
    let first = tom.call("GET", "bank/entries?limit=1", None).await.expect(StatusCode::OK);
    let next = format!("bank/entries?limit=1&cursor={}", first["next_cursor"].as_str().unwrap());
    let second = tom.call("GET", &next, None).await.expect(StatusCode::OK);
    assert_eq!((&first["has_more"], &second["has_more"]), (&json!(true), &json!(false)));
    let both = [&first["data"][0], &second["data"][0]];
    let id =
        |is_credit: bool| both.iter().find(|entry| entry["is_credit"] == is_credit).unwrap()["id"].as_str().unwrap();
    let [take, debit] = [true, false].map(|is_credit| format!("bank/entries/{}", id(is_credit)));

    let why = json!({ "reason": "the bank confirms a second payment" });
    assert_eq!(pat.post(&format!("{take}/payment"), &why).await.problem(), (403, "ACCESS_DENIED"), "who pays out");
    let short = tom.post(&format!("{take}/payment"), &json!({ "reason": "yes" })).await;
    assert_eq!(short.problem(), (400, "VALIDATION_ERROR"));
    assert_eq!(tom.post(&format!("{debit}/payment"), &why).await.problem(), (409, "CONFLICT_ERROR"));
    for _ in 0..2 {
        assert_eq!(tom.post(&format!("{take}/payment"), &why).await.expect(StatusCode::OK)["state"], "payment");
        assert_eq!(tom.post(&format!("{debit}/done"), &why).await.expect(StatusCode::OK)["state"], "done");
    }
    assert_eq!(tom.post(&format!("{take}/done"), &why).await.expect(StatusCode::OK)["state"], "payment", "it stays");
    let left = tom.call("GET", "bank/entries", None).await.expect(StatusCode::OK);
    assert_eq!(left["data"], json!([]));

    // One operator alone credits nobody: it waits for its customer, and two operators name her.
    in_work_list(&app, &mut tom, "250.00").await;
    assert_eq!(euro(&ada).await, "250.00");
    let mut amy = colleague_at(&app, "localhost", "amy", Role::Auditor).await;
    let logged = amy.call("GET", "log?action=bank.entry_payment", None).await.expect(StatusCode::OK);
    let lines = logged["data"].as_array().unwrap();
    assert_eq!((lines.len(), &lines[0]["reason"]), (1, &why["reason"]), "once: {logged}");
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_file_of_a_statement_is_kept_as_the_bank_wrote_it() {
    let Live { app, mut tom, mut pat, .. } = live().await;
    let file = statement("S1", OWN, &[PAID]);
    read((&mut tom, &mut pat), "S1", &[PAID]).await;
    let bank = pat.call("GET", "bank", None).await.expect(StatusCode::OK);
    let kept = &bank["statements"][0];
    assert_eq!(kept["file_sha256"], hex::encode(Sha256::digest(&file)));
    assert!(kept["read_by"].as_str().unwrap().contains("tom"), "{kept}");
    let path = format!("bank/statements/{}/file", kept["id"].as_str().unwrap());
    for reader in [&mut tom, &mut pat] {
        assert_eq!(reader.file("GET", &path, "").await, (StatusCode::OK, file.clone()));
    }
    // The list of entries hides names from both, so they do not get them by the file.
    let mut amy = colleague_at(&app, "localhost", "amy", Role::Auditor).await;
    amy.call("GET", "bank", None).await.expect(StatusCode::OK);
    let mut admin = colleague_at(&app, "localhost", "ann", Role::TenantAdmin).await;
    for other in [&mut amy, &mut admin] {
        assert_eq!(other.call("GET", &path, None).await.problem(), (403, "ACCESS_DENIED"));
    }
    let opened = amy.call("GET", "log?action=bank.statement_opened", None).await.expect(StatusCode::OK);
    assert_eq!(opened["data"].as_array().unwrap().len(), 2, "each look is logged");
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_uploaded_statement_is_booked_when_a_second_operator_has_seen_what_it_books() {
    let Live { app, ada, mut tom, mut pat } = live().await;
    let text = reference(&ada).await;
    let fee = Entry { reference: "B3", is_credit: false, amount: "4.90", text: "Account fee", ..PAID };
    let day = [Entry { text: &text, ..PAID }, fee];
    let uploaded = upload(&mut tom, "S1", &day).await;
    let proposal = uploaded["proposal_id"].as_str().unwrap();
    let open = pat.call("GET", "proposals", None).await.expect(StatusCode::OK)["data"][0].clone();
    assert_eq!((&open["id"], &open["action"]), (&json!(proposal), &json!("bank.book")));
    let seen = &open["operator_action"]["statements"][0];
    assert_eq!([&seen["entries"], &seen["payments"], &seen["others"]].map(|count| count.as_u64().unwrap()), [2, 1, 1]);
    assert_eq!((&seen["money_in"]["amount"], &seen["money_out"]["amount"]), (&json!("250.00"), &json!("4.90")));
    let shown = tom.call("GET", "bank", None).await.expect(StatusCode::OK);
    assert_eq!((&shown["statements"], euro(&ada).await), (&json!([]), Value::Null), "nothing is booked");
    let (approve, why) = (format!("proposals/{proposal}/approve"), json!({ "reason": "It is the bank's statement" }));
    assert_eq!(tom.post(&approve, &why).await.status, StatusCode::FORBIDDEN, "not by who uploaded it");
    pat.post(&approve, &why).await.expect(StatusCode::OK);
    until_euro(&app, &ada, "250.00").await;
    assert_eq!(upload(&mut tom, "S1", &day).await.get("proposal_id"), None, "twice the same changes nothing");
    app.close().await;
}
