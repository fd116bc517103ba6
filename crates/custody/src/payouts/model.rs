//! State transitions of a payout. Pure.

use exchange::rails::{ChainPayout, RailEvent, RailEventKind};
use kernel::{Amount, Network, TenantId, TransactionId};
use uuid::Uuid;

use crate::chain::BlockRef;

/// State of a payout. Up to `Built` nothing was broadcast; from `Signed` on, only evidence from the chain changes the
/// state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum PayoutState {
    /// Waits for UTXOs, for the scanner or for its turn.
    Requested,
    /// Its UTXOs are reserved and its transaction is planned.
    Built,
    /// Its signed bytes and transaction id are stored; they may have been broadcast.
    Signed,
    /// A node has the transaction.
    Sent,
    /// The transaction is in a block.
    Included,
    /// The transaction has the required confirmations.
    Final,
    /// It cannot be executed, and nothing was broadcast.
    Failed,
}

impl PayoutState {
    const ALL: [Self; 7] =
        [Self::Requested, Self::Built, Self::Signed, Self::Sent, Self::Included, Self::Final, Self::Failed];

    /// The value stored in the database.
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

    /// Parses the value stored in the database.
    #[must_use]
    pub fn of(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.as_str() == word)
    }
}

/// The next step of the job for a payout.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Work {
    /// Reserve UTXOs and plan the transaction.
    Build,
    /// Sign, and store the bytes.
    Sign,
    /// Broadcast the stored bytes.
    Send,
    /// None: the payout now depends on the chain, or has failed.
    Leave,
}

/// A payout on a chain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Payout {
    /// The tenant.
    pub tenant: TenantId,
    /// Its id.
    pub id: Uuid,
    /// The transaction that it pays out.
    pub transaction: TransactionId,
    /// The leg of the transaction.
    pub leg: u16,
    /// The network.
    pub network: Network,
    /// Amount that the payee receives.
    pub amount: Amount,
    /// The payee's address.
    pub address: String,
    /// The payee's memo or tag.
    pub memo: Option<String>,
    /// The state.
    pub state: PayoutState,
    /// Number of the live attempt.
    pub attempt: i32,
    /// Confirmations required for finality.
    pub required: u32,
    /// Confirmations so far.
    pub confirmations: u32,
    /// Height of the block that contains it.
    pub block_height: Option<u64>,
    /// Why it waits or failed.
    pub reason: Option<String>,
    /// Transaction id that was last reported to the exchange.
    pub reported: Option<String>,
    /// How often a transaction id was reported. It makes each report a new event, also of an id that was reported
    /// before another one.
    pub reports: u32,
    /// Transaction id of the live attempt.
    pub txid: Option<String>,
    /// Network fee of the live attempt, in the network's native currency. Booked as network cost.
    pub network_fee: Option<Amount>,
}

impl Payout {
    /// The next step of the job.
    pub(super) const fn work(&self) -> Work {
        match self.state {
            PayoutState::Requested => Work::Build,
            PayoutState::Built => Work::Sign,
            PayoutState::Signed => Work::Send,
            PayoutState::Sent | PayoutState::Included | PayoutState::Final | PayoutState::Failed => Work::Leave,
        }
    }

    /// Whether the payout was certainly never broadcast, so its order must be checked before it proceeds. `counted`
    /// says whether a broadcast of the live bytes was counted.
    pub(super) const fn is_inside(&self, counted: bool) -> bool {
        match self.state {
            PayoutState::Requested | PayoutState::Built => true,
            PayoutState::Signed => !counted,
            PayoutState::Sent | PayoutState::Included | PayoutState::Final | PayoutState::Failed => false,
        }
    }

    /// Whether its transaction is signed and in no block.
    pub(super) const fn is_unconfirmed(&self) -> bool {
        matches!(self.state, PayoutState::Signed | PayoutState::Sent)
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

    /// The request that created it, for the job that retries it.
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

    /// Reports the transaction id that is on the network: accepted by a node, or in a block. Returns the event, or `None`
    /// if this id was the last one reported.
    pub fn report(&mut self) -> Option<RailEvent> {
        if self.reported == self.txid {
            return None;
        }
        let reference = self.txid.clone()?;
        self.reported = self.txid.clone();
        self.reports = self.reports.saturating_add(1);
        let what = self.numbered(format!("sent:{reference}"));
        Some(self.event(&what, RailEventKind::PayoutSent { reference }))
    }

    /// The name of an event that repeats with each reported transaction id.
    fn numbered(&self, what: String) -> String {
        if self.reports > 1 { format!("{what}:{}", self.reports) } else { what }
    }

    /// The event for failure.
    #[must_use]
    pub fn failed(&self, reason: &str) -> RailEvent {
        self.event("failed", RailEventKind::PayoutFailed { reason: reason.into() })
    }

    /// Applies inclusion in a block. Returns the events to publish too, or `None` if nothing changes.
    #[must_use]
    pub fn in_block(&self, block: &BlockRef) -> Option<(Self, Vec<RailEvent>)> {
        if !matches!(self.state, PayoutState::Signed | PayoutState::Sent) {
            return None;
        }
        let mut next = self.clone();
        // The process crashed between the broadcast and the state update, or another attempt than the reported one was
        // mined. The block proves the broadcast.
        let mut told: Vec<RailEvent> = next.report().into_iter().collect();
        next.state = PayoutState::Included;
        next.block_height = Some(block.height);
        next.deepen(block.height, &mut told);
        Some((next, told))
    }

    /// Applies a new tip height.
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

    /// Applies the replacement of its block: back to `Sent`, to be rebroadcast.
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
            let what = self.numbered("settled".to_owned());
            told.push(self.event(&what, RailEventKind::PayoutSettled { network_cost: self.network_fee }));
        }
    }

    fn event(&self, what: &str, kind: RailEventKind) -> RailEvent {
        RailEvent {
            target: self.transaction.into(),
            rail: self.network.code().into(),
            event_id: format!("payout:{}:{what}", self.leg),
            leg: Some(self.leg),
            charge: None,
            reorg_epoch: None,
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
            reported: None,
            reports: 0,
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
    fn each_change_of_the_transaction_on_the_network_is_a_new_event() {
        let block = |height| BlockRef { height, hash: "h".into() };
        let mut original = payout(PayoutState::Sent);
        assert_eq!(names(&original.report().into_iter().collect::<Vec<_>>()), ["payout:2:sent:aa"]);
        assert_eq!(original.report(), None);
        let mut replacement = Payout { txid: Some("bb".into()), attempt: 2, ..original.clone() };
        assert_eq!(names(&replacement.report().into_iter().collect::<Vec<_>>()), ["payout:2:sent:bb:2"]);
        // A block contains the original, ...
        let mined = Payout { txid: Some("aa".into()), attempt: 1, ..replacement };
        let (next, told) = mined.in_block(&block(5)).unwrap();
        assert_eq!(names(&told), ["payout:2:sent:aa:3", "payout:2:depth:5:1"]);
        let (last, told) = next.at_tip(6).unwrap();
        assert_eq!(names(&told), ["payout:2:depth:5:2", "payout:2:settled:3"]);
        // ... a reorganisation removes it, and the next block contains the replacement.
        let back = Payout { txid: Some("bb".into()), attempt: 2, ..last.unblocked(4).0 };
        let (_, told) = back.in_block(&block(7)).unwrap();
        assert_eq!(names(&told), ["payout:2:sent:bb:4", "payout:2:depth:7:1"]);
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
