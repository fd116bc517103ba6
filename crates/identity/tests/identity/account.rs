//! What people say about themselves and how they want the app.

use identity::{Language, Settings, SettingsUpdate, Theme, UserUpdate};

use crate::house::{ANNA, House, field};

#[tokio::test]
async fn settings_start_sensibly_and_stay_as_they_are_set() {
    let house = House::new().await;
    let login = house.sign_in(ANNA).await;
    let user = house.identity.user(house.tenant.id, login.user).await.unwrap();
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
    house.identity.update_settings(house.tenant.id, login.user, update).await.unwrap();
    let nothing = SettingsUpdate::default();
    assert_eq!(house.identity.update_settings(house.tenant.id, login.user, nothing).await.unwrap(), wanted);
    assert_eq!(house.identity.user(house.tenant.id, login.user).await.unwrap().settings, wanted);
}

#[tokio::test]
async fn names_are_kept_one_by_one_and_bad_ones_named() {
    let house = House::new().await;
    let login = house.sign_in(ANNA).await;
    let update = |first: &str, last: Option<&str>| UserUpdate {
        first_name: Some(first.into()),
        last_name: last.map(Into::into),
    };
    house.identity.update_user(house.tenant.id, login.user, update("Anna", Some("Kowalska"))).await.unwrap();
    let user = house.identity.update_user(house.tenant.id, login.user, update(" Ania ", None)).await.unwrap();
    assert_eq!((user.first_name.as_deref(), user.last_name.as_deref()), (Some("Ania"), Some("Kowalska")));
    let refused = house.identity.update_user(house.tenant.id, login.user, update("A\u{0}na", None)).await;
    assert_eq!(field(refused.unwrap_err()).0, "first_name");
}

#[tokio::test]
async fn a_person_of_one_house_does_not_exist_in_another() {
    let house = House::new().await;
    let login = house.sign_in(ANNA).await;
    let elsewhere = house.sandbox.id;
    assert_eq!(house.identity.user(elsewhere, login.user).await.unwrap_err().code(), "NOT_FOUND");
    let changed = house.identity.update_user(elsewhere, login.user, UserUpdate::default()).await;
    assert_eq!(changed.unwrap_err().code(), "NOT_FOUND");
    let changed = house.identity.update_settings(elsewhere, login.user, SettingsUpdate::default()).await;
    assert_eq!(changed.unwrap_err().code(), "NOT_FOUND");
}
