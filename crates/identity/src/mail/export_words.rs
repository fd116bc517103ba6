//! The texts of emails about data exports, with the placeholders `{tenant}` and `{when}`.

use super::security::Notice;
use super::security_words::Words;
use crate::Language;

const SUBJECT: [&str; 4] =
    ["Your data at {tenant}", "Ваші дані в {tenant}", "Ваши данные в {tenant}", "Twoje dane w {tenant}"];
const ASKED: [&str; 4] = [
    "A copy of everything that {tenant} keeps about you was requested.",
    "Надійшов запит на копію всього, що {tenant} зберігає про вас.",
    "Поступил запрос на копию всего, что {tenant} хранит о вас.",
    "Poproszono o kopię wszystkiego, co {tenant} o Tobie przechowuje.",
];
const NOT_YOU: [&str; 4] = [
    "If it was not you, open {tenant}, go to Profile, Devices, sign out the devices that you do not recognise, and contact support at once.",
    "Якщо це були не ви, відкрийте {tenant}, перейдіть до розділу «Профіль», «Пристрої», завершіть незнайомі сеанси й негайно зверніться до підтримки.",
    "Если это были не вы, откройте {tenant}, перейдите в раздел «Профиль», «Устройства», завершите незнакомые сеансы и немедленно обратитесь в поддержку.",
    "Jeśli to nie Ty, otwórz {tenant}, przejdź do sekcji Profil, Urządzenia, zakończ nieznane sesje i natychmiast skontaktuj się z pomocą.",
];
const READY: [&str; 4] = [
    "The copy of your data at {tenant} is ready and available until {when}.",
    "Копія ваших даних у {tenant} готова й доступна до {when}.",
    "Копия ваших данных в {tenant} готова и доступна до {when}.",
    "Kopia Twoich danych w {tenant} jest gotowa, dostępna do {when}.",
];
const FETCH: [&str; 4] = [
    "Sign in to {tenant} and go to Profile, Your data and account, to download it. Keep the file where no one else can read it.",
    "Щоб завантажити її, увійдіть до {tenant} і перейдіть до розділу «Профіль», «Ваші дані й обліковий запис». Зберігайте файл там, де його не прочитає ніхто інший.",
    "Чтобы скачать её, войдите в {tenant} и перейдите в раздел «Профиль», «Ваши данные и аккаунт». Храните файл там, где его не прочтёт никто другой.",
    "Aby ją pobrać, zaloguj się do {tenant} i przejdź do sekcji Profil, Twoje dane i konto. Przechowuj plik tam, gdzie nikt inny go nie przeczyta.",
];

/// The event. It contains no link, because links in emails train people for phishing.
pub(super) fn of(language: Language, notice: Notice) -> Words {
    let at = match language {
        Language::En => 0,
        Language::Uk => 1,
        Language::Ru => 2,
        Language::Pl => 3,
    };
    let paragraphs = match notice {
        Notice::ExportReady { .. } => vec![READY[at], FETCH[at]],
        _ => vec![ASKED[at], NOT_YOU[at]],
    };
    Words { subject: SUBJECT[at], paragraphs }
}
