use actix_web::{
    HttpRequest,
    web::{Bytes, Data, Json},
};
use portolan_domain::{Bucket, StoredObject};
use portolan_storage::{StorageError, object_name};
use serde::Deserialize;
use serde_json::Value;

use super::{
    access::StorageCaller,
    answer::{StorageRefusal, parse_body},
    buckets::message_answer,
    sign::check_version,
};
use crate::http::App;

/// Source and target of a move or copy.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Relocation {
    bucket_id: String,
    source_key: String,
    destination_key: String,
    destination_bucket: Option<String>,
    source_version_id: Option<String>,
}

/// The object at one end, and the place at the other.
pub struct CopyEnds {
    pub object: StoredObject,
    pub bucket: Bucket,
    pub name: String,
}

/// Gives an object another name, in its bucket or another.
pub async fn move_object(
    app: Data<App>,
    request: HttpRequest,
    bytes: Bytes,
) -> Result<Json<Value>, StorageRefusal> {
    let who = StorageCaller::of(&app, &request).await?;
    let relocation: Relocation = parse_body(&bytes)?;
    // Moving removes the object, so the caller must be allowed to write it.
    if !who.may_write(&app, &relocation.bucket_id, &relocation.source_key) {
        return Err(StorageError::NoSuchKey.into());
    }
    let ends = relocation.ends(&app, who).await?;
    let now = app.clock.now();
    app.store
        .move_object(&ends.object, &ends.bucket.id, &ends.name, now)
        .await?;
    Ok(message_answer("Successfully moved"))
}

impl Relocation {
    /// Checks that the caller may read the one and write the other, and that it is taken there.
    pub async fn ends(self, app: &App, who: StorageCaller) -> Result<CopyEnds, StorageRefusal> {
        object_name(&self.source_key)?;
        object_name(&self.destination_key)?;
        let from = app.store.bucket(&self.bucket_id).await?;
        let object = who.readable(app, &from, &self.source_key).await?;
        check_version(&object, self.source_version_id.as_deref())?;
        let bucket = match self.destination_bucket {
            Some(id) if id != from.id => app.store.bucket(&id).await?,
            _ => from,
        };
        who.check_write(app, &bucket.id, &self.destination_key)?;
        bucket.limits.check_type(&object.content_type)?;
        if object.bytes
            > bucket
                .limits
                .most_bytes(app.storage.most_bytes_of(who.user_id()).await?)
        {
            return Err(StorageError::TooLarge.into());
        }
        Ok(CopyEnds {
            object,
            bucket,
            name: self.destination_key,
        })
    }
}
