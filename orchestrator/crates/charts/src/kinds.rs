use portolan_blocks::{ChartKind, DataColumn};
use serde_json::Value;

use crate::{ChartError, ChartErrors, ChartRequest, CheckedChart, plot, table};

/// A kind of chart that can be made.
pub struct Kind {
    pub kind: ChartKind,
    /// As in a chart's `kind`.
    pub name: &'static str,
    /// What its `spec` is, for the model.
    pub spec: &'static str,
    check: fn(&Value, &[DataColumn]) -> Result<Value, ChartErrors>,
}

/// Every kind; a new one is added here and in the drawing code, and nowhere else.
pub const KINDS: [Kind; 2] = [
    Kind {
        kind: ChartKind::Plot,
        name: "plot",
        spec: "a Vega-Lite 6 specification whose fields are the query's result columns, without `data`",
        check: plot::check,
    },
    Kind {
        kind: ChartKind::Table,
        name: "table",
        spec: "{}: the query's columns and rows are shown as they are",
        check: table::check,
    },
];

const TITLE_CHARACTERS: usize = 200;
const DESCRIPTION_CHARACTERS: usize = 2_000;
const NOTES: usize = 10;
const NOTE_CHARACTERS: usize = 300;

/// Checks a chart over rows with these columns, and brings it into the form that is stored.
pub fn check(request: &ChartRequest, columns: &[DataColumn]) -> Result<CheckedChart, ChartErrors> {
    let mut errors = texts(request);
    let spec = match KINDS.iter().find(|kind| kind.kind == request.kind) {
        Some(kind) => (kind.check)(&request.spec, columns),
        None => Err(ChartErrors(vec![ChartError::new(
            "/kind",
            format!("this kind cannot be made yet; use one of: {}", names()),
        )])),
    };
    match spec {
        Ok(spec) if errors.is_empty() => Ok(CheckedChart {
            kind: request.kind,
            title: request.title.trim().to_owned(),
            description: request.description.trim().to_owned(),
            spec,
            encoding_notes: request.encoding_notes.clone(),
        }),
        Ok(_) => Err(ChartErrors(errors)),
        Err(more) => {
            errors.extend(more.0);
            Err(ChartErrors(errors))
        }
    }
}

/// Compiles what the first check needs, so that it does not wait.
pub fn warm() {
    plot::warm();
}

fn names() -> String {
    KINDS.map(|kind| kind.name).join(", ")
}

fn texts(request: &ChartRequest) -> Vec<ChartError> {
    let mut errors = Vec::new();
    let mut limit = |path: String, text: &str, most: usize| {
        if text.chars().count() > most {
            errors.push(ChartError::new(
                path,
                format!("shorten this to {most} characters"),
            ));
        }
    };
    limit("/title".into(), &request.title, TITLE_CHARACTERS);
    limit(
        "/description".into(),
        &request.description,
        DESCRIPTION_CHARACTERS,
    );
    for (index, note) in request.encoding_notes.iter().enumerate() {
        limit(format!("/encodingNotes/{index}"), note, NOTE_CHARACTERS);
    }
    if request.title.trim().is_empty() {
        errors.push(ChartError::new(
            "/title",
            "give a title that states the finding",
        ));
    }
    if request.encoding_notes.len() > NOTES {
        errors.push(ChartError::new(
            "/encodingNotes",
            format!("keep the {NOTES} most important notes"),
        ));
    }
    errors
}
