//! Writes pages as a PDF. The only file that knows the interface of the library, whose lengths are floats; they are
//! lengths on paper and never money.
#![allow(clippy::float_arithmetic, reason = "the library's lengths are floats")]

use std::num::NonZeroU16;

use krilla::color::rgb;
use krilla::configure::{Accessibility, ConfigurationBuilder, PdfVersion};
use krilla::destination::XyzDestination;
use krilla::geom::{Path, PathBuilder, Point, Rect, Transform};
use krilla::metadata::{DateTime as PdfTime, Metadata};
use krilla::num::NormalizedF32;
use krilla::outline::{Outline, OutlineNode};
use krilla::page::PageSettings;
use krilla::paint::{Fill, FillRule};
use krilla::surface::Surface;
use krilla::tagging::{
    Artifact, ArtifactType, ContentTag, Identifier, Node, SpanTag, TableHeaderScope, Tag, TagGroup, TagKind, TagTree,
};
use krilla::text::{Font, GlyphId, KrillaGlyph};
use krilla::{Document, SerializeSettings};
use kurbo::{BezPath, PathEl};

use super::page::{Color, Draw, Meaning, PAGE_HEIGHT, PAGE_WIDTH, Role, Sheet, TreeNode};
use super::shape::{Fonts, Length, REGULAR, SEMI_BOLD, Weight};
use super::{About, PdfError};

/// The control point of a quarter circle.
const ROUND: f32 = 0.552_285;
/// The side of the square in which logos are drawn.
const MARK_SIDE: f32 = 24.0;

fn points(length: Length) -> f32 {
    length as f32 / 100.0
}

fn at(x: Length, y: Length) -> Point {
    Point::from_xy(points(x), points(y))
}

/// The file.
///
/// # Errors
/// [`PdfError`] if the library finds that the result would not be accessible.
pub fn written(sheet: &Sheet<'_>, about: &About) -> Result<Vec<u8>, PdfError> {
    let mut document = Document::new_with(settings()?);
    let face = |data: &'static [u8]| Font::new(data.into(), 0).ok_or(PdfError::Font);
    let faces = [face(REGULAR)?, face(SEMI_BOLD)?];
    let size = PageSettings::from_wh(points(PAGE_WIDTH), points(PAGE_HEIGHT)).ok_or(PdfError::Font)?;
    let mut leaves: Vec<Vec<Identifier>> = vec![Vec::new(); sheet.tree.len()];
    for drawn in &sheet.pages {
        let mut page = document.start_page_with(size.clone());
        let mut surface = page.surface();
        let mut rest = drawn.as_slice();
        // Neighbours of one meaning are one piece of marked content.
        while let Some((_, role)) = rest.first() {
            let same = rest.iter().take_while(|(_, other)| other == role).count();
            let id = surface.start_tagged(tag_of(*role));
            for (draw, _) in &rest[..same] {
                paint(&mut surface, draw, sheet.fonts, &faces);
            }
            surface.end_tagged();
            if let Role::Node(node) = role {
                leaves[*node].push(id);
            }
            rest = &rest[same..];
        }
        surface.finish();
        page.finish();
    }
    let mut tree = TagTree::new();
    tree.push(group(&sheet.tree, &leaves, 0));
    document.set_tag_tree(tree);
    document.set_outline(outline(sheet));
    document.set_metadata(metadata(about));
    document.finish().map_err(|error| PdfError::Refused(format!("{error:?}")))
}

fn settings() -> Result<SerializeSettings, PdfError> {
    let configuration = ConfigurationBuilder::new();
    let configuration = configuration.with_version(PdfVersion::Pdf17);
    let configuration = configuration.with_accessibility_validator(Accessibility::UA1).finish();
    Ok(SerializeSettings {
        compress_content_streams: true,
        enable_tagging: true,
        configuration: configuration.map_err(|error| PdfError::Refused(format!("{error:?}")))?,
        ..SerializeSettings::default()
    })
}

