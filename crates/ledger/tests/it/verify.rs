//! Makes every check fail by manipulations that only a superuser can make.

use kernel::{Currency, TenantId};
use ledger::verify::{Difference, VerifyError, verify};
use ledger::{Account, Change, Record, Transfer, TransferKind};
use sqlx::{AssertSqlSafe, Executor};

use crate::support::{Setup, card, change, customer, profile, record};

/// A test platform with all kinds of rows.
async fn busy_ledger() -> Setup {
    let setup = Setup::open().await;
    setup.fund(profile(1), 1_000).await;
    let transit = || Account::transit(Currency::EUR);
    for n in 0..5 {
        let id = setup.world.uuid();
        let step = |version, status: &str, transfers| Change {
            record: Some(record(id, version, status)),
            ..change(&format!("{n}:{version}"), transfers)
        };
        setup.commit(step(1, "NEW", vec![setup.post(card(), transit(), 50)])).await.unwrap();
        if n == 4 {
            continue;
        }
        let out = vec![
            setup.post(transit(), customer(profile(2)), 49),
            setup.post(transit(), Account::fee_income("our", Currency::EUR), 1),
        ];
        setup.commit(step(2, "DONE", out)).await.unwrap();
    }
    for (n, ends) in [None, Some(true), Some(false)].into_iter().enumerate() {
        let hold = setup.hold(customer(profile(1)), customer(profile(2)), 10);
        setup.commit(change(&format!("hold:{n}"), vec![hold.clone()])).await.unwrap();
        let Some(posts) = ends else { continue };
        let kind =
            if posts { TransferKind::PostHold { hold: hold.id } } else { TransferKind::VoidHold { hold: hold.id } };
        let end = Transfer { kind, ..setup.post(hold.debit, hold.credit, 10) };
        setup.commit(change(&format!("end:{n}"), vec![end])).await.unwrap();
    }
    setup
}

impl Setup {
    /// Runs `statements` with all constraints and triggers off, and returns the difference that is then found.
    async fn tampered(&self, statements: &str) -> Difference {
        let mut conn = self.superuser().await;
        let script = format!("BEGIN; SET LOCAL session_replication_role = replica; {statements}; COMMIT");
        conn.execute(AssertSqlSafe(script)).await.unwrap();
        let mut out = Vec::new();
        let Err(VerifyError::Difference(found)) = verify(self.store(), &mut out).await else {
            panic!("{statements} went unnoticed:\n{}", String::from_utf8_lossy(&out));
        };
        assert!(String::from_utf8(out).unwrap().contains(&found.to_string()));
        *found
    }
}

