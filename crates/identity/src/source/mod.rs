//! How somebody came: campaign parameters and a promo code. What was told first stays.

mod store;

use kernel::TenantId;
use kernel::text::strip_invisible;

use crate::{Identity, IdentityError, Principal};

/// Characters of a parameter that are kept.
const CHARS_MAX: usize = 200;

/// Campaign parameters, as the address of the page had them.
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
    /// The same without what cannot be kept: blanks and control characters go, and what is longer than 200 is cut.
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

/// A promo code as it is kept: in capitals, 2 to 40 letters, digits, dashes and underscores.
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
    /// Notes by which campaign a person came, unless it is known.
    ///
    /// # Errors
    /// Those of the database.
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

    /// Notes the promo code of a person, unless there is one.
    ///
    /// # Errors
    /// A field error of `promocode`; those of the database.
    pub async fn came_with(&self, tenant: TenantId, user: kernel::UserId, code: &str) -> Result<(), IdentityError> {
        let code = promo_code(code)?;
        let mut tx = self.store().tenant(tenant).await?;
        store::promo(tx.conn(), tenant, user, &code, self.world().now()).await?;
        Ok(tx.commit().await?)
    }

    /// Whether a promo code is one at all: asked before anything is used up.
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
    fn parameters_are_cut_to_what_is_kept() {
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
