use std::{collections::BTreeMap, sync::Arc};

use portolan_blocks::{Block, BlockContent, Locator};
use portolan_chat::{JournaledStep, StepPart};
use portolan_query::QueryResult;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

use crate::{
    assistant::{SourceTable, TurnLimits},
    ids::Ids,
};

/// What the tools of one turn know and remember.
pub(crate) struct ToolState {
    /// Their names in SQL differ.
    pub tables: Vec<SourceTable>,
    pub limits: TurnLimits,
    pub ids: Ids,
    /// Results by query id.
    pub queries: BTreeMap<String, Arc<KeptQuery>>,
    /// The number of the newest query.
    pub last_query: u32,
    /// Charts that failed their check.
    pub chart_failures: u32,
    /// What was cited, by index from 1.
    pub references: Vec<(Uuid, Locator)>,
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

/// Tells a failed chart in the journal.
pub(super) const CHART_FAILED: &str = "chartFailed";

impl ToolState {
    /// Remembers what the finished steps of an interrupted turn did.
    pub fn new(
        tables: Vec<SourceTable>,
        limits: TurnLimits,
        ids: Ids,
        journal: &[JournaledStep],
        blocks: &[Block],
    ) -> Self {
        let mut state = Self {
            tables,
            limits,
            ids,
            queries: BTreeMap::new(),
            last_query: 0,
            chart_failures: 0,
            references: Vec::new(),
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

    pub fn next_query_id(&mut self) -> String {
        self.last_query += 1;
        format!("q{}", self.last_query)
    }

    pub fn keep(&mut self, query: Arc<KeptQuery>) {
        self.queries.insert(query.query_id.clone(), query);
    }

    pub fn table(&self, name: &str) -> Option<&SourceTable> {
        self.tables.iter().find(|table| table.profile.name == name)
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
        } else if let Ok(query) = serde_json::from_value::<KeptQuery>(kept.clone()) {
            let number = query.query_id.trim_start_matches('q').parse().unwrap_or(0);
            self.last_query = self.last_query.max(number);
            self.keep(Arc::new(query));
        }
    }
}
