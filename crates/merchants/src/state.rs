//! The state of a payment, from its movements. Pure.

use exchange::transaction::{ActionReason, Ending};
use exchange::{Status, Transaction};
use kernel::Amount;

kernel::codes! {
    /// The state of a payment.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum PaymentState {
        /// The payer has not chosen how to pay.
        Open = "open",
        /// An address waits for the payment.
        Waiting = "waiting",
        /// The payment is seen, and waits for confirmations.
        Seen = "seen",
        /// Less than the amount has arrived.
        PaidPartly = "paid_partly",
        /// More than the amount has arrived, or the amount a second time.
        PaidOver = "paid_over",
        /// The payment arrived after its rate had ended, or in a way that the order cannot take.
        PaidLate = "paid_late",
        /// The money has arrived, and an operator must review it.
        Held = "held",
        /// The money is being refunded to the payer.
        Returning = "returning",
        /// The money went back to the payer.
        Returned = "returned",
        /// The rate has ended without a payment; the payer may ask for another.
        RateExpired = "rate_expired",
        /// The merchant is paid.
        Paid = "paid",
        /// The time of the payment is over without a payment.
        Expired = "expired",
        /// It failed; the payer may choose again.
        Failed = "failed",
        /// The merchant or an operator settled it in another way.
        Closed = "closed",
        /// The merchant cancelled it before anything was paid.
        Cancelled = "cancelled",
    }
}

impl PaymentState {
    /// Whether money has arrived that the payer decides about: add the rest, let it be exchanged, or take it back.
    #[must_use]
    pub const fn asks_payer(self) -> bool {
        matches!(self, Self::PaidPartly | Self::PaidOver | Self::PaidLate)
    }

    /// The weight of a movement's state for the state of its payment. Money comes before an address that waits.
    const fn weight(self) -> u8 {
        match self {
            Self::Paid => 6,
            Self::Closed => 5,
            Self::PaidPartly | Self::PaidOver | Self::PaidLate | Self::Held => 4,
            Self::Returning => 3,
            Self::Seen => 2,
            Self::Waiting => 1,
            Self::Open | Self::Returned | Self::RateExpired | Self::Expired | Self::Failed | Self::Cancelled => 0,
        }
    }
}

/// The state of a payment according to the movement that was opened for it.
#[must_use]
pub fn state_of_movement(movement: &Transaction) -> PaymentState {
    if movement.is_refunding() {
        return PaymentState::Returning;
    }
    match movement.status() {
        Status::New => PaymentState::Waiting,
        Status::Wait | Status::Processing => PaymentState::Seen,
        Status::Done => PaymentState::Paid,
        Status::Expired | Status::Cancelled => PaymentState::RateExpired,
        Status::Fail => PaymentState::Failed,
        Status::Manual => PaymentState::Held,
        Status::ActionRequired => match movement.action.as_ref().map(|action| action.reason) {
            Some(ActionReason::Underpaid) => PaymentState::PaidPartly,
            Some(ActionReason::Overpaid | ActionReason::Double) => PaymentState::PaidOver,
            Some(ActionReason::Late | ActionReason::WrongNetwork | ActionReason::WrongToken) => PaymentState::PaidLate,
            _ => PaymentState::Held,
        },
        Status::Resolved if movement.ending == Some(Ending::Refunded) => PaymentState::Returned,
        Status::Resolved | Status::Reject => PaymentState::Closed,
    }
}

/// The movement that a payment is about now: the one that says most, and of those the newest.
#[must_use]
pub fn current(movements: &[PaymentState]) -> Option<usize> {
    (0..movements.len()).max_by_key(|at| (movements[*at].weight(), *at))
}

/// Whether and why a payment takes no other choice, besides its movements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Closing {
    /// It is open.
    Open,
    /// Its time has ended.
    Over,
    /// The merchant has cancelled it.
    Cancelled,
}

/// The state of a payment with these movements, oldest first.
#[must_use]
pub fn state_of(movements: &[PaymentState], closing: Closing) -> PaymentState {
    let state = current(movements).map_or(PaymentState::Open, |at| movements[at]);
    match (state, closing) {
        (PaymentState::Open | PaymentState::RateExpired | PaymentState::Failed, Closing::Over) => PaymentState::Expired,
        (
            PaymentState::Open | PaymentState::Waiting | PaymentState::RateExpired | PaymentState::Failed,
            Closing::Cancelled,
        ) => PaymentState::Cancelled,
        _ => state,
    }
}

/// Whether nothing has arrived: the merchant may cancel the payment.
#[must_use]
pub fn is_unpaid(movements: &[PaymentState]) -> bool {
    movements.iter().all(|state| state.weight() <= PaymentState::Waiting.weight())
}

/// Whether the payer may choose how to pay: nothing has arrived, and the payment is open.
#[must_use]
pub fn may_choose(movements: &[PaymentState], closing: Closing) -> bool {
    closing == Closing::Open && is_unpaid(movements)
}

