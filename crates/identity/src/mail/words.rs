//! The texts of emails in each language.

use crate::Language;

/// The sign-in email, with the placeholders `{tenant}`, `{minutes}` and `{network}`.
pub(super) struct LoginCode {
    pub subject: &'static str,
    pub intro: &'static str,
    pub good_for: &'static str,
    pub asked_from: &'static str,
    pub never_tell: &'static str,
    pub not_you: &'static str,
}

pub(super) const fn login_code(language: Language) -> LoginCode {
    match language {
        Language::En => LoginCode {
            subject: "Your code for {tenant}",
            intro: "Your code to sign in to {tenant}:",
            good_for: "It works once, for {minutes} minutes.",
            asked_from: "Requested from the network {network}.",
            never_tell: "Never tell anyone this code. {tenant} will never ask you for it.",
            not_you: "If you did not request it, do nothing: no one can sign in without the code.",
        },
        Language::Uk => LoginCode {
            subject: "Ваш код для {tenant}",
            intro: "Ваш код для входу в {tenant}:",
            good_for: "Він діє один раз протягом {minutes} хвилин.",
            asked_from: "Запит надійшов із мережі {network}.",
            never_tell: "Нікому не повідомляйте цей код. {tenant} ніколи його не запитує.",
            not_you: "Якщо ви не запитували код, нічого не робіть: без нього ніхто не зможе увійти.",
        },
        Language::Ru => LoginCode {
            subject: "Ваш код для {tenant}",
            intro: "Ваш код для входа в {tenant}:",
            good_for: "Он действует один раз в течение {minutes} минут.",
            asked_from: "Запрос поступил из сети {network}.",
            never_tell: "Никому не сообщайте этот код. {tenant} никогда его не спрашивает.",
            not_you: "Если вы не запрашивали код, ничего не делайте: без него никто не сможет войти.",
        },
        Language::Pl => LoginCode {
            subject: "Twój kod do {tenant}",
            intro: "Twój kod logowania do {tenant}:",
            good_for: "Działa jeden raz, przez {minutes} minut.",
            asked_from: "Prośba nadeszła z sieci {network}.",
            never_tell: "Nikomu nie podawaj tego kodu. {tenant} nigdy o niego nie poprosi.",
            not_you: "Jeśli to nie Ty, nic nie rób: bez kodu nikt się nie zaloguje.",
        },
    }
}

/// The line with the reader's anti-phishing phrase, with the placeholder `{phrase}`.
pub(super) const fn phrase(language: Language) -> &'static str {
    match language {
        Language::En => "Your phrase: {phrase}",
        Language::Uk => "Ваша фраза: {phrase}",
        Language::Ru => "Ваша фраза: {phrase}",
        Language::Pl => "Twoja fraza: {phrase}",
    }
}

/// The email to a new address; it shares texts with the sign-in email.
pub(super) struct ContactCode {
    pub intro: &'static str,
    pub not_you: &'static str,
}

pub(super) const fn contact_code(language: Language) -> ContactCode {
    match language {
        Language::En => ContactCode {
            intro: "Your code to use this address with {tenant}:",
            not_you: "If you did not request it, do nothing: the address stays out of the account without the code.",
        },
        Language::Uk => ContactCode {
            intro: "Ваш код, щоб користуватися цією адресою в {tenant}:",
            not_you: "Якщо ви не запитували код, нічого не робіть: без нього адресу не буде додано до облікового запису.",
        },
        Language::Ru => ContactCode {
            intro: "Ваш код, чтобы пользоваться этим адресом в {tenant}:",
            not_you: "Если вы не запрашивали код, ничего не делайте: без него адрес не будет добавлен в аккаунт.",
        },
        Language::Pl => ContactCode {
            intro: "Twój kod, aby używać tego adresu w {tenant}:",
            not_you: "Jeśli to nie Ty, nic nie rób: bez kodu adres nie zostanie dodany do konta.",
        },
    }
}

