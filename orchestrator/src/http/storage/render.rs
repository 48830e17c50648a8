use actix_web::{
    HttpRequest, HttpResponse,
    web::{Data, Path, Query},
};
use futures_util::TryStreamExt;
use portolan_domain::StoredObject;
use portolan_storage::{StorageError, Transform, UrlPermission};
use serde::Deserialize;

use super::{
    access::{StorageCaller, object_in, public_bucket},
    answer::StorageRefusal,
    deliver::{deliver_picture, known_picture},
    download::DownloadQuery,
    sign::check_version,
};
use crate::{http::App, storage::MOST_FILE_BYTES};

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RenderQuery {
    width: Option<String>,
    height: Option<String>,
    resize: Option<portolan_storage::Resize>,
    format: Option<portolan_storage::OutputFormat>,
    quality: Option<String>,
    download: Option<String>,
    version_id: Option<String>,
}

type TransformQuery = Result<Query<RenderQuery>, actix_web::Error>;

/// Serves a transformed image of an object to callers who may read it.
pub async fn render(
    app: Data<App>,
    request: HttpRequest,
    path: Path<(String, String)>,
    input: TransformQuery,
) -> Result<HttpResponse, StorageRefusal> {
    let who = StorageCaller::of_reader(&app, &request).await?;
    let (bucket, name) = object_in(&path)?;
    let (transform, input) = read_transform(input)?;
    let bucket = app.store.bucket(bucket).await?;
    let object = who.readable(&app, &bucket, name).await?;
    check_version(&object, input.version_id.as_deref())?;
    render_picture(
        &app,
        &request,
        &object,
        transform,
        input.download.as_deref(),
    )
    .await
}

/// The same of a public bucket, without a token.
pub async fn render_public(
    app: Data<App>,
    request: HttpRequest,
    path: Path<(String, String)>,
    input: TransformQuery,
) -> Result<HttpResponse, StorageRefusal> {
    let (bucket, name) = object_in(&path)?;
    let (transform, input) = read_transform(input)?;
    let bucket = public_bucket(&app, bucket).await?;
    let object = StorageCaller::Anonymous
        .readable(&app, &bucket, name)
        .await?;
    check_version(&object, input.version_id.as_deref())?;
    render_picture(
        &app,
        &request,
        &object,
        transform,
        input.download.as_deref(),
    )
    .await
}

/// Serves the transformed image of a signed URL.
pub async fn render_signed(
    app: Data<App>,
    request: HttpRequest,
    path: Path<(String, String)>,
    input: Query<DownloadQuery>,
) -> Result<HttpResponse, StorageRefusal> {
    let (bucket, name) = object_in(&path)?;
    let url = format!("{bucket}/{name}");
    let now = app.clock.now().timestamp();
    let transform = match app.storage.secret.verify(&input.token, &url, now)? {
        UrlPermission::Render { transform } => transform,
        UrlPermission::Download | UrlPermission::Upload { .. } => {
            return Err(StorageError::InvalidSignature.into());
        }
    };
    let object = app.store.stored_object(bucket, name).await?;
    render_picture(
        &app,
        &request,
        &object,
        transform,
        input.download.as_deref(),
    )
    .await
}

fn read_transform(input: TransformQuery) -> Result<(Transform, RenderQuery), StorageRefusal> {
    let input = input
        .map_err(|error| StorageError::InvalidRequest(format!("querystring: {error}")))?
        .into_inner();
    let transform = Transform {
        width: parse_number("width", input.width.as_deref())?,
        height: parse_number("height", input.height.as_deref())?,
        resize: input.resize,
        format: input.format,
        quality: parse_number("quality", input.quality.as_deref())?,
    };
    transform.check()?;
    Ok((transform, input))
}

/// # Errors
/// Names the parameter that is no number, or a negative one.
fn parse_number<T: std::str::FromStr>(
    name: &str,
    given: Option<&str>,
) -> Result<Option<T>, StorageError> {
    given
        .map(|given| {
            given.parse().map_err(|_| {
                StorageError::InvalidRequest(format!("querystring/{name} must be a number >= 1"))
            })
        })
        .transpose()
}

async fn render_picture(
    app: &App,
    request: &HttpRequest,
    object: &StoredObject,
    transform: Transform,
    download: Option<&str>,
) -> Result<HttpResponse, StorageRefusal> {
    let description = transform.describe();
    if let Some(known) = known_picture(request, object, &description) {
        return Ok(known);
    }
    if object.bytes > MOST_FILE_BYTES || object.content_encoding.is_some() {
        return Err(StorageError::Image(format!(
            "its file is packed, or larger than {} MB",
            MOST_FILE_BYTES >> 20
        ))
        .into());
    }
    let mut pieces = app.storage.objects.read(&object.object_path, None).await?;
    let mut bytes = Vec::new();
    while let Some(piece) = pieces.try_next().await? {
        bytes.extend_from_slice(&piece);
    }
    let picture = app.storage.pictures.transform(bytes, transform).await?;
    Ok(deliver_picture(object, &description, picture, download))
}
