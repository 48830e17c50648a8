use actix_web::{
    HttpRequest,
    web::{Data, Json, Path},
};
use portolan_storage::StorageError;
use serde_json::Value;

use super::{
    access::{StorageCaller, object_in},
    answer::StorageRefusal,
    buckets::message_answer,
};
use crate::http::App;

/// No cache sits in front of this server, so there is nothing to purge.
pub async fn purge_bucket(
    app: Data<App>,
    request: HttpRequest,
    bucket: Path<String>,
) -> Result<Json<Value>, StorageRefusal> {
    let who = StorageCaller::of(&app, &request).await?;
    who.check_service(StorageError::RowLevelSecurity)?;
    app.store.bucket(&bucket).await?;
    Ok(message_answer("success"))
}

/// The same of one object.
pub async fn purge_object(
    app: Data<App>,
    request: HttpRequest,
    path: Path<(String, String)>,
) -> Result<Json<Value>, StorageRefusal> {
    let who = StorageCaller::of(&app, &request).await?;
    who.check_service(StorageError::RowLevelSecurity)?;
    let (bucket, name) = object_in(&path)?;
    app.store.stored_object(bucket, name).await?;
    Ok(message_answer("success"))
}
