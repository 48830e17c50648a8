use actix_http::ws::Item;
use bytes::{Bytes, BytesMut};

use super::Closing;

/// A message that comes in pieces.
pub struct Pieces {
    /// Whether it is text, and what of it is there.
    begun: Option<(bool, BytesMut)>,
    most_bytes: usize,
}

impl Pieces {
    pub fn new(most_bytes: usize) -> Self {
        Self {
            begun: None,
            most_bytes,
        }
    }

    /// The whole message, and whether it is text, with its last piece.
    ///
    /// # Errors
    /// Fails if it is larger than a message may be.
    pub fn add(&mut self, piece: Item) -> Result<Option<(bool, Bytes)>, Closing> {
        let (bytes, is_last) = match piece {
            Item::FirstText(bytes) => {
                self.begun = Some((true, BytesMut::new()));
                (bytes, false)
            }
            Item::FirstBinary(bytes) => {
                self.begun = Some((false, BytesMut::new()));
                (bytes, false)
            }
            Item::Continue(bytes) => (bytes, false),
            Item::Last(bytes) => (bytes, true),
        };
        let Some((is_text, whole)) = &mut self.begun else {
            return Err(Closing::NotUnderstood);
        };
        if whole.len() + bytes.len() > self.most_bytes {
            self.begun = None;
            return Err(Closing::TooLarge);
        }
        whole.extend_from_slice(&bytes);
        if !is_last {
            return Ok(None);
        }
        let is_text = *is_text;
        let whole = self.begun.take().map(|(_, whole)| whole.freeze());
        Ok(whole.map(|whole| (is_text, whole)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn to_bytes(text: &'static str) -> Bytes {
        Bytes::from_static(text.as_bytes())
    }

    #[test]
    fn message_fragments_are_joined() {
        let mut pieces = Pieces::new(6);
        assert_eq!(pieces.add(Item::FirstText(to_bytes("ab"))), Ok(None));
        assert_eq!(pieces.add(Item::Continue(to_bytes("cd"))), Ok(None));
        let whole = pieces.add(Item::Last(to_bytes("ef")));
        assert_eq!(whole, Ok(Some((true, to_bytes("abcdef")))));
        assert_eq!(
            pieces.add(Item::Last(to_bytes("x"))),
            Err(Closing::NotUnderstood)
        );
        assert_eq!(pieces.add(Item::FirstBinary(to_bytes("abcdef"))), Ok(None));
        assert_eq!(
            pieces.add(Item::Last(to_bytes("g"))),
            Err(Closing::TooLarge)
        );
    }
}
