use crate::StorageError;

/// Bytes of a name; what S3 takes.
const LONGEST_OBJECT_NAME: usize = 1_024;
const LONGEST_BUCKET_NAME: usize = 100;

/// First segments of addresses, which a bucket of this name would hide.
const RESERVED: [&str; 10] = [
    "authenticated",
    "copy",
    "info",
    "list",
    "list-v2",
    "move",
    "public",
    "sign",
    "upload",
    "resumable",
];

/// Checks the name of a new bucket: letters, digits and a few signs.
///
/// # Errors
/// `InvalidBucketName`.
pub fn bucket_name(name: &str) -> Result<&str, StorageError> {
    let is_good = (1..=LONGEST_BUCKET_NAME).contains(&name.len())
        && name.trim() == name
        && !name.chars().all(|letter| letter == '.')
        && !RESERVED.contains(&name)
        && name
            .chars()
            .all(|letter| letter.is_ascii_alphanumeric() || "_!-.*'() &$@=;:+,".contains(letter));
    if is_good {
        Ok(name)
    } else {
        Err(StorageError::InvalidBucketName)
    }
}

/// Checks an object's name: segments with slashes between them, the outer ones not empty, none that leads
/// elsewhere, and no character that an address can't carry. A question mark is `%3F` there.
///
/// # Errors
/// `InvalidKey`.
pub fn object_name(name: &str) -> Result<&str, StorageError> {
    let is_good = (1..=LONGEST_OBJECT_NAME).contains(&name.len())
        && name.chars().all(is_plain)
        && !name.starts_with('/')
        && !name.ends_with('/')
        && name.split('/').all(is_segment);
    if is_good {
        Ok(name)
    } else {
        Err(StorageError::InvalidKey(name.chars().take(200).collect()))
    }
}

/// A prefix that lists are asked for; it may be empty, and may end within a segment.
///
/// # Errors
/// `InvalidKey`.
pub fn clean_prefix(prefix: &str) -> Result<&str, StorageError> {
    let prefix = prefix.trim_start_matches('/');
    let is_good = prefix.len() <= LONGEST_OBJECT_NAME
        && prefix.chars().all(is_plain)
        && (prefix.is_empty() || prefix.trim_end_matches('/').split('/').all(is_segment));
    if is_good {
        Ok(prefix)
    } else {
        Err(StorageError::InvalidKey(prefix.chars().take(200).collect()))
    }
}

/// Returns whether a name lies in the folder of this name.
pub fn is_within(name: &str, folder: &str) -> bool {
    name.strip_prefix(folder)
        .is_some_and(|rest| rest.len() > 1 && rest.starts_with('/'))
}

fn is_segment(segment: &str) -> bool {
    segment != "." && segment != ".."
}

/// Excludes the last code point too, because listings use it as the end of a prefix.
fn is_plain(letter: char) -> bool {
    !letter.is_control() && !matches!(letter, '#' | '%' | '\\' | '\u{10FFFF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn path_traversal_names_are_rejected() {
        for name in [
            "",
            "/a",
            "a/",
            "..",
            "a/../b",
            "a/..",
            "./a",
            "a/./b",
            "a\\..\\b",
            "a%2e%2e/b",
            "a//../b",
            "a#b",
            "a\nb",
            "a\0b",
            "a\u{7f}b",
            "a\u{10FFFF}",
        ] {
            assert!(object_name(name).is_err(), "{name:?}");
        }
        assert!(object_name(&"a".repeat(1_025)).is_err());
    }

    #[test]
    fn ordinary_object_names_are_accepted() {
        for name in [
            "a.txt",
            "a/b c/d.png",
            "a//b",
            "what?.txt",
            "žluťoučký/kůň.jpg",
            "日本/図.svg",
            "..a/b..",
            "a&b=c+d,e;f:g@h$i!j*k'l(m)",
        ] {
            assert_eq!(object_name(name), Ok(name));
        }
    }

    #[test]
    fn bucket_names_are_restricted() {
        for name in ["avatars", "my-bucket.2", "With Space", "a"] {
            assert_eq!(bucket_name(name), Ok(name));
        }
        for name in [
            "", " a", "a ", ".", "..", "a/b", "public", "sign", "ü", "a?b", "a%b",
        ] {
            assert!(bucket_name(name).is_err(), "{name:?}");
        }
        assert!(bucket_name(&"a".repeat(101)).is_err());
    }

    #[test]
    fn folder_contains_only_paths_below_it() {
        assert!(is_within("me/a.png", "me"));
        assert!(!is_within("me", "me"));
        assert!(!is_within("me/", "me"));
        assert!(!is_within("mean/a.png", "me"));
        assert!(!is_within("other/me/a.png", "me"));
    }

    #[test]
    fn list_prefixes_cannot_escape_folder() {
        assert_eq!(clean_prefix(""), Ok(""));
        assert_eq!(clean_prefix("/a/"), Ok("a/"));
        assert_eq!(clean_prefix("a/b"), Ok("a/b"));
        assert!(clean_prefix("a/../b").is_err());
        assert!(clean_prefix("..").is_err());
        assert_eq!(clean_prefix("a//b"), Ok("a//b"));
    }
}