fn names(found: &Difference, tenant: TenantId, check: &str, subject: &str, expected: &str, figure: &str) {
    let all = format!("{found}");
    assert_eq!(found.tenant, tenant, "{all}");
    assert!(found.check.contains(check), "{all}");
    assert!(found.subject.starts_with(subject), "{all}");
    assert!(found.expected.contains(expected), "{all}");
    assert!(found.found.contains(figure), "{all}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_consistent_ledger_verifies() {
    let report = busy_ledger().await.verified().await;
    assert!(
        report.contains("checking 1 tenants, 5 accounts, 19 transfers, 3 holds, 15 changes, 5 records, 9 steps"),
        "{report}"
    );
    assert_eq!(report.lines().filter(|line| line.starts_with("ok")).count(), 16);
}

#[tokio::test(flavor = "multi_thread")]
async fn created_money_is_detected() {
    let setup = busy_ledger().await;
    let found =
        setup.tampered("UPDATE accounts SET credits_posted = credits_posted + 1 WHERE book = 'fee_income'").await;
    let subject = format!("account {}", Account::fee_income("our", Currency::EUR));
    names(&found, setup.tenant, "totals and version", &subject, "credits 4 posted", "credits 5 posted");
}

#[tokio::test(flavor = "multi_thread")]
async fn created_money_with_a_forged_transfer_is_detected() {
    let setup = busy_ledger().await;
    // Both rows agree, but the money has no source.
    let found = setup
        .tampered(
            "UPDATE transfers t SET posted = 1001, credit_balance = 1001 FROM accounts a
             WHERE t.posted = 1000 AND a.id = t.debit_account;
             UPDATE transfers t SET debit_balance = debit_balance + 1 FROM accounts a
             WHERE a.owner::text LIKE '%1' AND t.debit_account = a.id;
             UPDATE accounts SET credits_posted = credits_posted + 1 WHERE owner::text LIKE '%1'",
        )
        .await;
    names(&found, setup.tenant, "totals and version", "account rail/card/EUR", "debits 1251", "debits 1250");
    assert!(found.row.is_some_and(|row| row.contains("transfer ")), "the altered row is named");
}

#[tokio::test(flavor = "multi_thread")]
async fn money_moved_between_two_accounts_without_a_transfer_is_noticed() {
    let setup = busy_ledger().await;
    let found = setup
        .tampered(
            "UPDATE accounts SET credits_posted = credits_posted + 7 WHERE book = 'fee_income';
             UPDATE accounts SET credits_posted = credits_posted - 7 WHERE owner::text LIKE '%2'",
        )
        .await;
    let (check, figure) = ("totals and version", "credits 199 posted");
    names(&found, setup.tenant, check, &format!("account {}", customer(profile(2))), "credits 206 posted", figure);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_transfer_that_was_changed_or_taken_out_is_noticed() {
    let setup = busy_ledger().await;
    let found = setup.tampered("UPDATE transfers SET posted = 48 WHERE posted = 49 AND debit_version = 2").await;
    names(&found, setup.tenant, "totals and version", "account ", "", "");

    let setup = busy_ledger().await;
    let found = setup.tampered("DELETE FROM transfers WHERE code = 'test' AND kind = 'void_hold'").await;
    names(&found, setup.tenant, "totals and version", "account ", "version", "version");

    let setup = busy_ledger().await;
    let found =
        setup.tampered("UPDATE transfers SET debit_version = debit_version + 100 WHERE kind = 'void_hold'").await;
    let subject = format!("account {}", customer(profile(1)));
    names(&found, setup.tenant, "no gap", &subject, "version 6 with balance 990", "version 106 with balance 990");

    let setup = busy_ledger().await;
    let found =
        setup.tampered("UPDATE transfers SET credit_balance = 999 WHERE debit_version = 1 AND posted = 1000").await;
    names(&found, setup.tenant, "no gap", &subject, "version 1 with balance 1000", "version 1 with balance 999");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_transfer_across_currencies_is_noticed() {
    let setup = busy_ledger().await;
    let found = setup.tampered("UPDATE accounts SET currency = 'USD' WHERE book IN ('fee_income')").await;
    // A wrong key contradicts the name; with the right one the transfer itself is the difference.
    names(&found, setup.tenant, "key of its name", "account fee_income/our/USD", "", "");
    let setup = busy_ledger().await;
    let found = setup
        .tampered(&format!(
            "INSERT INTO accounts SELECT tenant_id, {desk}, 'desk', NULL, NULL, 'USD', 'none', 0, 0, 0, 0, 0, opened_at FROM accounts LIMIT 1;
             UPDATE transfers SET debit_account = {desk} WHERE posted = 1000",
            desk = Account::desk(Currency::USD).key()
        ))
        .await;
    names(&found, setup.tenant, "one currency", "transfer ", "USD", "EUR");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_negative_customer_balance_is_detected() {
    let setup = busy_ledger().await;
    let found =
        setup.tampered("UPDATE accounts SET limited = 'none' WHERE book = 'customer' AND owner::text LIKE '%1'").await;
    let subject = format!("account {}", customer(profile(1)));
    names(&found, setup.tenant, "below zero", &subject, "debits_within_credits", "limit none");
    // Without the constraint the Journal permits an overdraft; restoring the constraint does not hide it.
    let overdraft = setup.post(customer(profile(1)), card(), 2_000);
    setup.commit(change("overdraft", vec![overdraft])).await.unwrap();
    let found = setup
        .tampered(
            "ALTER TABLE accounts DROP CONSTRAINT accounts_not_overdrawn;
             UPDATE accounts SET limited = 'debits_within_credits' WHERE book = 'customer'",
        )
        .await;
    names(&found, setup.tenant, "below zero", &subject, "at most 1000", "debits of 2020 with 10 pending");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hold_that_does_not_fit_its_transfers_is_noticed() {
    for (statement, expected, figure) in [
        ("UPDATE holds SET state = 'voided', ended_at = created_at WHERE state = 'open'", "open of 10", "voided of 10"),
        ("UPDATE holds SET state = 'open', ended_at = NULL WHERE state = 'posted'", "posted of 10", "open of 10"),
        ("UPDATE holds SET amount = 11 WHERE state = 'open'", "open of 10", "open of 11"),
        ("DELETE FROM holds WHERE state = 'open'", "open of 10", "none of "),
    ] {
        let setup = busy_ledger().await;
        let found = setup.tampered(statement).await;
        names(&found, setup.tenant, "every hold ended once", "hold ", expected, figure);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_transfer_or_a_step_without_its_change_is_noticed() {
    for (statement, subject, figure) in [
        ("DELETE FROM changes WHERE key = 'hold:0'", "transfer ", "no such change"),
        ("DELETE FROM changes WHERE key = '4:1'", "", ""),
        ("UPDATE transfers SET record_id = NULL WHERE code = 'test' AND posted = 1", "transfer ", "record "),
        ("DELETE FROM record_history WHERE version = 2", "record ", "version none"),
    ] {
        let setup = busy_ledger().await;
        let found = setup.tampered(statement).await;
        names(&found, setup.tenant, "belongs to a committed change", subject, "", figure);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_record_that_differs_from_its_history_is_detected() {
    let setup = busy_ledger().await;
    let found = setup.tampered("UPDATE records SET status = 'DONE' WHERE status = 'NEW'").await;
    names(&found, setup.tenant, "where its history says", "record ", "NEW at version 1", "DONE at version 1");
    let setup = busy_ledger().await;
    let found = setup.tampered("UPDATE records SET version = 3 WHERE status = 'NEW'").await;
    names(&found, setup.tenant, "where its history says", "record ", "NEW at version 1", "NEW at version 3");
    let setup = busy_ledger().await;
    let found = setup.tampered("DELETE FROM records WHERE status = 'NEW'").await;
    names(&found, setup.tenant, "where its history says", "record ", "NEW at version 1", "nothing at version 0");
}

#[tokio::test(flavor = "multi_thread")]
async fn money_left_in_transit_of_a_finished_transaction_is_noticed() {
    let setup = busy_ledger().await;
    let found = setup
        .tampered(
            "UPDATE records SET status = 'FAIL' WHERE status = 'NEW'; UPDATE record_history h SET status = 'FAIL'
                   FROM records r WHERE r.id = h.record_id AND r.status = 'FAIL'",
        )
        .await;
    names(
        &found,
        setup.tenant,
        "nothing is left in transit",
        "record ",
        "0 EUR in transit, as it is FAIL",
        "50 EUR, 0 pending",
    );
    // A record takes another record's money out of transit: the account is not overdrawn, the record is.
    let setup = busy_ledger().await;
    let (id, transit) = (setup.world.uuid(), Account::transit(Currency::EUR));
    let steals = vec![setup.post(transit.clone(), customer(profile(3)), 20)];
    let steals = Change { record: Some(record(id, 1, "WAIT")), ..change("steals", steals) };
    setup.commit(steals).await.unwrap();
    let found = setup.tampered("SELECT 1").await;
    names(&found, setup.tenant, "nothing is left in transit", &format!("record {id}"), "at least 0 EUR", "-20 EUR");
    // Money in transit without a record.
    let setup = busy_ledger().await;
    setup.commit(change("lost", vec![setup.post(card(), transit, 20)])).await.unwrap();
    let found = setup.tampered("SELECT 1").await;
    names(&found, setup.tenant, "nothing is left in transit", "transfer ", "a record", "none");
}

#[tokio::test(flavor = "multi_thread")]
async fn money_held_for_disputes_is_what_the_records_say() {
    let disputed = |id, money: &str| Record {
        body: serde_json::json!({ "disputes": [{ "id": "dp_1", "money": money }] }),
        ..record(id, 1, "WAIT")
    };
    let held = "what acquirers hold for disputes";
    // A record says that money is held, and the ledger has none.
    let setup = busy_ledger().await;
    let id = setup.world.uuid();
    setup.commit(Change { record: Some(disputed(id, "held")), ..change("says", Vec::new()) }).await.unwrap();
    let found = setup.tampered("SELECT 1").await;
    let subject = format!("record {id}");
    names(&found, setup.tenant, held, &subject, "money held for its dispute", "0 held");
    // The ledger holds money of a record whose dispute is over, and money of no record.
    for record in [Some(disputed(id, "kept")), None] {
        let setup = busy_ledger().await;
        let subject = if record.is_some() { subject.clone() } else { "transfer ".to_owned() };
        let takes = vec![setup.post(Account::chargeback(Currency::EUR), card(), 20)];
        setup.commit(Change { record, ..change("takes", takes) }).await.unwrap();
        let found = setup.tampered("SELECT 1").await;
        names(&found, setup.tenant, held, &subject, "no money held for a dispute", "20 held");
    }
    let setup = busy_ledger().await;
    let takes = vec![setup.post(Account::chargeback(Currency::EUR), card(), 20)];
    setup.commit(Change { record: Some(disputed(id, "held")), ..change("takes", takes) }).await.unwrap();
    verify(setup.store(), &mut Vec::new()).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_guarantee_account_paid_is_what_the_records_say() {
    let made_good = |id| Record {
        body: serde_json::json!({ "make_good": { "cost": { "amount": "0.20", "currency": "EUR" } } }),
        ..record(id, 1, "DONE")
    };
    let pays =
        |setup: &Setup, atoms| setup.post(Account::guarantee(Currency::EUR), Account::desk(Currency::EUR), atoms);
    let claim = "what the guarantee account paid";
    // A record says that it was paid for, and the ledger has nothing, too little, or the same in two postings.
    for (postings, found) in [(vec![], "0 EUR in 0"), (vec![19], "19 EUR in 1"), (vec![10, 10], "20 EUR in 2")] {
        let setup = busy_ledger().await;
        let id = setup.world.uuid();
        let transfers = postings.into_iter().map(|atoms| pays(&setup, atoms)).collect();
        setup.commit(Change { record: Some(made_good(id)), ..change("says", transfers) }).await.unwrap();
        let difference = setup.tampered("SELECT 1").await;
        names(&difference, setup.tenant, claim, &format!("record {id}"), "20 EUR paid", found);
    }
    // The guarantee account paid for no record.
    let setup = busy_ledger().await;
    setup.commit(change("pays", vec![pays(&setup, 20)])).await.unwrap();
    let difference = setup.tampered("SELECT 1").await;
    names(&difference, setup.tenant, claim, "transfer ", "0 EUR paid", "20 EUR in 1");
    let setup = busy_ledger().await;
    let id = setup.world.uuid();
    setup.commit(Change { record: Some(made_good(id)), ..change("right", vec![pays(&setup, 20)]) }).await.unwrap();
    verify(setup.store(), &mut Vec::new()).await.unwrap();
}
