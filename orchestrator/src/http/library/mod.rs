//! Routes for bookmarks, public profile pages, featured items and topics.

mod discover;
mod profile;
mod saved;
mod topics;

use crate::http::contract::{Routes, delete, get, put, resource};

pub fn routes(routes: &mut Routes<'_>) {
    routes
        .service(
            resource("/api/saved").route(
                get()
                    .to(saved::list_saved)
                    .about("Lists the caller's bookmarks, newest first."),
            ),
        )
        .service(
            resource("/api/saved/{kind}/{itemId}")
                .route(
                    put()
                        .to(saved::save)
                        .about("Bookmarks an item.")
                        .named("saveItem")
                        .empty(204),
                )
                .route(
                    delete()
                        .to(saved::unsave)
                        .about("Removes a bookmark.")
                        .named("unsaveItem")
                        .empty(204),
                ),
        )
        .service(
            resource("/api/users/{username}").route(
                get()
                    .to(profile::get_public_profile)
                    .about("Returns a user's public profile and items."),
            ),
        )
        .service(
            resource("/api/discover").route(
                get()
                    .to(discover::discover)
                    .about("Lists featured items, last featured first.")
                    .named("listFeaturedItems"),
            ),
        )
        .service(
            resource("/api/discover/charts").route(
                get()
                    .to(discover::discover_charts)
                    .about("Lists featured charts.")
                    .named("listFeaturedCharts"),
            ),
        )
        .service(
            resource("/api/topics").route(
                get()
                    .to(topics::list_topics)
                    .about("Lists the topics that items are published to or featured under."),
            ),
        )
        .service(
            resource("/api/topics/items").route(
                get()
                    .to(topics::list_topic_items)
                    .about("Lists the public items of a topic, last published first."),
            ),
        );
}
