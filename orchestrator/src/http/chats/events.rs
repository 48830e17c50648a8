use std::{fmt::Write, time::Duration};

use actix_web::{
    HttpRequest, HttpResponse,
    http::header,
    web::{Bytes, Data, Path, Query},
};
use futures_util::{Stream, StreamExt, stream};
use metrics::gauge;
use portolan_blocks::Cursor;
use portolan_chat_actors::{Tail, Watched};
use portolan_domain::{Chat, LoggedEvent};
use schemars::JsonSchema;
use serde::Deserialize;
use uuid::Uuid;

use crate::http::{App, caller::Caller, problem::Problem, stream_access::StreamAccess};

/// Stored events that are read at once for a viewer that catches up.
const PAGE: u32 = 200;
/// A comment after so much silence keeps the connection open.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// The pause before a chat of another server is asked again for what is not known here yet.
const WAIT: Duration = Duration::from_millis(500);

#[derive(Debug, Deserialize, JsonSchema)]
pub struct ChatEvents {
    after: Option<String>,
}

/// The chat's event stream: what is stored after the cursor, then the live tail, without a gap.
pub async fn chat_events(
    app: Data<App>,
    caller: Caller,
    chat_id: Path<Uuid>,
    query: Query<ChatEvents>,
    request: HttpRequest,
) -> Result<HttpResponse, Problem> {
    // Boxed: thousands of clients may open their streams at the same time.
    let chat = Box::pin(app.chat_of(&caller, *chat_id)).await?;
    stream_chat(app, caller, &chat, query.into_inner().after, &request).await
}

/// The event stream of a chat that the caller may watch.
pub async fn stream_chat(
    app: Data<App>,
    caller: Caller,
    chat: &Chat,
    after: Option<String>,
    request: &HttpRequest,
) -> Result<HttpResponse, Problem> {
    let header = request
        .headers()
        .get("last-event-id")
        .map(|value| value.to_str().unwrap_or("not text").to_owned());
    let cursor = match header.or(after) {
        Some(text) => text.parse().map_err(|_| bad_cursor())?,
        None => Cursor::default(),
    };
    let mut viewer = Viewer {
        app: app.clone(),
        access: if caller.user_id == chat.user_id {
            StreamAccess::of_owner(&app, caller)
        } else {
            StreamAccess::of_admin(&app, caller)
        },
        chat_id: chat.id,
        user_id: chat.user_id,
        place: StreamPosition::After(cursor),
    };
    // The first bytes are fetched before the headers leave, so that a bad cursor is still a 400.
    let first = viewer.next().await?;
    Ok(event_stream(viewer.bytes(first)))
}

/// Returns whether the client wants events in place of one answer at the end.
pub fn wants_events(request: &HttpRequest) -> bool {
    let mut accepted = request.headers().get_all(header::ACCEPT);
    accepted.any(|value| {
        let value = value.to_str().unwrap_or_default();
        value.split(',').any(|media| {
            let media = media.split(';').next().unwrap_or_default();
            media.trim().eq_ignore_ascii_case("text/event-stream")
        })
    })
}

/// The events of one turn, from its start to its end.
pub async fn stream_turn(
    app: Data<App>,
    caller: Caller,
    chat: &Chat,
    turn_id: Uuid,
) -> Result<HttpResponse, Problem> {
    let location = format!("/api/chats/{}", chat.id);
    let events = turn_events(app, caller, chat, turn_id).await?;
    let mut response = event_stream(events);
    if let Ok(location) = location.parse() {
        response.headers_mut().insert(header::LOCATION, location);
    }
    Ok(response)
}

/// The bytes of [`stream_turn`]. They may end early; the turn continues then.
pub async fn turn_events(
    app: Data<App>,
    caller: Caller,
    chat: &Chat,
    turn_id: Uuid,
) -> Result<impl Stream<Item = Result<Bytes, std::convert::Infallible>> + 'static, Problem> {
    let turn = app.store.turn(turn_id).await?;
    let mut viewer = Viewer {
        access: StreamAccess::of_owner(&app, caller),
        app,
        chat_id: chat.id,
        user_id: chat.user_id,
        place: StreamPosition::After(Cursor::stored(turn.first_event_id.saturating_sub(1))),
    };
    let first = viewer.next().await?;
    let events = Some(Box::pin(viewer.bytes(first)));
    Ok(stream::unfold(events, move |events| async move {
        let mut events = events?;
        let Ok(bytes) = events.next().await?;
        Some(match end_of_turn(&bytes, turn_id) {
            Some(end) => (Ok(bytes.slice(..end)), None),
            None => (Ok(bytes), Some(events)),
        })
    }))
}

/// Returns where the event that ends this turn is over.
fn end_of_turn(bytes: &[u8], turn_id: Uuid) -> Option<usize> {
    let text = std::str::from_utf8(bytes).ok()?;
    let turn = format!("\"turnId\":\"{turn_id}\"");
    let mut end = 0;
    for event in text.split_inclusive("\n\n") {
        end += event.len();
        let is_finish = event.lines().any(|line| line == "event: turn.finished");
        if is_finish && event.contains(&turn) {
            return Some(end);
        }
    }
    None
}

/// An answer of Server-Sent Events that no proxy holds back.
pub fn event_stream(
    bytes: impl Stream<Item = Result<Bytes, std::convert::Infallible>> + 'static,
) -> HttpResponse {
    HttpResponse::Ok()
        .content_type("text/event-stream")
        .insert_header(("cache-control", "no-cache, no-transform"))
        .insert_header(("x-accel-buffering", "no"))
        .insert_header(("content-encoding", "identity"))
        .streaming({
            let open = OpenStream::begin();
            bytes.inspect(move |_| _ = &open)
        })
}

