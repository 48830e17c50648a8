use std::collections::BTreeSet;

use portolan_assistant::{KEPT_BYTES, TurnLimits, chart_data};
use portolan_blocks::{ChartData, ChartQuery};
use portolan_charts::{ChartRequest, CheckedChart, Kind, check_chart};
use portolan_databases::TableQueries;
use portolan_domain::{Source, SourceStamp};
use portolan_query::{QueryResult, TableFile, TableProfile, has_mention};
use portolan_questions::schema::LinguisticSchema;
use portolan_sources::{Objects, WebReader};
use portolan_store::{Store, StoreError};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use uuid::Uuid;

use super::ChartBuildError;

/// Sources that one query may read.
const MOST_SOURCES: usize = 20;

/// Runs the queries behind charts over the sources as they are now. Cheap to clone.
#[derive(Clone)]
pub struct ChartMaker {
    pub store: Store,
    pub queries: TableQueries,
    pub objects: Objects,
    pub web: WebReader,
}

/// A query to draw.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[schemars(rename = "QueryRequest")]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RequestedQuery {
    pub sql: String,
    pub source_ids: Vec<Uuid>,
    /// The stored plan that the query was derived from; ignored unless it yields this SQL.
    #[serde(default)]
    pub plan: Option<Value>,
}

/// The result of a query, and the sources that it read.
#[derive(Clone, Debug)]
pub struct QueriedRows {
    pub data: ChartData,
    pub query: ChartQuery,
    pub sources: Vec<SourceStamp>,
    /// The tables that it read, under their names in its SQL.
    pub tables: Vec<TableProfile>,
    pub result: QueryResult,
}

impl ChartMaker {
    /// Runs a query over the user's own sources.
    pub async fn rows(
        &self,
        user_id: Uuid,
        wanted: &RequestedQuery,
    ) -> Result<QueriedRows, ChartBuildError> {
        let sources = self.sources(user_id, &wanted.source_ids).await?;
        let names = sources_named(&wanted.sql, &sources);
        let mut files = Vec::with_capacity(sources.len());
        let mut tables = Vec::new();
        let mut stamps = Vec::new();
        for (source, name) in sources.iter().zip(names) {
            let (Some(object_path), Some(profile)) = (&source.object_path, &source.profile) else {
                return Err(ChartBuildError::at(
                    "/query/sourceIds",
                    format!("{} is a text and no table: choose a table", source.name),
                ));
            };
            let path = self.objects.local_path(object_path).await?;
            if has_mention(&wanted.sql, &name) {
                stamps.push(SourceStamp {
                    source_id: source.id,
                    name: source.name.clone(),
                    content_hash: source.content_hash.clone(),
                });
                tables.push(TableProfile {
                    name: name.clone(),
                    ..profile.clone()
                });
            }
            files.push(TableFile {
                name,
                path: path.display().to_string(),
            });
        }
        let mut result = self
            .queries
            .query(&wanted.sql, &files)
            .await
            .map_err(|failure| ChartBuildError::at("/query/sql", failure.message))?;
        result.cut(TurnLimits::default().chart_rows, KEPT_BYTES);
        Ok(QueriedRows {
            data: chart_data(&result),
            query: ChartQuery {
                sql: wanted.sql.clone(),
                source_ids: stamps.iter().map(|stamp| stamp.source_id).collect(),
                row_count: result.row_count,
                took_ms: result.took_ms,
            },
            sources: stamps,
            tables,
            result,
        })
    }

    /// The tables of these sources, under their names in `sql`.
    pub async fn tables(
        &self,
        user_id: Uuid,
        wanted: &RequestedQuery,
    ) -> Result<(Vec<TableProfile>, LinguisticSchema), ChartBuildError> {
        let sources = self.sources(user_id, &wanted.source_ids).await?;
        let names = sources_named(&wanted.sql, &sources);
        let mut tables = Vec::new();
        let mut schema = LinguisticSchema::default();
        for (source, name) in sources.into_iter().zip(names) {
            let words = source.own_words();
            let Some(profile) = source.profile else {
                continue;
            };
            let profile = TableProfile { name, ..profile };
            schema.merge(words.unwrap_or_default().to_schema(&profile));
            tables.push(profile);
        }
        Ok((tables, schema))
    }

