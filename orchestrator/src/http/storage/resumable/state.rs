use actix_web::{
    HttpRequest, HttpResponse,
    web::{Data, Path},
};

use super::{
    VERSION, check_version, expires_header, find_upload, piece, protocol_answer, respond_no_content,
};
use crate::http::{App, storage::answer::StorageRefusal};

/// Returns the supported protocol extensions.
pub async fn options(app: Data<App>) -> HttpResponse {
    respond_no_content()
        .insert_header(("tus-version", VERSION))
        .insert_header((
            "tus-extension",
            "creation,creation-with-upload,expiration,termination",
        ))
        .insert_header(("tus-max-size", app.storage.most_bytes.to_string()))
        .finish()
}

/// Returns the progress of an upload.
pub async fn get_upload(
    app: Data<App>,
    request: HttpRequest,
    id: Path<String>,
) -> Result<HttpResponse, StorageRefusal> {
    check_version(&request)?;
    let upload = find_upload(&app, &request, &id)
        .await
        .map_err(StorageRefusal::exact)?;
    // The server may have ended just before the end of the upload.
    if upload.received == upload.bytes && !upload.is_finished {
        piece::finish_upload(&app, &upload)
            .await
            .map_err(StorageRefusal::exact)?;
    }
    Ok(protocol_answer(HttpResponse::Ok())
        .insert_header(("upload-offset", upload.received.to_string()))
        .insert_header(("upload-length", upload.bytes.to_string()))
        .insert_header(expires_header(upload.expires_at))
        .finish())
}

/// Gives an upload up.
pub async fn terminate_upload(
    app: Data<App>,
    request: HttpRequest,
    id: Path<String>,
) -> Result<HttpResponse, StorageRefusal> {
    check_version(&request)?;
    let upload = find_upload(&app, &request, &id)
        .await
        .map_err(StorageRefusal::exact)?;
    let now = app.clock.now();
    app.store
        .delete_upload(upload.id, now)
        .await
        .map_err(|error| StorageRefusal::from(error).exact())?;
    Ok(respond_no_content().finish())
}
