//! When it is asked who sends coins, and what is kept of the answer. Pure.

use chrono::{DateTime, TimeDelta, Utc};
use kernel::{Amount, TransactionId};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::ExchangeError;
use crate::wallet::{Beneficiary, Holding, Owner, TravelRule};

/// How long an answer waits for the transaction that it is about. It is asked for while that is made.
pub const GOOD_FOR: TimeDelta = TimeDelta::minutes(30);

/// What a transaction keeps of who sends its coins: the answer itself stays where it is, for as long as the transaction does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sender {
    /// What was said.
    pub told: Uuid,
    /// Whether the customer said that they send it themselves.
    pub owner: Owner,
    /// And who was said to hold the wallet that it comes from.
    pub holding: Holding,
}

/// An answer as an operator sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Told {
    /// Of which transaction; none while it waits for one.
    pub transaction: Option<TransactionId>,
    /// Whether they send it themselves.
    pub owner: Owner,
    /// Who holds the wallet that it comes from.
    pub holding: Holding,
    /// The name of the service that does.
    pub service: Option<String>,
    /// Who sends, where it is somebody else.
    pub originator: Option<Beneficiary>,
    /// When they said so.
    pub declared_at: DateTime<Utc>,
}

/// Whether it is asked who sends; `coming` are these coins and those that count with them, in euro.
#[must_use]
pub fn is_asked(rule: &TravelRule, coming: Amount) -> bool {
    coming.atoms() > rule.above.atoms()
}

/// A refusal of an answer in the words of this question: whoever is somebody else sends here, and receives nothing.
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
    use crate::wallet::{Answers, OnWord, Party};

    #[test]
    fn what_is_above_the_threshold_is_asked_about_and_what_is_at_it_is_not() {
        let euro = |cents| Amount::new(cents, Currency::EUR);
        let rule = TravelRule { above: euro(100_000), on_word: OnWord::default() };
        assert_eq!([0, 100_000, 100_001].map(|cents| is_asked(&rule, euro(cents))), [false, false, true]);
    }

    #[test]
    fn every_refusal_names_the_sender() {
        let somebody = Beneficiary { party: Party::Business, name: "K".into(), country: None, company_id: None };
        let whole = Beneficiary { name: "Kovalenko & Co.".into(), country: "DE".parse().ok(), ..somebody.clone() };
        let register = |value: &str| Some(crate::wallet::CompanyId::Register(value.into()));
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
