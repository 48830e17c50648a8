//! Text positions on a page: characters become pieces, each a run on one line without a gap.

use pdf_extract::{MediaBox, OutputDev, OutputError, Transform};

/// Parts of the size of the letters: the least gap between words, that between columns, and how far
/// characters of one line may lie above each other.
const WORD_GAP: f64 = 0.15;
const COLUMN_GAP: f64 = 0.9;
const SAME_LINE: f64 = 0.45;
/// Characters of one page.
const MOST_CHARACTERS: usize = 2_000_000;

/// A run of text on one line, in reading order.
#[derive(Clone, Debug, PartialEq)]
pub struct TextRun {
    pub text: String,
    pub left: f64,
    pub right: f64,
    /// Upwards.
    pub base: f64,
    /// Of its letters.
    pub size: f64,
}

impl TextRun {
    pub fn is_beside(&self, other: &Self) -> bool {
        (self.base - other.base).abs() < SAME_LINE * self.size.max(other.size)
    }
}

/// Receives each character that the page draws.
#[derive(Default)]
pub struct TextRunCollector {
    all: Vec<TextRun>,
    open: Option<TextRun>,
    has_blank: bool,
    characters: usize,
}

impl TextRunCollector {
    /// In the order in which the page draws them.
    pub fn into_all(mut self) -> Vec<TextRun> {
        self.end_line();
        self.all
    }

    fn end_line(&mut self) {
        self.has_blank = false;
        self.all.extend(self.open.take());
    }
}

impl OutputDev for TextRunCollector {
    fn begin_page(
        &mut self,
        _: u32,
        _: &MediaBox,
        _: Option<(f64, f64, f64, f64)>,
    ) -> Result<(), OutputError> {
        Ok(())
    }

    fn end_page(&mut self) -> Result<(), OutputError> {
        self.end_line();
        Ok(())
    }

    fn output_character(
        &mut self,
        place: &Transform,
        width: f64,
        _: f64,
        font_size: f64,
        text: &str,
    ) -> Result<(), OutputError> {
        self.characters += 1;
        let (across, down) = (place.m11, place.m12);
        let stretch = across.hypot(down);
        let size = place.m21.hypot(place.m22) * font_size.abs();
        let is_seen = stretch > 0.0 && size.is_finite() && size > 0.0;
        if !is_seen || self.characters > MOST_CHARACTERS {
            return Ok(());
        }
        if text
            .chars()
            .all(|letter| letter.is_whitespace() || letter.is_control())
        {
            self.has_blank = true;
            return Ok(());
        }
        // Turned, so that lines run from left to right.
        let (turn_x, turn_y) = (across / stretch, down / stretch);
        let left = place.m31 * turn_x + place.m32 * turn_y;
        let base = place.m32 * turn_x - place.m31 * turn_y;
        let right = left + (width * font_size * stretch).abs();
        let goes_on = self.open.as_ref().is_some_and(|open| {
            let gap = left - open.right;
            (base - open.base).abs() < SAME_LINE * open.size
                && gap > -0.5 * size
                && gap < COLUMN_GAP * size.min(open.size)
        });
        if !goes_on {
            self.end_line();
        }
        let open = self.open.get_or_insert_with(|| TextRun {
            text: String::new(),
            left,
            right: left,
            base,
            size,
        });
        if !open.text.is_empty() && (self.has_blank || left - open.right > WORD_GAP * size) {
            open.text.push(' ');
        }
        self.has_blank = false;
        for letter in text.chars().filter(|letter| !letter.is_control()) {
            match expand_ligature(letter) {
                Some(letters) => open.text.push_str(letters),
                None => open.text.push(letter),
            }
        }
        open.right = open.right.max(right);
        open.size = open.size.max(size);
        Ok(())
    }

    fn begin_word(&mut self) -> Result<(), OutputError> {
        Ok(())
    }

    fn end_word(&mut self) -> Result<(), OutputError> {
        Ok(())
    }

    fn end_line(&mut self) -> Result<(), OutputError> {
        Ok(())
    }
}

/// Letters that are drawn as one.
fn expand_ligature(letter: char) -> Option<&'static str> {
    Some(match letter {
        '\u{fb00}' => "ff",
        '\u{fb01}' => "fi",
        '\u{fb02}' => "fl",
        '\u{fb03}' => "ffi",
        '\u{fb04}' => "ffl",
        '\u{fb05}' | '\u{fb06}' => "st",
        _ => return None,
    })
}
