//! Tables of Parquet files in an object store, which the server reads for this process.

mod describe;
mod partitions;
mod sample;
mod store;

use std::sync::Arc;

use datafusion::{
    arrow::{
        datatypes::{DataType, Schema, SchemaRef},
        error::ArrowError,
        ipc::{reader::StreamReader, writer::StreamWriter},
    },
    datasource::{
        file_format::parquet::ParquetFormat,
        listing::{ListingOptions, ListingTable, ListingTableConfig, ListingTableUrl},
    },
    error::DataFusionError,
    execution::context::SessionContext,
};
use portolan_query::{AllowedTable, ColumnType, LakeLayout, LakeTable, WorkerFailure};
use portolan_tables::failure::unreadable_file;
use url::Url;

use self::store::LakeStore;
use crate::{failure::from_engine, input::ObjectCalls};

pub use describe::describe_lake;

/// Bytes from the end of a file that are read first; they hold the footer of most files.
const FOOTER_BYTES: usize = 64 << 10;

/// The tables of object stores that one request reads.
pub struct Lakes {
    stores: Vec<LakeStore>,
    pub columns: Vec<AllowedTable>,
}

impl Lakes {
    /// Registers each table under its name.
    pub fn register(
        context: &SessionContext,
        tables: &[LakeTable],
        calls: &ObjectCalls,
    ) -> Result<Self, WorkerFailure> {
        let mut stores = Vec::with_capacity(tables.len());
        let mut columns = Vec::with_capacity(tables.len());
        for (number, table) in tables.iter().enumerate() {
            let names = table.layout.partitions.iter();
            let names = names.map(|partition| partition.name.clone()).collect();
            let store = LakeStore::new(context, calls.clone(), number, names);
            let url = register_store(context, &store, number)?;
            stores.push(store);
            let listed = listing_table(&table.layout, url)?;
            columns.push(allowed_table(table, &listed));
            context
                .register_table(table.name.as_str(), Arc::new(listed))
                .map_err(|error| from_engine(&error))?;
        }
        Ok(Self { stores, columns })
    }

    /// Returns the failure of a call, which says more than the engine's error that it led to.
    pub fn explain(&self, failure: WorkerFailure) -> WorkerFailure {
        let cause = self.stores.iter().find_map(LakeStore::take_failure);
        cause.unwrap_or(failure)
    }
}

/// Makes a store reachable for the engine and returns the address of its root.
fn register_store(
    context: &SessionContext,
    store: &LakeStore,
    number: usize,
) -> Result<ListingTableUrl, WorkerFailure> {
    let address = format!("lake://table{number}/");
    let url = Url::parse(&address).map_err(|error| unreadable_file(error.to_string()))?;
    context.register_object_store(&url, Arc::new(store.clone()));
    ListingTableUrl::parse(&address).map_err(|error| from_engine(&error))
}

fn listing_table(layout: &LakeLayout, url: ListingTableUrl) -> Result<ListingTable, WorkerFailure> {
    let partitions = layout.partitions.iter();
    let partitions = partitions
        .map(|partition| {
            (
                partition.name.clone(),
                partition_type(partition.column_type),
            )
        })
        .collect();
    let options = ListingOptions::new(Arc::new(parquet_format()))
        .with_file_extension(".parquet")
        .with_table_partition_cols(partitions);
    let config = ListingTableConfig::new(url)
        .with_listing_options(options)
        .with_schema(parse_schema(&layout.schema)?);
    ListingTable::try_new(config).map_err(|error| from_engine(&error))
}

fn parquet_format() -> ParquetFormat {
    ParquetFormat::default().with_metadata_size_hint(Some(FOOTER_BYTES))
}

fn allowed_table(table: &LakeTable, listed: &ListingTable) -> AllowedTable {
    use datafusion::catalog::TableProvider;
    let schema = listed.schema();
    let names = schema.fields().iter().map(|field| field.name().clone());
    AllowedTable {
        name: table.name.clone(),
        columns: names.collect(),
        former: Vec::new(),
    }
}

fn partition_type(column_type: ColumnType) -> DataType {
    match column_type {
        ColumnType::Integer => DataType::Int64,
        ColumnType::Date => DataType::Date32,
        _ => DataType::Utf8,
    }
}

fn format_schema(schema: &Schema) -> Result<String, ArrowError> {
    let mut bytes = Vec::new();
    StreamWriter::try_new(&mut bytes, schema)?.finish()?;
    Ok(hex::encode(bytes))
}

fn parse_schema(text: &str) -> Result<SchemaRef, WorkerFailure> {
    let unread = || {
        unreadable_file(
            "The description of this table can't be read. Delete the source and add it again.",
        )
    };
    let bytes = hex::decode(text).map_err(|_| unread())?;
    let reader = StreamReader::try_new(bytes.as_slice(), None).map_err(|_| unread())?;
    Ok(reader.schema())
}

/// Returns the failure of a description: that of a call if there is one.
fn explain(store: &LakeStore, error: &DataFusionError) -> WorkerFailure {
    store.take_failure().unwrap_or_else(|| from_engine(error))
}
