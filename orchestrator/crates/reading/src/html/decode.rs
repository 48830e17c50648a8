use portolan_documents::decode as decode_text;

/// A page's characters: by a byte order mark, by what the server or the page says, or by guessing.
pub fn decode(bytes: &[u8], content_type: Option<&str>) -> String {
    const BEGINNING: usize = 2_048;
    let beginning = String::from_utf8_lossy(&bytes[..bytes.len().min(BEGINNING)]).to_lowercase();
    let said = content_type
        .map(str::to_lowercase)
        .and_then(|said| label(&said))
        .or_else(|| label(&beginning));
    let is_latin = said
        .as_deref()
        .is_some_and(|said| ["iso-8859-1", "latin1", "windows-1252", "us-ascii"].contains(&said));
    if is_latin && std::str::from_utf8(bytes).is_err() {
        // What browsers take these names for.
        return bytes.iter().map(|byte| windows_1252(*byte)).collect();
    }
    match decode_text(bytes) {
        Some(decoded) => decoded.text,
        None => String::from_utf8_lossy(bytes).into_owned(),
    }
}

fn label(text: &str) -> Option<String> {
    let (_, rest) = text.split_once("charset=")?;
    let label: String = rest
        .trim_start_matches(['"', '\''])
        .chars()
        .take_while(|letter| letter.is_ascii_alphanumeric() || "-_".contains(*letter))
        .collect();
    (!label.is_empty()).then_some(label)
}

fn windows_1252(byte: u8) -> char {
    const HIGH: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž',
        '\u{8f}', '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}',
        'ž', 'Ÿ',
    ];
    match byte {
        0x80..=0x9f => HIGH[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}
