//! State transitions of a deposit. Pure.

use exchange::rails::{AddressOwner, RailEvent, RailEventKind, Target};
use kernel::{Amount, Network, TenantId};

use crate::chain::BlockRef;

/// State of a deposit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DepositState {
    /// In the mempool.
    Seen,
    /// In a block, with fewer confirmations than required.
    Confirming,
    /// Has the required confirmations and is credited.
    Credited,
    /// Its block was replaced, or its inputs were spent by another transaction.
    Orphaned,
}

impl DepositState {
    /// The value stored in the database.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Seen => "seen",
            Self::Confirming => "confirming",
            Self::Credited => "credited",
            Self::Orphaned => "orphaned",
        }
    }

    /// Parses the value stored in the database.
    #[must_use]
    pub fn of(word: &str) -> Option<Self> {
        [Self::Seen, Self::Confirming, Self::Credited, Self::Orphaned].into_iter().find(|state| state.as_str() == word)
    }
}

/// The owner of a deposit.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum DepositOwner {
    /// The owner of the address.
    Known(AddressOwner),
    /// Unknown: payers share the address, and the transfer has no memo, or one of no customer.
    Unknown {
        /// The shared address.
        address: String,
        /// The memo of the transfer.
        memo: Option<String>,
    },
}

impl DepositOwner {
    /// The owner of the address, if known.
    #[must_use]
    pub const fn known(&self) -> Option<AddressOwner> {
        match self {
            Self::Known(owner) => Some(*owner),
            Self::Unknown { .. } => None,
        }
    }
}

impl From<DepositOwner> for Target {
    fn from(owner: DepositOwner) -> Self {
        match owner {
            DepositOwner::Known(owner) => owner.into(),
            DepositOwner::Unknown { address, memo } => Self::Address { address, memo },
        }
    }
}

/// One transfer to an address of an order, of a deposit account, or to a shared address without a known memo.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deposit {
    /// The tenant.
    pub tenant: TenantId,
    /// The network.
    pub network: Network,
    /// Unique id of the transfer on the network.
    pub leg_uid: String,
    /// Id of the transaction that contains it.
    pub txid: String,
    /// The order or deposit account that owns the address, or the shared address without the memo of a customer.
    pub owner: DepositOwner,
    /// The amount.
    pub amount: Amount,
    /// The state.
    pub state: DepositState,
    /// Reorg epoch: 1 at first, plus one each time the deposit returns after it was orphaned.
    pub reorg_epoch: i32,
    /// Confirmations required for the credit: the number frozen when the address was assigned, or more if the total
    /// received is larger.
    pub required: u32,
    /// Confirmations so far.
    pub confirmations: u32,
    /// The block that contains it.
    pub block: Option<BlockRef>,
    /// The block height from which the output is spendable, while it is in a block.
    pub usable_from: Option<u64>,
}

/// An observation of a deposit on the chain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChainObservation {
    /// It is in the mempool.
    Waiting,
    /// It is in this block, and not spendable below that height.
    InBlock {
        /// The block.
        block: BlockRef,
        /// The height from which it is spendable.
        usable_from: u64,
    },
    /// The chain has grown to this height.
    Tip(u64),
    /// Its block was replaced, or it left the mempool without being mined.
    Gone,
}

impl Deposit {
    /// Applies an observation. Returns the new deposit and the events to publish, or `None` if nothing changes.
    #[must_use]
    pub fn after(&self, observation: &ChainObservation) -> Option<(Self, Vec<RailEvent>)> {
        use DepositState as S;
        let mut next = self.clone();
        let mut told = Vec::new();
        match (self.state, observation) {
            (S::Orphaned, ChainObservation::Waiting) => {
                next.state = S::Seen;
                next.reorg_epoch += 1;
                told.push(next.seen());
            }
            (S::Seen | S::Orphaned, ChainObservation::InBlock { block, usable_from }) => {
                next.reorg_epoch += i32::from(self.state == S::Orphaned);
                next.state = S::Confirming;
                next.block = Some(block.clone());
                next.usable_from = Some(*usable_from);
                next.deepen(block.height, &mut told);
            }
            (S::Confirming, ChainObservation::Tip(tip)) => {
                next.deepen(*tip, &mut told);
            }
            (S::Seen | S::Confirming | S::Credited, ChainObservation::Gone) => {
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

    /// The event for a deposit first observed in the mempool.
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
        // Capped at the required number: the customer sees "3 of 6", and further depth is irrelevant.
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
            target: self.owner.clone().into(),
            rail: self.network.code().into(),
            // The reorg epoch distinguishes the events after a reorg from those before it.
            event_id: format!("{}:{}:{what}", self.leg_uid, self.reorg_epoch),
            leg: None,
            charge: None,
            reorg_epoch: u32::try_from(self.reorg_epoch).ok(),
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
            owner: DepositOwner::Known(AddressOwner::Order(TransactionId::from_uuid(Uuid::nil()))),
            amount: Amount::new(5, Currency::LTC),
            state: DepositState::Seen,
            reorg_epoch: 1,
            required,
            confirmations: 0,
            block: None,
            usable_from: None,
        }
    }

    fn in_block(height: u64) -> ChainObservation {
        ChainObservation::InBlock { block: BlockRef { height, hash: format!("{height:x}") }, usable_from: height }
    }

    fn walk(start: &Deposit, observations: &[ChainObservation]) -> (Deposit, Vec<String>) {
        let mut told = Vec::new();
        let mut deposit = start.clone();
        for observation in observations {
            if let Some((next, events)) = deposit.after(observation) {
                deposit = next;
                told.extend(events.into_iter().map(|event| event.event_id));
            }
        }
        (deposit, told)
    }

    #[test]
    fn confirmations_are_told_one_by_one_and_the_credit_once() {
        let path = [
            in_block(10),
            ChainObservation::Tip(11),
            ChainObservation::Tip(11),
            ChainObservation::Tip(12),
            ChainObservation::Tip(13),
        ];
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
        let path = [
            in_block(10),
            ChainObservation::Gone,
            ChainObservation::Gone,
            ChainObservation::Waiting,
            in_block(11),
            ChainObservation::Tip(12),
        ];
        let (deposit, told) = walk(&seen(2), &path);
        assert_eq!(deposit.state, DepositState::Credited);
        let expected = ["1:seen1", "1:gone", "2:seen0", "2:seen1", "2:seen2", "2:credited"];
        assert_eq!(told, expected.map(|event| format!("aa:0:{event}")));
    }

    #[test]
    fn a_credit_waits_for_maturity() {
        let fresh = ChainObservation::InBlock { block: BlockRef { height: 10, hash: "a".into() }, usable_from: 15 };
        let (deposit, _) = walk(&seen(1), &[fresh.clone(), ChainObservation::Tip(14)]);
        assert_eq!(deposit.state, DepositState::Confirming);
        let (deposit, _) = walk(&seen(1), &[fresh, ChainObservation::Tip(15)]);
        assert_eq!(deposit.state, DepositState::Credited);
    }
}
