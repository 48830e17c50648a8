//! The embedded storage back end, as `@supabase/supabase-js` speaks to it. Served under
//! `/storage/v1`.
//!
//! Who may what: the service everything; a user what lies in a folder that is called as their id, in any
//! bucket; everyone reads the objects of public buckets, whose names they know; and anyone with a signed
//! address, what it is for.

mod access;
mod answer;
mod buckets;
mod copy;
mod deliver;
mod download;
mod info;
mod list;
mod purge;
mod receive;
mod relocate;
mod remove;
mod render;
mod resumable;
mod shapes;
mod sign;
mod status;
mod upload;
mod upload_signed;

use actix_web::{
    Resource,
    web::{ServiceConfig, delete, get, head, post, put, resource},
};

/// The path prefix of the storage routes.
pub const PATH: &str = "/storage/v1";

fn resource_at(name: &str) -> Resource {
    resource(format!("{PATH}{name}"))
}

pub fn routes(config: &mut ServiceConfig) {
    buckets::routes(config);
    resumable::routes(config);
    config
        .service(resource_at("/status").route(get().to(status::get_status)))
        .service(resource_at("/version").route(get().to(status::get_version)))
        .service(resource_at("/object/move").route(post().to(relocate::move_object)))
        .service(resource_at("/object/copy").route(post().to(copy::copy_object)))
        .service(resource_at("/object/list/{bucket}").route(post().to(list::list_objects)))
        .service(resource_at("/object/list-v2/{bucket}").route(post().to(list::list_objects_v2)))
        .service(
            resource_at("/object/upload/sign/{bucket}/{name:.*}")
                .route(post().to(upload_signed::sign_upload))
                .route(put().to(upload_signed::upload_signed)),
        )
        .service(resource_at("/object/sign/{bucket}").route(post().to(sign::sign_objects)))
        .service(
            resource_at("/object/sign/{bucket}/{name:.*}")
                .route(post().to(sign::sign_object))
                .route(get().to(download::download_signed))
                .route(head().to(download::download_signed)),
        )
        .service(
            resource_at("/object/public/{bucket}/{name:.*}")
                .route(get().to(download::download_public))
                .route(head().to(download::download_public)),
        )
        .service(
            resource_at("/object/authenticated/{bucket}/{name:.*}")
                .route(get().to(download::download))
                .route(head().to(download::download)),
        )
        .service(
            resource_at("/object/info/public/{bucket}/{name:.*}")
                .route(get().to(info::public_info))
                .route(head().to(info::public_info)),
        )
        .service(
            resource_at("/object/info/authenticated/{bucket}/{name:.*}")
                .route(get().to(info::info))
                .route(head().to(info::info)),
        )
        .service(
            resource_at("/object/info/{bucket}/{name:.*}")
                .route(get().to(info::info))
                .route(head().to(info::info)),
        )
        .service(resource_at("/object/{bucket}").route(delete().to(remove::remove_objects)))
        .service(
            resource_at("/object/{bucket}/{name:.*}")
                .route(post().to(upload::create_object))
                .route(put().to(upload::update_object))
                .route(get().to(download::download))
                .route(head().to(download::download))
                .route(delete().to(remove::remove_object)),
        )
        .service(
            resource_at("/render/image/public/{bucket}/{name:.*}")
                .route(get().to(render::render_public)),
        )
        .service(
            resource_at("/render/image/authenticated/{bucket}/{name:.*}")
                .route(get().to(render::render)),
        )
        .service(
            resource_at("/render/image/sign/{bucket}/{name:.*}")
                .route(get().to(render::render_signed)),
        )
        .service(resource_at("/cdn/{bucket}").route(delete().to(purge::purge_bucket)))
        .service(resource_at("/cdn/{bucket}/{name:.*}").route(delete().to(purge::purge_object)))
        .service(resource_at("/{call:.*}").to(answer::refuse_unknown_path));
}
