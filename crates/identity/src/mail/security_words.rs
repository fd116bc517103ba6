//! The texts of emails about account events, in each language, with the placeholders `{tenant}`, `{device}`,
//! `{network}`, `{method}` and `{when}`.

use super::security::Notice;
use crate::Language;

/// An email's subject and paragraphs.
pub(super) struct Words {
    pub subject: &'static str,
    pub paragraphs: Vec<&'static str>,
}

pub(super) const fn unknown_device(language: Language) -> &'static str {
    match language {
        Language::En => "an unknown device",
        Language::Uk => "невідомий пристрій",
        Language::Ru => "неизвестное устройство",
        Language::Pl => "nieznane urządzenie",
    }
}

pub(super) fn of(language: Language, notice: Notice) -> Words {
    match notice {
        Notice::NewDevice { .. } => new_device(language),
        notice => changed(language, happened(language, notice)),
    }
}

/// A change of account protection: the event, and how to react if the person did not cause it.
fn changed(language: Language, happened: &'static str) -> Words {
    let (subject, fine, otherwise) = match language {
        Language::En => (
            "Your account at {tenant}: security",
            "If it was you, you do not need to do anything.",
            "If it was not you, open {tenant}, go to Profile, Devices, sign out the devices that you do not recognise, and contact support at once.",
        ),
        Language::Uk => (
            "Ваш обліковий запис у {tenant}: безпека",
            "Якщо це були ви, нічого робити не треба.",
            "Якщо це були не ви, відкрийте {tenant}, перейдіть до розділу «Профіль», «Пристрої», завершіть незнайомі сеанси й негайно зверніться до підтримки.",
        ),
        Language::Ru => (
            "Ваш аккаунт в {tenant}: безопасность",
            "Если это были вы, ничего делать не нужно.",
            "Если это были не вы, откройте {tenant}, перейдите в раздел «Профиль», «Устройства», завершите незнакомые сеансы и немедленно обратитесь в поддержку.",
        ),
        Language::Pl => (
            "Twoje konto w {tenant}: bezpieczeństwo",
            "Jeśli to Ty, nie musisz nic robić.",
            "Jeśli to nie Ty, otwórz {tenant}, przejdź do sekcji Profil, Urządzenia, zakończ nieznane sesje i natychmiast skontaktuj się z pomocą.",
        ),
    };
    Words { subject, paragraphs: vec![happened, fine, otherwise] }
}

const TOTP_ADDED: [&str; 4] = [
    "An authenticator app was added to your account as a second factor.",
    "До вашого облікового запису додано застосунок-автентифікатор як другий фактор.",
    "В ваш аккаунт добавлено приложение-аутентификатор как второй фактор.",
    "Do Twojego konta dodano aplikację uwierzytelniającą jako drugi składnik.",
];
const TOTP_REMOVED: [&str; 4] = [
    "The authenticator app was removed from your account.",
    "Застосунок-автентифікатор вилучено з вашого облікового запису.",
    "Приложение-аутентификатор удалено из вашего аккаунта.",
    "Aplikację uwierzytelniającą usunięto z Twojego konta.",
];
const PASSKEY_ADDED: [&str; 4] = [
    "A passkey was added to your account. It can sign in and confirm payments.",
    "До вашого облікового запису додано ключ доступу. Ним можна входити й підтверджувати платежі.",
    "В ваш аккаунт добавлен ключ доступа. Им можно входить и подтверждать платежи.",
    "Do Twojego konta dodano klucz dostępu. Można się nim logować i potwierdzać płatności.",
];
const PASSKEY_REMOVED: [&str; 4] = [
    "A passkey was removed from your account.",
    "Ключ доступу вилучено з вашого облікового запису.",
    "Ключ доступа удалён из вашего аккаунта.",
    "Klucz dostępu usunięto z Twojego konta.",
];

const NEW_ADDRESS: [&str; 4] = [
    "Someone signed in to your account wants to send coins to a new address. From {when} any amount can go there.",
    "Хтось, хто увійшов у ваш обліковий запис, хоче надіслати монети на нову адресу. Будь-яку суму туди можна буде надіслати з {when}.",
    "Кто-то, кто вошёл в ваш аккаунт, хочет отправить монеты на новый адрес. Любую сумму туда можно будет отправить с {when}.",
    "Ktoś zalogowany na Twoje konto chce wysłać monety na nowy adres. Od {when} będzie można tam wysłać dowolną kwotę.",
];

