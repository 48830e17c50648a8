use std::{
    io::Read,
    path::{Path, PathBuf},
    process::ExitCode,
};

use portolan_assistant::{
    BUILT_IN_MODEL, PastTurn, Services, SourceDocument, SourceTable, TurnRequest, UnreadSource,
    run_turn,
};
use portolan_blocks::{Block, BlockContent, ChartBlock, Outcome, TurnError, UserMessage};
use portolan_chat::TurnOutput;
use portolan_databases::LakeLogin;
use portolan_documents::find_typed_table;
use portolan_domain::Source;
use portolan_draw::{DrawRequest, Drawer, DrawingLimits, Theme, paint_png};
use portolan_environment::{clock::Clock, ids::Ids};
use portolan_sources::{NewSource, Objects, ReadStep, SourceReader};
use serde::Serialize;
use tokio::sync::mpsc;
use url::Url;
use uuid::Uuid;

use super::{
    CommandFailure,
    command_line::AskArguments,
    print,
    settings::Settings,
    terminal_chart::draw_chart,
    terminal_image::{ImageProtocol, encode_picture},
    wiring,
};

/// Turns that may write before their output is printed.
const OUTPUTS_WAITING: usize = 64;
/// Pixels of a picture in the terminal for each unit of the drawing: enough for a sharp screen.
const PICTURE_SCALE: f32 = 2.0;

