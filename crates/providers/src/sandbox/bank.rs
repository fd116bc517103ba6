//! The simulated bank: receives transfers from the sandbox controls, and returns payments to some test accounts.

use async_trait::async_trait;
use chrono::TimeDelta;
use exchange::rails::{Bank, BankDetails, BankPayment, PayeeMatch, PayoutOutcome, RailError};
use kernel::{Amount, Currency, TenantId, TransactionId};

use super::movement::{Flow, Rail};
use super::rails::{Fate, SandboxRails, sent};

/// The platform's accounts: published sample IBANs with valid check digits and without an owner.
const ACCOUNTS: [(Currency, &str, &str); 3] = [
    (Currency::EUR, "DE02120300000000202051", "BYLADEM1001"),
    (Currency::PLN, "PL61109010140000071219812874", "WBKPPLPP"),
    (Currency::UAH, "UA213223130000026007233566001", "NBUAUAUX"),
];
const BENEFICIARY: &str = "Agio Sandbox";
/// Test account: accepted, and returned a moment later.
const RETURNED: &str = "GB29NWBK60161331926819";
/// Test account with another owner: the verification says so, and a payment is refused.
const NO_MATCH: &str = "FR1420041010050500013M02606";
/// Test account: the bank knows its owner by an initial, as Dutch banks do.
const CLOSE_MATCH: &str = "NL91ABNA0417164300";
/// Test account: credited only after a while on the sandbox's clock.
const SLOW: &str = "DE89370400440532013000";
const SLOW_MINUTES: i64 = 10;
/// Banks of the EEA verify payees for each other (Regulation (EU) 2024/886); other banks do not.
const EEA: [&str; 30] = [
    "AT", "BE", "BG", "CY", "CZ", "DE", "DK", "EE", "ES", "FI", "FR", "GR", "HR", "HU", "IE", "IS", "IT", "LI", "LT",
    "LU", "LV", "MT", "NL", "NO", "PL", "PT", "RO", "SE", "SI", "SK",
];

/// The bank's answer about the name. Without a test value, every name matches.
fn owner(iban: &str, name: &str) -> PayeeMatch {
    match iban {
        NO_MATCH => PayeeMatch::NoMatch,
        CLOSE_MATCH => by_initial(name).map_or(PayeeMatch::Match, |suggested| PayeeMatch::CloseMatch { suggested }),
        _ if iban.get(..2).is_some_and(|country| EEA.contains(&country)) => PayeeMatch::Match,
        _ => PayeeMatch::NotPossible,
    }
}

/// The name with its first word as an initial: `O. Shevchenko`. `None` if the name already has this form.
fn by_initial(name: &str) -> Option<String> {
    let (first, rest) = name.split_once(' ').unwrap_or((name, name));
    let mut letters = first.trim_end_matches('.').chars();
    let initial = letters.next()?;
    letters.next()?;
    Some(format!("{initial}. {rest}"))
}

#[async_trait]
impl Bank for SandboxRails {
    async fn details(&self, _tenant: TenantId, currency: Currency, reference: &str) -> Result<BankDetails, RailError> {
        let account = ACCOUNTS.iter().find(|account| account.0 == currency);
        let Some((_, iban, bic)) = account else {
            return Err(RailError::Invalid {
                field: "currency",
                rule: format!("the bank has no account in {currency}"),
            });
        };
        Ok(BankDetails {
            iban: (*iban).to_owned(),
            bic: (*bic).to_owned(),
            beneficiary: BENEFICIARY.to_owned(),
            reference: reference.to_owned(),
        })
    }

    async fn verify_payee(&self, _tenant: TenantId, iban: &str, name: &str) -> Result<PayeeMatch, RailError> {
        Ok(owner(iban, name))
    }

    async fn pay(&self, payment: &BankPayment) -> Result<PayoutOutcome, RailError> {
        if payment.iban == NO_MATCH {
            return Ok(PayoutOutcome::Rejected { reason: "the name does not match the account".to_owned() });
        }
        let fate = match payment.iban.as_str() {
            RETURNED => Fate::refused("the payment was returned: account closed"),
            SLOW => Fate::done_after(TimeDelta::minutes(SLOW_MINUTES)),
            _ => Fate::done(),
        };
        let mut payout = self.movement(Rail::Iban, Flow::Payout, &payment.key, payment.transaction, payment.amount);
        payout.payer = Some(payment.iban.clone());
        self.send(payment.tenant, payout, fate).await
    }

    async fn refund(
        &self,
        tenant: TenantId,
        transaction: TransactionId,
        key: &str,
        _reference: &str,
        amount: Amount,
    ) -> Result<PayoutOutcome, RailError> {
        self.send(tenant, self.movement(Rail::Iban, Flow::Refund, key, transaction, amount), Fate::done()).await
    }

    async fn lookup(&self, tenant: TenantId, key: &str) -> Result<Option<PayoutOutcome>, RailError> {
        Ok(self.find(tenant, Rail::Iban, key).await?.map(sent))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(suggested: &str) -> PayeeMatch {
        PayeeMatch::CloseMatch { suggested: suggested.to_owned() }
    }

    #[test]
    fn the_dutch_bank_knows_its_customers_by_an_initial_and_confirms_what_it_suggested() {
        assert_eq!(owner(CLOSE_MATCH, "Olena Shevchenko"), close("O. Shevchenko"));
        assert_eq!(owner(CLOSE_MATCH, "O. Shevchenko"), PayeeMatch::Match);
        assert_eq!(owner(CLOSE_MATCH, "Мар’яна Гриценко-Ґудзь"), close("М. Гриценко-Ґудзь"));
        assert_eq!(owner(CLOSE_MATCH, "Agio"), close("A. Agio"));
    }

    #[test]
    fn each_test_account_answers_as_written_and_all_others_of_the_eea_match() {
        assert_eq!(owner(NO_MATCH, "Olena Shevchenko"), PayeeMatch::NoMatch);
        assert_eq!(owner(SLOW, "Olena Shevchenko"), PayeeMatch::Match);
        assert_eq!(owner("ES9121000418450200051332", "Olena Shevchenko"), PayeeMatch::Match);
        assert_eq!(owner(RETURNED, "Olena Shevchenko"), PayeeMatch::NotPossible);
        assert_eq!(owner("CH9300762011623852957", "Olena Shevchenko"), PayeeMatch::NotPossible);
    }
}
