//! Example customers of a demo tenant with pending verifications, so that the verification queue is not empty.

use std::collections::BTreeSet;

use ::store::TenantTx;
use chrono::NaiveDate;
use kernel::{TenantUser, UserId};

use super::{Document, Paper, Part, Piece, store};
use crate::envelope::Class;
use crate::person::source_of_funds::{Answer, Occupation, Source, Turnover};
use crate::person::user::{self, PersonalUpdate, UserUpdate};
use crate::person::verification::{self, Event, Kind, Status};
use crate::{ClientContext, EmailAddress, Identity, IdentityError, Language, Tenant};

const PASSPORT: &[u8] = include_bytes!("examples/passport.jpg");
const FACE: &[u8] = include_bytes!("examples/face.jpg");
const BILL: &[u8] = include_bytes!("examples/bill.jpg");

/// An example customer. In the sandbox, the family name means "an operator decides", so a second submission enters the
/// queue again.
struct Example {
    email: &'static str,
    first_name: &'static str,
    residence: &'static str,
    born: (i32, u32, u32),
    home: (&'static str, &'static str, &'static str),
    waits_for: Kind,
}

const LAST_NAME: &str = "Review";
const EXAMPLES: [Example; 3] = [
    Example {
        email: "iryna.review@example.test",
        first_name: "Iryna",
        residence: "UA",
        born: (1990, 12, 10),
        home: ("Khreshchatyk 1", "Kyiv", "01001"),
        waits_for: Kind::Identity,
    },
    Example {
        email: "marek.review@example.test",
        first_name: "Marek",
        residence: "PL",
        born: (1984, 3, 2),
        home: ("Długa 7", "Kraków", "31-147"),
        waits_for: Kind::Address,
    },
    Example {
        email: "olena.review@example.test",
        first_name: "Olena",
        residence: "UA",
        born: (1979, 7, 21),
        home: ("Rynok 5", "Lviv", "79000"),
        waits_for: Kind::SourceOfFunds,
    },
];

impl Example {
    fn update(&self) -> UserUpdate {
        let (year, month, day) = self.born;
        let (street, city, postcode) = self.home;
        UserUpdate {
            first_name: Some(self.first_name.into()),
            last_name: Some(LAST_NAME.into()),
            residence: Some(self.residence.into()),
            personal: PersonalUpdate {
                birth_date: NaiveDate::from_ymd_opt(year, month, day),
                street: Some(street.into()),
                city: Some(city.into()),
                postcode: Some(postcode.into()),
            },
        }
    }

    fn pictures(&self) -> Vec<(Piece, &'static [u8])> {
        let paper = self.residence.parse().ok().map(|country| Paper { document: Document::Passport, country });
        let all = match self.waits_for {
            Kind::Identity => vec![(Piece::new(Part::Front, paper), PASSPORT), (Piece::new(Part::Selfie, None), FACE)],
            Kind::Address => vec![(Piece::new(Part::Proof, None), BILL)],
            _ => Vec::new(),
        };
        all.into_iter().filter_map(|(piece, jpeg)| Some((piece?, jpeg))).collect()
    }

    fn answer(&self) -> Result<Option<Answer>, IdentityError> {
        let sources = [Source::Salary, Source::PropertySale];
        let details = "I sold a flat in Lviv last year.";
        match self.waits_for {
            Kind::SourceOfFunds => {
                Answer::new(Occupation::Employed, &sources, Turnover::UpTo250k, Some(details)).map(Some)
            }
            _ => Ok(None),
        }
    }
}

impl Identity {
    /// Adds the example customers of a sandbox tenant, each with submitted documents. Existing submissions and
    /// decisions stay unchanged.
    ///
    /// # Errors
    /// Database errors.
    pub async fn seed_demo_queue(&self, tenant: &Tenant) -> Result<(), IdentityError> {
        for example in &EXAMPLES {
            let language = tenant.languages.first().copied().unwrap_or(Language::En);
            let mut tx = self.store().tenant(tenant.id).await?;
            let email = EmailAddress::parse(example.email)?;
            let (user, _) = user::store::find_or_add(tx.conn(), self.world(), tenant.id, &email, language).await?;
            let known = verification::store::of_user(tx.conn(), tenant.id, user).await?;
            tx.commit().await?;
            if known.iter().all(|one| one.kind != example.waits_for || one.status == Status::None) {
                let context = ClientContext::default();
                self.update_user(tenant, user, example.update(), &BTreeSet::new(), &context).await?;
                let mut tx = self.store().tenant(tenant.id).await?;
                self.hand_in_example(&mut tx, user, example).await?;
                tx.commit().await?;
            }
        }
        Ok(())
    }

    /// Submits what an example waits for. No provider is asked: an operator decides.
    async fn hand_in_example(&self, tx: &mut TenantTx, user: UserId, example: &Example) -> Result<(), IdentityError> {
        let (whose, kind, now) = (TenantUser { tenant: tx.tenant(), user }, example.waits_for, self.world().now());
        let context = ClientContext::default();
        self.move_verification(tx, user, kind, Event::Begin, &[], &context).await?;
        for (piece, jpeg) in example.pictures() {
            let id = self.world().uuid();
            let sealed = self.envelope().seal(tx, Class::Kyc, id, jpeg).await?;
            store::add(tx.conn(), whose, id, piece, &sealed, now).await?;
        }
        store::mark_submitted(tx.conn(), whose.tenant, user, kind, now).await?;
        if let Some(answer) = example.answer()? {
            self.keep_answer(tx, user, &answer).await?;
        }
        self.move_verification(tx, user, kind, Event::Submit, &[], &context).await?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::missing;
    use super::*;

    #[test]
    fn each_example_has_handed_in_all_that_an_operator_needs_and_its_pictures_open() {
        let kinds: Vec<Kind> = EXAMPLES.iter().map(|example| example.waits_for).collect();
        assert_eq!(
            kinds,
            [Kind::Identity, Kind::Address, Kind::SourceOfFunds],
            "one of each kind that operators decide"
        );
        for example in &EXAMPLES {
            let pictures = example.pictures();
            let pieces: Vec<Piece> = pictures.iter().map(|(piece, _)| *piece).collect();
            assert_eq!(missing(example.waits_for, &pieces), [], "{}", example.email);
            for (_, jpeg) in pictures {
                assert!(image::load_from_memory(jpeg).unwrap().width() >= 400, "{}", example.email);
            }
            assert_eq!(example.answer().unwrap().is_some(), example.waits_for == Kind::SourceOfFunds);
        }
    }
}
