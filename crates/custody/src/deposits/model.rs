//! What becomes of a deposit. Pure.

use exchange::rails::{AddressOwner, RailEvent, RailEventKind};
use kernel::{Amount, Network, TenantId};

use crate::chain::BlockRef;

/// Where a deposit stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DepositState {
    /// Waits to be mined.
    Seen,
    /// In a block, not deep enough yet.
    Confirming,
    /// Deep enough: ours.
    Credited,
    /// Gone: its block was replaced, or something else spent its coins.
    Orphaned,
}

impl DepositState {
    /// The word in the database.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Seen => "seen",
            Self::Confirming => "confirming",
            Self::Credited => "credited",
            Self::Orphaned => "orphaned",
        }
    }

    /// The state with this word.
    #[must_use]
    pub fn of(word: &str) -> Option<Self> {
        [Self::Seen, Self::Confirming, Self::Credited, Self::Orphaned].into_iter().find(|state| state.as_str() == word)
    }
}

/// One transfer to an address of an order or of a deposit account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deposit {
    /// Whose it is.
    pub tenant: TenantId,
    /// On which chain.
    pub network: Network,
    /// Its name there.
    pub leg_uid: String,
    /// The transaction that it is part of.
    pub txid: String,
    /// Whose address it came to.
    pub owner: AddressOwner,
    /// How much.
    pub amount: Amount,
    /// Where it stands.
    pub state: DepositState,
    /// How often it came: once, and once more each time after it was gone.
    pub sightings: i32,
    /// Confirmations that credit it: those frozen when the address was given out, or more if more arrived there.
    pub required: u32,
    /// Confirmations so far.
    pub confirmations: u32,
    /// Its block.
    pub block: Option<BlockRef>,
    /// The height from which it can be spent, while it is in a block.
    pub usable_from: Option<u64>,
}

/// What was noticed about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Sighting {
    /// It waits to be mined.
    Waiting,
    /// It is in this block, and immature until that height.
    InBlock {
        /// The block.
        block: BlockRef,
        /// From which height it can be spent.
        usable_from: u64,
    },
    /// The chain has grown to this height.
    Tip(u64),
    /// Its block was replaced, or it left the mempool without being mined.
    Gone,
}

impl Deposit {
    /// The deposit after a sighting, and what is to be told. `None` when nothing changes.
    #[must_use]
    pub fn after(&self, sighting: &Sighting) -> Option<(Self, Vec<RailEvent>)> {
        use DepositState as S;
        let mut next = self.clone();
        let mut told = Vec::new();
        match (self.state, sighting) {
            (S::Orphaned, Sighting::Waiting) => {
                next.state = S::Seen;
                next.sightings += 1;
                told.push(next.seen());
            }
            (S::Seen | S::Orphaned, Sighting::InBlock { block, usable_from }) => {
                next.sightings += i32::from(self.state == S::Orphaned);
                next.state = S::Confirming;
                next.block = Some(block.clone());
                next.usable_from = Some(*usable_from);
                next.deepen(block.height, &mut told);
            }
            (S::Confirming, Sighting::Tip(tip)) => {
                next.deepen(*tip, &mut told);
            }
            (S::Seen | S::Confirming | S::Credited, Sighting::Gone) => {
                next.state = S::Orphaned;
                next.block = None;
                next.usable_from = None;
                next.confirmations = 0;
                told.push(next.event("gone", RailEventKind::Reversed { reference: self.leg_uid.clone() }));
            }
            _ => {}
        }
        (next != *self).then_some((next, told))
    }

    /// What is told when it is first seen in the mempool.
    #[must_use]
    pub fn seen(&self) -> RailEvent {
        let kind = RailEventKind::Seen {
            amount: self.amount,
            confirmations: self.confirmations,
            required: self.required,
            txid: self.leg_uid.clone(),
        };
        self.event(&format!("seen{}", self.confirmations), kind)
    }

