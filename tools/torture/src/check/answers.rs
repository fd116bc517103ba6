//! Compares the users' recorded answers with the database.

use std::collections::{BTreeMap, BTreeSet};

use sqlx::{PgConnection, Row};

use super::Verdict;
use crate::history::{Action, Seen};

/// The transactions in the database, as far as the API shows them.
struct Books {
    /// The current status, by id.
    status: BTreeMap<String, String>,
    /// The review reason of transactions that wait for an operator, by id.
    reviews: BTreeMap<String, String>,
    /// The ids of the orders, by idempotency key.
    orders: BTreeMap<String, Vec<String>>,
    /// The number of steps, by id and reason.
    steps: BTreeMap<(String, String), u64>,
    /// The number of recorded payments, by id.
    payments: BTreeMap<String, u64>,
    /// All statuses so far, by id.
    had: BTreeMap<String, BTreeSet<String>>,
}

impl Books {
    async fn read(conn: &mut PgConnection) -> anyhow::Result<Self> {
        let mut books = Self {
            status: BTreeMap::new(),
            reviews: BTreeMap::new(),
            orders: BTreeMap::new(),
            steps: BTreeMap::new(),
            payments: BTreeMap::new(),
            had: BTreeMap::new(),
        };
        let rows = sqlx::query(
            "SELECT body ->> 'id', body ->> 'client_key', status, body #>> '{review,reason}',
                    (SELECT count(*) FROM jsonb_path_query(body, 'strict $.**.payments[*]'))
             FROM records WHERE kind = 'transaction'",
        );
        for row in rows.fetch_all(&mut *conn).await? {
            let (id, key, status): (String, Option<String>, String) =
                (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
            if let Some(key) = key {
                books.orders.entry(key).or_default().push(id.clone());
            }
            if let Some(reason) = row.try_get::<Option<String>, _>(3)?.filter(|_| status == "MANUAL") {
                books.reviews.insert(id.clone(), reason);
            }
            let payments: i64 = row.try_get(4)?;
            books.payments.insert(id.clone(), payments.unsigned_abs());
            books.status.insert(id, status);
        }
        let rows = sqlx::query(
            "SELECT r.body ->> 'id', h.reason, h.status FROM record_history h
             JOIN records r ON r.tenant_id = h.tenant_id AND r.id = h.record_id WHERE r.kind = 'transaction'",
        );
        for row in rows.fetch_all(&mut *conn).await? {
            let (id, reason, status): (String, String, String) = (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
            *books.steps.entry((id.clone(), reason)).or_default() += 1;
            books.had.entry(id).or_default().insert(status);
        }
        Ok(books)
    }
}

/// I6 and I7: each acknowledged action exists once, no refused action exists, and final states stay.
pub async fn check(conn: &mut PgConnection, seen: &Seen) -> anyhow::Result<Vec<Verdict>> {
    let books = Books::read(conn).await?;
    let yes = seen.told.iter().filter(|told| told.done).count() as u64;
    let no = seen.told.len() as u64 - yes;
    let (lost, ghosts) = actions(&books, seen);
    let ended = |(id, status): (&String, &String)| {
        let now = books.status.get(id);
        (now != Some(status)).then(|| format!("{id} was shown as {status} and is {now:?}"))
    };
    let reopened: Vec<String> = seen.ended.iter().filter_map(ended).collect();
    let of = |id: &str| -> Vec<String> {
        seen.broken.iter().filter(|(of, _)| *of == id).map(|(_, text)| text.clone()).collect()
    };
    let manual = unexpected_reviews(&books, seen);
    let unanswered = seen.unanswered.iter().map(|(action, key)| format!("{action:?} {key}")).chain(of("I11")).collect();
    Ok(vec![
        Verdict::from_list(
            "I6",
            "the same key gave the same answer, byte for byte",
            seen.repeats + seen.mismatches,
            of("I6"),
        ),
        Verdict::from_list("I7", "everything that was acknowledged is there, once", yes, lost),
        Verdict::from_list(
            "I7",
            "nothing happened that was refused, and nothing more often than it was acknowledged",
            no + yes,
            ghosts,
        ),
        Verdict::from_list("I7", "each reader found the transaction", seen.asked, of("I7")),
        Verdict::from_list("I10", "an end that was shown is still the end", seen.ended.len() as u64, reopened),
        Verdict::from_list("I11", "everybody got an answer in the end", seen.told.len() as u64, unanswered),
        Verdict::from_list(
            "I11",
            "nothing waits for an operator that no chain took back",
            books.status.len() as u64,
            manual,
        ),
        Verdict::from_list(
            "I12",
            "payments taken back by a chain are told once",
            seen.reorganised.len() as u64,
            told_again(&books),
        ),
        Verdict::from_list("E500", "no answer was a 500", seen.asked, of("E500")),
        Verdict::from_list("WISH", "every price that was asked for could be had", seen.told.len() as u64, of("WISH")),
    ])
}

/// Acknowledged actions that are missing, and existing actions that were not acknowledged.
fn actions(books: &Books, seen: &Seen) -> (Vec<String>, Vec<String>) {
    let (mut lost, mut ghosts) = (Vec::new(), Vec::new());
    let mut acknowledged: BTreeMap<(String, Action), u64> = BTreeMap::new();
    for told in &seen.told {
        let id = told.transaction.clone().unwrap_or_default();
        if told.action == Action::Order {
            let made = books.orders.get(&told.key).cloned().unwrap_or_default();
            if told.done && made != [id.clone()] {
                lost.push(format!("order {id} under {}: there is {made:?}", told.key));
            }
            if !told.done && !made.is_empty() {
                ghosts.push(format!("order {} was refused with {}: there is {made:?}", told.key, told.status));
            }
        } else if told.done {
            *acknowledged.entry((id.clone(), told.action)).or_default() += 1;
        } else {
            acknowledged.entry((id.clone(), told.action)).or_default();
        }
        let had = |status: &String| books.had.get(&id).is_some_and(|had| had.contains(status));
        if let Some(status) = told.stands.as_ref().filter(|status| told.done && !had(status)) {
            lost.push(format!("{id} was told to be {status} and never was"));
        }
    }
    let open: BTreeSet<&str> = seen.unanswered.iter().map(|(_, key)| key.as_str()).collect();
    for ((id, action), times) in acknowledged {
        let Some(reason) = action.reason() else { continue };
        let found = books.steps.get(&(id.clone(), reason.to_owned())).copied().unwrap_or(0);
        let enough = if action == Action::Cancel { found >= times.min(1) } else { found >= times };
        if !enough {
            lost.push(format!("{action:?} of {id}: acknowledged {times} times, there {found} times"));
        }
        if found > times && open.is_empty() {
            ghosts.push(format!("{action:?} of {id}: acknowledged {times} times, there {found} times"));
        }
    }
    (lost, ghosts)
}

/// A payment is reversed once, and again only after it has been restored.
fn told_again(books: &Books) -> Vec<String> {
    let steps = |id: &String, reason: &str| books.steps.get(&(id.clone(), reason.to_owned())).copied().unwrap_or(0);
    let back = ["payment_restored", "credited_after_reversal", "payment_credited", "unmatched_payment_again"];
    let found = books.payments.iter().filter_map(|(id, payments)| {
        let (gone, back) = (steps(id, "payment_reversed"), back.map(|reason| steps(id, reason)).iter().sum::<u64>());
        (gone > payments + back).then(|| format!("{id}: {payments} payments, gone {gone} times, back {back} times"))
    });
    found.collect()
}

/// Transactions in review without an external cause. A reorganisation may also reverse other users' payments, so one
/// reorganisation in the run excuses all reversals.
fn unexpected_reviews(books: &Books, seen: &Seen) -> Vec<String> {
    let taken_back = |reason: &str| matches!(reason, "reversed" | "never_confirmed") && !seen.reorganised.is_empty();
    let manual = books.reviews.iter().filter(|(_, reason)| !taken_back(reason));
    manual.map(|(id, reason)| format!("{id}: {reason}")).collect()
}
