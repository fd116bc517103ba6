//! Tests of the work with bank files, on a real database.

use std::collections::BTreeMap;

use exchange::rails::{
    Bank, BankDeskError, BankPayment, EntryAct, PayoutOutcome, RailEvent, RailEventKind, ReadStatement, Target,
};
use kernel::{Amount, Currency, TenantId, TransactionId, World};
use sha2::{Digest, Sha256};
use store::testing::{TestDb, tenant};
use uuid::Uuid;

use super::store::statements;
use super::{BankAccounts, FileBank, TELL, end_to_end_id};

const OWN: &str = "DE02120300000000202051";
const ADA: &str = "ES9121000418450200051332";

pub(super) struct Stage {
    pub(super) db: TestDb,
    pub(super) bank: FileBank,
    pub(super) tenant: TenantId,
}

impl Stage {
    async fn new() -> Self {
        Self::at(World::system()).await
    }

    pub(super) async fn at(world: World) -> Self {
        let db = TestDb::new().await;
        let ibans = BTreeMap::from([(Currency::EUR, OWN.to_owned())]);
        let accounts = BankAccounts { holder: "North Bank".into(), bic: "BYLADEM1001".into(), ibans };
        Self { bank: FileBank::new(db.store.clone(), world, accounts), db, tenant: tenant(1) }
    }

    async fn read(&self, xml: &str) -> ReadStatement {
        self.bank.read_statements(self.tenant, "tom", xml.as_bytes()).await.unwrap().remove(0)
    }

    /// The reports to the exchange, in the order of enqueueing.
    pub(super) async fn told(&self) -> Vec<RailEvent> {
        let rows = sqlx::query_scalar("SELECT payload FROM jobs WHERE kind = $1 ORDER BY seq").bind(TELL);
        let rows: Vec<serde_json::Value> = rows.fetch_all(&mut self.db.connect().await).await.unwrap();
        rows.into_iter().map(|payload| serde_json::from_value(payload).unwrap()).collect()
    }

    pub(super) async fn pay(&self, name: &str, leg: u16) -> (String, PayoutOutcome) {
        let transaction = TransactionId::from_uuid(Uuid::from_u128(7));
        let key = format!("{transaction}:pay:{leg}");
        let amount = Amount::parse("20", Currency::EUR).unwrap();
        let (iban, name, reference) = (ADA.to_owned(), name.to_owned(), "7K2M-94QD".to_owned());
        let payment = BankPayment { key: key.clone(), tenant: self.tenant, transaction, iban, name, amount, reference };
        (key, self.bank.pay(&payment).await.unwrap())
    }

    async fn open_entries(&self) -> Vec<exchange::rails::UnclearEntry> {
        self.bank.unclear_entries(self.tenant, None, 200).await.unwrap().0
    }
}

/// An entry of a statement. `more` is inside its transaction.
pub(super) fn entry(reference: &str, direction: &str, amount: &str, day: u32, more: &str) -> String {
    format!(
        "<Ntry><Amt Ccy=\"EUR\">{amount}</Amt><CdtDbtInd>{direction}</CdtDbtInd><Sts>BOOK</Sts>
         <BookgDt><Dt>2026-11-{day:02}</Dt></BookgDt><AcctSvcrRef>{reference}</AcctSvcrRef>
         <NtryDtls><TxDtls>{more}</TxDtls></NtryDtls></Ntry>"
    )
}

pub(super) const FROM_ADA: &str = "<RltdPties><Dbtr><Nm>Ada Lovelace</Nm></Dbtr></RltdPties>
    <RmtInf><Ustrd>DE12 for my account</Ustrd></RmtInf>";

fn balance(code: &str, amount: &str, day: u32) -> String {
    format!(
        "<Bal><Tp><CdOrPrtry><Cd>{code}</Cd></CdOrPrtry></Tp><Amt Ccy=\"EUR\">{amount}</Amt>
         <CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-{day:02}</Dt></Dt></Bal>"
    )
}

