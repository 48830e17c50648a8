use std::{io::Write, time::Duration};

use actix_multipart::Multipart;
use actix_web::{
    FromRequest, HttpRequest, HttpResponse,
    http::{StatusCode, header},
    web::{Data, Payload},
};
use futures_util::TryStreamExt;
use portolan_databases::{DatabaseLogin, LakeLogin, TableName};
use portolan_domain::Source;
use portolan_query::{FailureCode, reading::Grid};
use portolan_sources::{BrowserCapture, PendingUpload, ReadError, SourceReader, WebReader};
use portolan_store::{Store, StoreError, UnitOfWork, format_size_limit};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tempfile::NamedTempFile;
use tokio::sync::oneshot;
use url::Url;

use super::{get::SourceAnswer, page};
use crate::http::{App, caller::Caller, problem::Problem};

/// Bytes of a JSON body: pasted data are smaller than files.
pub const PASTE_BYTES: usize = 20 << 20;
/// The overhead of multipart around the files.
const FRAME_BYTES: u64 = 64 << 10;
/// Files that one request may carry.
const MOST_FILES: usize = 20;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged, deny_unknown_fields)]
pub enum CreateSource {
    Sample {
        sample: String,
    },
    Text {
        name: Option<String>,
        text: String,
    },
    Seen(CapturedPage),
    /// Tables of a PostgreSQL or MySQL database, each a source. Their rows stay there, and queries run there.
    Database {
        database: DatabaseLogin,
        tables: Vec<TableName>,
    },
    /// Parquet files below a prefix of S3-compatible storage, as one table. They stay there.
    S3 {
        s3: LakeLogin,
    },
    Url {
        url: String,
        #[serde(default)]
        refresh: bool,
    },
}

/// A page captured by the extension; nothing is fetched.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CapturedPage {
    html: String,
    url: String,
    title: Option<String>,
    #[serde(default)]
    tables: Vec<CapturedTable>,
    captions: Option<String>,
    selection: Option<String>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CapturedTable {
    title: Option<String>,
    /// The first names the columns.
    rows: Vec<Vec<String>>,
}

/// The new source, or all of them if there is more than one.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum CreatedSources {
    One(Box<SourceAnswer>),
    Several { items: Vec<SourceAnswer> },
}

/// The content of a request.
enum Brought {
    Files(Vec<Incoming>),
    Page(Url, Option<Box<BrowserCapture>>, bool),
    Tables(Box<DatabaseLogin>, Vec<TableName>),
    Lake(Box<LakeLogin>),
}

/// An incoming file with its original name.
pub(super) struct Incoming {
    pub(super) file: NamedTempFile,
    pub(super) name: String,
}

/// Takes files (multipart, field `file`), pasted rows or text, the name of a sample, an address, or
/// what the extension saw at one.
pub async fn create_source(
    app: Data<App>,
    caller: Caller,
    request: HttpRequest,
    payload: Payload,
) -> Result<HttpResponse, Problem> {
    let receive = receive_source(&app, &caller, &request, payload);
    let mut answers = create_within_limit(&app, &caller, receive).await?;
    let created = match answers.len() {
        1 => CreatedSources::One(Box::new(answers.remove(0))),
        _ => CreatedSources::Several { items: answers },
    };
    Ok(HttpResponse::Created().json(created))
}

async fn receive_source(
    app: &App,
    caller: &Caller,
    request: &HttpRequest,
    payload: Payload,
) -> Result<Brought, Problem> {
    let is_multipart = request
        .headers()
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .is_some_and(|value| value.starts_with("multipart/form-data"));
    if is_multipart {
        let files = receive_files(app, caller, request, payload).await?;
        return Ok(Brought::Files(files));
    }
    brought_by(app, receive_json(request, payload).await?)
}

/// Creates the sources that a program describes, within the time of an upload.
pub async fn create_in_time(
    app: &App,
    caller: &Caller,
    wanted: CreateSource,
) -> Result<Vec<SourceAnswer>, Problem> {
    create_within_limit(app, caller, async { brought_by(app, wanted) }).await
}