    pub(super) async fn sources(
        &self,
        user_id: Uuid,
        ids: &[Uuid],
    ) -> Result<Vec<Source>, ChartBuildError> {
        let path = "/query/sourceIds";
        if ids.is_empty() || ids.len() > MOST_SOURCES {
            return Err(ChartBuildError::at(
                path,
                format!("specify 1 to {MOST_SOURCES} sources for the query"),
            ));
        }
        let mut seen = BTreeSet::new();
        let mut sources = Vec::with_capacity(ids.len());
        for id in ids.iter().filter(|id| seen.insert(**id)) {
            match self.store.source(*id, user_id).await {
                Ok(source) => sources.push(source),
                Err(StoreError::NotFound(_)) => {
                    return Err(ChartBuildError::at(
                        path,
                        "a source of this query was deleted or isn't yours: add the file again",
                    ));
                }
                Err(error) => return Err(error.into()),
            }
        }
        Ok(sources)
    }
}

/// Checks a chart over rows, or without any where its kind draws none.
pub fn check_over_rows(
    request: &ChartRequest,
    data: Option<&ChartData>,
) -> Result<CheckedChart, ChartBuildError> {
    let draws_rows = Kind::of(request.kind).is_some_and(|kind| kind.draws_rows);
    let columns = match (draws_rows, data) {
        (true, None) => {
            return Err(ChartBuildError::at(
                "/query",
                "this chart type needs a query",
            ));
        }
        (true, Some(data)) => data.columns.as_slice(),
        (false, _) => &[],
    };
    Ok(check_chart(request, columns)?)
}

/// Returns the names of the sources in `sql`. In a chat, tables of one name were distinguished by numbers,
/// `sales` and `sales_2`, in the order of the sources; the query still has those names.
pub(super) fn sources_named(sql: &str, sources: &[Source]) -> Vec<String> {
    let own: BTreeSet<&str> = sources.iter().map(|each| each.sql_name.as_str()).collect();
    let mut taken: BTreeSet<String> = BTreeSet::new();
    let numbered = |name: &str, number: usize| match number {
        1 => name.to_owned(),
        _ => format!("{name}_{number}"),
    };
    let mut names = Vec::with_capacity(sources.len());
    for source in sources {
        let candidates = (1..=MOST_NUMBER).map(|number| numbered(&source.sql_name, number));
        let mut free: Vec<String> = candidates
            .filter(|name| !taken.contains(name))
            .filter(|name| *name == source.sql_name || !own.contains(name.as_str()))
            .collect();
        let mentioned = free.iter().position(|name| has_mention(sql, name));
        let name = free.swap_remove(mentioned.unwrap_or(0));
        taken.insert(name.clone());
        names.push(name);
    }
    names
}

/// Tables of one name that a chat may have.
const MOST_NUMBER: usize = 64;

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use portolan_domain::SourceStatus;

    use super::*;

    fn read_source(sql_name: &str) -> Source {
        Source {
            id: Uuid::nil(),
            user_id: Uuid::nil(),
            name: sql_name.to_owned(),
            kind: "csv".to_owned(),
            status: SourceStatus::Whole,
            detail: None,
            sql_name: sql_name.to_owned(),
            object_path: None,
            bytes: 0,
            row_count: None,
            profile: None,
            words: None,
            original: None,
            document: None,
            metadata: None,
            content_hash: String::new(),
            url: None,
            created_at: DateTime::UNIX_EPOCH,
        }
    }

    #[test]
    fn query_sources_are_resolved_by_their_table_names() {
        let named = |sql: &str, sources: &[&str]| {
            let sources: Vec<Source> = sources.iter().map(|name| read_source(name)).collect();
            sources_named(sql, &sources)
        };
        assert_eq!(named("SELECT 1 FROM sales", &["sales"]), ["sales"]);
        assert_eq!(named("SELECT 1 FROM sales_2", &["sales"]), ["sales_2"]);
        assert_eq!(
            named("SELECT 1 FROM sales JOIN \"sales_3\"", &["sales", "sales"]),
            ["sales", "sales_3"]
        );
        assert_eq!(
            named("SELECT 1 FROM sales, sales_2", &["sales", "sales_2"]),
            ["sales", "sales_2"]
        );
        assert_eq!(
            named("SELECT 1 FROM other", &["sales", "sales"]),
            ["sales", "sales_2"]
        );
    }
}
