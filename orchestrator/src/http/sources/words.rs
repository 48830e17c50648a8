//! The words of a source: read, edited, imported, and taught one at a time.

use actix_web::{
    http::StatusCode,
    web::{Data, Json, Path},
};
use portolan_domain::{InvalidWords, Source, SourceColumnWords, SourceWords};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::http::{App, caller::Caller, problem::Problem};

/// The source's words after an import, and the words that were left out.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportedWords {
    words: SourceWords,
    /// Words about columns that this table does not have, or values that they cannot have.
    skipped: Vec<String>,
}

/// A word, and the column of the table that it means.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TeachWord {
    words: String,
    column: String,
}

/// Returns the words of a table of the caller; an export is this answer as a file.
pub async fn get_words(
    app: Data<App>,
    caller: Caller,
    source_id: Path<Uuid>,
) -> Result<Json<SourceWords>, Problem> {
    let source = app.source_of(&caller, *source_id).await?;
    source
        .own_words()
        .map(Json)
        .ok_or_else(refuse_without_table)
}

/// Puts the sent words in the place of all that the source has.
pub async fn replace_words(
    app: Data<App>,
    caller: Caller,
    source_id: Path<Uuid>,
    body: Json<SourceWords>,
) -> Result<Json<SourceWords>, Problem> {
    let sent = body.into_inner();
    let kept = edit(&app, &caller, *source_id, |source| {
        let (profile, known) = table_of(source)?;
        let mut words = sent.check(profile)?;
        words.keep_origin(&known);
        Ok((words, ()))
    });
    Ok(Json(kept.await?.0))
}

/// Adds the words of an exported file; entries that do not fit this table are left out and named.
pub async fn import_words(
    app: Data<App>,
    caller: Caller,
    source_id: Path<Uuid>,
    body: Json<SourceWords>,
) -> Result<Json<ImportedWords>, Problem> {
    let mut sent = body.into_inner();
    let kept = edit(&app, &caller, *source_id, |source| {
        let (profile, known) = table_of(source)?;
        let skipped = sent.keep_known(profile);
        let mut words = known.clone();
        words.merge(sent);
        let mut words = words.check(profile)?;
        words.keep_origin(&known);
        Ok((words, skipped))
    });
    let (words, skipped) = kept.await?;
    Ok(Json(ImportedWords { words, skipped }))
}

/// Teaches what a word means in the source.
pub async fn teach_word(
    app: Data<App>,
    caller: Caller,
    source_id: Path<Uuid>,
    body: Json<TeachWord>,
) -> Result<Json<SourceWords>, Problem> {
    let TeachWord { words, column } = body.into_inner();
    let kept = edit(&app, &caller, *source_id, |source| {
        let (profile, mut known) = table_of(source)?;
        known.teach(SourceColumnWords {
            words,
            column,
            generated: false,
        });
        Ok((known.check(profile)?, ()))
    });
    Ok(Json(kept.await?.0))
}

/// Changes the words of a source and returns them with what the change tells.
async fn edit<T: Send>(
    app: &App,
    caller: &Caller,
    source_id: Uuid,
    change: impl FnOnce(&Source) -> Result<(SourceWords, T), Refusal> + Send,
) -> Result<(SourceWords, T), Problem> {
    let mut told = None;
    let changed = app
        .store
        .edit_source_words(source_id, caller.user_id, |source| {
            let (words, value) = change(source)?;
            told = Some(value);
            Ok::<_, Refusal>(words)
        })
        .await?;
    match (changed, told) {
        (Ok(words), Some(told)) => Ok((words, told)),
        (Err(Refusal::Invalid(invalid)), _) => {
            Err(Problem::invalid(&invalid.path, &invalid.message))
        }
        (Err(Refusal::NoTable) | Ok(_), _) => Err(refuse_without_table()),
    }
}

/// Why words are not changed.
enum Refusal {
    NoTable,
    Invalid(InvalidWords),
}

impl From<InvalidWords> for Refusal {
    fn from(invalid: InvalidWords) -> Self {
        Self::Invalid(invalid)
    }
}

fn table_of(source: &Source) -> Result<(&portolan_query::TableProfile, SourceWords), Refusal> {
    match (&source.profile, source.own_words()) {
        (Some(profile), Some(words)) => Ok((profile, words)),
        _ => Err(Refusal::NoTable),
    }
}

fn refuse_without_table() -> Problem {
    Problem::new(
        StatusCode::UNPROCESSABLE_ENTITY,
        "source_without_table",
        "Only tables have words. Choose a source that is a table.".to_owned(),
    )
}
