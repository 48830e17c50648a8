//! The metadata of a page.

use std::collections::HashMap;

use dom_query::Document;
use dom_smoothie::Article;
use portolan_query::reading::Metadata;

use crate::input::one_line;

/// From the page's own elements.
pub fn read_metadata(document: &Document) -> Metadata {
    let metas = collect_metas(document);
    let meta = |names: &[&str]| {
        let mut found = names.iter().filter_map(|name| metas.get(*name));
        found.find_map(|text| one_line(text))
    };
    let first = |name: &str| {
        let found = document.select(name);
        found
            .nodes()
            .first()
            .and_then(|node| one_line(&node.text()))
    };
    Metadata {
        title: meta(&["og:title", "twitter:title"])
            .or_else(|| first("title"))
            .or_else(|| first("h1")),
        author: meta(&["author", "citation_author"]),
        site: meta(&["og:site_name", "application-name"]),
        published: meta(&[
            "article:published_time",
            "date",
            "citation_publication_date",
        ]),
        language: document
            .select("html")
            .attr("lang")
            .and_then(|language| one_line(&language)),
        description: meta(&["description", "og:description"]),
        ..Metadata::default()
    }
}

/// With what the page's structured data say, and its byline.
pub fn complete_from(metadata: &mut Metadata, article: &Article) {
    let or_else = |place: &mut Option<String>, found: Option<&str>| {
        if place.is_none() {
            *place = found.and_then(one_line);
        }
    };
    or_else(&mut metadata.title, Some(&article.title));
    or_else(&mut metadata.author, article.byline.as_deref());
    or_else(&mut metadata.site, article.site_name.as_deref());
    or_else(&mut metadata.published, article.published_time.as_deref());
    or_else(&mut metadata.language, article.lang.as_deref());
    or_else(&mut metadata.description, article.excerpt.as_deref());
}

/// By name or property in small letters; the first of each.
fn collect_metas(document: &Document) -> HashMap<String, String> {
    let mut metas = HashMap::new();
    for node in document.select("meta[content]").nodes() {
        let name = node.attr("property").or_else(|| node.attr("name"));
        if let (Some(name), Some(content)) = (name, node.attr("content")) {
            metas
                .entry(name.to_lowercase())
                .or_insert_with(|| content.to_string());
        }
    }
    metas
}
