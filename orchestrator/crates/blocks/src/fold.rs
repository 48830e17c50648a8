use uuid::Uuid;

use crate::{
    Block, BlockType, Chat, Cursor, Event, Metered, Phase, Turn, after_utf16, utf16_length,
};

/// Folds a chat's events, in order, into the chat.
///
/// An event that was folded already is ignored, so overlapping pieces of a stream do no harm.
#[derive(Clone, Debug, PartialEq)]
pub struct Fold {
    chat: Chat,
    live: Live,
}

/// Live state beyond the stored chat: the open block, and the progress of the running turn.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Live {
    pub open: Option<OpenBlock>,
    pub progress: Option<Progress>,
    /// The usage of the running turn so far.
    pub metered: Option<Metered>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct OpenBlock {
    pub turn_id: Uuid,
    pub block_id: Uuid,
    pub index: u32,
    pub block_type: BlockType,
    pub text: String,
    /// Of the text, as cursors count it; kept, because long texts come in many pieces.
    pub utf16_length: u64,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Progress {
    pub phase: Phase,
    pub label: String,
    pub done: Option<u64>,
    pub total: Option<u64>,
}

impl Fold {
    /// A chat before its first event.
    pub fn new(id: Uuid, title: String) -> Self {
        Self {
            chat: Chat {
                id,
                title,
                last_event_id: 0,
                turns: Vec::new(),
            },
            live: Live::default(),
        }
    }

    pub fn chat(&self) -> &Chat {
        &self.chat
    }

    pub fn live(&self) -> &Live {
        &self.live
    }

    pub fn into_chat(self) -> Chat {
        self.chat
    }

    /// Takes the next event; `cursor` is its id in the stream.
    pub fn apply(&mut self, cursor: Option<Cursor>, event: Event) {
        if event.is_stored() {
            let Some(Cursor { event: id, .. }) = cursor else {
                return;
            };
            if id <= self.chat.last_event_id {
                return;
            }
            self.chat.last_event_id = id;
        }
        match event {
            Event::TurnStarted {
                turn_id,
                parent_turn_id,
                model,
                message,
                started_at,
            } => {
                self.live = Live::default();
                self.chat.turns.push(Turn {
                    turn_id,
                    parent_turn_id,
                    message,
                    understood: Vec::new(),
                    model,
                    outcome: None,
                    error: None,
                    blocks: Vec::new(),
                    metered: Metered::default(),
                    rating: None,
                    started_at,
                    finished_at: None,
                });
            }
            Event::TurnProgress {
                phase,
                label,
                done,
                total,
                ..
            } => {
                self.live.progress = Some(Progress {
                    phase,
                    label,
                    done,
                    total,
                });
            }
            Event::TurnUnderstood { turn_id, words } => {
                if let Some(turn) = self.find_turn(turn_id) {
                    turn.understood = words;
                }
            }
            Event::BlockOpened {
                turn_id,
                block_id,
                index,
                block_type,
            } => {
                self.live.open = Some(OpenBlock {
                    turn_id,
                    block_id,
                    index,
                    block_type,
                    text: String::new(),
                    utf16_length: 0,
                });
            }
            Event::BlockDelta { block_id, text } => self.write_text(cursor, block_id, &text),
            Event::BlockClosed { turn_id, block } => self.close_block(turn_id, block),
            Event::BlockDiscarded { .. } => self.live.open = None,
            Event::TurnMetered {
                turn_id,
                input_tokens,
                output_tokens,
                credits,
                is_final,
            } => {
                let metered = Metered {
                    input_tokens,
                    output_tokens,
                    credits,
                };
                self.live.metered = Some(metered);
                if is_final && let Some(turn) = self.find_turn(turn_id) {
                    turn.metered = metered;
                }
            }
            Event::TurnFinished {
                turn_id,
                outcome,
                error,
                finished_at,
            } => {
                self.live = Live::default();
                if let Some(turn) = self.find_turn(turn_id) {
                    turn.outcome = Some(outcome);
                    turn.error = error;
                    turn.finished_at = Some(finished_at);
                }
            }
            Event::ChatChanged { title } => self.chat.title = title,
            Event::BoardChanged { .. } => {}
        }
    }

    /// The newest turn is nearly always the one that is meant.
    fn find_turn(&mut self, turn_id: Uuid) -> Option<&mut Turn> {
        let turns = self.chat.turns.iter_mut();
        turns.rev().find(|turn| turn.turn_id == turn_id)
    }

    fn close_block(&mut self, turn_id: Uuid, block: Block) {
        self.live.open = None;
        if let Some(turn) = self.find_turn(turn_id) {
            turn.blocks.push(block);
        }
    }

    /// Adds what is new in `text`: the cursor says how long the block is after it.
    fn write_text(&mut self, cursor: Option<Cursor>, block_id: Uuid, text: &str) {
        let Some(open) = &mut self.live.open else {
            return;
        };
        if open.block_id != block_id {
            return;
        }
        let known = open.utf16_length;
        let end = cursor
            .and_then(|cursor| cursor.offset)
            .unwrap_or_else(|| known + utf16_length(text));
        let new = end.saturating_sub(known);
        let seen = utf16_length(text).saturating_sub(new);
        if let Some(rest) = after_utf16(text, seen) {
            open.text.push_str(rest);
            open.utf16_length += utf16_length(rest);
        }
    }
}
