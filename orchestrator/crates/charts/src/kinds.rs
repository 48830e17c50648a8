use std::sync::LazyLock;

use portolan_blocks::{ChartKind, DataColumn};
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::{
    ChartError, ChartErrors, ChartRequest, CheckedChart, flow, metric, mindmap, plot, table,
    timeline,
};

/// A kind of chart, as the registry has it.
pub struct Kind {
    pub kind: ChartKind,
    /// As in a chart's `kind`.
    pub name: String,
    /// The display name.
    pub title: String,
    /// The purpose, for the model: `use it to …`.
    pub purpose: String,
    /// The description of its `spec`, for the model.
    pub spec: String,
    /// Whether it draws a query's rows; the others are drawn from their `spec` alone.
    pub draws_rows: bool,
    limits: Map<String, Value>,
}

/// Every kind. The client reads the same file; the compiler and a test see to it that each is
/// checked here and drawn there.
pub static KINDS: LazyLock<Vec<Kind>> =
    LazyLock::new(|| read_registry(REGISTRY).unwrap_or_default());

static REGISTRY: &str = include_str!("../../../../web/app/stream/chart-kinds.json");

#[derive(Deserialize)]
struct KindEntry {
    title: String,
    #[serde(rename = "use")]
    purpose: String,
    spec: String,
    data: Data,
    limits: Map<String, Value>,
}

#[derive(PartialEq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Data {
    Rows,
    None,
}

fn read_registry(registry: &str) -> serde_json::Result<Vec<Kind>> {
    let entries: Map<String, Value> = serde_json::from_str(registry)?;
    entries
        .into_iter()
        .map(|(name, entry)| {
            let entry: KindEntry = serde_json::from_value(entry)?;
            Ok(Kind {
                kind: serde_json::from_value(Value::from(name.as_str()))?,
                name,
                title: entry.title,
                purpose: entry.purpose,
                spec: entry.spec,
                draws_rows: entry.data == Data::Rows,
                limits: entry.limits,
            })
        })
        .collect()
}

impl Kind {
    /// The registry's entry of a kind.
    pub fn of(kind: ChartKind) -> Option<&'static Self> {
        KINDS.iter().find(|each| each.kind == kind)
    }
}

/// A limit of the registry; none if it is not named there.
pub(crate) fn limit_of(kind: ChartKind, name: &str) -> usize {
    Kind::of(kind)
        .and_then(|kind| kind.limits.get(name)?.as_u64())
        .and_then(|limit| usize::try_from(limit).ok())
        .unwrap_or(usize::MAX)
}

const TITLE_CHARACTERS: usize = 200;
const DESCRIPTION_CHARACTERS: usize = 2_000;
const NOTES: usize = 10;
const LABEL_CHARACTERS: usize = 60;
/// Alternatives to one choice.
const ALTERNATIVES: usize = 6;
const NOTE_CHARACTERS: usize = 300;

/// Checks a chart over rows with these columns and normalizes it for storage.
pub fn check_chart(
    request: &ChartRequest,
    columns: &[DataColumn],
) -> Result<CheckedChart, ChartErrors> {
    let mut errors = check_texts(request);
    let spec = &request.spec;
    let spec = match request.kind {
        ChartKind::Plot => plot::check_plot(spec, columns),
        ChartKind::Table => table::check_table(spec),
        ChartKind::Metric => metric::check_metric(spec, columns),
        ChartKind::Mindmap => mindmap::check_mindmap(spec),
        ChartKind::Flow => flow::check_flow(spec),
        ChartKind::Timeline => timeline::check_timeline(spec),
    };
    match spec {
        Ok(spec) if errors.is_empty() => Ok(CheckedChart {
            kind: request.kind,
            title: request.title.trim().to_owned(),
            description: request.description.trim().to_owned(),
            spec,
            encoding_notes: request.encoding_notes.clone(),
            choices: request.choices.clone(),
        }),
        Ok(_) => Err(ChartErrors(errors)),
        Err(more) => {
            errors.extend(more.0);
            Err(ChartErrors(errors))
        }
    }
}

/// Compiles the schemas ahead of the first check.
pub fn warm_schemas() {
    plot::warm_common_views();
}

fn check_texts(request: &ChartRequest) -> Vec<ChartError> {
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
    for (index, choice) in request.choices.iter().enumerate() {
        for other in &choice.alternatives {
            limit(format!("/choices/{index}"), &other.label, LABEL_CHARACTERS);
            limit(format!("/choices/{index}"), &other.prompt, NOTE_CHARACTERS);
        }
    }
    errors.extend(check_choices(request));
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

fn check_choices(request: &ChartRequest) -> Vec<ChartError> {
    let mut errors = Vec::new();
    for (index, choice) in request.choices.iter().enumerate() {
        let path = format!("/choices/{index}");
        if !request.encoding_notes.contains(&choice.note) {
            let message = "its note has to be one of /encodingNotes, word for word";
            errors.push(ChartError::new(path.clone(), message));
        }
        if !(1..=ALTERNATIVES).contains(&choice.alternatives.len()) {
            let message = format!("give 1 to {ALTERNATIVES} alternatives");
            errors.push(ChartError::new(path, message));
        }
    }
    errors
}
