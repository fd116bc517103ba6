//! The ledger's part of a customer's data export (GDPR, Article 15): only what the customer may see.

use chrono::DateTime;
use identity::{Chapter, Page};
use kernel::{Amount, Currency, ProfileId, UserId};
use ledger::{Account, PAGE_MAX, StatementEntry};
use serde_json::{Value, json};
use store::{StoreError, TenantTx};
use uuid::Uuid;

use crate::requisite::Requisite;
use crate::transaction::{self, Payment, RECORD, RefundSummary, Summary, Transaction};
use crate::{
    RowPosition, beneficiary_wallet, cooling_off, deposit_account, limits, order_draft, originator, payee, plan,
    preset, saved_card, saved_requisite, short_reference, spending, status_link,
};

/// The maximum number of transactions of a page; each takes some kilobytes.
const PAGE_TRANSACTIONS: i64 = 100;

/// A page of `chapter`; `after` is the cursor of the page before.
pub(super) async fn page(
    tx: &mut TenantTx,
    user: UserId,
    profile: ProfileId,
    chapter: Chapter,
    after: Option<&str>,
) -> Result<Page, StoreError> {
    let conn = tx.conn();
    Ok(match chapter {
        Chapter::Balances => only(ledger::balances(conn, profile.uuid()).await?.iter().map(balance).collect()),
        Chapter::Transactions => transactions(tx, profile, after.and_then(|id| id.parse().ok())).await?,
        Chapter::Statements => statements(tx, profile, after).await?,
        Chapter::Limits => placed(limits::store::taken(conn, user, place_in(after), PAGE_MAX).await?),
        Chapter::Addresses => placed(cooling_off::store::export(conn, user, place_in(after), PAGE_MAX).await?),
        Chapter::Wallets => placed(beneficiary_wallet::store::export(conn, user, place_in(after), PAGE_MAX).await?),
        Chapter::Senders => placed(originator::store::export(conn, user, place_in(after), PAGE_MAX).await?),
        Chapter::DepositAccounts => only(deposit_account::store::export(conn, profile).await?),
        Chapter::SavedRequisites => only(saved_requisite::store::export(conn, profile).await?),
        Chapter::SavedCards => only(saved_card::store::export(conn, profile).await?),
        Chapter::StatusLinks => only(status_link::store::export(conn, profile).await?),
        Chapter::Presets => only(preset::store::export(conn, profile).await?),
        Chapter::OrderDraft => only(order_draft::store::export(conn, profile).await?),
        Chapter::Plans => only(plan::store::export(conn, profile).await?),
        Chapter::Spending => only(spending::store::export(conn, profile).await?),
        Chapter::Payees => placed(payee::store::export(conn, profile, place_in(after), PAGE_MAX).await?),
        // Rewards and partners have these.
        Chapter::FarmPoints
        | Chapter::FarmDays
        | Chapter::FarmExchanges
        | Chapter::ReferralLink
        | Chapter::Referrals
        | Chapter::ReferralEarnings
        | Chapter::PartnerConsents => Page::default(),
    })
}

/// A short list in a single page.
fn only(rows: Vec<Value>) -> Page {
    Page { rows, next: None }
}

/// Rows with their positions. A full page has a next page, which may be empty.
fn placed(rows: Vec<(RowPosition, Value)>) -> Page {
    let is_full = i64::try_from(rows.len()).unwrap_or(i64::MAX) >= PAGE_MAX;
    let next = rows.last().filter(|_| is_full).map(|((at, id), _)| format!("{}:{id}", at.timestamp_micros()));
    Page { rows: rows.into_iter().map(|(_, row)| row).collect(), next }
}

/// Parses a cursor of [`placed`].
fn place_in(after: Option<&str>) -> Option<RowPosition> {
    let (micros, id) = after?.split_once(':')?;
    Some((DateTime::from_timestamp_micros(micros.parse().ok()?)?, id.parse().ok()?))
}

fn money(amount: Amount) -> Value {
    json!({"amount": amount.to_decimal(), "currency": amount.currency().code()})
}

fn balance(balance: &ledger::Balance) -> Value {
    let amount = |amount: Amount| amount.to_decimal();
    json!({"currency": balance.currency.code(), "posted": amount(balance.posted), "held": amount(balance.pending),
        "available": amount(balance.available), "incoming": amount(balance.incoming)})
}

