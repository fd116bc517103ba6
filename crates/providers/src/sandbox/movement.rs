//! A simulated bank's or acquirer's record of one movement of money, and its reports. Pure.

use exchange::rails::{Decline, DeclineCode, RailEvent, RailEventKind, Target};
use kernel::{Amount, Payway, PaywayKind};
use uuid::Uuid;

/// The rail of a movement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rail {
    Card,
    Iban,
    /// Another service.
    Code(Payway),
}

/// The direction and the initiator of a movement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Flow {
    /// A payment that the platform requested from a payer.
    Charge,
    /// A payment that the payer initiated.
    Credit,
    /// A payment by the platform.
    Payout,
    /// A refund by the platform.
    Refund,
}

/// The state of a movement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum State {
    Pending,
    Done,
    Refused,
}

/// One movement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Movement {
    pub id: Uuid,
    pub rail: Rail,
    pub flow: Flow,
    /// The caller's idempotency key.
    pub key: String,
    pub target: Target,
    pub amount: Amount,
    pub state: State,
    /// The rail's reference.
    pub reference: String,
    pub reason: Option<String>,
    /// The address to which the browser returns after the 3-D Secure page.
    pub return_url: Option<String>,
    pub payer: Option<String>,
    /// How the cardholder reaches the 3-D Secure page.
    pub way: Way,
}

/// How a cardholder reaches the 3-D Secure page.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Way {
    /// The browser goes to it.
    #[default]
    Get,
    /// The browser sends a form to it.
    Post,
    /// It is shown in a frame.
    Frame,
}

impl Way {
    pub(crate) const ALL: [Self; 3] = [Self::Get, Self::Post, Self::Frame];

    pub(crate) const fn code(self) -> &'static str {
        match self {
            Self::Get => "get",
            Self::Post => "post",
            Self::Frame => "iframe",
        }
    }

    pub(crate) fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|way| way.code() == code)
    }
}

impl Rail {
    pub(crate) fn code(self) -> &'static str {
        match self {
            Self::Card => "card",
            Self::Iban => "iban",
            Self::Code(payway) => payway.code(),
        }
    }

    pub(crate) fn from_code(code: &str) -> Option<Self> {
        match code {
            "card" => Some(Self::Card),
            "iban" => Some(Self::Iban),
            _ => code.parse().ok().filter(|payway: &Payway| payway.kind() == PaywayKind::Code).map(Self::Code),
        }
    }
}

impl Flow {
    pub(crate) const fn code(self) -> &'static str {
        match self {
            Self::Charge => "charge",
            Self::Credit => "credit",
            Self::Payout => "payout",
            Self::Refund => "refund",
        }
    }

    pub(crate) fn from_code(code: &str) -> Option<Self> {
        [Self::Charge, Self::Credit, Self::Payout, Self::Refund].into_iter().find(|flow| flow.code() == code)
    }
}

impl State {
    pub(crate) const fn code(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Done => "done",
            Self::Refused => "refused",
        }
    }

    pub(crate) fn from_code(code: &str) -> Option<Self> {
        [Self::Pending, Self::Done, Self::Refused].into_iter().find(|state| state.code() == code)
    }
}

impl Movement {
    /// The reason of the refusal; the simulated acquirers use decline codes.
    pub(crate) fn decline(&self) -> Decline {
        self.reason.as_deref().map_or(Decline::Code(DeclineCode::DoNotHonour), Decline::of_code)
    }

    /// The rail's report once the movement is no longer pending.
    pub(crate) fn report(&self) -> Option<RailEvent> {
        let reason = || self.reason.clone().unwrap_or_else(|| "declined".to_owned());
        let kind = match (self.flow, self.state) {
            (_, State::Pending) => return None,
            (Flow::Charge | Flow::Credit, State::Done) => RailEventKind::Credited {
                amount: self.amount,
                reference: self.reference.clone(),
                payer: self.payer.clone(),
            },
            (Flow::Charge | Flow::Credit, State::Refused) => RailEventKind::Declined { reason: self.decline() },
            (Flow::Payout | Flow::Refund, State::Done) => RailEventKind::PayoutSettled { network_cost: None },
            (Flow::Payout | Flow::Refund, State::Refused) => RailEventKind::PayoutFailed { reason: reason() },
        };
        Some(RailEvent {
            target: self.target.clone(),
            rail: self.rail.code().to_owned(),
            event_id: format!("{}:{}:{}", self.flow.code(), self.reference, self.state.code()),
            // Keys of charges have another form and no leg; payouts have no charge.
            leg: exchange::rails::leg_of_key(&self.key),
            charge: exchange::rails::charge_of_key(&self.key),
            reorg_epoch: None,
            kind,
        })
    }
}
