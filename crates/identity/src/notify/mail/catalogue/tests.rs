//! The code and the catalogues have the same texts, and the parser refuses what it does not understand.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use regex::Regex;

use super::*;

/// Keys with their English words: one text, or the texts for one and for many.
type Texts = BTreeMap<String, Vec<String>>;

/// The files of `folder` and below it, without the catalogues' own code.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let files = entries.flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] });
    files.filter(|path| !path.to_string_lossy().contains("src/notify/mail/catalogue")).collect()
}

/// The texts that the code uses, read from the sources.
fn used() -> Texts {
    let begins = Regex::new(r"\b(?:Text|Plural)::new\(").unwrap();
    let words = r#"\s*"([^"\\]*)""#;
    let whole = Regex::new(&format!(r"\b(?:Text::new\({words},{words}|Plural::new\({words},{words},{words}),?\s*\)"));
    let whole = whole.unwrap();
    let mut texts = Texts::new();
    for path in sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src")) {
        let Ok(source) = fs::read_to_string(&path) else { continue };
        let (begun, mut read) = (begins.find_iter(&source).count(), 0);
        for found in whole.captures_iter(&source) {
            let mut strings = found.iter().skip(1).flatten().map(|string| string.as_str().to_owned());
            let key = strings.next().unwrap();
            assert!(texts.insert(key.clone(), strings.collect()).is_none(), "{key} is the key of two texts");
            read += 1;
        }
        assert_eq!(begun, read, "in {} a key or a text is not a plain string", path.display());
    }
    texts
}

/// The messages of every catalogue, without the header.
fn messages() -> Vec<(Language, BTreeMap<String, Message>)> {
    let read = |(language, file): (Language, &str)| {
        let catalogue = parse(file).unwrap_or_else(|error| panic!("{}.po: {error}", language.code()));
        (language, catalogue.into_iter().filter(|(key, _)| !key.is_empty()).collect())
    };
    FILES.into_iter().map(read).collect()
}

/// The placeholders of a text, such as `{tenant}`.
fn placeholders(text: &str) -> BTreeSet<&str> {
    let placeholder = Regex::new(r"\{[a-z_]+\}").unwrap();
    assert!(!placeholder.replace_all(text, "").contains(['{', '}']), "a brace without a placeholder: {text}");
    placeholder.find_iter(text).map(|found| found.as_str()).collect()
}

