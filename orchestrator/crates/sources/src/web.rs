//! Turns a web address, or a page captured by a browser, into sources.

use std::path::Path;

use portolan_documents::Format;
use portolan_domain::{ReadOutcome, Source, SourceStatus, as_sentence};
use portolan_query::{
    WorkerFailure,
    reading::{ContentKind, Grid, ReadText, SourceContent, Status},
};
use portolan_query_pool::ReadFile;
use sha2::{Digest, Sha256};
use url::Url;
use uuid::Uuid;

use super::{
    fetch::{FetchError, Fetched, Fetcher},
    keep::{NAME_CHARACTERS, ReadSources, kind_name},
    readable::readable_address,
    reader::{ReadError, SourceReader},
    step::{OnReadStep, ReadStep},
};

/// Caption tracks that are tried.
const TRACKS: usize = 2;

/// Reads addresses; cheap to clone.
#[derive(Clone)]
pub struct WebReader {
    pub fetcher: Fetcher,
    pub reader: SourceReader,
}

/// The owner and id of the new source.
#[derive(Clone, Copy, Debug)]
pub struct NewSource<'a> {
    pub id: Uuid,
    pub user_id: Uuid,
    pub url: &'a Url,
}

/// A page captured by a browser; nothing is fetched.
#[derive(Clone, Debug, Default)]
pub struct BrowserCapture {
    pub html: String,
    pub title: Option<String>,
    pub tables: Vec<Grid>,
    pub captions: Option<String>,
    pub selection: Option<String>,
}