const SESSION_REUSED: [&str; 4] = [
    "One of your sessions was ended: someone else may have copied what keeps it open. Sign in again, and check that device for programs you do not recognise.",
    "Один із ваших сеансів завершено: хтось інший міг скопіювати те, що тримає його відкритим. Увійдіть знову й перевірте, чи немає на тому пристрої незнайомих програм.",
    "Один из ваших сеансов завершён: кто-то другой мог скопировать то, что держит его открытым. Войдите снова и проверьте, нет ли на том устройстве незнакомых программ.",
    "Jedna z Twoich sesji została zakończona: ktoś inny mógł skopiować to, co utrzymuje ją otwartą. Zaloguj się ponownie i sprawdź, czy na tamtym urządzeniu nie ma nieznanych programów.",
];
const PHONE_CHANGED: [&str; 4] = [
    "Your phone number was replaced with another one.",
    "Ваш номер телефону замінено на інший.",
    "Ваш номер телефона заменён на другой.",
    "Twój numer telefonu zastąpiono innym.",
];

const RECOVERY_CODES_MADE: [&str; 4] = [
    "New recovery codes were made. The old ones no longer work.",
    "Створено нові коди відновлення. Старі більше не діють.",
    "Созданы новые коды восстановления. Старые больше не действуют.",
    "Utworzono nowe kody odzyskiwania. Stare już nie działają.",
];
const RECOVERY_CODE_USED: [&str; 4] = [
    "One of your recovery codes was used. It does not work again.",
    "Використано один із ваших кодів відновлення. Удруге він не спрацює.",
    "Использован один из ваших кодов восстановления. Второй раз он не сработает.",
    "Użyto jednego z Twoich kodów odzyskiwania. Drugi raz nie zadziała.",
];
const LOCKED: [&str; 4] = [
    "Ten wrong second-factor codes were entered. Codes will not be accepted for half an hour.",
    "Десять разів введено неправильний код другого фактора. Пів години коди не приймаються.",
    "Десять раз введён неверный код второго фактора. Полчаса коды не принимаются.",
    "Dziesięć razy podano błędny kod drugiego składnika. Przez pół godziny kody nie są przyjmowane.",
];
const UNLOCKED: [&str; 4] = [
    "Support has allowed your second-factor codes again before the half hour was over.",
    "Підтримка дозволила знову вводити коди вашого другого фактора, не чекаючи пів години.",
    "Поддержка разрешила снова вводить коды вашего второго фактора, не дожидаясь получаса.",
    "Pomoc pozwoliła znów podawać kody Twojego drugiego składnika przed upływem pół godziny.",
];
const PHONE_CHANGE_ALLOWED: [&str; 4] = [
    "Support has allowed your phone number to be changed again before 24 hours were over.",
    "Підтримка дозволила знову змінити ваш номер телефону, не чекаючи 24 годин.",
    "Поддержка разрешила снова изменить ваш номер телефона, не дожидаясь 24 часов.",
    "Pomoc pozwoliła znów zmienić Twój numer telefonu przed upływem 24 godzin.",
];

const METHOD_LINKED: [&str; 4] = [
    "{method} was added to your account as a way to sign in.",
    "{method} додано до вашого облікового запису як спосіб входу.",
    "{method} добавлен в ваш аккаунт как способ входа.",
    "{method} dodano do Twojego konta jako sposób logowania.",
];
const METHOD_UNLINKED: [&str; 4] = [
    "{method} was removed from your account. You can no longer sign in with it.",
    "{method} вилучено з вашого облікового запису. Увійти ним більше не можна.",
    "{method} удалён из вашего аккаунта. Войти с ним больше нельзя.",
    "{method} usunięto z Twojego konta. Nie można się już nim logować.",
];

