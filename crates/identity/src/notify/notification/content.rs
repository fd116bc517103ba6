//! The subject of a notification, and its text. Only parameters are stored, so that the words are in the reader's
//! language when they are read.

use serde::{Deserialize, Serialize};

use super::kind::{Kind, Link};
use super::words;
use crate::Language;
use crate::notify::mail::security::{self, Facts};
use crate::notify::mail::{
    Notice, OrderEvent, OrderNotice, PaymentNotice, PlanNotice, SupportNotice, Written, order, payment, plan,
    security_words, support,
};

/// The paragraphs of an email that a notification shows.
const PARAGRAPHS_MAX: usize = 2;

/// The parameters of a notification.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "about", rename_all = "snake_case")]
pub(crate) enum Content {
    /// An order.
    Order { notice: OrderNotice },
    /// A plan.
    Plan { notice: PlanNotice },
    /// A payment to the profile as a merchant.
    Payment { notice: PaymentNotice },
    /// A conversation with support.
    Support { notice: SupportNotice },
    /// The account.
    Security { notice: Notice, device: String, network: String, when: String },
    /// An email that the address of the person refused.
    MailBounced { address: String },
}

/// The words of a notification.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// One short line, without amounts and names.
    pub title: String,
    /// A few sentences.
    pub text: String,
}

impl Content {
    /// The event of an account with its facts.
    pub(crate) fn of_security(notice: Notice, facts: Facts) -> Self {
        Self::Security { notice, device: facts.device, network: facts.network, when: facts.when }
    }

    /// The kind.
    pub(crate) fn kind(&self) -> Kind {
        match self {
            Self::Order { notice } => Kind::of_order(&notice.event, notice.is_deposit),
            Self::Plan { notice } => Kind::of_plan(&notice.event),
            Self::Payment { notice } => Kind::of_payment(&notice.event),
            Self::Support { notice } => Kind::of_support(&notice.event),
            Self::Security { notice, .. } => Kind::of_security(*notice),
            Self::MailBounced { .. } => Kind::MailBounced,
        }
    }

    /// The path of the page that it leads to.
    pub(crate) fn link(&self) -> String {
        match (self.kind().row().link, self) {
            (Link::Page(page), _) => page.to_owned(),
            (Link::Subject, Self::Order { notice }) => notice.path.clone(),
            (Link::Subject, Self::Plan { notice }) => notice.path.clone(),
            (Link::Subject, Self::Support { notice }) => notice.path.clone(),
            (Link::Subject, _) => "/profile/notifications".to_owned(),
        }
    }

    /// The words in a language, for the tenant `tenant`.
    pub(crate) fn said(&self, language: Language, tenant: &str) -> Said {
        let name = tenant.split_whitespace().collect::<Vec<_>>().join(" ");
        let title = words::title(self.kind()).in_language(language).replace("{tenant}", &name);
        let text = match self {
            Self::Order { notice } => match &notice.event {
                OrderEvent::Done { received: amount, .. } if notice.is_deposit => {
                    let event = OrderEvent::Deposited { amount: *amount };
                    order::lines(language, &name, &OrderNotice { event, ..notice.clone() }).1
                }
                _ => order::lines(language, &name, notice).1,
            },
            Self::Plan { notice } => plan::lines(language, &name, notice).1,
            Self::Payment { notice } => payment::lines(language, notice).1,
            Self::Support { notice } => support::lines(language, &name, notice).1,
            Self::Security { notice, device, network, when } => {
                let (device, network, when) = (device.clone(), network.clone(), when.clone());
                let facts = Facts { device, network, when, method: notice.method(), held: None };
                security::lines(language, security_words::of(*notice), &name, &facts).1
            }
            Self::MailBounced { address } => {
                vec![words::BOUNCED.in_language(language).replace("{address}", address).replace("{tenant}", &name)]
            }
        };
        let text = text.into_iter().take(PARAGRAPHS_MAX).collect::<Vec<_>>().join(" ");
        Said { title, text }
    }
}

impl Content {
    /// The email about it, without the anti-phishing phrase; `None` if there is none.
    pub(super) fn letter(&self, language: Language, tenant: &str, site: Option<&str>) -> Option<Written> {
        match self {
            Self::Order { notice } => Some(order::letter(language, tenant, notice, site)),
            Self::Plan { notice } => Some(plan::letter(language, tenant, notice, site)),
            Self::Payment { notice } => Some(payment::letter(language, notice, site)),
            Self::Support { notice } => Some(support::letter(language, tenant, (notice, None), site)),
            Self::Security { notice, device, network, when } => {
                let (device, network, when) = (device.clone(), network.clone(), when.clone());
                let facts = Facts { device, network, when, method: notice.method(), held: None };
                Some(security::filled(language, security_words::of(*notice), tenant, &facts))
            }
            Self::MailBounced { .. } => None,
        }
    }
}

/// The text of a web push message without details, for people who hide details on the lock screen.
pub(crate) fn without_details(language: Language, tenant: &str) -> String {
    words::OPEN_TO_READ.in_language(language).replace("{tenant}", tenant)
}

/// The text of a Telegram message: the words, and the address of the page if the tenant has a host of its own.
pub(crate) fn telegram_text(said: &Said, site: Option<&str>, link: &str) -> String {
    let address = site.map(|site| format!("\n\n{site}{link}")).unwrap_or_default();
    format!("{}\n\n{}{address}", said.title, said.text)
}
