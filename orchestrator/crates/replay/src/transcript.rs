use std::{
    fs::File,
    io::{self, BufRead, BufReader, Lines},
    path::Path,
};

use chrono::{DateTime, Utc};
use portolan_assistant::RecordedCall;
use portolan_blocks::{Block, Chat, Metered, Outcome};
use portolan_environment::ids::named_id;
use portolan_store::{Store, StoreError};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// One line of an export: a chat with all its turns.
///
/// Only the messages' texts are needed; what a file leaves away is not compared.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Transcript {
    #[serde(default)]
    pub id: Uuid,
    #[serde(default)]
    pub title: String,
    /// Whose chat it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// The board that its blocks became nodes of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<TranscriptBoard>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// The sources that its turns saw, oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sources: Vec<TranscriptSource>,
    pub turns: Vec<TranscriptTurn>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TranscriptBoard {
    pub title: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source_url: Option<String>,
}

/// A source of a chat, such as a table of a page that a turn has read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TranscriptSource {
    pub id: Uuid,
    /// Turns that finished before did not see it.
    pub attached_at: DateTime<Utc>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TranscriptTurn {
    #[serde(default)]
    pub turn_id: Uuid,
    /// Absent: the turn before; null: a root.
    #[serde(default, deserialize_with = "present_field")]
    pub parent_turn_id: Option<Option<Uuid>>,
    pub message: RecordedMessage,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    #[serde(default)]
    pub blocks: Vec<Block>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub metered: Option<Metered>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub started_at: Option<DateTime<Utc>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub finished_at: Option<DateTime<Utc>>,
    /// Queries and pages with their results, which a replay is given again.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<RecordedCall>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RecordedMessage {
    pub text: String,
    #[serde(default)]
    pub source_ids: Vec<Uuid>,
}

#[derive(Debug, thiserror::Error)]
pub enum TranscriptError {
    #[error("{path} cannot be read: {cause}")]
    File { path: String, cause: io::Error },
    #[error(
        "{path}, line {line} is not a chat: {cause}; `portolan chats export` writes what is read"
    )]
    Line {
        path: String,
        line: usize,
        cause: serde_json::Error,
    },
}

/// Opens a JSONL file of chats.
pub fn read_transcripts(path: &Path) -> Result<Transcripts, TranscriptError> {
    let name = path.display().to_string();
    match File::open(path) {
        Ok(file) => Ok(Transcripts {
            name,
            lines: BufReader::new(file).lines(),
            line: 0,
        }),
        Err(cause) => Err(TranscriptError::File { path: name, cause }),
    }
}

/// The chats of a JSONL file, read one at a time; empty lines are skipped. Ids that are missing come of the line's
/// place.
pub struct Transcripts {
    name: String,
    lines: Lines<BufReader<File>>,
    /// The number of the line that was read last, from 1.
    line: usize,
}

impl Iterator for Transcripts {
    type Item = Result<Transcript, TranscriptError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let line = match self.lines.next()? {
                Ok(line) => line,
                Err(cause) => {
                    let path = self.name.clone();
                    return Some(Err(TranscriptError::File { path, cause }));
                }
            };
            self.line += 1;
            if !line.trim().is_empty() {
                return Some(self.parse_line(&line));
            }
        }
    }
}

impl Transcripts {
    fn parse_line(&self, line: &str) -> Result<Transcript, TranscriptError> {
        let mut transcript: Transcript =
            serde_json::from_str(line).map_err(|cause| TranscriptError::Line {
                path: self.name.clone(),
                line: self.line,
                cause,
            })?;
        transcript.name_nameless(self.line - 1);
        Ok(transcript)
    }
}

