use actix_web::{
    HttpRequest, HttpResponse,
    web::{Data, Payload},
};
use portolan_domain::{Replace, ResumableUpload};
use portolan_storage::{StorageError, object_name, upload_metadata};

use super::{
    LIFE, PIECE_TYPE, check_access, check_version, created_answer, expires_header, parse_number,
    piece,
};
use crate::http::{
    App,
    storage::{
        answer::StorageRefusal,
        receive::{checked_type, is_upsert, max_age, text_header},
        upload::check_before,
    },
};

/// Creates an upload and stores its first piece if the request includes it.
pub async fn create_upload(
    app: Data<App>,
    request: HttpRequest,
    payload: Payload,
) -> Result<HttpResponse, StorageRefusal> {
    check_version(&request)?;
    create(&app, &request, payload)
        .await
        .map_err(StorageRefusal::exact)
}

async fn create(
    app: &Data<App>,
    request: &HttpRequest,
    payload: Payload,
) -> Result<HttpResponse, StorageRefusal> {
    let metadata = text_header(request.headers(), "upload-metadata").unwrap_or_default();
    let metadata = upload_metadata(metadata)?;
    let name = object_name(&metadata.name)?;
    let (owner_id, signed_upsert) = check_access(app, request, &metadata.bucket, name).await?;
    let bucket = app.store.bucket(&metadata.bucket).await?;
    let bytes = parse_number(request, "upload-length")?;
    if bytes
        > bucket
            .limits
            .most_bytes(app.storage.most_bytes_of(owner_id).await?)
    {
        return Err(StorageError::UploadTooLarge.into());
    }
    if let Some((owner_id, quota)) = owner_id.zip(app.storage.quota_of(owner_id).await?) {
        app.store.check_room(owner_id, bytes, quota).await?;
    }
    let is_upsert = signed_upsert.unwrap_or_else(|| is_upsert(request));
    if !is_upsert {
        check_before(app, &bucket, name, Replace::Never).await?;
    }
    let now = app.clock.now();
    let upload = ResumableUpload {
        id: app.ids.id(),
        content_type: checked_type(metadata.content_type.as_deref(), &bucket)?,
        bucket_id: bucket.id,
        name: name.to_owned(),
        owner_id,
        is_upsert,
        is_finished: false,
        cache_control: max_age(metadata.cache_control.as_deref()),
        user_metadata: metadata.user_metadata.unwrap_or_default(),
        bytes,
        received: 0,
        created_at: now,
        expires_at: now + LIFE,
    };
    app.store.create_upload(&upload).await?;
    let carries_piece = text_header(request.headers(), "content-type") == Some(PIECE_TYPE);
    let received = if carries_piece || bytes == 0 {
        piece::take_piece(app, &upload, payload).await?
    } else {
        0
    };
    let path = request.path().trim_end_matches('/');
    // Without a host the client resolves the path against the address that it called.
    let site = app.site.url_reached_by(request).unwrap_or_default();
    Ok(created_answer()
        .insert_header(("location", format!("{site}{path}/{}", upload.id)))
        .insert_header(("upload-offset", received.to_string()))
        .insert_header(expires_header(upload.expires_at))
        .finish())
}
