//! The words of mails in each language.

use crate::Language;

/// The sign-in mail. `{tenant}`, `{minutes}` and `{network}` are filled in.
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
            asked_from: "Asked for from the network {network}.",
            never_tell: "Never tell this code to anybody. {tenant} will never ask you for it.",
            not_you: "If you did not ask for it, do nothing: nobody can sign in without the code.",
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