pub(super) fn statement(number: &str, content: &str) -> String {
    format!(
        "<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.02\"><BkToCstmrStmt>
         <GrpHdr><MsgId>M</MsgId><CreDtTm>2026-11-27T06:00:00Z</CreDtTm></GrpHdr>
         <Stmt><Id>{number}</Id><CreDtTm>2026-11-27T06:00:00Z</CreDtTm>
         <Acct><Id><IBAN>{OWN}</IBAN></Id><Ccy>EUR</Ccy></Acct>{content}</Stmt></BkToCstmrStmt></Document>"
    )
}

#[tokio::test]
async fn a_rejected_payment_stays_rejected_after_an_unclear_answer() {
    let stage = Stage::new().await;
    let (key, first) = stage.pay("山本", 2).await;
    assert!(matches!(first, PayoutOutcome::Rejected { .. }), "{first:?}");
    // The job that lost the first answer looks before it asks again.
    assert_eq!(stage.bank.lookup(stage.tenant, &key).await.unwrap(), Some(first.clone()));
    assert_eq!(stage.pay("山本", 2).await.1, first);
    assert_eq!(stage.pay("Ada Lovelace", 2).await.1, first, "the first answer to a key decides");
    let refused = stage.bank.make_payment_file(stage.tenant, "pat", Currency::EUR).await;
    assert!(matches!(refused, Err(BankDeskError::NothingWaits)), "{refused:?}");
    // A payment whose payer is not named cannot go back, and that is known later too.
    let transaction = TransactionId::from_uuid(Uuid::from_u128(8));
    let amount = Amount::parse("5", Currency::EUR).unwrap();
    let gone = stage.bank.refund(stage.tenant, transaction, "back", "camt_unknown", amount).await.unwrap();
    assert_eq!(stage.bank.lookup(stage.tenant, "back").await.unwrap(), Some(gone));
}

#[tokio::test]
async fn a_return_after_the_bank_refused_the_file_moves_nothing() {
    let stage = Stage::new().await;
    let (key, _) = stage.pay("Ada Lovelace", 2).await;
    let file = stage.bank.make_payment_file(stage.tenant, "pat", Currency::EUR).await.unwrap();
    let refused = stage.bank.refuse_payment_file(stage.tenant, file.id, "a wrong format").await.unwrap();
    assert_eq!(refused, Some(1));
    let files = stage.bank.overview(stage.tenant).await.unwrap().files;
    assert_eq!((files[0].ended, files[0].refused_at.is_some()), (1, true));
    let before = stage.told().await;
    let ids = format!("<Refs><EndToEndId>{}</EndToEndId></Refs>", end_to_end_id(&key));
    let back = format!("{ids}<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>");
    let read = stage.read(&statement("1", &entry("B1", "CRDT", "20.00", 27, &back))).await;
    assert_eq!((read.returned, read.others), (1, 0));
    assert_eq!(stage.told().await, before, "it counts as failed already");
    // The debit of the same payment is balanced by the return.
    let read = stage.read(&statement("2", &entry("B2", "DBIT", "20.00", 26, &ids))).await;
    assert_eq!((read.settled, read.others), (1, 0));
    assert_eq!(stage.told().await, before);
    let known = stage.bank.lookup(stage.tenant, &key).await.unwrap();
    assert!(matches!(known, Some(PayoutOutcome::Rejected { .. })), "{known:?}");
}

#[tokio::test]
async fn a_reference_that_the_bank_uses_twice_is_looked_at_once() {
    let stage = Stage::new().await;
    let first = stage.read(&statement("1", &entry("B1", "CRDT", "250.00", 26, FROM_ADA))).await;
    assert_eq!((first.payments, first.others), (1, 0));
    let another = statement("2", &entry("B1", "CRDT", "250.00", 27, FROM_ADA));
    let second = stage.read(&another).await;
    assert_eq!((second.payments, second.others), (0, 1), "the bank has used its reference for another day's payment");
    assert_eq!(stage.read(&another).await.new_entries, 0);
    assert_eq!(stage.told().await.len(), 1);
    let waits = stage.open_entries().await;
    assert_eq!((waits.len(), waits[0].booked_on.unwrap().to_string().as_str()), (1, "2026-11-27"));
    // An operator takes it, and can give it back.
    let act = stage.bank.act_on_entry(stage.tenant, "tom", waits[0].id, EntryAct::Payment).await.unwrap();
    assert_eq!(act, EntryAct::Payment);
    let told = stage.told().await;
    let [first, taken] = &told[..] else { panic!("two payments: {told:?}") };
    assert_ne!(first.event_id, taken.event_id);
}

