use actix_web::{HttpResponse, web::Data};

use crate::http::App;

/// The public halves of the signing keys.
pub async fn public_keys(app: Data<App>) -> HttpResponse {
    HttpResponse::Ok()
        .insert_header(("cache-control", "public, max-age=600"))
        .json(app.auth.keys.public())
}
