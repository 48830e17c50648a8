//! The files of a run.

use std::{
    collections::HashSet,
    fs::{File, OpenOptions},
    io::{BufRead, BufReader, BufWriter, Write},
    path::{Path, PathBuf},
};

use portolan_store::{Store, StoreError};
use serde::Deserialize;
use uuid::Uuid;

use super::{Comparison, ReplayError, Transcript, Transcripts, read_transcripts};

/// The folder of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunFolder(PathBuf);

impl RunFolder {
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self(path.into())
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Whether a run was begun here.
    pub fn has_run(&self) -> bool {
        self.results_path().exists()
    }

    /// Returns the path of the database in which the turns run.
    pub fn database_path(&self) -> PathBuf {
        self.0.join("replay.sqlite")
    }

    pub fn results_path(&self) -> PathBuf {
        self.0.join("results.jsonl")
    }

    /// Returns the path of the recorded model calls.
    pub fn cassettes_path(&self) -> PathBuf {
        self.0.join("cassettes.jsonl")
    }

    /// Returns the path of the run's copy of its checks.
    pub fn checks_path(&self) -> PathBuf {
        self.0.join("checks.yaml")
    }

    /// Keeps what is to be asked again, so that the run can go on later.
    pub fn begin(&self, transcripts: &[Transcript]) -> Result<(), ReplayError> {
        let mut writer = self.write_chats()?;
        for transcript in transcripts {
            writer.write(transcript)?;
        }
        writer.finish()?;
        self.begin_results()
    }

    /// Opens the file of chats, which then are read and written one at a time.
    pub fn write_chats(&self) -> Result<TranscriptWriter<impl Write + use<>>, ReplayError> {
        Ok(TranscriptWriter::new(BufWriter::new(File::create(
            self.chats_path(),
        )?)))
    }

    /// Begins a run over the chats that were written.
    pub fn begin_results(&self) -> Result<(), ReplayError> {
        File::create(self.results_path())?;
        Ok(())
    }

    /// Returns the chats that the run replays, one at a time.
    pub fn transcripts(&self) -> Result<Transcripts, ReplayError> {
        Ok(read_transcripts(&self.chats_path())?)
    }

    /// Returns the numbers of chats and turns that the run replays.
    pub fn size(&self) -> Result<(u64, u64), ReplayError> {
        let (mut chats, mut turns) = (0, 0);
        for transcript in self.transcripts()? {
            chats += 1;
            turns += transcript?.turns.len() as u64;
        }
        Ok((chats, turns))
    }

    /// Removes the chats that are no longer stored from what is left to ask.
    pub async fn forget_deleted_chats(&self, originals: &Store) -> Result<(), ReplayError> {
        let mut kept = Vec::new();
        for transcript in self.transcripts()? {
            let transcript = transcript?;
            match originals.any_chat(transcript.id).await {
                Ok(_) => kept.push(transcript),
                Err(StoreError::NotFound(_)) => {}
                Err(error) => return Err(error.into()),
            }
        }
        let mut writer = self.write_chats()?;
        for transcript in &kept {
            writer.write(transcript)?;
        }
        writer.finish()
    }

    /// Reads the comparisons so far. A line that a killed run truncated is left out.
    pub fn results(&self) -> Result<Vec<Comparison>, ReplayError> {
        let lines = BufReader::new(File::open(self.results_path())?).lines();
        let mut results = Vec::new();
        for line in lines {
            results.extend(serde_json::from_str(&line?).ok());
        }
        Ok(results)
    }

    /// Returns the turns that were compared, and removes a truncated last line: more lines are added.
    pub fn compared_turns(&self) -> Result<HashSet<Uuid>, ReplayError> {
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Compared {
            turn_id: Uuid,
        }
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            .open(self.results_path())?;
        let mut reader = BufReader::new(&file);
        let (mut turns, mut whole, mut line) = (HashSet::new(), 0, String::new());
        while reader.read_line(&mut line)? > 0 {
            let Some(Compared { turn_id }) = serde_json::from_str(&line)
                .ok()
                .filter(|_| line.ends_with('\n'))
            else {
                break;
            };
            turns.insert(turn_id);
            whole += line.len() as u64;
            line.clear();
        }
        file.set_len(whole)?;
        Ok(turns)
    }

    pub(super) fn append_results(&self, results: &[Comparison]) -> Result<(), ReplayError> {
        let mut lines = Vec::new();
        for result in results {
            serde_json::to_writer(&mut lines, result)?;
            lines.push(b'\n');
        }
        let mut file = OpenOptions::new().append(true).open(self.results_path())?;
        Ok(file.write_all(&lines)?)
    }

    fn chats_path(&self) -> PathBuf {
        self.0.join("chats.jsonl")
    }
}

/// Writes chats as lines of JSON.
pub struct TranscriptWriter<Output> {
    output: Output,
    written: usize,
}

impl<Output: Write> TranscriptWriter<Output> {
    pub fn new(output: Output) -> Self {
        Self { output, written: 0 }
    }

    pub fn write(&mut self, transcript: &Transcript) -> Result<(), ReplayError> {
        serde_json::to_writer(&mut self.output, transcript)?;
        self.output.write_all(b"\n")?;
        self.written += 1;
        Ok(())
    }

    /// Returns how many chats were written so far.
    pub fn written(&self) -> usize {
        self.written
    }

    pub fn finish(mut self) -> Result<(), ReplayError> {
        Ok(self.output.flush()?)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn truncated_last_line_is_removed_before_more_are_added() {
        let folder = tempfile::tempdir().unwrap();
        let run = RunFolder::new(folder.path());
        let id = Uuid::from_u128(7);
        let line = format!("{}\n", json!({"turnId": id}));
        std::fs::write(run.results_path(), format!("{line}{{\"turnId\": \"")).unwrap();
        assert_eq!(run.compared_turns().unwrap(), HashSet::from([id]));
        assert_eq!(std::fs::read_to_string(run.results_path()).unwrap(), line);
    }
}
