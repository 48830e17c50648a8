//! A file of questions, each answered by the built-in engine: no server, no account, no model.
//!
//! A line of the input is `{"id", "question", "tables": [{"name", "csv"}]}`, paths relative to the file; a dialogue has
//! `turns`, each with its own `question`, instead of one. A line of the output, in the same order, is
//! `{"id", "outcome", "message", "plan", "vega_lite_spec", "sql", "dialect", "alternatives", "columns", "rows", "readings"}`, the
//! charts with their rows in `data.values`; or `{"id", "error"}`. `outcome` is `answered`, `asked` or `declined`; a
//! dialogue's line has `turns`, one such object for each.

mod reply;

use reply::{Reply, Said, reply_to};

use std::{
    collections::HashMap,
    io::Write,
    path::{Path, PathBuf},
};

use indicatif::{ProgressBar, ProgressStyle};
use portolan_query::{QueryResult, TableFile, TableProfile};
use portolan_query_pool::QueryPool;
use portolan_questions::{
    Prepared, Question, prepare,
    schema::{LinguisticSchema, read_teaching},
    weighed_readings,
};
use serde::Deserialize;
use serde_json::{Map, Value, json};

/// Why a question, or the whole file, has no answer: one sentence.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Error(String);

impl Error {
    fn new(cause: impl std::fmt::Display) -> Self {
        Self(cause.to_string())
    }
}

/// Lines that were read and written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Summary {
    pub questions: usize,
    pub failed: usize,
}

#[derive(Deserialize)]
struct Asked {
    question: Option<String>,
    tables: Vec<Named>,
    /// The questions of a dialogue.
    #[serde(default)]
    turns: Vec<AskedTurn>,
}

#[derive(Deserialize)]
struct AskedTurn {
    question: String,
}

#[derive(Deserialize)]
struct Named {
    name: String,
    csv: PathBuf,
}

#[derive(Clone)]
struct Table {
    profile: TableProfile,
    path: String,
}

/// Answers every line of the file `questions` and writes a line for each to the file `out`, also where one fails.
pub async fn ask_batch(questions: &Path, out: &Path, queries: QueryPool) -> Result<Summary, Error> {
    let text = std::fs::read_to_string(questions)
        .map_err(|error| Error::new(format!("{} cannot be read: {error}", questions.display())))?;
    let mut output = std::fs::File::create(out)
        .map(std::io::BufWriter::new)
        .map_err(|error| Error::new(format!("{} cannot be written: {error}", out.display())))?;
    let work = tempfile::tempdir().map_err(Error::new)?;
    let mut batch = Batch {
        queries,
        folder: questions.parent().unwrap_or(Path::new("")).to_owned(),
        work: work.path().to_owned(),
        known: HashMap::new(),
    };
    let lines: Vec<&str> = text
        .lines()
        .filter(|line| !line.trim().is_empty())
        .collect();
    // The bar draws nothing where the output is no terminal.
    let progress = ProgressBar::new(lines.len() as u64).with_style(
        ProgressStyle::with_template("{bar:30} {pos} of {len} questions, {eta} left")
            .map_err(Error::new)?,
    );
    let mut failed = 0;
    for line in &lines {
        let answered = batch.answer_line(line).await;
        failed += usize::from(answered.get("error").is_some());
        writeln!(output, "{answered}").map_err(Error::new)?;
        progress.inc(1);
    }
    output.flush().map_err(Error::new)?;
    progress.finish_and_clear();
    Ok(Summary {
        questions: lines.len(),
        failed,
    })
}

/// Writes the `most` best readings of every question with their features, charts and rows, to fit the decision between them:
/// a line is `{"id", "rank", "features"}` with the fields of an answer.
pub async fn weigh_batch(
    questions: &Path,
    out: &Path,
    most: usize,
    queries: QueryPool,
) -> Result<(), Error> {
    let text = std::fs::read_to_string(questions)
        .map_err(|error| Error::new(format!("{} cannot be read: {error}", questions.display())))?;
    let mut output = std::fs::File::create(out)
        .map(std::io::BufWriter::new)
        .map_err(|error| Error::new(format!("{} cannot be written: {error}", out.display())))?;
    let work = tempfile::tempdir().map_err(Error::new)?;
    let mut batch = Batch {
        queries,
        folder: questions.parent().unwrap_or(Path::new("")).to_owned(),
        work: work.path().to_owned(),
        known: HashMap::new(),
    };
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        for reading in batch.weigh_line(line, most).await? {
            writeln!(output, "{reading}").map_err(Error::new)?;
        }
    }
    output.flush().map_err(Error::new)
}

struct Batch {
    queries: QueryPool,
    /// The folder that the paths of the tables are relative to.
    folder: PathBuf,
    work: PathBuf,
    /// Tables that were read already.
    known: HashMap<PathBuf, Table>,
}