/// Reads and stores what a request brings, all of it or nothing, within the time of an upload.
async fn create_within_limit(
    app: &App,
    caller: &Caller,
    receive: impl Future<Output = Result<Brought, Problem>>,
) -> Result<Vec<SourceAnswer>, Problem> {
    let limit = app.limits.upload_time;
    let create = async {
        let brought = receive.await?;
        let (reader, pending) = app.reader.begin_upload();
        let sources = read(app, reader, caller, brought).await?;
        store_sources(app.store.clone(), pending, sources).await
    };
    let created = tokio::time::timeout(limit, create).await;
    let sources = created.unwrap_or_else(|_| Err(took_too_long(limit)))?;
    Ok(sources.into_iter().map(SourceAnswer::from).collect())
}

/// Stores all sources or none. A request that ends meanwhile, by its time limit or because the client
/// disconnects, stores none.
async fn store_sources(
    store: Store,
    pending: PendingUpload,
    sources: Vec<Source>,
) -> Result<Vec<Source>, Problem> {
    let (sender, stored) = oneshot::channel();
    // A task of its own: whether a commit that nobody waits for has happened would be unknown.
    actix_web::rt::spawn(async move {
        let create = async |unit: &UnitOfWork| {
            for source in &sources {
                unit.create_source(source).await?;
            }
            Ok::<_, StoreError>(())
        };
        if let Err(error) = store.transact(create).await {
            pending.discard().await;
            let _ = sender.send(Err(error));
            return;
        }
        if let Err(unheard) = sender.send(Ok(sources)) {
            for source in unheard.into_iter().flatten() {
                if let Err(error) = store.delete_source(source.id, source.user_id).await {
                    tracing::warn!(error.cause = %error, "source of a cancelled upload not deleted");
                    return pending.keep();
                }
            }
            return pending.discard().await;
        }
        pending.keep();
    });
    Ok(stored.await.map_err(Problem::internal)??)
}

/// Reads what a request brings. Its objects are stored, its sources not yet.
async fn read(
    app: &App,
    reader: SourceReader,
    caller: &Caller,
    brought: Brought,
) -> Result<Vec<Source>, Problem> {
    let incoming = match brought {
        Brought::Files(incoming) => incoming,
        Brought::Page(url, seen, must_be_fresh) => {
            let fetcher = app.web.fetcher.clone();
            let web = WebReader { fetcher, reader };
            let seen = seen.map(|seen| *seen);
            return page::read(app, &web, caller, &url, seen, must_be_fresh).await;
        }
        Brought::Tables(login, tables) => {
            let read = reader.read_database(caller.user_id, &login, &tables);
            return read.await.map_err(read_problem);
        }
        Brought::Lake(login) => {
            let read = reader.read_lake(caller.user_id, &login).await;
            return Ok(vec![read.map_err(read_problem)?]);
        }
    };
    let mut sources = Vec::new();
    for Incoming { file, name } in incoming {
        let read = reader.read(caller.user_id, file.path(), &name, &|_| {});
        sources.extend(read.await.map_err(read_problem)?);
    }
    Ok(sources)
}

/// How much one upload may carry: the smaller limit of the server's and the plan's.
struct UploadLimit {
    bytes: u64,
    /// Whether a larger plan takes more.
    is_of_plan: bool,
}

impl UploadLimit {
    async fn of(app: &App, caller: &Caller) -> Result<Self, Problem> {
        let plan = app
            .store
            .current_plan(caller.user_id, app.clock.now())
            .await?;
        let of_server = app.limits.max_upload_bytes;
        let of_plan = plan.limits.upload_bytes.filter(|bytes| *bytes < of_server);
        Ok(Self {
            bytes: of_plan.unwrap_or(of_server),
            is_of_plan: of_plan.is_some(),
        })
    }

    fn refusal(&self) -> Problem {
        if !self.is_of_plan {
            return too_large(self.bytes);
        }
        Problem::plan_limit(&format!(
            "your plan includes uploads of up to {}: send less at once, or choose a larger plan",
            format_size_limit(self.bytes)
        ))
    }
}

