use std::collections::HashSet;

use chrono::{DateTime, Utc};
use futures_util::TryStreamExt;
use portolan_boards::write_canvas;
use portolan_databases::is_remote_kind;
use portolan_domain::{Page, PageRequest, Source, SourceWords};
use portolan_sources::ObjectError;
use serde::Serialize;
use serde_json::json;
use uuid::Uuid;

use super::archive::{Archive, Packing};
use crate::{
    charts::{chart_document, write_csv},
    http::{
        App,
        charts::{chart_svg, file_name},
        chats::chat_files,
        problem::Problem,
    },
};

const README: &str = include_str!("README.txt");

/// A source, beside its file.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct ExportedSource<'a> {
    id: Uuid,
    name: &'a str,
    kind: &'a str,
    url: Option<&'a str>,
    /// In this archive; none if nothing could be read.
    file: Option<&'a str>,
    row_count: Option<u64>,
    /// The words of the table.
    words: Option<&'a SourceWords>,
    /// SHA-256 of the uploaded file.
    sha256: &'a str,
    created_at: DateTime<Utc>,
}

/// Adds all data of this user to the archive.
pub async fn collect_user_data(
    app: &App,
    user_id: Uuid,
    archive: &mut Archive,
) -> Result<(), Problem> {
    archive.add("README.txt", README).await?;
    add_account(app, user_id, archive).await?;
    add_chats(app, user_id, archive).await?;
    add_charts(app, user_id, archive).await?;
    add_boards(app, user_id, archive).await?;
    add_portolans(app, user_id, archive).await?;
    add_sources(app, user_id, archive).await?;
    add_objects(app, user_id, archive).await
}

async fn add_account(app: &App, user_id: Uuid, archive: &mut Archive) -> Result<(), Problem> {
    let user = app.store.user(user_id).await?;
    let profile = app.store.profile(user_id).await?;
    let account = json!({
        "id": user.id,
        "email": user.email,
        "phone": user.phone,
        "createdAt": user.created_at,
        "profile": profile,
    });
    archive
        .add("profile.json", to_pretty_json(&account)?)
        .await?;
    let plan = app.store.plan(user_id, app.clock.now()).await?;
    archive.add("plan.json", to_pretty_json(&plan)?).await?;
    let webhooks = app.store.webhooks(user_id).await?;
    archive
        .add("webhooks.json", to_pretty_json(&webhooks)?)
        .await?;
    let mut entries = Vec::new();
    let mut pages = PageWalk::default();
    while let Some(request) = pages.next() {
        entries.extend(pages.turn(app.store.usage(user_id, &request).await?));
    }
    archive
        .add("ledger.json", to_pretty_json(&entries)?)
        .await?;
    let mut saved = Vec::new();
    let mut pages = PageWalk::default();
    while let Some(request) = pages.next() {
        saved.extend(pages.turn(app.store.saved_items(user_id, &request).await?));
    }
    archive.add("saved.json", to_pretty_json(&saved)?).await
}

async fn add_chats(app: &App, user_id: Uuid, archive: &mut Archive) -> Result<(), Problem> {
    let mut names = FileNames::new("chats");
    let mut pages = PageWalk::default();
    while let Some(request) = pages.next() {
        let page = app.store.chats(user_id, None, &request).await?;
        for found in pages.turn(page) {
            let chat = found.chat;
            let name = names.of(&chat.title, "chat", chat.id);
            let (json, markdown) = chat_files(app, chat).await?;
            archive.add(format!("{name}.json"), json).await?;
            archive.add(format!("{name}.md"), markdown).await?;
        }
    }
    Ok(())
}

async fn add_charts(app: &App, user_id: Uuid, archive: &mut Archive) -> Result<(), Problem> {
    let author = app.store.profile(user_id).await?.username;
    let mut names = FileNames::new("charts");
    let mut pages = PageWalk::default();
    while let Some(request) = pages.next() {
        let page = app.store.charts(user_id, None, &request).await?;
        for chart in pages.turn(page) {
            let version = app.store.chart_version(chart.id, None).await?;
            let name = names.of(&version.chart.title, "chart", chart.id);
            let document =
                chart_document(&version, author.as_deref()).map_err(Problem::internal)?;
            archive
                .add(format!("{name}.json"), to_pretty_json(&document)?)
                .await?;
            if let Some(data) = &version.chart.data {
                let rows = write_csv(data).map_err(Problem::internal)?;
                archive.add(format!("{name}.csv"), rows).await?;
            }
            // A picture that can't be drawn doesn't block the rest of the page.
            match chart_svg(app, &version).await {
                Ok(svg) => archive.add(format!("{name}.svg"), svg).await?,
                Err(problem) => {
                    tracing::warn!(chart.id = %chart.id, error.cause = %problem, "chart exported without picture");
                }
            }
        }
    }
    Ok(())
}

