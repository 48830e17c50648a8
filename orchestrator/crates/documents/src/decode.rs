use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, UTF_8};

/// A file's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decoded {
    /// Without a byte order mark.
    pub text: String,
    /// The encoding, if it was guessed and not UTF-8.
    pub encoding: Option<&'static str>,
}

/// Bytes that are looked at for the encoding.
const SAMPLE: usize = 64 << 10;

/// Decodes a text file; None if the bytes are no text.
pub fn decode_text(bytes: &[u8]) -> Option<Decoded> {
    let (encoding, is_marked) = match Encoding::for_bom(bytes) {
        Some((encoding, _)) => (encoding, true),
        None if std::str::from_utf8(bytes).is_ok() => (UTF_8, false),
        None => {
            let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
            detector.feed(&bytes[..bytes.len().min(SAMPLE)], bytes.len() <= SAMPLE);
            (detector.guess(None, Utf8Detection::Allow), false)
        }
    };
    let (text, _) = encoding.decode_with_bom_removal(bytes);
    let strange = text
        .chars()
        .filter(|letter| {
            *letter == '\u{fffd}'
                || (letter.is_control() && !matches!(letter, '\n' | '\r' | '\t' | '\u{c}'))
        })
        .count();
    if text.contains('\0') || strange * 50 > text.chars().count() {
        return None;
    }
    Some(Decoded {
        text: text.into_owned(),
        encoding: (!is_marked && encoding != UTF_8).then(|| encoding.name()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_files_are_decoded_and_binaries_are_rejected() {
        let plain = decode_text("Grüße".as_bytes()).unwrap();
        assert_eq!((plain.text.as_str(), plain.encoding), ("Grüße", None));
        let marked = decode_text(b"\xff\xfeh\0i\0").unwrap();
        assert_eq!((marked.text.as_str(), marked.encoding), ("hi", None));
        let latin = decode_text(b"Gr\xfc\xdfe aus M\xfcnchen").unwrap();
        assert_eq!(latin.text, "Grüße aus München");
        assert_eq!(latin.encoding, Some("windows-1252"));
        let program: Vec<u8> = (0..=255).cycle().take(4_000).collect();
        assert_eq!(decode_text(&program), None);
    }
}