#[test]
fn the_code_and_each_catalogue_have_the_same_texts() {
    let used = used();
    let mut wrong = Vec::new();
    for (language, messages) in messages() {
        let has: Texts = messages.iter().map(|(key, message)| (key.clone(), message.english.clone())).collect();
        let lacks = used.iter().filter(|(key, text)| has.get(*key) != Some(text));
        wrong.extend(lacks.map(|(key, text)| format!("{}.po lacks {key} {text:?}", language.code())));
        let more = has.keys().filter(|key| !used.contains_key(*key));
        wrong.extend(more.map(|key| format!("{}.po has {key}, which no code uses", language.code())));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_translation_has_the_placeholders_of_the_english_text() {
    for (language, messages) in messages() {
        for (key, message) in messages {
            let english = placeholders(message.english.last().unwrap());
            for (at, translation) in message.translations.iter().enumerate() {
                // The words for a single number need not repeat it.
                let is_of_one_number = message.english.len() > 1
                    && (1..1000).filter(|number| plural_form(language, *number) == at).count() == 1;
                let has = placeholders(translation);
                assert!(
                    has == english || is_of_one_number && has.is_subset(&english),
                    "{}.po, {key}: {has:?} instead of {english:?}",
                    language.code()
                );
            }
        }
    }
}

#[test]
fn comments_explain_each_placeholder_to_translators() {
    for (language, file) in FILES {
        for block in file.split("\n\n") {
            let (comments, texts): (Vec<&str>, Vec<&str>) = block.lines().partition(|line| line.starts_with('#'));
            let explained = comments.join("\n");
            for name in placeholders(&texts.join("\n")) {
                assert!(
                    explained.contains(&format!("{name}: ")),
                    "{}.po explains no {name}:\n{block}",
                    language.code()
                );
            }
        }
    }
}

#[test]
fn each_language_but_english_has_a_catalogue_whose_header_says_so() {
    assert_eq!(FILES.map(|(language, _)| language).as_slice(), &Language::ALL[1..]);
    let few = "n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2";
    for (language, file) in FILES {
        let one = if language == Language::Pl { "n==1" } else { "n%10==1 && n%100!=11" };
        let header = &parse(file).unwrap()[""].translations[0];
        for line in [
            format!("Language: {}\n", language.code()),
            "Content-Type: text/plain; charset=UTF-8\n".to_owned(),
            format!("Plural-Forms: nplurals=3; plural=({one} ? 0 : {few});\n"),
        ] {
            assert!(header.contains(&line), "{}.po: {line}{header}", language.code());
        }
    }
}

#[test]
fn each_number_has_the_plural_form_of_its_language() {
    let numbers = [0, 1, 2, 4, 5, 11, 12, 14, 21, 22, 24, 25, 101, 111, 112, 114, 122];
    let forms = |language| numbers.map(|number| plural_form(language, number));
    for language in [Language::Uk, Language::Ru] {
        assert_eq!(forms(language), [2, 0, 1, 1, 2, 2, 2, 2, 0, 1, 1, 2, 0, 2, 2, 2, 1]);
    }
    assert_eq!(forms(Language::Pl), [2, 0, 1, 1, 2, 2, 2, 2, 2, 1, 1, 2, 2, 2, 2, 2, 1]);
}

#[test]
fn a_text_without_a_translation_of_these_words_is_english() {
    for language in Language::ALL {
        assert_eq!(Text::new("no.such_key", "Hello, {tenant}").in_language(language), "Hello, {tenant}");
        assert_eq!(Text::new("login_code.subject", "Other words").in_language(language), "Other words");
        let hours = Plural::new("no.such_key", "one hour", "{hours} hours");
        assert_eq!([1, 2, 21].map(|n| hours.in_language(language, n)), ["one hour", "{hours} hours", "{hours} hours"]);
    }
}

#[test]
fn a_catalogue_may_wrap_its_lines_and_escape_letters() {
    let header = "# A comment\nmsgid \"\"\nmsgstr \"\"\n\"Language: uk\\n\"\n\n\n";
    let message = "#. note\nmsgctxt \"a\"\r\nmsgid \"A\"\nmsgstr \"\"\n\"«б\\\"\\\\\"\n\"в»\"\n\n# The end";
    let catalogue = parse(&format!("{header}{message}")).unwrap();
    assert_eq!(catalogue[""].translations, ["Language: uk\n"]);
    assert_eq!(catalogue["a"].english, ["A"]);
    assert_eq!(catalogue["a"].translations, ["«б\"\\в»"]);
    assert_eq!(catalogue.len(), 2);
}

#[test]
fn what_the_parser_does_not_understand_it_refuses() {
    let good = "msgctxt \"a\"\nmsgid \"A\"\nmsgstr \"Б\"\n";
    assert!(parse(good).is_ok());
    let plural = "msgctxt \"a\"\nmsgid \"A\"\nmsgid_plural \"B\"\nmsgstr[0] \"1\"\nmsgstr[1] \"2\"\n";
    assert!(parse(&format!("{plural}msgstr[2] \"3\"\n")).is_ok());
    for (bad, line) in [
        (plural.to_owned(), 6),
        (format!("{good}\n{good}"), 8),
        (format!("{good}{good}"), 7),
        (format!("#, fuzzy\n{good}"), 1),
        (format!("#| msgid \"old\"\n{good}"), 1),
        ("#~ msgid \"gone\"\n".to_owned(), 1),
        (good.replace("msgctxt \"a\"\n", ""), 3),
        (good.replace("msgstr", "msgstring"), 4),
        (good.replace("msgstr ", "msgstr"), 3),
        (good.replace("\"Б\"", "\"\""), 4),
        (good.replace("\"Б\"", "\"Б"), 3),
        (good.replace("\"Б\"", "\""), 3),
        (good.replace("\"Б\"", "Б"), 3),
        (good.replace("\"Б\"", "\"Б\" \"В\""), 3),
        (good.replace('Б', "\\t"), 3),
        (good.replace('Б', "\\"), 3),
        (format!("\"Б\"\n{good}"), 1),
        (format!("Hello\n{good}"), 1),
    ] {
        let error = parse(&bad).unwrap_err();
        assert!(error.starts_with(&format!("line {line}:")), "{error} in:\n{bad}");
    }
}
