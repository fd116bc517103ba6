//! Reads the balances, movements and personal data of a document.

use chrono::{DateTime, NaiveTime, TimeDelta, Utc};
use exchange::guarantee::{MAKE_GOOD, MakeGoodKind};
use exchange::{LineKind, StatementLine, StatementRequest, Transaction};
use identity::{Brand, Tenant, User};
use kernel::{Amount, Currency};
use ledger::{Account, Position};

use super::model::{self, DocumentError, Failure};
use super::store::ClaimedDocument;
use super::{Documents, store};
use crate::content::{AccountPart, Content, Exchanged, Fee, Holder, Issuer, Kind, Movement, Period, Promise};

/// The maximum number of movements of a document.
pub(super) const MOVEMENTS_MAX: usize = 20_000;
/// The movements that one query reads.
const PAGE: u16 = 199;
/// The part of the work that reading is, in percent.
const READING: usize = 60;
/// The brand colour of a tenant without its own, and of one whose colour is no colour.
const COLOR: [u8; 3] = [0x1f, 0x5a, 0xf6];
/// The distance of two instants that the ledger distinguishes: its times have microseconds.
const INSTANT: TimeDelta = TimeDelta::microseconds(1);
/// The significant digits of a rate.
const RATE_DIGITS: u8 = 8;

/// The result.
pub(super) enum Gathered {
    /// Everything.
    Content(Box<Content>),
    /// It cannot be stated.
    Not(Failure),
}

pub(super) async fn gather(documents: &Documents, taken: &ClaimedDocument) -> Result<Gathered, DocumentError> {
    let identity = &documents.inner.identity;
    let tenant = identity.tenant_by_id(taken.owner.tenant).await?;
    let user = identity.user(tenant.id, taken.owner.user).await?;
    let personal = identity.personal(tenant.id, user.id).await?;
    let names = [user.first_name.as_deref(), user.last_name.as_deref()];
    let name = names.into_iter().flatten().collect::<Vec<_>>().join(" ");
    let mut address = Vec::new();
    if let Some(personal) = &personal {
        address.extend(personal.street.clone());
        let town = [personal.postcode.as_deref(), personal.city.as_deref()].into_iter().flatten();
        let town = town.collect::<Vec<_>>().join(" ");
        let country = user.residence.map(|country| country.to_string());
        let town = [Some(town).filter(|town| !town.is_empty()), country].into_iter().flatten().collect::<Vec<_>>();
        address.extend(Some(town.join(", ")).filter(|town| !town.is_empty()));
    }
    let (request, requested_at) = (&taken.document.request, taken.document.requested_at);
    if request.kind == Kind::LetterOfGoodStanding
        && let Some(failure) = untrue(documents, taken, &tenant, &user).await?
    {
        return Ok(Gathered::Not(failure));
    }
    let Some(accounts) = accounts(documents, taken).await? else {
        return Ok(Gathered::Not(Failure::TooManyMovements));
    };
    Ok(Gathered::Content(Box::new(Content {
        kind: request.kind,
        language: request.language,
        number: model::number_of(taken.document.id),
        code: taken.document.code.clone(),
        issuer: issuer(&tenant, &taken.origin),
        holder: Holder { name, address, since: user.created_at.date_naive() },
        period: request.period,
        issued_at: if request.kind.has_period() { requested_at } else { documents.inner.world.now() },
        accounts,
    })))
}

/// Why a letter would not be true at the moment; `None` if it is: the identity is verified, and the account is open and
/// not restricted, and owes nothing.
async fn untrue(
    documents: &Documents,
    taken: &ClaimedDocument,
    tenant: &Tenant,
    user: &User,
) -> Result<Option<Failure>, DocumentError> {
    let now = documents.inner.world.now();
    // The identity was verified when the letter was asked for. It can have been taken back since.
    if !documents.is_verified(tenant.id, user.id).await? {
        return Ok(Some(Failure::NotVerified));
    }
    let status = documents.inner.identity.customer_status(tenant, user.id).await?;
    let restricted = user.blocked || user.closes_at.is_some() || status.payouts_held(now).is_some();
    let mut tx = documents.inner.store.tenant_read(tenant.id).await?;
    for profile in user.all_profiles() {
        let balances = ledger::balances(tx.conn(), profile.uuid()).await?;
        if balances.iter().any(|balance| balance.posted.is_negative()) {
            return Ok(Some(Failure::NotInGoodStanding));
        }
    }
    let is_good = !restricted && user.profiles.contains(&taken.owner.profile);
    Ok((!is_good).then_some(Failure::NotInGoodStanding))
}

