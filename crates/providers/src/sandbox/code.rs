//! The simulated other services. Test codes have a fixed outcome; all other codes wait for the sandbox controls. Mono and
//! Bybit Pay are approved on a page of the sandbox.

use async_trait::async_trait;
use exchange::rails::{
    CodeCharge, CodeIssue, CodeOutcome, CodeService, DeclineCode, IssueOutcome, IssuedCode, Launch, PayoutOutcome,
    RailError,
};
use kernel::{Amount, CodeForm, Payway, TenantId, TransactionId};

use super::movement::{Flow, Movement, Rail, State};
use super::rails::{Fate, SandboxRails, sent};

/// The outcome of a code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Behaviour {
    /// Paid after a moment.
    Approved,
    /// Refused by the service.
    Refused(DeclineCode),
    /// The code has expired.
    Expired,
    /// Waits for the payer.
    Waits,
}

/// The outcome of the payer's code; without one, the payer must approve.
fn behaviour(code: Option<&str>) -> Behaviour {
    match code {
        Some("777123" | "WHITEBIT-PAID") => Behaviour::Approved,
        Some("777999") => Behaviour::Refused(DeclineCode::DoNotHonour),
        Some("WHITEBIT-USED") => Behaviour::Refused(DeclineCode::IncorrectCode),
        Some("777000" | "WHITEBIT-EXPIRED") => Behaviour::Expired,
        _ => Behaviour::Waits,
    }
}

/// The outcome of the issue of a code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum IssueFate {
    /// The code is issued at once.
    Issued,
    /// The service refuses.
    Refused,
    /// The code is issued, and the answer is lost. The next look-up finds it.
    Late,
}

const ISSUE_REFUSED: &str = "the service issues no codes at the moment";

/// The outcome by the last two digits of the amount: `.13` is refused, `.17` comes late.
const fn issue_fate(amount: Amount) -> IssueFate {
    match amount.atoms() % 100 {
        13 => IssueFate::Refused,
        17 => IssueFate::Late,
        _ => IssueFate::Issued,
    }
}

/// The code is made of the movement's id, which no answer tells. The reference is shown to others than the owner.
fn issue_outcome(movement: Movement) -> IssueOutcome {
    match movement.state {
        State::Done => {
            let code = IssuedCode(format!("WB-{}", movement.id.as_simple()).to_uppercase());
            IssueOutcome::Issued { reference: movement.reference, code }
        }
        State::Refused => IssueOutcome::Rejected { reason: movement.reason.unwrap_or_default() },
        State::Pending => IssueOutcome::Unknown,
    }
}

/// The page where the payer approves. Only services without a code have one.
pub(super) fn launch(payway: Payway, reference: &str) -> Option<Launch> {
    let url = format!("/sandbox/3ds/{reference}");
    match payway {
        Payway::Bybitpay => Some(Launch::Qrcode { url }),
        Payway::Mono => Some(Launch::Deeplink { url }),
        _ => None,
    }
}

fn outcome(payway: Payway, movement: Movement) -> CodeOutcome {
    let reference = movement.reference.clone();
    match movement.state {
        State::Pending => CodeOutcome::Pending { launch: launch(payway, &reference), reference },
        State::Done => CodeOutcome::Paid { reference },
        State::Refused if movement.reason.is_none() => CodeOutcome::Expired,
        State::Refused => CodeOutcome::Declined { reason: movement.decline() },
    }
}

#[async_trait]
impl CodeService for SandboxRails {
    async fn charge(&self, request: &CodeCharge) -> Result<CodeOutcome, RailError> {
        let (payway, code) = (request.payway, request.code.as_ref().map(|code| code.0.as_str()));
        let fits = match (payway.code_form(), code) {
            (Some(form), Some(code)) => form.accepts(code),
            (form, code) => form.is_none() && code.is_none(),
        };
        if !fits {
            let rule = payway.code_form().map_or("must be left out", CodeForm::rule);
            return Err(RailError::Invalid { field: "code", rule: rule.to_owned() });
        }
        let rail = Rail::Code(payway);
        let mut charge = self.movement(rail, Flow::Charge, &request.key, request.transaction, request.amount);
        charge.payer = Some(payway.name().to_owned());
        charge.return_url.clone_from(&request.return_url);
        let fate = match behaviour(code) {
            Behaviour::Approved => Some(Fate::done()),
            Behaviour::Waits => None,
            Behaviour::Refused(reason) => {
                (charge.state, charge.reason) = (State::Refused, Some(reason.code().to_owned()));
                None
            }
            Behaviour::Expired => {
                charge.state = State::Refused;
                None
            }
        };
        self.book(request.tenant, charge, fate).await.map(|movement| outcome(payway, movement))
    }

    async fn lookup(&self, tenant: TenantId, payway: Payway, key: &str) -> Result<Option<CodeOutcome>, RailError> {
        let found = self.find(tenant, Rail::Code(payway), key).await?;
        Ok(found.map(|movement| outcome(payway, movement)))
    }

    async fn issue(&self, request: &CodeIssue) -> Result<IssueOutcome, RailError> {
        let (fate, rail) = (issue_fate(request.amount), Rail::Code(request.payway));
        let mut issue = self.movement(rail, Flow::Payout, &request.key, request.transaction, request.amount);
        issue.payer = Some(request.payway.name().to_owned());
        issue.state = if fate == IssueFate::Refused { State::Refused } else { State::Done };
        issue.reason = (fate == IssueFate::Refused).then(|| ISSUE_REFUSED.to_owned());
        let issued = self.book(request.tenant, issue, None).await?;
        Ok(if fate == IssueFate::Late { IssueOutcome::Unknown } else { issue_outcome(issued) })
    }

    async fn lookup_issue(
        &self,
        tenant: TenantId,
        payway: Payway,
        key: &str,
    ) -> Result<Option<IssueOutcome>, RailError> {
        Ok(self.find(tenant, Rail::Code(payway), key).await?.map(issue_outcome))
    }

    async fn refund(
        &self,
        tenant: TenantId,
        payway: Payway,
        transaction: TransactionId,
        key: &str,
        _reference: &str,
        amount: Amount,
    ) -> Result<PayoutOutcome, RailError> {
        let refund = self.movement(Rail::Code(payway), Flow::Refund, key, transaction, amount);
        self.send(tenant, refund, Fate::done()).await
    }

    async fn lookup_refund(
        &self,
        tenant: TenantId,
        payway: Payway,
        key: &str,
    ) -> Result<Option<PayoutOutcome>, RailError> {
        Ok(self.find(tenant, Rail::Code(payway), key).await?.map(sent))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_digits_of_an_amount_decide_what_becomes_of_its_code() {
        let fate = |text| issue_fate(Amount::parse(text, kernel::Currency::UAH).unwrap());
        assert_eq!(fate("1000.13"), IssueFate::Refused);
        assert_eq!(fate("1000.17"), IssueFate::Late);
        assert_eq!(fate("1000.00"), IssueFate::Issued);
    }

    #[test]
    fn every_test_code_has_the_form_of_its_service() {
        for (form, codes) in [
            (CodeForm::Digits, ["777123", "777999", "777000"]),
            (CodeForm::Voucher, ["WHITEBIT-PAID", "WHITEBIT-USED", "WHITEBIT-EXPIRED"]),
        ] {
            for code in codes {
                assert!(form.accepts(code), "{code}");
                assert_ne!(behaviour(Some(code)), Behaviour::Waits, "{code}");
            }
        }
        assert_eq!(behaviour(None), Behaviour::Waits);
    }
}