#[tokio::test]
async fn a_payment_of_a_notification_is_not_booked_again_by_a_statement_that_says_more() {
    let stage = Stage::new().await;
    let notification = |content: &str| {
        let statement = statement("N1", content).replace("camt.053.001.02", "camt.054.001.02");
        statement.replace("BkToCstmrStmt", "BkToCstmrDbtCdtNtfctn").replace("Stmt>", "Ntfctn>")
    };
    let plain = "<RltdPties><Dbtr><Nm>ADA LOVELACE</Nm></Dbtr></RltdPties><RmtInf><Ustrd>DE12</Ustrd></RmtInf>";
    assert_eq!(stage.read(&notification(&entry("N7", "CRDT", "250.00", 26, plain))).await.payments, 1);
    let more = FROM_ADA.replace("</Dbtr>", &format!("</Dbtr><DbtrAcct><Id><IBAN>{ADA}</IBAN></Id></DbtrAcct>"));
    let read = stage.read(&statement("1", &entry("S9", "CRDT", "250.00", 27, &more))).await;
    assert_eq!((read.payments, read.others), (0, 1), "another reference, an account, and more text");
    assert_eq!(stage.told().await.len(), 1);
    assert!(stage.open_entries().await[0].is_like_payment);
    // Another payer's payment of the same amount is a payment.
    let bob = more.replace("Ada Lovelace", "Bob").replace(ADA, "ES9121000418450200051332");
    let read = stage.read(&statement("2", &entry("S10", "CRDT", "250.00", 27, &bob))).await;
    assert_eq!((read.payments, read.others), (1, 0));
}

#[tokio::test]
async fn an_entry_whose_booking_day_comes_later_is_read_once() {
    let stage = Stage::new().await;
    // The first message has the value date alone, which is another day than that of the booking.
    let early = entry("B1", "CRDT", "250.00", 26, FROM_ADA).replace("BookgDt", "ValDt");
    assert_eq!(stage.read(&statement("1", &early)).await.payments, 1);
    let read = stage.read(&statement("2", &entry("B1", "CRDT", "250.00", 27, FROM_ADA))).await;
    assert_eq!((read.new_entries, stage.told().await.len()), (0, 1));
}

#[tokio::test]
async fn an_operator_acts_once_on_an_entry_and_alone_names_no_customer() {
    let stage = Stage::new().await;
    let entries: String = (1..=5).map(|at| entry(&format!("F{at}"), "DBIT", "4.90", 27, "")).collect();
    let unnamed = entry("T1", "CRDT", "70.00", 27, "<RmtInf><Ustrd>DE12 total</Ustrd></RmtInf>");
    assert_eq!(stage.read(&statement("1", &format!("{entries}{unnamed}"))).await.others, 6);
    let (page, has_more) = stage.bank.unclear_entries(stage.tenant, None, 4).await.unwrap();
    let (rest, no_more) = stage.bank.unclear_entries(stage.tenant, Some(page[3].id), 4).await.unwrap();
    assert_eq!((page.len(), has_more, rest.len(), no_more), (4, true, 2, false));
    let credit = page.iter().chain(&rest).find(|entry| entry.is_credit).unwrap().id;
    let debit = page.iter().chain(&rest).find(|entry| !entry.is_credit).unwrap().id;
    let act = |entry, act| stage.bank.act_on_entry(stage.tenant, "tom", entry, act);
    assert!(matches!(act(debit, EntryAct::Payment).await, Err(BankDeskError::NotACredit)));
    assert_eq!(act(debit, EntryAct::Done).await.unwrap(), EntryAct::Done);
    assert!(matches!(act(Uuid::from_u128(1), EntryAct::Done).await, Err(BankDeskError::NoEntry)));
    // Two operators press at the same time.
    let both = tokio::join!(act(credit, EntryAct::Payment), act(credit, EntryAct::Payment));
    assert_eq!((both.0.unwrap(), both.1.unwrap()), (EntryAct::Payment, EntryAct::Payment));
    assert_eq!(act(credit, EntryAct::Done).await.unwrap(), EntryAct::Payment, "what was done stays");
    let told = stage.told().await;
    let [taken] = &told[..] else { panic!("one payment: {told:?}") };
    assert_eq!(taken.target, Target::Nobody("DE12 total".into()));
    let RailEventKind::Credited { amount, reference, .. } = &taken.kind else { panic!("{taken:?}") };
    assert_eq!((amount.to_decimal().as_str(), reference), ("70.00", &taken.event_id));
    assert_eq!(stage.open_entries().await.len(), 4);
}

