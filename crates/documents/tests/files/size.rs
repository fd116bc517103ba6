//! A statement of 10,000 movements is written within the time and size of the specification.

use std::time::{Duration, Instant};

use documents::content::{Format, Kind};
use identity::Language;

use super::sample::{account, content, file, look};

/// The limits of the specification for 10,000 movements.
const TIME_MAX: Duration = Duration::from_secs(5);

#[test]
fn ten_thousand_movements_are_written_in_time() {
    let large = content(Kind::AccountStatement, Language::En, vec![account("EUR", "10.00", "120.50", 10_000)]);
    for format in Format::ALL {
        let began = Instant::now();
        let bytes = file(&large, format);
        let took = began.elapsed();
        look("large-en", format, &bytes);
        eprintln!("{format:?}: {took:?}, {} bytes", bytes.len());
        assert!(took < TIME_MAX, "{format:?} took {took:?}");
        assert!(bytes.len() < 16 * 1024 * 1024, "{format:?} has {} bytes", bytes.len());
    }
}
