//! The icon and the web app manifest of a tenant. Both are generated from typed values; text of a tenant is always
//! escaped.

use std::fmt::Write;

use api::dto::catalogue::{Config, MarkShape};
use identity::palette;
use serde_json::{Value, json};

/// Path of the icon.
pub const ICON: &str = "brand/icon.svg";
/// Path of the manifest.
pub const MANIFEST: &str = "manifest.webmanifest";

/// The background of the light theme (`web/src/theme/theme.css`).
const GROUND: &str = "#f5f5f1";

/// The tenant's colour where only one is possible.
pub fn color(config: &Config) -> String {
    palette::single(config.tenant.brand.color.as_deref())
}

/// Whether the tenant shows the platform's own logo and colour. Only those exist as pixels, in `web/public/icons`.
pub fn is_unbranded(config: &Config) -> bool {
    config.tenant.brand.color.is_none() && config.tenant.brand.mark.is_none()
}

/// The icon: the logo on the brand colour, with the margin that round masks need.
pub fn icon(config: &Config) -> String {
    let color = color(config);
    let inside = match &config.tenant.brand.mark {
        Some(shapes) => svg_of(shapes),
        None if config.tenant.brand.color.is_none() => OWN_MARK.to_owned(),
        None => letter(&config.tenant.name),
    };
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 48 48\">\
         <rect width=\"48\" height=\"48\" rx=\"11\" fill=\"{color}\"/>{inside}</svg>"
    )
}

/// The platform's logo, as in `web/src/shell/Brand.tsx`.
const OWN_MARK: &str = "<g transform=\"translate(11 11)\" fill=\"none\" stroke=\"#fff\" stroke-width=\"6.5\">\
    <circle cx=\"13\" cy=\"13\" r=\"9.5\" opacity=\".35\"/><path d=\"M8.25 21.2A9.5 9.5 0 1 1 21.9 16.3\"/></g>";

fn svg_of(shapes: &[MarkShape]) -> String {
    let mut paths = String::new();
    for shape in shapes {
        // Writing to a string cannot fail. Outlines contain only letters, digits, spaces, dots and dashes.
        let _ = write!(paths, "<path d=\"{}\" opacity=\"{}%\"/>", escape(&shape.d), shape.opacity);
    }
    format!("<g transform=\"translate(12 12)\" fill=\"#fff\" fill-rule=\"evenodd\">{paths}</g>")
}

/// The first letter of a name.
fn letter(name: &str) -> String {
    let first: String = name.chars().find(|c| c.is_alphanumeric()).unwrap_or('•').to_uppercase().collect();
    format!(
        "<text x=\"24\" y=\"33.5\" fill=\"#fff\" font-family=\"system-ui,sans-serif\" font-size=\"27\" \
         font-weight=\"650\" text-anchor=\"middle\">{}</text>",
        escape(&first)
    )
}

/// The web app manifest.
pub fn manifest(config: &Config) -> Value {
    let name = &config.tenant.name;
    let plain = is_unbranded(config);
    let purpose = if plain { "any" } else { "any maskable" };
    let mut icons =
        vec![json!({ "src": format!("/{ICON}"), "type": "image/svg+xml", "sizes": "any", "purpose": purpose })];
    if plain {
        let rendered = [("192", "192x192", "any"), ("512", "512x512", "any"), ("maskable-512", "512x512", "maskable")];
        icons.extend(rendered.map(|(file, sizes, purpose)| {
            json!({ "src": format!("/icons/{file}.png"), "type": "image/png", "sizes": sizes, "purpose": purpose })
        }));
    }
    json!({
        "id": "/", "start_url": "/", "scope": "/", "display": "standalone",
        "name": name, "short_name": name,
        "lang": config.tenant.languages.first().map_or("en", String::as_str),
        "theme_color": color(config), "background_color": GROUND,
        "icons": icons,
    })
}

/// Escapes text for an element or a quoted attribute.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::super::page::tests::config;
    use super::*;

    #[test]
    fn an_icon_is_the_logo_or_the_first_letter_or_the_platforms_own() {
        let mut config = config("Łódź <bank>");
        assert!(icon(&config).contains("<circle") && icon(&config).contains(palette::OWN_COLOR));
        config.tenant.brand.color = Some("#5a3df0".into());
        assert!(icon(&config).contains(">Ł</text>") && icon(&config).contains("#5a3df0"));
        config.tenant.brand.mark = Some(vec![MarkShape { d: "M1 1\"/><script>".into(), opacity: 50 }]);
        let rendered = icon(&config);
        assert!(rendered.contains("opacity=\"50%\"") && !rendered.contains("<script"), "{rendered}");
    }

    #[test]
    fn a_manifest_carries_the_tenants_name_language_and_colour() {
        let mut config = config("Nova");
        config.tenant.brand.color = Some("#5a3df0".into());
        let manifest = manifest(&config);
        assert_eq!((&manifest["name"], &manifest["lang"]), (&json!("Nova"), &json!("uk")));
        assert_eq!(manifest["theme_color"], "#5a3df0");
        assert_eq!(manifest["icons"].as_array().unwrap().len(), 1, "its icon exists as a drawing alone");
    }

    #[test]
    fn the_platforms_own_icon_exists_in_the_sizes_that_phones_ask_for() {
        let manifest = manifest(&config("Nova"));
        let icons = manifest["icons"].as_array().unwrap();
        let sizes: Vec<_> = icons.iter().map(|icon| (icon["sizes"].clone(), icon["purpose"].clone())).collect();
        assert!(
            sizes.contains(&(json!("192x192"), json!("any"))) && sizes.contains(&(json!("512x512"), json!("maskable")))
        );
    }
}
