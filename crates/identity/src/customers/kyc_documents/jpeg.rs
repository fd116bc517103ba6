//! Detects truncated JPEGs. Image decoders fill in missing data without an error. Pure.

const END: u8 = 0xd9;

/// Whether an end-of-image marker follows the last scan. A truncated file has none. Trailing data that cameras append
/// is ignored.
pub(super) fn has_end(bytes: &[u8]) -> bool {
    let mut rest = bytes.get(2..).unwrap_or_default();
    while let Some((marker, after)) = next_marker(rest) {
        rest = match marker {
            END => return true,
            // Restart markers, and markers without a length.
            0x01 | 0xd0..=0xd8 => after,
            _ => {
                let length = after.first_chunk().map_or(0, |length| usize::from(u16::from_be_bytes(*length)));
                match after.get(length.max(2)..) {
                    Some(after) => after,
                    None => return false,
                }
            }
        };
    }
    false
}

/// The next marker and the bytes after it. Within a scan, 0xff followed by zero is a data byte.
fn next_marker(bytes: &[u8]) -> Option<(u8, &[u8])> {
    let at = bytes.windows(2).position(|pair| pair[0] == 0xff && !matches!(pair[1], 0x00 | 0xff))?;
    Some((bytes[at + 1], &bytes[at + 2..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    const START_OF_SCAN: u8 = 0xda;

    #[test]
    fn the_end_of_a_thumbnail_is_not_the_end_of_the_picture() {
        let thumbnail = [0xff, 0xe1, 0, 6, 0xff, 0xd8, 0xff, END];
        let scan = [0xff, START_OF_SCAN, 0, 2, 1, 0xff, 0, 2, 0xff, 0xd0, 3];
        let file = [&[0xff, 0xd8][..], &thumbnail, &scan, &[0xff, 0xff, END, 0]].concat();
        assert!(has_end(&file));
        for length in 0..file.len() - 1 {
            assert!(!has_end(&file[..length]), "{length}");
        }
    }
}
