//! The meaning of a node's answers about a transaction. Pure.

use custody::chain::{BroadcastOutcome, ChainError};

/// "Already in block chain" (RPC_VERIFY_ALREADY_IN_CHAIN).
const ALREADY_MINED: i64 = -27;
/// "Rejected by network rules" (RPC_VERIFY_REJECTED).
const REJECTED: i64 = -26;
/// "Error": inputs are missing or spent (RPC_VERIFY_ERROR).
const MISSING_INPUTS: i64 = -25;

/// The meaning of the answer to `sendrawtransaction`.
pub(super) fn of_send(answer: Result<String, ChainError>) -> Result<BroadcastOutcome, ChainError> {
    match answer {
        Ok(_) => Ok(BroadcastOutcome::Accepted),
        Err(ChainError::Refused { code: ALREADY_MINED, .. }) => Ok(BroadcastOutcome::Accepted),
        Err(ChainError::Refused { code: REJECTED | MISSING_INPUTS, message, .. }) => Ok(of_reason(message)),
        // The connection may have broken after the node received the transaction.
        Err(ChainError::Unreachable(reason)) => Ok(BroadcastOutcome::Unknown { reason }),
        Err(other) => Err(other),
    }
}

/// The meaning of a rejection reason of `testmempoolaccept` or `sendrawtransaction`.
pub(super) fn of_reason(reason: String) -> BroadcastOutcome {
    // "txn-already-in-mempool", "txn-already-known", "Transaction already in block chain".
    if reason.contains("already") { BroadcastOutcome::Accepted } else { BroadcastOutcome::Rejected { reason } }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_answer_of_a_node_has_one_meaning() {
        let refused = |code, message: &str| {
            Err(ChainError::Refused { method: "sendrawtransaction".into(), code, message: message.into() })
        };
        assert_eq!(of_send(Ok("id".into())), Ok(BroadcastOutcome::Accepted));
        assert_eq!(of_send(refused(-27, "Transaction already in block chain")), Ok(BroadcastOutcome::Accepted));
        assert_eq!(of_send(refused(-26, "txn-already-in-mempool")), Ok(BroadcastOutcome::Accepted));
        let missing = "bad-txns-inputs-missingorspent";
        assert_eq!(of_send(refused(-25, missing)), Ok(BroadcastOutcome::Rejected { reason: missing.into() }));
        let conflict = "txn-mempool-conflict";
        assert_eq!(of_send(refused(-26, conflict)), Ok(BroadcastOutcome::Rejected { reason: conflict.into() }));
        let cut = Err(ChainError::Unreachable("no answer in time".into()));
        assert_eq!(of_send(cut), Ok(BroadcastOutcome::Unknown { reason: "no answer in time".into() }));
        assert!(of_send(refused(-22, "TX decode failed")).is_err());
    }
}
