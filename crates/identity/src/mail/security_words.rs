//! The words of mails about a person's own account, in each language. `{tenant}`, `{device}`, `{network}` and `{when}` are
//! filled in.

use super::security::Notice;
use crate::Language;

/// A mail's subject and paragraphs.
pub(super) struct Words {
    pub subject: &'static str,
    pub paragraphs: &'static [&'static str],
}

pub(super) const fn unknown_device(language: Language) -> &'static str {
    match language {
        Language::En => "an unknown device",
        Language::Uk => "невідомий пристрій",
        Language::Ru => "неизвестное устройство",
        Language::Pl => "nieznane urządzenie",
    }
}

pub(super) const fn of(language: Language, notice: Notice) -> Words {
    match notice {
        Notice::NewDevice { .. } => new_device(language),
    }
}

const fn new_device(language: Language) -> Words {
    match language {
        Language::En => Words {
            subject: "New sign-in to {tenant}",
            paragraphs: &[
                "Somebody signed in to your account at {tenant} from a new device or network.",
                "Device: {device}. Network: {network}. Time: {when}.",
                "If it was you, there is nothing to do.",
                "If it was not you, open {tenant}, go to Profile, Devices, and end that session. Then make sure that nobody else can read your mail.",
            ],
        },
        Language::Uk => Words {
            subject: "Новий вхід у {tenant}",
            paragraphs: &[
                "Хтось увійшов у ваш обліковий запис у {tenant} з нового пристрою або мережі.",
                "Пристрій: {device}. Мережа: {network}. Час: {when}.",
                "Якщо це були ви, нічого робити не треба.",
                "Якщо це були не ви, відкрийте {tenant}, перейдіть до розділу «Профіль», «Пристрої» та завершіть цей сеанс. Потім переконайтеся, що ніхто інший не читає вашу пошту.",
            ],
        },
        Language::Ru => Words {
            subject: "Новый вход в {tenant}",
            paragraphs: &[
                "Кто-то вошёл в вашу учётную запись в {tenant} с нового устройства или из новой сети.",
                "Устройство: {device}. Сеть: {network}. Время: {when}.",
                "Если это были вы, ничего делать не нужно.",
                "Если это были не вы, откройте {tenant}, перейдите в раздел «Профиль», «Устройства» и завершите этот сеанс. Затем убедитесь, что никто другой не читает вашу почту.",
            ],
        },
        Language::Pl => Words {
            subject: "Nowe logowanie do {tenant}",
            paragraphs: &[
                "Ktoś zalogował się na Twoje konto w {tenant} z nowego urządzenia lub z nowej sieci.",
                "Urządzenie: {device}. Sieć: {network}. Czas: {when}.",
                "Jeśli to Ty, nie musisz nic robić.",
                "Jeśli to nie Ty, otwórz {tenant}, przejdź do sekcji Profil, Urządzenia i zakończ tę sesję. Potem upewnij się, że nikt inny nie czyta Twojej poczty.",
            ],
        },
    }
}
