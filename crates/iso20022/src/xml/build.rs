//! Builds the element tree from the events of the XML parser, within the limits of depth and size.

use std::str::from_utf8;

use quick_xml::events::{BytesStart, Event};
use quick_xml::name::ResolveResult;

use super::error::quoted;
use super::grammar::{check_declaration, currency, is_name, referred};
use super::{MAX_DEPTH, MAX_ELEMENTS, Node, Tree, XmlReason};

/// The tree so far. A level of `open` is `None` inside an element of another namespace.
pub struct Builder {
    nodes: Vec<Node>,
    open: Vec<Option<usize>>,
    namespace: String,
}

impl Builder {
    pub const fn new() -> Self {
        Self { nodes: Vec::new(), open: Vec::new(), namespace: String::new() }
    }

    /// Whether an element's namespace is the one of the root, which the first element sets.
    pub fn is_ours(&mut self, found: &ResolveResult<'_>) -> Result<bool, XmlReason> {
        let namespace = match found {
            ResolveResult::Bound(namespace) => from_utf8(namespace.as_ref()).unwrap_or_default(),
            ResolveResult::Unbound => "",
            ResolveResult::Unknown(prefix) => {
                let prefix = quoted(&String::from_utf8_lossy(prefix));
                return Err(XmlReason::malformed(&format!("the prefix {prefix:?} is not declared")));
            }
        };
        if self.nodes.is_empty() {
            namespace.clone_into(&mut self.namespace);
        }
        Ok(self.namespace == namespace)
    }

    /// Takes the next event. `is_ours` tells whether an element belongs to the root's namespace, `is_first` whether the
    /// event is the first one, and `line` where it ends.
    pub fn take(&mut self, event: Event<'_>, is_ours: bool, is_first: bool, line: usize) -> Result<(), XmlReason> {
        match event {
            Event::Start(start) => {
                let newlines = start.iter().filter(|byte| **byte == b'\n').count();
                self.start(&start, is_ours, line.saturating_sub(newlines))
            }
            Event::End(_) => {
                self.open.pop();
                Ok(())
            }
            Event::Text(text) => {
                let text = text.xml10_content().map_err(|error| XmlReason::malformed(&error.to_string()))?;
                if text.contains("]]>") {
                    return Err(XmlReason::malformed("\"]]>\" in a text"));
                }
                self.text(&text)
            }
            Event::CData(text) => {
                let text = text.xml10_content().map_err(|error| XmlReason::malformed(&error.to_string()))?;
                if self.open.is_empty() {
                    return Err(XmlReason::malformed("a text outside the root element"));
                }
                self.text(&text)
            }
            Event::GeneralRef(reference) => {
                let character = referred(&reference)?;
                if self.open.is_empty() {
                    return Err(XmlReason::malformed("a reference outside the root element"));
                }
                self.text(character.encode_utf8(&mut [0; 4]))
            }
            Event::DocType(_) => Err(XmlReason::DocumentType),
            Event::Decl(declaration) => check_declaration(&declaration, is_first),
            Event::Empty(_) | Event::Comment(_) | Event::PI(_) | Event::Eof => Ok(()),
        }
    }

    fn start(&mut self, start: &BytesStart<'_>, is_ours: bool, line: usize) -> Result<(), XmlReason> {
        if self.open.is_empty() && !self.nodes.is_empty() {
            return Err(XmlReason::malformed("a second root element"));
        }
        if self.open.len() >= MAX_DEPTH {
            return Err(XmlReason::TooDeep);
        }
        if self.nodes.len() >= MAX_ELEMENTS {
            return Err(XmlReason::TooManyElements);
        }
        let currency = currency(start)?;
        let name = start.local_name();
        let name = from_utf8(name.as_ref()).unwrap_or_default();
        if !is_name(name) {
            return Err(XmlReason::malformed(&format!("{:?} is not the name of an element", quoted(name))));
        }
        let parent = self.open.last().copied();
        if parent == Some(None) || !is_ours {
            self.open.push(None);
            return Ok(());
        }
        let at = self.nodes.len();
        if let Some(parent) = parent.flatten() {
            self.adopt(parent, at)?;
        }
        let (text, name) = (String::new(), name.into());
        self.nodes.push(Node { name, line, text, currency, first_child: None, last_child: None, next: None });
        self.open.push(Some(at));
        Ok(())
    }

    /// Makes the node that comes next the last child of `parent`.
    fn adopt(&mut self, parent: usize, child: usize) -> Result<(), XmlReason> {
        let Some(node) = self.nodes.get_mut(parent) else { return Ok(()) };
        if !node.text.trim().is_empty() {
            return Err(XmlReason::malformed("a text beside elements"));
        }
        node.text = String::new();
        match node.last_child.replace(child) {
            None => node.first_child = Some(child),
            Some(before) => {
                if let Some(before) = self.nodes.get_mut(before) {
                    before.next = Some(child);
                }
            }
        }
        Ok(())
    }

    fn text(&mut self, text: &str) -> Result<(), XmlReason> {
        let is_blank = text.chars().all(|character| matches!(character, ' ' | '\t' | '\n' | '\r'));
        let Some(open) = self.open.last() else {
            return if is_blank { Ok(()) } else { Err(XmlReason::malformed("a text outside the root element")) };
        };
        let Some(node) = open.and_then(|at| self.nodes.get_mut(at)) else { return Ok(()) };
        match (node.first_child, is_blank) {
            (Some(_), true) => Ok(()),
            (Some(_), false) => Err(XmlReason::malformed("a text beside elements")),
            (None, _) => {
                node.text.push_str(text);
                Ok(())
            }
        }
    }

    /// The whole tree.
    pub fn finish(self) -> Result<Tree, XmlReason> {
        if let Some(open) = self.open.last() {
            let name = open.and_then(|at| self.nodes.get(at)).map_or("", |node| &node.name);
            return Err(XmlReason::malformed(&format!("the element {:?} is not closed", quoted(name))));
        }
        if self.nodes.is_empty() {
            return Err(XmlReason::malformed("there is no element"));
        }
        Ok(Tree { namespace: self.namespace, nodes: self.nodes })
    }
}
