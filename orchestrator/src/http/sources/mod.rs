//! Sources: one action a file.

mod columns;
mod create;
mod database;
mod delete;
mod get;
mod list;
pub mod page;
mod refresh;
mod replace;
mod rows;
mod samples;
mod words;

pub use create::{CreateSource, PASTE_BYTES, create_in_time};
pub use get::SourceAnswer;

use crate::http::contract::{Routes, delete, get, post, put, resource};

pub fn routes(routes: &mut Routes<'_>) {
    routes
        .service(
            resource("/api/sources")
                .route(
                    post()
                        .to(create::create_source)
                        .about("Creates sources from files, pasted text, a sample, a URL, tables of a database or Parquet files in S3-compatible storage.")
                        .body::<CreateSource>()
                        .files()
                        .answer::<create::CreatedSources>(201),
                )
                .route(
                    get()
                        .to(list::list_sources)
                        .about("Lists the caller's sources, newest first."),
                ),
        )
        .service(
            resource("/api/sources/{sourceId}")
                .route(
                    get()
                        .to(get::get_source)
                        .about("Returns a source with the profile of its columns."),
                )
                .route(
                    delete()
                        .to(delete::delete_source)
                        .about("Deletes a source.")
                        .empty(204),
                ),
        )
        .service(
            resource("/api/sources/{sourceId}/content").route(
                put()
                    .to(replace::replace_content)
                    .about("Replaces the content of a source with a new file.")
                    .named("replaceSourceContent")
                    .files(),
            ),
        )
        .service(
            resource("/api/sources/{sourceId}/columns").route(
                put()
                    .to(columns::edit_columns)
                    .about("Replaces the edits of a table's columns.")
                    .named("editSourceColumns"),
            ),
        )
        .service(
            resource("/api/sources/{sourceId}/refresh").route(
                post()
                    .to(refresh::refresh_source)
                    .about("Reads the page of a source again."),
            ),
        )
        .service(
            resource("/api/sources/{sourceId}/rows").route(
                get()
                    .to(rows::source_rows)
                    .about("Returns rows of a source.")
                    .named("listSourceRows"),
            ),
        )
        .service(
            resource("/api/sources/{sourceId}/words")
                .route(
                    get()
                        .to(words::get_words)
                        .about("Returns the word list of a table.")
                        .named("getSourceWords"),
                )
                .route(
                    put()
                        .to(words::replace_words)
                        .about("Replaces the words of a table.")
                        .named("replaceSourceWords"),
                ),
        )
        .service(
            resource("/api/sources/{sourceId}/words/import").route(
                post()
                    .to(words::import_words)
                    .about("Adds exported words to those of a table.")
                    .named("importSourceWords"),
            ),
        )
        .service(
            resource("/api/sources/{sourceId}/words/terms").route(
                post()
                    .to(words::teach_word)
                    .about("Teaches the meaning of a word in a table.")
                    .named("teachSourceWord"),
            ),
        )
        .service(
            resource("/api/databases/tables").route(
                post()
                    .to(database::list_database_tables)
                    .about("Tests the connection to a database and lists its tables.")
                    .named("listDatabaseTables"),
            ),
        )
        .service(
            resource("/api/samples").route(
                get()
                    .to(samples::list_samples)
                    .about("Lists the sample tables."),
            ),
        );
}
