//! Uploads that come in pieces and continue after a break: the TUS protocol 1.0.0 with creation (also with
//! the first piece), termination and expiration.
//!
//! Each piece is an object of the store until the last one has come, so any server continues with what
//! another one began. Statuses are those of the protocol, not 400 for all.

mod create;
mod piece;
mod state;

use actix_web::{
    HttpRequest, HttpResponse, HttpResponseBuilder,
    http::Method,
    web::{Data, ServiceConfig, delete, head, patch, post, route},
};
use chrono::{DateTime, TimeDelta, Utc};
use portolan_domain::ResumableUpload;
use portolan_storage::StorageError;
use uuid::Uuid;

use super::{
    access::StorageCaller, answer::StorageRefusal, receive::text_header, resource_at,
    upload_signed::read_token,
};
use crate::http::App;

const VERSION: &str = "1.0.0";
/// How long an upload may take from its first to its last piece.
const LIFE: TimeDelta = TimeDelta::days(1);
const PIECE_TYPE: &str = "application/offset+octet-stream";

/// The same routes under two addresses: for callers with a token, and for anyone with a signed upload in the
/// header `x-signature`.
pub fn routes(config: &mut ServiceConfig) {
    for path in ["/upload/resumable/sign", "/upload/resumable"] {
        config
            .service(
                resource_at(path)
                    .route(post().to(create::create_upload))
                    .route(route().method(Method::OPTIONS).to(state::options)),
            )
            .service(
                resource_at(&format!("{path}/{{upload}}"))
                    .route(head().to(state::get_upload))
                    .route(patch().to(piece::add_piece))
                    .route(delete().to(state::terminate_upload))
                    .route(route().method(Method::OPTIONS).to(state::options)),
            );
    }
}

/// An answer of the protocol.
fn protocol_answer(mut response: HttpResponseBuilder) -> HttpResponseBuilder {
    response
        .insert_header(("tus-resumable", VERSION))
        .insert_header(("cache-control", "no-store"));
    response
}

fn check_version(request: &HttpRequest) -> Result<(), StorageRefusal> {
    if text_header(request.headers(), "tus-resumable") == Some(VERSION) {
        Ok(())
    } else {
        Err(StorageRefusal::from(StorageError::TusVersion).exact())
    }
}

/// Returns whether the caller may upload this object.
async fn check_access(
    app: &App,
    request: &HttpRequest,
    bucket: &str,
    name: &str,
) -> Result<(Option<Uuid>, Option<bool>), StorageRefusal> {
    if let Some(token) = text_header(request.headers(), "x-signature") {
        let signed = read_token(app, token, bucket, name)?;
        return Ok((signed.owner_id, Some(signed.is_upsert)));
    }
    let who = StorageCaller::of(app, request).await?;
    who.check_write(app, bucket, name)?;
    Ok((who.user_id(), None))
}

/// The upload of this address, if it is the caller's; others are not found.
async fn find_upload(
    app: &Data<App>,
    request: &HttpRequest,
    id: &str,
) -> Result<ResumableUpload, StorageRefusal> {
    let id: Uuid = id.parse().map_err(|_| StorageError::NoSuchUpload)?;
    let upload = app.store.upload(id).await?;
    check_access(app, request, &upload.bucket_id, &upload.name)
        .await
        .map_err(|refusal| match refusal.error {
            StorageError::RowLevelSecurity => StorageError::NoSuchUpload.into(),
            _ => refusal,
        })?;
    if upload.expires_at <= app.clock.now() {
        return Err(StorageError::UploadExpired.into());
    }
    Ok(upload)
}

fn parse_number(request: &HttpRequest, header: &str) -> Result<u64, StorageRefusal> {
    text_header(request.headers(), header)
        .filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()))
        .and_then(|text| text.parse().ok())
        .ok_or_else(|| StorageError::InvalidRequest(format!("{header} has to be a number")).into())
}

fn expires_header(at: DateTime<Utc>) -> (&'static str, String) {
    (
        "upload-expires",
        at.format("%a, %d %b %Y %H:%M:%S GMT").to_string(),
    )
}

fn created_answer() -> HttpResponseBuilder {
    protocol_answer(HttpResponse::Created())
}

fn respond_no_content() -> HttpResponseBuilder {
    protocol_answer(HttpResponse::NoContent())
}
