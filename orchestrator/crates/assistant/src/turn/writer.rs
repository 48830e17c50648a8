use portolan_blocks::{Block, BlockContent, BlockType, Phase};
use portolan_chat::{StepPart, TurnOutput};
use portolan_environment::ids::Ids;
use tokio::{sync::mpsc, time::Instant};
use uuid::Uuid;

use super::repeats::{RepeatVerdict, Repeats};
use crate::numbers::KnownNumbers;

/// The receiver is gone: the turn was cancelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Gone;

/// Turns what a step writes into blocks, and drops what it repeats of an interrupted one.
pub(super) struct Writer {
    output: mpsc::Sender<TurnOutput>,
    ids: Ids,
    open: Option<WrittenBlock>,
    repeats: Repeats,
    /// The blocks closed in the current step, also before an interruption.
    closed: Vec<Block>,
    /// The known numbers that texts are checked against.
    numbers: KnownNumbers,
}

struct WrittenBlock {
    id: Uuid,
    block_type: BlockType,
    text: String,
    since: Instant,
    /// False while the text may still be a repetition.
    is_shown: bool,
}

impl Writer {
    /// `kept` is what the present step has closed already.
    pub fn new(
        output: mpsc::Sender<TurnOutput>,
        ids: Ids,
        kept: Vec<Block>,
        numbers: KnownNumbers,
    ) -> Self {
        Self {
            output,
            ids,
            open: None,
            repeats: Repeats::new(&kept),
            closed: kept,
            numbers,
        }
    }

    pub async fn send(&self, output: TurnOutput) -> Result<(), Gone> {
        self.output.send(output).await.map_err(|_| Gone)
    }

    pub async fn progress(&self, phase: Phase, label: impl Into<String>) -> Result<(), Gone> {
        self.send(TurnOutput::Progress {
            phase,
            label: label.into(),
            done: None,
            total: None,
        })
        .await
    }

    /// More of a `text` or `thinking` block; opens it, and closes one of the other type.
    pub async fn write(&mut self, block_type: BlockType, text: &str) -> Result<(), Gone> {
        if self
            .open
            .as_ref()
            .is_some_and(|open| open.block_type != block_type)
        {
            self.close().await?;
        }
        if self.open.is_none() {
            let text = text.trim_start();
            if text.is_empty() {
                return Ok(());
            }
            self.open = Some(self.new_open(block_type, text.to_owned()));
            return self.show().await;
        }
        let Some(open) = &mut self.open else {
            return Ok(());
        };
        open.text.push_str(text);
        if open.is_shown {
            let text = text.to_owned();
            return self.send(TurnOutput::BlockText { text }).await;
        }
        self.show().await
    }

    /// Closes the open block, where there is one.
    pub async fn close(&mut self) -> Result<(), Gone> {
        let Some(open) = self.open.take() else {
            return Ok(());
        };
        let markdown = open.text.trim_end().to_owned();
        let content = match open.block_type {
            BlockType::Thinking => BlockContent::Thinking {
                markdown,
                duration_ms: u64::try_from(open.since.elapsed().as_millis()).unwrap_or(u64::MAX),
            },
            _ => BlockContent::Text {
                unverified_numbers: self.numbers.find_unverified(&markdown),
                markdown,
            },
        };
        if !open.is_shown && self.repeats.is_repeated(&content) {
            return Ok(());
        }
        let block = Block {
            id: open.id,
            content,
        };
        self.closed.push(block.clone());
        self.send(TurnOutput::BlockClosed { block }).await
    }

    /// A block that is whole from the start.
    pub async fn block(&mut self, content: BlockContent) -> Result<(), Gone> {
        self.close().await?;
        if self.repeats.is_repeated(&content) {
            return Ok(());
        }
        let block = Block {
            id: self.ids.id(),
            content,
        };
        self.closed.push(block.clone());
        self.send(TurnOutput::BlockClosed { block }).await
    }

    /// Drops the open block: its model call failed. What was closed stays, and the next call
    /// may repeat it.
    pub async fn discard(&mut self) -> Result<(), Gone> {
        self.repeats = Repeats::new(&self.closed);
        match self.open.take() {
            Some(open) if open.is_shown => self.send(TurnOutput::BlockDiscarded).await,
            _ => Ok(()),
        }
    }

    /// Adds the results of tools: from now on their numbers are known.
    pub fn learn(&mut self, parts: &[StepPart]) {
        self.numbers.learn_step(parts);
    }

    /// Returns the blocks closed in the current step so far.
    pub fn closed(&self) -> &[Block] {
        &self.closed
    }

    /// The next step begins with nothing written.
    pub fn begin_step(&mut self) {
        self.closed.clear();
        self.repeats = Repeats::new(&[]);
    }

    /// Sends the open block's beginning as soon as it is no repetition.
    async fn show(&mut self) -> Result<(), Gone> {
        let Some(open) = &mut self.open else {
            return Ok(());
        };
        match self.repeats.verdict(open.block_type, &open.text) {
            RepeatVerdict::Undecided => return Ok(()),
            RepeatVerdict::New => {}
            RepeatVerdict::Beyond(length) => {
                open.text = open.text[length..].trim_start().to_owned();
                if open.text.is_empty() {
                    self.open = None;
                    return Ok(());
                }
            }
        }
        open.is_shown = true;
        let (block_id, block_type, text) = (open.id, open.block_type, open.text.clone());
        self.send(TurnOutput::BlockOpened {
            block_id,
            block_type,
        })
        .await?;
        self.send(TurnOutput::BlockText { text }).await
    }

    fn new_open(&self, block_type: BlockType, text: String) -> WrittenBlock {
        WrittenBlock {
            id: self.ids.id(),
            block_type,
            text,
            since: Instant::now(),
            is_shown: false,
        }
    }
}
