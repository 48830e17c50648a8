//! Models against the mock endpoint, tables in a real worker, and a reader of turns.

use std::{path::PathBuf, sync::OnceLock, time::Duration};

use portolan_assistant::{
    LanguageModel, Message, ModelCard, ModelError, ModelEvent, ModelRequest, Models,
    RemoteSettings, Services, SourceDocument, SourceTable, TurnLimits, TurnRequest, run_turn,
};
use portolan_blocks::{Block, BlockContent, Outcome, TurnError, UnderstoodWord, UserMessage};
use portolan_chat::{JournaledStep, Price, TurnOutput, Usage};
use portolan_documents::{Document, DocumentProfile, Format};
use portolan_domain::SourceWords;
use portolan_environment::{clock::TestClock, ids::Ids};
use portolan_mock_upstream::{AnswerPlan, MockUpstream};
use portolan_query_pool::{PoolOptions, QueryPool};
use tempfile::TempDir;
use tokio::sync::mpsc;
use uuid::Uuid;

pub use futures_util::StreamExt;

pub const REMOTE: &str = "mock";

pub async fn upstream(plan: AnswerPlan) -> MockUpstream {
    MockUpstream::start(plan).await.unwrap()
}

/// Writes a word a millisecond for longer than any test waits.
pub fn endless() -> AnswerPlan {
    AnswerPlan {
        tokens: 100_000,
        interval: 1,
        ..AnswerPlan::default()
    }
}

/// Waits between attempts are nothing; silence is long unless a test says otherwise.
pub fn settings(base_url: String) -> RemoteSettings {
    let card = ModelCard {
        id: REMOTE.into(),
        title: "Mock".into(),
        price: Price {
            input_per_million: 1_000,
            output_per_million: 10_000,
        },
        context_tokens: 32_000,
        output_tokens: 1_000,
    };
    RemoteSettings {
        back_off: Duration::ZERO,
        idle_timeout: Duration::from_secs(20),
        ..RemoteSettings::new("key".to_owned().into(), base_url, vec![card])
    }
}

pub fn models(settings: RemoteSettings) -> Models {
    Models::new(Some(settings), None).unwrap()
}

pub fn ask(text: &str) -> ModelRequest {
    ModelRequest {
        messages: vec![Message::User { text: text.into() }],
        max_output_tokens: 500,
        ..ModelRequest::default()
    }
}

/// All events of one call up to its error.
pub async fn call(
    model: &dyn LanguageModel,
    request: ModelRequest,
) -> (Vec<ModelEvent>, Option<ModelError>) {
    let mut stream = model.stream(request);
    let mut events = Vec::new();
    while let Some(event) = stream.next().await {
        match event {
            Ok(event) => events.push(event),
            Err(error) => return (events, Some(error)),
        }
    }
    (events, None)
}

pub fn text_of(events: &[ModelEvent]) -> String {
    let texts = events.iter().filter_map(|event| match event {
        ModelEvent::Text(text) => Some(text.as_str()),
        _ => None,
    });
    texts.collect()
}

/// A worker pool and tables in a folder of their own.
pub struct TestTables {
    pub pool: QueryPool,
    folder: TempDir,
}

impl TestTables {
    pub fn new() -> Self {
        Self {
            pool: QueryPool::new(PoolOptions {
                worker: worker(),
                workers: 1,
                query_timeout: Duration::from_secs(20),
                convert_timeout: Duration::from_secs(20),
                read_timeout: Duration::from_secs(30),
                address_space: 4 << 30,
                read_memory: 512 << 20,
                limits: Default::default(),
            }),
            folder: TempDir::new().unwrap(),
        }
    }

