/// Bytes with their known metadata.
#[derive(Clone, Copy, Debug)]
pub struct SourceBytes<'a> {
    pub bytes: &'a [u8],
    /// As the server named it, with its parameters.
    pub content_type: Option<&'a str>,
    /// The address of the bytes after all redirects; for a file, its original name.
    pub url: Option<&'a str>,
}

/// Why there is nothing to read, in a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable(pub String);

impl Unreadable {
    pub fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }
}

/// Hears of each page that is about to be read, from 1, and of how many there are; says whether
/// there is time for it.
pub type PageWatch<'a> = dyn FnMut(u32, u32) -> bool + 'a;

/// A text that is shown in lists: one line, not too long.
pub fn one_line(text: &str) -> Option<String> {
    const CHARACTERS: usize = 300;
    let line: String = text
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
        .chars()
        .take(CHARACTERS)
        .collect();
    (!line.is_empty()).then_some(line)
}