fn issuer(tenant: &Tenant, origin: &str) -> Issuer {
    let Brand { color, mark, support_email, .. } = &tenant.brand;
    let shapes = mark.iter().flat_map(|mark| mark.shapes());
    Issuer {
        name: tenant.name.clone(),
        color: color.as_deref().and_then(read_color).unwrap_or(COLOR),
        mark: shapes.map(|shape| (shape.d.clone(), shape.opacity)).collect(),
        support: support_email.clone(),
        origin: origin.to_owned(),
        is_sandbox: tenant.sandbox,
    }
}

/// `#rrggbb`.
fn read_color(text: &str) -> Option<[u8; 3]> {
    let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6 && digits.is_ascii())?;
    let part = |at: usize| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok();
    Some([part(0)?, part(2)?, part(4)?])
}

/// The balances of the document; `None` if they have too many movements.
async fn accounts(documents: &Documents, taken: &ClaimedDocument) -> Result<Option<Vec<AccountPart>>, DocumentError> {
    let request = &taken.document.request;
    if request.kind == Kind::LetterOfGoodStanding {
        return Ok(Some(Vec::new()));
    }
    let all = edges(documents, taken).await?;
    let (mut accounts, mut left) = (Vec::new(), MOVEMENTS_MAX);
    for (at, edges) in all.iter().enumerate() {
        let Some(account) = account(documents, taken, *edges, left).await? else { return Ok(None) };
        left -= account.movements.len();
        let idle = account.movements.is_empty() && account.opening.is_zero() && account.closing.is_zero();
        // A balance that was empty all the time says nothing, unless it was asked for.
        if !idle || request.currency.is_some() {
            accounts.push(account);
        }
        let percent = i16::try_from((at + 1) * READING / all.len()).unwrap_or_default();
        let mut tx = documents.inner.store.tenant(taken.owner.tenant).await?;
        store::progress(tx.conn(), taken.owner.tenant, taken.document.id, percent).await?;
        tx.commit().await?;
    }
    if request.kind == Kind::WalletStatement {
        accounts.iter_mut().for_each(|account| account.movements = Vec::new());
    }
    Ok(Some(accounts))
}

/// The last moment that a document states: the end of its period, or when it was asked for if that is earlier. What was
/// booked at exactly this moment belongs to it. Pure.
fn last_moment(period: Period, requested_at: DateTime<Utc>) -> DateTime<Utc> {
    (midnight(period.to) + TimeDelta::days(1) - INSTANT).min(requested_at)
}

/// A balance before the first and after the last movement of the period.
#[derive(Clone, Copy)]
struct Edges {
    currency: Currency,
    opening: Position,
    closing: Position,
}

/// The edges of all balances of the document. They are of one snapshot of the database and end at one moment, so a
/// conversion is in both of its balances or in neither of them.
async fn edges(documents: &Documents, taken: &ClaimedDocument) -> Result<Vec<Edges>, DocumentError> {
    let (owner, request) = (taken.owner, &taken.document.request);
    let instants = [midnight(request.period.from) - INSTANT, last_moment(request.period, taken.document.requested_at)];
    let mut tx = documents.inner.store.tenant_read(owner.tenant).await?;
    let currencies: Vec<Currency> = match request.currency {
        Some(currency) => vec![currency],
        None => {
            let all = ledger::balances(tx.conn(), owner.profile.uuid()).await?;
            all.iter().map(|balance| balance.posted.currency()).collect()
        }
    };
    let mut all = Vec::with_capacity(currencies.len());
    for currency in currencies {
        let account = Account::customer(owner.profile, currency);
        let found = ledger::positions_at(tx.conn(), &account, &instants).await?;
        if let [opening, closing] = found[..] {
            all.push(Edges { currency, opening, closing });
        }
    }
    Ok(all)
}