    /// Stores text as an uploaded CSV file.
    pub async fn table(&self, title: &str, csv: &str) -> SourceTable {
        let path = self.folder.path().join(format!("{title}.csv"));
        std::fs::write(&path, csv).unwrap();
        let target = self.folder.path().join(title);
        std::fs::create_dir_all(&target).unwrap();
        let tables = self
            .pool
            .convert(&path, &format!("{title}.csv"), &target)
            .await;
        let table = tables.unwrap().remove(0);
        SourceTable {
            source_id: Uuid::from_u128(title.len() as u128),
            title: format!("{title}.csv"),
            url: None,
            words: SourceWords::propose(&table.profile),
            profile: table.profile,
            path: PathBuf::from(table.path),
        }
    }

    /// Stores a text as it is.
    pub fn text(&self, name: &str, content: &str) -> SourceDocument {
        let path = self.folder.path().join(name);
        std::fs::write(&path, content).unwrap();
        let format = Format::detect(content, name);
        let profile = DocumentProfile::from(&Document::read(content, format, name));
        let source_id = Uuid::from_u128(1_000 + name.len() as u128);
        SourceDocument::new(source_id, name.to_owned(), None, profile, path)
    }

    pub async fn cars(&self) -> SourceTable {
        self.table(
            "cars",
            "name,origin,horsepower,year\n\
             chevelle,USA,130,1970-01-01\nskylark,USA,165,1971-01-01\nrebel,USA,150,1972-01-01\n\
             corona,Japan,95,1970-01-01\ncivic,Japan,53,1972-01-01\ngolf,Europe,71,1971-01-01\n\
             saab 99e,Europe,110,1972-01-01\n",
        )
        .await
    }

    pub fn services(&self, models: Models) -> Services {
        Services {
            models,
            queries: self.pool.clone().into(),
            ids: Ids::seeded(TestClock::new(Default::default()).clock(), 1),
            limits: TurnLimits {
                retry_wait: Duration::ZERO,
                ..TurnLimits::default()
            },
        }
    }
}

/// The worker that was built beside this test.
fn worker() -> PathBuf {
    static WORKER: OnceLock<PathBuf> = OnceLock::new();
    WORKER
        .get_or_init(|| {
            let beside = || {
                let test = std::env::current_exe().unwrap();
                test.parent().unwrap().with_file_name("portolan-query")
            };
            let path = std::env::var_os("PORTOLAN_QUERY_WORKER").map_or_else(beside, PathBuf::from);
            assert!(
                path.exists(),
                "{} is missing: build it with `cargo build --profile local -p portolan-query-worker`, or run `npm test`",
                path.display()
            );
            path
        })
        .clone()
}

pub fn request(model: &str, text: &str, tables: Vec<SourceTable>) -> TurnRequest {
    TurnRequest {
        turn_id: Uuid::from_u128(7),
        model: model.into(),
        message: UserMessage {
            text: text.into(),
            source_ids: Vec::new(),
        },
        history: Vec::new(),
        tables,
        documents: Vec::new(),
        unread: Vec::new(),
        may_read_pages: false,
        pages: None,
        record: None,
        journal: Vec::new(),
        closed: Vec::new(),
        kept: Vec::new(),
    }
}

/// A viewer's record of a turn, checked against the rules of its outputs.
#[derive(Debug, Default)]
pub struct TurnRecord {
    pub blocks: Vec<Block>,
    pub discarded: usize,
    pub progress: Vec<String>,
    pub understood: Vec<UnderstoodWord>,
    pub steps: Vec<JournaledStep>,
    /// The blocks that each step closed.
    pub step_blocks: Vec<Vec<Block>>,
    pub holds: Vec<u64>,
    pub end: Option<(Outcome, Option<TurnError>, Usage)>,
    open: Option<(Uuid, String)>,
    since_step: Vec<Block>,
}

