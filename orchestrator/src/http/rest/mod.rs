//! REST, as `@supabase/postgrest-js` speaks to it: the caller's own rows of the product's tables.
//!
//! Reading is SQL over an allow-list, always of the caller's rows. Writing goes through the use cases
//! behind `/api`, all rows in one transaction: what they refuse is refused here too, and leaves nothing.

mod answer;
mod body;
mod read;
mod remove;
mod rows_request;
mod rpc;
mod tables;
mod write;

use actix_web::web::{ServiceConfig, delete, get, head, patch, post, resource, route};

pub use answer::RestRefusal;

pub fn routes(config: &mut ServiceConfig) {
    config
        .service(
            resource("/rest/v1/rpc/{name}")
                .route(get().to(rpc::call))
                .route(head().to(rpc::call))
                .route(post().to(rpc::call))
                .route(route().to(answer::refuse_method)),
        )
        .service(
            resource("/rest/v1/{table}")
                .route(get().to(read::read_rows))
                .route(head().to(read::read_rows))
                .route(post().to(write::insert_rows))
                .route(patch().to(write::update_rows))
                .route(delete().to(remove::delete_rows))
                .route(route().to(answer::refuse_method)),
        )
        .service(resource("/rest/v1/{call:.*}").route(route().to(answer::refuse_unknown_path)));
}
