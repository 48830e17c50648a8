use actix_web::{
    HttpRequest, HttpResponse,
    web::{Data, Path, Query},
};
use portolan_domain::StoredObject;
use serde::Deserialize;

use super::{
    access::{StorageCaller, object_in, public_bucket},
    answer::StorageRefusal,
    shapes,
    sign::check_version,
};
use crate::http::App;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct VersionQuery {
    version_id: Option<String>,
}

/// Returns the metadata of an object, without its bytes.
pub async fn info(
    app: Data<App>,
    request: HttpRequest,
    path: Path<(String, String)>,
    query: Query<VersionQuery>,
) -> Result<HttpResponse, StorageRefusal> {
    let who = StorageCaller::of_reader(&app, &request).await?;
    let (bucket, name) = object_in(&path)?;
    let bucket = app.store.bucket(bucket).await?;
    let object = who.readable(&app, &bucket, name).await?;
    check_version(&object, query.version_id.as_deref())?;
    Ok(info_answer(&object))
}

/// The same of a public bucket, without a token.
pub async fn public_info(
    app: Data<App>,
    path: Path<(String, String)>,
) -> Result<HttpResponse, StorageRefusal> {
    let (bucket, name) = object_in(&path)?;
    let bucket = public_bucket(&app, bucket).await?;
    let object = StorageCaller::Anonymous
        .readable(&app, &bucket, name)
        .await?;
    Ok(info_answer(&object))
}

fn info_answer(object: &StoredObject) -> HttpResponse {
    HttpResponse::Ok()
        .insert_header(("etag", shapes::quote_etag(&object.etag)))
        .json(shapes::info_json(object))
}