impl Batch {
    async fn answer_line(&mut self, line: &str) -> Value {
        let id = serde_json::from_str::<Value>(line)
            .ok()
            .and_then(|line| line.get("id").cloned())
            .unwrap_or_default();
        match self.try_answer(line).await {
            Ok(mut answered) => {
                answered["id"] = id;
                answered
            }
            Err(Error(error)) => json!({"id": id, "vega_lite_spec": null, "error": error}),
        }
    }

    async fn try_answer(&mut self, line: &str) -> Result<Value, Error> {
        let asked: Asked = serde_json::from_str(line)
            .map_err(|error| Error::new(format!("the line can't be read: {error}")))?;
        let mut tables = Vec::new();
        for named in &asked.tables {
            tables.push(self.read_table(named).await?);
        }
        let profiles: Vec<TableProfile> = tables.iter().map(|t| t.profile.clone()).collect();
        // The words that the server keeps with each source.
        let mut taught = LinguisticSchema::propose(&profiles);
        if let Some(question) = &asked.question {
            let said = Said {
                taught: Some(&taught),
                ..Said::default()
            };
            return Ok(self.answer_turn(question, &tables, &said).await?.0);
        }
        if asked.turns.is_empty() {
            return Err(Error::new("the line has neither `question` nor `turns`"));
        }
        let mut earlier = None;
        let mut unanswered: Vec<&str> = Vec::new();
        let mut turns = Vec::new();
        for turn in &asked.turns {
            match self
                .answer_turn(
                    &turn.question,
                    &tables,
                    &Said {
                        earlier: earlier.as_ref(),
                        unanswered: &unanswered,
                        taught: Some(&taught),
                    },
                )
                .await
            {
                Ok((answered, proposal)) => {
                    turns.push(answered);
                    if proposal.is_some() {
                        unanswered.clear();
                    } else {
                        unanswered.push(&turn.question);
                    }
                    earlier = proposal.or(earlier);
                }
                Err(Error(error)) => {
                    turns.push(json!({"vega_lite_spec": null, "error": error}));
                }
            }
            if let Some(lesson) = read_teaching(&turn.question, &profiles) {
                taught.teach(lesson);
            }
        }
        Ok(json!({"turns": turns}))
    }

    /// Returns the best readings of a line's question with their features; one that gives no rows has an error.
    async fn weigh_line(&mut self, line: &str, most: usize) -> Result<Vec<Value>, Error> {
        let asked: Asked = serde_json::from_str(line).map_err(Error::new)?;
        let id: Value = serde_json::from_str(line).map_err(Error::new)?;
        let mut tables = Vec::new();
        for named in &asked.tables {
            tables.push(self.read_table(named).await?);
        }
        let profiles: Vec<TableProfile> = tables.iter().map(|t| t.profile.clone()).collect();
        let taught = LinguisticSchema::propose(&profiles);
        let readings = weighed_readings(&Question {
            text: asked.question.as_deref().unwrap_or_default(),
            tables: &profiles,
            earlier: None,
            schema: Some(&taught),
        });
        let mut lines = Vec::new();
        for (rank, reading) in readings.into_iter().take(most).enumerate() {
            let proposal =
                prepare(&reading.plan, &profiles).map_err(|unsupported| Error(unsupported.0));
            let mut line = match self
                .first_answered(vec![proposal], &tables, &profiles)
                .await
            {
                Ok((answered, _)) => answered,
                Err(Error(error)) => json!({"error": error, "vega_lite_spec": null}),
            };
            line["id"] = id["id"].clone();
            line["rank"] = json!(rank);
            let named = reading.features.into_iter();
            line["features"] = named
                .map(|(name, value)| (name.to_owned(), json!(value)))
                .collect();
            lines.push(line);
        }
        Ok(lines)
    }

    /// Answers one question; the proposal is the chart that the next question may change.
    async fn answer_turn(
        &self,
        text: &str,
        tables: &[Table],
        said: &Said<'_>,
    ) -> Result<(Value, Option<Prepared>), Error> {
        let profiles: Vec<TableProfile> = tables.iter().map(|t| t.profile.clone()).collect();
        match reply_to(text, &profiles, said) {
            Reply::Proposed(proposals) => {
                let (answered, best) = self.first_answered(proposals, tables, &profiles).await?;
                Ok((answered, Some(best)))
            }
            Reply::Asked { question, choices } => {
                let mut readings = Vec::new();
                for (label, proposal) in choices {
                    readings.push(self.choice_json(&label, proposal.as_ref(), tables).await);
                }
                let asked = json!({
                    "outcome": "asked", "message": question,
                    "vega_lite_spec": null, "readings": readings,
                });
                Ok((asked, None))
            }
            Reply::Declined(message) => {
                let declined =
                    json!({"outcome": "declined", "message": message, "vega_lite_spec": null});
                Ok((declined, None))
            }
        }
    }

