//! The folders of a crate use each other in one direction. A folder is a module directly below a crate's `src`, whether
//! it is a directory or one file. A use is a path that begins with `crate::` or `super::` and leads into another
//! folder. A name that the crate root re-exports counts for the folder that it comes from. What the root itself
//! defines belongs to no folder, but a method that a folder adds to a type of the root belongs to that folder, if no
//! other function of the crate has its name.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::{Path, PathBuf};

use super::{collect, house, is_of_tests, rust};

/// A place where the folder `from` names a path into the folder `to`.
#[derive(Debug)]
struct Use {
    from: String,
    to: String,
    /// File, line and path.
    place: String,
}

/// The uses of one crate, by the folder that names and the folder that is named.
type Graph = BTreeMap<String, BTreeMap<String, Vec<String>>>;

/// The source files of a crate: the path below its `src`, and the text.
fn files_of(src: &Path) -> Vec<(PathBuf, String)> {
    let mut files = Vec::new();
    collect(src, &mut files);
    files.sort();
    let inside = |path: PathBuf| path.strip_prefix(src).expect("the file is in the crate").to_owned();
    files.into_iter().map(|(path, code)| (inside(path), code)).collect()
}

/// The uses between the folders of a crate with these files.
fn uses(files: Vec<(PathBuf, String)>) -> Vec<Use> {
    let program = files.into_iter().filter(|(path, _)| !is_of_tests(path));
    let read = |code: &str| rust::without_test_items(&rust::without_texts(code));
    let code: Vec<(PathBuf, String)> = program.map(|(path, code)| (path, read(&code))).collect();
    let folders: BTreeSet<String> =
        code.iter().filter_map(|(path, _)| rust::module_of(path).first().cloned()).collect();
    let root = code.iter().filter(|(path, _)| rust::module_of(path).is_empty());
    let exported: BTreeMap<String, Vec<String>> = root.flat_map(|(_, code)| rust::exports(code)).collect();
    let mut uses = Vec::new();
    for (path, code) in &code {
        let module = rust::module_of(path);
        let Some(from) = module.first() else { continue };
        for (line, named) in rust::paths(code, &module) {
            let Some(to) = folder_of(&named, &folders, &exported).filter(|to| to != from) else { continue };
            let place = format!("{}:{line}: crate::{}", path.display(), named.join("::"));
            uses.push(Use { from: from.clone(), to, place });
        }
    }
    uses.extend(calls(&code));
    uses
}

/// The calls of methods that another folder adds to a type of the root.
fn calls(code: &[(PathBuf, String)]) -> Vec<Use> {
    let (root, inner): (Vec<_>, Vec<_>) = code.iter().partition(|(path, _)| rust::module_of(path).is_empty());
    let types: BTreeSet<String> = root.iter().flat_map(|(_, code)| rust::types(code)).collect();
    let mut defined = BTreeMap::<String, usize>::new();
    for name in code.iter().flat_map(|(_, code)| rust::functions(code)) {
        *defined.entry(name).or_default() += 1;
    }
    let mut homes = BTreeMap::<String, String>::new();
    for (path, code) in &inner {
        let methods = rust::methods(code, &types).into_iter().filter(|name| defined[name] == 1);
        homes.extend(methods.filter_map(|name| Some((name, rust::module_of(path).first()?.clone()))));
    }
    let mut uses = Vec::new();
    for (path, code) in &inner {
        let Some(from) = rust::module_of(path).first().cloned() else { continue };
        for (line, name) in rust::calls(code) {
            let Some(to) = homes.get(&name).filter(|to| **to != from) else { continue };
            let place = format!("{}:{line}: .{name}()", path.display());
            uses.push(Use { from: from.clone(), to: to.clone(), place });
        }
    }
    uses
}

/// The folder that `named`, a path from the crate root, leads into. `None`: something that the root itself defines.
fn folder_of(named: &[String], folders: &BTreeSet<String>, exported: &BTreeMap<String, Vec<String>>) -> Option<String> {
    let first = named.first()?;
    let origin = exported.get(first).and_then(|path| path.first());
    origin.or(Some(first)).filter(|folder| folders.contains(*folder)).cloned()
}

fn graph(uses: Vec<Use>) -> Graph {
    let mut graph = Graph::new();
    for Use { from, to, place } in uses {
        graph.entry(from).or_default().entry(to).or_default().push(place);
    }
    graph
}

