use std::path::{Path, PathBuf};

use portolan_databases::TableQueries;
use portolan_domain::{Source, SourceStatus};
use portolan_environment::{clock::Clock, ids::Ids};
use portolan_query::{
    FailureCode, WorkerFailure,
    reading::{ContentKind, SourceContent, Status},
};
use portolan_query_pool::ReadFile;
use sha2::{Digest, Sha256};
use tempfile::TempDir;
use tokio::io::AsyncReadExt;
use uuid::Uuid;

use super::{
    objects::{ObjectError, Objects},
    step::{OnReadStep, ReadStep},
    texts::{self, DecodedText},
};

/// Turns a file into sources: one for each table that is in it, or one for a text, a page or a paper,
/// with its tables.
#[derive(Clone)]
pub struct SourceReader {
    pub queries: TableQueries,
    pub objects: Objects,
    pub clock: Clock,
    pub ids: Ids,
    /// A folder for what is being read.
    pub work: PathBuf,
}

#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    #[error("{}", .0.message)]
    Failed(WorkerFailure),
    #[error(transparent)]
    Object(#[from] ObjectError),
    #[error("a file could not be written: {0}")]
    File(#[from] std::io::Error),
}

impl SourceReader {
    /// Reads the file, keeps its tables as Parquet objects or its text as UTF-8, and says what the
    /// store should know; `tell` hears of the pages of a long one.
    ///
    /// `file_name` is the name under which it came. The file itself is left where it is.
    pub async fn read(
        &self,
        user_id: Uuid,
        file: &Path,
        file_name: &str,
        on_step: &OnReadStep<'_>,
    ) -> Result<Vec<Source>, ReadError> {
        let content_hash = hash(file).await?;
        let folder = self.folder()?;
        if let Some(text) = self.text(file, file_name).await? {
            let source = self
                .keep_file(folder.path(), user_id, file_name, content_hash, text)
                .await?;
            return Ok(vec![source]);
        }
        self.read_into(
            folder.path(),
            user_id,
            file,
            file_name,
            content_hash,
            on_step,
        )
        .await
    }

    async fn read_into(
        &self,
        folder: &Path,
        user_id: Uuid,
        file: &Path,
        file_name: &str,
        content_hash: String,
        on_step: &OnReadStep<'_>,
    ) -> Result<Vec<Source>, ReadError> {
        if texts::is_page(file, file_name).await? {
            let input = ReadFile {
                path: file,
                content_type: None,
                url: Some(file_name),
            };
            let reading = self.read_file(input, on_step).await?;
            if reading.kind != ContentKind::Table {
                let base = Source {
                    content_hash,
                    ..self.base(user_id, file_name)
                };
                let tables = self.convert(&reading.tables, folder).await;
                let has_tables = !tables.is_empty();
                if let Some(failure) = nothing_found(&reading).filter(|_| !has_tables) {
                    return Err(ReadError::Failed(failure));
                }
                let read = self.keep(base, reading, tables, folder).await?;
                return Ok(std::iter::once(read.main).chain(read.others).collect());
            }
        }
        let tables = self
            .queries
            .convert(file, file_name, folder)
            .await
            .map_err(ReadError::Failed)?;
        if tables.is_empty() {
            return Err(ReadError::Failed(WorkerFailure {
                code: FailureCode::SourceEmpty,
                message: format!(
                    "{file_name} contains no table. Choose a file with rows and columns."
                ),
            }));
        }
        let many = tables.len() > 1;
        let mut sources = Vec::with_capacity(tables.len());
        for table in tables {
            let name = if many {
                format!("{file_name} · {}", table.title)
            } else {
                file_name.to_owned()
            };
            let mut source = Source {
                name,
                kind: file_kind(file_name),
                content_hash: content_hash.clone(),
                ..self.base(user_id, file_name)
            };
            self.keep_table(&mut source, table).await?;
            sources.push(source);
        }
        Ok(sources)
    }

    /// Reads a page, a paper or a feed in a worker.
    pub(super) async fn read_file(
        &self,
        file: ReadFile<'_>,
        on_step: &OnReadStep<'_>,
    ) -> Result<SourceContent, ReadError> {
        let tell_page = |page, pages| on_step(ReadStep::page(page, pages));
        let read = self.queries.read(file, &tell_page).await;
        read.map_err(ReadError::Failed)
    }

    /// Removes the objects of sources that nothing points at; one that stays costs room and no more.
    pub async fn discard(&self, sources: &[Source]) {
        for object_path in sources.iter().flat_map(Source::object_paths) {
            self.discard_object(object_path).await;
        }
    }

    pub(super) async fn discard_object(&self, object_path: &str) {
        if let Err(error) = self.objects.delete(object_path).await {
            tracing::warn!(error.cause = %error, "unused object not removed");
        }
    }

    /// Creates a folder for what is being read, which is removed when it is dropped.
    pub(super) fn folder(&self) -> std::io::Result<TempDir> {
        TempDir::new_in(&self.work)
    }

    /// A new source of a file, of which nothing is kept yet.
    pub(super) fn base(&self, user_id: Uuid, file_name: &str) -> Source {
        Source {
            id: self.ids.id(),
            user_id,
            name: file_name.to_owned(),
            kind: String::new(),
            status: SourceStatus::Whole,
            detail: None,
            sql_name: String::new(),
            object_path: None,
            bytes: 0,
            row_count: None,
            profile: None,
            words: None,
            original: None,
            document: None,
            metadata: None,
            content_hash: String::new(),
            url: None,
            created_at: self.clock.now(),
        }
    }

    /// The file as a text, if it is one.
    async fn text(&self, file: &Path, file_name: &str) -> Result<Option<DecodedText>, ReadError> {
        let (file, file_name) = (file.to_owned(), file_name.to_owned());
        tokio::task::spawn_blocking(move || texts::read_text(&file, &file_name))
            .await
            .map_err(std::io::Error::other)??
            .map_err(ReadError::Failed)
    }

    async fn keep_file(
        &self,
        folder: &Path,
        user_id: Uuid,
        file_name: &str,
        content_hash: String,
        text: DecodedText,
    ) -> Result<Source, ReadError> {
        let base = self.base(user_id, file_name);
        let object_path = format!("{user_id}/{}.txt", base.id);
        let file = folder.join("text.txt");
        tokio::fs::write(&file, &text.text).await?;
        self.objects.put_file(&object_path, &file).await?;
        let is_transcript = text.profile.format.is_transcript();
        let kind = if is_transcript {
            "transcript"
        } else {
            "document"
        };
        Ok(Source {
            kind: kind.into(),
            detail: text.note,
            object_path: Some(object_path),
            bytes: text.text.len() as u64,
            document: Some(text.profile),
            content_hash,
            ..base
        })
    }
}

/// Why a file that was read gave nothing, where it gave nothing.
fn nothing_found(reading: &SourceContent) -> Option<WorkerFailure> {
    let code = match reading.status {
        Status::Blocked => FailureCode::SourceUnreadable,
        Status::Empty => FailureCode::SourceEmpty,
        Status::Whole | Status::Part => return None,
    };
    let message = reading.detail.clone();
    let message = message.unwrap_or_else(|| "This file is empty or unreadable.".into());
    Some(WorkerFailure { code, message })
}

/// Returns the format of a file by the ending of its name; `table` without one.
fn file_kind(file_name: &str) -> String {
    Path::new(file_name)
        .extension()
        .and_then(|ending| ending.to_str())
        .filter(|ending| {
            ending.len() <= 8 && ending.bytes().all(|byte| byte.is_ascii_alphanumeric())
        })
        .map_or_else(|| "table".to_owned(), str::to_lowercase)
}

/// SHA-256 of a file in hexadecimal digits.
async fn hash(file: &Path) -> std::io::Result<String> {
    let mut file = tokio::fs::File::open(file).await?;
    let mut hasher = Sha256::new();
    let mut buffer = vec![0; 1 << 16];
    loop {
        let count = file.read(&mut buffer).await?;
        if count == 0 {
            return Ok(hex::encode(hasher.finalize()));
        }
        hasher.update(&buffer[..count]);
    }
}
