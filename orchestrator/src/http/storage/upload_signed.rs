use actix_web::{
    HttpRequest,
    web::{Data, Json, Path, Payload, Query},
};
use chrono::TimeDelta;
use portolan_domain::Replace;
use portolan_storage::{SignedGrant, StorageError, UrlPermission};
use serde::Deserialize;
use serde_json::{Value, json};
use uuid::Uuid;

use super::{
    access::{StorageCaller, object_in},
    answer::StorageRefusal,
    receive::is_upsert,
    upload::{check_before, store_object},
};
use crate::http::App;

/// How long an address for an upload is good.
const GOOD_FOR: TimeDelta = TimeDelta::hours(2);

#[derive(Debug, Deserialize)]
pub struct UploadTokenQuery {
    #[serde(default)]
    pub token: String,
}

/// The permissions of a signed upload.
pub struct SignedUpload {
    pub is_upsert: bool,
    pub owner_id: Option<Uuid>,
}

/// An address under which anybody may upload this one object, within two hours.
pub async fn sign_upload(
    app: Data<App>,
    request: HttpRequest,
    path: Path<(String, String)>,
) -> Result<Json<Value>, StorageRefusal> {
    let who = StorageCaller::of(&app, &request).await?;
    let (bucket, name) = object_in(&path)?;
    let bucket = app.store.bucket(bucket).await?;
    who.check_write(&app, &bucket.id, name)?;
    let upsert = is_upsert(&request);
    if !upsert {
        check_before(&app, &bucket, name, Replace::Never).await?;
    }
    let now = app.clock.now();
    let url = format!("{}/{name}", bucket.id);
    let token = app.storage.secret.sign(&SignedGrant {
        url: url.clone(),
        grant: UrlPermission::Upload {
            upsert,
            owner: who.user_id().map(|id| id.to_string()),
        },
        iat: now.timestamp(),
        exp: (now + GOOD_FOR).timestamp(),
    });
    Ok(Json(
        json!({ "url": format!("/object/upload/sign/{url}?token={token}"), "token": token }),
    ))
}

/// Uploads an object to a signed URL, which determines whether an existing object may be replaced.
pub async fn upload_signed(
    app: Data<App>,
    request: HttpRequest,
    path: Path<(String, String)>,
    query: Query<UploadTokenQuery>,
    payload: Payload,
) -> Result<Json<Value>, StorageRefusal> {
    let (bucket, name) = object_in(&path)?;
    let signed = read_token(&app, &query.token, bucket, name)?;
    let bucket = app.store.bucket(bucket).await?;
    let replace = if signed.is_upsert {
        Replace::Always
    } else {
        Replace::Never
    };
    check_before(&app, &bucket, name, replace).await?;
    let object = store_object(
        &app,
        &request,
        payload,
        &bucket,
        name,
        signed.owner_id,
        replace,
    )
    .await?;
    Ok(Json(
        json!({ "Key": format!("{}/{}", object.bucket_id, object.name) }),
    ))
}

/// Returns the permissions of an upload token for this object.
pub fn read_token(
    app: &App,
    token: &str,
    bucket: &str,
    name: &str,
) -> Result<SignedUpload, StorageRefusal> {
    let url = format!("{bucket}/{name}");
    let now = app.clock.now().timestamp();
    match app.storage.secret.verify(token, &url, now)? {
        UrlPermission::Upload { upsert, owner } => Ok(SignedUpload {
            is_upsert: upsert,
            owner_id: owner.and_then(|owner| owner.parse().ok()),
        }),
        UrlPermission::Download | UrlPermission::Render { .. } => {
            Err(StorageError::InvalidSignature.into())
        }
    }
}
