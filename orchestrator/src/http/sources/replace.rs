use actix_web::{
    HttpRequest,
    web::{Data, Json, Path, Payload},
};
use portolan_domain::Source;
use portolan_sources::SourceReader;
use uuid::Uuid;

use super::{
    create::{Incoming, read_problem, receive_files, took_too_long},
    get::SourceAnswer,
};
use crate::http::{App, caller::Caller, problem::Problem};

/// Puts a newer file in the place of a source's content (multipart, field `file`). Its name, and its
/// table's name in SQL, stay, so that queries run again over it; its columns may differ. Charts that
/// were drawn from the old content keep their rows until they are refreshed.
pub async fn replace_content(
    app: Data<App>,
    caller: Caller,
    source_id: Path<Uuid>,
    request: HttpRequest,
    payload: Payload,
) -> Result<Json<SourceAnswer>, Problem> {
    let old = app.source_of(&caller, *source_id).await?;
    let limit = app.limits.upload_time;
    let (reader, pending) = app.reader.begin_upload();
    let read = read_new_content(&app, &reader, &caller, &old, &request, payload);
    let read = tokio::time::timeout(limit, read).await;
    let new = read.unwrap_or_else(|_| Err(took_too_long(limit)))?;
    // From here on the database's own time limits hold, because an upload that has run out of time must change
    // nothing.
    pending.keep();
    match app.store.replace_source(old.id, caller.user_id, &new).await {
        Ok(kept) => {
            app.reader.discard(&[old]).await;
            Ok(Json(kept.into()))
        }
        Err(error) => {
            app.reader.discard(&[new]).await;
            Err(error.into())
        }
    }
}

/// Reads the file that takes the place of a source's content.
async fn read_new_content(
    app: &App,
    reader: &SourceReader,
    caller: &Caller,
    old: &Source,
    request: &HttpRequest,
    payload: Payload,
) -> Result<Source, Problem> {
    let mut incoming = receive_files(app, caller, request, payload).await?;
    let (Some(Incoming { file, name }), true) = (incoming.pop(), incoming.is_empty()) else {
        return Err(Problem::invalid("file", "Send exactly one file."));
    };
    let mut read = reader
        .read(caller.user_id, file.path(), &name, &|_| {})
        .await
        .map_err(read_problem)?;
    let is_alike = |new: &Source| new.profile.is_some() == old.profile.is_some();
    if read.len() != 1 || !read.iter().all(is_alike) {
        return Err(Problem::invalid(
            "file",
            if old.profile.is_some() {
                "Send a file with exactly one table, because this source is a table."
            } else {
                "Send a text, because this source is a text."
            },
        ));
    }
    Ok(reader.carry_edits(old, read.remove(0)).await)
}
