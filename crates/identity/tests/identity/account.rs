//! Personal data and settings.

use std::collections::BTreeSet;

use identity::{IdentityError, Language, PersonalUpdate, Settings, SettingsUpdate, Step, Theme, User, UserUpdate};
use kernel::UserId;

use crate::setup::{ANNA, Setup, field, here};

#[tokio::test]
async fn settings_start_sensibly_and_stay_as_they_are_set() {
    let setup = Setup::new().await;
    let login = setup.sign_in(ANNA).await;
    let user = setup.identity.user(setup.tenant.id, login.user).await.unwrap();
    let eur = "EUR".parse().unwrap();
    let start =
        Settings { language: Language::En, theme: Theme::System, main_currency: eur, hide_small_balances: false };
    assert_eq!((user.settings, user.email.as_str(), user.blocked), (start, ANNA, false));

    let wanted = Settings {
        language: Language::Uk,
        theme: Theme::Dark,
        main_currency: "USD".parse().unwrap(),
        hide_small_balances: true,
    };
    let update = SettingsUpdate {
        language: Some(wanted.language),
        theme: Some(wanted.theme),
        main_currency: Some(wanted.main_currency),
        hide_small_balances: Some(true),
    };
    setup.identity.update_settings(setup.tenant.id, login.user, update).await.unwrap();
    let nothing = SettingsUpdate::default();
    assert_eq!(setup.identity.update_settings(setup.tenant.id, login.user, nothing).await.unwrap(), wanted);
    assert_eq!(setup.identity.user(setup.tenant.id, login.user).await.unwrap().settings, wanted);
}

#[tokio::test]
async fn name_fields_are_stored_separately_and_invalid_ones_named() {
    let setup = Setup::new().await;
    let login = setup.sign_in(ANNA).await;
    let update = |first: &str, last: Option<&str>| UserUpdate {
        first_name: Some(first.into()),
        last_name: last.map(Into::into),
        ..UserUpdate::default()
    };
    change(&setup, login.user, update("Anna", Some("Kowalska"))).await.unwrap();
    let user = change(&setup, login.user, update(" Ania ", None)).await.unwrap();
    assert_eq!((user.first_name.as_deref(), user.last_name.as_deref()), (Some("Ania"), Some("Kowalska")));
    let refused = change(&setup, login.user, update("A\u{0}na", None)).await;
    assert_eq!(field(refused.unwrap_err()).0, "first_name");
}

#[tokio::test]
async fn a_customer_of_one_tenant_does_not_exist_in_another() {
    let setup = Setup::new().await;
    let login = setup.sign_in(ANNA).await;
    let elsewhere = setup.sandbox.id;
    assert_eq!(setup.identity.user(elsewhere, login.user).await.unwrap_err().code(), "NOT_FOUND");
    let (sandbox, nothing) = (&setup.sandbox, UserUpdate::default());
    let changed = setup.identity.update_user(sandbox, login.user, nothing, &BTreeSet::new(), &here()).await;
    assert_eq!(changed.unwrap_err().code(), "NOT_FOUND");
    let changed = setup.identity.update_settings(elsewhere, login.user, SettingsUpdate::default()).await;
    assert_eq!(changed.unwrap_err().code(), "NOT_FOUND");
}

async fn change(setup: &Setup, user: UserId, update: UserUpdate) -> Result<User, IdentityError> {
    let forbidden = BTreeSet::from(["RU".parse().unwrap()]);
    setup.identity.update_user(&setup.tenant, user, update, &forbidden, &here()).await
}

fn about_home() -> UserUpdate {
    let text = |text: &str| Some(text.to_owned());
    let personal = PersonalUpdate {
        birth_date: "1990-01-02".parse().ok(),
        street: text("vul. Khreshchatyk 1"),
        city: text("Kyiv"),
        postcode: text("01001"),
    };
    UserUpdate { first_name: text("Anna"), last_name: text("Kowalska"), residence: text("UA"), personal }
}

