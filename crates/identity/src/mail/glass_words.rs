//! The texts of break-glass reports, in every language.

use crate::Language;

pub(super) struct GlassWords {
    pub subject: &'static str,
    pub intro: &'static str,
    pub end: &'static str,
}

pub(super) const fn glass(language: Language) -> GlassWords {
    match language {
        Language::En => GlassWords {
            subject: "Break-glass was used in the console of {tenant}",
            intro: "{operator} did this in the emergency role (break-glass):",
            end: "Anything that changes something is waiting for you under Approvals. The audit log has all of it. If you did not expect this, have this operator removed at once.",
        },
        Language::Uk => GlassWords {
            subject: "Аварійний доступ використано в консолі {tenant}",
            intro: "{operator} у ролі для надзвичайних випадків (аварійний доступ):",
            end: "Те, що щось змінює, чекає на вас у розділі «Погодження». Повний перелік є в журналі аудиту. Якщо ви цього не очікували, нехай цього оператора негайно вилучать.",
        },
        Language::Ru => GlassWords {
            subject: "Аварийный доступ использован в консоли {tenant}",
            intro: "{operator} в роли для чрезвычайных случаев (аварийный доступ):",
            end: "То, что что-либо меняет, ждёт вас в разделе «Согласования». Полный перечень есть в журнале аудита. Если вы этого не ожидали, пусть этого оператора немедленно удалят.",
        },
        Language::Pl => GlassWords {
            subject: "Użyto dostępu awaryjnego w konsoli {tenant}",
            intro: "{operator} w roli na wypadek sytuacji nadzwyczajnych (dostęp awaryjny):",
            end: "To, co coś zmienia, czeka na Ciebie w sekcji „Akceptacje”. Wszystko jest w dzienniku audytu. Jeśli się tego nie spodziewasz, niech ten operator zostanie natychmiast usunięty.",
        },
    }
}