/// The movements whose address must not wait any longer: all that wait but the newest, and that one too if money has
/// arrived at another one or the merchant has cancelled the payment.
#[must_use]
pub fn superseded(movements: &[PaymentState], closing: Closing) -> Vec<usize> {
    let waits: Vec<usize> = (0..movements.len()).filter(|at| movements[*at] == PaymentState::Waiting).collect();
    let keeps = is_unpaid(movements) && closing != Closing::Cancelled;
    let kept = if keeps { waits.last().copied() } else { None };
    waits.into_iter().filter(|at| Some(*at) != kept).collect()
}

/// The least that a merchant accepts of `due`, rounded up: never less than the agreed amount minus the tolerance, in
/// hundredths of a percent.
#[must_use]
pub fn minimum(due: Amount, tolerance_bps: u16) -> Amount {
    let less = due.atoms().saturating_mul(i128::from(tolerance_bps.min(10_000))) / 10_000;
    Amount::new(due.atoms() - less, due.currency())
}

#[cfg(test)]
mod tests {
    use kernel::Currency;
    use proptest::prelude::*;

    use super::*;

    fn any_state() -> impl Strategy<Value = PaymentState> {
        prop::sample::select(PaymentState::ALL.to_vec())
    }

    #[test]
    fn every_state_reads_back_from_its_code() {
        for state in PaymentState::ALL {
            assert_eq!(PaymentState::from_code(state.code()), Some(state));
        }
        assert_eq!(PaymentState::from_code("nonsense"), None);
    }

    #[test]
    fn an_unpaid_payment_is_open_until_its_time_ends() {
        use Closing::{Cancelled, Open, Over};
        assert_eq!((state_of(&[], Open), state_of(&[], Over)), (PaymentState::Open, PaymentState::Expired));
        let ended = [PaymentState::RateExpired];
        assert_eq!(
            (state_of(&ended, Open), state_of(&ended, Over)),
            (PaymentState::RateExpired, PaymentState::Expired)
        );
        assert_eq!(state_of(&[PaymentState::Waiting, PaymentState::RateExpired], Over), PaymentState::Waiting);
        assert_eq!(state_of(&[PaymentState::PaidLate, PaymentState::Waiting], Open), PaymentState::PaidLate);
        assert_eq!(state_of(&[PaymentState::Waiting], Cancelled), PaymentState::Cancelled);
        assert_eq!(state_of(&[PaymentState::PaidLate], Cancelled), PaymentState::PaidLate);
    }

    proptest! {
        /// Money that has arrived is never hidden by another movement, and a second one is never opened beside it.
        #[test]
        fn received_money_decides_the_state_of_a_payment_first(
            movements in prop::collection::vec(any_state(), 0..8),
            closing in prop::sample::select(vec![Closing::Open, Closing::Over, Closing::Cancelled]),
        ) {
            let state = state_of(&movements, closing);
            if movements.contains(&PaymentState::Paid) {
                prop_assert_eq!(state, PaymentState::Paid);
            }
            let has_money = movements.iter().any(|one| one.asks_payer()
                || matches!(one, PaymentState::Seen | PaymentState::Held | PaymentState::Returning | PaymentState::Paid));
            if has_money {
                prop_assert!(!may_choose(&movements, closing));
                prop_assert!(!matches!(state, PaymentState::Expired | PaymentState::Waiting | PaymentState::Open
                    | PaymentState::Cancelled));
            }
            prop_assert!(closing == Closing::Open || !may_choose(&movements, closing));
        }

        /// At most one address waits, it is the newest one, and none waits beside money or after a cancellation.
        #[test]
        fn at_most_one_address_waits_for_a_payment(
            movements in prop::collection::vec(any_state(), 0..8),
            closing in prop::sample::select(vec![Closing::Open, Closing::Over, Closing::Cancelled]),
        ) {
            let gone = superseded(&movements, closing);
            let left: Vec<usize> = (0..movements.len())
                .filter(|at| movements[*at] == PaymentState::Waiting && !gone.contains(at)).collect();
            prop_assert!(gone.iter().all(|at| movements[*at] == PaymentState::Waiting));
            let newest = movements.iter().rposition(|state| *state == PaymentState::Waiting);
            let stays = is_unpaid(&movements) && closing != Closing::Cancelled;
            prop_assert_eq!(left, newest.into_iter().filter(|_| stays).collect::<Vec<_>>());
        }

        /// The merchant never gets less than the agreed amount minus the tolerance, to the last atom.
        #[test]
        fn the_tolerance_never_costs_the_merchant_more_than_agreed(atoms in 1_i128..=10_i128.pow(24), bps in 0_u16..=500) {
            let due = Amount::new(atoms, Currency::EUR);
            let least = minimum(due, bps).atoms();
            prop_assert!(least * 10_000 >= atoms * (10_000 - i128::from(bps)));
            prop_assert!(least <= atoms && least > 0);
            prop_assert_eq!(minimum(due, 0), due);
        }
    }
}