/// A balance over the period. Pages go back in time from the closing balance, so movements that are booked meanwhile
/// change nothing.
async fn account(
    documents: &Documents,
    taken: &ClaimedDocument,
    Edges { currency, opening, closing }: Edges,
    most: usize,
) -> Result<Option<AccountPart>, DocumentError> {
    let period = taken.document.request.period;
    let mut request = StatementRequest {
        tenant: taken.owner.tenant,
        profile: taken.owner.profile,
        currency,
        from: midnight(period.from),
        to: last_moment(period, taken.document.requested_at) + INSTANT,
        search: None,
        // The first page begins at the closing balance of the snapshot.
        cursor: Some(closing.version + 1),
        limit: PAGE,
    };
    let mut movements = Vec::new();
    loop {
        let page = documents.inner.exchange.statement(&request).await?;
        movements.extend(page.lines.iter().map(movement));
        if movements.len() > most {
            return Ok(None);
        }
        request.cursor = page.next;
        if request.cursor.is_none() {
            break;
        }
    }
    movements.reverse();
    Ok(Some(AccountPart::new(opening.balance, closing.balance, movements)?))
}

fn midnight(day: chrono::NaiveDate) -> DateTime<Utc> {
    day.and_time(NaiveTime::MIN).and_utc()
}

fn movement(line: &StatementLine) -> Movement {
    let StatementLine { entry, transaction } = line;
    let priced = transaction.as_ref().filter(|transaction| is_main(transaction, entry.change));
    Movement {
        number: entry.version,
        at: entry.at,
        what: transaction.as_ref().map(Transaction::display_type),
        reference: transaction.as_ref().map(|transaction| exchange::short_reference(transaction.id)),
        counterparty: transaction.as_ref().and_then(counterparty),
        change: entry.change,
        balance: entry.balance,
        fees: priced.map(fees).unwrap_or_default(),
        exchange: priced.and_then(exchanged),
        promise: transaction.as_ref().and_then(|transaction| promise(transaction, &entry.code, priced.is_some())),
    }
}

/// How the promised price of a movement's transaction was kept. A kept one is told beside the price.
fn promise(transaction: &Transaction, code: &str, is_priced: bool) -> Option<Promise> {
    let made = transaction.make_good?;
    match made.kind {
        MakeGoodKind::Kept => is_priced.then_some(Promise::Kept(made.loss)),
        MakeGoodKind::Credited => (code == MAKE_GOOD).then_some(Promise::Credited),
    }
}

/// Whether a movement is the given or the received amount of its transaction, so that the price belongs beside it.
fn is_main(transaction: &Transaction, change: Amount) -> bool {
    let price = &transaction.price;
    change == price.to_amount || change.negated() == price.from_amount
}

fn counterparty(transaction: &Transaction) -> Option<String> {
    let outside = transaction.requisite().map(exchange::requisite::Requisite::display);
    outside.or_else(|| transaction.counterparty().map(|party| party.name.clone()))
}

fn fees(transaction: &Transaction) -> Vec<Fee> {
    let lines = transaction.price.lines.iter();
    let named = lines.filter(|line| line.kind != LineKind::AmountConverted && !line.amount.is_zero());
    named.map(|line| Fee { kind: line.kind, amount: line.amount }).collect()
}

fn exchanged(transaction: &Transaction) -> Option<Exchanged> {
    let price = &transaction.price;
    if price.from_currency == price.to_currency {
        return None;
    }
    let (given, received) = (price.from_amount, price.to_amount);
    // A rate above one is easier to read: 1 BTC = 57,213.44 EUR in both directions.
    let is_above_one = price.rate.to_decimal(RATE_DIGITS).split('.').next() != Some("0");
    let rate = if is_above_one { price.rate } else { price.rate.inverse() };
    Some(Exchanged { given, received, rate: rate.to_decimal(RATE_DIGITS), of: rate.from(), in_: rate.to() })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Whenever a document is asked for and made, it states nothing later than its period and its request.
        #[test]
        fn a_document_ends_with_its_period_or_its_request(days in 0_i64..90, after in 0_i64..200 * 86_400_000_000) {
            let from: chrono::NaiveDate = "2026-02-01".parse().unwrap();
            let period = Period { from, to: from + TimeDelta::days(days) };
            let requested_at = midnight(period.to) + TimeDelta::microseconds(after);
            let last = last_moment(period, requested_at);
            prop_assert!(last <= requested_at && last.date_naive() == period.to);
            prop_assert!(last == requested_at || last + INSTANT == midnight(period.to) + TimeDelta::days(1));
        }
    }
}
