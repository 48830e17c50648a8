use chrono::{DateTime, Utc};
use portolan_blocks::{
    Block, BlockContent, BlockType, Event, Outcome, TextRange, TurnError, UserMessage, utf16_length,
};
use uuid::Uuid;

use crate::{
    JournaledStep, MessageInput, Price, StoredStep, TurnStart, Usage, outbox::is_streaming,
};

/// The turn that runs: what the log says of it, and the block that is being written.
#[derive(Clone, Debug)]
pub(crate) struct LiveTurn {
    pub id: Uuid,
    pub parent: Option<Uuid>,
    pub model: String,
    pub message: UserMessage,
    pub started_at: DateTime<Utc>,
    pub price: Price,
    pub hold: u64,
    pub attempts: u32,
    /// Only what a restart needs; a turn that began here journals without keeping.
    pub journal: Vec<JournaledStep>,
    pub step_count: u32,
    /// Of the finished steps.
    pub usage: Usage,
    /// Of finished steps; only after a restart.
    pub blocks: Vec<Block>,
    /// Closed since the last finished step.
    pub kept: Vec<Block>,
    pub closed_count: u32,
    pub references: u32,
    pub open: Option<StreamingBlock>,
    pub phase: TurnPhase,
    /// Cancels to answer when the turn has ended.
    pub cancels: Vec<u64>,
}

#[derive(Clone, Debug)]
pub(crate) enum TurnPhase {
    /// The attempt, and a hold of so many credits where one is due, must be committed first.
    Starting {
        raise: Option<u64>,
    },
    Running,
    /// The assistant waits until its hold of so many credits is committed.
    AwaitingHold(u64),
    /// The assistant has stopped; the cut call's usage is being estimated.
    Estimating(TurnEnding),
    /// The end waits for the commit of this event.
    Finishing {
        last_id: u64,
    },
}

#[derive(Clone, Debug)]
pub(crate) struct TurnEnding {
    pub outcome: Outcome,
    pub error: Option<TurnError>,
    pub now: DateTime<Utc>,
}

#[derive(Clone, Debug)]
pub(crate) struct StreamingBlock {
    pub id: Uuid,
    pub block_type: BlockType,
    pub opened_at: DateTime<Utc>,
    pub text: String,
    pub utf16_length: u64,
}

impl LiveTurn {
    pub fn new(send: MessageInput, parent: Option<Uuid>) -> Self {
        Self {
            id: send.turn_id,
            parent,
            model: send.model,
            message: send.message,
            started_at: send.now,
            price: send.price,
            hold: send.hold,
            attempts: 1,
            journal: Vec::new(),
            step_count: 0,
            usage: Usage::default(),
            blocks: Vec::new(),
            kept: Vec::new(),
            closed_count: 0,
            references: 0,
            open: None,
            phase: TurnPhase::Running,
            cancels: Vec::new(),
        }
    }

    /// Whether the assistant runs and may report.
    pub fn takes_output(&self) -> bool {
        matches!(self.phase, TurnPhase::Running | TurnPhase::AwaitingHold(_))
    }

    /// Hands the journal over; it is not needed again.
    pub fn start(&mut self) -> TurnStart {
        TurnStart {
            turn_id: self.id,
            parent: self.parent,
            model: self.model.clone(),
            message: self.message.clone(),
            attempt: self.attempts,
            hold: self.hold,
            // Only a restart fills these, and a state starts its turn once, so they needn't be
            // cloned.
            steps: std::mem::take(&mut self.journal),
            blocks: std::mem::take(&mut self.blocks),
            // Cloned, since an interruption of this attempt is charged for these blocks too.
            kept: self.kept.clone(),
            references: self.references,
        }
    }

    pub fn open_block(&self, block_id: Uuid, block_type: BlockType) -> Event {
        Event::BlockOpened {
            turn_id: self.id,
            block_id,
            index: self.closed_count,
            block_type,
        }
    }

    /// Counts a closed block. A restart counts the same blocks again from the log.
    pub fn count_closed(&mut self, block: Block) {
        self.closed_count += 1;
        if let BlockContent::Reference { .. } = block.content {
            self.references += 1;
        }
        self.kept.push(block);
    }

    pub fn count_step(
        &mut self,
        step: JournaledStep,
        usage: Usage,
        last_event_id: u64,
        next_hold: Option<u64>,
    ) -> StoredStep {
        self.step_count += 1;
        self.usage.add(usage);
        // The journal covers these blocks now; a restart must not resume after them twice.
        self.kept.clear();
        StoredStep {
            number: self.step_count,
            last_event_id,
            next_hold,
            step,
        }
    }

    /// Returns the cost of `usage`: nothing for a turn of which nothing was kept, unless it completed.
    pub fn credits(&self, usage: Usage, outcome: Outcome) -> u64 {
        let nothing = usage.input_tokens == 0 && usage.output_tokens == 0;
        // A failed turn that never reached a model is free, although the price has a minimum of one
        // credit.
        if nothing && outcome != Outcome::Completed {
            return 0;
        }
        // The hold is all that was reserved; charging more could overdraw the account.
        self.price.credits(usage).min(self.hold)
    }
}

impl StreamingBlock {
    pub fn new(id: Uuid, block_type: BlockType, opened_at: DateTime<Utc>) -> Self {
        Self {
            id,
            block_type,
            opened_at,
            text: String::new(),
            utf16_length: 0,
        }
    }

    pub fn is_streaming(&self) -> bool {
        is_streaming(self.block_type)
    }

    pub fn push(&mut self, text: &str) {
        self.text.push_str(text);
        // Cursors count UTF-16 units, as JavaScript strings do; counting once here keeps deltas
        // linear.
        self.utf16_length += utf16_length(text);
    }

    /// Returns the written content as a complete block; None if it would be empty.
    pub fn into_block(
        self,
        now: DateTime<Utc>,
        unverified_numbers: Vec<TextRange>,
    ) -> Option<Block> {
        if self.text.trim().is_empty() {
            return None;
        }
        let content = match self.block_type {
            BlockType::Text => BlockContent::Text {
                markdown: self.text,
                unverified_numbers,
            },
            BlockType::Thinking => BlockContent::Thinking {
                markdown: self.text,
                // The clock may have been set back since the block was opened.
                duration_ms: u64::try_from((now - self.opened_at).num_milliseconds()).unwrap_or(0),
            },
            BlockType::Chart
            | BlockType::Reference
            | BlockType::Suggestion
            | BlockType::Timestamp
            | BlockType::Error => return None,
        };
        Some(Block {
            id: self.id,
            content,
        })
    }
}
