//! Realtime, as `@supabase/realtime-js` speaks to it: the websocket, and broadcasts over HTTP.

mod broadcast;
mod refusal;
mod tokens;
mod upgrade;

use actix_web::web::{ServiceConfig, get, post, resource, route};

pub fn routes(config: &mut ServiceConfig) {
    config
        .service(resource("/realtime/v1/websocket").route(get().to(upgrade::open_socket)))
        .service(
            resource("/realtime/v1/api/broadcast").route(post().to(broadcast::broadcast_messages)),
        )
        .service(
            resource("/realtime/v1/api/broadcast/{topic}/events/{event}")
                .route(post().to(broadcast::broadcast_one)),
        )
        .service(
            resource("/realtime/v1/{call:.*}").route(route().to(refusal::refuse_unknown_path)),
        );
}
