//! Stores what was read: texts and tables become objects with rows in the store.

use std::path::{Path, PathBuf};

use portolan_documents::{Document, DocumentProfile, first_sentences};
use portolan_domain::{ReadOutcome, Source, SourceStatus, SourceWords, TableOriginal};
use portolan_query::{
    ConvertedTable,
    reading::{ContentKind, Grid, Metadata, ReadText, SourceContent, Status},
};

use super::reader::{ReadError, SourceReader};

/// Characters of a source's name.
pub const NAME_CHARACTERS: usize = 200;

/// Characters of a page's lead, where the page doesn't describe itself.
const LEAD_CHARACTERS: usize = 400;

/// A page and its tables.
#[derive(Clone, Debug)]
pub struct ReadSources {
    pub main: Source,
    /// Sources of their own.
    pub others: Vec<Source>,
}

impl ReadSources {
    pub fn outcome(&self) -> ReadOutcome {
        match self.main.status {
            SourceStatus::Blocked => ReadOutcome::Blocked,
            _ => ReadOutcome::Read,
        }
    }
}

impl SourceReader {
    /// Stores what was read and its tables; `base` contains the source's other fields.
    pub(super) async fn keep(
        &self,
        base: Source,
        reading: SourceContent,
        tables: Vec<ConvertedTable>,
        folder: &Path,
    ) -> Result<ReadSources, ReadError> {
        let mut main = Source {
            status: source_status(reading.status),
            detail: reading.detail,
            kind: kind_name(reading.kind).into(),
            metadata: Some(reading.metadata).filter(|metadata| *metadata != Metadata::default()),
            ..base.clone()
        };
        if let Some(text) = reading.text {
            let path = folder.join("text.txt");
            self.keep_text(&mut main, path, text).await?;
        }
        let mut tables = tables.into_iter();
        if reading.kind == ContentKind::Table
            && let Some(table) = tables.next()
        {
            self.keep_table(&mut main, table).await?;
        }
        let mut others = Vec::new();
        for table in tables {
            let name = format!("{} · {}", base.name, table.title);
            let mut source = Source {
                id: self.ids.id(),
                name: name.chars().take(NAME_CHARACTERS).collect(),
                kind: kind_name(ContentKind::Table).into(),
                ..base.clone()
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
        text: ReadText,
    ) -> Result<(), ReadError> {
        let ReadText { text, format } = text;
        tokio::fs::write(&path, &text).await?;
        source.bytes = text.len() as u64;
        let name = source.name.clone();
        let (profile, lead) = tokio::task::spawn_blocking(move || {
            let document = Document::read(&text, format, &name);
            let lead = document
                .lead()
                .map(|lead| first_sentences(lead, LEAD_CHARACTERS));
            (DocumentProfile::from(&document), lead)
        })
        .await
        .map_err(std::io::Error::other)?;
        if let Some(lead) = lead.filter(|_| source.url.is_some()) {
            let metadata = source.metadata.get_or_insert_default();
            metadata.description.get_or_insert(lead);
        }
        if profile.passage_count == 0 {
            source.status = SourceStatus::Empty;
            source
                .detail
                .get_or_insert_with(|| "It contains no text to quote.".into());
            return Ok(());
        }
        let object_path = format!("{}/{}.txt", source.user_id, source.id);
        self.objects.put_file(&object_path, &path).await?;
        source.object_path = Some(object_path);
        source.document = Some(profile);
        Ok(())
    }

    pub(super) async fn keep_table(
        &self,
        source: &mut Source,
        table: ConvertedTable,
    ) -> Result<(), ReadError> {
        let object_path = format!("{}/{}.parquet", source.user_id, source.id);
        self.objects
            .put_file(&object_path, Path::new(&table.path))
            .await?;
        if let Some(original) = &table.original {
            let original_path = format!("{}/{}.original.parquet", source.user_id, source.id);
            self.objects
                .put_file(&original_path, Path::new(original))
                .await?;
            let original = TableOriginal::of(original_path, &table.profile, table.edits);
            source.original = Some(original);
        }
        source.sql_name.clone_from(&table.profile.name);
        source.object_path = Some(object_path);
        source.bytes = table.bytes;
        source.row_count = Some(table.profile.row_count);
        let profile = table.profile;
        let proposed = tokio::task::spawn_blocking(move || {
            let words = SourceWords::propose(&profile);
            (profile, words)
        });
        let (profile, words) = proposed.await.map_err(std::io::Error::other)?;
        source.profile = Some(profile);
        source.words = Some(words);
        if !table.notes.is_empty() {
            source.detail = Some(table.notes.join(" "));
        }
        Ok(())
    }

    /// Returns the tables of a page, without empty ones.
    pub(super) async fn convert(&self, grids: &[Grid], folder: &Path) -> Vec<ConvertedTable> {
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
            if let Ok(mut found) = self.queries.convert(&file, &name, &inner).await {
                for table in &mut found {
                    table.title.clone_from(&grid.title);
                }
                tables.extend(found);
            }
        }
        tables
    }
}

fn source_status(status: Status) -> SourceStatus {
    match status {
        Status::Whole => SourceStatus::Whole,
        Status::Part => SourceStatus::Part,
        Status::Blocked => SourceStatus::Blocked,
        Status::Empty => SourceStatus::Empty,
    }
}

pub fn kind_name(kind: ContentKind) -> &'static str {
    match kind {
        ContentKind::Page => "page",
        ContentKind::Video => "video",
        ContentKind::Pdf => "pdf",
        ContentKind::Feed => "feed",
        ContentKind::Document => "document",
        ContentKind::Transcript => "transcript",
        ContentKind::Table => "table",
    }
}