const METHOD_TAKEN: [&str; 4] = [
    "{method} was not added to your account as a way to sign in: that {method} account belongs to another customer. You are signed in nevertheless.",
    "{method} не додано до вашого облікового запису як спосіб входу: цей обліковий запис {method} належить іншому клієнтові. Вхід при цьому виконано.",
    "{method} не добавлен в ваш аккаунт как способ входа: этот аккаунт {method} принадлежит другому клиенту. Вход при этом выполнен.",
    "{method} nie dodano do Twojego konta jako sposobu logowania: to konto {method} należy do innego klienta. Logowanie mimo to się powiodło.",
];
const METHOD_ANOTHER: [&str; 4] = [
    "{method} was not added to your account as a way to sign in: another {method} account is already linked. To link this one, unlink that one first. You are signed in nevertheless.",
    "{method} не додано до вашого облікового запису як спосіб входу: уже прив’язано інший обліковий запис {method}. Щоб прив’язати цей, спершу відв’яжіть той. Вхід при цьому виконано.",
    "{method} не добавлен в ваш аккаунт как способ входа: уже привязан другой аккаунт {method}. Чтобы привязать этот, сначала отвяжите тот. Вход при этом выполнен.",
    "{method} nie dodano do Twojego konta jako sposobu logowania: inne konto {method} jest już połączone. Aby połączyć to, najpierw odłącz tamto. Logowanie mimo to się powiodło.",
];

const PHRASE_SET: [&str; 4] = [
    "You chose a phrase for our emails. From now on each of them begins with it: an email from {tenant} without it is not ours.",
    "Ви обрали фразу для наших листів. Відтепер кожен із них починається з неї: лист від {tenant} без неї не наш.",
    "Вы выбрали фразу для наших писем. Теперь каждое из них начинается с неё: письмо от {tenant} без неё не наше.",
    "Wybrano frazę do naszych wiadomości. Odtąd każda się od niej zaczyna: wiadomość od {tenant} bez niej nie pochodzi od nas.",
];
const PHRASE_CHANGED: [&str; 4] = [
    "The phrase in our emails was changed. This email still shows the old one; the next ones will show the new one.",
    "Фразу в наших листах змінено. У цьому листі ще стара, у наступних буде нова.",
    "Фраза в наших письмах изменена. В этом письме ещё старая, в следующих будет новая.",
    "Zmieniono frazę w naszych wiadomościach. Ta pokazuje jeszcze starą, następne pokażą nową.",
];
const PHRASE_REMOVED: [&str; 4] = [
    "The phrase was removed from our emails. This email is the last one that shows it.",
    "Фразу прибрано з наших листів. Цей лист показує її востаннє.",
    "Фраза убрана из наших писем. Это письмо показывает её в последний раз.",
    "Usunięto frazę z naszych wiadomości. Ta pokazuje ją po raz ostatni.",
];

