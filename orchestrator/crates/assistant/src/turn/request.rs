use std::{collections::BTreeSet, path::PathBuf, sync::Arc, time::Duration};

use portolan_blocks::{Block, UserMessage};
use portolan_chat::JournaledStep;
use portolan_databases::TableQueries;
use portolan_domain::SourceWords;
use portolan_environment::ids::Ids;
use portolan_query::TableProfile;
use portolan_questions::schema::LinguisticSchema;
use uuid::Uuid;

use crate::{Models, Pages, SourceDocument, TurnRecord};

/// A turn to run, or to go on with after an interruption.
#[derive(Clone, Debug)]
pub struct TurnRequest {
    pub turn_id: Uuid,
    /// The model's id.
    pub model: String,
    pub message: UserMessage,
    /// The turns that this one follows, oldest first.
    pub history: Vec<PastTurn>,
    /// The tables that may be asked, the likeliest first: those of this message, then of earlier ones.
    pub tables: Vec<SourceTable>,
    /// The texts that may be read, in the same order.
    pub documents: Vec<SourceDocument>,
    /// The sources that hold nothing to be asked: not read yet, or not readable.
    pub unread: Vec<UnreadSource>,
    /// Whether the model is offered to read pages, and who reads them; an estimate needs no one.
    pub may_read_pages: bool,
    pub pages: Option<Pages>,
    /// The inputs of the original of a replayed turn.
    pub record: Option<Arc<TurnRecord>>,
    /// The steps that this turn has finished already.
    pub journal: Vec<JournaledStep>,
    /// The blocks that those steps closed.
    pub closed: Vec<Block>,
    /// The blocks that the step after them had closed when it was interrupted; they stay.
    pub kept: Vec<Block>,
}

impl TurnRequest {
    /// Gives tables of the same name different ones: `sales`, `sales_2`.
    pub fn name_tables(&mut self) {
        let mut names = BTreeSet::new();
        for table in &mut self.tables {
            let name = table.profile.name.clone();
            let mut number = 2;
            while !names.insert(table.profile.name.clone()) {
                table.profile.name = format!("{name}_{number}");
                number += 1;
            }
        }
    }
}

/// Returns the words of tables as the question engine reads them.
pub(crate) fn schema_of<'t>(tables: impl Iterator<Item = &'t SourceTable>) -> LinguisticSchema {
    let mut schema = LinguisticSchema::default();
    for table in tables {
        schema.merge(table.words.to_schema(&table.profile));
    }
    schema
}

/// A turn that is over.
#[derive(Clone, Debug, PartialEq)]
pub struct PastTurn {
    pub message: UserMessage,
    pub blocks: Vec<Block>,
}

/// A stored source as a table.
#[derive(Clone, Debug, PartialEq)]
pub struct SourceTable {
    pub source_id: Uuid,
    /// For people; the table's name in SQL is the profile's.
    pub title: String,
    pub url: Option<String>,
    pub profile: TableProfile,
    /// Words that mean the table's columns.
    pub words: SourceWords,
    /// The Parquet file.
    pub path: PathBuf,
}

/// A source without a table or a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnreadSource {
    pub source_id: Uuid,
    pub title: String,
    pub url: Option<String>,
    /// Why nothing of it was read.
    pub detail: Option<String>,
    /// It is to be read before the turn begins.
    pub is_waiting: bool,
}

/// External services of turns; cheap to clone.
#[derive(Clone)]
pub struct Services {
    pub models: Models,
    pub queries: TableQueries,
    pub ids: Ids,
    pub limits: TurnLimits,
}

#[derive(Clone, Debug)]
pub struct TurnLimits {
    /// Model calls in a turn; the last one gets no tools.
    pub steps: usize,
    /// The turn's whole time.
    pub time: Duration,
    /// Credits after which a turn must answer; None for no such limit.
    pub credits: Option<u64>,
    /// Tokens that earlier turns may take in a call; older ones are told in short.
    pub history_tokens: u64,
    /// The wait before a model call that failed in the middle is made again.
    pub retry_wait: Duration,
    /// Rows that a chart holds.
    pub chart_rows: usize,
    /// Rows of a query that the model is told.
    pub shown_rows: usize,
}

impl Default for TurnLimits {
    fn default() -> Self {
        Self {
            steps: 12,
            time: Duration::from_secs(300),
            credits: None,
            history_tokens: 16_000,
            retry_wait: Duration::from_millis(500),
            chart_rows: 5_000,
            shown_rows: 50,
        }
    }
}
