//! A reader of Rust source that is just good enough to find the paths in it.

use std::collections::BTreeSet;
use std::path::Path;

/// The module of a file, as its path from the crate root: `a/b.rs` and `a/b/mod.rs` are `a::b`.
pub fn module_of(path: &Path) -> Vec<String> {
    let mut module: Vec<String> =
        path.with_extension("").iter().map(|part| part.to_string_lossy().into_owned()).collect();
    let is_of_folder = module.last().is_some_and(|name| ["mod", "lib", "main"].contains(&name.as_str()));
    if is_of_folder {
        module.pop();
    }
    module
}

/// `code` with a space for each character of comments, strings and character literals. Line breaks stay.
pub fn without_texts(code: &str) -> String {
    let mut kept = String::with_capacity(code.len());
    let mut rest = code;
    while let Some(first) = rest.chars().next() {
        // `r` and `b` begin a literal only where they begin a word.
        let is_in_word = first.is_alphabetic() && kept.ends_with(|c: char| c.is_alphanumeric() || c == '_');
        match text_length(rest).filter(|_| !is_in_word) {
            Some(length) => {
                kept.extend(rest[..length].chars().map(|c| if c == '\n' { c } else { ' ' }));
                rest = &rest[length..];
            }
            None => {
                kept.push(first);
                rest = &rest[first.len_utf8()..];
            }
        }
    }
    kept
}

/// The length of the comment or literal with which `code` begins.
fn text_length(code: &str) -> Option<usize> {
    if code.starts_with("//") {
        return Some(code.find('\n').unwrap_or(code.len()));
    }
    if code.starts_with("/*") {
        return Some(code.find("*/").map_or(code.len(), |end| end + 2));
    }
    let plain = code.trim_start_matches(['b', 'c']);
    if let Some(quoted) = plain.strip_prefix('\'') {
        let first = quoted.chars().next()?;
        // The shortest end: after `'` comes one character, or a backslash with what it escapes. Else: a lifetime.
        let from = if first == '\\' { 2 } else { first.len_utf8() };
        let end = quoted.get(from..)?.find('\'')? + from;
        return (first == '\\' || end == from).then_some(code.len() - quoted.len() + end + 1);
    }
    let raw = plain.strip_prefix('r').unwrap_or(plain);
    let opened = raw.trim_start_matches('#').strip_prefix('"')?;
    let start = code.len() - opened.len();
    if raw.len() < plain.len() {
        let end = format!("\"{}", "#".repeat(raw.len() - opened.len() - 1));
        return Some(opened.find(&end).map_or(code.len(), |at| start + at + end.len()));
    }
    let mut is_escaped = false;
    for (at, c) in opened.char_indices() {
        match c {
            '"' if !is_escaped => return Some(start + at + 1),
            _ => is_escaped = c == '\\' && !is_escaped,
        }
    }
    Some(code.len())
}

/// `code` with spaces for every item that only tests have. The code has no texts (see [`without_texts`]).
pub fn without_test_items(code: &str) -> String {
    const MARK: &str = "#[cfg(test)]";
    let (mut kept, mut rest) = (String::with_capacity(code.len()), code);
    while let Some(at) = rest.find(MARK) {
        let (before, item) = rest.split_at(at);
        kept.push_str(before);
        let (gone, after) = item.split_at(item_length(item));
        kept.extend(gone.chars().map(|c| if c == '\n' { c } else { ' ' }));
        rest = after;
    }
    kept + rest
}

/// The length of the item, field or statement with which `code` begins, with its attributes: up to its `;`, the `}` of
/// its block, or, for a field, its `,`.
fn item_length(code: &str) -> usize {
    const ITEMS: [&str; 8] = ["fn", "impl", "mod", "struct", "enum", "trait", "const", "static"];
    let head = code.find(['{', ';']).map_or(code, |end| &code[..end]);
    let words = || head.split(|c: char| !c.is_alphanumeric() && c != '_');
    let is_use = words().any(|word| word == "use");
    let is_item = is_use || words().any(|word| ITEMS.contains(&word));
    let mut depth = 0_usize;
    for (at, c) in code.char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            '}' if depth == 0 => return at,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
        let is_end = match c {
            ';' => true,
            ',' => !is_item,
            '}' => !is_use,
            _ => false,
        };
        if depth == 0 && is_end {
            return at + 1;
        }
    }
    code.len()
}

/// A word, `::`, or one other character, with the byte where it begins.
type Token<'a> = (usize, &'a str);

fn tokens(code: &str) -> Vec<Token<'_>> {
    let (mut found, mut at) = (Vec::new(), 0);
    while let Some(first) = code[at..].chars().next() {
        let word = code[at..].find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(code.len() - at);
        let length = match first {
            _ if word > 0 => word,
            ':' if code[at..].starts_with("::") => 2,
            _ => first.len_utf8(),
        };
        if !first.is_whitespace() {
            found.push((at, &code[at..at + length]));
        }
        at += length;
    }
    found
}

