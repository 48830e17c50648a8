use actix_web::{
    HttpRequest, HttpResponse,
    web::{Data, Path, Query},
};
use portolan_storage::{StorageError, UrlPermission};
use serde::Deserialize;

use super::{
    access::{StorageCaller, object_in, public_bucket},
    answer::StorageRefusal,
    deliver::deliver_object,
    sign::check_version,
};
use crate::http::App;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DownloadQuery {
    /// Asks for a download under this name; if empty, under the object's own name.
    pub download: Option<String>,
    pub version_id: Option<String>,
    #[serde(default)]
    pub token: String,
}

/// Serves an object to callers who may read it.
pub async fn download(
    app: Data<App>,
    request: HttpRequest,
    path: Path<(String, String)>,
    input: Query<DownloadQuery>,
) -> Result<HttpResponse, StorageRefusal> {
    let who = StorageCaller::of_reader(&app, &request).await?;
    let (bucket, name) = object_in(&path)?;
    let bucket = app.store.bucket(bucket).await?;
    let object = who.readable(&app, &bucket, name).await?;
    check_version(&object, input.version_id.as_deref())?;
    deliver_object(&app, &request, &object, input.download.as_deref()).await
}

/// The same of a public bucket, without a token.
pub async fn download_public(
    app: Data<App>,
    request: HttpRequest,
    path: Path<(String, String)>,
    input: Query<DownloadQuery>,
) -> Result<HttpResponse, StorageRefusal> {
    let (bucket, name) = object_in(&path)?;
    let bucket = public_bucket(&app, bucket).await?;
    let object = StorageCaller::Anonymous
        .readable(&app, &bucket, name)
        .await?;
    check_version(&object, input.version_id.as_deref())?;
    deliver_object(&app, &request, &object, input.download.as_deref()).await
}

/// The same for anyone with a signed address.
pub async fn download_signed(
    app: Data<App>,
    request: HttpRequest,
    path: Path<(String, String)>,
    input: Query<DownloadQuery>,
) -> Result<HttpResponse, StorageRefusal> {
    let (bucket, name) = object_in(&path)?;
    let url = format!("{bucket}/{name}");
    let now = app.clock.now().timestamp();
    match app.storage.secret.verify(&input.token, &url, now)? {
        UrlPermission::Download => {}
        UrlPermission::Render { .. } | UrlPermission::Upload { .. } => {
            return Err(StorageError::InvalidSignature.into());
        }
    }
    let object = app.store.stored_object(bucket, name).await?;
    deliver_object(&app, &request, &object, input.download.as_deref()).await
}