    /// Returns a choice with its rows, where its query gives any.
    async fn choice_json(
        &self,
        label: &str,
        proposal: Option<&Prepared>,
        tables: &[Table],
    ) -> Value {
        let Some(proposal) = proposal else {
            return json!({"label": label});
        };
        let mut choice = json!({"label": label, "sql": &proposal.sql});
        if let Ok(result) = self.run_query(proposal, tables).await {
            choice["columns"] = column_names(&result);
            choice["rows"] = json!(result.rows);
        }
        choice
    }

    /// Returns the first proposal that gives rows, with its answer; the others are its alternatives.
    async fn first_answered(
        &self,
        proposals: Vec<Result<Prepared, Error>>,
        tables: &[Table],
        profiles: &[TableProfile],
    ) -> Result<(Value, Prepared), Error> {
        let mut charts = Vec::new();
        let mut failure = None;
        for proposal in proposals {
            let queried = match proposal {
                Ok(proposal) => match self.run_query(&proposal, tables).await {
                    Ok(result) => Ok((proposal, result)),
                    Err(error) => Err(error),
                },
                Err(error) => Err(error),
            };
            match queried {
                Ok(chart) => charts.push(chart),
                Err(error) => failure = failure.or(Some(error)),
            }
        }
        let mut charts = charts.into_iter();
        let Some((best, result)) = charts.next() else {
            return Err(failure.unwrap_or_else(|| Error::new("nothing answers this question")));
        };
        let others: Vec<Value> = charts
            .map(|(other, rows)| drawn_chart(&other, rows))
            .collect();
        let answered = json!({
            "outcome": "answered",
            "message": best.findings(profiles, &result).prose,
            "plan": best.plan,
            "sql": best.sql,
            "dialect": "postgres",
            "columns": column_names(&result),
            "rows": &result.rows,
            "vega_lite_spec": drawn_chart(&best, result),
            "alternatives": others,
        });
        Ok((answered, best))
    }

    /// Reads a file once, in the way of an upload.
    async fn read_table(&mut self, named: &Named) -> Result<Table, Error> {
        let path = self.folder.join(&named.csv);
        if let Some(known) = self.known.get(&path) {
            return Ok(rename_table(known, &named.name));
        }
        let file = path
            .canonicalize()
            .map_err(|error| Error::new(format!("{} cannot be read: {error}", path.display())))?;
        let folder = self.work.join(self.known.len().to_string());
        std::fs::create_dir_all(&folder).map_err(Error::new)?;
        let name = file.file_name().map_or_else(
            || named.name.clone(),
            |name| name.to_string_lossy().into_owned(),
        );
        let converted = self
            .queries
            .convert(&file, &name, &folder)
            .await
            .map_err(|failure| Error::new(format!("{name}: {}", failure.message)))?;
        let first = converted
            .into_iter()
            .next()
            .ok_or_else(|| Error::new(format!("{name} holds no table")))?;
        let table = Table {
            profile: first.profile,
            path: first.path,
        };
        self.known.insert(path, table.clone());
        Ok(rename_table(&table, &named.name))
    }

    async fn run_query(&self, proposal: &Prepared, tables: &[Table]) -> Result<QueryResult, Error> {
        let files: Vec<TableFile> = tables
            .iter()
            .map(|table| TableFile {
                name: table.profile.name.clone(),
                path: table.path.clone(),
            })
            .collect();
        self.queries
            .query(&proposal.sql, &files)
            .await
            .map_err(|failure| Error::new(failure.message))
    }
}

/// Returns the chart with its rows.
fn drawn_chart(proposal: &Prepared, result: QueryResult) -> Value {
    let mut spec = reply::chart_spec(proposal);
    spec["data"] = json!({"values": row_values(result)});
    spec
}

fn column_names(result: &QueryResult) -> Value {
    let names: Vec<&str> = result
        .columns
        .iter()
        .map(|column| column.name.as_str())
        .collect();
    json!(names)
}

/// Returns the table under the name that the question's line gives it.
fn rename_table(table: &Table, name: &str) -> Table {
    let mut table = table.clone();
    // A dot would divide the name of a schema from that of its table.
    table.profile.name = name.to_lowercase().replace('.', "_");
    table
}

fn row_values(result: QueryResult) -> Vec<Value> {
    let names: Vec<String> = result.columns.into_iter().map(|c| c.name).collect();
    result
        .rows
        .into_iter()
        .map(|row| {
            let cells: Map<String, Value> = names.iter().cloned().zip(row).collect();
            Value::Object(cells)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_keep_the_names_of_their_columns() {
        let result = QueryResult {
            columns: vec![portolan_query::ResultColumn {
                name: "count".into(),
                column_type: portolan_query::ColumnType::Integer,
            }],
            rows: vec![vec![3.into()]],
            row_count: 1,
            truncated: false,
            took_ms: 0,
        };
        assert_eq!(row_values(result), [json!({"count": 3})]);
    }
}
