use crate::StorageError;

/// The limits of a bucket.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BucketLimits {
    /// Bytes of one object; None if only the server's own limit counts.
    pub bytes: Option<u64>,
    /// Patterns such as `image/png` and `image/*`; None takes every type.
    pub types: Option<Vec<String>>,
}

impl BucketLimits {
    /// Refuses a type that is not among those of the bucket.
    ///
    /// # Errors
    /// `InvalidMimeType`.
    pub fn check_type(&self, content_type: &str) -> Result<(), StorageError> {
        let Some(types) = &self.types else {
            return Ok(());
        };
        let plain = plain_type(content_type);
        let (family, _) = plain.split_once('/').unwrap_or((&plain, ""));
        let is_taken = types.iter().any(|pattern| {
            let pattern = pattern.to_ascii_lowercase();
            match pattern.strip_suffix("/*") {
                Some("*") => true,
                Some(wanted) => wanted == family,
                None => pattern == plain,
            }
        });
        if is_taken {
            Ok(())
        } else {
            Err(StorageError::InvalidMimeType(content_type.to_owned()))
        }
    }

    /// The most bytes that an object may have here.
    pub fn most_bytes(&self, of_server: u64) -> u64 {
        self.bytes.map_or(of_server, |bytes| bytes.min(of_server))
    }
}

/// A content type without its parameters, in lower case.
pub fn plain_type(content_type: &str) -> String {
    let (plain, _) = content_type.split_once(';').unwrap_or((content_type, ""));
    plain.trim().to_ascii_lowercase()
}

/// Checks a content type that a user gives their object.
///
/// # Errors
/// `InvalidMimeType` if it is none.
pub fn type_of(given: &str) -> Result<&str, StorageError> {
    let given = given.trim();
    let (plain, parameters) = given.split_once(';').unwrap_or((given, ""));
    let is_good = given.len() <= 200
        && plain.trim_end() != "*/*"
        && type_pattern(plain.trim_end()).is_ok_and(|plain| !plain.ends_with('*'))
        && parameters.bytes().all(|byte| (b' '..=b'~').contains(&byte));
    if is_good {
        Ok(given)
    } else {
        Err(StorageError::InvalidMimeType(
            given.chars().take(200).collect(),
        ))
    }
}

/// Checks a pattern of types: `image/png`, `image/*`.
///
/// # Errors
/// `InvalidMimeType`.
pub fn type_pattern(pattern: &str) -> Result<&str, StorageError> {
    let is_word = |word: &str| {
        !word.is_empty()
            && word.bytes().all(|byte| {
                byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'+')
            })
    };
    let is_good = pattern.len() <= 200
        && pattern.split_once('/').is_some_and(|(family, member)| {
            (is_word(family) && (is_word(member) || member == "*")) || pattern == "*/*"
        });
    if is_good {
        Ok(pattern)
    } else {
        Err(StorageError::InvalidMimeType(pattern.to_owned()))
    }
}

/// Parses `5MB`, `1kb`, `3B`, `1.5 GB`: units are powers of 1,000, as the hosted service counts.
///
/// # Errors
/// `InvalidSize`.
pub fn parse_bytes(text: &str) -> Result<u64, StorageError> {
    let text = text.trim().to_ascii_uppercase();
    let end = text
        .find(|letter: char| !letter.is_ascii_digit() && letter != '.')
        .unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    let exponent = match unit.trim() {
        "B" | "BYTES" => 0,
        "KB" | "K" => 1,
        "MB" | "M" => 2,
        "GB" | "G" => 3,
        "TB" | "T" => 4,
        "" if number.bytes().all(|byte| byte.is_ascii_digit()) => 0,
        _ => return Err(StorageError::InvalidSize),
    };
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    if whole.is_empty() || fraction.len() > 3 || fraction.contains('.') {
        return Err(StorageError::InvalidSize);
    }
    let whole: u64 = whole.parse().map_err(|_| StorageError::InvalidSize)?;
    let thousandths: u64 = format!("{fraction:0<3}")
        .parse()
        .map_err(|_| StorageError::InvalidSize)?;
    whole
        .checked_mul(1_000)
        .and_then(|parts| parts.checked_add(thousandths))
        .and_then(|parts| parts.checked_mul(1_000_u64.pow(exponent)))
        .map(|parts| parts / 1_000)
        .ok_or(StorageError::InvalidSize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_parsed_with_their_units() {
        for (text, bytes) in [
            ("3B", 3),
            ("1kb", 1_000),
            ("30KB", 30_000),
            ("20 MB", 20_000_000),
            ("1.5GB", 1_500_000_000),
            ("7", 7),
        ] {
            assert_eq!(parse_bytes(text), Ok(bytes), "{text}");
        }
        for text in [
            "",
            "MB",
            "-1MB",
            "1XB",
            "1.2.3MB",
            "99999999999999TB",
            "1e3",
        ] {
            assert_eq!(parse_bytes(text), Err(StorageError::InvalidSize), "{text}");
        }
    }

    #[test]
    fn bucket_accepts_only_configured_types() {
        let limits = BucketLimits {
            bytes: Some(5),
            types: Some(vec!["image/PNG".into(), "text/*".into()]),
        };
        for good in [
            "image/png",
            "IMAGE/PNG; x=y",
            "text/plain;charset=UTF-8",
            "text/csv",
        ] {
            assert_eq!(limits.check_type(good), Ok(()), "{good}");
        }
        for bad in [
            "image/jpeg",
            "image/svg+xml",
            "",
            "texts/plain",
            "application/pdf",
        ] {
            assert!(limits.check_type(bad).is_err(), "{bad}");
        }
        assert_eq!(limits.most_bytes(3), 3);
        assert_eq!(limits.most_bytes(9), 5);
        assert_eq!(BucketLimits::default().check_type("x/y"), Ok(()));
    }

    #[test]
    fn malformed_content_types_are_rejected() {
        for good in [
            "image/png",
            "text/plain;charset=UTF-8",
            "application/vnd.x+json; a=\"b c\"",
        ] {
            assert_eq!(type_of(good), Ok(good));
        }
        for bad in [
            "",
            "image",
            "image/*",
            "*/*",
            "a/b\r\nx: y",
            "a/b; ü",
            "a b/c",
        ] {
            assert!(type_of(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn content_type_patterns_are_validated() {
        for good in [
            "image/*",
            "image/svg+xml",
            "application/vnd.ms-excel",
            "*/*",
        ] {
            assert_eq!(type_pattern(good), Ok(good));
        }
        for bad in [
            "",
            "image",
            "image/",
            "/png",
            "image/png, x/y",
            "im age/png",
            "*/png",
        ] {
            assert!(type_pattern(bad).is_err(), "{bad}");
        }
    }
}
