//! The texts of emails about account closure, with the placeholders `{tenant}` and `{when}`.

use super::security::Notice;
use super::security_words::Words;
use crate::Language;

/// The index of a language in the lists below: English, Ukrainian, Russian, Polish.
const fn place(language: Language) -> usize {
    match language {
        Language::En => 0,
        Language::Uk => 1,
        Language::Ru => 2,
        Language::Pl => 3,
    }
}

const SUBJECT: [&str; 4] = [
    "Your account at {tenant}: deletion",
    "Ваш обліковий запис у {tenant}: видалення",
    "Ваш аккаунт в {tenant}: удаление",
    "Twoje konto w {tenant}: usunięcie",
];

/// The event, and how to react to it. It contains no link, because links in emails train people for phishing.
pub(super) fn of(language: Language, notice: Notice) -> Words {
    let at = place(language);
    let paragraphs = match notice {
        Notice::ClosingAsked { .. } => vec![ASKED[at], TAKE_BACK[at], NOT_YOU[at]],
        Notice::ClosingStopped => vec![STOPPED[at], WHY_STOPPED[at]],
        _ => vec![TAKEN_BACK[at], NOT_YOU[at]],
    };
    Words { subject: SUBJECT[at], paragraphs }
}

/// The last email to an erased customer.
pub(super) fn erased(language: Language) -> Words {
    let at = place(language);
    Words { subject: SUBJECT[at], paragraphs: vec![ERASED[at], KEPT[at]] }
}

const ASKED: [&str; 4] = [
    "You asked {tenant} to delete your account. It will be deleted at {when}. You were signed out everywhere else.",
    "Ви попросили {tenant} видалити ваш обліковий запис. Його буде видалено {when}. На інших пристроях сеанси завершено.",
    "Вы попросили {tenant} удалить ваш аккаунт. Он будет удалён {when}. На других устройствах сеансы завершены.",
    "Poproszono {tenant} o usunięcie Twojego konta. Zostanie usunięte: {when}. Na innych urządzeniach wylogowano Cię.",
];
const TAKE_BACK: [&str; 4] = [
    "To keep the account, sign in to {tenant} before then and choose Keep my account. If money arrives, the deletion stops by itself.",
    "Щоб зберегти обліковий запис, увійдіть до {tenant} до цього й оберіть «Залишити мій обліковий запис». Якщо надійдуть гроші, видалення зупиниться само.",
    "Чтобы сохранить аккаунт, войдите в {tenant} до этого и выберите «Оставить мой аккаунт». Если поступят деньги, удаление остановится само.",
    "Aby zachować konto, zaloguj się wcześniej do {tenant} i wybierz Zachowaj moje konto. Jeśli wpłyną pieniądze, usuwanie zatrzyma się samo.",
];
const NOT_YOU: [&str; 4] = [
    "If it was not you, sign in, keep the account and contact support at once.",
    "Якщо це були не ви, увійдіть, збережіть обліковий запис і негайно зверніться до підтримки.",
    "Если это были не вы, войдите, сохраните аккаунт и немедленно обратитесь в поддержку.",
    "Jeśli to nie Ty, zaloguj się, zachowaj konto i natychmiast skontaktuj się z pomocą.",
];
const TAKEN_BACK: [&str; 4] = [
    "Your account at {tenant} stays: the request to delete it was withdrawn.",
    "Ваш обліковий запис у {tenant} залишається: запит на видалення відкликано.",
    "Ваш аккаунт в {tenant} остаётся: запрос на удаление отозван.",
    "Twoje konto w {tenant} zostaje: prośbę o jego usunięcie wycofano.",
];
const STOPPED: [&str; 4] = [
    "Your account at {tenant} was not deleted: something has arrived or is not finished.",
    "Ваш обліковий запис у {tenant} не видалено: щось надійшло або ще не завершено.",
    "Ваш аккаунт в {tenant} не удалён: что-то поступило или ещё не завершено.",
    "Twoje konto w {tenant} nie zostało usunięte: coś wpłynęło albo nie jest zakończone.",
];
const WHY_STOPPED: [&str; 4] = [
    "Sign in to {tenant} and go to Profile, Your data and account, to see what it is. When nothing is left, you can ask again.",
    "Увійдіть до {tenant} і перейдіть до розділу «Профіль», «Ваші дані й обліковий запис», щоб побачити, що саме. Коли нічого не залишиться, можна попросити знову.",
    "Войдите в {tenant} и перейдите в раздел «Профиль», «Ваши данные и аккаунт», чтобы увидеть, что именно. Когда ничего не останется, можно попросить снова.",
    "Zaloguj się do {tenant} i przejdź do sekcji Profil, Twoje dane i konto, aby zobaczyć, co to jest. Gdy nic nie zostanie, możesz poprosić ponownie.",
];
const ERASED: [&str; 4] = [
    "Your account at {tenant} is deleted.",
    "Ваш обліковий запис у {tenant} видалено.",
    "Ваш аккаунт в {tenant} удалён.",
    "Twoje konto w {tenant} zostało usunięte.",
];
const KEPT: [&str; 4] = [
    "Your personal data has been erased. Records of transactions and verification are kept as long as the law requires, and no longer. This is our last email to you.",
    "Ваші особисті дані стерто. Записи про операції та верифікацію зберігаються, доки цього вимагає закон, і не довше. Це наш останній лист.",
    "Ваши личные данные стёрты. Записи об операциях и верификации хранятся, пока этого требует закон, и не дольше. Это наше последнее письмо.",
    "Twoje dane osobowe zostały usunięte. Zapisy operacji i weryfikacji przechowujemy tak długo, jak wymaga tego prawo, i nie dłużej. To nasza ostatnia wiadomość.",
];

#[cfg(test)]
mod tests {
    use chrono::DateTime;

    use super::*;

    #[test]
    fn whoever_leaves_is_told_until_when_they_can_stay() {
        for language in Language::ALL {
            let asked = of(language, Notice::ClosingAsked { due_at: DateTime::UNIX_EPOCH }).paragraphs.concat();
            assert!(asked.contains("{when}"), "{asked}");
            let others =
                [of(language, Notice::ClosingStopped), of(language, Notice::ClosingTakenBack), erased(language)];
            for words in others {
                let text = words.paragraphs.concat();
                assert!(!text.contains("{when}") && text.contains("{tenant}") && text != asked, "{text}");
            }
        }
    }
}
