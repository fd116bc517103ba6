//! Randomly damaged statement files never crash the reader, and an error names a line of the file.

use proptest::prelude::*;
use proptest::sample::Index;

use super::*;

/// A change of a file: a byte written over another, a part left out, or a part of another file put in.
#[derive(Debug, Clone)]
enum Change {
    Write(Index, u8),
    Remove(Index, usize),
    Insert(Index, usize, Index, usize),
}

fn change() -> impl Strategy<Value = Change> {
    prop_oneof![
        (any::<Index>(), prop_oneof![any::<u8>(), Just(b'<'), Just(b'>'), Just(b'&'), Just(b'"'), Just(b'/')])
            .prop_map(|(at, byte)| Change::Write(at, byte)),
        (any::<Index>(), 1_usize..200).prop_map(|(at, length)| Change::Remove(at, length)),
        (any::<Index>(), 0..ALL.len(), any::<Index>(), 1_usize..200)
            .prop_map(|(at, file, from, length)| Change::Insert(at, file, from, length)),
    ]
}

fn apply(change: &Change, bytes: &mut Vec<u8>) {
    if bytes.is_empty() {
        return;
    }
    match change {
        Change::Write(at, byte) => {
            let at = at.index(bytes.len());
            bytes[at] = *byte;
        }
        Change::Remove(at, length) => {
            let at = at.index(bytes.len());
            let end = (at + length).min(bytes.len());
            bytes.drain(at..end);
        }
        Change::Insert(at, file, from, length) => {
            let other = ALL[*file].as_bytes();
            let from = from.index(other.len());
            let part = &other[from..(from + length).min(other.len())];
            let at = at.index(bytes.len());
            bytes.splice(at..at, part.iter().copied());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn a_changed_file_never_panics_and_its_line_is_in_the_file(
        file in 0..ALL.len(), changes in proptest::collection::vec(change(), 1..4)
    ) {
        let mut bytes = ALL[file].as_bytes().to_vec();
        for change in &changes {
            apply(change, &mut bytes);
        }
        match read(&bytes) {
            Ok(statements) => {
                for entry in statements.iter().flat_map(|statement| &statement.entries) {
                    prop_assert!(!entry.amount.is_negative() && !entry.transactions.is_empty());
                    prop_assert!(!entry.key.is_empty());
                }
            }
            Err(error) => {
                let lines = bytes.iter().filter(|byte| **byte == b'\n').count() + 1;
                prop_assert!((1..=lines).contains(&error.line), "{error} of {lines} lines");
            }
        }
    }

    #[test]
    fn any_bytes_never_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        prop_assert!(read(&bytes).is_err());
    }

    #[test]
    fn a_cut_file_is_refused(file in 0..ALL.len(), at: Index) {
        let xml = ALL[file].trim_end().as_bytes();
        prop_assert!(read(&xml[..at.index(xml.len())]).is_err());
    }
}
