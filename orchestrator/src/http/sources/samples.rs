use actix_web::web::Json;
use portolan_domain::Page;

use crate::sources::Sample;

/// Tables that everyone may try.
pub async fn list_samples() -> Json<Page<Sample>> {
    Json(Page {
        items: crate::sources::samples()
            .into_iter()
            .map(|(sample, _)| sample)
            .collect(),
        next_cursor: None,
    })
}