impl TurnRecord {
    pub fn take(&mut self, output: TurnOutput) {
        assert!(self.end.is_none(), "nothing follows the end: {output:?}");
        match output {
            TurnOutput::Progress { label, .. } => self.progress.push(label),
            TurnOutput::BlockOpened { block_id, .. } => {
                assert!(self.open.is_none(), "one block is open at a time");
                self.open = Some((block_id, String::new()));
            }
            TurnOutput::BlockText { text } => {
                assert!(!text.is_empty());
                self.open
                    .as_mut()
                    .expect("a block is open")
                    .1
                    .push_str(&text);
            }
            TurnOutput::BlockClosed { block } => {
                if let Some((id, text)) = self.open.take() {
                    assert_eq!(id, block.id);
                    let markdown = match &block.content {
                        BlockContent::Text { markdown, .. }
                        | BlockContent::Thinking { markdown, .. } => markdown,
                        other => panic!("only text streams: {other:?}"),
                    };
                    assert_eq!(text.trim_end(), markdown);
                }
                self.blocks.push(block.clone());
                self.since_step.push(block);
            }
            TurnOutput::Understood { words } => {
                assert!(self.open.is_none(), "no block is open");
                self.understood = words;
            }
            TurnOutput::BlockDiscarded => {
                assert!(self.open.take().is_some(), "a block is open");
                self.discarded += 1;
            }
            TurnOutput::StepFinished {
                step, next_hold, ..
            } => {
                assert!(self.open.is_none());
                self.steps.push(step);
                self.step_blocks.push(std::mem::take(&mut self.since_step));
                self.holds.extend(next_hold);
            }
            TurnOutput::Finished {
                outcome,
                error,
                usage,
            } => {
                assert!(self.open.is_none());
                self.end = Some((outcome, error, usage));
            }
        }
    }

    /// Returns whether a block is open and has text.
    pub fn is_writing(&self) -> bool {
        self.open.as_ref().is_some_and(|(_, text)| !text.is_empty())
    }

    pub fn outcome(&self) -> Outcome {
        self.end.as_ref().expect("the turn has ended").0
    }

    pub fn usage(&self) -> Usage {
        self.end.as_ref().expect("the turn has ended").2
    }

    pub fn text(&self) -> String {
        let texts = self.blocks.iter().filter_map(|block| match &block.content {
            BlockContent::Text { markdown, .. } => Some(markdown.as_str()),
            _ => None,
        });
        texts.collect::<Vec<_>>().join("\n\n")
    }

    pub fn types(&self) -> Vec<String> {
        let types = self.blocks.iter().map(|block| block.content.block_type());
        types.map(|kind| format!("{kind:?}")).collect()
    }

    pub fn charts(&self) -> Vec<&portolan_blocks::ChartBlock> {
        let charts = self.blocks.iter().filter_map(|block| match &block.content {
            BlockContent::Chart(chart) => Some(chart.as_ref()),
            _ => None,
        });
        charts.collect()
    }

    pub fn error_codes(&self) -> Vec<&str> {
        let codes = self.blocks.iter().filter_map(|block| match &block.content {
            BlockContent::Error { code, .. } => Some(code.as_str()),
            _ => None,
        });
        codes.collect()
    }
}

/// Runs a turn to its end and gives it leave whenever it asks.
pub async fn run(request: TurnRequest, services: &Services) -> TurnRecord {
    run_until(request, services, |_| false).await
}

/// Runs a turn until `stop` says so of what was seen, then drops it.
pub async fn run_until(
    request: TurnRequest,
    services: &Services,
    stop: impl Fn(&TurnRecord) -> bool,
) -> TurnRecord {
    let (output, mut outputs) = mpsc::channel(8);
    let (leaves, leave) = mpsc::channel(1);
    let turn = run_turn(request, services.clone(), output, leave);
    let mut seen = TurnRecord::default();
    let reading = async {
        while let Some(output) = outputs.recv().await {
            let waits = matches!(
                output,
                TurnOutput::StepFinished {
                    next_hold: Some(_),
                    ..
                }
            );
            seen.take(output);
            if stop(&seen) {
                return;
            }
            if waits {
                leaves.send(()).await.expect("the turn waits for leave");
            }
        }
    };
    let mut turn = Box::pin(turn);
    let mut reading = Box::pin(reading);
    let mut ended = false;
    loop {
        tokio::select! {
            () = &mut turn, if !ended => ended = true,
            () = &mut reading => break,
        }
    }
    drop((turn, reading));
    seen
}
