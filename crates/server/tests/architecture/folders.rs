//! The folders of a crate use each other in one direction. A folder is a module directly below a crate's `src`, whether
//! it is a directory or one file. A room is a folder that only names folders: these obey the rule too, and the rooms
//! among each other. A use is a path that begins with `crate::` or `super::` and leads into another
//! folder. A name that the crate root re-exports counts for the folder that it comes from. What the root itself
//! defines belongs to no folder, but a method that a folder adds to a type of the root belongs to that folder, if no
//! other function of the crate has its name.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::{Path, PathBuf};

use super::{collect, is_of_tests, rust, setup};

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
    let root = code.iter().filter(|(path, _)| rust::module_of(path).is_empty());
    let crate_folders = Folders {
        rooms: code.iter().filter(|(_, code)| is_room(code)).filter_map(|(path, _)| room_of(path)).collect(),
        exported: root.flat_map(|(_, code)| rust::exports(code)).collect(),
    };
    let known: BTreeSet<String> =
        code.iter().filter_map(|(path, _)| crate_folders.of(&rust::module_of(path))).collect();
    let mut uses = Vec::new();
    for (path, text) in &code {
        let module = rust::module_of(path);
        let Some(from) = crate_folders.of(&module) else { continue };
        for (line, named) in rust::paths(text, &module) {
            let to = crate_folders.named(&named).filter(|to| *to != from && known.contains(to));
            let Some(to) = to else { continue };
            let place = format!("{}:{line}: crate::{}", path.display(), named.join("::"));
            uses.push(Use { from: from.clone(), to, place });
        }
    }
    uses.extend(calls(&code, &crate_folders));
    uses
}

/// The calls of methods that another folder adds to a type of the root.
fn calls(code: &[(PathBuf, String)], crate_folders: &Folders) -> Vec<Use> {
    let (root, inner): (Vec<_>, Vec<_>) = code.iter().partition(|(path, _)| rust::module_of(path).is_empty());
    let types: BTreeSet<String> = root.iter().flat_map(|(_, code)| rust::types(code)).collect();
    let mut defined = BTreeMap::<String, usize>::new();
    for name in code.iter().flat_map(|(_, code)| rust::functions(code)) {
        *defined.entry(name).or_default() += 1;
    }
    let mut homes = BTreeMap::<String, String>::new();
    for (path, code) in &inner {
        let methods = rust::methods(code, &types).into_iter().filter(|name| defined[name] == 1);
        homes.extend(methods.filter_map(|name| Some((name, crate_folders.of(&rust::module_of(path))?))));
    }
    let mut uses = Vec::new();
    for (path, code) in &inner {
        let Some(from) = crate_folders.of(&rust::module_of(path)) else { continue };
        for (line, name) in rust::calls(code) {
            let Some(to) = homes.get(&name).filter(|to| **to != from) else { continue };
            let place = format!("{}:{line}: .{name}()", path.display());
            uses.push(Use { from: from.clone(), to: to.clone(), place });
        }
    }
    uses
}

/// How the paths of a crate lead into its folders.
struct Folders {
    rooms: BTreeSet<String>,
    /// The names that the crate root re-exports, with the paths that they come from.
    exported: BTreeMap<String, Vec<String>>,
}

impl Folders {
    /// The folder of a module, with its room before it. `None`: the crate root.
    fn of(&self, module: &[String]) -> Option<String> {
        let first = module.first()?;
        let in_room = module.get(1).filter(|_| self.rooms.contains(first));
        Some(in_room.map_or_else(|| first.clone(), |folder| format!("{first}::{folder}")))
    }

    /// The folder that `path` leads into, a path from the crate root.
    fn named(&self, path: &[String]) -> Option<String> {
        let Some(origin) = self.exported.get(path.first()?) else { return self.of(path) };
        self.of(&[origin, &path[1..]].concat())
    }
}

/// Whether the code of a `mod.rs` only names modules.
fn is_room(code: &str) -> bool {
    let mut lines = code.lines().map(str::trim).filter(|line| !line.is_empty()).peekable();
    lines.peek().is_some() && lines.all(|line| line.ends_with(';') && line.contains("mod ") && !line.contains('{'))
}

/// The name of the folder directly below `src` whose `mod.rs` this is.
fn room_of(path: &Path) -> Option<String> {
    let module = rust::module_of(path);
    (path.ends_with("mod.rs") && module.len() == 1).then(|| module[0].clone())
}

/// The uses between rooms, and between rooms and folders outside of them.
fn between_rooms(graph: &Graph) -> Graph {
    let room = |folder: &String| folder.split("::").next().unwrap_or_default().to_owned();
    let mut rooms = Graph::new();
    for (from, uses) in graph {
        for (to, places) in uses.iter().filter(|(to, _)| room(to) != room(from)) {
            rooms.entry(room(from)).or_default().entry(room(to)).or_default().extend(places.iter().cloned());
        }
    }
    rooms
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
    for package in &setup().packages {
        let src = package.manifest_path.parent().expect("a manifest lies in a folder").join("src");
        let graph = graph(uses(files_of(src.as_std_path())));
        let circle = shortest_circle(&graph).or_else(|| shortest_circle(&between_rooms(&graph)));
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
        ("lib.rs", "mod a;\nmod b;\nmod c;\npub use b::{Thing, inner::Other as Another};\npub struct Setup;\n"),
        ("a.rs", "use crate::{Setup,\n    Another};\n"),
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
    let setup = "mod a;\nmod b;\npub struct Setup;\n";
    let made = "use crate::b::T;\nimpl Setup { fn made(&self) {} }\n";
    let calls = "fn f(setup: &Setup) { setup.made(); }\n";
    let circle = shortest_circle(&graph_of(&[("lib.rs", setup), ("a.rs", made), ("b.rs", calls)]));
    let expected = "a -> b -> a\n  a uses b:\n    a.rs:1: crate::b::T\n  b uses a:\n    b.rs:1: .made()";
    assert_eq!(circle.as_deref(), Some(expected));
    // Another function of this name: whose method is called is not known.
    let also = "fn f(setup: &Setup) { setup.made(); }\nimpl Other { fn made(&self) {} }\n";
    let graph = graph_of(&[("lib.rs", setup), ("a.rs", made), ("b.rs", also)]);
    assert_eq!(shortest_circle(&graph), None);
}

#[test]
fn circles_are_found_in_a_room_and_between_rooms() {
    let root = ("lib.rs", "mod a;\nmod b;\n");
    let rooms = [("a/mod.rs", "//! A.\n\nmod x;\npub(crate) mod y;\n"), ("b/mod.rs", "//! B.\n\npub mod z;\n")];
    let inside =
        graph_of(&[root, rooms[0], rooms[1], ("a/x.rs", "use super::y::T;\n"), ("a/y.rs", "use crate::a::x;\n")]);
    let circle = shortest_circle(&inside).expect("a circle");
    assert!(circle.starts_with("a::x -> a::y -> a::x\n"), "{circle}");
    let (used, uses) = (("a/y.rs", "pub struct T;\n"), ("b/z.rs", "use crate::a::y;\n"));
    let across = graph_of(&[root, rooms[0], rooms[1], ("a/x.rs", "use crate::b::z;\n"), used, uses]);
    assert_eq!(shortest_circle(&across), None);
    let circle = shortest_circle(&between_rooms(&across)).expect("a circle");
    assert!(circle.starts_with("a -> b -> a\n"), "{circle}");
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
