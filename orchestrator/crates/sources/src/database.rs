//! Tables of databases and of object stores as sources: what is stored describes them, their rows stay where they are.

use portolan_databases::{
    DatabaseLogin, DescribedLake, DescribedTable, FoundTable, LAKE_ENDING, LAKE_KIND, LakeLogin,
    OBJECT_ENDING, TableName,
};
use portolan_domain::{Source, SourceWords};
use portolan_query::{TableProfile, WorkerFailure};
use portolan_store::Store;
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::{
    keep::NAME_CHARACTERS,
    reader::{ReadError, SourceReader},
    renew::RenewError,
    web::WebError,
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
            sources.push(self.keep_remote(user_id, table.into()).await?);
        }
        Ok(sources)
    }

    /// Describes the Parquet files below a prefix of an object store and keeps the description.
    pub async fn read_lake(&self, user_id: Uuid, login: &LakeLogin) -> Result<Source, ReadError> {
        let folder = self.folder()?;
        let described = self.queries.describe_lake(login, folder.path()).await;
        let described = described.map_err(ReadError::Failed)?;
        self.keep_remote(user_id, described.into()).await
    }

    /// Reads the columns and statistics of a remote table again. Its queries always see the current rows.
    pub async fn renew_database(&self, store: &Store, old: Source) -> Result<Source, RenewError> {
        let failed = |error: ReadError| RenewError::Web(WebError::Read(error));
        let object_path = old.object_path.as_deref().ok_or(RenewError::NoAddress)?;
        let path = self.objects.local_path(object_path).await;
        let path = path.map_err(|error| failed(error.into()))?;
        let object = tokio::fs::read(&path).await;
        let object = object.map_err(|error| failed(error.into()))?;
        let described = self.describe_again(&old, &object).await;
        let described = described.map_err(failed)?;
        let new = self
            .keep_remote(old.user_id, described)
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

    async fn describe_again(
        &self,
        old: &Source,
        object: &[u8],
    ) -> Result<DescribedSource, ReadError> {
        if old.kind == LAKE_KIND {
            let folder = self.folder()?;
            let described = self
                .queries
                .describe_lake_again(object, folder.path())
                .await;
            return described.map(Into::into).map_err(ReadError::Failed);
        }
        let databases = self.queries.databases().map_err(ReadError::Failed)?;
        let described = databases.describe_again(object).await;
        described.map(Into::into).map_err(ReadError::Failed)
    }

    async fn keep_remote(
        &self,
        user_id: Uuid,
        table: DescribedSource,
    ) -> Result<Source, ReadError> {
        let name: String = table.name.chars().take(NAME_CHARACTERS).collect();
        let mut source = self.base(user_id, &name);
        let folder = self.folder()?;
        let file = folder.path().join("table.json");
        let object_path = format!("{user_id}/{}{}", source.id, table.ending);
        tokio::fs::write(&file, &table.object).await?;
        self.objects.put_file(&object_path, &file).await?;
        let columns = serde_json::to_vec(&table.profile).map_err(std::io::Error::other)?;
        source.kind = table.kind.to_owned();
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

/// The description of a table whose rows stay where they are.
struct DescribedSource {
    name: String,
    kind: &'static str,
    ending: &'static str,
    /// The content of its object.
    object: Vec<u8>,
    profile: TableProfile,
    notes: Vec<String>,
}

impl From<DescribedTable> for DescribedSource {
    fn from(table: DescribedTable) -> Self {
        Self {
            name: table.name.table,
            kind: table.engine.source_kind(),
            ending: OBJECT_ENDING,
            object: table.object,
            profile: table.profile,
            notes: table.notes,
        }
    }
}

impl From<DescribedLake> for DescribedSource {
    fn from(lake: DescribedLake) -> Self {
        Self {
            name: lake.title,
            kind: LAKE_KIND,
            ending: LAKE_ENDING,
            object: lake.object,
            profile: lake.profile,
            notes: lake.notes,
        }
    }
}
