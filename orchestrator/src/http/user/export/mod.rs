//! Everything that a user owns, in one file.

mod archive;
mod user_data;

use actix_web::{
    HttpResponse,
    body::SizedStream,
    web::{Bytes, Data},
};
use futures_util::stream;
use tokio::io::AsyncReadExt;

use crate::http::{App, caller::Caller, problem::Problem};
use archive::Archive;

/// Bytes that are read of the file at once.
const PIECE: usize = 64 << 10;

/// A zip file with what the caller owns; its README.txt says what is what. It is made on disk
/// before the first byte leaves, so that an answer which begins also ends well.
pub async fn export_account(app: Data<App>, caller: Caller) -> Result<HttpResponse, Problem> {
    let _share = app.limits.long_reads.enter(caller.user_id).await?;
    let slot = app.exports.acquire().await;
    let _slot = slot.map_err(Problem::unavailable)?;
    let mut archive = Archive::new(&app.storage.work).await?;
    let day = app.clock.now().format("%Y-%m-%d").to_string();
    user_data::collect_user_data(&app, caller.user_id, &mut archive).await?;
    let (file, size) = archive.finish().await?;
    let bytes = stream::try_unfold(file, |mut file| async move {
        let mut piece = vec![0; PIECE];
        let count = file.read(&mut piece).await?;
        piece.truncate(count);
        Ok::<_, std::io::Error>((count > 0).then(|| (Bytes::from(piece), file)))
    });
    Ok(HttpResponse::Ok()
        .content_type("application/zip")
        .insert_header(("cache-control", "private, no-store"))
        .insert_header(("content-encoding", "identity"))
        .insert_header((
            "content-disposition",
            format!("attachment; filename=\"portolan-{day}.zip\""),
        ))
        .body(SizedStream::new(size, Box::pin(bytes))))
}