/// The files of a multipart body, within the limit for all of them together.
pub(super) async fn receive_files(
    app: &App,
    caller: &Caller,
    request: &HttpRequest,
    payload: Payload,
) -> Result<Vec<Incoming>, Problem> {
    let limit = UploadLimit::of(app, caller).await?;
    let announced = request
        .headers()
        .get(header::CONTENT_LENGTH)
        .and_then(|value| value.to_str().ok()?.parse::<u64>().ok());
    if announced.is_some_and(|length| length > limit.bytes + FRAME_BYTES) {
        return Err(limit.refusal());
    }
    let mut multipart = Multipart::new(request.headers(), payload.into_inner());
    let mut incoming = Vec::new();
    let mut received: u64 = 0;
    while let Some(mut field) = multipart.try_next().await.map_err(broken_upload)? {
        if field.name() != Some("file") {
            continue;
        }
        if incoming.len() == MOST_FILES {
            return Err(Problem::invalid(
                "file",
                format!("Send at most {MOST_FILES} files at once."),
            ));
        }
        let name = field
            .content_disposition()
            .and_then(|disposition| disposition.get_filename())
            .map_or_else(|| "data.csv".to_owned(), base_name);
        let mut file = temporary_file(app)?;
        while let Some(chunk) = field.try_next().await.map_err(broken_upload)? {
            received += chunk.len() as u64;
            if received > limit.bytes {
                return Err(limit.refusal());
            }
            file = actix_web::web::block(move || file.write_all(&chunk).map(|()| file))
                .await
                .map_err(Problem::internal)?
                .map_err(|error| Problem::unwritten(&error))?;
        }
        incoming.push(Incoming { file, name });
    }
    if incoming.is_empty() {
        return Err(Problem::invalid(
            "file",
            "Send at least one file in the field `file`.",
        ));
    }
    Ok(incoming)
}

async fn receive_json(request: &HttpRequest, payload: Payload) -> Result<CreateSource, Problem> {
    let mut inner = payload.into_inner();
    let body = actix_web::web::Bytes::from_request(request, &mut inner)
        .await
        .map_err(|error| {
            if error.as_response_error().status_code() == StatusCode::PAYLOAD_TOO_LARGE {
                too_large(PASTE_BYTES as u64)
            } else {
                Problem::invalid("body", "Couldn't receive the body. Send it again.")
            }
        })?;
    serde_json::from_slice(&body).map_err(|_| {
        Problem::invalid(
            "body",
            "Send {url}, {text, name?}, {sample}, {database, tables}, {s3}, a captured page as {html, url}, or a file as multipart/form-data.",
        )
    })
}

fn brought_by(app: &App, wanted: CreateSource) -> Result<Brought, Problem> {
    let (name, text) = match wanted {
        CreateSource::Url { url, refresh } => {
            return Ok(Brought::Page(page::address(&url)?, None, refresh));
        }
        CreateSource::Seen(seen) => {
            let url = page::address(&seen.url)?;
            let tables = seen
                .tables
                .into_iter()
                .enumerate()
                .map(|(number, table)| Grid {
                    title: table
                        .title
                        .unwrap_or_else(|| format!("Table {}", number + 1)),
                    rows: table.rows,
                });
            let seen = BrowserCapture {
                tables: tables.collect(),
                html: seen.html,
                title: seen.title,
                captions: seen.captions,
                selection: seen.selection,
            };
            return Ok(Brought::Page(url, Some(Box::new(seen)), false));
        }
        CreateSource::Database { database, tables } => {
            return Ok(Brought::Tables(Box::new(database), tables));
        }
        CreateSource::S3 { s3 } => return Ok(Brought::Lake(Box::new(s3))),
        CreateSource::Text { name, text } => (
            name.as_deref()
                .map_or_else(|| "Pasted data".to_owned(), base_name),
            text,
        ),
        CreateSource::Sample { sample } => {
            let (sample, text) = portolan_sources::samples()
                .into_iter()
                .find(|(known, _)| known.name == sample)
                .ok_or_else(|| {
                    Problem::invalid("sample", "Unknown sample. GET /api/samples lists them.")
                })?;
            (sample.file, text.to_owned())
        }
    };
    let mut file = temporary_file(app)?;
    file.write_all(text.as_bytes())
        .map_err(|error| Problem::unwritten(&error))?;
    Ok(Brought::Files(vec![Incoming { file, name }]))
}

