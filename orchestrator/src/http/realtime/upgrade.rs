use std::rc::Rc;

use actix_web::{
    Error, HttpRequest, HttpResponse,
    http::{StatusCode, header},
    web::{Data, Payload, Query},
};
use actix_web_actors::ws::WsResponseBuilder;
use portolan_realtime::ProtocolVersion;
use portolan_realtime_hub::{Opening, Socket};

use super::{
    refusal::RealtimeRefusal,
    tokens::{AppTokens, SocketQuery},
};
use crate::http::{App, caller::Peer};

/// Opens a websocket. It takes no cookies: who the user is they say with each join, so that a page
/// of another site can do nothing in a visitor's name.
pub async fn open_socket(
    app: Data<App>,
    peer: Peer,
    query: Query<SocketQuery>,
    request: HttpRequest,
    payload: Payload,
) -> Result<HttpResponse, Error> {
    check_origin(&app, &peer, &request)?;
    let tokens = AppTokens(app.clone());
    let key = tokens.key(&request, &query).await;
    let key = key.map_err(|refusal| refusal.with_status(StatusCode::FORBIDDEN))?;
    let version = match query.vsn.as_deref() {
        None => ProtocolVersion::default(),
        Some(text) => ProtocolVersion::parse(text).ok_or_else(|| {
            RealtimeRefusal::new(StatusCode::BAD_REQUEST, "vsn is 1.0.0 or 2.0.0")
        })?,
    };
    let counted = if peer.is_local {
        None
    } else {
        Some(app.realtime.admit(peer.address).ok_or_else(|| {
            RealtimeRefusal::new(
                StatusCode::TOO_MANY_REQUESTS,
                "ConnectionRateLimitReached: Too many connected users",
            )
        })?)
    };
    let socket = Socket::new(Opening {
        realtime: app.realtime.clone(),
        tokens: Rc::new(tokens),
        version,
        key,
        peer: counted,
    });
    WsResponseBuilder::new(socket, &request, payload)
        .frame_size(app.realtime.limits().frame_bytes)
        .start()
}

/// Programs send no origin; pages of this very machine come from wherever they are developed.
fn check_origin(app: &App, peer: &Peer, request: &HttpRequest) -> Result<(), RealtimeRefusal> {
    let text = |name| {
        let value = request.headers().get(name);
        value.and_then(|value| value.to_str().ok())
    };
    let Some(origin) = text(header::ORIGIN) else {
        return Ok(());
    };
    let host = text(header::HOST).unwrap_or_default();
    let scheme = app.site.scheme(request);
    if app.site.may_open_sockets(origin, scheme, host) || (peer.is_local && is_loopback(origin)) {
        return Ok(());
    }
    Err(RealtimeRefusal::new(
        StatusCode::FORBIDDEN,
        "This page is of another site: add its origin to PORTOLAN_REALTIME_ORIGINS",
    ))
}

fn is_loopback(origin: &str) -> bool {
    let Ok(origin) = url::Url::parse(origin) else {
        return false;
    };
    match origin.host() {
        Some(url::Host::Domain(name)) => name == "localhost",
        Some(url::Host::Ipv4(address)) => address.is_loopback(),
        Some(url::Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}