const fn tag_of(role: Role) -> ContentTag<'static> {
    let kind = match role {
        Role::Artifact => ArtifactType::Layout,
        Role::Header => ArtifactType::Header,
        Role::Footer => ArtifactType::Footer,
        Role::Node(_) => {
            return ContentTag::Span(SpanTag { lang: None, alt_text: None, expanded: None, actual_text: None });
        }
    };
    ContentTag::Artifact(Artifact { kind, bbox: None })
}

fn group(tree: &[TreeNode], leaves: &[Vec<Identifier>], node: usize) -> TagGroup {
    let own = leaves[node].iter().map(|id| Node::Leaf(*id));
    let parts = tree[node].children.iter().map(|child| Node::Group(group(tree, leaves, *child)));
    TagGroup::with_children(kind(&tree[node].meaning), own.chain(parts).collect())
}

fn kind(meaning: &Meaning) -> TagKind {
    match meaning {
        Meaning::Document => Tag::Part.into(),
        Meaning::Heading(level, title) => {
            Tag::Hn(NonZeroU16::new(*level).unwrap_or(NonZeroU16::MIN), Some(title.clone())).into()
        }
        Meaning::Paragraph => Tag::P.into(),
        Meaning::Table(summary) => Tag::Table.with_summary(Some(summary.clone())).into(),
        Meaning::TableHead => Tag::THead.into(),
        Meaning::TableBody => Tag::TBody.into(),
        Meaning::Row => Tag::TR.into(),
        Meaning::ColumnHead => Tag::TH(TableHeaderScope::Column).into(),
        Meaning::RowHead => Tag::TH(TableHeaderScope::Row).into(),
        Meaning::Cell => Tag::TD.into(),
        Meaning::Figure(alt) => Tag::Figure(Some(alt.clone())).into(),
    }
}

fn outline(sheet: &Sheet<'_>) -> Outline {
    let mut outline = Outline::new();
    for mark in &sheet.bookmarks {
        outline.push_child(OutlineNode::new(mark.name.clone(), XyzDestination::new(mark.page, at(0, mark.y))));
    }
    outline
}

fn metadata(about: &About) -> Metadata {
    let part = |value: u32| u8::try_from(value).unwrap_or_default();
    let [year, month, day, hour, minute, second] = about.issued;
    let time = PdfTime::new(u16::try_from(year).unwrap_or_default()).month(part(month)).day(part(day));
    let time = time.hour(part(hour)).minute(part(minute)).second(part(second)).utc_offset_hour(0);
    Metadata::new()
        .title(about.title.clone())
        .language(about.language.to_owned())
        .authors(vec![about.author.clone()])
        .creator(about.author.clone())
        .creation_date(time.utc_offset_minute(0))
        .document_id(about.number.clone())
}

fn fill(color: Color, percent: u8) -> Fill {
    let [red, green, blue] = color;
    let opacity = NormalizedF32::new(f32::from(percent.min(100)) / 100.0).unwrap_or(NormalizedF32::ONE);
    Fill { paint: rgb::Color::new(red, green, blue).into(), opacity, rule: FillRule::NonZero }
}

fn paint(surface: &mut Surface<'_>, draw: &Draw, fonts: &Fonts, faces: &[Font; 2]) {
    match draw {
        Draw::Text { x, y, text, style } => {
            let units = fonts.units(style.weight) as f32;
            let shaped = fonts.shape(text, style.weight);
            let glyphs: Vec<KrillaGlyph> = shaped
                .into_iter()
                .map(|glyph| {
                    let advance = glyph.advance as f32 / units;
                    KrillaGlyph::new(GlyphId::new(glyph.id), advance, 0.0, 0.0, 0.0, glyph.text, None)
                })
                .collect();
            let face = match style.weight {
                Weight::Regular => &faces[0],
                Weight::SemiBold => &faces[1],
            };
            surface.set_fill(Some(fill(style.color, 100)));
            surface.draw_glyphs(at(*x, *y), &glyphs, face.clone(), text, points(style.size), false);
        }
        Draw::Rect { x, y, width, height, radius, color } => {
            if let Some(path) = rectangle((*x, *y), (*width, *height), *radius) {
                surface.set_fill(Some(fill(*color, 100)));
                surface.draw_path(&path);
            }
        }
        Draw::Mark { x, y, size, shapes, color } => mark(surface, (*x, *y, *size), shapes, *color),
        Draw::Code { x, y, size, count, dark } => code(surface, (*x, *y, *size), *count, dark),
    }
}

