/// Follows the lines of a text to know where a fenced code block is open (CommonMark 4.5).
#[derive(Clone, Debug, Default)]
pub(super) struct CodeFence {
    open: Option<Fence>,
    line: FenceLine,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Fence {
    marker: char,
    length: u32,
}

#[derive(Clone, Copy, Debug, Default)]
enum FenceLine {
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

    /// Discards the line scanned so far.
    pub fn begin_line(&mut self) {
        self.line = FenceLine::Start;
    }

    pub fn scan_character(&mut self, character: char) {
        if character == '\n' {
            self.end_line();
            return;
        }
        self.line = match self.line {
            FenceLine::Start => start_fence(0, character),
            FenceLine::Indented(spaces) => start_fence(spaces, character),
            FenceLine::Run(fence) if fence.marker == character => FenceLine::Run(Fence {
                length: fence.length.saturating_add(1),
                ..fence
            }),
            FenceLine::Run(fence) if fence.length < 3 => FenceLine::Other,
            FenceLine::Run(fence) => continue_fence(fence, true, character),
            FenceLine::Rest { fence, blank } => continue_fence(fence, blank, character),
            FenceLine::Other => FenceLine::Other,
        };
    }

    fn end_line(&mut self) {
        let (fence, blank) = match std::mem::take(&mut self.line) {
            FenceLine::Run(fence) => (fence, true),
            FenceLine::Rest { fence, blank } => (fence, blank),
            FenceLine::Start | FenceLine::Indented(_) | FenceLine::Other => return,
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

fn start_fence(spaces: u32, character: char) -> FenceLine {
    match character {
        ' ' if spaces < 3 => FenceLine::Indented(spaces + 1),
        '`' | '~' => FenceLine::Run(Fence {
            marker: character,
            length: 1,
        }),
        _ => FenceLine::Other,
    }
}

fn continue_fence(fence: Fence, blank: bool, character: char) -> FenceLine {
    // Back-ticks after back-ticks are code within a line.
    if fence.marker == '`' && character == '`' {
        return FenceLine::Other;
    }
    FenceLine::Rest {
        fence,
        blank: blank && character.is_whitespace(),
    }
}
