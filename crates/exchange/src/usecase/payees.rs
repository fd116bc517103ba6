//! Verification of payee: asks the payee's bank, stores the answer, and requires it for payouts in euro.

use chrono::TimeDelta;
use kernel::{Currency, Payway, PaywayKind, ProfileId, TenantId, UserId};

use super::{Exchange, RequisiteInput};
use crate::ExchangeError;
use crate::admission::verified;
use crate::payee::{ANSWER_WITHIN, ASKS_PER_HOUR, PayeeCheck, PayeeRefusal, ask, needs_check, store};
use crate::requisite::Requisite;

/// A bank account and a name, as typed by the customer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PayeeQuestion {
    /// The person who asks: checks are counted per person, across profiles.
    pub asker: UserId,
    /// The currency of the payout.
    pub currency: Currency,
    /// The payway.
    pub payway: Payway,
    /// The IBAN.
    pub iban: String,
    /// The account holder's name.
    pub full_name: String,
}

impl Exchange {
    /// Asks the payee's bank whether the account belongs to the named person, and stores the answer for a limited time.
    /// `None` if no verification is required. Without an answer of the bank, the result is "not possible".
    ///
    /// # Errors
    /// An invalid IBAN or name, a payway without bank accounts, too many checks, and database errors.
    pub async fn verify_payee(
        &self,
        tenant: TenantId,
        profile: ProfileId,
        question: PayeeQuestion,
    ) -> Result<Option<PayeeCheck>, ExchangeError> {
        let PayeeQuestion { asker, currency, payway, iban, full_name } = question;
        if payway.kind() != PaywayKind::Iban {
            return Err(ExchangeError::invalid("payway", "has no bank accounts"));
        }
        let typed = RequisiteInput::Iban { value: iban, full_name, payee: None };
        let Requisite::Iban { value: iban, full_name: name, .. } = self.check_requisite(currency, payway, &typed)?
        else {
            return Err(ExchangeError::Internal("a bank account that is none".to_owned()));
        };
        if !needs_check(currency, payway) {
            return Ok(None);
        }
        let id = self.inner.world.id();
        let asked =
            store::Question { id, asker, profile, iban: &iban, name: &name, at: self.inner.world.now_for(tenant) };
        self.note_question(tenant, &asked).await?;
        let answer = ask(&*self.inner.rails.bank, tenant, &iban, &name, ANSWER_WITHIN).await;
        let answered_at = self.inner.world.now_for(tenant);
        let expires_at = PayeeCheck::expiry(answered_at);
        let check = PayeeCheck { id, profile, iban, name, answer, answered_at, expires_at };
        let mut tx = self.inner.store.tenant(tenant).await?;
        store::answer(tx.conn(), &check).await?;
        tx.commit().await?;
        Ok(Some(check))
    }

    /// Counts and stores the check before the bank is asked.
    async fn note_question(&self, tenant: TenantId, question: &store::Question<'_>) -> Result<(), ExchangeError> {
        let hour = TimeDelta::hours(1);
        let mut tx = self.inner.store.tenant(tenant).await?;
        store::lock(tx.conn(), question.asker).await?;
        let recent = store::asked(tx.conn(), tenant, question.asker, question.at - hour, ASKS_PER_HOUR).await?;
        if let Some(first) = recent.get(usize::try_from(ASKS_PER_HOUR - 1).unwrap_or(usize::MAX)) {
            let wait_ms = (*first + hour - question.at).num_milliseconds().max(1);
            let retry_after_s = u32::try_from((wait_ms + 999) / 1_000).unwrap_or(u32::MAX);
            return Err(ExchangeError::TooMany { what: "verifications of a payee", retry_after_s });
        }
        store::insert(tx.conn(), tenant, question).await?;
        tx.commit().await?;
        Ok(())
    }

    /// Adds the verification of payee to the requisite, if it is required.
    ///
    /// # Errors
    /// [`ExchangeError::Payee`] if the check does not permit the payment, and database errors.
    pub async fn verified(
        &self,
        tenant: TenantId,
        profile: ProfileId,
        currency: Currency,
        payway: Payway,
        requisite: Requisite,
        input: &RequisiteInput,
    ) -> Result<Requisite, ExchangeError> {
        if !matches!(requisite, Requisite::Iban { .. }) || !needs_check(currency, payway) {
            return Ok(requisite);
        }
        let RequisiteInput::Iban { payee: Some(consent), .. } = input else {
            return Err(PayeeRefusal::Missing.into());
        };
        let check = self.payee_check(tenant, consent.check).await?;
        Ok(verified(requisite, profile, Some(*consent), check.as_ref(), self.inner.world.now_for(tenant))?)
    }
}