/// Answers a file of questions; fails if one of them has no answer.
async fn ask_file(
    questions: &Path,
    out: &Path,
    settings: &Settings,
) -> Result<ExitCode, CommandFailure> {
    let queries = wiring::start_query_pool(settings)?;
    let summary = portolan_ask::ask_batch(questions, out, queries)
        .await
        .map_err(CommandFailure::new)?;
    eprintln!(
        "{} of {} questions are answered in {}.",
        summary.questions - summary.failed,
        summary.questions,
        out.display()
    );
    Ok(if summary.failed == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// Answers a question and its follow-ups on standard output; charts go to `--out` as JSON and SVG.
pub async fn ask_question(
    arguments: AskArguments,
    settings: &Settings,
) -> Result<ExitCode, CommandFailure> {
    if let (Some(questions), Some(out)) = (&arguments.questions, &arguments.out) {
        return ask_file(questions, out, settings).await;
    }
    let Some(question) = arguments.question else {
        return Err(CommandFailure::new(
            "give a question, or --questions with a file of them",
        ));
    };
    let is_question_piped = question == STANDARD_INPUT;
    let piped = arguments.data.iter().filter(|file| is_standard_input(file));
    if piped.count() + usize::from(is_question_piped) > 1 {
        return Err(CommandFailure::new(
            "standard input (`-`) is read once: as the question, or as one --data",
        ));
    }
    let mut question = if is_question_piped {
        std::io::read_to_string(std::io::stdin()).map_err(CommandFailure::new)?
    } else {
        question
    };
    if question.trim().is_empty() {
        return Err(CommandFailure::new("the question is empty"));
    }
    let work = tempfile::tempdir().map_err(CommandFailure::new)?;
    let clock = Clock::system();
    let ids = Ids::system(clock);
    let mut offered = wiring::with_offered_models(settings).await;
    // An endpoint need not list the models that it serves.
    if let Some(model) = arguments.model.as_ref().filter(|id| *id != BUILT_IN_MODEL)
        && offered.models.is_empty()
    {
        offered.model = Some(model.clone());
    }
    let services = wiring::build_services(
        &offered,
        wiring::build_models(&offered)?,
        wiring::local_queries(&offered, &ids)?,
        &ids,
    );
    let mut brought = LoadedSources::default();
    let reader = SourceReader {
        queries: services.queries.clone(),
        objects: Objects::in_folder(work.path()).map_err(CommandFailure::new)?,
        clock: Clock::system(),
        ids: ids.clone(),
        work: work.path().to_owned(),
    };
    let tell = |step: ReadStep| eprintln!("· {}", step.label);
    for file in &arguments.data {
        for source in read_data(&reader, file, work.path()).await? {
            brought.take(source, work.path());
        }
    }
    if let Some(table) = find_typed_table(&question) {
        let typed = reader.read_typed(Uuid::nil(), &table).await;
        if let Some(source) = typed.map_err(CommandFailure::new)? {
            brought.take(source, work.path());
            question = table.asked();
        }
    }
    if !arguments.url.is_empty() {
        let web = wiring::web_reader(settings, reader);
        for address in &arguments.url {
            let url = Url::parse(address).map_err(|error| {
                CommandFailure::new(format!("{address} is no address: {error}"))
            })?;
            let new = NewSource {
                id: ids.id(),
                user_id: Uuid::nil(),
                url: &url,
            };
            let read = web
                .read(new, false, &tell)
                .await
                .map_err(|error| CommandFailure::new(format!("{address}: {error}")))?;
            for source in std::iter::once(read.main).chain(read.others) {
                brought.take(source, work.path());
            }
        }
    }
    let model = match arguments.model {
        Some(model) => model,
        None => services.models.default_id().to_owned(),
    };
    services.models.get(&model).map_err(CommandFailure::new)?;
    if let Some(folder) = &arguments.out {
        std::fs::create_dir_all(folder).map_err(CommandFailure::new)?;
    }
    let mut printer = Printer {
        out: arguments.out,
        is_silent: arguments.json,
        protocol: arguments.image.protocol(),
        drawer: None,
        charts: 0,
        has_streamed: false,
    };
    let mut source_ids = brought.source_ids();
    let mut history = Vec::new();
    for question in std::iter::once(question).chain(arguments.follow_up) {
        let message = UserMessage {
            text: question,
            source_ids: std::mem::take(&mut source_ids),
        };
        let request = TurnRequest {
            turn_id: ids.id(),
            model: model.clone(),
            message: message.clone(),
            history: history.clone(),
            tables: brought.tables.clone(),
            documents: brought.documents.clone(),
            unread: brought.unread.clone(),
            may_read_pages: false,
            pages: None,
            record: None,
            journal: Vec::new(),
            closed: Vec::new(),
            kept: Vec::new(),
        };
        let answer = answer_question(request, services.clone(), &mut printer).await?;
        if arguments.json {
            let line = serde_json::to_string(&answer).map_err(CommandFailure::new)?;
            print(line + "\n")?;
        }
        if answer.outcome != Outcome::Completed {
            return Ok(ExitCode::FAILURE);
        }
        history.push(PastTurn {
            message,
            blocks: answer.blocks,
        });
    }
    Ok(ExitCode::SUCCESS)
}

/// An answer as `--json` prints it, on one line.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct PrintedAnswer {
    question: String,
    model: String,
    outcome: Outcome,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<TurnError>,
    blocks: Vec<Block>,
}

/// Runs one turn and prints it as it comes.
async fn answer_question(
    request: TurnRequest,
    services: Services,
    printer: &mut Printer,
) -> Result<PrintedAnswer, CommandFailure> {
    let mut answer = PrintedAnswer {
        question: request.message.text.clone(),
        model: request.model.clone(),
        outcome: Outcome::Failed,
        error: None,
        blocks: Vec::new(),
    };
    let (outputs, mut reports) = mpsc::channel(OUTPUTS_WAITING);
    let (leave, leaves) = mpsc::channel(1);
    let turn = tokio::spawn(run_turn(request, services, outputs, leaves));
    while let Some(report) = reports.recv().await {
        match report {
            TurnOutput::StepFinished {
                next_hold: Some(_), ..
            } => {
                // Batch runs aren't charged, so the turn may always continue.
                let _ = leave.send(()).await;
            }
            TurnOutput::Finished { outcome, error, .. } => {
                answer.outcome = outcome;
                answer.error = error;
            }
            TurnOutput::BlockText { text } => printer.text(&text)?,
            TurnOutput::BlockOpened { .. } => printer.open(),
            TurnOutput::BlockClosed { block } => {
                printer.close(&block)?;
                answer.blocks.push(block);
            }
            TurnOutput::Progress { label, .. } => eprintln!("· {label}"),
            TurnOutput::Understood { .. }
            | TurnOutput::BlockDiscarded
            | TurnOutput::StepFinished { .. } => {}
        }
    }
    turn.await.map_err(CommandFailure::new)?;
    // The answer of a failed turn often ends with the same message as a block.
    let is_said = |error: &TurnError| {
        let mut blocks = answer.blocks.iter();
        blocks.any(|block| matches!(&block.content, BlockContent::Error { message, .. } if *message == error.message))
    };
    if let Some(error) = answer.error.as_ref().filter(|error| !is_said(error)) {
        eprintln!("{}", error.message);
    }
    Ok(answer)
}

/// The argument that names standard input.
const STANDARD_INPUT: &str = "-";

/// Reads a file, standard input, or the Parquet files below a prefix of an object store.
async fn read_data(
    reader: &SourceReader,
    file: &Path,
    work: &Path,
) -> Result<Vec<Source>, CommandFailure> {
    if let Some(url) = file.to_str().filter(|text| text.starts_with("s3://")) {
        let read = reader.read_lake(Uuid::nil(), &lake_login(url)).await;
        let source = read.map_err(|error| CommandFailure::new(format!("{url}: {error}")))?;
        if let Some(detail) = &source.detail {
            eprintln!("· {detail}");
        }
        return Ok(vec![source]);
    }
    let (file, name) = if is_standard_input(file) {
        save_standard_input(work)?
    } else {
        find_file(file)?
    };
    let tell = |step: ReadStep| eprintln!("· {}", step.label);
    let read = reader.read(Uuid::nil(), &file, &name, &tell).await;
    read.map_err(|error| CommandFailure::new(format!("{name}: {error}")))
}

/// The login for an address, from the variables that the tools of AWS read.
fn lake_login(url: &str) -> LakeLogin {
    let variable = |name: &str| std::env::var(name).ok();
    LakeLogin {
        url: url.to_owned(),
        endpoint: variable("AWS_ENDPOINT_URL_S3").or_else(|| variable("AWS_ENDPOINT_URL")),
        region: variable("AWS_REGION").or_else(|| variable("AWS_DEFAULT_REGION")),
        access_key_id: variable("AWS_ACCESS_KEY_ID"),
        secret_access_key: variable("AWS_SECRET_ACCESS_KEY"),
    }
}

fn is_standard_input(file: &Path) -> bool {
    file.as_os_str() == STANDARD_INPUT
}

/// Stores standard input as a file whose name tells its format.
fn save_standard_input(folder: &Path) -> Result<(PathBuf, String), CommandFailure> {
    let mut bytes = Vec::new();
    std::io::stdin()
        .read_to_end(&mut bytes)
        .map_err(CommandFailure::new)?;
    let name = format!("standard-input.{}", extension_of(&bytes));
    let file = folder.join(&name);
    std::fs::write(&file, bytes).map_err(CommandFailure::new)?;
    Ok((file, name))
}

/// Returns the file extension that fits these bytes: tables are CSV unless they say otherwise.
fn extension_of(bytes: &[u8]) -> &'static str {
    let first = bytes.iter().find(|byte| !byte.is_ascii_whitespace());
    match first {
        _ if bytes.starts_with(b"PAR1") => "parquet",
        _ if bytes.starts_with(b"PK\x03\x04") => "xlsx",
        Some(b'[' | b'{') => "json",
        _ => "csv",
    }
}

