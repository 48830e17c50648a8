//! Turns what is at an address, or what a browser saw there, into sources.

use std::path::{Path, PathBuf};

use portolan_documents::{Document, DocumentProfile, Format};
use portolan_query::{ConvertedTable, Failure, FailureCode};
use portolan_reading::{Grid, Input, Kind, Reading, Status, Text, as_captions, readable_address};
use sha2::{Digest, Sha256};
use url::Url;
use uuid::Uuid;

use super::{
    fetch::{FetchError, Fetched, Fetcher},
    reader::{ReadError, SourceReader},
};
use crate::model::{ReadOutcome, Source, SourceStatus};

/// Characters of a source's name.
const NAME_CHARACTERS: usize = 200;
/// Caption tracks that are tried.
const TRACKS: usize = 2;

/// Reads addresses; cheap to clone.
#[derive(Clone)]
pub struct WebReader {
    pub fetcher: Fetcher,
    pub reader: SourceReader,
}

/// Whose source is made, under which id.
#[derive(Clone, Copy, Debug)]
pub struct NewSource<'a> {
    pub id: Uuid,
    pub user_id: Uuid,
    pub url: &'a Url,
}

/// What a browser saw of a page, without anything being fetched.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    pub html: String,
    pub title: Option<String>,
    pub tables: Vec<Grid>,
    pub captions: Option<String>,
    pub selection: Option<String>,
}

/// A page and its tables.
#[derive(Clone, Debug)]
pub struct ReadSources {
    pub main: Source,
    /// Sources of their own.
    pub others: Vec<Source>,
}

