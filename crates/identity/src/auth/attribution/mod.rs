//! Attribution: campaign parameters and a promo code. The first values stay.

mod store;

use kernel::TenantId;
use kernel::text::strip_invisible;

use crate::{Identity, IdentityError, Principal};

/// The maximum length of a stored parameter.
const CHARS_MAX: usize = 200;

/// Campaign parameters from the page's URL.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Campaign {
    /// `utm_source`.
    pub source: Option<String>,
    /// `utm_medium`.
    pub medium: Option<String>,
    /// `utm_campaign`.
    pub campaign: Option<String>,
    /// `utm_term`.
    pub term: Option<String>,
}

impl Campaign {
    /// Trims the parameters, drops control characters and empty values, and cuts them to 200 characters.
    fn tidy(self) -> Self {
        let tidy = |text: Option<String>| {
            let kept: String =
                strip_invisible(text?.trim()).chars().filter(|c| !c.is_control()).take(CHARS_MAX).collect();
            (!kept.is_empty()).then_some(kept)
        };
        Self {
            source: tidy(self.source),
            medium: tidy(self.medium),
            campaign: tidy(self.campaign),
            term: tidy(self.term),
        }
    }
}

/// Normalizes a promo code: upper case, 2 to 40 letters, digits, dashes and underscores.
///
/// # Errors
/// A field error of `promocode`.
pub(crate) fn promo_code(text: &str) -> Result<String, IdentityError> {
    let code = text.trim().to_ascii_uppercase();
    let plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_');
    if !(2..=40).contains(&code.len()) || !code.bytes().all(plain) {
        let rule = "A promo code has 2 to 40 letters, digits, dashes and underscores.";
        return Err(IdentityError::field("promocode", "format", rule));
    }
    Ok(code)
}

impl Identity {
    /// Stores a person's campaign, unless one is stored.
    ///
    /// # Errors
    /// Database errors.
    pub async fn came_by(
        &self,
        tenant: TenantId,
        principal: &Principal,
        campaign: Campaign,
    ) -> Result<(), IdentityError> {
        let campaign = campaign.tidy();
        if campaign == Campaign::default() {
            return Ok(());
        }
        let mut tx = self.store().tenant(tenant).await?;
        store::campaign(tx.conn(), tenant, principal.user, &campaign, self.world().now()).await?;
        Ok(tx.commit().await?)
    }

    /// Stores a person's promo code, unless one is stored.
    ///
    /// # Errors
    /// A field error of `promocode`; database errors.
    pub async fn came_with(&self, tenant: TenantId, user: kernel::UserId, code: &str) -> Result<(), IdentityError> {
        let code = promo_code(code)?;
        let mut tx = self.store().tenant(tenant).await?;
        store::promo(tx.conn(), tenant, user, &code, self.world().now()).await?;
        Ok(tx.commit().await?)
    }

    /// Validates a promo code before anything is consumed.
    ///
    /// # Errors
    /// A field error of `promocode`.
    pub fn check_promo_code(&self, code: &str) -> Result<(), IdentityError> {
        promo_code(code).map(|_| ())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn campaign_parameters_are_truncated() {
        let given = Campaign {
            source: Some(" mail\u{0}er ".into()),
            medium: Some("\n".into()),
            campaign: Some("ü".repeat(300)),
            term: None,
        };
        let kept = given.tidy();
        assert_eq!((kept.source.as_deref(), kept.medium), (Some("mailer"), None));
        assert_eq!(kept.campaign.unwrap().chars().count(), 200);
    }

    #[test]
    fn a_promo_code_is_letters_and_digits() {
        assert_eq!(promo_code(" spring-26 ").unwrap(), "SPRING-26");
        for odd in ["", "A", "A B", "код", &"A".repeat(41)] {
            assert!(matches!(promo_code(odd), Err(IdentityError::Field { field: "promocode", .. })), "{odd}");
        }
    }
}
