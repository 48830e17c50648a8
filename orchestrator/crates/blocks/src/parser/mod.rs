//! A streaming parser of model output into the pieces that blocks consist of: Markdown, thinking in
//! `<think>…</think>`, and container fences with a JSON body.

mod code_fence;
mod directive;
mod line;
mod utf8;
mod writer;

use code_fence::CodeFence;
use directive::Directive;
use line::{LineStart, classify_line, closes_directive, opened_by};
use serde_json::{Map, Value};
use writer::BlockWriter;

pub use directive::DirectiveName;
pub use utf8::Utf8Front;

use crate::BlockType;

/// A directive that grows beyond this many bytes is given up and becomes text.
const DIRECTIVE_LIMIT: usize = 256 * 1024;

/// A piece of an answer. Text comes between `Open` and `Close`; directives never do.
#[derive(Clone, Debug, PartialEq)]
pub enum Piece {
    /// `Text` or `Thinking`.
    Open {
        block_type: BlockType,
    },
    /// More of the open block; never empty.
    Text(String),
    Close,
    Directive {
        name: DirectiveName,
        body: Map<String, Value>,
        /// As the model wrote it, fences included: what to show where the body will not do.
        source: String,
    },
}

/// Splits a model's output into pieces, regardless of its chunks.
///
/// Only the start of a line that may become a fence, a possible `</think>`, and white space at
/// the end are held back; a directive is held until it is whole. What turns out not to be a
/// directive becomes text. White space around blocks is dropped.
#[derive(Clone, Debug)]
pub struct Parser {
    mode: Mode,
    /// The start of a line that may still become something else than text.
    undecided: Option<String>,
    code: CodeFence,
    writer: BlockWriter,
}

#[derive(Clone, Debug)]
enum Mode {
    Text,
    /// Between `<think>` and `</think>`; holds what may be the beginning of the latter.
    Think {
        held: String,
    },
    /// Between `:::thinking` and as many colons.
    Container {
        colons: usize,
    },
    Directive(Directive),
}

impl Default for Parser {
    fn default() -> Self {
        Self {
            mode: Mode::Text,
            undecided: Some(String::new()),
            code: CodeFence::default(),
            writer: BlockWriter::default(),
        }
    }
}

impl Parser {
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds the next chunk of the model's output.
    pub fn push(&mut self, text: &str) -> Vec<Piece> {
        for character in text.chars() {
            self.take_character(character);
        }
        self.writer.pieces()
    }

    /// Ends the text: closes open pieces and returns held-back text.
    pub fn finish(mut self) -> Vec<Piece> {
        match std::mem::replace(&mut self.mode, Mode::Text) {
            Mode::Text => self.release_line(),
            Mode::Think { held } => self.writer.write_all(&held),
            Mode::Container { colons } => match self.undecided.take() {
                Some(line) if closes_directive(&line, colons) => {}
                Some(line) => self.writer.write_all(&line),
                None => {}
            },
            Mode::Directive(directive) => self.end_directive(directive),
        }
        self.writer.close();
        self.writer.pieces()
    }

    fn take_character(&mut self, character: char) {
        match &mut self.mode {
            Mode::Text => self.take_text(character),
            Mode::Think { .. } => self.take_thought(character),
            Mode::Container { colons } => {
                let colons = *colons;
                self.take_contained(character, colons);
            }
            Mode::Directive(directive) => {
                directive.push(character);
                if character == '\n' {
                    self.end_directive_line();
                } else if directive.len() > DIRECTIVE_LIMIT {
                    self.give_directive_up();
                }
            }
        }
    }

    fn take_text(&mut self, character: char) {
        let Some(line) = &mut self.undecided else {
            self.write_character(character);
            return;
        };
        line.push(character);
        if self.code.is_open() {
            self.release_line();
            return;
        }
        match classify_line(line) {
            LineStart::Undecided => {}
            LineStart::Plain => self.release_line(),
            LineStart::Think => {
                self.writer.begin(BlockType::Thinking);
                self.mode = Mode::Think {
                    held: String::new(),
                };
                self.undecided = None;
            }
            LineStart::Thinking { colons } => {
                self.writer.begin(BlockType::Thinking);
                self.mode = Mode::Container { colons };
                self.undecided = Some(String::new());
            }
            LineStart::Directive { colons, name } => {
                let source = std::mem::take(line);
                self.mode = Mode::Directive(Directive::new(name, colons, source));
                self.undecided = None;
            }
        }
    }