impl Transcript {
    /// Reads a chat of the store, with its board and its sources.
    pub async fn read(
        store: &Store,
        chat_id: Uuid,
        email: Option<String>,
    ) -> Result<Self, StoreError> {
        let board = store.board_of_chat(chat_id).await?;
        let sources = store.attached_sources(chat_id).await?.into_iter();
        let mut transcript = Self::from_chat(store.whole_chat(chat_id).await?, email);
        for turn in &mut transcript.turns {
            let journal = store.journal(turn.turn_id).await?;
            turn.calls = RecordedCall::of_journal(journal.iter().map(|stored| &stored.step));
        }
        Ok(Self {
            tags: store.tags_of_chat(chat_id).await?,
            board: board.map(|board| TranscriptBoard {
                title: board.title,
                source_url: board.source_url,
            }),
            sources: sources
                .map(|(id, attached_at)| TranscriptSource { id, attached_at })
                .collect(),
            ..transcript
        })
    }

    fn from_chat(chat: Chat, email: Option<String>) -> Self {
        Self {
            board: None,
            tags: Vec::new(),
            sources: Vec::new(),
            id: chat.id,
            title: chat.title,
            email,
            turns: chat
                .turns
                .into_iter()
                .map(|turn| TranscriptTurn {
                    turn_id: turn.turn_id,
                    parent_turn_id: Some(turn.parent_turn_id),
                    message: RecordedMessage {
                        text: turn.message.text,
                        source_ids: turn.message.source_ids,
                    },
                    model: Some(turn.model),
                    outcome: turn.outcome,
                    blocks: turn.blocks,
                    metered: Some(turn.metered),
                    started_at: Some(turn.started_at),
                    finished_at: turn.finished_at,
                    calls: Vec::new(),
                })
                .collect(),
        }
    }

    /// Returns the turn that a turn follows; None for a root, and where the file lacks it.
    pub fn parent_of(&self, turn: &TranscriptTurn) -> Option<&TranscriptTurn> {
        match turn.parent_turn_id {
            Some(parent) => self
                .turns
                .iter()
                .find(|known| Some(known.turn_id) == parent),
            None => {
                let index = self
                    .turns
                    .iter()
                    .position(|known| known.turn_id == turn.turn_id)?;
                self.turns.get(index.checked_sub(1)?)
            }
        }
    }

    /// The same names at every reading, so that a run can go on.
    fn name_nameless(&mut self, line: usize) {
        if self.id.is_nil() {
            self.id = named_id(&format!("chat {line}"));
        }
        let chat_id = self.id;
        for (index, turn) in self.turns.iter_mut().enumerate() {
            if turn.turn_id.is_nil() {
                turn.turn_id = named_id(&format!("turn {index} of {chat_id}"));
            }
        }
    }
}

/// A field that is there, be it null.
fn present_field<'de, T, D>(deserializer: D) -> Result<Option<T>, D::Error>
where
    T: Deserialize<'de>,
    D: serde::Deserializer<'de>,
{
    T::deserialize(deserializer).map(Some)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replay_transcript_contains_only_texts() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("chats.jsonl");
        let lines = "{\"turns\":[{\"message\":{\"text\":\"a\"}},{\"message\":{\"text\":\"b\"},\"parentTurnId\":null}]}\n\n{\"turns\":[]}\n";
        std::fs::write(&path, lines).unwrap();
        let read = || -> Vec<Transcript> {
            let chats = read_transcripts(&path).unwrap();
            chats.map(Result::unwrap).collect()
        };
        let [first, second] = &read()[..] else {
            panic!("two chats");
        };
        assert_ne!(first.id, second.id);
        assert_eq!(first.turns[0].parent_turn_id, None);
        assert_eq!(first.turns[1].parent_turn_id, Some(None));
        assert_ne!(first.turns[0].turn_id, first.turns[1].turn_id);
        assert_eq!(&read()[0], first);
    }

    #[test]
    fn broken_transcript_line_is_named_in_error() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("chats.jsonl");
        std::fs::write(&path, "{\"turns\":[]}\n{}\n").unwrap();
        let mut chats = read_transcripts(&path).unwrap();
        assert!(chats.next().unwrap().is_ok());
        let error = chats.next().unwrap().unwrap_err().to_string();
        assert!(error.contains("line 2"), "{error}");
    }
}