#[tokio::test]
async fn birth_date_and_home_address_are_encrypted_and_count_as_declared() {
    let setup = Setup::new().await;
    let anna = setup.sign_in(ANNA).await.user;
    assert!(setup.identity.customer_status(&setup.tenant, anna).await.unwrap().done.is_empty());
    let user = change(&setup, anna, about_home()).await.unwrap();
    assert_eq!(user.residence.map(|country| country.to_string()).as_deref(), Some("UA"));
    let personal = setup.identity.personal(setup.tenant.id, anna).await.unwrap().unwrap();
    assert_eq!((personal.birth_date.to_string().as_str(), personal.city.as_deref()), ("1990-01-02", Some("Kyiv")));
    let in_the_clear = "SELECT count(*) FROM users u WHERE strpos(encode(u.personal, 'escape'), 'Khreshchatyk') > 0
                        OR strpos(u::text, 'Khreshchatyk') > 0";
    assert_eq!(setup.count(in_the_clear).await, 0);
    let customer_status = setup.identity.customer_status(&setup.tenant, anna).await.unwrap();
    assert_eq!(customer_status.done, BTreeSet::from([Step::PersonalData, Step::DeclaredAddress]));
    let mut moved = UserUpdate::default();
    moved.personal.city = Some("Lviv".into());
    change(&setup, anna, moved).await.unwrap();
    let personal = setup.identity.personal(setup.tenant.id, anna).await.unwrap().unwrap();
    assert_eq!((personal.city.as_deref(), personal.postcode.as_deref()), (Some("Lviv"), Some("01001")));
}

#[tokio::test]
async fn an_address_counts_as_declared_without_a_postal_code_where_there_are_none() {
    let setup = Setup::new().await;
    let anna = setup.sign_in(ANNA).await.user;
    let mut update = about_home();
    update.personal.postcode = None;
    change(&setup, anna, update).await.unwrap();
    let done = async || setup.identity.customer_status(&setup.tenant, anna).await.unwrap().done;
    assert_eq!(done().await, BTreeSet::from([Step::PersonalData]), "addresses in Ukraine have one");
    change(&setup, anna, UserUpdate { residence: Some("AE".into()), ..UserUpdate::default() }).await.unwrap();
    assert_eq!(done().await, BTreeSet::from([Step::PersonalData, Step::DeclaredAddress]));
}

#[tokio::test]
async fn names_of_served_countries_are_accepted_and_disguised_ones_are_not() {
    let setup = Setup::new().await;
    let anna = setup.sign_in(ANNA).await.user;
    let named = |name: &str| UserUpdate { first_name: Some(name.into()), ..UserUpdate::default() };
    for name in ["Nguyễn", "Məmmədov", "Adéọlá", "STRAẞE", "‘t Hooft", "Oʻktam", "Nowak–Kowalska"] {
        let user = change(&setup, anna, named(name)).await.unwrap();
        assert_eq!(user.first_name.as_deref(), Some(name));
    }
    for (name, rule) in
        [("Ivаn", "mixed_scripts"), ("Anna\u{202e}", "invisible_character"), ("A😀", "invalid_character")]
    {
        let refused = field(change(&setup, anna, named(name)).await.unwrap_err());
        assert_eq!((refused.0, refused.1), ("first_name", rule));
    }
}

#[tokio::test]
async fn residents_of_forbidden_countries_are_refused_and_nothing_is_stored() {
    let setup = Setup::new().await;
    let anna = setup.sign_in(ANNA).await.user;
    let refused = change(&setup, anna, UserUpdate { residence: Some("RU".into()), ..about_home() }).await;
    assert_eq!(refused.unwrap_err().code(), "COUNTRY_NOT_ALLOWED");
    let user = setup.identity.user(setup.tenant.id, anna).await.unwrap();
    assert_eq!((user.residence, user.first_name), (None, None));
    let simulated = change(&setup, anna, UserUpdate { residence: Some("XE".into()), ..UserUpdate::default() }).await;
    assert_eq!(field(simulated.unwrap_err()).0, "residence_country", "the sandbox's countries are the sandbox's");
}