#[derive(Debug, thiserror::Error)]
pub enum WebError {
    #[error(transparent)]
    Fetch(#[from] FetchError),
    #[error(transparent)]
    Read(#[from] ReadError),
}

impl From<Failure> for WebError {
    fn from(failure: Failure) -> Self {
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

impl ReadSources {
    pub fn outcome(&self) -> ReadOutcome {
        match self.main.status {
            SourceStatus::Blocked => ReadOutcome::Blocked,
            _ => ReadOutcome::Read,
        }
    }
}

impl WebReader {
    /// Fetches and reads; `tell` hears of each step.
    pub async fn read(
        &self,
        new: NewSource<'_>,
        must_be_fresh: bool,
        tell: &(dyn Fn(String) + Send + Sync),
    ) -> Result<ReadSources, WebError> {
        let address = readable_address(new.url);
        let host = new.url.host_str().unwrap_or_default();
        tell(format!("Fetching {host}"));
        let fetched = self.fetcher.fetch(&address, must_be_fresh).await?;
        tell(format!("Reading what {host} sent"));
        let folder = self.folder().await?;
        let sources = self.read_fetched(new, &fetched, &folder, tell).await;
        remove(&folder).await;
        sources
    }

    async fn read_fetched(
        &self,
        new: NewSource<'_>,
        fetched: &Fetched,
        folder: &Path,
        tell: &(dyn Fn(String) + Send + Sync),
    ) -> Result<ReadSources, WebError> {
        let bytes = tokio::fs::read(&fetched.file).await?;
        let content_type = fetched.content_type.clone();
        let mut reading = read_bytes(bytes, content_type, fetched.url.clone()).await?;
        let tables = if reading.kind == Kind::Table {
            let name = file_name(&fetched.url);
            self.reader
                .queries
                .convert(&fetched.file, &name, folder)
                .await?
        } else {
            self.convert(&reading.tables, folder).await
        };
        self.add_captions(&mut reading, tell).await?;
        let hash = fetched.content_hash.clone();
        self.keep(new, reading, tables, hash, folder).await
    }

    /// Reads what a browser saw.
    pub async fn read_seen(&self, new: NewSource<'_>, seen: Seen) -> Result<ReadSources, WebError> {
        let folder = self.folder().await?;
        let sources = self.read_browsers(new, seen, &folder).await;
        remove(&folder).await;
        sources
    }

    async fn read_browsers(
        &self,
        new: NewSource<'_>,
        seen: Seen,
        folder: &Path,
    ) -> Result<ReadSources, WebError> {
        let content_hash = hex::encode(Sha256::digest(&seen.html));
        let html = Some("text/html; charset=utf-8".to_owned());
        let mut reading = read_bytes(seen.html.into_bytes(), html, new.url.clone()).await?;
        if seen.title.is_some() {
            reading.metadata.title = seen.title;
        }
        if reading.tables.is_empty() {
            reading.tables = seen.tables;
        }
        let selection = seen.selection.filter(|text| !text.trim().is_empty());
        if let Some(captions) = seen.captions.as_deref().and_then(as_captions) {
            say(&mut reading, captions);
        } else if let Some(selection) = selection {
            reading.status = Status::Part;
            reading.detail = Some("Only what you had selected on the page was read.".into());
            reading.text = Some(Text {
                text: selection,
                format: Format::Text,
            });
        }
        let tables = self.convert(&reading.tables, folder).await;
        self.keep(new, reading, tables, content_hash, folder).await
    }

    /// Fetches the captions that a video's page offers.
    async fn add_captions(
        &self,
        reading: &mut Reading,
        tell: &(dyn Fn(String) + Send + Sync),
    ) -> Result<(), WebError> {
        let mut failure = None;
        for track in reading.tracks.clone().iter().take(TRACKS) {
            let language = track.language.as_deref().unwrap_or("their language");
            tell(format!("Fetching the captions in {language}"));
            let Ok(url) = Url::parse(&track.url) else {
                continue;
            };
            let text = match self.fetcher.fetch(&url, false).await {
                Ok(fetched) => tokio::fs::read(&fetched.file).await?,
                Err(error) => {
                    failure = Some(error.to_string());
                    continue;
                }
            };
            let Some(captions) = as_captions(&String::from_utf8_lossy(&text)) else {
                failure = Some("what the site gave holds no captions".into());
                continue;
            };
            say(reading, captions);
            if track.is_automatic {
                let detail = "The captions were written by a machine that listened.";
                reading.detail = Some(detail.into());
            }
            return Ok(());
        }
        if let Some(failure) = failure {
            reading.status = Status::Part;
            reading.detail = Some(format!(
                "The video's captions could not be had ({failure}): only what its page says of it was read."
            ));
        }
        Ok(())
    }

    /// Keeps texts and tables as objects, and says what the store should know.
    async fn keep(
        &self,
        new: NewSource<'_>,
        reading: Reading,
        tables: Vec<ConvertedTable>,
        content_hash: String,
        folder: &Path,
    ) -> Result<ReadSources, WebError> {
        let name = name_of(new.url, reading.metadata.title.as_deref());
        let mut main = Source {
            status: status(reading.status),
            detail: reading.detail,
            kind: kind(reading.kind).into(),
            name: name.clone(),
            content_hash: content_hash.clone(),
            ..self.empty(new)
        };
        if let Some(text) = reading.text {
            let path = folder.join("text.txt");
            self.keep_text(&mut main, path, text).await?;
        }
        let mut tables = tables.into_iter();
        if reading.kind == Kind::Table
            && let Some(table) = tables.next()
        {
            main.kind = kind(Kind::Table).into();
            self.keep_table(&mut main, table).await?;
        }
        let mut others = Vec::new();
        for table in tables {
            let mut source = Source {
                name: shortened(&format!("{name} · {}", table.title)),
                kind: kind(Kind::Table).into(),
                content_hash: content_hash.clone(),
                ..self.empty(NewSource {
                    id: self.reader.ids.id(),
                    ..new
                })
            };
            self.keep_table(&mut source, table).await?;
            others.push(source);
        }
        Ok(ReadSources { main, others })
    }

    async fn keep_text(
        &self,
        source: &mut Source,
        path: PathBuf,
        text: Text,
    ) -> Result<(), WebError> {
        let Text { text, format } = text;
        tokio::fs::write(&path, &text).await?;
        source.bytes = text.len() as u64;
        let name = source.name.clone();
        let profile = tokio::task::spawn_blocking(move || {
            DocumentProfile::from(&Document::read(&text, format, &name))
        })
        .await
        .map_err(std::io::Error::other)?;
        if profile.passage_count == 0 {
            source.status = SourceStatus::Empty;
            source
                .detail
                .get_or_insert_with(|| "There is no text in it that could be quoted.".into());
            return Ok(());
        }
        let object_path = format!("{}/{}.txt", source.user_id, source.id);
        self.reader
            .objects
            .put_file(&object_path, &path)
            .await
            .map_err(ReadError::Object)?;
        source.object_path = Some(object_path);
        source.document = Some(profile);
        Ok(())
    }

    async fn keep_table(&self, source: &mut Source, table: ConvertedTable) -> Result<(), WebError> {
        let object_path = format!("{}/{}.parquet", source.user_id, source.id);
        self.reader
            .objects
            .put_file(&object_path, Path::new(&table.path))
            .await
            .map_err(ReadError::Object)?;
        source.sql_name.clone_from(&table.profile.name);
        source.object_path = Some(object_path);
        source.bytes = table.bytes;
        source.row_count = Some(table.profile.row_count);
        source.profile = Some(table.profile);
        if !table.notes.is_empty() {
            source.detail = Some(table.notes.join(" "));
        }
        Ok(())
    }

    /// Tables that a browser saw; those that hold nothing are left out.
    async fn convert(&self, grids: &[Grid], folder: &Path) -> Vec<ConvertedTable> {
        let mut tables = Vec::new();
        for (number, grid) in grids.iter().enumerate() {
            let inner = folder.join(format!("seen-{number}"));
            let file = inner.join("table.csv");
            let written = tokio::fs::create_dir_all(&inner).await.is_ok()
                && tokio::fs::write(&file, grid.to_csv()).await.is_ok();
            if !written {
                continue;
            }
            let name = format!("{}.csv", grid.title.replace(['/', '.'], " "));
            if let Ok(mut found) = self.reader.queries.convert(&file, &name, &inner).await {
                for table in &mut found {
                    table.title.clone_from(&grid.title);
                }
                tables.extend(found);
            }
        }
        tables
    }

    /// A source of which nothing was read yet.
    pub fn empty(&self, new: NewSource<'_>) -> Source {
        Source {
            id: new.id,
            user_id: new.user_id,
            name: name_of(new.url, None),
            kind: kind(Kind::Page).into(),
            status: SourceStatus::Whole,
            detail: None,
            sql_name: String::new(),
            object_path: None,
            bytes: 0,
            row_count: None,
            profile: None,
            document: None,
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
            detail: Some(sentence(&error.to_string())),
            ..self.empty(new)
        }
    }

    async fn folder(&self) -> Result<PathBuf, WebError> {
        let folder = self.reader.work.join(self.reader.ids.id().to_string());
        tokio::fs::create_dir_all(&folder).await?;
        Ok(folder)
    }
}

async fn remove(folder: &Path) {
    if let Err(error) = tokio::fs::remove_dir_all(folder).await {
        tracing::warn!(error.cause = %error, "work folder was not removed; the next start removes it");
    }
}

/// Off the runtime: a long page takes a while.
async fn read_bytes(
    bytes: Vec<u8>,
    content_type: Option<String>,
    url: Url,
) -> Result<Reading, WebError> {
    let read = tokio::task::spawn_blocking(move || {
        portolan_reading::read(&Input {
            bytes: &bytes,
            content_type: content_type.as_deref(),
            url: Some(url.as_str()),
        })
    });
    let read = read.await.map_err(std::io::Error::other)?;
    read.map_err(|unreadable| {
        Failure {
            code: FailureCode::SourceUnreadable,
            message: unreadable.0,
        }
        .into()
    })
}

/// What is said in a video takes the place of what is said of it.
fn say(reading: &mut Reading, captions: String) {
    let format = Format::detect(&captions, "captions.vtt");
    reading.text = Some(Text {
        text: captions,
        format,
    });
    reading.kind = Kind::Transcript;
    reading.status = Status::Whole;
    reading.detail = None;
}

/// The name under which a file lies at its address.
fn file_name(url: &Url) -> String {
    let mut parts = url.path().rsplit('/');
    let name = parts.find(|part| !part.is_empty()).unwrap_or("data");
    name.to_owned()
}

/// What people call it: its title, or its address without what all addresses have.
fn name_of(url: &Url, title: Option<&str>) -> String {
    let name = match title {
        Some(title) => title.to_owned(),
        None => {
            let host = url.host_str().unwrap_or_default();
            format!("{}{}", host.trim_start_matches("www."), url.path())
        }
    };
    shortened(name.trim_end_matches('/'))
}

fn shortened(name: &str) -> String {
    name.chars().take(NAME_CHARACTERS).collect()
}

fn status(status: Status) -> SourceStatus {
    match status {
        Status::Whole => SourceStatus::Whole,
        Status::Part => SourceStatus::Part,
        Status::Blocked => SourceStatus::Blocked,
        Status::Empty => SourceStatus::Empty,
    }
}

fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Page => "page",
        Kind::Video => "video",
        Kind::Pdf => "pdf",
        Kind::Feed => "feed",
        Kind::Document => "document",
        Kind::Transcript => "transcript",
        Kind::Table => "table",
    }
}

/// An error's text as a person reads it: with a capital letter and a full stop.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first: String = letters
        .next()
        .into_iter()
        .flat_map(char::to_uppercase)
        .collect();
    let stop = if text.ends_with('.') { "" } else { "." };
    format!("{first}{}{stop}", letters.as_str())
}
