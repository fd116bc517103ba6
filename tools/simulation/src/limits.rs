//! The customers' velocity limits: what the changes write of their use, and what that counts. The rule of the limits is
//! checked by the postings alone.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use exchange::ExchangeError;
use exchange::admission::{Counts, Rules};
use exchange::counting::Counting;
use exchange::limits::{Ends, Tier, TierLimits, TierRule, Tiers, Use};
use exchange::quote::Price;
use exchange::transaction::{AccountRole, Decision, Ending, Posting, PostingKind, Status, Transaction};
use identity::CustomerStatus;
use kernel::{Amount, Currency, Endpoint, ProfileId, UserId};
use uuid::Uuid;

/// The limits of every customer within a day and a month, in euro: low enough that some orders exceed them.
pub(crate) const FIAT_EURO: (i128, i128) = (20_000, 60_000);
pub(crate) const CRYPTO_OUT_EURO: (i128, i128) = (10_000, 30_000);

/// The use of the limits by one movement.
#[derive(Debug, Clone)]
pub(crate) struct Row {
    pub(crate) user: UserId,
    pub(crate) written: Use,
    /// Whether it came to life again after it had expired: its use then counts on top of what has been admitted since.
    pub(crate) is_revived: bool,
}

/// The moved amounts of one movement, in atoms.
#[derive(Debug, Clone, Copy, Default)]
struct Moved {
    came: i128,
    left: i128,
}

/// The uses of all customers, by movement, as durable as the ledger.
#[derive(Debug, Clone, Default)]
pub struct Limits {
    pub(crate) rows: BTreeMap<Uuid, Row>,
    moved: BTreeMap<Uuid, Moved>,
}

/// The customer behind a profile.
#[must_use]
pub fn user_of(profile: ProfileId) -> UserId {
    UserId::from_uuid(Uuid::from_u128(profile.uuid().as_u128() | 1 << 69))
}

/// The status of a customer: known by email alone.
#[must_use]
pub fn customer_status(profile: ProfileId) -> CustomerStatus {
    CustomerStatus { user: Some(user_of(profile)), ..CustomerStatus::default() }
}

/// The limits of every customer.
#[must_use]
pub fn tiers() -> Tiers {
    let euro = |euro: i128| Some(Amount::new(euro * 100, Currency::EUR));
    let limits = TierLimits {
        fiat_day: euro(FIAT_EURO.0),
        fiat_month: euro(FIAT_EURO.1),
        crypto_out_day: euro(CRYPTO_OUT_EURO.0),
        crypto_out_month: euro(CRYPTO_OUT_EURO.1),
    };
    let mut tiers = Tiers::sandbox();
    tiers.0.insert(Tier::T0, TierRule { limits, eea: None });
    tiers
}

impl Limits {
    /// The rest of a change that the ledger does not know: the use that it writes, and what its postings move.
    pub(crate) fn write(&mut self, decision: &Decision, was: Option<Status>, now: DateTime<Utc>) {
        let tx = &decision.transaction;
        let id = tx.id.uuid();
        if let Some((counted, (demand, to_new))) = decision.counted.as_ref().and_then(|one| Some((one, one.demand?))) {
            let written = Use { at: now, fiat: demand.fiat, crypto_out: demand.crypto_out, to_new, ends: demand.ends };
            self.rows.insert(id, Row { user: counted.user, written, is_revived: false });
        } else if was == Some(Status::Expired)
            && tx.ending.is_none()
            && let Some(row) = self.rows.get_mut(&id)
        {
            row.is_revived = true;
        }
        let moved = self.moved.entry(id).or_default();
        for posting in &decision.postings {
            moved.add(posting);
        }
    }

    /// The part of a use that must count, by the postings alone while the movement is not open.
    pub(crate) fn expected(&self, tx: &Transaction, whole: Use) -> Use {
        let moved = match tx.ending {
            None | Some(Ending::Completed) => return whole,
            Some(Ending::Cancelled | Ending::Expired) => Moved::default(),
            Some(_) => self.moved.get(&tx.id.uuid()).copied().unwrap_or_default(),
        };
        let is_refund = tx.payouts().any(|(_, leg)| leg.to.is_refund());
        let left = !is_refund && moved.left > 0;
        let is_incoming = tx.price.source != Endpoint::Balance && tx.price.from_currency.is_fiat();
        let part = |amount, counts| if counts { amount } else { Amount::zero(Currency::EUR) };
        let fiat = part(whole.fiat, if is_incoming { moved.came > 0 } else { left });
        let ends = Ends {
            incoming: whole.ends.incoming.filter(|_| moved.came > 0),
            outgoing: whole.ends.outgoing.filter(|_| left),
        };
        Use { fiat, crypto_out: part(whole.crypto_out, left), ends, ..whole }
    }
}

impl Moved {
    fn add(&mut self, posting: &Posting) {
        let atoms = posting.amount.atoms();
        match (posting.kind, posting.code) {
            (PostingKind::Hold(_) | PostingKind::VoidHold(_), _) => {}
            (_, "collect") => self.came += atoms,
            (_, "collect_reversed") if posting.debit != AccountRole::Adjustment => self.came -= atoms,
            (_, "draw") if matches!(posting.debit, AccountRole::Product(_)) => self.came += atoms,
            (_, "payout" | "product" | "transfer") => self.left += atoms,
            (_, "payout_returned") => self.left -= atoms,
            _ => {}
        }
    }
}

/// The use of limits by an admitted movement.
///
/// # Errors
/// [`ExchangeError::Limit`], and a missing price.
pub fn evidence(
    rules: &(CustomerStatus, &exchange::policy::Policy),
    tx: &Transaction,
    price: &Price,
    counts: &Counts,
    prices: Option<&exchange::PriceBook>,
    now: DateTime<Utc>,
) -> Result<Option<std::sync::Arc<exchange::transaction::Counted>>, ExchangeError> {
    let (customer_status, policy) = rules;
    let demand = Counting::of(price, &policy.limits).demand(prices)?;
    let rules = Rules { policy, customer_status };
    let found = rules.count(tx.id, price, &demand, counts, tx.requisite(), now).map_err(|refusal| refusal.error)?;
    Ok(found.counted)
}