/// One sentence for each event: English, Ukrainian, Russian, Polish.
fn happened(language: Language, notice: Notice) -> &'static str {
    let sentences = match notice {
        Notice::NewDevice { .. }
        | Notice::Verification { .. }
        | Notice::ClosingAsked { .. }
        | Notice::ClosingTakenBack
        | Notice::ClosingStopped
        | Notice::ExportAsked
        | Notice::ExportReady { .. } => ["", "", "", ""],
        Notice::NewAddress { .. } => NEW_ADDRESS,
        Notice::SessionReused => SESSION_REUSED,
        Notice::PhoneChanged => PHONE_CHANGED,
        Notice::TotpAdded => TOTP_ADDED,
        Notice::TotpRemoved => TOTP_REMOVED,
        Notice::PasskeyAdded => PASSKEY_ADDED,
        Notice::PasskeyRemoved => PASSKEY_REMOVED,
        Notice::RecoveryCodesMade => RECOVERY_CODES_MADE,
        Notice::RecoveryCodeUsed => RECOVERY_CODE_USED,
        Notice::SwitchedOn => [
            "Your second factor now protects more of your account.",
            "Другий фактор тепер захищає більше дій у вашому обліковому записі.",
            "Второй фактор теперь защищает больше действий в вашем аккаунте.",
            "Drugi składnik chroni teraz więcej działań na Twoim koncie.",
        ],
        Notice::SwitchedOff => [
            "Your second factor now protects less of your account.",
            "Другий фактор тепер захищає менше дій у вашому обліковому записі.",
            "Второй фактор теперь защищает меньше действий в вашем аккаунте.",
            "Drugi składnik chroni teraz mniej działań na Twoim koncie.",
        ],
        Notice::Locked => LOCKED,
        Notice::Unlocked => UNLOCKED,
        Notice::PhoneChangeAllowed => PHONE_CHANGE_ALLOWED,
        Notice::ResetAsked => [
            "Support was asked to remove your second factor, because it was lost.",
            "Підтримку попросили вилучити ваш другий фактор, бо його втрачено.",
            "Поддержку попросили удалить ваш второй фактор, потому что он утерян.",
            "Poproszono pomoc o usunięcie Twojego drugiego składnika, ponieważ został utracony.",
        ],
        Notice::ResetApproved { .. } => [
            "Support will remove your second factor at {when}. Until then you can stop this: sign in with your second factor.",
            "Підтримка вилучить ваш другий фактор {when}. До того часу ви можете це скасувати: увійдіть із другим фактором.",
            "Поддержка удалит ваш второй фактор {when}. До этого времени вы можете это отменить: войдите со вторым фактором.",
            "Pomoc usunie Twój drugi składnik: {when}. Do tego czasu możesz to zatrzymać: zaloguj się drugim składnikiem.",
        ],
        Notice::ResetDone => [
            "Your second factor was removed. Sign in and set up a new one.",
            "Ваш другий фактор вилучено. Увійдіть і налаштуйте новий.",
            "Ваш второй фактор удалён. Войдите и настройте новый.",
            "Twój drugi składnik usunięto. Zaloguj się i skonfiguruj nowy.",
        ],
        Notice::MethodLinked { .. } => METHOD_LINKED,
        Notice::MethodUnlinked { .. } => METHOD_UNLINKED,
        Notice::MethodNotLinked { is_taken: true, .. } => METHOD_TAKEN,
        Notice::MethodNotLinked { is_taken: false, .. } => METHOD_ANOTHER,
        Notice::PhraseSet => PHRASE_SET,
        Notice::PhraseChanged => PHRASE_CHANGED,
        Notice::PhraseRemoved => PHRASE_REMOVED,
    };
    match language {
        Language::En => sentences[0],
        Language::Uk => sentences[1],
        Language::Ru => sentences[2],
        Language::Pl => sentences[3],
    }
}

fn new_device(language: Language) -> Words {
    match language {
        Language::En => Words {
            subject: "New sign-in to {tenant}",
            paragraphs: vec![
                "Someone signed in to your account at {tenant} from a new device or network.",
                "Device: {device}. Network: {network}. Time: {when}.",
                "If it was you, you do not need to do anything.",
                "If it was not you, open {tenant}, go to Profile, Devices, and sign out that device. Then make sure that no one else can read your email.",
            ],
        },
        Language::Uk => Words {
            subject: "Новий вхід у {tenant}",
            paragraphs: vec![
                "Хтось увійшов у ваш обліковий запис у {tenant} з нового пристрою або мережі.",
                "Пристрій: {device}. Мережа: {network}. Час: {when}.",
                "Якщо це були ви, нічого робити не треба.",
                "Якщо це були не ви, відкрийте {tenant}, перейдіть до розділу «Профіль», «Пристрої» та завершіть цей сеанс. Потім переконайтеся, що ніхто інший не читає вашу пошту.",
            ],
        },
        Language::Ru => Words {
            subject: "Новый вход в {tenant}",
            paragraphs: vec![
                "Кто-то вошёл в ваш аккаунт в {tenant} с нового устройства или из новой сети.",
                "Устройство: {device}. Сеть: {network}. Время: {when}.",
                "Если это были вы, ничего делать не нужно.",
                "Если это были не вы, откройте {tenant}, перейдите в раздел «Профиль», «Устройства» и завершите этот сеанс. Затем убедитесь, что никто другой не читает вашу почту.",
            ],
        },
        Language::Pl => Words {
            subject: "Nowe logowanie do {tenant}",
            paragraphs: vec![
                "Ktoś zalogował się na Twoje konto w {tenant} z nowego urządzenia lub z nowej sieci.",
                "Urządzenie: {device}. Sieć: {network}. Czas: {when}.",
                "Jeśli to Ty, nie musisz nic robić.",
                "Jeśli to nie Ty, otwórz {tenant}, przejdź do sekcji Profil, Urządzenia i zakończ tę sesję. Potem upewnij się, że nikt inny nie czyta Twojej poczty.",
            ],
        },
    }
}
