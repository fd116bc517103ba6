//! The customers' velocity limits: what the changes write of their use, and what that counts. The rule of the limits is
//! checked by the postings alone.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use exchange::ExchangeError;
use exchange::admission::{Counts, Rules};
use exchange::limits::{Counting, Period, Tier, TierLimits, TierRule, Tiers, Use};
use exchange::quote::Price;
use exchange::transaction::{AccountRole, Command, Decision, Ending, Posting, PostingKind, Status, Transaction};
use identity::CustomerStatus;
use kernel::{Amount, Currency, Endpoint, ProfileId, UserId};
use ledger::memory::Broken;
use uuid::Uuid;

use crate::executor::{Mistake, counted};
use crate::sim::Sim;

/// The limits of every customer within a day and a month, in euro: low enough that some orders exceed them.
const FIAT_EURO: (i128, i128) = (20_000, 60_000);
const CRYPTO_OUT_EURO: (i128, i128) = (10_000, 30_000);

/// The use of the limits by one movement.
#[derive(Debug, Clone)]
struct Row {
    user: UserId,
    written: Use,
    /// Whether it came to life again after it had expired: its use then counts on top of what has been admitted since.
    is_revived: bool,
}

/// What has moved in one movement, in atoms.
#[derive(Debug, Clone, Copy, Default)]
struct Moved {
    came: i128,
    left: i128,
}

/// The uses of all customers, by movement, as durable as the ledger.
#[derive(Debug, Clone, Default)]
pub struct Limits {
    rows: BTreeMap<Uuid, Row>,
    moved: BTreeMap<Uuid, Moved>,
}

/// The customer behind a profile.
#[must_use]
pub fn user_of(profile: ProfileId) -> UserId {
    UserId::from_uuid(Uuid::from_u128(profile.uuid().as_u128() | 1 << 69))
}

/// The status of a customer: known by email alone.
#[must_use]
pub fn standing(profile: ProfileId) -> CustomerStatus {
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
    fn write(&mut self, decision: &Decision, was: Option<Status>, now: DateTime<Utc>) {
        let tx = &decision.transaction;
        let id = tx.id.uuid();
        if let Some((counted, (demand, to_new))) = decision.counted.as_ref().and_then(|one| Some((one, one.demand?))) {
            let written = Use { at: now, fiat: demand.fiat, crypto_out: demand.crypto_out, to_new };
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
    fn expected(&self, tx: &Transaction, whole: Use) -> Use {
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
        Use { fiat, crypto_out: part(whole.crypto_out, left), ..whole }
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

impl Sim {
    /// What is counted for the owner of a profile, without the movement `own`.
    #[must_use]
    pub fn counts(&self, profile: ProfileId, own: Option<Uuid>) -> Counts {
        let user = user_of(profile);
        let of_user = self.limits.rows.iter().filter(|(id, row)| row.user == user && Some(**id) != own);
        let now = of_user.filter_map(|(id, row)| Some(counted(self.mistake(), row.written, self.stored.get(id)?)));
        Counts {
            user,
            version: self.journal.counter(user.uuid()),
            uses: now.collect(),
            address: None,
            linked: Vec::new(),
            wallet: None,
            coming: None,
            came: Amount::zero(Currency::EUR),
            statement: None,
        }
    }

    fn mistake(&self) -> Option<Mistake> {
        self.bug.and_then(crate::bug::Bug::of_executor)
    }

    /// Checks the limits of an owner's command, as the use case does, and adds what it counts to the decision.
    ///
    /// # Errors
    /// [`ExchangeError::Limit`], and a missing price.
    pub fn check_limits(
        &self,
        command: &Command,
        before: &Transaction,
        decision: &mut Decision,
    ) -> Result<(), ExchangeError> {
        let is_counted = match command {
            Command::UpdateAmount => true,
            Command::Deposit => before.is_arrival(),
            _ => false,
        };
        if is_counted {
            let tx = &decision.transaction;
            let counts = self.counts(tx.profile, Some(tx.id.uuid()));
            let prices = self.market.prices();
            decision.counted = evidence(&self.market.rules_of(tx.profile), tx, &tx.price, &counts, prices, self.now())?;
        }
        Ok(())
    }

    /// Writes what a change counts, and checks the rule of the limits.
    ///
    /// # Errors
    /// The violated rule.
    pub fn count(&mut self, decision: &Decision, before: Option<&Transaction>) -> Result<(), Broken> {
        let (now, tx) = (self.now(), &decision.transaction);
        self.limits.write(decision, before.map(Transaction::status), now);
        let Some(row) = self.limits.rows.get(&tx.id.uuid()) else { return Ok(()) };
        let (counts, expected) = (counted(self.mistake(), row.written, tx), self.limits.expected(tx, row.written));
        let broken = |what| Err(Broken { rule: "limits", what });
        if (counts.fiat, counts.crypto_out) != (expected.fiat, expected.crypto_out) {
            return broken(format!("{} counts {counts:?}, and moved has {expected:?}", tx.id));
        }
        if decision.counted.is_none() {
            return Ok(());
        }
        let user = row.user;
        let admitted = self.limits.rows.iter().filter(|(_, row)| row.user == user && !row.is_revived);
        let all: Vec<Use> =
            admitted.filter_map(|(id, row)| Some(self.limits.expected(self.stored.get(id)?, row.written))).collect();
        for (period, fiat, crypto_out) in
            [(Period::Day, FIAT_EURO.0, CRYPTO_OUT_EURO.0), (Period::Month, FIAT_EURO.1, CRYPTO_OUT_EURO.1)]
        {
            let recent = || all.iter().filter(|one| now - one.at < period.length());
            let sums = [
                (recent().map(|one| one.fiat.atoms()).sum::<i128>(), fiat * 100),
                (recent().map(|one| one.crypto_out.atoms()).sum(), crypto_out * 100),
            ];
            if let Some((sum, most)) = sums.into_iter().find(|(sum, most)| sum > most) {
                return broken(format!("{user} has used {sum} cents of {most} within a {period:?}"));
            }
        }
        Ok(())
    }
}

/// What an admitted movement counts.
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
) -> Result<Option<std::sync::Arc<exchange::admission::Counted>>, ExchangeError> {
    let (standing, policy) = rules;
    let demand = Counting::of(price).demand(prices)?;
    let rules = Rules { policy, standing };
    let found = rules.count(tx.id, price, &demand, counts, tx.requisite(), now).map_err(|refusal| refusal.error)?;
    Ok(found.counted)
}