async fn add_boards(app: &App, user_id: Uuid, archive: &mut Archive) -> Result<(), Problem> {
    let site = app.site.url().unwrap_or_default();
    let mut names = FileNames::new("boards");
    let mut pages = PageWalk::default();
    while let Some(request) = pages.next() {
        let page = app.store.boards(user_id, None, &request).await?;
        for known in pages.turn(page) {
            let (board, canvas) = app.store.board_canvas(known.id).await?;
            let name = names.of(&board.title, "board", board.id);
            let file = to_pretty_json(&write_canvas(&canvas, &site))?;
            archive.add(format!("{name}.canvas"), file).await?;
        }
    }
    Ok(())
}

async fn add_portolans(app: &App, user_id: Uuid, archive: &mut Archive) -> Result<(), Problem> {
    let mut names = FileNames::new("portolans");
    let mut pages = PageWalk::default();
    while let Some(request) = pages.next() {
        let page = app.store.portolans(user_id, None, &request).await?;
        for known in pages.turn(page) {
            let (portolan, markdown) = app.store.portolan(known.id).await?;
            let name = names.of(&portolan.title, "portolan", portolan.id);
            archive.add(format!("{name}.md"), markdown).await?;
        }
    }
    Ok(())
}

async fn add_sources(app: &App, user_id: Uuid, archive: &mut Archive) -> Result<(), Problem> {
    let mut names = FileNames::new("sources");
    let mut list = Vec::new();
    let mut pages = PageWalk::default();
    while let Some(request) = pages.next() {
        let page = app.store.sources(user_id, &request).await?;
        for source in pages.turn(page) {
            let file = match &source.object_path {
                // Its rows are in the user's own database, and its object holds sealed credentials.
                Some(_) if is_remote_kind(&source.kind) => None,
                Some(path) => {
                    let name = names.of(&source.name, "source", source.id);
                    let (ending, packing) = kept_as(&source);
                    let name = format!("{name}.{ending}");
                    let is_there = add_object(app, archive, &name, path, packing).await?;
                    is_there.then_some(name)
                }
                None => None,
            };
            list.push(json!(ExportedSource {
                id: source.id,
                name: &source.name,
                kind: &source.kind,
                url: source.url.as_deref(),
                file: file.as_deref(),
                row_count: source.row_count,
                words: source.words.as_ref(),
                sha256: &source.content_hash,
                created_at: source.created_at,
            }));
        }
    }
    archive
        .add("sources/sources.json", to_pretty_json(&list)?)
        .await
}

/// Tables are kept as Parquet, everything else as text.
fn kept_as(source: &Source) -> (&'static str, Packing) {
    if source.document.is_some() {
        ("txt", Packing::Packed)
    } else {
        ("parquet", Packing::Stored)
    }
}

async fn add_objects(app: &App, user_id: Uuid, archive: &mut Archive) -> Result<(), Problem> {
    for object in app.store.objects_of(user_id).await? {
        let name = format!("storage/{}/{}", object.bucket_id, object.name);
        add_object(app, archive, &name, &object.object_path, Packing::Stored).await?;
    }
    Ok(())
}

/// Piece by piece, however large it is; false if it went just then.
async fn add_object(
    app: &App,
    archive: &mut Archive,
    name: &str,
    object_path: &str,
    packing: Packing,
) -> Result<bool, Problem> {
    let mut pieces = match app.storage.objects.read(object_path, None).await {
        Ok(pieces) => pieces,
        Err(ObjectError::Store(object_store::Error::NotFound { .. })) => return Ok(false),
        Err(error) => return Err(Problem::internal(error)),
    };
    archive.begin(name, packing).await?;
    let mut waiting = Vec::new();
    while let Some(piece) = pieces.try_next().await.map_err(Problem::internal)? {
        waiting.extend_from_slice(&piece);
        if waiting.len() >= 1 << 20 {
            archive.write(std::mem::take(&mut waiting)).await?;
        }
    }
    archive.write(waiting).await?;
    Ok(true)
}

fn to_pretty_json(value: &impl Serialize) -> Result<Vec<u8>, Problem> {
    serde_json::to_vec_pretty(value).map_err(Problem::internal)
}

/// The names of a folder's files: readable, and no two the same.
struct FileNames {
    folder: &'static str,
    taken: HashSet<String>,
}

impl FileNames {
    fn new(folder: &'static str) -> Self {
        Self {
            folder,
            taken: HashSet::new(),
        }
    }

    fn of(&mut self, title: &str, or: &str, id: Uuid) -> String {
        let plain = format!("{}/{}", self.folder, file_name(title, or));
        if self.taken.insert(plain.clone()) {
            return plain;
        }
        let unique = format!("{plain}-{id}");
        self.taken.insert(unique.clone());
        unique
    }
}

/// Walks through a list page by page.
struct PageWalk {
    next: Option<PageRequest>,
}

impl Default for PageWalk {
    fn default() -> Self {
        Self {
            next: Some(PageRequest::first(PageRequest::MAXIMUM_LIMIT)),
        }
    }
}

impl PageWalk {
    fn next(&mut self) -> Option<PageRequest> {
        self.next.take()
    }

    fn turn<T>(&mut self, page: Page<T>) -> Vec<T> {
        self.next = page.next_cursor.map(|cursor| PageRequest {
            limit: PageRequest::MAXIMUM_LIMIT,
            cursor: Some(cursor),
        });
        page.items
    }
}
