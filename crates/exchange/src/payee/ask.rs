//! The call to the payee's bank. It never runs inside a database transaction, and it has a short timeout.

use std::time::Duration;

use kernel::TenantId;

use crate::rails::{Bank, PayeeMatch};
use crate::requisite::validate_full_name;

/// The time limit for the bank's answer. The customer waits for it on the page; the scheme answers within seconds.
pub(crate) const ANSWER_WITHIN: Duration = Duration::from_secs(5);

/// Asks the bank whether `iban` belongs to `name`. No clear answer in time counts as "not possible", never as a match.
/// The call moves no money, so cancelling it is safe.
pub(crate) async fn ask(bank: &dyn Bank, tenant: TenantId, iban: &str, name: &str, within: Duration) -> PayeeMatch {
    match tokio::time::timeout(within, bank.verify_payee(tenant, iban, name)).await {
        Ok(Ok(answer)) => usable(answer, name),
        Ok(Err(error)) => {
            tracing::warn!(event = "payee.check_failed", %tenant, %error, "The bank cannot verify a payee.");
            PayeeMatch::NotPossible
        }
        Err(_) => {
            tracing::warn!(event = "payee.check_timed_out", %tenant, "The bank did not verify a payee in time.");
            PayeeMatch::NotPossible
        }
    }
}

/// Validates a suggested name: it is displayed and may be paid to, so it must satisfy the platform's rule for names. A
/// suggestion equal to the requested name counts as a match.
fn usable(answer: PayeeMatch, name: &str) -> PayeeMatch {
    let PayeeMatch::CloseMatch { suggested } = answer else { return answer };
    match validate_full_name(&suggested) {
        Ok(suggested) if suggested == name => PayeeMatch::Match,
        Ok(suggested) => PayeeMatch::CloseMatch { suggested },
        Err(_) => PayeeMatch::NotPossible,
    }
}

#[cfg(test)]
mod tests {
    use async_trait::async_trait;
    use kernel::{Amount, Currency, TransactionId};

    use super::*;
    use crate::rails::{BankDetails, BankPayment, PayoutOutcome, RailError};

    /// A bank that gives a fixed verification answer, or never answers.
    struct Desk(Option<Result<PayeeMatch, RailError>>);

    fn closed<T>() -> Result<T, RailError> {
        Err(RailError::Unavailable { rail: "iban".into(), reason: "closed".into() })
    }

    #[async_trait]
    impl Bank for Desk {
        async fn details(&self, _: TenantId, _: Currency, _: &str) -> Result<BankDetails, RailError> {
            closed()
        }
        async fn verify_payee(&self, _: TenantId, _: &str, _: &str) -> Result<PayeeMatch, RailError> {
            match &self.0 {
                Some(answer) => answer.clone(),
                None => std::future::pending().await,
            }
        }
        async fn pay(&self, _: &BankPayment) -> Result<PayoutOutcome, RailError> {
            closed()
        }
        async fn refund(
            &self,
            _: TenantId,
            _: TransactionId,
            _: &str,
            _: &str,
            _: Amount,
        ) -> Result<PayoutOutcome, RailError> {
            closed()
        }
        async fn lookup(&self, _: TenantId, _: &str) -> Result<Option<PayoutOutcome>, RailError> {
            closed()
        }
    }

    async fn answer(desk: Option<Result<PayeeMatch, RailError>>) -> PayeeMatch {
        let tenant = TenantId::from_uuid(uuid::Uuid::nil());
        // An immediate answer counts even with a timeout of zero.
        ask(&Desk(desk), tenant, "NL91ABNA0417164300", "Olena Shevchenko", Duration::ZERO).await
    }

    fn close(suggested: &str) -> PayeeMatch {
        PayeeMatch::CloseMatch { suggested: suggested.to_owned() }
    }

    #[tokio::test]
    async fn a_silent_or_unavailable_bank_gives_verification_not_possible() {
        assert_eq!(answer(None).await, PayeeMatch::NotPossible);
        assert_eq!(answer(Some(closed())).await, PayeeMatch::NotPossible);
        assert_eq!(answer(Some(Ok(PayeeMatch::NoMatch))).await, PayeeMatch::NoMatch);
    }

    #[tokio::test]
    async fn a_suggested_name_is_one_that_can_be_shown_and_paid_to() {
        assert_eq!(answer(Some(Ok(close(" O.  Shevchenko ")))).await, close("O. Shevchenko"));
        assert_eq!(answer(Some(Ok(close("Olena Shevchenko")))).await, PayeeMatch::Match);
        assert_eq!(answer(Some(Ok(close("<b>Olena</b>")))).await, PayeeMatch::NotPossible);
        assert_eq!(answer(Some(Ok(close(&"x".repeat(51))))).await, PayeeMatch::NotPossible);
    }
}
