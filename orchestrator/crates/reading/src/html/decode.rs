use encoding_rs::{Encoding, UTF_8};
use portolan_documents::decode_text;

/// A page's characters: by a byte order mark, by what the server or the page says, or by guessing.
pub fn decode_page(bytes: &[u8], content_type: Option<&str>) -> String {
    const BEGINNING: usize = 2_048;
    let beginning = String::from_utf8_lossy(&bytes[..bytes.len().min(BEGINNING)]).to_lowercase();
    let has_mark = Encoding::for_bom(bytes).is_some();
    let said = content_type
        .map(str::to_lowercase)
        .and_then(|said| encoding_labelled(&said))
        .or_else(|| encoding_labelled(&beginning));
    // Valid UTF-8 wins over any declared encoding.
    let is_other =
        said.filter(|encoding| *encoding != UTF_8 && std::str::from_utf8(bytes).is_err());
    if let Some(encoding) = is_other.filter(|_| !has_mark) {
        return encoding.decode(bytes).0.into_owned();
    }
    match decode_text(bytes) {
        Some(decoded) => decoded.text,
        None => String::from_utf8_lossy(bytes).into_owned(),
    }
}

fn encoding_labelled(text: &str) -> Option<&'static Encoding> {
    let (_, rest) = text.split_once("charset=")?;
    let label: String = rest
        .trim_start_matches(['"', '\''])
        .chars()
        .take_while(|letter| letter.is_ascii_alphanumeric() || "-_:.".contains(*letter))
        .collect();
    Encoding::for_label(label.as_bytes())
}
