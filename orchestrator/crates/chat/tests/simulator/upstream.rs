use std::collections::{HashMap, VecDeque};

use portolan_blocks::{Block, BlockContent, BlockType, Locator, Outcome, Phase, TurnError};
use portolan_chat::{JournaledStep, StepPart, TurnOutput, TurnStart, Usage};
use uuid::Uuid;

use crate::random::Random;

/// What one model call can cost at worst, at the simulator's price.
pub const CALL: u64 = 40;

/// The assistant's run of a turn: a model that answers at random.
pub struct Run {
    pub turn_id: Uuid,
    script: VecDeque<TurnOutput>,
    /// Of what was kept.
    usage: Usage,
    steps_left: u64,
    references: u32,
    open: Option<Uuid>,
    /// Closed by the call that is being made.
    closed: u32,
    waiting: bool,
}

/// What the model wrote of each block, to compare with what viewers see.
pub type Truth = HashMap<Uuid, String>;

impl Run {
    pub fn new(start: &TurnStart, random: &mut Random) -> Self {
        let mut usage = Usage::default();
        for step in &start.steps {
            usage.add(step.usage);
        }
        Self {
            turn_id: start.turn_id,
            script: VecDeque::new(),
            usage,
            steps_left: 1 + random.below(3),
            references: start.references,
            open: None,
            closed: u32::try_from(start.kept.len()).expect("few blocks"),
            waiting: false,
        }
    }

    /// The hold is raised: the next call may be made.
    pub fn go_on(&mut self) {
        self.waiting = false;
    }

    pub fn can_speak(&self) -> bool {
        !self.waiting
    }

    pub fn next(&mut self, random: &mut Random, truth: &mut Truth) -> TurnOutput {
        if self.script.is_empty() {
            self.call(random);
        }
        let output = self.script.pop_front().expect("a call says something");
        match &output {
            TurnOutput::BlockOpened { block_id, .. } => {
                self.open = Some(*block_id);
                truth.insert(*block_id, String::new());
            }
            TurnOutput::BlockText { text } => {
                if let Some(written) = self.open.and_then(|open| truth.get_mut(&open)) {
                    written.push_str(text);
                }
            }
            TurnOutput::BlockClosed { block } => {
                self.open = None;
                self.closed += 1;
                if let BlockContent::Reference { .. } = block.content {
                    self.references += 1;
                }
            }
            TurnOutput::StepFinished {
                usage, next_hold, ..
            } => {
                self.usage.add(*usage);
                self.closed = 0;
                self.waiting = next_hold.is_some();
            }
            TurnOutput::Progress { .. }
            | TurnOutput::BlockDiscarded
            | TurnOutput::Finished { .. } => {}
        }
        output
    }

    /// The connection to the model breaks. Half of the time the call is made again.
    pub fn cut(&mut self, random: &mut Random) {
        self.script.clear();
        if self.open.take().is_some() {
            self.script.push_back(TurnOutput::BlockDiscarded);
        }
        if random.percent(50) {
            let mut usage = self.usage;
            usage.add(estimate(self.closed));
            self.script.push_back(TurnOutput::Finished {
                outcome: Outcome::Failed,
                error: Some(TurnError {
                    code: "upstream_unavailable".to_owned(),
                    message: "The model did not answer.".to_owned(),
                    retryable: true,
                }),
                usage,
            });
        }
    }

    fn call(&mut self, random: &mut Random) {
        self.script.push_back(TurnOutput::Progress {
            phase: Phase::Thinking,
            label: "Asking the model".to_owned(),
            done: None,
            total: None,
        });
        let mut references = self.references;
        for _ in 0..random.below(4) {
            self.write_block(random, &mut references);
        }
        let mut usage = estimate(self.closed);
        usage.add(Usage {
            input_tokens: 1 + random.below(5),
            output_tokens: random.below(10),
            estimated: false,
        });
        self.steps_left = self.steps_left.saturating_sub(1);
        let mut total = self.usage;
        total.add(usage);
        let more = self.steps_left > 0;
        self.script.push_back(TurnOutput::StepFinished {
            step: JournaledStep {
                parts: vec![StepPart::Text {
                    text: "…".to_owned(),
                }],
                usage,
            },
            usage,
            next_hold: more.then(|| cost(total) + CALL),
        });
        if !more {
            self.script.push_back(TurnOutput::Finished {
                outcome: Outcome::Completed,
                error: None,
                usage: total,
            });
        }
    }

    fn write_block(&mut self, random: &mut Random, references: &mut u32) {
        const WORDS: [&str; 6] = ["Hello ", "🧭", "wörld ", "x𝒱y", "\n", "👩‍🚀 "];
        let id = Uuid::from_u128(u128::from(random.next()));
        let block = match random.below(4) {
            0 => {
                *references += 1;
                BlockContent::Reference {
                    index: *references,
                    source_id: id,
                    title: "A source".to_owned(),
                    url: None,
                    locator: Locator::default(),
                }
            }
            1 => BlockContent::Suggestion {
                label: "Next".to_owned(),
                prompt: "Go on".to_owned(),
            },
            kind => {
                let thinking = kind == 2;
                let block_type = if thinking {
                    BlockType::Thinking
                } else {
                    BlockType::Text
                };
                self.script.push_back(TurnOutput::BlockOpened {
                    block_id: id,
                    block_type,
                });
                let words: Vec<&str> = (0..random.below(6))
                    .map(|_| WORDS[random.index(WORDS.len())])
                    .collect();
                self.script
                    .extend(words.iter().map(|word| TurnOutput::BlockText {
                        text: (*word).to_owned(),
                    }));
                let markdown = words.concat();
                if thinking {
                    BlockContent::Thinking {
                        markdown,
                        duration_ms: 1,
                    }
                } else {
                    BlockContent::Text { markdown }
                }
            }
        };
        self.script.push_back(TurnOutput::BlockClosed {
            block: Block { id, content: block },
        });
    }
}

/// What a cut call is taken to have used for so many blocks that were kept.
pub fn estimate(blocks: u32) -> Usage {
    Usage {
        input_tokens: 0,
        output_tokens: u64::from(blocks.min(4)),
        estimated: blocks > 0,
    }
}

/// One credit for a token read, two for one written.
fn cost(usage: Usage) -> u64 {
    usage.input_tokens + 2 * usage.output_tokens
}
