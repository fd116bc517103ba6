//! When the originator must be stated, and what a transaction keeps of the statement. Pure.

use chrono::{DateTime, TimeDelta, Utc};
use kernel::{Amount, TransactionId};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::ExchangeError;
use crate::beneficiary_wallet::{Beneficiary, Holding, Owner, TravelRule};

/// How long a statement waits for its transaction. The customer gives it while placing the order.
pub const GOOD_FOR: TimeDelta = TimeDelta::minutes(30);

/// The statement about the originator that a transaction refers to. The statement itself is stored as long as the
/// transaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sender {
    /// The id of the statement.
    pub told: Uuid,
    /// Whether the customer or another person sends the coins.
    pub owner: Owner,
    /// The declared type of the sending wallet.
    pub holding: Holding,
}

/// A statement as an operator sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeclaredOriginator {
    /// The transaction; `None` while the statement waits for one.
    pub transaction: Option<TransactionId>,
    /// Whether the customer or another person sends the coins.
    pub owner: Owner,
    /// The declared type of the sending wallet.
    pub holding: Holding,
    /// The name of the hosting service, if any.
    pub service: Option<String>,
    /// The originator, if it is another person.
    pub originator: Option<Beneficiary>,
    /// When the statement was made.
    pub declared_at: DateTime<Utc>,
}

/// Whether the originator must be stated. `coming` is the sum of these coins and those that count together with them,
/// in euro.
#[must_use]
pub fn is_asked(rule: &TravelRule, coming: Amount) -> bool {
    coming.atoms() > rule.above.atoms()
}

/// Renames the fields of a validation error: the form of a beneficiary is reused for the originator.
#[must_use]
pub fn as_originator(error: ExchangeError) -> ExchangeError {
    let ExchangeError::Invalid { field, rule } = error else { return error };
    let field = match field {
        "beneficiary" => "originator",
        "beneficiary/name" => "originator/name",
        "beneficiary/country" => "originator/country",
        "beneficiary/company_id" => "originator/company_id",
        "beneficiary/company_id/value" => "originator/company_id/value",
        other => other,
    };
    ExchangeError::Invalid { field, rule }
}

#[cfg(test)]
mod tests {
    use kernel::Currency;

    use super::*;
    use crate::beneficiary_wallet::{Answers, OnWord, PartyKind};

    #[test]
    fn an_originator_is_required_above_the_threshold_and_not_at_it() {
        let euro = |cents| Amount::new(cents, Currency::EUR);
        let rule = TravelRule { above: euro(100_000), on_word: OnWord::default() };
        assert_eq!([0, 100_000, 100_001].map(|cents| is_asked(&rule, euro(cents))), [false, false, true]);
    }

    #[test]
    fn every_refusal_points_to_the_originator() {
        let somebody = Beneficiary { party: PartyKind::Business, name: "K".into(), country: None, company_id: None };
        let whole = Beneficiary { name: "Kovalenko & Co.".into(), country: "DE".parse().ok(), ..somebody.clone() };
        let register = |value: &str| Some(crate::beneficiary_wallet::CompanyId::Register(value.into()));
        let wrong = [
            None,
            Some(somebody.clone()),
            Some(Beneficiary { name: whole.name.clone(), ..somebody }),
            Some(whole.clone()),
            Some(Beneficiary { company_id: register("HRB"), ..whole }),
        ];
        for beneficiary in wrong {
            let said = Answers { owner: Owner::Other, holding: Holding::SelfHosted, service: None, beneficiary };
            let refused = as_originator(said.checked().expect_err("refused")).to_string();
            assert!(refused.starts_with("originator"), "{refused}");
        }
    }
}
