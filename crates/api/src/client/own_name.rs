//! Whether a bank account or a card is the customer's own (specification, "Saved requisite": bank accounts and deposit
//! cards must be in the user's own name).

use exchange::RequisiteInput;
use identity::{Principal, Step, Tenant, is_own_name};

use crate::AppState;
use crate::problem::{FieldError, Problem};

/// What is named by its holder.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Named {
    /// A bank account.
    BankAccount,
    /// A card.
    Card,
}

impl Named {
    const fn rule(self) -> &'static str {
        match self {
            Self::BankAccount => "Bank accounts must be in your own name",
            Self::Card => "Cards must be in your own name",
        }
    }
}

/// Compares the name of a holder with the customer's verified name. Before the identity is verified there is nothing to
/// compare with.
///
/// # Errors
/// 400 `not_own_name` at `pointer`.
pub(crate) async fn check_own_name(
    state: &AppState,
    (tenant, principal): (&Tenant, &Principal),
    named: Named,
    (pointer, holder): (&str, &str),
) -> Result<(), Problem> {
    if !principal.customer_status(tenant).done.contains(&Step::Identity) {
        return Ok(());
    }
    let person = state.identity().user(tenant.id, principal.user).await?;
    let (Some(first), Some(last)) = (person.first_name, person.last_name) else { return Ok(()) };
    if is_own_name(&first, &last, holder) {
        return Ok(());
    }
    Err(Problem::field(FieldError::new(pointer, "not_own_name", named.rule())))
}

/// Compares the account holder of a payout with the customer's verified name. Other destinations have no holder here:
/// that of a card is compared when its token is made.
///
/// # Errors
/// 400 `not_own_name` at `/requisite/full_name`.
pub(crate) async fn check_own_account(
    state: &AppState,
    customer: (&Tenant, &Principal),
    requisite: &RequisiteInput,
) -> Result<(), Problem> {
    match requisite {
        RequisiteInput::Iban { full_name, .. } => {
            check_own_name(state, customer, Named::BankAccount, ("/requisite/full_name", full_name)).await
        }
        RequisiteInput::Address { .. } | RequisiteInput::Card { .. } | RequisiteInput::Customer { .. } => Ok(()),
    }
}
