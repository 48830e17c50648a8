//! JSON shapes of rows for the client.

use chrono::{DateTime, SecondsFormat, Utc};
use portolan_domain::{Bucket, StoredObject};
use serde_json::{Value, json};

pub fn format_time(time: DateTime<Utc>) -> String {
    time.to_rfc3339_opts(SecondsFormat::Millis, true)
}

pub fn bucket_json(bucket: &Bucket) -> Value {
    json!({
        "id": bucket.id,
        "name": bucket.id,
        "owner": bucket.owner_id.map_or_else(String::new, |id| id.to_string()),
        "public": bucket.is_public,
        "file_size_limit": bucket.limits.bytes,
        "allowed_mime_types": bucket.limits.types,
        "created_at": format_time(bucket.created_at),
        "updated_at": format_time(bucket.updated_at),
    })
}

/// Lists tell what kind of bucket each is; asked for by its name it does not.
pub fn listed_bucket(of: &Bucket) -> Value {
    let mut shape = bucket_json(of);
    shape["type"] = json!("STANDARD");
    shape["versioning_status"] = json!("DISABLED");
    shape
}

/// An object under this name, which a list may shorten.
pub fn listed_json(object: &StoredObject, name: &str) -> Value {
    json!({
        "name": name,
        "id": object.id,
        "updated_at": format_time(object.updated_at),
        "created_at": format_time(object.created_at),
        "last_accessed_at": format_time(object.updated_at),
        "metadata": metadata_json(object),
    })
}

pub fn folder_json(name: &str) -> Value {
    json!({
        "name": name,
        "id": null,
        "updated_at": null,
        "created_at": null,
        "last_accessed_at": null,
        "metadata": null,
    })
}

/// An object that has just been deleted.
pub fn removed_json(object: &StoredObject) -> Value {
    let mut shape = listed_json(object, &object.name);
    shape["bucket_id"] = json!(object.bucket_id);
    shape["owner"] = json!(object.owner_id);
    shape["owner_id"] = json!(object.owner_id);
    shape["version"] = json!(object.version());
    shape["user_metadata"] = json!(object.user_metadata);
    shape
}

pub fn info_json(object: &StoredObject) -> Value {
    json!({
        "id": object.id,
        "name": object.name,
        "version": object.version(),
        "bucket_id": object.bucket_id,
        "size": object.bytes,
        "content_type": object.content_type,
        "content_encoding": object.content_encoding,
        "cache_control": object.cache_control,
        "etag": quote_etag(&object.etag),
        "metadata": object.user_metadata,
        "last_modified": format_time(object.updated_at),
        "created_at": format_time(object.created_at),
    })
}

pub fn quote_etag(etag: &str) -> String {
    format!("\"{etag}\"")
}

fn metadata_json(object: &StoredObject) -> Value {
    let mut metadata = json!({
        "eTag": quote_etag(&object.etag),
        "size": object.bytes,
        "mimetype": object.content_type,
        "cacheControl": object.cache_control,
        "lastModified": format_time(object.updated_at),
        "contentLength": object.bytes,
        "httpStatusCode": 200,
    });
    if let Some(encoding) = &object.content_encoding {
        metadata["contentEncoding"] = json!(encoding);
    }
    metadata
}
