use actix_web::{
    HttpRequest,
    web::{Bytes, Data, Json, Path},
};
use portolan_storage::{StorageError, object_name};
use portolan_store::StoreError;
use serde::Deserialize;
use serde_json::Value;

use super::{
    access::{StorageCaller, object_in},
    answer::{StorageRefusal, parse_body},
    buckets::message_answer,
    shapes,
};
use crate::http::App;

/// Objects that one request deletes.
const MOST_OBJECTS: usize = 1_000;

#[derive(Debug, Deserialize)]
struct RemoveObjects {
    prefixes: Vec<ObjectReference>,
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum ObjectReference {
    Name(String),
    #[serde(rename_all = "camelCase")]
    Version {
        path: String,
        version_id: String,
    },
}

/// Deletes those of these objects that the caller may write; returns them.
pub async fn remove_objects(
    app: Data<App>,
    request: HttpRequest,
    bucket: Path<String>,
    bytes: Bytes,
) -> Result<Json<Vec<Value>>, StorageRefusal> {
    let who = StorageCaller::of(&app, &request).await?;
    let input: RemoveObjects = parse_body(&bytes)?;
    if input.prefixes.is_empty() || input.prefixes.len() > MOST_OBJECTS {
        return Err(StorageError::InvalidRequest(format!(
            "prefixes has to name between 1 and {MOST_OBJECTS} objects"
        ))
        .into());
    }
    let bucket = app.store.bucket(&bucket).await?;
    let mut names = Vec::with_capacity(input.prefixes.len());
    for entry in input.prefixes {
        let (name, version) = match entry {
            ObjectReference::Name(name) => (name, None),
            ObjectReference::Version { path, version_id } => (path, Some(version_id)),
        };
        object_name(&name)?;
        if !who.may_write(&app, &bucket.id, &name) {
            continue;
        }
        if let Some(version) = version {
            match app.store.stored_object(&bucket.id, &name).await {
                Ok(known) if known.version() == version => {}
                Ok(_) | Err(StoreError::NotFound(_)) => continue,
                Err(error) => return Err(error.into()),
            }
        }
        names.push(name);
    }
    let deleted = app
        .store
        .delete_objects(&bucket.id, &names, app.clock.now())
        .await?;
    Ok(Json(deleted.iter().map(shapes::removed_json).collect()))
}

/// Deletes one object by its address.
pub async fn remove_object(
    app: Data<App>,
    request: HttpRequest,
    path: Path<(String, String)>,
) -> Result<Json<Value>, StorageRefusal> {
    let who = StorageCaller::of(&app, &request).await?;
    let (bucket, name) = object_in(&path)?;
    let bucket = app.store.bucket(bucket).await?;
    if !who.may_write(&app, &bucket.id, name) {
        return Err(StorageError::NoSuchKey.into());
    }
    let names = [name.to_owned()];
    let now = app.clock.now();
    let deleted = app.store.delete_objects(&bucket.id, &names, now).await?;
    if deleted.is_empty() {
        return Err(StorageError::NoSuchKey.into());
    }
    Ok(message_answer("Successfully deleted"))
}