#[derive(Debug, thiserror::Error)]
pub enum WebError {
    #[error(transparent)]
    Fetch(#[from] FetchError),
    #[error(transparent)]
    Read(#[from] ReadError),
}

impl From<WorkerFailure> for WebError {
    fn from(failure: WorkerFailure) -> Self {
        Self::Read(ReadError::Failed(failure))
    }
}

impl From<std::io::Error> for WebError {
    fn from(error: std::io::Error) -> Self {
        Self::Read(ReadError::File(error))
    }
}

impl WebError {
    pub fn outcome(&self) -> ReadOutcome {
        match self {
            Self::Fetch(error) if error.is_blocked() => ReadOutcome::Blocked,
            _ => ReadOutcome::Failed,
        }
    }
}

impl WebReader {
    /// Fetches and reads; `tell` hears of each step.
    pub async fn read(
        &self,
        new: NewSource<'_>,
        must_be_fresh: bool,
        on_step: &OnReadStep<'_>,
    ) -> Result<ReadSources, WebError> {
        let address = readable_address(new.url);
        let host = new.url.host_str().unwrap_or_default();
        on_step(ReadStep::new(format!("Fetching {host}")));
        let fetched = self.fetcher.fetch(&address, must_be_fresh).await?;
        on_step(ReadStep::new(format!("Reading the response from {host}")));
        let folder = self.reader.folder()?;
        self.read_fetched(new, &fetched, folder.path(), on_step)
            .await
    }

    async fn read_fetched(
        &self,
        new: NewSource<'_>,
        fetched: &Fetched,
        folder: &Path,
        on_step: &OnReadStep<'_>,
    ) -> Result<ReadSources, WebError> {
        let file = ReadFile {
            path: &fetched.file,
            content_type: fetched.content_type.as_deref(),
            url: Some(fetched.url.as_str()),
        };
        let mut reading = self.reader.read_file(file, on_step).await?;
        let tables = if reading.kind == ContentKind::Table {
            let name = file_name(&fetched.url);
            self.reader
                .queries
                .convert(&fetched.file, &name, folder)
                .await?
        } else {
            self.reader.convert(&reading.tables, folder).await
        };
        self.add_captions(&mut reading, on_step).await?;
        let hash = fetched.content_hash.clone();
        let base = self.base(new, &reading, hash);
        Ok(self.reader.keep(base, reading, tables, folder).await?)
    }

    /// Reads a page captured by a browser.
    pub async fn read_seen(
        &self,
        new: NewSource<'_>,
        seen: BrowserCapture,
    ) -> Result<ReadSources, WebError> {
        let folder = self.reader.folder()?;
        self.read_browsers(new, seen, folder.path()).await
    }

    async fn read_browsers(
        &self,
        new: NewSource<'_>,
        seen: BrowserCapture,
        folder: &Path,
    ) -> Result<ReadSources, WebError> {
        let content_hash = hex::encode(Sha256::digest(&seen.html));
        let path = folder.join("seen.html");
        tokio::fs::write(&path, &seen.html).await?;
        let file = ReadFile {
            path: &path,
            content_type: Some("text/html; charset=utf-8"),
            url: Some(new.url.as_str()),
        };
        let mut reading = self.reader.read_file(file, &|_| {}).await?;
        if seen.title.is_some() {
            reading.metadata.title = seen.title;
        }
        if reading.tables.is_empty() {
            reading.tables = seen.tables;
        }
        let selection = seen.selection.filter(|text| !text.trim().is_empty());
        let captions = match seen.captions {
            Some(captions) => {
                let path = folder.join("seen.vtt");
                tokio::fs::write(&path, captions).await?;
                self.captions(&path).await
            }
            None => None,
        };
        if let Some(captions) = captions {
            describe_captions(&mut reading, captions);
        } else if let Some(selection) = selection {
            reading.status = Status::Part;
            reading.detail = Some("Only your selection on the page was read.".into());
            reading.text = Some(ReadText {
                text: selection,
                format: Format::Text,
            });
        }
        let tables = self.reader.convert(&reading.tables, folder).await;
        let base = self.base(new, &reading, content_hash);
        Ok(self.reader.keep(base, reading, tables, folder).await?)
    }

    /// Returns the text of a caption file; None without captions.
    async fn captions(&self, path: &Path) -> Option<ReadText> {
        let file = ReadFile {
            path,
            content_type: Some("text/vtt"),
            url: None,
        };
        let reading = self.reader.read_file(file, &|_| {}).await.ok()?;
        reading.text
    }

    /// Fetches the captions that a video's page offers.
    async fn add_captions(
        &self,
        reading: &mut SourceContent,
        on_step: &OnReadStep<'_>,
    ) -> Result<(), WebError> {
        let mut failure = None;
        for track in reading.tracks.clone().iter().take(TRACKS) {
            let language = track.language.as_deref().unwrap_or("their language");
            on_step(ReadStep::new(format!(
                "Fetching the captions in {language}"
            )));
            let Ok(url) = Url::parse(&track.url) else {
                continue;
            };
            let fetched = match self.fetcher.fetch(&url, false).await {
                Ok(fetched) => fetched,
                Err(error) => {
                    failure = Some(error.to_string());
                    continue;
                }
            };
            let Some(captions) = self.captions(&fetched.file).await else {
                failure = Some("the site's response contains no captions".into());
                continue;
            };
            describe_captions(reading, captions);
            if track.is_automatic {
                let detail = "The captions were generated automatically.";
                reading.detail = Some(detail.into());
            }
            return Ok(());
        }
        if let Some(failure) = failure {
            reading.status = Status::Part;
            reading.detail = Some(format!(
                "Couldn't load the video's captions ({failure}). Only its page was read."
            ));
        }
        Ok(())
    }

    /// Returns the known fields of a source before its parts are stored.
    fn base(&self, new: NewSource<'_>, reading: &SourceContent, content_hash: String) -> Source {
        Source {
            name: name_of(new.url, reading.metadata.title.as_deref()),
            content_hash,
            ..self.empty(new)
        }
    }

    /// A source of which nothing was read yet.
    pub fn empty(&self, new: NewSource<'_>) -> Source {
        Source {
            id: new.id,
            user_id: new.user_id,
            name: name_of(new.url, None),
            kind: kind_name(ContentKind::Page).into(),
            status: SourceStatus::Whole,
            detail: None,
            sql_name: String::new(),
            object_path: None,
            bytes: 0,
            row_count: None,
            profile: None,
            document: None,
            words: None,
            original: None,
            metadata: None,
            content_hash: String::new(),
            url: Some(new.url.to_string()),
            created_at: self.reader.clock.now(),
        }
    }

    /// A source that could not be read, with the reason.
    pub fn unread(&self, new: NewSource<'_>, error: &WebError) -> Source {
        Source {
            status: match error.outcome() {
                ReadOutcome::Blocked => SourceStatus::Blocked,
                _ => SourceStatus::Empty,
            },
            detail: Some(as_sentence(&error.to_string())),
            ..self.empty(new)
        }
    }
}

/// Replaces a video's description by its captions.
fn describe_captions(reading: &mut SourceContent, captions: ReadText) {
    reading.text = Some(captions);
    reading.kind = ContentKind::Transcript;
    reading.status = Status::Whole;
    reading.detail = None;
}

/// The name under which a file lies at its address.
fn file_name(url: &Url) -> String {
    let mut parts = url.path().rsplit('/');
    let name = parts.find(|part| !part.is_empty()).unwrap_or("data");
    name.to_owned()
}

/// Returns its display name: its title, or its address without scheme and `www.`.
fn name_of(url: &Url, title: Option<&str>) -> String {
    let name = match title {
        Some(title) => title.to_owned(),
        None => {
            let host = url.host_str().unwrap_or_default();
            format!("{}{}", host.trim_start_matches("www."), url.path())
        }
    };
    let name = name.trim_end_matches('/');
    name.chars().take(NAME_CHARACTERS).collect()
}
