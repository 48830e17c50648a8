/// Follows the lines of a text to know where a fenced code block is open (CommonMark 4.5).
#[derive(Clone, Debug, Default)]
pub(super) struct CodeFence {
    open: Option<Fence>,
    line: Line,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Fence {
    marker: char,
    length: u32,
}

#[derive(Clone, Copy, Debug, Default)]
enum Line {
    #[default]
    Start,
    Indented(u32),
    /// A run of back-ticks or tildes.
    Run(Fence),
    /// The rest of the line after the run.
    Rest {
        fence: Fence,
        blank: bool,
    },
    /// No fence.
    Other,
}

impl CodeFence {
    pub fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// Forgets the line that was scanned so far.
    pub fn begin_line(&mut self) {
        self.line = Line::Start;
    }

    pub fn scan_character(&mut self, character: char) {
        if character == '\n' {
            self.end_line();
            return;
        }
        self.line = match self.line {
            Line::Start => start_fence(0, character),
            Line::Indented(spaces) => start_fence(spaces, character),
            Line::Run(fence) if fence.marker == character => Line::Run(Fence {
                length: fence.length.saturating_add(1),
                ..fence
            }),
            Line::Run(fence) if fence.length < 3 => Line::Other,
            Line::Run(fence) => continue_fence(fence, true, character),
            Line::Rest { fence, blank } => continue_fence(fence, blank, character),
            Line::Other => Line::Other,
        };
    }

    fn end_line(&mut self) {
        let (fence, blank) = match std::mem::take(&mut self.line) {
            Line::Run(fence) => (fence, true),
            Line::Rest { fence, blank } => (fence, blank),
            Line::Start | Line::Indented(_) | Line::Other => return,
        };
        match self.open {
            Some(open) => {
                if blank && fence.marker == open.marker && fence.length >= open.length {
                    self.open = None;
                }
            }
            None => {
                if fence.length >= 3 {
                    self.open = Some(fence);
                }
            }
        }
    }
}

fn start_fence(spaces: u32, character: char) -> Line {
    match character {
        ' ' if spaces < 3 => Line::Indented(spaces + 1),
        '`' | '~' => Line::Run(Fence {
            marker: character,
            length: 1,
        }),
        _ => Line::Other,
    }
}

fn continue_fence(fence: Fence, blank: bool, character: char) -> Line {
    // Back-ticks after back-ticks are code within a line.
    if fence.marker == '`' && character == '`' {
        return Line::Other;
    }
    Line::Rest {
        fence,
        blank: blank && character.is_whitespace(),
    }
}
