use std::{
    io::Write,
    path::{Path, PathBuf},
    process::ExitCode,
};

use portolan_blocks::{Block, BlockContent, ChartBlock, Outcome, UserMessage};
use portolan_chat::TurnOutput;
use portolan_documents::find_typed_table;
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
    model::Source,
    sources::{NewSource, Objects, ReadStep, SourceReader},
};

/// Turns that may write before their output is printed.
const OUTPUTS_WAITING: usize = 64;

/// Answers one question on standard output; charts go to `--out` as JSON and SVG.
pub async fn ask(arguments: AskArguments, settings: &Settings) -> Result<ExitCode, Failure> {
    if let (Some(questions), Some(out)) = (&arguments.questions, &arguments.out) {
        return ask_batch(questions, out, arguments.engine, settings).await;
    }
    let Some(mut question) = arguments.question else {
        return Err(Failure::new(
            "give a question, or --questions with a file of them",
        ));
    };
    let work = tempfile::tempdir().map_err(Failure::new)?;
    let clock = Clock::system();
    let ids = Ids::system(clock);
    let services = wiring::assistant(&wiring::with_offered_models(settings).await, &ids)?;
    let mut brought = Brought::default();
    let reader = SourceReader {
        queries: services.queries.clone(),
        objects: Objects::in_folder(work.path()).map_err(Failure::new)?,
        clock: Clock::system(),
        ids: ids.clone(),
        work: work.path().to_owned(),
    };
    let tell = |step: ReadStep| eprintln!("· {}", step.label);
    for file in &arguments.data {
        let (file, name) = found(file)?;
        let read = reader.read(Uuid::nil(), &file, &name, &tell).await;
        for source in read.map_err(|error| Failure::new(format!("{name}: {error}")))? {
            brought.take(source, work.path());
        }
    }
    if let Some(table) = find_typed_table(&question) {
        let typed = reader.read_typed(Uuid::nil(), &table).await;
        if let Some(source) = typed.map_err(Failure::new)? {
            brought.take(source, work.path());
            question = table.asked();
        }
    }
    if !arguments.url.is_empty() {
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
                .read(new, false, &tell)
                .await
                .map_err(|error| Failure::new(format!("{address}: {error}")))?;
            for source in std::iter::once(read.main).chain(read.others) {
                brought.take(source, work.path());
            }
        }
    }
    let Brought {
        tables,
        documents,
        unread,
    } = brought;
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
        may_read_pages: false,
        pages: None,
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

/// What the question may be answered from.
#[derive(Default)]
struct Brought {
    tables: Vec<SourceTable>,
    documents: Vec<SourceDocument>,
    unread: Vec<UnreadSource>,
}

impl Brought {
    /// Takes a source whose objects are in `folder`.
    fn take(&mut self, source: Source, folder: &Path) {
        let (source_id, title, url) = (source.id, source.name, source.url);
        let Some(object_path) = source.object_path else {
            self.unread.push(UnreadSource {
                source_id,
                title,
                url,
                detail: source.detail,
                is_waiting: false,
            });
            return;
        };
        let path = folder.join(object_path);
        if let Some(profile) = source.profile {
            self.tables.push(SourceTable {
                source_id,
                title,
                url,
                profile,
                path,
            });
        } else if let Some(profile) = source.document {
            let document = SourceDocument::new(source_id, title, url, profile, path);
            self.documents.push(document);
        }
    }
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
