//! Data that was typed into a message.

use portolan_documents::TypedTable;
use portolan_domain::Source;
use uuid::Uuid;

use super::reader::{ReadError, SourceReader};

/// The name of such a source; its table is called `typed_data` in SQL.
const NAME: &str = "Typed data";
const FILE_NAME: &str = "Typed data.csv";

impl SourceReader {
    /// Reads typed data into a source; `None` if there is no table in it after all.
    pub async fn read_typed(
        &self,
        user_id: Uuid,
        table: &TypedTable,
    ) -> Result<Option<Source>, ReadError> {
        let folder = self.folder()?;
        let file = folder.path().join("typed.csv");
        tokio::fs::write(&file, table.to_csv()).await?;
        let sources = self.read(user_id, &file, FILE_NAME, &|_| ()).await?;
        let source = sources.into_iter().next();
        Ok(source.map(|source| Source {
            name: NAME.into(),
            ..source
        }))
    }
}
