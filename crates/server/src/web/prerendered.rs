//! Prerendered pages, sent within the HTML: they are visible as soon as the styles are loaded, while the app is still
//! loading. The build prerenders them (`web/tools/first-paint/prerender.ts`) with placeholders for everything that
//! depends on the tenant.

use std::collections::HashMap;
use std::fmt::Write;
use std::sync::OnceLock;

use api::dto::catalogue::{Config, MarkShape};
use serde::Deserialize;

use super::{assets, brand};

/// Placeholders, in private-use characters. The same as in `web/tools/first-paint/prerender.ts`.
const NAME: &str = "\u{e000}";
const BRAND: &str = "\u{e001}";
const LETTER: &str = "\u{e002}";
const OUTLINE: &str = "\u{e003}";
const OPACITY: &str = "\u{e004}";
const SHAPES: &str = "\u{e005}";

const LANGUAGES: [&str; 4] = ["en", "uk", "ru", "pl"];
const FEATURES: [&str; 2] = ["exchange", "balances"];
const PROVIDERS: [&str; 2] = ["google", "apple"];
/// Condition for a tenant without any of the providers.
const ALL_PROVIDERS: &str = "providers";

/// All prerendered pages, by path and language. Empty without a build; the app works without them.
#[derive(Debug, Default, Deserialize)]
pub struct Prerendered {
    brands: Brands,
    pages: HashMap<String, HashMap<String, Vec<Piece>>>,
}

/// The logo with the name, for the three kinds of logo.
#[derive(Debug, Default, Deserialize)]
struct Brands {
    own: String,
    letter: String,
    shapes: String,
    shape: String,
}

/// A piece of markup, and the conditions under which it is omitted.
#[derive(Debug, Deserialize)]
struct Piece(String, Vec<String>);

impl Prerendered {
    /// The pages of the build in this binary.
    pub fn built() -> &'static Self {
        static BUILT: OnceLock<Prerendered> = OnceLock::new();
        BUILT.get_or_init(|| {
            assets::prerendered().and_then(|file| serde_json::from_slice(&file.data).ok()).unwrap_or_default()
        })
    }

    /// The prerendered page at `path`, for this tenant and language.
    pub fn page(&self, path: &str, language: &str, config: &Config) -> Option<String> {
        let pieces = self.pages.get(path)?.get(language)?;
        let lacks = lacks(config);
        let has = |piece: &&Piece| !piece.1.iter().any(|name| lacks.contains(&name.as_str()));
        let html: String = pieces.iter().filter(has).map(|Piece(html, _)| html.as_str()).collect();
        // The name last, so that text of a tenant is never searched for placeholders.
        Some(html.replace(BRAND, &self.brands.of(config)).replace(NAME, &brand::escape(&config.tenant.name)))
    }
}

impl Brands {
    /// The logo, with the placeholder for the name.
    fn of(&self, config: &Config) -> String {
        let own = &config.tenant.brand;
        match (&own.mark, &own.color) {
            (Some(shapes), _) => self.shapes.replace(SHAPES, &self.svg_of(shapes)),
            (None, Some(_)) => self.letter.replace(LETTER, &brand::escape(&initial(&config.tenant.name))),
            (None, None) => self.own.clone(),
        }
    }

    fn svg_of(&self, shapes: &[MarkShape]) -> String {
        let mut paths = String::new();
        for MarkShape { d, opacity } in shapes {
            // Writing to a string cannot fail.
            _ = write!(
                paths,
                "{}",
                self.shape.replace(OPACITY, &opacity.to_string()).replace(OUTLINE, &brand::escape(d))
            );
        }
        paths
    }
}

fn initial(name: &str) -> String {
    name.chars().next().map(|letter| letter.to_uppercase().collect()).unwrap_or_default()
}

