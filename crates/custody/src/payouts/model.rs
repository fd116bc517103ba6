//! What becomes of a payout. Pure.

use exchange::rails::{ChainPayout, RailEvent, RailEventKind};
use kernel::{Amount, Network, TenantId, TransactionId};
use uuid::Uuid;

use crate::chain::BlockRef;

/// Where a payout stands. Up to `Built` nothing has left this house; from `Signed` on only evidence from the chain moves it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum PayoutState {
    /// Waits for coins, for the scanner, or for its turn.
    Requested,
    /// Its coins are reserved, its transaction is planned.
    Built,
    /// Its bytes and id are stored; they may have been sent.
    Signed,
    /// A node has it.
    Sent,
    /// It is in a block.
    Included,
    /// It is deep enough.
    Final,
    /// It cannot be made, and nothing was sent.
    Failed,
}

impl PayoutState {
    const ALL: [Self; 7] =
        [Self::Requested, Self::Built, Self::Signed, Self::Sent, Self::Included, Self::Final, Self::Failed];

    /// The word in the database.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Requested => "requested",
            Self::Built => "built",
            Self::Signed => "signed",
            Self::Sent => "sent",
            Self::Included => "included",
            Self::Final => "final",
            Self::Failed => "failed",
        }
    }

    /// The state with this word.
    #[must_use]
    pub fn of(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.as_str() == word)
    }
}

/// What a job does next with a payout.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Work {
    /// Reserves coins and plans.
    Build,
    /// Signs, and stores the bytes.
    Sign,
    /// Hands the stored bytes to a node.
    Send,
    /// Nothing: from here on the chain moves it, or it has failed.
    Leave,
}

/// One payment out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Payout {
    /// Whose.
    pub tenant: TenantId,
    /// Its id.
    pub id: Uuid,
    /// For what.
    pub transaction: TransactionId,
    /// Which leg of it.
    pub leg: u16,
    /// Over what.
    pub network: Network,
    /// How much arrives.
    pub amount: Amount,
    /// Where.
    pub address: String,
    /// With what memo.
    pub memo: Option<String>,
    /// Where it stands.
    pub state: PayoutState,
    /// The attempt that is alive.
    pub attempt: i32,
    /// Confirmations that make it final.
    pub required: u32,
    /// Confirmations so far.
    pub confirmations: u32,
    /// Height of its block.
    pub block_height: Option<u64>,
    /// Why it waits or failed.
    pub reason: Option<String>,
    /// The live attempt's transaction id.
    pub txid: Option<String>,
    /// What the live attempt costs, in the network's own currency: to be booked as network cost.
    pub network_fee: Option<Amount>,
}

impl Payout {
    /// What a job does next with it.
    pub(super) const fn work(&self) -> Work {
        match self.state {
            PayoutState::Requested => Work::Build,
            PayoutState::Built => Work::Sign,
            PayoutState::Signed => Work::Send,
            PayoutState::Sent | PayoutState::Included | PayoutState::Final | PayoutState::Failed => Work::Leave,
        }
    }

    /// Whether nothing of it can have left the house: then its order is asked before anything goes on. `counted` says whether
    /// the live bytes were ever taken to be handed over.
    pub(super) const fn is_inside(&self, counted: bool) -> bool {
        match self.state {
            PayoutState::Requested | PayoutState::Built => true,
            PayoutState::Signed => !counted,
            PayoutState::Sent | PayoutState::Included | PayoutState::Final | PayoutState::Failed => false,
        }
    }

