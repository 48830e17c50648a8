use super::Piece;
use crate::BlockType;

/// White space that may turn out to be a block's end is held back up to this many bytes.
const WHITE_SPACE_LIMIT: usize = 1024;

/// Opens blocks when they have something to say, and drops white space around them.
#[derive(Clone, Debug)]
pub(super) struct BlockWriter {
    block_type: BlockType,
    open: bool,
    white_space: String,
    text: String,
    pieces: Vec<Piece>,
}

impl Default for BlockWriter {
    fn default() -> Self {
        Self {
            block_type: BlockType::Text,
            open: false,
            white_space: String::new(),
            text: String::new(),
            pieces: Vec::new(),
        }
    }
}

impl BlockWriter {
    /// Closes the open piece and opens one of this type.
    pub fn begin(&mut self, block_type: BlockType) {
        self.close();
        self.block_type = block_type;
    }

    pub fn write(&mut self, character: char) {
        if character.is_whitespace() {
            self.white_space.push(character);
            if self.white_space.len() >= WHITE_SPACE_LIMIT {
                self.flush_white_space();
            }
            return;
        }
        if !self.open {
            self.open = true;
            self.pieces.push(Piece::Open {
                block_type: self.block_type,
            });
            self.drop_blank_lines();
        }
        self.text.push_str(&self.white_space);
        self.white_space.clear();
        self.text.push(character);
    }

    pub fn write_all(&mut self, text: &str) {
        for character in text.chars() {
            self.write(character);
        }
    }

    pub fn close(&mut self) {
        self.white_space.clear();
        if self.open {
            self.flush_text();
            self.pieces.push(Piece::Close);
            self.open = false;
        }
    }

    pub fn give(&mut self, piece: Piece) {
        self.pieces.push(piece);
    }

    /// Returns the content so far.
    pub fn pieces(&mut self) -> Vec<Piece> {
        self.flush_text();
        std::mem::take(&mut self.pieces)
    }

    fn flush_text(&mut self) {
        if !self.text.is_empty() {
            self.pieces
                .push(Piece::Text(std::mem::take(&mut self.text)));
        }
    }

    fn flush_white_space(&mut self) {
        if self.open {
            self.text.push_str(&self.white_space);
        }
        self.white_space.clear();
    }

    /// Keeps the indentation of the first line where Markdown gives it a meaning.
    fn drop_blank_lines(&mut self) {
        let line = self.white_space.rfind('\n').map_or(0, |end| end + 1);
        self.white_space.drain(..line);
        if self.white_space.len() < 4 && !self.white_space.contains('\t') {
            self.white_space.clear();
        }
    }
}
