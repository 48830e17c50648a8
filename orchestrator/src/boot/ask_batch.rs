//! A file of questions, each answered by the built-in engine: no server, no account, no model.
//!
//! A line of the input is `{"id", "question", "tables": [{"name", "csv"}]}`, paths relative to the file.
//! A line of the output, in the same order, is `{"id", "vega_lite_spec", "sql", "dialect",
//! "alternatives"}`, the charts with their rows in `data.values`; or `{"id", "error"}`.

use std::{
    collections::HashMap,
    io::Write,
    path::{Path, PathBuf},
    process::ExitCode,
};

use indicatif::{ProgressBar, ProgressStyle};
use portolan_query::{QueryResult, TableFile, TableProfile};
use portolan_query_pool::QueryPool;
use portolan_questions::{Answer, Question, Reading, answer};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::{Failure, settings::Settings, wiring};

#[derive(Deserialize)]
struct Asked {
    question: String,
    tables: Vec<Named>,
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

/// Answers every line of `questions` and writes a line for each to `out`, also where one fails.
pub async fn ask_batch(
    questions: &Path,
    out: &Path,
    settings: &Settings,
) -> Result<ExitCode, Failure> {
    let text = std::fs::read_to_string(questions).map_err(|error| {
        Failure::new(format!("{} cannot be read: {error}", questions.display()))
    })?;
    let mut output = std::fs::File::create(out)
        .map(std::io::BufWriter::new)
        .map_err(|error| Failure::new(format!("{} cannot be written: {error}", out.display())))?;
    let work = tempfile::tempdir().map_err(Failure::new)?;
    let mut batch = Batch {
        queries: wiring::queries(settings)?,
        folder: questions.parent().unwrap_or(Path::new("")).to_owned(),
        work: work.path().to_owned(),
        known: HashMap::new(),
    };
    let lines: Vec<&str> = text
        .lines()
        .filter(|line| !line.trim().is_empty())
        .collect();
    // Nothing is drawn where nobody looks: the bar knows whether it is on a terminal.
    let progress = ProgressBar::new(lines.len() as u64).with_style(
        ProgressStyle::with_template("{bar:30} {pos} of {len} questions, {eta} left")
            .map_err(Failure::new)?,
    );
    let mut failed = 0;
    for line in &lines {
        let answered = batch.line(line).await;
        failed += usize::from(answered.get("error").is_some());
        writeln!(output, "{answered}").map_err(Failure::new)?;
        progress.inc(1);
    }
    output.flush().map_err(Failure::new)?;
    progress.finish_and_clear();
    eprintln!(
        "{} of {} questions are answered in {}.",
        lines.len() - failed,
        lines.len(),
        out.display()
    );
    Ok(ExitCode::SUCCESS)
}

struct Batch {
    queries: QueryPool,
    /// Where the paths of the tables begin.
    folder: PathBuf,
    work: PathBuf,
    /// Tables that were read already.
    known: HashMap<PathBuf, Table>,
}

impl Batch {
    async fn line(&mut self, line: &str) -> Value {
        let id = serde_json::from_str::<Value>(line)
            .ok()
            .and_then(|line| line.get("id").cloned())
            .unwrap_or_default();
        match self.answer(line).await {
            Ok(mut answered) => {
                answered["id"] = id;
                answered
            }
            Err(Failure(error)) => json!({"id": id, "vega_lite_spec": null, "error": error}),
        }
    }