/// The languages, features and providers that this tenant does not have.
fn lacks(config: &Config) -> Vec<&'static str> {
    let tenant = &config.tenant;
    let parts = [(&LANGUAGES[..], &tenant.languages), (&FEATURES, &tenant.features), (&PROVIDERS, &tenant.sign_in)];
    let missing = |(all, has): (&'static [&'static str], &Vec<String>)| {
        all.iter().copied().filter(|name| !has.iter().any(|own| own == name)).collect::<Vec<_>>()
    };
    let mut lacks: Vec<_> = parts.into_iter().flat_map(missing).collect();
    if PROVIDERS.iter().all(|provider| lacks.contains(provider)) {
        lacks.push(ALL_PROVIDERS);
    }
    lacks
}

#[cfg(test)]
mod tests {
    use super::super::page::tests::config;
    use super::*;

    fn prerendered() -> Prerendered {
        let piece = |html: &str, without: &[&str]| {
            Piece(html.to_owned(), without.iter().map(|&name| name.to_owned()).collect())
        };
        let pieces = vec![
            piece("<h1>Sign in to \u{e000}</h1>\u{e001}", &[]),
            piece("<p>or</p>", &["providers"]),
            piece("<b>Google</b>", &["google", "providers"]),
            piece("<option>English</option>", &["en"]),
        ];
        let shape = "<path d=\"\u{e003}\" opacity=\"\u{e004}%\">".to_owned();
        let [own, letter, shapes] = ["<i/>\u{e000}", "<u>\u{e002}</u>\u{e000}", "<svg>\u{e005}</svg>\u{e000}"];
        Prerendered {
            brands: Brands { own: own.into(), letter: letter.into(), shapes: shapes.into(), shape },
            pages: HashMap::from([("authentication".into(), HashMap::from([("uk".into(), pieces)]))]),
        }
    }

    fn page(config: &Config) -> String {
        prerendered().page("authentication", "uk", config).unwrap()
    }

    #[test]
    fn a_tenant_is_shown_what_it_has_and_nothing_else() {
        let mut nova = config("Nova");
        assert_eq!(page(&nova), "<h1>Sign in to Nova</h1><i/>Nova");
        nova.tenant.languages.push("en".into());
        nova.tenant.sign_in = vec!["email".into(), "google".into()];
        assert_eq!(page(&nova), "<h1>Sign in to Nova</h1><i/>Nova<p>or</p><b>Google</b><option>English</option>");
        nova.tenant.sign_in = vec!["email".into(), "apple".into()];
        assert!(page(&nova).contains("<p>or</p><option>"));
    }

    #[test]
    fn the_logo_is_the_tenants_own_kind() {
        let mut nova = config("łódź");
        nova.tenant.brand.color = Some("#5a3df0".into());
        assert!(page(&nova).ends_with("<u>Ł</u>łódź"));
        nova.tenant.brand.mark =
            Some(vec![MarkShape { d: "M1 1".into(), opacity: 35 }, MarkShape { d: "M2 2".into(), opacity: 100 }]);
        let shapes = "<svg><path d=\"M1 1\" opacity=\"35%\"><path d=\"M2 2\" opacity=\"100%\"></svg>łódź";
        assert!(page(&nova).ends_with(shapes), "{}", page(&nova));
    }

    #[test]
    fn a_tenants_words_cannot_become_markup_or_places_to_fill() {
        let mut nova = config("<script>alert(1)</script>\u{e001}\"");
        nova.tenant.brand.color = Some("#5a3df0".into());
        let html = page(&nova);
        assert!(!html.contains("<script") && html.matches("<u>").count() == 1, "{html}");
        assert_eq!(html.matches("&lt;script&gt;alert(1)&lt;/script&gt;\u{e001}&quot;").count(), 2);
        nova.tenant.brand.mark = Some(vec![MarkShape { d: "M1 1\"/><script>".into(), opacity: 50 }]);
        assert!(!page(&nova).contains("<script"));
    }

    #[test]
    fn a_page_that_was_not_prerendered_is_missing() {
        let nova = config("Nova");
        assert_eq!(prerendered().page("authentication", "pl", &nova), None);
        assert_eq!(prerendered().page("support", "uk", &nova), None);
    }
}
