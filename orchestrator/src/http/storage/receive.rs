//! Incoming objects: as a form with a file, or as the body itself.

use actix_multipart::{Field, Multipart};
use actix_web::{HttpRequest, http::header::HeaderMap, web::Payload};
use base64::{Engine, prelude::BASE64_STANDARD};
use bytes::Bytes;
use futures_util::{Stream, StreamExt, TryStreamExt};
use portolan_domain::Bucket;
use portolan_storage::{StorageError, type_of};
use serde_json::{Map, Value};
use uuid::Uuid;

use super::answer::StorageRefusal;
use crate::{http::App, storage::IncomingUpload};

/// The overhead of multipart around the file.
const FRAME_BYTES: u64 = 64 << 10;
/// Bytes of a text field, and of metadata in all.
const FIELD_BYTES: usize = 64 << 10;
/// Bytes that are read of a body which is refused, so that its sender reads the answer.
const DRAINED_BYTES: usize = 4 << 20;
const DEFAULT_CACHE_CONTROL: &str = "no-cache";

/// A body, with what it says of itself.
pub struct ReceivedBody {
    pub incoming: IncomingUpload,
    pub content_type: String,
    pub content_encoding: Option<String>,
    pub cache_control: String,
    pub user_metadata: Map<String, Value>,
}

/// Takes a body within the limits of its bucket.
pub async fn receive_body(
    app: &App,
    request: &HttpRequest,
    payload: Payload,
    bucket: &Bucket,
    owner_id: Option<Uuid>,
) -> Result<ReceivedBody, StorageRefusal> {
    let limit = bucket
        .limits
        .most_bytes(app.storage.most_bytes_of(owner_id).await?);
    let announced = text_header(request.headers(), "content-length")
        .and_then(|length| length.parse::<u64>().ok());
    let mut payload = payload.into_inner();
    if announced.is_some_and(|length| length > limit + FRAME_BYTES) {
        drain_stream(&mut payload).await;
        return Err(StorageError::TooLarge.into());
    }
    let is_form = text_header(request.headers(), "content-type")
        .is_some_and(|value| value.starts_with("multipart/form-data"));
    if is_form {
        let mut form = Multipart::new(request.headers(), payload);
        let received = receive_form(app, &mut form, bucket, limit).await;
        if received.is_err() {
            drain_form(form).await;
        }
        received
    } else {
        let received = receive_raw(app, request, &mut payload, bucket, limit).await;
        if received.is_err() {
            drain_stream(&mut payload).await;
        }
        received
    }
}

async fn receive_raw(
    app: &App,
    request: &HttpRequest,
    payload: &mut (impl Stream<Item = Result<Bytes, actix_web::error::PayloadError>> + Unpin),
    bucket: &Bucket,
    limit: u64,
) -> Result<ReceivedBody, StorageRefusal> {
    let headers = request.headers();
    let content_type = checked_type(text_header(headers, "content-type"), bucket)?;
    let user_metadata = header_metadata(request)?;
    let incoming = take_stream(app, payload, limit).await?;
    Ok(ReceivedBody {
        incoming,
        content_type,
        content_encoding: check_encoding(text_header(headers, "content-encoding"))?,
        cache_control: cache_control(text_header(headers, "cache-control")),
        user_metadata,
    })
}

async fn receive_form(
    app: &App,
    form: &mut Multipart,
    bucket: &Bucket,
    limit: u64,
) -> Result<ReceivedBody, StorageRefusal> {
    let mut seconds = None;
    let mut content_encoding = None;
    let mut user_metadata = Map::new();
    let mut file = None;
    // Text fields come before the file.
    while let Some(mut field) = form.try_next().await.map_err(broken_body)? {
        let is_file = field
            .content_disposition()
            .is_some_and(|disposition| disposition.get_filename().is_some());
        if is_file {
            let given = field.content_type().map(ToString::to_string);
            let content_type = checked_type(given.as_deref(), bucket)?;
            file = Some((take_stream(app, &mut field, limit).await?, content_type));
            break;
        }
        let name = field.name().unwrap_or_default().to_owned();
        let text = field_text(&mut field).await?;
        match name.as_str() {
            "cacheControl" => seconds = Some(text),
            "contentEncoding" => content_encoding = check_encoding(Some(&text))?,
            "metadata" => user_metadata = parse_metadata(text.as_bytes())?,
            _ => {}
        }
    }
    let (incoming, content_type) = file.ok_or(StorageError::NoContent)?;
    Ok(ReceivedBody {
        incoming,
        content_type,
        content_encoding,
        cache_control: max_age(seconds.as_deref()),
        user_metadata,
    })
}

async fn field_text(field: &mut Field) -> Result<String, StorageRefusal> {
    let bytes = field
        .bytes(FIELD_BYTES)
        .await
        .map_err(|_| StorageError::TooLarge)?
        .map_err(broken_body)?;
    String::from_utf8(bytes.to_vec())
        .map_err(|_| StorageError::InvalidRequest("A field is not in UTF-8".into()).into())
}

