//! The letter of good standing.

use super::frame;
use super::page::{INK, MARGIN, MUTED, Meaning, Role, Sheet, bold, regular};
use crate::content::{Content, format, words};

/// The letter.
pub fn letter(sheet: &mut Sheet<'_>, content: &Content) {
    let words = words::of(content.language);
    frame::head(sheet, content);
    sheet.y += 2_600;
    let node = sheet.node(0, Meaning::Paragraph);
    sheet.text(MARGIN, sheet.y, words.concern, bold(1_150, INK), Role::Node(node));
    sheet.y += 1_000;
    let day = |day| format::day(day, content.language);
    for paragraph in words.letter {
        let text = paragraph
            .replace("{since}", &day(content.holder.since))
            .replace("{issued}", &day(content.issued_at.date_naive()))
            .replace("{issuer}", &content.issuer.name)
            .replace("{holder}", &content.holder.name);
        let node = sheet.node(0, Meaning::Paragraph);
        sheet.y += 700;
        sheet.paragraph(&text, regular(1_150, INK), 1_800, node);
    }
    sheet.y += 1_400;
    let node = sheet.node(0, Meaning::Paragraph);
    sheet.paragraph(&content.issuer.name, bold(1_150, INK), 1_800, node);
    let node = sheet.node(0, Meaning::Paragraph);
    sheet.paragraph(words.regards, regular(950, MUTED), 1_450, node);
    sheet.y += 1_200;
}
