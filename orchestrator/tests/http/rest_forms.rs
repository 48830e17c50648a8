//! `/rest/v1`: comparing with several values, comma-separated values, and what is not served.

use reqwest::Method;
use serde_json::json;

use crate::rest::{ask, get};

both!(rest_filter_compares_column_with_several_values, |world| {
    let ada = world.new_user("ada").await;
    for title in ["Sales", "Costs", "Sales of charts", "a, b"] {
        ada.post("/api/boards", json!({ "title": title }))
            .await
            .is(201);
    }
    for (filter, expected) in [
        ("like(all).{Sal*,*charts}", vec!["Sales of charts"]),
        ("like(any).{Sales,Cos*}", vec!["Costs", "Sales"]),
        ("ilike(all).{SAL*,*CHARTS}", vec!["Sales of charts"]),
        ("ilike(any).{costs,none}", vec!["Costs"]),
        ("eq(any).{Costs,\"a, b\"}", vec!["Costs", "a, b"]),
        ("not.like(any).{Sal*,Cos*}", vec!["a, b"]),
        ("like(any).{}", vec![]),
    ] {
        let path = format!("boards?select=title&order=title&title={filter}");
        let rows = get(&ada, &path, &[]).await.ok();
        let titles: Vec<_> = rows
            .as_array()
            .unwrap()
            .iter()
            .map(|row| row["title"].as_str().unwrap())
            .collect();
        assert_eq!(titles, expected, "{filter}");
    }
});

both!(rows_are_returned_as_csv, |world| {
    let ada = world.new_user("ada").await;
    let ben = world.new_user("ben").await;
    for title in ["Sales, \"all\"", "Costs"] {
        ada.post("/api/boards", json!({ "title": title }))
            .await
            .is(201);
    }
    let path = "boards?select=name:title,chat_id,revision&order=title";
    let csv = [("accept", "text/csv"), ("prefer", "count=exact")];
    let answer = get(&ada, path, &csv).await;
    assert_eq!(
        answer.is(200).header("content-type"),
        "text/csv; charset=utf-8"
    );
    assert_eq!(answer.header("content-range"), "0-1/2");
    let lines = "name,chat_id,revision\nCosts,,1\n\"Sales, \"\"all\"\"\",,1";
    assert_eq!(answer.text(), lines);
    let none = get(&ben, path, &csv).await;
    assert_eq!(none.is(200).text(), "name,chat_id,revision");
});

both!(unsupported_rest_requests_write_nothing, |world| {
    let ada = world.new_user("ada").await;
    ada.post("/api/boards", json!({"title": "Sales"}))
        .await
        .is(201);
    for filter in [
        "match.^S",
        "imatch.^s",
        "fts.sales",
        "plfts(english).sales",
        "cs.{a}",
    ] {
        let path = format!("boards?title={filter}");
        get(&ada, &path, &[]).await.rest_refused(400, "0A000");
    }
    let undone = [("prefer", "tx=rollback,return=representation")];
    let body = Some(json!({"title": "Costs"}));
    for (method, path, body) in [
        (Method::POST, "boards", body.clone()),
        (Method::PATCH, "boards?title=eq.Sales", body),
        (Method::DELETE, "boards?title=eq.Sales", None),
    ] {
        let answer = ask(&ada, method, path, &undone, body).await;
        answer.rest_refused(400, "0A000");
    }
    let rows = get(&ada, "boards?select=title", &undone).await.ok();
    assert_eq!(rows, json!([{"title": "Sales"}]));
});
