//! Edits of a table's columns: each derives the queried table anew from the one that was read.

use portolan_databases::is_remote_kind;
use portolan_domain::{Source, TableOriginal};
use portolan_query::ColumnEdit;

use super::reader::{ReadError, SourceReader};

impl SourceReader {
    /// Returns the source with these edits in place of its own. Its old files stay.
    ///
    /// The edits must be checked. A source without a table is returned as it is.
    pub async fn edit_columns(
        &self,
        source: &Source,
        edits: Vec<ColumnEdit>,
    ) -> Result<Source, ReadError> {
        let Some(original) = original_of(source) else {
            return Ok(source.clone());
        };
        let folder = self.folder()?;
        let mut edited = self
            .derive(source, &original, &edits, folder.path())
            .await?;
        if !edits.is_empty() {
            edited.original = Some(TableOriginal { edits, ..original });
        }
        Ok(edited)
    }

    async fn derive(
        &self,
        source: &Source,
        original: &TableOriginal,
        edits: &[ColumnEdit],
        folder: &std::path::Path,
    ) -> Result<Source, ReadError> {
        let path = self.objects.local_path(&original.object_path).await?;
        let table = self
            .queries
            .edit(&path, &source.sql_name, edits, folder)
            .await
            .map_err(ReadError::Failed)?;
        let object_path = format!("{}/{}.parquet", source.user_id, self.ids.id());
        self.objects
            .put_file(&object_path, std::path::Path::new(&table.path))
            .await?;
        let mut edited = Source {
            object_path: Some(object_path),
            bytes: table.bytes,
            profile: Some(table.profile),
            original: None,
            ..source.clone()
        };
        edited.words = edited.renewed_words(renamed_words(source, &edited).as_ref());
        Ok(edited)
    }

    /// Returns new content with the names and types that its owner gave the old columns, as far as they are there.
    pub async fn carry_edits(&self, old: &Source, new: Source) -> Source {
        let chosen = old.original.as_ref().zip(original_of(&new));
        let Some(edits) = chosen.and_then(|(old, new)| new.with_choices_of(&old.edits)) else {
            return new;
        };
        match self.edit_columns(&new, edits).await {
            Ok(edited) => {
                self.discard_replaced(&new, &edited).await;
                edited
            }
            // Types that the new values don't have are no reason to refuse the values.
            Err(error) => {
                tracing::warn!(error.cause = %error, "column edits not carried over");
                new
            }
        }
    }

    /// Removes the files of a source that its newer state doesn't use.
    pub async fn discard_replaced(&self, old: &Source, new: &Source) {
        let used = new.object_paths();
        for path in old.object_paths() {
            if !used.contains(&path) {
                self.discard_object(path).await;
            }
        }
    }
}

/// Returns the table that edits begin with: the queried one where it has none. Tables of databases have no edits.
pub fn original_of(source: &Source) -> Option<TableOriginal> {
    if is_remote_kind(&source.kind) {
        return None;
    }
    if source.original.is_some() {
        return source.original.clone();
    }
    let (path, profile) = (source.object_path.clone()?, source.profile.as_ref()?);
    Some(TableOriginal::of(path, profile, Vec::new()))
}

/// Returns the words of the source about the columns as they are called now. Edits keep the order of columns.
fn renamed_words(source: &Source, edited: &Source) -> Option<portolan_domain::SourceWords> {
    let mut words = source.words.clone()?;
    let (before, after) = (source.profile.as_ref()?, edited.profile.as_ref()?);
    let names = before.columns.iter().zip(&after.columns);
    let names = names.map(|(before, after)| (before.name.as_str(), after.name.as_str()));
    words.rename_columns(&names.collect());
    Some(words)
}
