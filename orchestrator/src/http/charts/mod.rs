//! Charts: one action a file.

mod answer;
mod changes;
mod create;
mod delete;
mod duplicate;
mod embed;
pub(super) mod export;
mod get;
mod list;
mod oembed;
mod page;
pub(super) mod preview;
mod refresh;
mod restore;
mod schedule;
pub(super) mod sentence;
mod update;
mod versions;
mod visibility;

pub use embed::escape_html;
pub use export::{chart_svg, file_name};

use crate::http::contract::{Routes, delete, get, head, patch, post, put, resource};

pub fn routes(routes: &mut Routes<'_>) {
    let of = |action: &str| format!("/api/charts/{{chartId:[^./]+}}/{action}");
    routes
        .service(
            resource("/api/charts")
                .route(
                    get()
                        .to(list::list_charts)
                        .about("Lists the caller's charts, last changed first."),
                )
                .route(
                    post()
                        .to(create::create_chart)
                        .about("Creates a chart.")
                        .answer::<answer::ChartAnswer>(201),
                ),
        )
        .service(
            resource("/api/charts/preview").route(
                post()
                    .to(preview::preview_chart)
                    .about("Runs and checks a chart without storing it."),
            ),
        )
        .service(
            resource("/api/charts/sentence").route(
                post()
                    .to(sentence::change_by_sentence)
                    .about("Changes a chart by a sentence, without storing it."),
            ),
        )
        .service(
            resource(format!(
                "/api/charts/{{chartId:[^./]+}}.{{format:{}}}",
                export::FORMATS
            ))
            .route(
                get()
                    .to(export::export_chart)
                    .about("Downloads a chart as a file.")
                    .file(export::FILE_TYPES),
            ),
        )
        .service(
            resource("/api/charts/{chartId:[^./]+}")
                .route(get().to(get::get_chart).about("Returns a chart."))
                .route(
                    patch()
                        .to(update::update_chart)
                        .about("Changes a chart; each change is a new version."),
                )
                .route(
                    delete()
                        .to(delete::delete_chart)
                        .about("Deletes a chart with all its versions.")
                        .empty(204),
                ),
        )
        .service(
            resource(of("versions")).route(
                get()
                    .to(versions::list_versions)
                    .about("Lists the versions of a chart, newest first.")
                    .named("listChartVersions"),
            ),
        )
        .service(
            resource(of("restore")).route(
                post()
                    .to(restore::restore_version)
                    .about("Restores an older version as a new one.")
                    .named("restoreChartVersion"),
            ),
        )
        .service(
            resource(of("changes")).route(
                get()
                    .to(changes::chart_changes)
                    .about("Compares two versions of a chart.")
                    .named("compareChartVersions"),
            ),
        )
        .service(
            resource(of("refresh")).route(
                post()
                    .to(refresh::refresh_chart)
                    .about("Runs a chart's query again over the current data."),
            ),
        )
        .service(
            resource(of("schedule")).route(
                put()
                    .to(schedule::set_schedule)
                    .about("Schedules refreshes of a chart.")
                    .named("setChartSchedule")
                    .empty(204),
            ),
        )
        .service(
            resource(of("duplicate")).route(
                post()
                    .to(duplicate::duplicate_chart)
                    .about("Duplicates a chart for the caller.")
                    .answer::<answer::ChartAnswer>(201),
            ),
        )
        .service(
            resource(of("visibility")).route(
                put()
                    .to(visibility::set_visibility)
                    .about("Sets who can see a chart, and which version.")
                    .named("setChartVisibility")
                    .empty(204),
            ),
        )
        .service(
            resource("/charts/{chartId}")
                .route(get().to(page::chart_page))
                .route(head().to(page::chart_page)),
        )
        .service(resource("/embed/charts/{chartId}").route(get().to(embed::embed_chart)))
        .service(
            resource("/api/oembed").route(
                get()
                    .to(oembed::oembed)
                    .about("Describes how to embed a chart (oEmbed 1.0).")
                    .named("getOembed")
                    .answer::<oembed::OEmbed>(200),
            ),
        );
}
