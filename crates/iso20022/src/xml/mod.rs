//! A small tree of an XML document, with the line of every element.
//!
//! The tree has what ISO 20022 messages use: elements of one namespace, their text, and the attribute `Ccy`. Elements of
//! another namespace are left out with all that is in them.

mod build;
mod error;
mod grammar;
mod read;
#[cfg(test)]
mod tests;

pub use error::{Fault, XmlReason, quoted};
pub use read::read;

/// The largest document, in bytes: 16 MiB.
pub const MAX_BYTES: usize = 16 * 1024 * 1024;
/// The deepest level of an element; the root is level 1.
pub const MAX_DEPTH: usize = 64;
/// The most elements of a document. It limits the memory of the tree to about 150 MiB.
pub const MAX_ELEMENTS: usize = 1_000_000;
/// The longest start tag with its attributes, in bytes.
pub const MAX_TAG_BYTES: usize = 8 * 1024;

#[derive(Debug)]
struct Node {
    name: Box<str>,
    line: usize,
    text: String,
    currency: Option<Box<str>>,
    first_child: Option<usize>,
    last_child: Option<usize>,
    next: Option<usize>,
}

/// A document. The root is the first node.
#[derive(Debug)]
pub struct Tree {
    namespace: String,
    /// At least one node.
    nodes: Vec<Node>,
}

impl Tree {
    /// The namespace of the root; empty if it has none.
    pub fn namespace(&self) -> &str {
        &self.namespace
    }

    /// The root element.
    pub fn root(&self) -> Element<'_> {
        Element { tree: self, node: &self.nodes[0] }
    }

    fn element(&self, at: Option<usize>) -> Option<Element<'_>> {
        self.nodes.get(at?).map(|node| Element { tree: self, node })
    }
}

/// An element of a [`Tree`].
#[derive(Debug, Clone, Copy)]
pub struct Element<'t> {
    tree: &'t Tree,
    node: &'t Node,
}

impl<'t> Element<'t> {
    /// The name without its prefix.
    pub fn name(self) -> &'t str {
        &self.node.name
    }

    /// The line of the start tag, from one.
    pub fn line(self) -> usize {
        self.node.line
    }

    /// The text, without spaces around it; empty if the element has elements.
    pub fn text(self) -> &'t str {
        self.node.text.trim()
    }

    /// The attribute `Ccy`.
    pub fn currency(self) -> Option<&'t str> {
        self.node.currency.as_deref()
    }

    /// Every element inside, in the order of the document.
    pub fn elements(self) -> impl Iterator<Item = Self> {
        let first = self.tree.element(self.node.first_child);
        std::iter::successors(first, |element| element.tree.element(element.node.next))
    }

    /// The elements inside that have the name.
    pub fn children(self, name: &'static str) -> impl Iterator<Item = Self> {
        self.elements().filter(move |element| element.name() == name)
    }
}