/// An event stream, which is counted as open until this is dropped.
struct OpenStream;

impl OpenStream {
    fn begin() -> Self {
        gauge!("portolan_streams_open").increment(1.0);
        Self
    }
}

impl Drop for OpenStream {
    fn drop(&mut self) {
        gauge!("portolan_streams_open").decrement(1.0);
    }
}

/// The live events of a supervisor, for as long as its reader may read them.
pub fn tail_events(app: Data<App>, access: StreamAccess, tail: Tail) -> HttpResponse {
    let first = Some(Bytes::from_static(b": joined\n\n"));
    event_stream(stream::unfold(
        (app, access, tail, first),
        |(app, mut access, mut tail, first)| async move {
            if let Some(first) = first {
                return Some((Ok(first), (app, access, tail, None)));
            }
            let bytes = match tokio::time::timeout(KEEP_ALIVE, tail.next()).await {
                Ok(bytes) => bytes?,
                Err(_) => Bytes::from_static(b": keep-alive\n\n"),
            };
            access.check(&app).await.ok()?;
            Some((Ok(bytes), (app, access, tail, None)))
        },
    ))
}

fn bad_cursor() -> Problem {
    Problem::new(
        actix_web::http::StatusCode::BAD_REQUEST,
        "bad_cursor",
        "Invalid cursor for this chat. Omit it to read from the beginning.",
    )
}

/// Reads one chat for one client.
struct Viewer {
    app: Data<App>,
    access: StreamAccess,
    chat_id: Uuid,
    user_id: Uuid,
    place: StreamPosition,
}

enum StreamPosition {
    After(Cursor),
    /// The same, in a moment.
    Waiting(Cursor),
    Live(Tail),
    Ended,
}

impl Viewer {
    fn bytes(self, first: Bytes) -> impl Stream<Item = Result<Bytes, std::convert::Infallible>> {
        stream::unfold((self, Some(first)), |(mut viewer, first)| async move {
            if let Some(first) = first {
                return Some((Ok(first), (viewer, None)));
            }
            if matches!(viewer.place, StreamPosition::Ended) {
                return None;
            }
            match viewer.next().await {
                Ok(bytes) => Some((Ok(bytes), (viewer, None))),
                // The client comes back by its cursor and is told then.
                Err(_) => None,
            }
        })
    }

    /// The next bytes: never empty, a comment if there is nothing to say.
    async fn next(&mut self) -> Result<Bytes, Problem> {
        loop {
            match &mut self.place {
                StreamPosition::After(cursor) => {
                    let cursor = *cursor;
                    // Boxed: an open stream would keep the room for it as long as it waits.
                    if let Some(bytes) = Box::pin(self.catch_up(cursor)).await? {
                        return Ok(bytes);
                    }
                }
                StreamPosition::Waiting(cursor) => {
                    let cursor = *cursor;
                    tokio::time::sleep(WAIT).await;
                    self.access.check(&self.app).await?;
                    self.place = StreamPosition::After(cursor);
                }
                StreamPosition::Live(tail) => {
                    match tokio::time::timeout(KEEP_ALIVE, tail.next()).await {
                        Ok(Some(bytes)) => {
                            self.access.check(&self.app).await?;
                            return Ok(bytes);
                        }
                        Ok(None) => self.place = StreamPosition::Ended,
                        Err(_) => {
                            self.access.check(&self.app).await?;
                            return Ok(Bytes::from_static(b": keep-alive\n\n"));
                        }
                    }
                }
                StreamPosition::Ended => return Ok(Bytes::from_static(b": end\n\n")),
            }
        }
    }

    async fn catch_up(&mut self, cursor: Cursor) -> Result<Option<Bytes>, Problem> {
        let watched = self
            .app
            .chats
            .watch(self.chat_id, self.user_id, cursor)
            .await
            .map_err(Problem::unavailable)
            .and_then(|watched| watched.map_err(Problem::unavailable));
        // A chat that cannot be written now can still be read, as far as it is stored.
        let (watched, refusal) = match watched {
            Ok(watched) => (watched, None),
            Err(refusal) => (Watched::Behind { up_to: 0 }, Some(refusal)),
        };
        match watched {
            Watched::BadCursor => Err(bad_cursor()),
            Watched::Wait => {
                let chat = self.app.store.any_chat(self.chat_id).await?;
                if cursor.event > chat.last_event_id {
                    return Err(bad_cursor());
                }
                self.place = StreamPosition::Waiting(cursor);
                Ok(Some(Bytes::from_static(b": waiting\n\n")))
            }
            Watched::Live { first, tail } => {
                self.place = StreamPosition::Live(tail);
                Ok(Some(if first.is_empty() {
                    Bytes::from_static(b": joined\n\n")
                } else {
                    first
                }))
            }
            Watched::Behind { .. } => {
                let events = self
                    .app
                    .store
                    .logged_after(self.chat_id, cursor.event, PAGE)
                    .await?;
                let Some(last) = events.last() else {
                    return Err(refusal.unwrap_or_else(|| {
                        Problem::internal("the log ends before its chat does")
                    }));
                };
                self.place = StreamPosition::After(Cursor::stored(last.id));
                let mut bytes = String::new();
                for LoggedEvent { id, event, data } in &events {
                    // Writing to a string does not fail.
                    let _ = write!(bytes, "id: {id}\nevent: {event}\ndata: {data}\n\n");
                }
                Ok(Some(bytes.into()))
            }
        }
    }
}
