/// Puts characters together that were cut between chunks of bytes.
///
/// At most three bytes are held; what is not UTF-8 becomes U+FFFD, as in `from_utf8_lossy`.
#[derive(Clone, Debug, Default)]
pub struct Utf8Front {
    held: Vec<u8>,
}

impl Utf8Front {
    /// The text that is complete with these bytes.
    pub fn push(&mut self, bytes: &[u8]) -> String {
        self.held.extend_from_slice(bytes);
        let bytes = std::mem::take(&mut self.held);
        let mut text = String::with_capacity(bytes.len());
        let mut rest = bytes.as_slice();
        loop {
            match std::str::from_utf8(rest) {
                Ok(valid) => {
                    text.push_str(valid);
                    return text;
                }
                Err(error) => {
                    let (valid, invalid) = rest.split_at(error.valid_up_to());
                    text.push_str(&String::from_utf8_lossy(valid));
                    let Some(length) = error.error_len() else {
                        self.held = invalid.to_vec();
                        return text;
                    };
                    text.push(char::REPLACEMENT_CHARACTER);
                    rest = &invalid[length..];
                }
            }
        }
    }

    /// Returns whether the bytes so far end in a character that is not complete.
    pub fn is_cut(&self) -> bool {
        !self.held.is_empty()
    }

    /// Ends the bytes; an incomplete character becomes U+FFFD.
    pub fn finish(self) -> String {
        String::from_utf8_lossy(&self.held).into_owned()
    }
}
