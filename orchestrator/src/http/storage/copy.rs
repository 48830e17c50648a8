use actix_web::{
    HttpRequest,
    web::{Bytes, Data, Json},
};
use portolan_domain::{Replace, StoredObject};
use portolan_storage::StorageError;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::{
    access::StorageCaller,
    answer::{StorageRefusal, parse_body},
    receive::{cache_control, check_encoding, checked_type, header_metadata, is_upsert},
    relocate::{CopyEnds, Relocation},
    upload,
};
use crate::{http::App, storage::NewObject};

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct CopyObject {
    #[serde(flatten)]
    relocation: Relocation,
    copy_metadata: Option<bool>,
    metadata: Option<Overrides>,
}

/// The fields of the copy that replace those of the object.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Overrides {
    cache_control: Option<String>,
    content_encoding: Option<String>,
    mimetype: Option<String>,
}

/// Another object with the same bytes, in the same bucket or another.
pub async fn copy_object(
    app: Data<App>,
    request: HttpRequest,
    bytes: Bytes,
) -> Result<Json<Value>, StorageRefusal> {
    let who = StorageCaller::of(&app, &request).await?;
    let input: CopyObject = parse_body(&bytes)?;
    let ends = input.relocation.ends(&app, who).await?;
    let is_itself = ends.object.bucket_id == ends.bucket.id && ends.object.name == ends.name;
    if is_itself && !is_upsert(&request) {
        return Err(StorageError::KeyAlreadyExists.into());
    }
    let overrides = match input.copy_metadata {
        Some(false) => Some((
            input.metadata.unwrap_or_default(),
            header_metadata(&request)?,
        )),
        _ => None,
    };
    let new = new_object(who, &ends, overrides)?;
    let replace = if is_upsert(&request) {
        Replace::Always
    } else {
        Replace::Never
    };
    let copied: StoredObject = app.storage.copy(&ends.object, new, replace).await?;
    let mut answer = upload::upload_answer(&copied);
    answer["name"] = json!(copied.name);
    answer["bucket_id"] = json!(copied.bucket_id);
    Ok(Json(answer))
}

fn new_object(
    who: StorageCaller,
    ends: &CopyEnds,
    overrides: Option<(Overrides, Map<String, Value>)>,
) -> Result<NewObject, StorageRefusal> {
    let object = &ends.object;
    let mut new = NewObject {
        bucket_id: ends.bucket.id.clone(),
        name: ends.name.clone(),
        owner_id: who.user_id(),
        content_type: object.content_type.clone(),
        content_encoding: object.content_encoding.clone(),
        cache_control: object.cache_control.clone(),
        user_metadata: object.user_metadata.clone(),
    };
    if let Some((overrides, user_metadata)) = overrides {
        new.user_metadata = user_metadata;
        if let Some(value) = overrides.cache_control {
            new.cache_control = cache_control(Some(&value));
        }
        if let Some(value) = overrides.content_encoding {
            new.content_encoding = check_encoding(Some(&value))?;
        }
        if let Some(value) = overrides.mimetype {
            new.content_type = checked_type(Some(&value), &ends.bucket)?;
        }
    }
    Ok(new)
}