/// A file that is there, and its name.
fn find_file(file: &Path) -> Result<(PathBuf, String), CommandFailure> {
    let file = file.canonicalize().map_err(|error| {
        CommandFailure::new(format!("{} cannot be read: {error}", file.display()))
    })?;
    let name = file
        .file_name()
        .map_or_else(|| "data".into(), |name| name.to_string_lossy().into_owned());
    Ok((file, name))
}

/// The sources for the answer.
#[derive(Default)]
struct LoadedSources {
    tables: Vec<SourceTable>,
    documents: Vec<SourceDocument>,
    unread: Vec<UnreadSource>,
}

impl LoadedSources {
    fn source_ids(&self) -> Vec<Uuid> {
        let tables = self.tables.iter().map(|table| table.source_id);
        let documents = self.documents.iter().map(|document| document.source_id);
        tables.chain(documents).collect()
    }

    /// Takes a source whose objects are in `folder`.
    fn take(&mut self, source: Source, folder: &Path) {
        let words = source.own_words();
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
                words: words.unwrap_or_default(),
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
    /// Only files are written: the answer is printed as JSON when it is complete.
    is_silent: bool,
    /// The way in which the terminal shows pictures; None for charts as text.
    protocol: Option<ImageProtocol>,
}

impl Printer {
    fn open(&mut self) {
        self.has_streamed = false;
    }

