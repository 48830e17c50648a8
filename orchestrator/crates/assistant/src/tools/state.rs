use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use portolan_blocks::{Block, BlockContent, Locator};
use portolan_chat::{JournaledStep, StepPart};
use portolan_environment::ids::Ids;
use portolan_query::QueryResult;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use url::Url;
use uuid::Uuid;

use crate::{SourceDocument, SourceTable, TurnLimits, UnreadSource};

/// The shared state of the tools of one turn.
pub(crate) struct ToolState {
    /// Their names in SQL differ.
    pub tables: Vec<SourceTable>,
    pub documents: Vec<SourceDocument>,
    pub unread: Vec<UnreadSource>,
    /// The question with which charts are compared; only for remote models.
    pub asked: Option<String>,
    pub limits: TurnLimits,
    pub ids: Ids,
    /// Results by query id.
    pub queries: BTreeMap<String, Arc<KeptQuery>>,
    /// The number of the newest query.
    pub last_query: u32,
    /// Charts that failed their check.
    pub chart_failures: u32,
    /// Contradictions between charts and the question that the model knows of.
    pub contradictions: BTreeSet<String>,
    /// The cited references, by index from 1.
    pub references: Vec<(Uuid, Locator)>,
    /// Whether this turn may read pages, the addresses that the user wrote, and how many it read.
    pub may_read_pages: bool,
    pub given: Vec<Url>,
    pub pages_read: usize,
}

/// A query and its rows, as the journal keeps them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct KeptQuery {
    pub query_id: String,
    pub sql: String,
    pub source_ids: Vec<Uuid>,
    pub result: QueryResult,
}

/// Marks a failed chart in the journal.
pub(super) const CHART_FAILED: &str = "chartFailed";
/// Marks a contradiction in the journal.
pub(super) const CONTRADICTED: &str = "contradicted";

impl ToolState {
    /// Restores the state after the finished steps of an interrupted turn.
    pub fn new(
        tables: Vec<SourceTable>,
        limits: TurnLimits,
        ids: Ids,
        journal: &[JournaledStep],
        blocks: &[Block],
    ) -> Self {
        let mut state = Self {
            tables,
            documents: Vec::new(),
            unread: Vec::new(),
            asked: None,
            limits,
            ids,
            queries: BTreeMap::new(),
            last_query: 0,
            chart_failures: 0,
            contradictions: BTreeSet::new(),
            references: Vec::new(),
            may_read_pages: false,
            given: Vec::new(),
            pages_read: 0,
        };
        for part in journal.iter().flat_map(|step| &step.parts) {
            if let StepPart::ToolResult {
                kept: Some(kept), ..
            } = part
            {
                state.recall(kept);
            }
        }
        for block in blocks {
            if let BlockContent::Reference {
                source_id, locator, ..
            } = &block.content
            {
                state.references.push((*source_id, locator.clone()));
            }
        }
        state
    }

    /// Returns whether the charts come from query plans, and need no comparison with the question.
    pub fn is_built_in_model(&self) -> bool {
        self.asked.is_none()
    }

    pub fn next_query_id(&mut self) -> String {
        self.last_query += 1;
        format!("q{}", self.last_query)
    }

    pub fn keep_query(&mut self, query: Arc<KeptQuery>) {
        self.queries.insert(query.query_id.clone(), query);
    }

    pub fn find_table(&self, name: &str) -> Option<&SourceTable> {
        self.tables.iter().find(|table| table.profile.name == name)
    }

    /// A source's title and address.
    pub fn find_source(&self, source_id: Uuid) -> Option<(&str, Option<&str>)> {
        let tables = self.tables.iter().map(|table| {
            let url = table.url.as_deref();
            (table.source_id, table.title.as_str(), url)
        });
        let documents = self.documents.iter().map(|document| {
            let url = document.url.as_deref();
            (document.source_id, document.title.as_str(), url)
        });
        tables
            .chain(documents)
            .find(|(known, _, _)| *known == source_id)
            .map(|(_, title, url)| (title, url))
    }

    /// Reads the texts that were not read yet.
    pub async fn load_documents(&self) {
        for document in &self.documents {
            document.load().await;
        }
    }

    /// For errors.
    pub fn table_names(&self) -> String {
        let names: Vec<&str> = self
            .tables
            .iter()
            .map(|table| table.profile.name.as_str())
            .collect();
        names.join(", ")
    }

    fn recall(&mut self, kept: &Value) {
        if kept.get(CHART_FAILED).is_some() {
            self.chart_failures += 1;
        } else if let Some(Value::Array(messages)) = kept.get(CONTRADICTED) {
            let messages = messages.iter().filter_map(Value::as_str);
            self.contradictions.extend(messages.map(str::to_owned));
        } else if let Ok(query) = serde_json::from_value::<KeptQuery>(kept.clone()) {
            let number = query.query_id.trim_start_matches('q').parse().unwrap_or(0);
            self.last_query = self.last_query.max(number);
            self.keep_query(Arc::new(query));
        }
    }
}