fn rectangle((x, y): (Length, Length), (width, height): (Length, Length), radius: Length) -> Option<Path> {
    let (left, top, right, bottom) = (points(x), points(y), points(x + width), points(y + height));
    let mut path = PathBuilder::new();
    if radius == 0 {
        path.push_rect(Rect::from_ltrb(left, top, right, bottom)?);
        return path.finish();
    }
    let r = points(radius);
    let k = r * (1.0 - ROUND);
    path.move_to(left + r, top);
    path.line_to(right - r, top);
    path.cubic_to(right - k, top, right, top + k, right, top + r);
    path.line_to(right, bottom - r);
    path.cubic_to(right, bottom - k, right - k, bottom, right - r, bottom);
    path.line_to(left + r, bottom);
    path.cubic_to(left + k, bottom, left, bottom - k, left, bottom - r);
    path.line_to(left, top + r);
    path.cubic_to(left, top + k, left + k, top, left + r, top);
    path.close();
    path.finish()
}

fn mark(surface: &mut Surface<'_>, (x, y, size): (Length, Length, Length), shapes: &[(String, u8)], color: Color) {
    let scale = points(size) / MARK_SIDE;
    surface.push_transform(&Transform::from_row(scale, 0.0, 0.0, scale, points(x), points(y)));
    for (outline, opacity) in shapes {
        // The tenant's file was validated when it was read, so an outline that is none is only left out.
        let Some(path) = BezPath::from_svg(outline).ok().and_then(|path| converted(&path)) else { continue };
        surface.set_fill(Some(fill(color, *opacity)));
        surface.draw_path(&path);
    }
    surface.pop();
}

fn converted(outline: &BezPath) -> Option<Path> {
    let mut path = PathBuilder::new();
    for element in outline.elements() {
        match *element {
            PathEl::MoveTo(p) => path.move_to(p.x as f32, p.y as f32),
            PathEl::LineTo(p) => path.line_to(p.x as f32, p.y as f32),
            PathEl::QuadTo(a, p) => path.quad_to(a.x as f32, a.y as f32, p.x as f32, p.y as f32),
            PathEl::CurveTo(a, b, p) => {
                path.cubic_to(a.x as f32, a.y as f32, b.x as f32, b.y as f32, p.x as f32, p.y as f32);
            }
            PathEl::ClosePath => path.close(),
        }
    }
    path.finish()
}

fn code(surface: &mut Surface<'_>, (x, y, size): (Length, Length, Length), count: i32, dark: &[(i32, i32)]) {
    let side = points(size) / count.max(1) as f32;
    let mut path = PathBuilder::new();
    for (column, row) in dark {
        let (left, top) = (points(x) + *column as f32 * side, points(y) + *row as f32 * side);
        path.extend_rect(left, top, side);
    }
    if let Some(path) = path.finish() {
        surface.set_fill(Some(fill([0, 0, 0], 100)));
        surface.draw_path(&path);
    }
}

trait Square {
    fn extend_rect(&mut self, left: f32, top: f32, side: f32);
}

impl Square for PathBuilder {
    fn extend_rect(&mut self, left: f32, top: f32, side: f32) {
        if let Some(rect) = Rect::from_xywh(left, top, side, side) {
            self.push_rect(rect);
        }
    }
}
