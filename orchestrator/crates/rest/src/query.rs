use super::{
    ExposedColumn, ExposedTable, RestError, RowFilter,
    filter::{ConditionReader, find_column},
    text::{parse_number, remove_quotes, split_list},
};

/// Rows that one answer has at most.
const MOST_ROWS: u64 = 1_000;

/// A table query, parsed from an address.
#[derive(Clone, Debug, PartialEq)]
pub struct TableQuery {
    pub table: ExposedTable,
    pub select: Vec<Selected>,
    pub filter: RowFilter,
    pub order: Vec<RowOrder>,
    pub limit: u64,
    pub offset: u64,
    /// The columns that identify an existing row (`on_conflict`).
    pub on_conflict: Option<Vec<String>>,
    /// The columns that are written, where not those of the first row.
    pub columns: Option<Vec<String>>,
}

/// A column of the answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Selected {
    pub column: &'static ExposedColumn,
    /// As the answer calls it.
    pub name: String,
}

#[derive(Clone, Debug, PartialEq)]
pub struct RowOrder {
    pub column: &'static ExposedColumn,
    pub is_descending: bool,
    pub nulls_first: bool,
}

/// Reads the parameters of an address, whose percent signs are decoded already. `parse_select` may be
/// left out: everything is selected then.
///
/// # Errors
/// In PostgREST's words.
pub fn parse_query<'a>(
    table: ExposedTable,
    parameters: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> Result<TableQuery, RestError> {
    let mut reader = ConditionReader::new(table);
    let mut query = TableQuery {
        table,
        select: select_all_columns(table),
        filter: RowFilter::All(Vec::new()),
        order: Vec::new(),
        limit: MOST_ROWS,
        offset: 0,
        on_conflict: None,
        columns: None,
    };
    let mut filters = Vec::new();
    for (name, value) in parameters {
        match name {
            "select" => query.select = parse_select(table, value)?,
            "order" => query.order = parse_order(table, value)?,
            "limit" => query.limit = parse_number(name, value)?.min(MOST_ROWS),
            "offset" => query.offset = parse_number(name, value)?,
            "on_conflict" => query.on_conflict = Some(parse_names(table, value)?),
            "columns" => query.columns = Some(parse_names(table, value)?),
            // The key may come in the address.
            "apikey" => {}
            "or" | "and" | "not.or" | "not.and" => filters.push(reader.logic(name, value)?),
            name => filters.push(reader.parameter(name, value)?),
        }
    }
    query.filter = RowFilter::All(filters);
    Ok(query)
}

fn select_all_columns(table: ExposedTable) -> Vec<Selected> {
    let columns = table.columns().iter();
    columns
        .map(|column| Selected {
            column,
            name: column.name.to_owned(),
        })
        .collect()
}

fn parse_select(table: ExposedTable, text: &str) -> Result<Vec<Selected>, RestError> {
    if text.trim().is_empty() {
        return Ok(select_all_columns(table));
    }
    let mut selected = Vec::new();
    for item in split_list(text) {
        let item = item.trim();
        if item == "*" {
            selected.extend(select_all_columns(table));
            continue;
        }
        selected.push(one_selected(table, item)?);
    }
    Ok(selected)
}

fn one_selected(table: ExposedTable, item: &str) -> Result<Selected, RestError> {
    if item.ends_with("()") || item.contains("().") {
        return Err(RestError::new(
            400,
            "PGRST123",
            "Use of aggregate functions is not allowed",
        ));
    }
    if let Some((other, _)) = item.split_once('(') {
        let other = other.rsplit(':').next().unwrap_or(other);
        let other = other
            .split('!')
            .next()
            .unwrap_or(other)
            .trim_start_matches("...");
        return Err(RestError::new(
            400,
            "PGRST200",
            format!(
                "Could not find a relationship between '{}' and '{other}' in the schema cache",
                table.name()
            ),
        )
        .hint("Ask for each table by itself"));
    }
    if item.contains("::") {
        return Err(RestError::new(
            400,
            "PGRST100",
            format!("\"failed to parse select parameter ({item})\" (line 1, column 1)"),
        )
        .details("casts are not served here")
        .hint("Leave the cast away and convert the value in the client"));
    }
    if item.contains("->") {
        return Err(RestError::no_column(table.name(), item));
    }
    let (alias, name) = match item.split_once(':') {
        Some((alias, name)) => (Some(remove_quotes(alias.trim())), name.trim()),
        None => (None, item),
    };
    let column = find_column(table, name)?;
    Ok(Selected {
        column,
        name: alias
            .filter(|alias| !alias.is_empty())
            .unwrap_or_else(|| column.name.to_owned()),
    })
}

fn parse_order(table: ExposedTable, text: &str) -> Result<Vec<RowOrder>, RestError> {
    let items = split_list(text)
        .into_iter()
        .filter(|item| !item.trim().is_empty());
    items
        .map(|item| {
            let mut words = item.trim().split('.');
            let column = find_column(table, words.next().unwrap_or_default())?;
            let (mut is_descending, mut nulls_first) = (false, None);
            for word in words {
                match word {
                    "asc" => is_descending = false,
                    "desc" => is_descending = true,
                    "nullsfirst" => nulls_first = Some(true),
                    "nullslast" => nulls_first = Some(false),
                    _ => {
                        return Err(RestError::unparsed(
                            "order",
                            item,
                            "asc, desc, nullsfirst or nullslast",
                        ));
                    }
                }
            }
            Ok(RowOrder {
                column,
                is_descending,
                nulls_first: nulls_first.unwrap_or(is_descending),
            })
        })
        .collect()
}

fn parse_names(table: ExposedTable, text: &str) -> Result<Vec<String>, RestError> {
    let items = split_list(text).into_iter();
    items
        .map(|item| {
            let name = remove_quotes(item.trim());
            match table.column(&name) {
                Some(_) => Ok(name),
                None => Err(RestError::no_such_column(table.name(), &name)),
            }
        })
        .collect()
}
