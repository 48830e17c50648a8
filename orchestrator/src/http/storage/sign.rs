use actix_web::{
    HttpRequest,
    web::{Bytes, Data, Json, Path},
};
use chrono::TimeDelta;
use portolan_domain::StoredObject;
use portolan_storage::{SignedGrant, StorageError, Transform, UrlPermission, object_name};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{
    access::{StorageCaller, object_in},
    answer::{StorageRefusal, parse_body},
};
use crate::http::App;

/// Objects that one request signs.
const MOST_PATHS: usize = 1_000;
/// The longest that an address is good for: ten years.
const LONGEST_SECONDS: i64 = 10 * 366 * 24 * 3_600;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct SignOne {
    expires_in: i64,
    transform: Option<Transform>,
    version_id: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct SignMany {
    expires_in: i64,
    paths: Vec<String>,
}

/// An address under which anybody may read this object for a while, or a picture made of it.
pub async fn sign_object(
    app: Data<App>,
    request: HttpRequest,
    path: Path<(String, String)>,
    bytes: Bytes,
) -> Result<Json<Value>, StorageRefusal> {
    let who = StorageCaller::of(&app, &request).await?;
    let (bucket, name) = object_in(&path)?;
    let input: SignOne = parse_body(&bytes)?;
    let bucket = app.store.bucket(bucket).await?;
    let object = who.readable(&app, &bucket, name).await?;
    check_version(&object, input.version_id.as_deref())?;
    let transform = input
        .transform
        .filter(|transform| *transform != Transform::default());
    let (route, grant) = match transform {
        Some(transform) => {
            transform.check()?;
            ("render/image", UrlPermission::Render { transform })
        }
        None => ("object", UrlPermission::Download),
    };
    let url = sign_paths(&app, &object, grant, input.expires_in, route)?;
    Ok(Json(json!({ "signedURL": url })))
}

/// The same for many objects; those that cannot be read say so, each for itself.
pub async fn sign_objects(
    app: Data<App>,
    request: HttpRequest,
    bucket: Path<String>,
    bytes: Bytes,
) -> Result<Json<Vec<Value>>, StorageRefusal> {
    let who = StorageCaller::of(&app, &request).await?;
    let input: SignMany = parse_body(&bytes)?;
    if input.paths.is_empty() || input.paths.len() > MOST_PATHS {
        return Err(StorageError::InvalidRequest(format!(
            "paths has to name between 1 and {MOST_PATHS} objects"
        ))
        .into());
    }
    let bucket = app.store.bucket(&bucket).await?;
    let mut answers = Vec::with_capacity(input.paths.len());
    for path in &input.paths {
        let found = match object_name(path) {
            Ok(name) => who.readable(&app, &bucket, name).await,
            Err(error) => Err(error.into()),
        };
        answers.push(match found {
            Ok(object) => {
                let url = sign_paths(
                    &app,
                    &object,
                    UrlPermission::Download,
                    input.expires_in,
                    "object",
                )?;
                json!({ "error": null, "path": path, "signedURL": url })
            }
            Err(refusal) if refusal.error.status() >= 500 => return Err(refusal),
            Err(_) => json!({
                "error": "Either the object does not exist or you do not have access to it",
                "path": path,
                "signedURL": null,
            }),
        });
    }
    Ok(Json(answers))
}

/// There is one version of an object, and no other.
pub fn check_version(object: &StoredObject, wanted: Option<&str>) -> Result<(), StorageRefusal> {
    match wanted {
        Some(wanted) if wanted != object.version() => Err(StorageError::NoSuchKey.into()),
        _ => Ok(()),
    }
}

fn sign_paths(
    app: &App,
    object: &StoredObject,
    grant: UrlPermission,
    seconds: i64,
    route: &str,
) -> Result<String, StorageRefusal> {
    if !(1..=LONGEST_SECONDS).contains(&seconds) {
        return Err(StorageError::InvalidRequest(format!(
            "expiresIn has to be between 1 and {LONGEST_SECONDS} seconds"
        ))
        .into());
    }
    let url = format!("{}/{}", object.bucket_id, object.name);
    let now = app.clock.now();
    let token = app.storage.secret.sign(&SignedGrant {
        url: url.clone(),
        grant,
        iat: now.timestamp(),
        exp: (now + TimeDelta::seconds(seconds)).timestamp(),
    });
    // A question mark of the name would end the path.
    let path = url.replace('?', "%3F");
    Ok(format!("/{route}/sign/{path}?token={token}"))
}
