//! Files that a page needs besides its entry script. They are listed in the HTML, so that the browser fetches them in
//! parallel instead of discovering them one by one. The build lists them (`web/tools/first-paint/preloads.ts`).

use std::collections::HashMap;
use std::fmt::Write;
use std::sync::OnceLock;

use api::Visitor;
use serde::Deserialize;

use super::assets;

/// The page at `/` for signed-in customers. Other visitors of protected pages are redirected to the sign-in.
pub const HOME: &str = "cabinet";
const ENTRANCE: &str = "authentication";

/// The files of all pages. Empty without a build; the app works without preloads.
#[derive(Debug, Default, Deserialize)]
pub struct Preloads {
    words: HashMap<String, Vec<String>>,
    pages: Vec<Page>,
    /// Pages for signed-in customers only.
    guarded: Vec<Page>,
}

#[derive(Debug, Deserialize)]
pub struct Page {
    /// Segments of the path: `$` matches any segment, a final `*` any rest.
    path: Vec<String>,
    files: Vec<String>,
}

impl Page {
    /// The path pattern.
    pub fn address(&self) -> String {
        self.path.join("/")
    }

    fn is_at(&self, path: &str) -> bool {
        let mut asked = path.split('/').filter(|segment| !segment.is_empty());
        for segment in &self.path {
            match (segment.as_str(), asked.next()) {
                ("*", _) => return true,
                ("$", Some(_)) => {}
                (own, Some(asked)) if own == asked => {}
                _ => return false,
            }
        }
        asked.next().is_none()
    }
}

impl Preloads {
    /// The list of the build in this binary.
    pub fn built() -> &'static Self {
        static BUILT: OnceLock<Preloads> = OnceLock::new();
        BUILT.get_or_init(|| {
            assets::preloads().and_then(|file| serde_json::from_slice(&file.data).ok()).unwrap_or_default()
        })
    }

    /// The link elements for a page in this language.
    pub fn links(&self, page: Option<&Page>, language: &str) -> String {
        let words = self.words.get(language).into_iter().flatten();
        let mut links = String::new();
        for file in words.chain(page.into_iter().flat_map(|page| &page.files)) {
            let kind = match file.rsplit('.').next() {
                Some("css") => "rel=\"stylesheet\"",
                Some("woff2") => "rel=\"preload\" as=\"font\" type=\"font/woff2\"",
                _ => "rel=\"modulepreload\"",
            };
            // Writing to a string cannot fail.
            _ = write!(links, "<link {kind} crossorigin href=\"/{file}\">");
        }
        links
    }

    /// The page that this visitor will see at `path`, if it is known.
    pub fn shown(&self, path: &str, visitor: Visitor) -> Option<&Page> {
        let at = |pages: &'_ [Page], path: &str| pages.iter().position(|page| page.is_at(path));
        let open = |path| at(&self.pages, path).and_then(|place| self.pages.get(place));
        let guarded = |path| at(&self.guarded, path).and_then(|place| self.guarded.get(place));
        let path = if path.trim_matches('/').is_empty() { HOME } else { path };
        match visitor {
            // A signed-in visitor does not see the sign-in page.
            Visitor::Known => guarded(path).or_else(|| open(path).filter(|_| !path.starts_with(ENTRANCE))),
            Visitor::New => open(path).or_else(|| guarded(path).and_then(|_| open(ENTRANCE))),
            Visitor::Unknown => open(path),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed() -> Preloads {
        let page = |path: &[&str], file: &str| Page {
            path: path.iter().map(|&segment| segment.to_owned()).collect(),
            files: vec![file.to_owned()],
        };
        Preloads {
            words: HashMap::from([("uk".to_owned(), vec!["uk.woff2".to_owned(), "assets/uk.js".to_owned()])]),
            pages: vec![page(&["authentication"], "signIn.js"), page(&["support"], "support.css")],
            guarded: vec![
                page(&["cabinet"], "home.js"),
                page(&["transaction", "$", "$"], "transaction.js"),
                page(&["profile", "verification", "*"], "steps.js"),
            ],
        }
    }

    #[test]
    fn a_page_preloads_the_resources_of_its_first_view() {
        for (path, visitor, file) in [
            ("", Visitor::Known, "home.js"),
            ("", Visitor::New, "signIn.js"),
            ("cabinet", Visitor::New, "signIn.js"),
            ("transaction/exchange/ord_1", Visitor::Known, "transaction.js"),
            ("profile/verification/phone/code", Visitor::Known, "steps.js"),
            ("support", Visitor::New, "support.css"),
            ("support", Visitor::Known, "support.css"),
            ("authentication", Visitor::Unknown, "signIn.js"),
        ] {
            let listed = listed();
            assert_eq!(listed.shown(path, visitor).unwrap().files, [file], "{path} for {visitor:?}");
        }
    }

    #[test]
    fn an_unknown_first_view_preloads_nothing() {
        for (path, visitor) in [
            ("", Visitor::Unknown),
            ("cabinet", Visitor::Unknown),
            ("authentication", Visitor::Known),
            ("transaction/exchange", Visitor::Known),
            ("nowhere", Visitor::New),
        ] {
            assert!(listed().shown(path, visitor).is_none(), "{path} for {visitor:?}");
        }
    }

    #[test]
    fn preloads_have_the_pages_language_and_the_right_types() {
        let listed = listed();
        let support = listed.shown("support", Visitor::New);
        let links = listed.links(support, "uk");
        assert_eq!(
            links,
            "<link rel=\"preload\" as=\"font\" type=\"font/woff2\" crossorigin href=\"/uk.woff2\">\
             <link rel=\"modulepreload\" crossorigin href=\"/assets/uk.js\">\
             <link rel=\"stylesheet\" crossorigin href=\"/support.css\">"
        );
        assert!(!listed.links(support, "pl").contains("uk.js"));
    }
}
