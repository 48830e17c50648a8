use actix_web::{
    HttpRequest,
    web::{Data, Json, Path, Payload},
};
use portolan_domain::{Bucket, Replace, StoredObject};
use serde_json::{Value, json};
use uuid::Uuid;

use super::{
    access::{StorageCaller, object_in},
    answer::StorageRefusal,
    receive::{is_upsert, receive_body},
};
use crate::{http::App, storage::NewObject};

/// A new object; with `x-upsert: true` also in place of one that is there.
pub async fn create_object(
    app: Data<App>,
    request: HttpRequest,
    path: Path<(String, String)>,
    payload: Payload,
) -> Result<Json<Value>, StorageRefusal> {
    let replace = if is_upsert(&request) {
        Replace::Always
    } else {
        Replace::Never
    };
    put(&app, &request, &path, payload, replace).await
}

/// Other bytes for an object that is there.
pub async fn update_object(
    app: Data<App>,
    request: HttpRequest,
    path: Path<(String, String)>,
    payload: Payload,
) -> Result<Json<Value>, StorageRefusal> {
    put(&app, &request, &path, payload, Replace::Only).await
}

async fn put(
    app: &App,
    request: &HttpRequest,
    path: &Path<(String, String)>,
    payload: Payload,
    replace: Replace,
) -> Result<Json<Value>, StorageRefusal> {
    let who = StorageCaller::of(app, request).await?;
    let (bucket, name) = object_in(path)?;
    let bucket = app.store.bucket(bucket).await?;
    who.check_write(app, &bucket.id, name)?;
    check_before(app, &bucket, name, replace).await?;
    let object = store_object(app, request, payload, &bucket, name, who.user_id(), replace).await?;
    Ok(Json(upload_answer(&object)))
}

/// Refuses before the bytes come what would be refused after them.
pub async fn check_before(
    app: &App,
    bucket: &Bucket,
    name: &str,
    replace: Replace,
) -> Result<(), StorageRefusal> {
    if replace == Replace::Always {
        return Ok(());
    }
    let known = app.store.stored_object(&bucket.id, name).await;
    match (known, replace) {
        (Ok(_), Replace::Never) => Err(portolan_storage::StorageError::KeyAlreadyExists.into()),
        (Err(error), Replace::Only) => Err(error.into()),
        _ => Ok(()),
    }
}

pub async fn store_object(
    app: &App,
    request: &HttpRequest,
    payload: Payload,
    bucket: &Bucket,
    name: &str,
    owner_id: Option<Uuid>,
    replace: Replace,
) -> Result<StoredObject, StorageRefusal> {
    let received = receive_body(app, request, payload, bucket, owner_id).await?;
    let new = NewObject {
        bucket_id: bucket.id.clone(),
        name: name.to_owned(),
        owner_id,
        content_type: received.content_type,
        content_encoding: received.content_encoding,
        cache_control: received.cache_control,
        user_metadata: received.user_metadata,
    };
    Ok(app.storage.put(new, received.incoming, replace).await?)
}

pub fn upload_answer(object: &StoredObject) -> Value {
    json!({
        "Id": object.id,
        "Key": format!("{}/{}", object.bucket_id, object.name),
    })
}