    fn text(&mut self, text: &str) -> Result<(), CommandFailure> {
        self.has_streamed = true;
        if self.is_silent {
            return Ok(());
        }
        print(text)
    }

    fn close(&mut self, block: &Block) -> Result<(), CommandFailure> {
        if self.is_silent {
            if let BlockContent::Chart(chart) = &block.content {
                self.save_chart(chart)?;
            }
            return Ok(());
        }
        match &block.content {
            BlockContent::Text { markdown, .. } | BlockContent::Thinking { markdown, .. } => {
                if !self.has_streamed {
                    self.text(markdown)?;
                }
                print("\n\n")?;
            }
            BlockContent::Chart(chart) => self.chart(chart)?,
            BlockContent::Reference { index, title, .. } => {
                print(format_args!("[{index}] {title}\n"))?;
            }
            BlockContent::Suggestion { label, .. } => print(format_args!("→ {label}\n"))?,
            BlockContent::Timestamp { label, url, .. } => {
                print(format_args!("▶ {label}: {url}\n"))?;
            }
            BlockContent::Error { message, .. } => eprintln!("{message}"),
        }
        self.has_streamed = false;
        Ok(())
    }

    fn chart(&mut self, chart: &ChartBlock) -> Result<(), CommandFailure> {
        print(format_args!("▌ {}\n", chart.title))?;
        match self.protocol {
            Some(protocol) => print(encode_picture(&self.paint_chart(chart)?, protocol))?,
            None => {
                if let Some(drawn) = draw_chart(chart) {
                    print(drawn + "\n")?;
                }
            }
        }
        if let Some(query) = &chart.query {
            print(format_args!("  {}\n", query.sql))?;
        }
        match self.save_chart(chart)? {
            Some(path) => print(format_args!("  {}\n\n", path.display())),
            None => print("  (give --out FOLDER to get it as SVG and JSON)\n\n"),
        }
    }

    /// Draws a chart as PNG.
    fn paint_chart(&mut self, chart: &ChartBlock) -> Result<Vec<u8>, CommandFailure> {
        let request = DrawRequest::of_chart(chart, Theme::Light);
        let svg = self.drawer()?.svg(&request).map_err(CommandFailure::new)?;
        paint_png(&svg, PICTURE_SCALE).map_err(CommandFailure::new)
    }

    /// Writes a chart to the folder of `--out`; the path of its picture.
    fn save_chart(&mut self, chart: &ChartBlock) -> Result<Option<PathBuf>, CommandFailure> {
        let Some(folder) = self.out.clone() else {
            return Ok(None);
        };
        self.charts += 1;
        let name = format!("chart-{}", self.charts);
        let json = serde_json::to_vec_pretty(chart).map_err(CommandFailure::new)?;
        std::fs::write(folder.join(format!("{name}.json")), json).map_err(CommandFailure::new)?;
        let svg = self
            .drawer()?
            .svg(&DrawRequest::of_chart(chart, Theme::Light))
            .map_err(CommandFailure::new)?;
        let path = folder.join(format!("{name}.svg"));
        std::fs::write(&path, svg).map_err(CommandFailure::new)?;
        Ok(Some(path))
    }

    fn drawer(&mut self) -> Result<&Drawer, CommandFailure> {
        if self.drawer.is_none() {
            self.drawer = Some(Drawer::new(DrawingLimits::default()).map_err(CommandFailure::new)?);
        }
        self.drawer
            .as_ref()
            .ok_or_else(|| CommandFailure::new("the drawing engine did not start"))
    }
}

#[cfg(test)]
mod tests {
    use super::extension_of;

    #[test]
    fn format_of_standard_input_is_detected_from_its_first_bytes() {
        assert_eq!(extension_of(b"PAR1\x15\x04"), "parquet");
        assert_eq!(extension_of(b"PK\x03\x04"), "xlsx");
        assert_eq!(extension_of(b" \n[{\"a\": 1}]"), "json");
        assert_eq!(extension_of(b"a,b\n1,2\n"), "csv");
        assert_eq!(extension_of(b""), "csv");
    }
}
