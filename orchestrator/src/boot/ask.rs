use std::{
    io::Write,
    path::{Path, PathBuf},
    process::ExitCode,
};

use portolan_blocks::{Block, BlockContent, ChartBlock, Outcome, UserMessage};
use portolan_chat::TurnOutput;
use portolan_draw::{DrawRequest, Drawer, Limits, Theme};
use tokio::sync::mpsc;
use url::Url;
use uuid::Uuid;

use super::{
    Failure, ask_batch::ask_batch, command_line::AskArguments, settings::Settings, wiring,
};
use crate::{
    assistant::{SourceDocument, SourceTable, TurnRequest, UnreadSource, run_turn},
    clock::Clock,
    ids::Ids,
    sources::{NewSource, Objects, SourceReader, read_text},
};

/// Turns that may write before their output is printed.
const OUTPUTS_WAITING: usize = 64;

/// Answers one question on standard output; charts go to `--out` as JSON and SVG.
pub async fn ask(arguments: AskArguments, settings: &Settings) -> Result<ExitCode, Failure> {
    if let (Some(questions), Some(out)) = (&arguments.questions, &arguments.out) {
        return ask_batch(questions, out, settings).await;
    }
    let Some(question) = arguments.question else {
        return Err(Failure::new(
            "give a question, or --questions with a file of them",
        ));
    };
    let work = tempfile::tempdir().map_err(Failure::new)?;
    let clock = Clock::system();
    let ids = Ids::system(clock);
    let services = wiring::assistant(settings, &ids)?;
    let mut tables = Vec::new();
    let mut documents = Vec::new();
    for file in &arguments.data {
        let (file, name) = found(file)?;
        if let Some(document) = text(ids.id(), &file, &name, work.path())? {
            documents.push(document);
            continue;
        }
        let converted = services.queries.convert(&file, &name, work.path()).await;
        for table in converted.map_err(|failure| failed(&name, &failure))? {
            tables.push(SourceTable {
                source_id: ids.id(),
                title: table.title,
                url: None,
                profile: table.profile,
                path: PathBuf::from(table.path),
            });
        }
    }
    let mut unread = Vec::new();
    if !arguments.url.is_empty() {
        let reader = SourceReader {
            queries: services.queries.clone(),
            objects: Objects::in_folder(work.path()).map_err(Failure::new)?,
            clock: Clock::system(),
            ids: ids.clone(),
            work: work.path().to_owned(),
        };
        let web = wiring::web_reader(settings, reader);
        for address in &arguments.url {
            let url = Url::parse(address)
                .map_err(|error| Failure::new(format!("{address} is no address: {error}")))?;
            let new = NewSource {
                id: ids.id(),
                user_id: Uuid::nil(),
                url: &url,
            };
            let read = web
                .read(new, false, &|label| eprintln!("· {label}"))
                .await
                .map_err(|error| Failure::new(format!("{address}: {error}")))?;
            for source in std::iter::once(read.main).chain(read.others) {
                let (source_id, title, url) = (source.id, source.name, source.url);
                let Some(object_path) = source.object_path else {
                    let detail = source.detail;
                    unread.push(UnreadSource {
                        source_id,
                        title,
                        url,
                        detail,
                        is_waiting: false,
                    });
                    continue;
                };
                let path = work.path().join(object_path);
                if let Some(profile) = source.profile {
                    tables.push(SourceTable {
                        source_id,
                        title,
                        url,
                        profile,
                        path,
                    });
                } else if let Some(profile) = source.document {
                    documents.push(SourceDocument::new(source_id, title, url, profile, path));
                }
            }
        }
    }
    let model = match arguments.model {
        Some(model) => model,
        None => services.models.default_id().to_owned(),
    };
    services.models.get(&model).map_err(Failure::new)?;
    if let Some(folder) = &arguments.out {
        std::fs::create_dir_all(folder).map_err(Failure::new)?;
    }
    let request = TurnRequest {
        turn_id: ids.id(),
        model,
        message: UserMessage {
            text: question,
            source_ids: tables
                .iter()
                .map(|table| table.source_id)
                .chain(documents.iter().map(|document| document.source_id))
                .collect(),
        },
        history: Vec::new(),
        tables,
        documents,
        unread,
        journal: Vec::new(),
        closed: Vec::new(),
        kept: Vec::new(),
    };
    let (outputs, mut reports) = mpsc::channel(OUTPUTS_WAITING);
    let (leave, leaves) = mpsc::channel(1);
    let turn = tokio::spawn(run_turn(request, services, outputs, leaves));
    let mut printer = Printer::new(arguments.out);
    let mut outcome = Outcome::Failed;
    while let Some(report) = reports.recv().await {
        match report {
            TurnOutput::StepFinished {
                next_hold: Some(_), ..
            } => {
                // Nobody is charged here, so the turn may always go on.
                let _ = leave.send(()).await;
            }
            TurnOutput::Finished {
                outcome: end,
                error,
                ..
            } => {
                outcome = end;
                if let Some(error) = error {
                    eprintln!("{}", error.message);
                }
            }
            TurnOutput::BlockText { text } => printer.text(&text)?,
            TurnOutput::BlockOpened { .. } => printer.open(),
            TurnOutput::BlockClosed { block } => printer.close(&block)?,
            TurnOutput::Progress { label, .. } => eprintln!("· {label}"),
            TurnOutput::BlockDiscarded | TurnOutput::StepFinished { .. } => {}
        }
    }
    turn.await.map_err(Failure::new)?;
    Ok(if outcome == Outcome::Completed {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// A file that is there, and its name.
fn found(file: &Path) -> Result<(PathBuf, String), Failure> {
    let file = file
        .canonicalize()
        .map_err(|error| Failure::new(format!("{} cannot be read: {error}", file.display())))?;
    let name = file
        .file_name()
        .map_or_else(|| "data".into(), |name| name.to_string_lossy().into_owned());
    Ok((file, name))
}

/// The file as a text, where it is one; its decoded text goes to `folder`.
fn text(
    source_id: Uuid,
    file: &Path,
    name: &str,
    folder: &Path,
) -> Result<Option<SourceDocument>, Failure> {
    let read = read_text(file, name).map_err(|error| Failure::new(format!("{name}: {error}")))?;
    let Some(text) = read.map_err(|failure| failed(name, &failure))? else {
        return Ok(None);
    };
    let path = folder.join(format!("{source_id}.txt"));
    std::fs::write(&path, text.text).map_err(Failure::new)?;
    let document = SourceDocument::new(source_id, name.to_owned(), None, text.profile, path);
    Ok(Some(document))
}

fn failed(name: &str, failure: &portolan_query::Failure) -> Failure {
    Failure::new(format!("{name}: {}", failure.message))
}

/// Writes blocks for a terminal: prose as it comes, everything else when it is whole.
struct Printer {
    out: Option<PathBuf>,
    drawer: Option<Drawer>,
    charts: usize,
    /// Whether the open block's text was printed already.
    has_streamed: bool,
}

impl Printer {
    fn new(out: Option<PathBuf>) -> Self {
        Self {
            out,
            drawer: None,
            charts: 0,
            has_streamed: false,
        }
    }

    fn open(&mut self) {
        self.has_streamed = false;
    }

    fn text(&mut self, text: &str) -> Result<(), Failure> {
        self.has_streamed = true;
        let mut output = std::io::stdout().lock();
        output.write_all(text.as_bytes()).map_err(Failure::new)?;
        output.flush().map_err(Failure::new)
    }

    fn close(&mut self, block: &Block) -> Result<(), Failure> {
        match &block.content {
            BlockContent::Text { markdown, .. } | BlockContent::Thinking { markdown, .. } => {
                if !self.has_streamed {
                    self.text(markdown)?;
                }
                println!("\n");
            }
            BlockContent::Chart(chart) => self.chart(chart)?,
            BlockContent::Reference { index, title, .. } => println!("[{index}] {title}"),
            BlockContent::Suggestion { label, .. } => println!("→ {label}"),
            BlockContent::Timestamp { label, url, .. } => println!("▶ {label}: {url}"),
            BlockContent::Error { message, .. } => eprintln!("{message}"),
        }
        self.has_streamed = false;
        Ok(())
    }

    fn chart(&mut self, chart: &ChartBlock) -> Result<(), Failure> {
        println!("▌ {}", chart.title);
        if let Some(query) = &chart.query {
            println!("  {}", query.sql);
        }
        let Some(folder) = self.out.clone() else {
            println!("  (give --out FOLDER to get it as SVG and JSON)\n");
            return Ok(());
        };
        self.charts += 1;
        let name = format!("chart-{}", self.charts);
        let json = serde_json::to_vec_pretty(chart).map_err(Failure::new)?;
        std::fs::write(folder.join(format!("{name}.json")), json).map_err(Failure::new)?;
        let svg = self
            .drawer()?
            .svg(&DrawRequest::of_chart(chart, Theme::Light))
            .map_err(Failure::new)?;
        let path = folder.join(format!("{name}.svg"));
        std::fs::write(&path, svg).map_err(Failure::new)?;
        println!("  {}\n", path.display());
        Ok(())
    }

    fn drawer(&mut self) -> Result<&Drawer, Failure> {
        if self.drawer.is_none() {
            self.drawer = Some(Drawer::new(Limits::default()).map_err(Failure::new)?);
        }
        self.drawer
            .as_ref()
            .ok_or_else(|| Failure::new("the drawing engine did not start"))
    }
}