fn temporary_file(app: &App) -> Result<NamedTempFile, Problem> {
    NamedTempFile::new_in(&app.reader.work).map_err(|error| Problem::unwritten(&error))
}

/// A file's name without its folders, and not too long.
fn base_name(name: &str) -> String {
    let name = name.rsplit(['/', '\\']).next().unwrap_or_default().trim();
    let name: String = name
        .chars()
        .filter(|letter| !letter.is_control())
        .take(200)
        .collect();
    if name.is_empty() {
        "data.csv".into()
    } else {
        name
    }
}

pub(super) fn took_too_long(limit: Duration) -> Problem {
    Problem::new(
        StatusCode::UNPROCESSABLE_ENTITY,
        "source_timeout",
        format!(
            "The upload took longer than {} seconds. Send a smaller file, or fewer files at once.",
            limit.as_secs()
        ),
    )
}

fn broken_upload(error: actix_multipart::MultipartError) -> Problem {
    Problem::new(
        StatusCode::BAD_REQUEST,
        "upload_broken",
        format!("The upload ended early or is malformed ({error}). Send it again."),
    )
}

fn too_large(limit: u64) -> Problem {
    Problem::new(
        StatusCode::PAYLOAD_TOO_LARGE,
        "source_too_large",
        format!(
            "The upload is larger than {}. Send a smaller file, or Parquet instead of CSV.",
            format_size_limit(limit)
        ),
    )
}

pub(super) fn read_problem(error: ReadError) -> Problem {
    let failure = match error {
        ReadError::Failed(failure) => failure,
        ReadError::Object(_) | ReadError::File(_) => return Problem::unwritten(&error),
    };
    let (status, code) = match failure.code {
        FailureCode::SourceEmpty => (StatusCode::UNPROCESSABLE_ENTITY, "source_empty"),
        FailureCode::SourceUnreadable => (StatusCode::UNPROCESSABLE_ENTITY, "source_unreadable"),
        FailureCode::SourceTooLarge | FailureCode::QueryTooLarge => {
            (StatusCode::PAYLOAD_TOO_LARGE, "source_too_large")
        }
        FailureCode::QueryTimeout => (StatusCode::UNPROCESSABLE_ENTITY, "source_timeout"),
        FailureCode::QueryInvalid | FailureCode::QueryRefused => {
            (StatusCode::UNPROCESSABLE_ENTITY, "source_unreadable")
        }
        FailureCode::StorageFull => return Problem::storage_full(),
        FailureCode::WorkerLost => (StatusCode::UNPROCESSABLE_ENTITY, "source_unreadable"),
    };
    Problem::new(status, code, failure.message)
}

#[cfg(test)]
mod tests {
    use portolan_sources::ObjectError;

    use super::*;

    #[test]
    fn upload_on_full_disk_returns_507_at_every_step() {
        let full = || std::io::Error::from(std::io::ErrorKind::StorageFull);
        let store = object_store::Error::Generic {
            store: "LocalFileSystem",
            source: Box::new(full()),
        };
        for problem in [
            Problem::unwritten(&full()),
            read_problem(ReadError::File(full())),
            read_problem(ReadError::Object(ObjectError::File(full()))),
            read_problem(ReadError::Object(ObjectError::Store(store))),
            read_problem(ReadError::Failed(portolan_query::WorkerFailure {
                code: FailureCode::StorageFull,
                message: String::new(),
            })),
        ] {
            assert_eq!(problem.status(), 507);
            assert_eq!(problem.code(), "storage_full");
        }
    }

    #[test]
    fn file_names_lose_folders_and_control_characters() {
        assert_eq!(base_name("../../etc/pass\u{0}wd"), "passwd");
        assert_eq!(base_name("C:\\data\\sales.csv"), "sales.csv");
        assert_eq!(base_name("///"), "data.csv");
    }
}
