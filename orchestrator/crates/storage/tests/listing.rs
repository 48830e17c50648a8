//! Lists over any names: nothing is lost, nothing comes twice, pages make up the whole.

#![expect(
    clippy::unwrap_used,
    reason = "a test ends where something is not as it should be"
)]

use std::collections::BTreeSet;

use portolan_storage::{ListCursor, ListItem, ListedObject, Listing, SortColumn, list_entries};
use proptest::prelude::*;

fn entries_named(names: &[&str]) -> Vec<ListedObject> {
    let named = names.iter().zip(0_i64..);
    named
        .map(|(name, number)| ListedObject {
            id: format!("id{number:04}"),
            name: (*name).to_owned(),
            created_at: number / 2,
            updated_at: 1_000 - number,
        })
        .collect()
}

fn item_names(entries: &[ListedObject], items: &[(ListCursor, ListItem)]) -> Vec<String> {
    let name = |item: &ListItem| match item {
        ListItem::Folder(name) => name.clone(),
        ListItem::Object(id) => entries
            .iter()
            .find(|entry| entry.id == *id)
            .map(|entry| entry.name.clone())
            .unwrap(),
    };
    items.iter().map(|(_, item)| name(item)).collect()
}

#[test]
fn folders_stand_in_for_nested_objects_in_a_listing() {
    let entries = entries_named(&["b/2", "a.txt", "b/1", "b/c/3", "aa/x", "z"]);
    let listed = |prefix, has_folders| {
        let listing = Listing {
            prefix,
            has_folders,
            ..Listing::default()
        };
        item_names(&entries, &list_entries(&entries, &listing, None))
    };
    assert_eq!(listed("", true), ["a.txt", "aa/", "b/", "z"]);
    assert_eq!(listed("b/", true), ["b/1", "b/2", "b/c/"]);
    assert_eq!(listed("a", true), ["a.txt", "aa/"]);
    assert_eq!(listed("b", false), ["b/1", "b/2", "b/c/3"]);
    assert_eq!(listed("none/", true), [""; 0]);
}

#[test]
fn time_order_follows_upload_order() {
    let entries = entries_named(&["b/2", "a", "b/1", "c"]);
    let listed = |column, is_descending| {
        let listing = Listing {
            has_folders: true,
            column,
            is_descending,
            ..Listing::default()
        };
        item_names(&entries, &list_entries(&entries, &listing, None))
    };
    assert_eq!(listed(SortColumn::CreatedAt, false), ["b/", "a", "c"]);
    assert_eq!(listed(SortColumn::CreatedAt, true), ["c", "a", "b/"]);
    assert_eq!(listed(SortColumn::UpdatedAt, false), ["b/", "c", "a"]);
}

#[test]
fn search_matches_own_names_case_insensitively() {
    let entries = entries_named(&["docs/Report.PDF", "docs/reports/x", "docs/other", "report"]);
    let listing = Listing {
        prefix: "docs/",
        search: Some("REPORT"),
        has_folders: true,
        ..Listing::default()
    };
    let found = item_names(&entries, &list_entries(&entries, &listing, None));
    assert_eq!(found, ["docs/Report.PDF", "docs/reports/"]);
}

#[test]
fn invalid_cursors_are_rejected() {
    assert!(ListCursor::parse("nonsense").is_err());
    assert!(ListCursor::parse("").is_err());
}

proptest! {
    #[test]
    fn pages_of_a_listing_add_up_to_the_complete_list(
        names in prop::collection::btree_set("[ab/é]{1,4}", 0..30),
        prefix in "[ab/]{0,2}",
        has_folders: bool,
        column in prop::sample::select(vec![SortColumn::Name, SortColumn::CreatedAt, SortColumn::UpdatedAt]),
        is_descending: bool,
        size in 1_usize..4,
    ) {
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let entries = entries_named(&names);
        let listing = Listing { prefix: &prefix, search: None, has_folders, column, is_descending };
        let whole = list_entries(&entries, &listing, None);
        let mut paged = Vec::new();
        let mut after: Option<ListCursor> = None;
        loop {
            let rest = list_entries(&entries, &listing, after.as_ref());
            let page: Vec<_> = rest.into_iter().take(size).collect();
            let Some((last, _)) = page.last() else { break };
            after = Some(ListCursor::parse(&last.to_text()).unwrap());
            paged.extend(page);
        }
        prop_assert_eq!(&paged, &whole);
        let unique: BTreeSet<_> = whole.iter().map(|(place, _)| place).collect();
        prop_assert_eq!(unique.len(), whole.len());
        // Every object is there itself, or in a folder that is.
        for entry in entries.iter().filter(|entry| entry.name.starts_with(&prefix)) {
            let is_there = whole.iter().any(|(_, item)| match item {
                ListItem::Object(id) => *id == entry.id,
                ListItem::Folder(folder) => entry.name.starts_with(folder.as_str()),
            });
            prop_assert!(is_there, "{} is lost", entry.name);
        }
    }
}
