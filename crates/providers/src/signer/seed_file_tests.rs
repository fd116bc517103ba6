//! Tests of the seed file: creation, permissions, encryption and damaged files.

use super::*;

const WORDS: &str = "legal winner thank year wave sausage worth useful legal winner thank yellow";

fn place(name: &str) -> (PathBuf, SeedFile) {
    let data = std::env::temp_dir().join(format!("agio-seed-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&data);
    fs::create_dir_all(data.join("secrets")).unwrap();
    (data.clone(), SeedFile::of(&data))
}

fn word(text: &str) -> Passphrase {
    Passphrase::of(text).unwrap()
}

#[test]
fn the_seed_is_made_once_and_kept_from_others() {
    let (data, file) = place("made");
    let world = World::system();
    let first = file.open(None, &world).unwrap();
    assert_eq!(*file.open(None, &world).unwrap().phrase, *first.phrase);
    assert_eq!((first.sealed, first.phrase.split_whitespace().count()), (false, 24));
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(file.path()), MODE);
    assert!(matches!(file.create(WORDS, None, &world), Err(SeedError::Exists(_))), "never over another one");
    fs::set_permissions(file.path(), fs::Permissions::from_mode(0o644)).unwrap();
    assert!(matches!(file.open(None, &world), Err(SeedError::Open(_))));
    fs::set_permissions(file.path(), fs::Permissions::from_mode(0o600)).unwrap();
    fs::write(file.path(), "abandon abandon about").unwrap();
    assert!(matches!(file.open(None, &world), Err(SeedError::Phrase)));
    assert_eq!(fs::read_dir(data.join("secrets")).unwrap().count(), 1, "no drafts are left");
    fs::remove_dir_all(&data).unwrap();
}

#[test]
fn a_plain_seed_is_encrypted_and_re_encrypted() {
    let (data, file) = place("sealed");
    let world = World::system();
    file.create(WORDS, None, &world).unwrap();
    let (right, wrong) = (word("correct horse battery"), word("incorrect horse battery"));
    assert!(file.seal(Some(&right), &right, &world).unwrap());
    let text = fs::read_to_string(file.path()).unwrap();
    assert!(!text.contains("winner") && text.contains("argon2id"), "{text}");
    assert!(!file.seal(Some(&right), &right, &world).unwrap(), "the second time does nothing");
    assert_eq!(fs::read_to_string(file.path()).unwrap(), text);

    let seed = file.open(Some(&right), &world).unwrap();
    assert_eq!((seed.phrase.as_str(), seed.sealed), (WORDS, true));
    let said = file.open(Some(&wrong), &world).err().unwrap().to_string();
    assert_eq!(said, "the passphrase does not open the seed: it is another one, or the file is damaged");
    assert!(matches!(file.open(None, &world), Err(SeedError::Locked)));

    // The passphrase is now the new one.
    assert!(matches!(file.seal(Some(&wrong), &wrong, &world), Err(SeedError::Wrong)));
    let next = word("a passphrase for next year");
    assert!(file.seal(Some(&right), &next, &world).unwrap());
    assert!(matches!(file.open(Some(&right), &world), Err(SeedError::Wrong)));
    assert_eq!(file.open(Some(&next), &world).unwrap().phrase.as_str(), WORDS);
    fs::remove_dir_all(&data).unwrap();
}

#[test]
fn a_changed_byte_is_detected_and_an_excessive_cost_refused() {
    let (data, file) = place("changed");
    let (world, right) = (World::system(), word("correct horse battery"));
    file.create(WORDS, Some(&right), &world).unwrap();
    let text = fs::read_to_string(file.path()).unwrap();
    let opens = |text: &str| {
        fs::write(file.path(), text).unwrap();
        file.open(Some(&right), &world).map(|seed| seed.sealed).map_err(|error| error.to_string())
    };
    let sealed: serde_json::Value = serde_json::from_str(&text).unwrap();
    let field = |name: &str| sealed[name].as_str().unwrap().to_owned();
    for name in ["salt", "nonce", "text"] {
        let old = field(name);
        let flipped = format!("{}{}", if old.starts_with('0') { '1' } else { '0' }, &old[1..]);
        assert!(opens(&text.replace(&old, &flipped)).unwrap_err().contains("does not open"), "{name}");
    }
    assert!(opens(&text.replace("\"passes\": 3", "\"passes\": 4")).unwrap_err().contains("does not open"));
    for wild in ["\"kib\": 4194304", "\"kib\": 8"] {
        assert!(opens(&text.replace("\"kib\": 65536", wild)).unwrap_err().contains("another version"), "{wild}");
    }
    assert_eq!(opens(&text), Ok(true));
    fs::remove_dir_all(&data).unwrap();
}

#[test]
fn a_passphrase_is_long_enough_and_its_file_is_private() {
    let (data, _) = place("words");
    assert!(matches!(Passphrase::of("short"), Err(SeedError::Passphrase)));
    let path = data.join("passphrase");
    fs::write(&path, "long enough, surely\nsecond line\n").unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
    assert!(matches!(Passphrase::read(&path), Err(SeedError::Open(_))));
    fs::set_permissions(&path, fs::Permissions::from_mode(0o400)).unwrap();
    assert_eq!(Passphrase::read(&path).unwrap().bytes(), b"long enough, surely");
    fs::remove_dir_all(&data).unwrap();
}