    /// A plain character of the answer's text.
    fn write_character(&mut self, character: char) {
        self.code.scan_character(character);
        self.writer.write(character);
        if character == '\n' {
            self.undecided = Some(String::new());
        }
    }

    /// The held start of a line is text after all.
    fn release_line(&mut self) {
        if let Some(line) = self.undecided.take() {
            for character in line.chars() {
                self.write_character(character);
            }
        }
    }

    fn take_thought(&mut self, character: char) {
        const END: &str = "</think>";
        let Mode::Think { held } = &mut self.mode else {
            return;
        };
        held.push(character);
        if held == END {
            self.begin_text();
        } else if !END.starts_with(held.as_str()) {
            held.pop();
            self.writer.write_all(held);
            held.clear();
            // Only the first character of the end tag can begin it anew.
            if character == '<' {
                held.push(character);
            } else {
                self.writer.write(character);
            }
        }
    }

    fn take_contained(&mut self, character: char, colons: usize) {
        let Some(line) = &mut self.undecided else {
            self.writer.write(character);
            if character == '\n' {
                self.undecided = Some(String::new());
            }
            return;
        };
        line.push(character);
        if character == '\n' && closes_directive(line, colons) {
            self.begin_text();
        } else if !line::may_close(line) {
            let line = std::mem::take(line);
            self.writer.write_all(&line);
            self.undecided = (character == '\n').then(String::new);
        }
    }

    fn end_directive_line(&mut self) {
        let Mode::Directive(directive) = &self.mode else {
            return;
        };
        let line = directive.last_line();
        if closes_directive(line, directive.colons()) {
            self.take_directive();
        } else if let Some(start) = opened_by(line) {
            // The one before was never closed.
            let line = line.to_owned();
            if let Mode::Directive(directive) = &mut self.mode {
                directive.drop_last_line();
            }
            self.take_directive();
            self.undecided = Some(line);
            match start {
                LineStart::Thinking { colons } => {
                    self.writer.begin(BlockType::Thinking);
                    self.mode = Mode::Container { colons };
                    self.undecided = Some(String::new());
                }
                LineStart::Directive { colons, name } => {
                    let source = self.undecided.take().unwrap_or_default();
                    self.mode = Mode::Directive(Directive::new(name, colons, source));
                }
                LineStart::Undecided | LineStart::Plain | LineStart::Think => {}
            }
        } else if directive.len() > DIRECTIVE_LIMIT {
            self.give_directive_up();
        }
    }

    fn take_directive(&mut self) {
        if let Mode::Directive(directive) = std::mem::replace(&mut self.mode, Mode::Text) {
            self.begin_line();
            self.end_directive(directive);
        }
    }

    fn end_directive(&mut self, directive: Directive) {
        match directive.body() {
            Some(body) => {
                self.writer.close();
                self.writer.give(Piece::Directive {
                    name: directive.name(),
                    body,
                    source: directive.into_source(),
                });
                self.begin_text();
            }
            None => self.writer.write_all(&directive.into_source()),
        }
    }

    fn give_directive_up(&mut self) {
        if let Mode::Directive(directive) = std::mem::replace(&mut self.mode, Mode::Text) {
            let source = directive.into_source();
            self.writer.write_all(&source);
            self.code.begin_line();
            self.undecided = source.ends_with('\n').then(String::new);
        }
    }

    /// The next text is a block of its own, and begins a line.
    fn begin_text(&mut self) {
        self.writer.begin(BlockType::Text);
        self.mode = Mode::Text;
        self.begin_line();
    }

    fn begin_line(&mut self) {
        self.code.begin_line();
        self.undecided = Some(String::new());
    }
}
