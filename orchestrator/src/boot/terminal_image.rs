//! Charts as pictures in terminals that show them: by Kitty's graphics protocol, or by the inline images
//! of iTerm2.

use std::{env, fmt::Write, io::IsTerminal};

use base64::{Engine, prelude::BASE64_STANDARD};
use clap::ValueEnum;

/// Columns of the terminal that a picture takes.
const COLUMNS: usize = 80;
/// Letters of Base64 in one escape sequence of Kitty's protocol.
const CHUNK: usize = 4_096;

/// The way in which charts are drawn on standard output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ImageOption {
    /// As pictures where the terminal says that it shows them, otherwise as text
    #[default]
    Auto,
    /// As text
    Never,
    /// As pictures by Kitty's graphics protocol
    Kitty,
    /// As pictures by the inline images of iTerm2
    Iterm,
}

/// A protocol by which a terminal shows pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImageProtocol {
    Kitty,
    Iterm,
}

impl ImageOption {
    /// Returns the protocol to use; None for charts as text.
    pub fn protocol(self) -> Option<ImageProtocol> {
        match self {
            Self::Never => None,
            Self::Kitty => Some(ImageProtocol::Kitty),
            Self::Iterm => Some(ImageProtocol::Iterm),
            Self::Auto if std::io::stdout().is_terminal() => {
                find_protocol(|name| env::var(name).ok())
            }
            Self::Auto => None,
        }
    }
}

/// Returns the protocol that a terminal announces in its environment.
fn find_protocol(variable: impl Fn(&str) -> Option<String>) -> Option<ImageProtocol> {
    let read = |name: &str| variable(name).unwrap_or_default();
    let (term, program) = (read("TERM"), read("TERM_PROGRAM"));
    // Multiplexers hold the sequences back, whatever terminal is around them.
    if variable("TMUX").is_some() || term.starts_with("screen") || term.starts_with("tmux") {
        return None;
    }
    let is_kitty = term.contains("kitty") || variable("KITTY_WINDOW_ID").is_some();
    if is_kitty || term.contains("ghostty") || program == "ghostty" {
        return Some(ImageProtocol::Kitty);
    }
    let is_iterm = program == "iTerm.app" || read("LC_TERMINAL") == "iTerm2";
    (is_iterm || program == "WezTerm").then_some(ImageProtocol::Iterm)
}

/// Returns the escape sequences that show a picture, and the line's end.
pub fn encode_picture(png: &[u8], protocol: ImageProtocol) -> String {
    let encoded = BASE64_STANDARD.encode(png);
    match protocol {
        ImageProtocol::Kitty => encode_for_kitty(&encoded),
        ImageProtocol::Iterm => format!(
            "\x1b]1337;File=inline=1;size={};width={COLUMNS};preserveAspectRatio=1:{encoded}\x07\n",
            png.len()
        ),
    }
}

fn encode_for_kitty(encoded: &str) -> String {
    let mut text = String::new();
    let mut rest = encoded;
    let mut is_first = true;
    while is_first || !rest.is_empty() {
        // Base64 is ASCII, so that every place is one between letters.
        let (chunk, after) = rest.split_at(rest.len().min(CHUNK));
        // Asks for no answer, which would arrive as typed text.
        let control = match is_first {
            true => format!("a=T,f=100,q=2,c={COLUMNS},"),
            false => String::new(),
        };
        let has_more = u8::from(!after.is_empty());
        // Writing to a string does not fail.
        let _ = write!(text, "\x1b_G{control}m={has_more};{chunk}\x1b\\");
        (rest, is_first) = (after, false);
    }
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find(variables: &[(&str, &str)]) -> Option<ImageProtocol> {
        find_protocol(|name| {
            let mut variables = variables.iter();
            let found = variables.find(|(known, _)| *known == name);
            found.map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn protocol_is_the_one_that_the_terminal_announces() {
        use ImageProtocol::{Iterm, Kitty};
        for (variables, expected) in [
            (&[("TERM", "xterm-256color")][..], None),
            (&[("TERM", "xterm-kitty")], Some(Kitty)),
            (&[("TERM", "xterm-ghostty")], Some(Kitty)),
            (
                &[("TERM", "xterm-256color"), ("KITTY_WINDOW_ID", "1")],
                Some(Kitty),
            ),
            (&[("TERM_PROGRAM", "iTerm.app")], Some(Iterm)),
            (&[("LC_TERMINAL", "iTerm2")], Some(Iterm)),
            (&[("TERM_PROGRAM", "WezTerm")], Some(Iterm)),
            (&[("TERM_PROGRAM", "iTerm.app"), ("TMUX", "/x")], None),
            (
                &[("TERM", "screen-256color"), ("LC_TERMINAL", "iTerm2")],
                None,
            ),
            (&[], None),
        ] {
            assert_eq!(find(variables), expected, "{variables:?}");
        }
    }

    #[test]
    fn kitty_gets_a_picture_in_chunks_of_which_only_the_last_ends_it() {
        let png = vec![7; 7_000];
        let text = encode_picture(&png, ImageProtocol::Kitty);
        let chunks: Vec<&str> = text
            .trim_end()
            .split("\x1b\\")
            .filter(|chunk| !chunk.is_empty())
            .collect();
        assert_eq!(chunks.len(), 3);
        let mut encoded = String::new();
        for (index, chunk) in chunks.iter().enumerate() {
            let (control, data) = chunk
                .strip_prefix("\x1b_G")
                .unwrap()
                .split_once(';')
                .unwrap();
            assert_eq!(control.contains("a=T,f=100"), index == 0, "{control}");
            assert_eq!(control.ends_with("m=0"), index == 2, "{control}");
            assert!(data.len() <= CHUNK);
            encoded += data;
        }
        assert_eq!(BASE64_STANDARD.decode(encoded).unwrap(), png);
    }
}
