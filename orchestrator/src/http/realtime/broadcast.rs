use actix_web::{
    HttpRequest, HttpResponse,
    http::{StatusCode, header},
    web::{Bytes, Data, Path, Query},
};
use portolan_realtime::{Broadcast, FrameContent, LONGEST_NAME, Topic};
use portolan_realtime_hub::{Holder, TokenOwner, Tokens};
use serde::Deserialize;
use serde_json::{Value, value::RawValue};

use super::{
    refusal::RealtimeRefusal,
    tokens::{AppTokens, SocketQuery},
};
use crate::http::{App, caller::Peer};

/// Messages of one request.
const MOST_MESSAGES: usize = 100;

#[derive(Deserialize)]
struct BroadcastBatch {
    messages: Vec<OneMessage>,
}

#[derive(Deserialize)]
struct OneMessage {
    topic: String,
    event: String,
    #[serde(default)]
    payload: Option<Box<RawValue>>,
    #[serde(default)]
    private: bool,
}

/// Passes messages on to those who have joined their topics: all of them, or none.
pub async fn broadcast_messages(
    app: Data<App>,
    peer: Peer,
    query: Query<SocketQuery>,
    request: HttpRequest,
    body: Bytes,
) -> Result<HttpResponse, RealtimeRefusal> {
    let sender = BroadcastSender::of(&app, &peer, &request, &query).await?;
    let BroadcastBatch { messages } = serde_json::from_slice(&body).map_err(|_| {
        RealtimeRefusal::invalid("The body is {\"messages\": [{topic, event, payload, private}]}")
    })?;
    if messages.len() > MOST_MESSAGES {
        return Err(RealtimeRefusal::invalid(
            "A request has at most 100 messages",
        ));
    }
    let mut checked = Vec::with_capacity(messages.len());
    for message in messages {
        let payload = message
            .payload
            .map_or_else(|| "{}".to_owned(), |json| json.get().to_owned());
        let content = FrameContent::Json(payload);
        checked.push(
            sender
                .check(&message.topic, message.private, message.event, content)
                .await?,
        );
    }
    for (topic, broadcast) in checked {
        sender.pass(topic, broadcast).await?;
    }
    Ok(HttpResponse::Accepted().finish())
}

/// Broadcasts one message: JSON, or bytes by content type.
pub async fn broadcast_one(
    app: Data<App>,
    peer: Peer,
    path: Path<(String, String)>,
    query: Query<SocketQuery>,
    request: HttpRequest,
    body: Bytes,
) -> Result<HttpResponse, RealtimeRefusal> {
    let sender = BroadcastSender::of(&app, &peer, &request, &query).await?;
    let (topic, event) = path.into_inner();
    let kind = request.headers().get(header::CONTENT_TYPE);
    let is_bytes = kind
        .and_then(|kind| kind.to_str().ok())
        .is_some_and(|kind| kind.starts_with("application/octet-stream"));
    let content = if is_bytes {
        FrameContent::Bytes(body)
    } else {
        let json: Value = serde_json::from_slice(&body)
            .map_err(|_| RealtimeRefusal::invalid("The body is the payload as JSON"))?;
        FrameContent::Json(json.to_string())
    };
    let is_private = query.private.as_deref() == Some("true");
    let (topic, broadcast) = sender.check(&topic, is_private, event, content).await?;
    sender.pass(topic, broadcast).await?;
    Ok(HttpResponse::Accepted().finish())
}

/// The sender of an HTTP broadcast.
struct BroadcastSender<'a> {
    app: &'a App,
    holder: Holder,
    /// Counts against the limit of messages.
    name: String,
}

impl<'a> BroadcastSender<'a> {
    async fn of(
        app: &'a Data<App>,
        peer: &Peer,
        request: &HttpRequest,
        query: &SocketQuery,
    ) -> Result<Self, RealtimeRefusal> {
        let tokens = AppTokens(app.clone());
        let key = tokens.key(request, query).await?;
        let bearer = request.headers().get(header::AUTHORIZATION);
        let bearer = bearer
            .and_then(|value| value.to_str().ok())
            .and_then(|value| value.strip_prefix("Bearer "));
        let holder = match bearer {
            Some(token) => tokens.holder(token).await?,
            None => key,
        };
        let name = match holder.who {
            TokenOwner::User(user_id) | TokenOwner::Admin(user_id) => user_id.to_string(),
            TokenOwner::Anonymous => peer.address.to_string(),
            TokenOwner::Service => "service".to_owned(),
        };
        Ok(Self { app, holder, name })
    }

    async fn check(
        &self,
        topic: &str,
        is_private: bool,
        event: String,
        content: FrameContent,
    ) -> Result<(Topic, Broadcast), RealtimeRefusal> {
        let topic = Topic::named(topic, is_private)
            .map_err(|error| RealtimeRefusal::invalid(error.to_string()))?;
        if event.is_empty() || event.len() > LONGEST_NAME {
            return Err(RealtimeRefusal::invalid("An event has 1 to 255 bytes"));
        }
        let bytes = match &content {
            FrameContent::Json(text) => text.len(),
            FrameContent::Bytes(bytes) => bytes.len(),
        };
        if bytes > self.app.realtime.limits().frame_bytes {
            return Err(RealtimeRefusal::new(
                StatusCode::PAYLOAD_TOO_LARGE,
                "A message is too large to be passed on",
            ));
        }
        let rights = self.app.realtime.rights(self.holder.who, &topic).await?;
        if !rights.writes {
            return Err(RealtimeRefusal::new(
                StatusCode::FORBIDDEN,
                format!(
                    "Unauthorized: You do not have permissions to write to this Channel topic: {}",
                    topic.name()
                ),
            ));
        }
        if !self.app.realtime.may_send(&self.name) {
            return Err(RealtimeRefusal::new(
                StatusCode::TOO_MANY_REQUESTS,
                "Too many messages per second",
            ));
        }
        Ok((topic, Broadcast { event, content }))
    }

    async fn pass(&self, topic: Topic, broadcast: Broadcast) -> Result<(), RealtimeRefusal> {
        let passed = self.app.realtime.broadcast(topic, broadcast).await;
        passed.map_err(|_| RealtimeRefusal::busy())
    }
}
