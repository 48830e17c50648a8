use super::DirectiveName;

/// A line that is no fence by now is none.
const LONGEST_FENCE: usize = 96;
const THINK: &str = "<think>";

/// The classification of the beginning of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LineStart {
    /// More of it is needed.
    Undecided,
    Plain,
    /// `<think>`.
    Think,
    /// The whole line `:::thinking`.
    Thinking {
        colons: usize,
    },
    /// The whole line `:::chart` and the like.
    Directive {
        colons: usize,
        name: DirectiveName,
    },
}

pub(super) fn classify_line(line: &str) -> LineStart {
    let Some(rest) = strip_indent(line) else {
        return LineStart::Plain;
    };
    if rest.is_empty() {
        return LineStart::Undecided;
    }
    if rest.starts_with(':') {
        return classify_fence(line, rest);
    }
    if rest == THINK {
        return LineStart::Think;
    }
    if THINK.starts_with(rest) {
        return LineStart::Undecided;
    }
    LineStart::Plain
}

/// The directive or thinking that a whole line opens.
pub(super) fn opened_by(line: &str) -> Option<LineStart> {
    match classify_line(line) {
        start @ (LineStart::Directive { .. } | LineStart::Thinking { .. }) => Some(start),
        LineStart::Undecided | LineStart::Plain | LineStart::Think => None,
    }
}

/// Returns whether a line closes what so many colons opened.
pub(super) fn closes_directive(line: &str, colons: usize) -> bool {
    let Some(rest) = strip_indent(line) else {
        return false;
    };
    let rest = rest.trim_end();
    rest.len() >= colons && rest.bytes().all(|byte| byte == b':')
}

/// Returns whether a line that is not whole may still close a container.
pub(super) fn may_close(line: &str) -> bool {
    let Some(rest) = strip_indent(line) else {
        return false;
    };
    let blank = rest.trim_start_matches(':');
    line.len() <= LONGEST_FENCE
        && blank
            .chars()
            .all(|character| matches!(character, ' ' | '\t' | '\r'))
}

fn classify_fence(line: &str, rest: &str) -> LineStart {
    let after = rest.trim_start_matches(':');
    let colons = rest.len() - after.len();
    if line.len() > LONGEST_FENCE {
        return LineStart::Plain;
    }
    if after.is_empty() {
        return LineStart::Undecided;
    }
    if colons < 3 {
        return LineStart::Plain;
    }
    let word = after.trim_start_matches([' ', '\t']);
    let name = word.trim_end();
    if word.ends_with('\n') {
        return match name {
            "thinking" => LineStart::Thinking { colons },
            name => match DirectiveName::parse(name) {
                Some(name) => LineStart::Directive { colons, name },
                None => LineStart::Plain,
            },
        };
    }
    let whole = name.len() < word.len();
    let known = DirectiveName::WORDS.iter().copied().chain(["thinking"]);
    let mut fitting = known.filter(|known| {
        if whole {
            *known == name
        } else {
            known.starts_with(name)
        }
    });
    if fitting.next().is_some() || name.is_empty() {
        LineStart::Undecided
    } else {
        LineStart::Plain
    }
}

/// The line without up to three spaces of indentation; None if there are more.
fn strip_indent(line: &str) -> Option<&str> {
    let rest = line.trim_start_matches(' ');
    (line.len() - rest.len() <= 3).then_some(rest)
}
