use std::path::{Path, PathBuf};

use portolan_query::{Failure, FailureCode};
use portolan_query_pool::QueryPool;
use sha2::{Digest, Sha256};
use tokio::io::AsyncReadExt;
use uuid::Uuid;

use super::{
    objects::{ObjectError, Objects},
    texts::{self, Text},
};
use crate::{
    clock::Clock,
    ids::Ids,
    model::{Source, SourceStatus},
};

/// Turns a file into sources: one for each table that is in it, or one for a text.
#[derive(Clone)]
pub struct SourceReader {
    pub queries: QueryPool,
    pub objects: Objects,
    pub clock: Clock,
    pub ids: Ids,
    /// A folder for what is being read.
    pub work: PathBuf,
}

#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    #[error("{}", .0.message)]
    Failed(Failure),
    #[error(transparent)]
    Object(#[from] ObjectError),
    #[error("a file could not be written: {0}")]
    File(#[from] std::io::Error),
}

impl SourceReader {
    /// Reads the file, keeps its tables as Parquet objects or its text as it is, and says what the
    /// store should know.
    ///
    /// `file_name` is the name under which it came. The file itself is left where it is.
    pub async fn read(
        &self,
        user_id: Uuid,
        file: &Path,
        file_name: &str,
    ) -> Result<Vec<Source>, ReadError> {
        let content_hash = hash(file).await?;
        if let Some(text) = self.text(file, file_name).await? {
            let source = self.keep(user_id, file_name, content_hash, text).await?;
            return Ok(vec![source]);
        }
        let folder = self.work.join(self.ids.id().to_string());
        tokio::fs::create_dir_all(&folder).await?;
        let converted = self.queries.convert(file, file_name, &folder).await;
        let sources = match converted {
            Ok(tables) if tables.is_empty() => Err(ReadError::Failed(Failure {
                code: FailureCode::SourceEmpty,
                message: format!(
                    "There is no table in {file_name}: add rows to it, or choose another file."
                ),
            })),
            Ok(tables) => {
                let many = tables.len() > 1;
                let mut sources = Vec::with_capacity(tables.len());
                for table in tables {
                    let id = self.ids.id();
                    let object_path = format!("{user_id}/{id}.parquet");
                    self.objects
                        .put_file(&object_path, Path::new(&table.path))
                        .await?;
                    sources.push(Source {
                        id,
                        user_id,
                        name: if many {
                            format!("{file_name} · {}", table.title)
                        } else {
                            file_name.to_owned()
                        },
                        kind: kind(file_name),
                        status: SourceStatus::Whole,
                        detail: (!table.notes.is_empty()).then(|| table.notes.join(" ")),
                        sql_name: table.profile.name.clone(),
                        object_path: Some(object_path),
                        bytes: table.bytes,
                        row_count: Some(table.profile.row_count),
                        profile: Some(table.profile),
                        document: None,
                        content_hash: content_hash.clone(),
                        url: None,
                        created_at: self.clock.now(),
                    });
                }
                Ok(sources)
            }
            Err(failure) => Err(ReadError::Failed(failure)),
        };
        if let Err(error) = tokio::fs::remove_dir_all(&folder).await {
            tracing::warn!(error.cause = %error, "work folder was not removed; the next start removes it");
        }
        sources
    }

    /// The file as a text, where it is one.
    async fn text(&self, file: &Path, file_name: &str) -> Result<Option<Text>, ReadError> {
        let (file, file_name) = (file.to_owned(), file_name.to_owned());
        tokio::task::spawn_blocking(move || texts::read(&file, &file_name))
            .await
            .map_err(std::io::Error::other)??
            .map_err(ReadError::Failed)
    }

    async fn keep(
        &self,
        user_id: Uuid,
        file_name: &str,
        content_hash: String,
        text: Text,
    ) -> Result<Source, ReadError> {
        let id = self.ids.id();
        let object_path = format!("{user_id}/{id}.txt");
        let file = self.work.join(id.to_string());
        tokio::fs::write(&file, &text.text).await?;
        self.objects.put_file(&object_path, &file).await?;
        let is_transcript = text.profile.format.is_transcript();
        Ok(Source {
            id,
            user_id,
            name: file_name.to_owned(),
            kind: if is_transcript {
                "transcript"
            } else {
                "document"
            }
            .into(),
            status: SourceStatus::Whole,
            detail: text.note,
            sql_name: String::new(),
            object_path: Some(object_path),
            bytes: text.text.len() as u64,
            row_count: None,
            profile: None,
            document: Some(text.profile),
            content_hash,
            url: None,
            created_at: self.clock.now(),
        })
    }
}

/// What a file was, by its name's ending; `table` where it has none.
fn kind(file_name: &str) -> String {
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