/// The notice to a former address.
pub(super) struct EmailChanged {
    pub subject: &'static str,
    pub intro: &'static str,
    pub asked_from: &'static str,
    pub not_you: &'static str,
}

pub(super) const fn email_changed(language: Language) -> EmailChanged {
    match language {
        Language::En => EmailChanged {
            subject: "Your email at {tenant} was changed",
            intro: "Your account at {tenant} now has a different email. Codes no longer come to this address.",
            asked_from: "It was changed from the network {network}.",
            not_you: "If it was not you, contact the support of {tenant} at once.",
        },
        Language::Uk => EmailChanged {
            subject: "Вашу адресу в {tenant} змінено",
            intro: "Ваш обліковий запис у {tenant} тепер має іншу адресу. Коди сюди більше не надходять.",
            asked_from: "Зміну зроблено з мережі {network}.",
            not_you: "Якщо це були не ви, негайно зверніться до підтримки {tenant}.",
        },
        Language::Ru => EmailChanged {
            subject: "Ваш адрес в {tenant} изменён",
            intro: "У вашего аккаунта в {tenant} теперь другой адрес. Коды сюда больше не приходят.",
            asked_from: "Изменение сделано из сети {network}.",
            not_you: "Если это были не вы, немедленно обратитесь в поддержку {tenant}.",
        },
        Language::Pl => EmailChanged {
            subject: "Twój e-mail w {tenant} został zmieniony",
            intro: "Twoje konto w {tenant} ma teraz inny e-mail. Kody nie przychodzą już na ten adres.",
            asked_from: "Zmieniono go z sieci {network}.",
            not_you: "Jeśli to nie Ty, natychmiast skontaktuj się z pomocą {tenant}.",
        },
    }
}

/// The operator invitation, with the placeholders `{tenant}`, `{link}` and `{until}`.
pub(super) struct OperatorInvitation {
    pub subject: &'static str,
    pub paragraphs: [&'static str; 4],
}

pub(super) const fn operator_invitation(language: Language) -> OperatorInvitation {
    match language {
        Language::En => OperatorInvitation {
            subject: "Your invitation to the console of {tenant}",
            paragraphs: [
                "You are invited to the console of {tenant}. Open this link in the browser that you will work in, with an authenticator app at hand:",
                "{link}",
                "It works once, until {until}. Anyone who opens it acts as you: do not pass it on.",
                "If you do not work for {tenant}, do nothing.",
            ],
        },
        Language::Uk => OperatorInvitation {
            subject: "Запрошення до консолі {tenant}",
            paragraphs: [
                "Вас запрошено до консолі {tenant}. Відкрийте це посилання в браузері, у якому працюватимете; потрібен застосунок-автентифікатор:",
                "{link}",
                "Воно діє один раз, до {until}. Хто його відкриє, діятиме від вашого імені: нікому його не передавайте.",
                "Якщо ви не працюєте в {tenant}, нічого не робіть.",
            ],
        },
        Language::Ru => OperatorInvitation {
            subject: "Приглашение в консоль {tenant}",
            paragraphs: [
                "Вас пригласили в консоль {tenant}. Откройте эту ссылку в браузере, в котором будете работать; нужно приложение-аутентификатор:",
                "{link}",
                "Она действует один раз, до {until}. Кто её откроет, будет действовать от вашего имени: никому её не передавайте.",
                "Если вы не работаете в {tenant}, ничего не делайте.",
            ],
        },
        Language::Pl => OperatorInvitation {
            subject: "Zaproszenie do konsoli {tenant}",
            paragraphs: [
                "Zaproszono Cię do konsoli {tenant}. Otwórz ten link w przeglądarce, w której będziesz pracować; potrzebna jest aplikacja uwierzytelniająca:",
                "{link}",
                "Działa raz, do {until}. Kto go otworzy, będzie działać w Twoim imieniu: nikomu go nie przekazuj.",
                "Jeśli nie pracujesz w {tenant}, nic nie rób.",
            ],
        },
    }
}
