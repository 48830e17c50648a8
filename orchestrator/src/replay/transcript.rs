use std::{
    io::{self, BufRead},
    path::Path,
};

use chrono::{DateTime, Utc};
use portolan_blocks::{Block, Chat, Metered, Outcome};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::{
    ids::named_id,
    store::{Store, StoreError},
};

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

/// Reads a JSONL file; empty lines are skipped. Ids that are missing come of the line's place.
pub fn read_transcripts(path: &Path) -> Result<Vec<Transcript>, TranscriptError> {
    let name = path.display().to_string();
    let file = std::fs::File::open(path).map_err(|cause| TranscriptError::File {
        path: name.clone(),
        cause,
    })?;
    let mut transcripts = Vec::new();
    for (index, line) in io::BufReader::new(file).lines().enumerate() {
        let line = line.map_err(|cause| TranscriptError::File {
            path: name.clone(),
            cause,
        })?;
        if line.trim().is_empty() {
            continue;
        }
        let mut transcript: Transcript =
            serde_json::from_str(&line).map_err(|cause| TranscriptError::Line {
                path: name.clone(),
                line: index + 1,
                cause,
            })?;
        transcript.name_nameless(index);
        transcripts.push(transcript);
    }
    Ok(transcripts)
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
        Ok(Self {
            board: board.map(|board| TranscriptBoard {
                title: board.title,
                source_url: board.source_url,
            }),
            sources: sources
                .map(|(id, attached_at)| TranscriptSource { id, attached_at })
                .collect(),
            ..Self::from_chat(store.whole_chat(chat_id).await?, email)
        })
    }

    fn from_chat(chat: Chat, email: Option<String>) -> Self {
        Self {
            board: None,
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
                })
                .collect(),
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
    fn texts_alone_form_transcript() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("chats.jsonl");
        let lines = "{\"turns\":[{\"message\":{\"text\":\"a\"}},{\"message\":{\"text\":\"b\"},\"parentTurnId\":null}]}\n\n{\"turns\":[]}\n";
        std::fs::write(&path, lines).unwrap();
        let [first, second] = &read_transcripts(&path).unwrap()[..] else {
            panic!("two chats");
        };
        assert_ne!(first.id, second.id);
        assert_eq!(first.turns[0].parent_turn_id, None);
        assert_eq!(first.turns[1].parent_turn_id, Some(None));
        assert_ne!(first.turns[0].turn_id, first.turns[1].turn_id);
        assert_eq!(&read_transcripts(&path).unwrap()[0], first);
    }

    #[test]
    fn broken_transcript_line_is_named_in_error() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("chats.jsonl");
        std::fs::write(&path, "{\"turns\":[]}\n{}\n").unwrap();
        let error = read_transcripts(&path).unwrap_err().to_string();
        assert!(error.contains("line 2"), "{error}");
    }
}