/// The profile's own transactions and received transfers, newest first.
async fn transactions(tx: &mut TenantTx, profile: ProfileId, before: Option<Uuid>) -> Result<Page, StoreError> {
    let own = ledger::records_of(tx.conn(), RECORD, profile.uuid(), &[], before, PAGE_TRANSACTIONS).await?;
    let received = transaction::store::received(tx.conn(), profile, before, PAGE_TRANSACTIONS).await?;
    let own = own.into_iter().map(|record| {
        // A transaction that this version cannot parse is listed by id instead of being left out.
        let unread = json!({"id": record.id, "status": record.status, "created_at": record.created_at});
        (record.id, transaction::read(record.id, record.body).map_or(unread, |read| shown(&read)))
    });
    let received = received.into_iter().map(|(id, body)| {
        let seen = transaction::read(id, body).ok().and_then(|transfer| transfer.seen_by(profile));
        (id, seen.map_or_else(|| json!({ "id": id }), |seen| shown(&seen)))
    });
    let mut rows: Vec<(Uuid, Value)> = own.chain(received).collect();
    rows.sort_unstable_by_key(|(id, _)| std::cmp::Reverse(*id));
    let page = usize::try_from(PAGE_TRANSACTIONS).unwrap_or(usize::MAX);
    let is_last = rows.len() < page;
    rows.truncate(page);
    let next = rows.last().filter(|_| !is_last).map(|(id, _)| id.to_string());
    Ok(Page { rows: rows.into_iter().map(|(_, row)| row).collect(), next })
}

/// The exported fields of a transaction, as an explicit list: no keys, signatures, tokens or operator notes.
fn shown(tx: &Transaction) -> Value {
    let price = &tx.price;
    let side = |amount, endpoint: kernel::Endpoint| {
        let mut side = money(amount);
        side["payway"] = endpoint.code().into();
        side
    };
    let payment = |payment: &Payment| json!({"amount": money(payment.amount), "seen_at": payment.seen_at, "credited_at": payment.credited_at, "reference": payment.reference});
    json!({
        "id": tx.id, "reference": short_reference(tx.id), "type": tx.kind.code(), "status": tx.status().code(),
        "ordered": {
            "from": side(price.from_amount, price.source), "to": side(price.to_amount, price.sink),
            "pay_to": tx.requisite().map(place_of),
            "lines": price.lines.iter().map(|line| json!({"kind": line.kind, "amount": money(line.amount)})).collect::<Vec<_>>(),
        },
        "result": result(&tx.summary()),
        "payments": tx.collect().map(|leg| leg.payments.iter().map(payment).collect::<Vec<_>>()),
        "moves": tx.moves, "created_at": tx.created_at, "updated_at": tx.updated_at,
    })
}

/// The actual outcome instead of the ordered one.
fn result(summary: &Summary) -> Value {
    let back = |refund: &RefundSummary| {
        json!({"amount": money(refund.amount), "cost": refund.cost.map(money), "to": refund.to.as_ref().map(place_of),
            "references": refund.references, "settled_at": refund.settled_at})
    };
    json!({
        "kind": summary.headline.kind, "amount": money(summary.headline.amount), "paid": summary.paid.map(money),
        "fees_taken": summary.fees.iter().map(|fee| json!({"kind": fee.kind, "amount": money(fee.amount)})).collect::<Vec<_>>(),
        "refund": summary.refund.as_ref().map(back), "deposited": summary.deposited.map(money), "held": summary.held.map(money),
    })
}

fn place_of(requisite: &Requisite) -> Value {
    match requisite {
        Requisite::Address { value, memo } => json!({"address": value, "memo": memo}),
        Requisite::Iban { value, full_name, .. } => json!({"iban": value, "full_name": full_name}),
        Requisite::Card { card } => json!({"card": format!("•••• {}", card.last4)}),
        Requisite::Customer(party) => json!({"customer": party.contact, "name": party.name}),
        Requisite::Code => json!({"code": "on the order"}),
    }
}

/// The statements of the profile's accounts, one currency after another; the cursor is `CURRENCY:version`.
async fn statements(tx: &mut TenantTx, profile: ProfileId, after: Option<&str>) -> Result<Page, StoreError> {
    let accounts = ledger::balances(tx.conn(), profile.uuid()).await?;
    let after = after.and_then(|text| text.split_once(':'));
    let at = after.map_or(0, |(code, _)| accounts.iter().position(|one| one.currency.code() == code).unwrap_or(0));
    let Some(balance) = accounts.get(at) else { return Ok(Page::default()) };
    let account = Account::customer(profile, balance.currency);
    let before = after.and_then(|(_, version)| version.parse().ok());
    let found = ledger::statement(tx.conn(), &account, before, PAGE_MAX).await?;
    let is_last = i64::try_from(found.len()).unwrap_or(i64::MAX) < PAGE_MAX;
    let next = match (found.last(), is_last) {
        (Some(last), false) => Some(place(balance.currency, last.version)),
        _ => accounts.get(at + 1).map(|next| place(next.currency, i64::MAX)),
    };
    let rows = found.iter().map(|entry| line(balance.currency, entry)).collect();
    Ok(Page { rows, next })
}

fn place(currency: Currency, version: i64) -> String {
    format!("{}:{version}", currency.code())
}

fn line(currency: Currency, entry: &StatementEntry) -> Value {
    json!({"currency": currency.code(), "line": entry.version, "kind": entry.kind, "code": entry.code,
        "change": entry.change.to_decimal(), "held": entry.pending.to_decimal(), "balance": entry.balance.to_decimal(),
        "transaction": entry.record.map(kernel::TransactionId::from_uuid), "at": entry.at})
}