/// The shortest way from `start` to `end` with at least one step: the folders on it, both ends included.
fn way(graph: &Graph, start: &str, end: &str) -> Option<Vec<String>> {
    let mut came_from = BTreeMap::<&str, &str>::new();
    let mut queue = VecDeque::from([start]);
    while let Some(at) = queue.pop_front() {
        for next in graph.get(at).into_iter().flat_map(BTreeMap::keys) {
            if next == end {
                let mut way = vec![end.to_owned(), at.to_owned()];
                let mut back = at;
                while back != start {
                    back = came_from[back];
                    way.push(back.to_owned());
                }
                way.reverse();
                return Some(way);
            }
            if next != start && !came_from.contains_key(next.as_str()) {
                came_from.insert(next, at);
                queue.push_back(next);
            }
        }
    }
    None
}

/// The shortest circle of `graph`, with the lines which make it.
fn shortest_circle(graph: &Graph) -> Option<String> {
    let circle = graph.keys().filter_map(|folder| way(graph, folder, folder)).min_by_key(Vec::len)?;
    let mut shown = circle.join(" -> ");
    for step in circle.windows(2) {
        let [from, to] = step else { continue };
        shown.push_str(&format!("\n  {from} uses {to}:"));
        for place in &graph[from][to] {
            shown.push_str(&format!("\n    {place}"));
        }
    }
    Some(shown)
}

#[test]
fn folders_of_a_crate_use_each_other_in_one_direction() {
    let mut circles = Vec::new();
    for package in &house().packages {
        let src = package.manifest_path.parent().expect("a manifest lies in a folder").join("src");
        let circle = shortest_circle(&graph(uses(files_of(src.as_std_path()))));
        circles.extend(circle.map(|circle| format!("{}: {circle}", package.name)));
    }
    assert!(circles.is_empty(), "{}", circles.join("\n\n"));
}

/// The graph of a crate with these files.
fn graph_of(files: &[(&str, &str)]) -> Graph {
    graph(uses(files.iter().map(|(path, code)| (PathBuf::from(path), (*code).to_owned())).collect()))
}

#[test]
fn a_circle_is_found_behind_a_re_export_and_a_relative_path() {
    let graph = graph_of(&[
        ("lib.rs", "mod a;\nmod b;\nmod c;\npub use b::{Thing, inner::Other as Another};\npub struct House;\n"),
        ("a.rs", "use crate::{House,\n    Another};\n"),
        ("b/inner.rs", "pub struct Other;\npub(in crate::b) fn f() -> super::super::c::T { super::f() }\n"),
        ("b/mod.rs", "pub(crate) mod inner;\nfn f() { super::c::g() }\n"),
        ("c/mod.rs", "//! [`crate::b`]\nmod x { mod y { use super::super::super::a::T; } }\n"),
    ]);
    let circle = shortest_circle(&graph).expect("a circle");
    let expected = "a -> b -> c -> a\n  a uses b:\n    a.rs:2: crate::Another\n  b uses c:\n    b/inner.rs:2: \
                    crate::c::T\n    b/mod.rs:2: crate::c::g\n  c uses a:\n    c/mod.rs:2: crate::a::T";
    assert_eq!(circle, expected);
}

#[test]
fn a_circle_is_found_behind_a_method_of_a_type_of_the_root() {
    let house = "mod a;\nmod b;\npub struct House;\n";
    let made = "use crate::b::T;\nimpl House { fn made(&self) {} }\n";
    let calls = "fn f(house: &House) { house.made(); }\n";
    let circle = shortest_circle(&graph_of(&[("lib.rs", house), ("a.rs", made), ("b.rs", calls)]));
    let expected = "a -> b -> a\n  a uses b:\n    a.rs:1: crate::b::T\n  b uses a:\n    b.rs:1: .made()";
    assert_eq!(circle.as_deref(), Some(expected));
    // Another function of this name: whose method is called is not known.
    let also = "fn f(house: &House) { house.made(); }\nimpl Other { fn made(&self) {} }\n";
    let graph = graph_of(&[("lib.rs", house), ("a.rs", made), ("b.rs", also)]);
    assert_eq!(shortest_circle(&graph), None);
}

#[test]
fn tests_comments_and_strings_create_no_dependency() {
    let graph = graph_of(&[
        ("lib.rs", "mod a;\nmod b;\n"),
        ("a/mod.rs", "use crate::b::T;\n"),
        (
            "b.rs",
            "/* crate::a */ fn f() { \"crate::a::T\"; r#\"crate::a\"#; 'x'; }\n\
             #[cfg(test)]\nuse crate::a::T;\n#[cfg(test)]\nfn g() { crate::a::h() }\n\
             #[cfg(test)]\nmod tests {\n    use crate::a::T;\n}\n",
        ),
        ("b/tests.rs", "use crate::a::T;\n"),
    ]);
    assert_eq!(shortest_circle(&graph), None);
    assert_eq!(graph.keys().collect::<Vec<_>>(), ["a"]);
}
