use actix_web::web::Json;
use portolan_domain::Page;
use portolan_sources::Sample;

/// Tables that everyone may try.
pub async fn list_samples() -> Json<Page<Sample>> {
    Json(Page {
        items: portolan_sources::samples()
            .into_iter()
            .map(|(sample, _)| sample)
            .collect(),
        next_cursor: None,
    })
}
