use actix_web::{
    HttpRequest,
    web::{Bytes, Data, Json, Path, Query, ServiceConfig, delete, get, post},
};
use portolan_domain::{Bucket, BucketChange};
use portolan_storage::{StorageError, bucket_name, parse_bytes, type_pattern};
use portolan_store::StoreError;
use serde::{Deserialize, Deserializer};
use serde_json::{Value, json};

use super::{
    access::StorageCaller,
    answer::{StorageRefusal, parse_body},
    resource_at, shapes,
};
use crate::http::App;

#[derive(Debug, Deserialize)]
struct BucketBody {
    id: Option<String>,
    name: Option<String>,
    public: Option<bool>,
    #[serde(rename = "type")]
    kind: Option<String>,
    #[serde(default, deserialize_with = "present")]
    file_size_limit: Option<Option<SizeLimit>>,
    #[serde(default, deserialize_with = "present")]
    allowed_mime_types: Option<Option<Vec<String>>>,
    versioning_status: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum SizeLimit {
    Bytes(u64),
    Text(String),
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ListBuckets {
    limit: Option<usize>,
    offset: Option<usize>,
    sort_column: Option<BucketColumn>,
    sort_order: Option<SortOrder>,
    search: Option<String>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum BucketColumn {
    Id,
    Name,
    CreatedAt,
    UpdatedAt,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum SortOrder {
    Asc,
    Desc,
}

pub fn routes(config: &mut ServiceConfig) {
    config
        .service(
            resource_at("/bucket")
                .route(get().to(list_buckets))
                .route(post().to(create_bucket)),
        )
        .service(
            resource_at("/bucket/{bucket}")
                .route(get().to(get_bucket))
                .route(actix_web::web::put().to(update_bucket))
                .route(delete().to(delete_bucket)),
        )
        .service(resource_at("/bucket/{bucket}/empty").route(post().to(empty_bucket)))
        .service(
            resource_at("/bucket/{bucket}/lifecycle")
                .route(get().to(lifecycle))
                .route(actix_web::web::put().to(lifecycle))
                .route(delete().to(lifecycle)),
        );
}

/// All buckets for the service; the rules show none to others.
async fn list_buckets(
    app: Data<App>,
    request: HttpRequest,
    query: Result<Query<ListBuckets>, actix_web::Error>,
) -> Result<Json<Vec<Value>>, StorageRefusal> {
    let who = StorageCaller::of(&app, &request).await?;
    let query = query
        .map_err(|error| StorageError::InvalidRequest(format!("querystring: {error}")))?
        .into_inner();
    if who != StorageCaller::Service {
        return Ok(Json(Vec::new()));
    }
    let mut buckets = app.store.buckets().await?;
    if let Some(search) = query.search.map(|search| search.to_lowercase()) {
        buckets.retain(|bucket| bucket.id.to_lowercase().contains(&search));
    }
    match query.sort_column.unwrap_or(BucketColumn::Name) {
        BucketColumn::Id | BucketColumn::Name => buckets.sort_by(|a, b| a.id.cmp(&b.id)),
        BucketColumn::CreatedAt => buckets.sort_by_key(|bucket| bucket.created_at),
        BucketColumn::UpdatedAt => buckets.sort_by_key(|bucket| bucket.updated_at),
    }
    if query.sort_order == Some(SortOrder::Desc) {
        buckets.reverse();
    }
    let shown = buckets
        .iter()
        .skip(query.offset.unwrap_or(0))
        .take(query.limit.unwrap_or(usize::MAX));
    Ok(Json(shown.map(shapes::listed_bucket).collect()))
}

async fn get_bucket(
    app: Data<App>,
    request: HttpRequest,
    id: Path<String>,
) -> Result<Json<Value>, StorageRefusal> {
    let who = StorageCaller::of(&app, &request).await?;
    who.check_service(StorageError::NoSuchBucket)?;
    Ok(Json(shapes::bucket_json(&app.store.bucket(&id).await?)))
}

async fn create_bucket(
    app: Data<App>,
    request: HttpRequest,
    bytes: Bytes,
) -> Result<Json<Value>, StorageRefusal> {
    let who = StorageCaller::of(&app, &request).await?;
    let new: BucketBody = parse_body(&bytes)?;
    let name = new.id.clone().or(new.name.clone()).unwrap_or_default();
    let name = bucket_name(&name)?.to_owned();
    who.check_service(StorageError::RowLevelSecurity)?;
    let change = bucket_change(&app, new)?;
    let now = app.clock.now();
    let mut bucket = Bucket {
        id: name,
        owner_id: None,
        is_public: change.is_public.unwrap_or(false),
        limits: Default::default(),
        created_at: now,
        updated_at: now,
    };
    bucket.limits.bytes = change.bytes.flatten();
    bucket.limits.types = change.types.flatten();
    match app.store.create_bucket(&bucket).await {
        Ok(()) => Ok(Json(json!({ "name": bucket.id }))),
        Err(StoreError::Conflict(_)) => Err(StorageError::BucketAlreadyExists.into()),
        Err(error) => Err(error.into()),
    }
}

async fn update_bucket(
    app: Data<App>,
    request: HttpRequest,
    id: Path<String>,
    bytes: Bytes,
) -> Result<Json<Value>, StorageRefusal> {
    let who = StorageCaller::of(&app, &request).await?;
    who.check_service(StorageError::NoSuchBucket)?;
    let change = bucket_change(&app, parse_body(&bytes)?)?;
    let now = app.clock.now();
    app.store.update_bucket(&id, &change, now).await?;
    Ok(message_answer("Successfully updated"))
}

async fn empty_bucket(
    app: Data<App>,
    request: HttpRequest,
    id: Path<String>,
) -> Result<Json<Value>, StorageRefusal> {
    let who = StorageCaller::of(&app, &request).await?;
    who.check_service(StorageError::NoSuchBucket)?;
    app.store.empty_bucket(&id, app.clock.now()).await?;
    // The words of the hosted service, which does it later; here it is done.
    Ok(message_answer(
        "Empty bucket has been queued. Completion may take up to an hour.",
    ))
}

async fn delete_bucket(
    app: Data<App>,
    request: HttpRequest,
    id: Path<String>,
) -> Result<Json<Value>, StorageRefusal> {
    let who = StorageCaller::of(&app, &request).await?;
    who.check_service(StorageError::NoSuchBucket)?;
    match app.store.delete_bucket(&id).await {
        Ok(()) => Ok(message_answer("Successfully deleted")),
        Err(StoreError::Conflict(_)) => Err(StorageError::BucketNotEmpty.into()),
        Err(error) => Err(error.into()),
    }
}

/// Objects have one version each, so there are no rules for older ones.
async fn lifecycle(
    app: Data<App>,
    request: HttpRequest,
    id: Path<String>,
) -> Result<Json<Value>, StorageRefusal> {
    let who = StorageCaller::of(&app, &request).await?;
    who.check_service(StorageError::NoSuchBucket)?;
    app.store.bucket(&id).await?;
    Err(StorageError::NotSupported("object versioning").into())
}

fn bucket_change(app: &App, body: BucketBody) -> Result<BucketChange, StorageRefusal> {
    if body.kind.is_some_and(|kind| kind != "STANDARD") {
        return Err(StorageError::NotSupported("analytics buckets").into());
    }
    if body
        .versioning_status
        .is_some_and(|status| status != "DISABLED")
    {
        return Err(StorageError::NotSupported("object versioning").into());
    }
    let bytes = match body.file_size_limit {
        None => None,
        Some(None) => Some(None),
        Some(Some(SizeLimit::Bytes(bytes))) => Some(Some(bytes)),
        Some(Some(SizeLimit::Text(text))) => Some(Some(parse_bytes(&text)?)),
    };
    if bytes
        .flatten()
        .is_some_and(|bytes| bytes > app.storage.most_bytes)
    {
        return Err(StorageError::TooLarge.into());
    }
    if let Some(Some(types)) = &body.allowed_mime_types {
        for pattern in types {
            type_pattern(pattern)?;
        }
    }
    Ok(BucketChange {
        is_public: body.public,
        bytes: bytes.map(|bytes| bytes.filter(|bytes| *bytes > 0)),
        types: body
            .allowed_mime_types
            .map(|types| types.filter(|types| !types.is_empty())),
    })
}

pub fn message_answer(text: &str) -> Json<Value> {
    Json(json!({ "message": text }))
}

/// Tells a member that is null from one that is not there.
fn present<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Option<T>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}