/// Writes a stream into a file, and refuses more bytes than may come.
pub async fn take_stream<E: std::fmt::Display>(
    app: &App,
    stream: &mut (impl Stream<Item = Result<Bytes, E>> + Unpin),
    limit: u64,
) -> Result<IncomingUpload, StorageRefusal> {
    let mut incoming = new_file(app).await?;
    while let Some(piece) = stream.try_next().await.map_err(broken_body)? {
        if incoming.bytes() + piece.len() as u64 > limit {
            return Err(StorageError::TooLarge.into());
        }
        write_piece(&mut incoming, &piece).await?;
    }
    Ok(incoming)
}

pub async fn new_file(app: &App) -> Result<IncomingUpload, StorageRefusal> {
    IncomingUpload::new(&app.storage.work)
        .await
        .map_err(|error| crate::storage::StorageFailure::File(error).into())
}

pub async fn write_piece(
    incoming: &mut IncomingUpload,
    piece: &[u8],
) -> Result<(), StorageRefusal> {
    incoming
        .write(piece)
        .await
        .map_err(|error| crate::storage::StorageFailure::File(error).into())
}

/// Returns the user's own metadata of the header `x-parse_metadata`; none without it.
pub fn header_metadata(request: &HttpRequest) -> Result<Map<String, Value>, StorageRefusal> {
    let Some(encoded) = text_header(request.headers(), "x-metadata") else {
        return Ok(Map::new());
    };
    let bytes = BASE64_STANDARD
        .decode(encoded)
        .map_err(|_| StorageError::InvalidRequest("x-metadata has to be JSON in base 64".into()))?;
    parse_metadata(&bytes)
}

/// A type that the bucket takes. Programs that know none send the word `undefined`.
pub fn checked_type(given: Option<&str>, bucket: &Bucket) -> Result<String, StorageRefusal> {
    let is_given = |given: &&str| *given != "undefined" || bucket.limits.types.is_some();
    let content_type = type_of(given.filter(is_given).unwrap_or("application/octet-stream"))?;
    bucket.limits.check_type(content_type)?;
    Ok(content_type.to_owned())
}

/// `max-age` in seconds, as forms and resumable uploads give it.
pub fn max_age(seconds: Option<&str>) -> String {
    let seconds = seconds.map(str::trim).filter(|seconds| {
        (1..=10).contains(&seconds.len()) && seconds.bytes().all(|byte| byte.is_ascii_digit())
    });
    seconds.map_or_else(
        || DEFAULT_CACHE_CONTROL.to_owned(),
        |seconds| format!("max-age={seconds}"),
    )
}

/// A whole header; one that cannot be one is as good as none.
pub fn cache_control(given: Option<&str>) -> String {
    given
        .map(str::trim)
        .filter(|value| {
            (1..=200).contains(&value.len())
                && value.bytes().all(|byte| (b' '..=b'~').contains(&byte))
        })
        .unwrap_or(DEFAULT_CACHE_CONTROL)
        .to_owned()
}

/// How bytes are packed; what is not packed says nothing.
pub fn check_encoding(given: Option<&str>) -> Result<Option<String>, StorageRefusal> {
    let given = given.map(|value| value.trim().to_ascii_lowercase());
    match given.as_deref() {
        None | Some("" | "identity") => Ok(None),
        Some("gzip" | "br" | "deflate" | "zstd") => Ok(given),
        Some(_) => Err(StorageError::InvalidRequest(
            "Content-Encoding has to be gzip, br, deflate or zstd".into(),
        )
        .into()),
    }
}

pub fn parse_metadata(json: &[u8]) -> Result<Map<String, Value>, StorageRefusal> {
    if json.len() > FIELD_BYTES {
        return Err(StorageError::TooLarge.into());
    }
    serde_json::from_slice(json)
        .map_err(|_| StorageError::InvalidRequest("metadata has to be a JSON object".into()).into())
}

pub fn text_header<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name)?.to_str().ok()
}

/// Returns whether an object that is there already may be replaced.
pub fn is_upsert(request: &HttpRequest) -> bool {
    text_header(request.headers(), "x-upsert")
        .is_some_and(|value| value.eq_ignore_ascii_case("true"))
}

async fn drain_stream<E>(stream: &mut (impl Stream<Item = Result<Bytes, E>> + Unpin)) {
    let mut left = DRAINED_BYTES;
    while let Some(Ok(piece)) = stream.next().await {
        left = left.saturating_sub(piece.len());
        if left == 0 {
            break;
        }
    }
}

async fn drain_form(mut form: Multipart) {
    let mut left = DRAINED_BYTES;
    while let Ok(Some(mut field)) = form.try_next().await {
        while let Ok(Some(piece)) = field.try_next().await {
            left = left.saturating_sub(piece.len());
            if left == 0 {
                return;
            }
        }
    }
}

fn broken_body(error: impl std::fmt::Display) -> StorageRefusal {
    StorageError::InvalidRequest(format!(
        "The body ended early or is malformed ({error}); send it again"
    ))
    .into()
}
