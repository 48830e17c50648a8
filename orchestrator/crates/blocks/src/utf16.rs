//! Lengths and places in text as the wire counts them.

/// The length as the wire counts it: in UTF-16 units.
pub fn utf16_length(text: &str) -> u64 {
    text.chars()
        .map(|character| character.len_utf16() as u64)
        .sum()
}

/// Returns the text after the first `offset` UTF-16 units; None beyond the end and between surrogates.
pub fn after_utf16(text: &str, offset: u64) -> Option<&str> {
    let mut units = 0;
    for (position, character) in text.char_indices() {
        if units >= offset {
            return (units == offset).then(|| &text[position..]);
        }
        units += character.len_utf16() as u64;
    }
    (units == offset).then_some("")
}