    /// The first field in which a repeated request differs from this payout.
    pub(crate) fn differs(&self, request: &ChainPayout, amount: Amount) -> Option<&'static str> {
        let same = [
            ("network", self.network == request.network),
            ("amount", self.amount == amount),
            ("address", self.address == request.address),
            ("memo", self.memo == request.memo),
        ];
        same.into_iter().find(|(_, equal)| !equal).map(|(field, _)| field)
    }

    /// The request that made it, for the job that tries again.
    pub(crate) fn request(&self) -> ChainPayout {
        ChainPayout {
            transaction: self.transaction,
            leg: self.leg,
            currency: self.amount.currency(),
            network: self.network,
            address: self.address.clone(),
            memo: self.memo.clone(),
            amount_atoms: self.amount.atoms().to_string(),
        }
    }

    /// What is told when a node has it.
    #[must_use]
    pub fn sent(&self) -> RailEvent {
        let reference = self.txid.clone().unwrap_or_default();
        self.event(&format!("sent:{reference}"), RailEventKind::PayoutSent { reference })
    }

    /// What is told when it cannot be made.
    #[must_use]
    pub fn failed(&self, reason: &str) -> RailEvent {
        self.event("failed", RailEventKind::PayoutFailed { reason: reason.into() })
    }

    /// The payout in a block, and what is to be told. `None` when that is no news.
    #[must_use]
    pub fn in_block(&self, block: &BlockRef) -> Option<(Self, Vec<RailEvent>)> {
        if !matches!(self.state, PayoutState::Signed | PayoutState::Sent) {
            return None;
        }
        let mut next = self.clone();
        // Signed only: we died after sending and before noting so. The block is the answer of the look-up.
        let mut told = if self.state == PayoutState::Signed { vec![self.sent()] } else { Vec::new() };
        next.state = PayoutState::Included;
        next.block_height = Some(block.height);
        next.deepen(block.height, &mut told);
        Some((next, told))
    }

    /// The payout when the chain has grown to `tip`.
    #[must_use]
    pub fn at_tip(&self, tip: u64) -> Option<(Self, Vec<RailEvent>)> {
        if self.state != PayoutState::Included {
            return None;
        }
        let mut next = self.clone();
        let mut told = Vec::new();
        next.deepen(tip, &mut told);
        (next != *self).then_some((next, told))
    }

    /// The payout when its block was replaced: sent, to be sent again.
    #[must_use]
    pub fn unblocked(&self, fork: u64) -> (Self, Vec<RailEvent>) {
        let mut next = self.clone();
        next.state = PayoutState::Sent;
        next.block_height = None;
        next.confirmations = 0;
        let kind = RailEventKind::PayoutConfirmations { confirmations: 0, required: self.required };
        (next, vec![self.event(&format!("back:{fork}:{}", self.block_height.unwrap_or(0)), kind)])
    }

    fn deepen(&mut self, tip: u64, told: &mut Vec<RailEvent>) {
        let Some(height) = self.block_height else { return };
        let depth = u32::try_from((tip + 1).saturating_sub(height)).unwrap_or(u32::MAX).min(self.required);
        if depth > self.confirmations {
            self.confirmations = depth;
            let kind = RailEventKind::PayoutConfirmations { confirmations: depth, required: self.required };
            told.push(self.event(&format!("depth:{height}:{depth}"), kind));
        }
        if depth >= self.required {
            self.state = PayoutState::Final;
            told.push(self.event("settled", RailEventKind::PayoutSettled { network_cost: self.network_fee }));
        }
    }

    fn event(&self, what: &str, kind: RailEventKind) -> RailEvent {
        RailEvent {
            target: self.transaction.into(),
            rail: self.network.code().into(),
            event_id: format!("payout:{}:{what}", self.leg),
            leg: Some(self.leg),
            charge: None,
            sighting: None,
            kind,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::Currency;

    fn payout(state: PayoutState) -> Payout {
        Payout {
            tenant: TenantId::from_uuid(Uuid::nil()),
            id: Uuid::nil(),
            transaction: TransactionId::from_uuid(Uuid::nil()),
            leg: 2,
            network: Network::Litecoin,
            amount: Amount::new(7, Currency::LTC),
            address: "ltc1".into(),
            memo: None,
            state,
            attempt: 1,
            required: 2,
            confirmations: 0,
            block_height: None,
            reason: None,
            txid: Some("aa".into()),
            network_fee: None,
        }
    }

    fn names(told: &[RailEvent]) -> Vec<&str> {
        told.iter().map(|event| event.event_id.as_str()).collect()
    }

    #[test]
    fn a_block_answers_for_a_send_that_was_never_noted() {
        let block = BlockRef { height: 5, hash: "h".into() };
        let (next, told) = payout(PayoutState::Signed).in_block(&block).unwrap();
        assert_eq!(names(&told), ["payout:2:sent:aa", "payout:2:depth:5:1"]);
        let (last, told) = next.at_tip(6).unwrap();
        assert_eq!(names(&told), ["payout:2:depth:5:2", "payout:2:settled"]);
        assert_eq!(last.state, PayoutState::Final);
        assert_eq!(last.at_tip(7), None);
    }

    #[test]
    fn a_payout_that_is_not_signed_cannot_be_in_a_block() {
        let block = BlockRef { height: 5, hash: "h".into() };
        for state in [PayoutState::Requested, PayoutState::Built, PayoutState::Failed, PayoutState::Final] {
            assert_eq!(payout(state).in_block(&block), None);
        }
    }

    #[test]
    fn the_same_leg_with_another_amount_is_another_request() {
        let known = payout(PayoutState::Sent);
        let same = known.request();
        assert_eq!(known.differs(&same, known.amount), None);
        assert_eq!(known.differs(&same, Amount::new(8, Currency::LTC)), Some("amount"));
        assert_eq!(known.differs(&ChainPayout { address: "x".into(), ..same }, known.amount), Some("address"));
    }
}
