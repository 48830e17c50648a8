//! Objects on their way out. What others wrote runs nowhere: see `portolan_storage::SANDBOX`.

use actix_web::{
    HttpRequest, HttpResponse, HttpResponseBuilder,
    body::SizedStream,
    http::{
        Method, StatusCode,
        header::{Charset, ContentDisposition, DispositionParam, DispositionType, ExtendedValue},
    },
};
use bytes::Bytes;
use futures_util::stream;
use portolan_domain::StoredObject;
use portolan_sources::ObjectError;
use portolan_storage::{SANDBOX, StorageError, byte_range, is_shown_inline};

use super::{answer::StorageRefusal, receive::text_header, shapes::quote_etag};
use crate::{http::App, storage::Picture};

/// The bytes, or the part of them that was asked for.
pub async fn deliver_object(
    app: &App,
    request: &HttpRequest,
    object: &StoredObject,
    download: Option<&str>,
) -> Result<HttpResponse, StorageRefusal> {
    let etag = quote_etag(&object.etag);
    if is_known(request, &etag) {
        return Ok(not_modified(&object.cache_control, &etag));
    }
    // A part of what has changed since would not fit to what is there.
    let is_same = text_header(request.headers(), "if-range").is_none_or(|known| known == etag);
    let wanted = text_header(request.headers(), "range").filter(|_| is_same);
    let range = match byte_range(wanted, object.bytes) {
        Ok(range) => range,
        Err(error) => return Ok(out_of_range(error, object.bytes)),
    };
    let mut response = match range {
        Some(range) => {
            let mut response = HttpResponse::build(StatusCode::PARTIAL_CONTENT);
            response.insert_header((
                "content-range",
                format!("bytes {}-{}/{}", range.first, range.end - 1, object.bytes),
            ));
            response
        }
        None => HttpResponse::Ok(),
    };
    let size = range.map_or(object.bytes, |range| range.end - range.first);
    begin_response(
        &mut response,
        &object.content_type,
        &object.name,
        &object.cache_control,
        download,
    );
    response
        .insert_header(("etag", etag))
        .insert_header(("accept-ranges", "bytes"))
        .insert_header(("last-modified", http_date(object)))
        // Also where it is not packed: nothing on the way is to pack it, which would break ranges.
        .insert_header((
            "content-encoding",
            object.content_encoding.as_deref().unwrap_or("identity"),
        ));
    if request.method() == Method::HEAD || size == 0 {
        let nothing = stream::empty::<Result<Bytes, ObjectError>>();
        return Ok(response.body(SizedStream::new(size, nothing)));
    }
    let bytes = app
        .storage
        .objects
        .read(
            &object.object_path,
            range.map(|range| range.first..range.end),
        )
        .await?;
    Ok(response.body(SizedStream::new(size, bytes)))
}

/// A picture that was made of an object.
pub fn deliver_picture(
    object: &StoredObject,
    told: &str,
    picture: Picture,
    download: Option<&str>,
) -> HttpResponse {
    let mut response = HttpResponse::Ok();
    begin_response(
        &mut response,
        picture.content_type,
        &object.name,
        &object.cache_control,
        download,
    );
    response
        .insert_header(("etag", picture_etag(object, told)))
        .insert_header(("last-modified", http_date(object)))
        .insert_header(("content-encoding", "identity"))
        .insert_header(("x-transformations", told));
    response.body(picture.bytes)
}

/// Returns the answer for a client whose copy is still fresh.
pub fn known_picture(
    request: &HttpRequest,
    object: &StoredObject,
    told: &str,
) -> Option<HttpResponse> {
    let etag = picture_etag(object, told);
    is_known(request, &etag).then(|| not_modified(&object.cache_control, &etag))
}

fn picture_etag(object: &StoredObject, told: &str) -> String {
    quote_etag(&format!(
        "{}-{}",
        object.etag,
        told.replace([':', ','], "-")
    ))
}

fn begin_response(
    response: &mut HttpResponseBuilder,
    content_type: &str,
    name: &str,
    cache_control: &str,
    download: Option<&str>,
) {
    response
        .insert_header(("content-type", content_type))
        .insert_header(("cache-control", cache_control))
        .insert_header(("content-security-policy", SANDBOX))
        .insert_header(("x-content-type-options", "nosniff"))
        .insert_header(("x-robots-tag", "none"));
    if download.is_some() || !is_shown_inline(content_type) {
        let given = download.filter(|given| !given.is_empty());
        let own = name.rsplit('/').next().unwrap_or(name);
        response.insert_header(saved_as(given.unwrap_or(own)));
    }
}

/// Is saved by browsers, under this name.
fn saved_as(name: &str) -> ContentDisposition {
    let name: String = name
        .chars()
        .filter(|letter| !letter.is_control() && !matches!(letter, '/' | '\\'))
        .take(200)
        .collect();
    ContentDisposition {
        disposition: DispositionType::Attachment,
        parameters: vec![DispositionParam::FilenameExt(ExtendedValue {
            charset: Charset::Ext("UTF-8".into()),
            language_tag: None,
            value: name.into_bytes(),
        })],
    }
}

fn is_known(request: &HttpRequest, etag: &str) -> bool {
    text_header(request.headers(), "if-none-match").is_some_and(|known| {
        known
            .split(',')
            .map(|known| known.trim().trim_start_matches("W/"))
            .any(|known| known == etag || known == "*")
    })
}

fn not_modified(cache_control: &str, etag: &str) -> HttpResponse {
    HttpResponse::NotModified()
        .insert_header(("etag", etag))
        .insert_header(("cache-control", cache_control))
        .finish()
}

fn out_of_range(error: StorageError, bytes: u64) -> HttpResponse {
    use actix_web::ResponseError;
    let mut response = StorageRefusal::from(error).error_response();
    if let Ok(value) = format!("bytes */{bytes}").parse() {
        let name = actix_web::http::header::CONTENT_RANGE;
        response.headers_mut().insert(name, value);
    }
    response
}

fn http_date(object: &StoredObject) -> String {
    object
        .updated_at
        .format("%a, %d %b %Y %H:%M:%S GMT")
        .to_string()
}
