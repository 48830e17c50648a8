use std::{fmt::Write, time::Duration};

use actix_web::{
    HttpRequest, HttpResponse,
    web::{Bytes, Data, Path, Query},
};
use futures_util::{Stream, stream};
use portolan_blocks::Cursor;
use serde::Deserialize;
use uuid::Uuid;

use crate::{
    chat::{Tail, Watch, Watched},
    http::{App, caller::Caller, problem::Problem, standing::Standing},
    model::{Chat, LoggedEvent},
};

/// Stored events that are read at once for a viewer that catches up.
const PAGE: u32 = 200;
/// A comment after so much silence keeps the connection open.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

#[derive(Debug, Deserialize)]
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
    let chat = app.chat_of(&caller, *chat_id).await?;
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
        standing: if caller.user_id == chat.user_id {
            Standing::of_owner(&app, caller)
        } else {
            Standing::of_admin(&app, caller)
        },
        chat_id: chat.id,
        user_id: chat.user_id,
        place: Place::After(cursor),
    };
    // The first bytes are fetched before the headers leave, so that a bad cursor is still a 400.
    let first = viewer.next().await?;
    Ok(event_stream(viewer.bytes(first)))
}

/// An answer of Server-Sent Events that no proxy holds back.
fn event_stream(
    bytes: impl Stream<Item = Result<Bytes, std::convert::Infallible>> + 'static,
) -> HttpResponse {
    HttpResponse::Ok()
        .content_type("text/event-stream")
        .insert_header(("cache-control", "no-cache, no-transform"))
        .insert_header(("x-accel-buffering", "no"))
        .insert_header(("content-encoding", "identity"))
        .streaming(bytes)
}

/// The live events of a supervisor, for as long as its reader may read them.
pub fn tail_events(app: Data<App>, standing: Standing, tail: Tail) -> HttpResponse {
    let first = Some(Bytes::from_static(b": joined\n\n"));
    event_stream(stream::unfold(
        (app, standing, tail, first),
        |(app, mut standing, mut tail, first)| async move {
            if let Some(first) = first {
                return Some((Ok(first), (app, standing, tail, None)));
            }
            let bytes = match tokio::time::timeout(KEEP_ALIVE, tail.next()).await {
                Ok(bytes) => bytes?,
                Err(_) => Bytes::from_static(b": keep-alive\n\n"),
            };
            standing.check(&app).await.ok()?;
            Some((Ok(bytes), (app, standing, tail, None)))
        },
    ))
}

fn bad_cursor() -> Problem {
    Problem::new(
        actix_web::http::StatusCode::BAD_REQUEST,
        "bad_cursor",
        "The cursor is not one that this chat has handed out; leave it away to read from the beginning.",
    )
}

/// Reads one chat for one client.
struct Viewer {
    app: Data<App>,
    standing: Standing,
    chat_id: Uuid,
    user_id: Uuid,
    place: Place,
}

enum Place {
    After(Cursor),
    Live(Tail),
    Ended,
}

impl Viewer {
    fn bytes(self, first: Bytes) -> impl Stream<Item = Result<Bytes, std::convert::Infallible>> {
        stream::unfold((self, Some(first)), |(mut viewer, first)| async move {
            if let Some(first) = first {
                return Some((Ok(first), (viewer, None)));
            }
            if matches!(viewer.place, Place::Ended) {
                return None;
            }
            match viewer.next().await {
                Ok(bytes) => Some((Ok(bytes), (viewer, None))),
                // The client comes back by its cursor and is told then.
                Err(_) => None,
            }
        })
    }

    /// The next bytes: never empty, a comment where there is nothing to say.
    async fn next(&mut self) -> Result<Bytes, Problem> {
        loop {
            match &mut self.place {
                Place::After(cursor) => {
                    let cursor = *cursor;
                    if let Some(bytes) = self.catch_up(cursor).await? {
                        return Ok(bytes);
                    }
                }
                Place::Live(tail) => match tokio::time::timeout(KEEP_ALIVE, tail.next()).await {
                    Ok(Some(bytes)) => {
                        self.standing.check(&self.app).await?;
                        return Ok(bytes);
                    }
                    Ok(None) => self.place = Place::Ended,
                    Err(_) => {
                        self.standing.check(&self.app).await?;
                        return Ok(Bytes::from_static(b": keep-alive\n\n"));
                    }
                },
                Place::Ended => return Ok(Bytes::from_static(b": end\n\n")),
            }
        }
    }

    async fn catch_up(&mut self, cursor: Cursor) -> Result<Option<Bytes>, Problem> {
        let watched = self
            .app
            .chats
            .ask(self.chat_id, self.user_id, Watch { cursor })
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
            Watched::Live { first, tail } => {
                self.place = Place::Live(tail);
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
                self.place = Place::After(Cursor::stored(last.id));
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
