//! The layout: pages of texts and shapes, and the structure tree of an accessible PDF.

use super::shape::{Fonts, Length, Weight};

/// A4.
pub const PAGE_WIDTH: Length = 59_528;
/// A4.
pub const PAGE_HEIGHT: Length = 84_189;
/// The margins at the sides.
pub const MARGIN: Length = 5_000;
/// The width between the margins.
pub const WIDTH: Length = PAGE_WIDTH - 2 * MARGIN;
/// The top of a page that continues.
pub const TOP: Length = 7_400;
/// The lower edge of a page's content.
pub const BOTTOM: Length = PAGE_HEIGHT - 6_600;

/// Red, green, blue.
pub type Color = [u8; 3];
/// The colour of text.
pub const INK: Color = [0x11, 0x18, 0x27];
/// The colour of secondary text; 4.8:1 on white.
pub const MUTED: Color = [0x5f, 0x67, 0x75];
/// The colour of lines.
pub const LINE: Color = [0xe5, 0xe7, 0xeb];
/// The colour of a warning; 5.6:1 on its panel.
pub const WARNING: Color = [0x9a, 0x34, 0x12];
/// The colour of the panel of a warning.
pub const WARNING_PANEL: Color = [0xff, 0xed, 0xd5];
/// The colour of panels.
pub const PANEL: Color = [0xf7, 0xf8, 0xfa];

/// The style of a text.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// The weight.
    pub weight: Weight,
    /// The size.
    pub size: Length,
    /// The colour.
    pub color: Color,
}

/// A style for reading.
pub const fn regular(size: Length, color: Color) -> Style {
    Style { weight: Weight::Regular, size, color }
}

/// A style for headings and sums.
pub const fn bold(size: Length, color: Color) -> Style {
    Style { weight: Weight::SemiBold, size, color }
}

/// Something on a page.
#[derive(Clone, Debug)]
pub enum Draw {
    /// A line of text; `y` is its baseline.
    Text { x: Length, y: Length, text: String, style: Style },
    /// A filled rectangle with round corners.
    Rect { x: Length, y: Length, width: Length, height: Length, radius: Length, color: Color },
    /// A logo in a square.
    Mark { x: Length, y: Length, size: Length, shapes: Vec<(String, u8)>, color: Color },
    /// The dark squares of a code in a square of `count` by `count`.
    Code { x: Length, y: Length, size: Length, count: i32, dark: Vec<(i32, i32)> },
}

/// The meaning of something on a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Decoration.
    Artifact,
    /// The head of every page.
    Header,
    /// The foot of every page.
    Footer,
    /// A part of the content.
    Node(usize),
}

/// A node of the tree of meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// The whole.
    Document,
    /// A heading of this level.
    Heading(u16, String),
    /// A paragraph.
    Paragraph,
    /// A table with a summary.
    Table(String),
    /// The rows of its columns' names.
    TableHead,
    /// Its rows.
    TableBody,
    /// A row.
    Row,
    /// The name of a column.
    ColumnHead,
    /// The name of a row.
    RowHead,
    /// A cell.
    Cell,
    /// A picture with its description.
    Figure(String),
}

/// A node with its parent.
#[derive(Clone, Debug)]
pub struct TreeNode {
    /// The meaning.
    pub meaning: Meaning,
    /// The elements of the page.
    pub children: Vec<usize>,
}

/// A heading that readers can jump to.
#[derive(Clone, Debug)]
pub struct Bookmark {
    /// The name.
    pub name: String,
    /// The page, from 0.
    pub page: usize,
    /// The place on it.
    pub y: Length,
}

/// Pages that are being filled, from the top.
pub struct Sheet<'a> {
    /// The fonts.
    pub fonts: &'a Fonts,
    /// The content of each page.
    pub pages: Vec<Vec<(Draw, Role)>>,
    /// The tree; the first node is the whole.
    pub tree: Vec<TreeNode>,
    /// The bookmarks.
    pub bookmarks: Vec<Bookmark>,
    /// The filled height of the last page.
    pub y: Length,
}

impl<'a> Sheet<'a> {
    /// One empty page.
    pub fn new(fonts: &'a Fonts) -> Self {
        let root = TreeNode { meaning: Meaning::Document, children: Vec::new() };
        Self { fonts, pages: vec![Vec::new()], tree: vec![root], bookmarks: Vec::new(), y: TOP }
    }

    /// A new part of `parent`.
    pub fn node(&mut self, parent: usize, meaning: Meaning) -> usize {
        let node = self.tree.len();
        self.tree.push(TreeNode { meaning, children: Vec::new() });
        self.tree[parent].children.push(node);
        node
    }

    /// Puts something on the last page.
    pub fn draw(&mut self, draw: Draw, role: Role) {
        if let Some(page) = self.pages.last_mut() {
            page.push((draw, role));
        }
    }

    /// A line of text from `x`.
    pub fn text(&mut self, x: Length, y: Length, text: &str, style: Style, role: Role) {
        if !text.trim().is_empty() {
            self.draw(Draw::Text { x, y, text: text.to_owned(), style }, role);
        }
    }

    /// A line of text up to `x`.
    pub fn text_to(&mut self, x: Length, y: Length, text: &str, style: Style, role: Role) {
        let width = self.fonts.width(text, style.weight, style.size);
        self.text(x - width, y, text, style, role);
    }

    /// A thin horizontal line.
    pub fn rule(&mut self, y: Length, color: Color) {
        let draw = Draw::Rect { x: MARGIN, y, width: WIDTH, height: 50, radius: 0, color };
        self.draw(draw, Role::Artifact);
    }

    /// Begins a page.
    pub fn page(&mut self) {
        self.pages.push(Vec::new());
        self.y = TOP;
    }

    /// Begins a new page if `height` does not fit on this one. Returns whether a page was begun.
    pub fn room(&mut self, height: Length) -> bool {
        let full = self.y + height > BOTTOM;
        if full {
            self.page();
        }
        full
    }

    /// Wrapped text of its own part, with this distance of lines.
    pub fn paragraph(&mut self, text: &str, style: Style, leading: Length, node: usize) {
        for line in self.fonts.wrapped(text, style.weight, style.size, WIDTH) {
            self.room(leading);
            self.y += leading;
            self.text(MARGIN, self.y, &line, style, Role::Node(node));
        }
    }
}
