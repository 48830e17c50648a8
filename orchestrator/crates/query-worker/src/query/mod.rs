//! Runs one guarded SELECT over exactly the given Parquet files.

mod checked;
mod rows;

use std::{path::Path, sync::Arc};

use datafusion::{
    arrow::datatypes::Schema,
    datasource::{
        file_format::parquet::ParquetFormat,
        listing::{ListingOptions, ListingTableUrl},
    },
    error::DataFusionError,
    execution::{
        context::{SQLOptions, SessionContext},
        disk_manager::{DiskManagerBuilder, DiskManagerMode},
        memory_pool::GreedyMemoryPool,
        runtime_env::RuntimeEnvBuilder,
    },
    prelude::SessionConfig,
    sql::parser::Statement,
};
use futures_util::StreamExt;
use portolan_query::{
    AllowedTable, LakeTable, QueryResult, ResultColumn, TableFile, WorkerFailure, WorkerLimits,
    guarded_statement, match_names,
};
use portolan_tables::failure::unreadable_file;
use tokio::time::Instant;
use url::Url;

pub use rows::column_values;

use crate::{failure::from_engine, input::ObjectCalls, lake::Lakes};

/// The tables that a query may read.
pub struct QueryTables<'a> {
    pub files: &'a [TableFile],
    /// Tables of object stores.
    pub lakes: &'a [LakeTable],
}

/// Counts every row of the result and keeps those that the limits allow.
pub async fn run_query(
    sql: &str,
    tables: QueryTables<'_>,
    limits: &WorkerLimits,
    partitions: usize,
    calls: &ObjectCalls,
) -> Result<QueryResult, WorkerFailure> {
    let context = session_context(limits, partitions).map_err(|error| from_engine(&error))?;
    if !tables.lakes.is_empty() {
        // Planning with statistics would read the footer of every file, also for a query with a small limit.
        let state = context.state_ref();
        let mut state = state.write();
        state
            .config_mut()
            .options_mut()
            .execution
            .collect_statistics = false;
    }
    let lakes = Lakes::register(&context, tables.lakes, calls)?;
    let result = run_in(&context, sql, tables, &lakes.columns, limits).await;
    result.map_err(|failure| lakes.explain(failure))
}

async fn run_in(
    context: &SessionContext,
    sql: &str,
    tables: QueryTables<'_>,
    lakes: &[AllowedTable],
    limits: &WorkerLimits,
) -> Result<QueryResult, WorkerFailure> {
    let started = Instant::now();
    let engine_error = |error: DataFusionError| from_engine(&error);
    let mut columns = register_tables(context, tables.files).await?;
    columns.extend_from_slice(lakes);
    let names: Vec<&str> = columns.iter().map(|table| table.name.as_str()).collect();
    let (statement, _) = guarded_statement(sql, &names)?;
    let matched = match_names(statement, &columns);

    let statement = Statement::Statement(Box::new(matched.statement));
    let state = context.state();
    let plan = state
        .statement_to_plan(statement)
        .await
        .map_err(engine_error)?;
    SQLOptions::new()
        .with_allow_ddl(false)
        .with_allow_dml(false)
        .with_allow_statements(false)
        .verify_plan(&plan)
        .map_err(engine_error)?;
    let frame = context
        .execute_logical_plan(plan)
        .await
        .map_err(engine_error)?;
    let mut stream = frame.execute_stream().await.map_err(engine_error)?;

    let columns = result_columns(&stream.schema(), &matched.renamed);
    let mut answer = rows::RowCollector::new(limits);
    while let Some(batch) = stream.next().await {
        answer.add(&batch.map_err(engine_error)?)?;
    }
    Ok(QueryResult {
        columns,
        row_count: answer.row_count,
        truncated: answer.is_truncated(),
        rows: answer.rows,
        took_ms: u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX),
    })
}

/// A context with the memory that one query may use, and without a disk.
pub fn session_context(
    limits: &WorkerLimits,
    partitions: usize,
) -> Result<SessionContext, DataFusionError> {
    let memory = usize::try_from(limits.memory_bytes).unwrap_or(usize::MAX);
    let runtime = RuntimeEnvBuilder::new()
        .with_memory_pool(Arc::new(GreedyMemoryPool::new(memory)))
        .with_disk_manager_builder(
            DiskManagerBuilder::default().with_mode(DiskManagerMode::Disabled),
        )
        .build_arc()?;
    let config = SessionConfig::new()
        .with_target_partitions(partitions)
        .with_information_schema(false);
    let context = SessionContext::new_with_config_rt(config, runtime);
    checked::check_arithmetic(&context);
    Ok(context)
}

async fn register_tables(
    context: &SessionContext,
    tables: &[TableFile],
) -> Result<Vec<AllowedTable>, WorkerFailure> {
    let mut columns = Vec::with_capacity(tables.len());
    for table in tables {
        // As a URL, so that no character of the path means a pattern.
        let url = Url::from_file_path(Path::new(&table.path))
            .map_err(|()| unreadable_file(format!("{} is not an absolute path.", table.path)))?;
        let url = ListingTableUrl::parse(url.as_str()).map_err(|error| from_engine(&error))?;
        let options = ListingOptions::new(Arc::new(ParquetFormat::default()));
        context
            .register_listing_table(table.name.as_str(), url, options, None, None)
            .await
            .map_err(|error| {
                unreadable_file(format!(
                    "The stored table {} could not be opened: {}",
                    table.name,
                    from_engine(&error).message
                ))
            })?;
        let provider = context
            .table_provider(table.name.as_str())
            .await
            .map_err(|error| from_engine(&error))?;
        let schema = provider.schema();
        columns.push(AllowedTable {
            name: table.name.clone(),
            columns: schema
                .fields()
                .iter()
                .map(|field| field.name().clone())
                .collect(),
            former: portolan_tables::read_former_names(Path::new(&table.path))?,
        });
    }
    Ok(columns)
}

fn result_columns(
    schema: &Schema,
    renamed: &std::collections::HashMap<String, String>,
) -> Vec<ResultColumn> {
    schema
        .fields()
        .iter()
        .map(|field| ResultColumn {
            name: renamed
                .get(field.name())
                .unwrap_or_else(|| field.name())
                .clone(),
            column_type: rows::result_type(field.data_type()),
        })
        .collect()
}
