use crate::StorageError;

/// A part of an object: bytes from `first` to before `end`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ByteRange {
    pub first: u64,
    pub end: u64,
}

/// Parses a `Range` header for an object of this many bytes. Returns None if the whole object is to
/// be sent: without the header, with several ranges, and for units other than bytes.
///
/// # Errors
/// `InvalidRange` if no byte of the object is asked for.
pub fn byte_range(header: Option<&str>, size: u64) -> Result<Option<ByteRange>, StorageError> {
    let Some(spec) = header.and_then(|header| header.trim().strip_prefix("bytes=")) else {
        return Ok(None);
    };
    let Some((from, to)) = spec.trim().split_once('-') else {
        return Ok(None);
    };
    let number = |text: &str| {
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        digits.then(|| text.parse::<u64>().unwrap_or(u64::MAX))
    };
    let (first, end) = match (number(from), number(to)) {
        (Some(first), Some(last)) if first <= last => (first, last.saturating_add(1).min(size)),
        (Some(first), None) if to.is_empty() => (first, size),
        (None, Some(count)) if from.is_empty() => (size.saturating_sub(count), size),
        _ => return Ok(None),
    };
    if first >= end {
        return Err(StorageError::InvalidRange);
    }
    Ok(Some(ByteRange { first, end }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse_range(header: &str) -> Result<Option<(u64, u64)>, StorageError> {
        Ok(byte_range(Some(header), 10)?.map(|range| (range.first, range.end)))
    }

    #[test]
    fn range_headers_follow_http_rules() {
        assert_eq!(parse_range("bytes=0-3"), Ok(Some((0, 4))));
        assert_eq!(parse_range("bytes=4-"), Ok(Some((4, 10))));
        assert_eq!(parse_range("bytes=-3"), Ok(Some((7, 10))));
        assert_eq!(parse_range("bytes=-30"), Ok(Some((0, 10))));
        assert_eq!(
            parse_range("bytes=8-99999999999999999999999"),
            Ok(Some((8, 10)))
        );
        assert_eq!(parse_range("bytes=10-"), Err(StorageError::InvalidRange));
        assert_eq!(parse_range("bytes=-0"), Err(StorageError::InvalidRange));
        for whole in [
            "",
            "bytes",
            "bytes=",
            "bytes=3-1",
            "bytes=0-1,4-5",
            "lines=0-1",
            "bytes=a-b",
            "bytes=-",
        ] {
            assert_eq!(parse_range(whole), Ok(None), "{whole}");
        }
        assert_eq!(byte_range(None, 10), Ok(None));
        assert_eq!(
            byte_range(Some("bytes=0-"), 0),
            Err(StorageError::InvalidRange)
        );
    }
}
