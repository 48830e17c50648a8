//! Tables of databases as sources: what is stored describes them, their rows stay where they are.

use portolan_query::WorkerFailure;
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::{
    keep::NAME_CHARACTERS,
    reader::{ReadError, SourceReader},
    renew::RenewError,
    web::WebError,
};
use crate::{
    databases::{DatabaseLogin, DescribedTable, FoundTable, OBJECT_ENDING, TableName},
    model::{Source, SourceWords},
    store::Store,
};

impl SourceReader {
    /// Lists the tables of a database.
    pub async fn database_tables(
        &self,
        login: &DatabaseLogin,
    ) -> Result<Vec<FoundTable>, WorkerFailure> {
        self.queries.databases()?.tables(login).await
    }

    /// Profiles tables of a database and keeps their descriptions.
    pub async fn read_database(
        &self,
        user_id: Uuid,
        login: &DatabaseLogin,
        tables: &[TableName],
    ) -> Result<Vec<Source>, ReadError> {
        let databases = self.queries.databases().map_err(ReadError::Failed)?;
        let described = databases.describe(login, tables).await;
        let mut sources = Vec::new();
        for table in described.map_err(ReadError::Failed)? {
            sources.push(self.keep_described(user_id, table).await?);
        }
        Ok(sources)
    }

    /// Reads the columns and statistics of a database's table again. Its queries always see the current rows.
    pub async fn renew_database(&self, store: &Store, old: Source) -> Result<Source, RenewError> {
        let failed = |error: ReadError| RenewError::Web(WebError::Read(error));
        let object_path = old.object_path.as_deref().ok_or(RenewError::NoAddress)?;
        let path = self.objects.local_path(object_path).await;
        let path = path.map_err(|error| failed(error.into()))?;
        let object = tokio::fs::read(&path).await;
        let object = object.map_err(|error| failed(error.into()))?;
        let described = match self.queries.databases() {
            Ok(databases) => databases.describe_again(&object).await,
            Err(failure) => Err(failure),
        };
        let described = described.map_err(|failure| failed(ReadError::Failed(failure)))?;
        let new = self
            .keep_described(old.user_id, described)
            .await
            .map_err(failed)?;
        match store.replace_source(old.id, old.user_id, &new).await {
            Ok(kept) => {
                self.discard(&[old]).await;
                Ok(kept)
            }
            Err(error) => {
                self.discard(&[new]).await;
                Err(error.into())
            }
        }
    }

    async fn keep_described(
        &self,
        user_id: Uuid,
        table: DescribedTable,
    ) -> Result<Source, ReadError> {
        let name: String = table.name.table.chars().take(NAME_CHARACTERS).collect();
        let mut source = self.base(user_id, &name);
        let folder = self.folder()?;
        let file = folder.path().join("table.json");
        let object_path = format!("{user_id}/{}{OBJECT_ENDING}", source.id);
        tokio::fs::write(&file, &table.object).await?;
        self.objects.put_file(&object_path, &file).await?;
        let columns = serde_json::to_vec(&table.profile).map_err(std::io::Error::other)?;
        source.kind = table.engine.source_kind().to_owned();
        source.content_hash = hex::encode(Sha256::digest(columns));
        source.sql_name.clone_from(&table.profile.name);
        source.object_path = Some(object_path);
        source.bytes = table.object.len() as u64;
        source.row_count = Some(table.profile.row_count);
        source.words = Some(SourceWords::propose(&table.profile));
        source.profile = Some(table.profile);
        source.detail = Some(table.notes.join(" ")).filter(|notes| !notes.is_empty());
        Ok(source)
    }
}