/// The statement of a day with one payment.
fn day(number: u32, opening: &str, change: &str, closing: &str) -> String {
    let sequence = format!("<ElctrncSeqNb>{number}</ElctrncSeqNb>");
    let balances = balance("OPBD", opening, number) + &balance("CLBD", closing, number);
    let paid = entry(&format!("B{number}"), "CRDT", change, number, FROM_ADA);
    statement(&format!("2026-{number}"), &format!("{balances}{paid}")).replacen(
        "<CreDtTm>2026-11-27T06:00:00Z</CreDtTm>\n         <Acct>",
        &format!("{sequence}<CreDtTm>2026-11-27T06:00:00Z</CreDtTm><Acct>"),
        1,
    )
}

#[tokio::test]
async fn a_file_that_is_read_again_and_again_hides_no_other_statement() {
    let stage = Stage::new().await;
    stage.read(&day(11, "0.00", "100.00", "100.00")).await;
    let last = day(13, "120.00", "7.00", "127.00");
    for _ in 0..3 {
        stage.read(&last).await;
    }
    let mut tx = stage.db.store.tenant_read(stage.tenant).await.unwrap();
    let two = statements::balances(tx.conn(), stage.tenant, Currency::EUR, 2).await.unwrap();
    let numbers: Vec<&str> = two.iter().map(|one| one.number.as_str()).collect();
    assert_eq!(numbers, ["2026-11", "2026-13"]);
}

#[tokio::test]
async fn a_gap_of_balances_is_shown_until_the_missing_statement_is_read() {
    let stage = Stage::new().await;
    stage.read(&day(11, "0.00", "100.00", "100.00")).await;
    let after = day(13, "120.00", "7.00", "127.00");
    let read = stage.read(&after).await;
    assert_eq!(read.payments, 1, "it counts all the same");
    let gaps = stage.bank.overview(stage.tenant).await.unwrap().gaps;
    let [gap] = &gaps[..] else { panic!("one gap: {gaps:?}") };
    assert_eq!((gap.before.as_str(), gap.after.as_str(), gap.missing), ("2026-11", "2026-13", Some((12, 12))));
    assert_eq!((gap.closing.to_decimal(), gap.opening.to_decimal()), ("100.00".to_owned(), "120.00".to_owned()));
    stage.read(&day(12, "100.00", "20.00", "120.00")).await;
    assert_eq!(stage.bank.overview(stage.tenant).await.unwrap().gaps, []);
    // The file is kept as the bank wrote it, and its hash shows that.
    let kept = stage.bank.statement_file(stage.tenant, read.id).await.unwrap().unwrap();
    assert_eq!((kept, read.file_sha256), (after.clone().into_bytes(), hex::encode(Sha256::digest(&after))));
    assert_eq!(stage.bank.statement_file(tenant(2), read.id).await.unwrap(), None, "another tenant sees nothing");
}
