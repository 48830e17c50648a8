use actix_web::{
    HttpRequest, HttpResponse,
    web::{Data, Path, Payload},
};
use futures_util::StreamExt;
use portolan_domain::ResumableUpload;
use portolan_storage::StorageError;
use portolan_store::StoreError;

use super::{
    PIECE_TYPE, check_version, expires_header, find_upload, parse_number, respond_no_content,
};
use crate::{
    http::{
        App,
        storage::{
            answer::StorageRefusal,
            receive::{new_file, text_header, write_piece},
        },
    },
    storage::StorageFailure,
};

/// Takes a piece; with the last one the object is there.
pub async fn add_piece(
    app: Data<App>,
    request: HttpRequest,
    id: Path<String>,
    payload: Payload,
) -> Result<HttpResponse, StorageRefusal> {
    check_version(&request)?;
    append_piece(&app, &request, &id, payload)
        .await
        .map_err(StorageRefusal::exact)
}

async fn append_piece(
    app: &Data<App>,
    request: &HttpRequest,
    id: &str,
    payload: Payload,
) -> Result<HttpResponse, StorageRefusal> {
    if text_header(request.headers(), "content-type") != Some(PIECE_TYPE) {
        return Err(StorageError::TusContentType.into());
    }
    let upload = find_upload(app, request, id).await?;
    if parse_number(request, "upload-offset")? != upload.received {
        return Err(StorageError::WrongOffset.into());
    }
    let received = if upload.is_finished {
        upload.received
    } else {
        take_piece(app, &upload, payload).await?
    };
    Ok(respond_no_content()
        .insert_header(("upload-offset", received.to_string()))
        .insert_header(expires_header(upload.expires_at))
        .finish())
}

/// Appends received bytes to the upload, even if the request ends early, so that the client can resume there.
pub async fn take_piece(
    app: &App,
    upload: &ResumableUpload,
    payload: Payload,
) -> Result<u64, StorageRefusal> {
    let mut payload = payload.into_inner();
    let left = upload.bytes - upload.received;
    let mut incoming = new_file(app).await?;
    while let Some(Ok(piece)) = payload.next().await {
        if incoming.bytes() + piece.len() as u64 > left {
            return Err(StorageError::UploadTooLarge.into());
        }
        write_piece(&mut incoming, &piece).await?;
    }
    let received = match app.storage.add_part(upload, incoming).await {
        Err(StorageFailure::Store(StoreError::Conflict(_))) => {
            return Err(StorageError::WrongOffset.into());
        }
        added => added?,
    };
    if received == upload.bytes {
        finish_upload(app, upload).await?;
    }
    Ok(received)
}

/// Makes the object; where another request has done so, it is there.
pub async fn finish_upload(app: &App, upload: &ResumableUpload) -> Result<(), StorageRefusal> {
    match app.storage.finish_upload(upload).await {
        Ok(_) => Ok(()),
        Err(StorageFailure::Store(error @ StoreError::Conflict(_))) => {
            if app.store.upload(upload.id).await?.is_finished {
                Ok(())
            } else {
                Err(error.into())
            }
        }
        Err(error) => Err(error.into()),
    }
}