    fn deepen(&mut self, tip: u64, told: &mut Vec<RailEvent>) {
        let Some(block) = &self.block else { return };
        let depth = (tip + 1).saturating_sub(block.height);
        let depth = u32::try_from(depth).unwrap_or(u32::MAX);
        // People read "3 of 6": deeper than required is of no interest to them.
        let shown = depth.min(self.required);
        if shown > self.confirmations {
            self.confirmations = shown;
            told.push(self.seen());
        }
        if depth >= self.required && self.usable_from.is_none_or(|from| from <= tip) {
            self.state = DepositState::Credited;
            let kind = RailEventKind::Credited { amount: self.amount, reference: self.leg_uid.clone(), payer: None };
            told.push(self.event("credited", kind));
        }
    }

    fn event(&self, what: &str, kind: RailEventKind) -> RailEvent {
        RailEvent {
            target: self.owner.into(),
            rail: self.network.code().into(),
            // The sighting keeps a return after a reorganisation apart from the first time.
            event_id: format!("{}:{}:{what}", self.leg_uid, self.sightings),
            leg: None,
            charge: None,
            sighting: u32::try_from(self.sightings).ok(),
            kind,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::{Currency, TransactionId};
    use uuid::Uuid;

    fn seen(required: u32) -> Deposit {
        Deposit {
            tenant: TenantId::from_uuid(Uuid::nil()),
            network: Network::Litecoin,
            leg_uid: "aa:0".into(),
            txid: "aa".into(),
            owner: AddressOwner::Order(TransactionId::from_uuid(Uuid::nil())),
            amount: Amount::new(5, Currency::LTC),
            state: DepositState::Seen,
            sightings: 1,
            required,
            confirmations: 0,
            block: None,
            usable_from: None,
        }
    }

    fn in_block(height: u64) -> Sighting {
        Sighting::InBlock { block: BlockRef { height, hash: format!("{height:x}") }, usable_from: height }
    }

    fn walk(start: &Deposit, sightings: &[Sighting]) -> (Deposit, Vec<String>) {
        let mut told = Vec::new();
        let mut deposit = start.clone();
        for sighting in sightings {
            if let Some((next, events)) = deposit.after(sighting) {
                deposit = next;
                told.extend(events.into_iter().map(|event| event.event_id));
            }
        }
        (deposit, told)
    }

    #[test]
    fn confirmations_are_told_one_by_one_and_the_credit_once() {
        let path = [in_block(10), Sighting::Tip(11), Sighting::Tip(11), Sighting::Tip(12), Sighting::Tip(13)];
        let (deposit, told) = walk(&seen(3), &path);
        assert_eq!(deposit.state, DepositState::Credited);
        assert_eq!(told, ["aa:0:1:seen1", "aa:0:1:seen2", "aa:0:1:seen3", "aa:0:1:credited"]);
    }

    #[test]
    fn a_replayed_block_changes_nothing() {
        let (once, _) = walk(&seen(2), &[in_block(10)]);
        assert_eq!(once.after(&in_block(10)), None);
    }

    #[test]
    fn a_replaced_block_takes_it_back_and_its_return_is_news() {
        let path = [in_block(10), Sighting::Gone, Sighting::Gone, Sighting::Waiting, in_block(11), Sighting::Tip(12)];
        let (deposit, told) = walk(&seen(2), &path);
        assert_eq!(deposit.state, DepositState::Credited);
        let expected = ["1:seen1", "1:gone", "2:seen0", "2:seen1", "2:seen2", "2:credited"];
        assert_eq!(told, expected.map(|event| format!("aa:0:{event}")));
    }

    #[test]
    fn a_credit_waits_for_maturity() {
        let fresh = Sighting::InBlock { block: BlockRef { height: 10, hash: "a".into() }, usable_from: 15 };
        let (deposit, _) = walk(&seen(1), &[fresh.clone(), Sighting::Tip(14)]);
        assert_eq!(deposit.state, DepositState::Confirming);
        let (deposit, _) = walk(&seen(1), &[fresh, Sighting::Tip(15)]);
        assert_eq!(deposit.state, DepositState::Credited);
    }
}