    async fn answer(&mut self, line: &str) -> Result<Value, Failure> {
        let asked: Asked = serde_json::from_str(line)
            .map_err(|error| Failure::new(format!("the line is no question: {error}")))?;
        let mut tables = Vec::new();
        for named in &asked.tables {
            tables.push(self.table(named).await?);
        }
        let profiles: Vec<TableProfile> = tables.iter().map(|t| t.profile.clone()).collect();
        let readings = readings(&asked.question, &profiles)?;
        let mut charts = Vec::new();
        let mut failure = None;
        for reading in readings {
            match self.chart(&reading, &tables).await {
                Ok(spec) => charts.push((spec, reading)),
                Err(error) => failure = failure.or(Some(error)),
            }
        }
        let mut charts = charts.into_iter();
        let Some((spec, reading)) = charts.next() else {
            return Err(failure.unwrap_or_else(|| Failure::new("nothing answers this question")));
        };
        Ok(json!({
            "id": null,
            "vega_lite_spec": spec,
            "sql": reading.sql,
            "dialect": "postgres",
            "alternatives": charts.map(|(spec, _)| spec).collect::<Vec<Value>>(),
        }))
    }

    /// Reads a file once, in the way of an upload.
    async fn table(&mut self, named: &Named) -> Result<Table, Failure> {
        let path = self.folder.join(&named.csv);
        if let Some(known) = self.known.get(&path) {
            return Ok(renamed(known, &named.name));
        }
        let file = path
            .canonicalize()
            .map_err(|error| Failure::new(format!("{} cannot be read: {error}", path.display())))?;
        let folder = self.work.join(self.known.len().to_string());
        std::fs::create_dir_all(&folder).map_err(Failure::new)?;
        let name = file.file_name().map_or_else(
            || named.name.clone(),
            |name| name.to_string_lossy().into_owned(),
        );
        let converted = self
            .queries
            .convert(&file, &name, &folder)
            .await
            .map_err(|failure| Failure::new(format!("{name}: {}", failure.message)))?;
        let first = converted
            .into_iter()
            .next()
            .ok_or_else(|| Failure::new(format!("{name} holds no table")))?;
        let table = Table {
            profile: first.profile,
            path: first.path,
        };
        self.known.insert(path, table.clone());
        Ok(renamed(&table, &named.name))
    }

    /// The reading's chart with its rows.
    async fn chart(&self, reading: &Reading, tables: &[Table]) -> Result<Value, Failure> {
        let files: Vec<TableFile> = tables
            .iter()
            .map(|table| TableFile {
                name: table.profile.name.clone(),
                path: table.path.clone(),
            })
            .collect();
        let result = self
            .queries
            .query(&reading.sql, &files)
            .await
            .map_err(|failure| Failure::new(failure.message))?;
        let mut spec = reading.spec.clone();
        spec["data"] = json!({"values": rows(result)});
        Ok(spec)
    }
}

/// Under the name that the question's line gives it.
fn renamed(table: &Table, name: &str) -> Table {
    let mut table = table.clone();
    table.profile.name = name.to_lowercase();
    table
}

/// The readings, best first. There is nobody to ask back, so the first choice is taken.
fn readings(text: &str, tables: &[TableProfile]) -> Result<Vec<Reading>, Failure> {
    let mut text = text.to_owned();
    for _ in 0..2 {
        let question = Question {
            text: &text,
            tables,
            so_far: None,
        };
        match answer(&question) {
            Answer::Readings(readings) => return Ok(readings),
            Answer::AskBack { choices, question } => {
                text = choices
                    .into_iter()
                    .next()
                    .ok_or_else(|| Failure::new(question))?;
            }
            Answer::Unanswerable { message, .. } => return Err(Failure::new(message)),
        }
    }
    Err(Failure::new("the question can be read in several ways"))
}

fn rows(result: QueryResult) -> Vec<Value> {
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

    fn films() -> Vec<TableProfile> {
        vec![TableProfile {
            name: "films".into(),
            row_count: 0,
            columns: Vec::new(),
        }]
    }

    #[test]
    fn a_question_that_nothing_answers_says_why() {
        let Err(Failure(message)) = readings("how many?", &films()) else {
            panic!("a table without columns answers nothing");
        };
        assert!(message.contains("no table"), "{message}");
    }

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
        assert_eq!(rows(result), [json!({"count": 3})]);
    }
}