/// The paths in `code` that begin with `crate::`, `self::` or `super::`, from the crate root, with their lines. `module`
/// is the module of the file.
pub fn paths(code: &str, module: &[String]) -> Vec<(usize, Vec<String>)> {
    let tokens = tokens(code);
    let text = |at: usize| tokens.get(at).map_or("", |(_, text)| *text);
    let mut found = Vec::new();
    // The enclosing blocks: the name of a module, or nothing.
    let mut blocks = Vec::<Option<String>>::new();
    let mut at = 0;
    while at < tokens.len() {
        let is_start = ["crate", "self", "super"].contains(&text(at)) && text(at + 1) == "::";
        let is_first = at == 0 || text(at - 1) != "::";
        if is_start && is_first {
            let mut here = module.to_vec();
            here.extend(blocks.iter().flatten().cloned());
            let (tree, end) = tree(&tokens, at);
            let line = |byte: usize| code[..byte].matches('\n').count() + 1;
            found.extend(tree.into_iter().map(|(byte, path)| (line(byte), absolute(&here, path))));
            at = end;
            continue;
        }
        match text(at) {
            "{" if at >= 2 && text(at - 2) == "mod" => blocks.push(Some(text(at - 1).to_owned())),
            "{" => blocks.push(None),
            "}" => _ = blocks.pop(),
            _ => {}
        }
        at += 1;
    }
    found
}

/// The paths of the path or `use` tree that begins at the token `at`, with the byte of their last word, and the first
/// token after it.
fn tree(tokens: &[Token<'_>], mut at: usize) -> (Vec<(usize, Vec<String>)>, usize) {
    let text = |at: usize| tokens.get(at).map_or("", |(_, text)| *text);
    let is_name = |text: &str| text.starts_with(|c: char| c.is_alphabetic() || c == '_');
    let mut path = Vec::new();
    let mut last = tokens.get(at).map_or(0, |(byte, _)| *byte);
    loop {
        if text(at) == "{" {
            let mut found = Vec::new();
            at += 1;
            while !["}", ""].contains(&text(at)) {
                let (branch, end) = tree(tokens, at);
                found.extend(branch.into_iter().map(|(byte, tail)| (byte, [path.clone(), tail].concat())));
                at = if text(end) == "as" { end + 2 } else { end };
                // The comma. Nothing else can follow, but the reader must get on.
                at += usize::from(text(at) != "}");
            }
            return (found, at + 1);
        }
        if !is_name(text(at)) {
            // `*`, or type arguments.
            let end = at + usize::from(text(at) == "*");
            return (vec![(last, path)], end);
        }
        last = tokens[at].0;
        path.push(text(at).to_owned());
        at += 1;
        if text(at) != "::" {
            return (vec![(last, path)], at);
        }
        at += 1;
    }
}

/// `path` from the crate root, as it is named in the module `here`.
fn absolute(here: &[String], path: Vec<String>) -> Vec<String> {
    let mut from = here.to_vec();
    let mut rest = path.as_slice();
    while let Some((first, tail)) = rest.split_first() {
        match first.as_str() {
            "crate" => from.clear(),
            "super" => _ = from.pop(),
            "self" => {}
            _ => break,
        }
        rest = tail;
    }
    from.extend(rest.iter().filter(|name| *name != "self").cloned());
    from
}

/// The names that the crate root re-exports, with the path that each comes from.
pub fn exports(root: &str) -> Vec<(String, Vec<String>)> {
    let tokens = tokens(root);
    let text = |at: usize| tokens.get(at).map_or("", |(_, text)| *text);
    let mut found = Vec::new();
    for start in (0..tokens.len()).filter(|start| text(*start) == "use").map(|start| start + 1) {
        let (paths, _) = tree(&tokens, start);
        for (byte, path) in paths {
            let path = absolute(&[], path);
            let after = tokens.partition_point(|(at, _)| *at <= byte);
            let name =
                if text(after) == "as" { text(after + 1).to_owned() } else { path.last().cloned().unwrap_or_default() };
            found.push((name, path));
        }
    }
    found
}

/// The names of the types that `code` defines.
pub fn types(code: &str) -> BTreeSet<String> {
    let tokens = tokens(code);
    let defined = tokens.windows(2).filter(|pair| ["struct", "enum", "union", "type"].contains(&pair[0].1));
    defined.map(|pair| pair[1].1.to_owned()).collect()
}

/// The names of the functions that `code` defines.
pub fn functions(code: &str) -> Vec<String> {
    let tokens = tokens(code);
    tokens.windows(2).filter(|pair| pair[0].1 == "fn").map(|pair| pair[1].1.to_owned()).collect()
}

/// The names of the functions in the `impl` blocks of these types. Implementations of traits do not count.
pub fn methods(code: &str, types: &BTreeSet<String>) -> Vec<String> {
    let tokens = tokens(code);
    let text = |at: usize| tokens.get(at).map_or("", |(_, text)| *text);
    let mut found = Vec::new();
    for start in (0..tokens.len()).filter(|start| text(*start) == "impl").map(|start| start + 1) {
        let name = if (text(start), text(start + 1)) == ("crate", "::") { start + 2 } else { start };
        if !types.contains(text(name)) || text(name + 1) != "{" {
            continue;
        }
        let (mut at, mut depth) = (name + 2, 1_usize);
        while depth > 0 && at < tokens.len() {
            match text(at) {
                "{" => depth += 1,
                "}" => depth -= 1,
                "fn" if depth == 1 => found.push(text(at + 1).to_owned()),
                _ => {}
            }
            at += 1;
        }
    }
    found
}

/// The names of the methods that `code` calls, with their lines.
pub fn calls(code: &str) -> Vec<(usize, String)> {
    let tokens = tokens(code);
    let line = |byte: usize| code[..byte].matches('\n').count() + 1;
    let calls = tokens.windows(3).filter(|three| three[0].1 == "." && three[2].1 == "(");
    calls.map(|three| (line(three[1].0), three[1].1.to_owned())).collect()
}
