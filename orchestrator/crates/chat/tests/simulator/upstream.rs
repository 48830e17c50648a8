use std::collections::{HashMap, VecDeque};

use portolan_blocks::{Block, BlockContent, BlockType, Locator, Outcome, Phase, TurnError};
use portolan_chat::{JournaledStep, StepPart, TurnOutput, TurnStart, Usage};
use uuid::Uuid;

use crate::{faults::UpstreamFaults, random::Random, world::OccurrenceCounts};

/// The maximum cost of one model call at the simulator's price.
pub const CALL: u64 = 40;

/// The assistant's run of a turn: a model that answers at random.
pub struct ScriptedRun {
    pub turn_id: Uuid,
    script: VecDeque<ScriptLine>,
    /// Of what was kept.
    usage: Usage,
    steps_left: u64,
    references: u32,
    open: Option<Uuid>,
    /// Closed by the call that is being made.
    closed: u32,
    /// The hold without which the next call must not be made.
    waiting: Option<u64>,
}

enum ScriptLine {
    Say(TurnOutput),
    /// Says nothing for a moment.
    Wait,
}

/// The model's text of each block, for comparison with the viewers' text.
pub type Truth = HashMap<Uuid, String>;

impl ScriptedRun {
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
            waiting: None,
        }
    }

    /// The next call may be made; gives the hold that it waited for.
    pub fn go_on(&mut self) -> u64 {
        self.waiting.take().unwrap_or(0)
    }

    pub fn can_speak(&self) -> bool {
        self.waiting.is_none()
    }

    /// Returns its next output; None while it is silent.
    pub fn next(
        &mut self,
        random: &mut Random,
        faults: UpstreamFaults,
        seen: &mut OccurrenceCounts,
        truth: &mut Truth,
    ) -> Option<TurnOutput> {
        if self.script.is_empty() {
            self.call_model(random, faults, seen);
        }
        let ScriptLine::Say(output) = self.script.pop_front()? else {
            return None;
        };
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
                self.waiting = *next_hold;
            }
            TurnOutput::BlockDiscarded => self.open = None,
            TurnOutput::Understood { .. }
            | TurnOutput::Progress { .. }
            | TurnOutput::Finished { .. } => {}
        }
        Some(output)
    }

    /// Whether the model has a block open.
    pub fn is_writing(&self) -> bool {
        self.open.is_some()
    }

    /// Whether the call has closed a block.
    pub fn has_closed(&self) -> bool {
        self.closed > 0
    }

    /// The connection to the model breaks. Half of the time the call is made again.
    pub fn cut(&mut self, random: &mut Random) {
        self.script.clear();
        self.break_off(self.open.is_some(), self.closed, random);
        self.open = None;
    }

    fn say_output(&mut self, output: TurnOutput) {
        self.script.push_back(ScriptLine::Say(output));
    }

    fn wait_for(&mut self, moments: u64) {
        self.script.extend((0..moments).map(|_| ScriptLine::Wait));
    }

    /// Discards what is open; then the next call is made, or the turn fails.
    fn break_off(&mut self, is_open: bool, closed: u32, random: &mut Random) {
        if is_open {
            self.say_output(TurnOutput::BlockDiscarded);
        }
        if random.percent(50) {
            let mut usage = self.usage;
            usage.add(estimate_usage(closed));
            self.say_output(TurnOutput::Finished {
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

    /// A call that fails before it says a word; None if it does not.
    fn fail_call(
        &mut self,
        random: &mut Random,
        faults: UpstreamFaults,
        seen: &mut OccurrenceCounts,
    ) -> Option<()> {
        if random.percent(faults.limited) {
            seen.limited_calls += 1;
            // With a Retry-After it waits so long; without, it backs off.
            self.wait_for(random.below(12));
        } else if random.percent(faults.failing) {
            seen.failed_calls += 1;
        } else if random.percent(faults.unreachable) {
            seen.silent_calls += 1;
            self.wait_for(20);
        } else {
            return None;
        }
        let closed = self.closed;
        self.break_off(false, closed, random);
        Some(())
    }

    fn call_model(
        &mut self,
        random: &mut Random,
        faults: UpstreamFaults,
        seen: &mut OccurrenceCounts,
    ) {
        self.say_output(TurnOutput::Progress {
            phase: Phase::Thinking,
            label: "Asking the model".to_owned(),
            done: None,
            total: None,
        });
        if self.fail_call(random, faults, seen).is_some() {
            return;
        }
        let mut references = self.references;
        for _ in 0..random.below(4) {
            self.write_block(random, &mut references);
        }
        if random.percent(faults.slow) {
            seen.slow_calls += 1;
            self.slow_down();
        }
        if random.percent(faults.garbage) {
            seen.nonsense += 1;
            self.talk_nonsense(random);
            return;
        }
        if random.percent(faults.silent) {
            seen.silent_calls += 1;
            self.fall_silent(random);
            return;
        }
        let mut usage = estimate_usage(self.closed);
        usage.add(Usage {
            input_tokens: 1 + random.below(5),
            output_tokens: random.below(10),
            estimated: false,
            ..Usage::default()
        });
        if random.percent(faults.odd_usage) {
            seen.odd_usage += 1;
            usage = odd_usage(random);
        }
        self.steps_left = self.steps_left.saturating_sub(1);
        let mut total = self.usage;
        total.add(usage);
        let more = self.steps_left > 0;
        self.say_output(TurnOutput::StepFinished {
            step: JournaledStep {
                parts: vec![StepPart::Text {
                    text: "…".to_owned(),
                }],
                usage,
            },
            usage,
            next_hold: more.then(|| cost_of(total).saturating_add(CALL)),
        });
        if !more {
            self.say_output(TurnOutput::Finished {
                outcome: Outcome::Completed,
                error: None,
                usage: total,
            });
        }
    }

    /// Letter by letter, with a pause before each.
    fn slow_down(&mut self) {
        for line in std::mem::take(&mut self.script) {
            match line {
                ScriptLine::Say(TurnOutput::BlockText { text }) => {
                    for letter in text.chars() {
                        self.wait_for(1);
                        let text = letter.to_string();
                        self.say_output(TurnOutput::BlockText { text });
                    }
                }
                line => self.script.push_back(line),
            }
        }
    }

    /// Stops in the middle, and is given up after a while.
    fn fall_silent(&mut self, random: &mut Random) {
        let length = random.index(self.script.len() + 1);
        self.script.truncate(length);
        let (is_open, closed) = self.after_script();
        self.wait_for(20);
        self.break_off(is_open, closed, random);
    }

    /// Outputs where they make no sense, and then an error.
    fn talk_nonsense(&mut self, random: &mut Random) {
        for _ in 0..1 + random.below(3) {
            let id = Uuid::from_u128(u128::from(random.next()));
            let nonsense = match random.below(4) {
                0 => TurnOutput::BlockText {
                    text: char::REPLACEMENT_CHARACTER.to_string(),
                },
                1 => TurnOutput::BlockDiscarded,
                2 => TurnOutput::BlockOpened {
                    block_id: id,
                    block_type: BlockType::Text,
                },
                _ => TurnOutput::BlockClosed {
                    block: Block {
                        id,
                        content: BlockContent::Suggestion {
                            label: "Odd".to_owned(),
                            prompt: "Odd".to_owned(),
                        },
                    },
                },
            };
            let place = random.index(self.script.len() + 1);
            self.script.insert(place, ScriptLine::Say(nonsense));
        }
        let (is_open, closed) = self.after_script();
        self.break_off(is_open, closed, random);
    }

    /// Whether a block is open once all is said, and how many the call has closed by then.
    fn after_script(&self) -> (bool, u32) {
        let (mut is_open, mut closed) = (false, self.closed);
        for line in &self.script {
            match line {
                ScriptLine::Say(TurnOutput::BlockOpened { .. }) => is_open = true,
                ScriptLine::Say(TurnOutput::BlockDiscarded) => is_open = false,
                ScriptLine::Say(TurnOutput::BlockClosed { .. }) => {
                    is_open = false;
                    closed += 1;
                }
                ScriptLine::Say(_) | ScriptLine::Wait => {}
            }
        }
        (is_open, closed)
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
                self.say_output(TurnOutput::BlockOpened {
                    block_id: id,
                    block_type,
                });
                let words: Vec<&str> = (0..random.below(6))
                    .map(|_| WORDS[random.index(WORDS.len())])
                    .collect();
                for word in &words {
                    let text = (*word).to_owned();
                    self.say_output(TurnOutput::BlockText { text });
                }
                let markdown = words.concat();
                if thinking {
                    BlockContent::Thinking {
                        markdown,
                        duration_ms: 1,
                    }
                } else {
                    BlockContent::text(markdown)
                }
            }
        };
        self.say_output(TurnOutput::BlockClosed {
            block: Block { id, content: block },
        });
    }
}

/// Returns the estimated usage of an interrupted call with this many kept blocks.
pub fn estimate_usage(blocks: u32) -> Usage {
    Usage {
        input_tokens: 0,
        output_tokens: u64::from(blocks.min(4)),
        estimated: blocks > 0,
        ..Usage::default()
    }
}

/// Missing, as counted here; nothing at all; or more than anybody has.
fn odd_usage(random: &mut Random) -> Usage {
    match random.below(3) {
        0 => Usage {
            input_tokens: 3,
            output_tokens: random.below(10),
            estimated: true,
            ..Usage::default()
        },
        1 => Usage::default(),
        _ => Usage {
            input_tokens: u64::MAX / 2,
            output_tokens: u64::MAX / 2,
            estimated: false,
            ..Usage::default()
        },
    }
}

/// One credit for a token read, two for one written.
fn cost_of(usage: Usage) -> u64 {
    usage
        .input_tokens
        .saturating_add(usage.output_tokens.saturating_mul(2))
}
