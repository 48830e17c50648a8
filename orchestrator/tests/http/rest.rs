//! `/rest/v1` as `postgrest-js` speaks to it: reading.

use reqwest::Method;
use serde_json::{Value, json};

use crate::client::{Client, HttpAnswer, send};

/// A GET with these headers.
pub async fn get(client: &Client, path: &str, headers: &[(&str, &str)]) -> HttpAnswer {
    ask(client, Method::GET, path, headers, None).await
}

pub async fn ask(
    client: &Client,
    method: Method,
    path: &str,
    headers: &[(&str, &str)],
    body: Option<Value>,
) -> HttpAnswer {
    let mut request = client.request(method, &format!("/rest/v1/{path}"));
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    if let Some(body) = body {
        request = request.json(&body);
    }
    send(request).await
}

impl HttpAnswer {
    /// Checks a refusal in PostgREST's form; its message.
    #[track_caller]
    pub fn rest_refused(&self, status: u16, code: &str) -> String {
        assert_eq!(self.status, status, "{}", self.text());
        let body = self.json();
        assert_eq!(body["code"], code, "{body}");
        for name in ["message", "details", "hint"] {
            assert!(body.get(name).is_some(), "{name} is missing in {body}");
        }
        body["message"].as_str().unwrap().to_owned()
    }
}

/// The values of a column of a list of rows.
fn column(answer: &HttpAnswer, name: &str) -> Vec<Value> {
    let rows = answer.json();
    rows.as_array()
        .unwrap()
        .iter()
        .map(|row| row[name].clone())
        .collect()
}

both!(rows_are_selected_filtered_ordered_and_paged, |world| {
    let ada = world.new_user("ada").await;
    let ben = world.new_user("ben").await;
    for title in ["Sales", "costs", "Ärger", "Sales, (all)", "100% done"] {
        ada.post("/api/boards", json!({"title": title}))
            .await
            .is(201);
    }
    ben.post("/api/boards", json!({"title": "Sales of Ben"}))
        .await
        .is(201);
    let all = get(&ada, "boards?select=*&order=created_at,id", &[]).await;
    assert_eq!(all.header("content-type"), "application/json");
    assert_eq!(all.header("content-range"), "0-4/*");
    let first = &all.ok()[0];
    assert_eq!(first["title"], "Sales");
    assert_eq!(first["user_id"], json!(ada.id));
    assert_eq!(first["created_at"], "2026-11-20T12:00:00+00:00");
    assert_eq!(
        (&first["chat_id"], &first["revision"]),
        (&Value::Null, &json!(1))
    );
    assert_eq!(first.as_object().unwrap().len(), 9);
    let titles = async |query: &str| {
        column(
            &get(&ada, &format!("boards?select=title&{query}"), &[]).await,
            "title",
        )
    };
    assert_eq!(
        titles("order=title.asc").await,
        ["100% done", "Sales", "Sales, (all)", "costs", "Ärger"]
    );
    assert_eq!(
        titles("order=title.desc&limit=2&offset=1").await,
        ["costs", "Sales, (all)"]
    );
    assert_eq!(titles("title=eq.Sales").await, ["Sales"]);
    assert_eq!(
        titles("title=in.(costs,%22Sales,%20(all)%22)&order=title").await,
        ["Sales, (all)", "costs"]
    );
    assert_eq!(
        titles("title=like.Sales*&order=title").await,
        ["Sales", "Sales, (all)"]
    );
    assert_eq!(titles("title=like.sales*").await, Vec::<Value>::new());
    assert_eq!(titles("title=ilike.%C3%A4R%25").await, ["Ärger"]);
    assert_eq!(titles("title=like.100%5C%25*").await, ["100% done"]);
    assert_eq!(
        titles("title=not.like.*a*&order=title").await,
        ["100% done", "costs", "Ärger"]
    );
    assert_eq!(
        titles("or=(title.eq.costs,and(title.gt.S,title.lt.%22Sales%2C%22))&order=title").await,
        ["Sales", "costs"]
    );
    assert_eq!(titles("chat_id=not.is.null").await, Vec::<Value>::new());
    assert_eq!(
        titles("revision=gte.1&title=neq.Sales&limit=1&order=title").await,
        ["100% done"]
    );
    assert_eq!(
        titles("created_at=gt.2026-11-21").await,
        Vec::<Value>::new()
    );
    let id = first["id"].as_str().unwrap();
    assert_eq!(titles(&format!("id=eq.{id}")).await, ["Sales"]);
    let named = get(&ada, &format!("boards?select=name:title&id=eq.{id}"), &[]).await;
    assert_eq!(named.ok(), json!([{"name": "Sales"}]));
});

both!(rest_supports_single_rows_counts_heads_and_ranges, |world| {
    let ada = world.new_user("ada").await;
    for number in 0..5 {
        ada.post("/api/chats", json!({"title": format!("chat {number}")}))
            .await
            .is(201);
    }
    let object = ("accept", "application/vnd.pgrst.object+json");
    let one = get(&ada, "chats?select=title&title=eq.chat%203", &[object]).await;
    assert_eq!(one.ok(), json!({"title": "chat 3"}));
    assert_eq!(
        one.header("content-type"),
        "application/vnd.pgrst.object+json; charset=utf-8"
    );
    for (filter, rows) in [("title=eq.none", 0), ("title=like.*", 5)] {
        let refused = get(&ada, &format!("chats?{filter}"), &[object]).await;
        assert_eq!(
            refused.rest_refused(406, "PGRST116"),
            "Cannot coerce the result to a single JSON object"
        );
        assert_eq!(
            refused.json()["details"],
            format!("The result contains {rows} rows")
        );
    }
    let exact = ("prefer", "count=exact");
    let part = get(
        &ada,
        "chats?select=title&order=title&offset=1&limit=2",
        &[exact],
    )
    .await;
    assert_eq!(part.header("content-range"), "1-2/5");
    assert_eq!(part.header("preference-applied"), "count=exact");
    assert_eq!(
        part.is(206).json(),
        json!([{"title": "chat 1"}, {"title": "chat 2"}])
    );
    let head = ask(&ada, Method::HEAD, "chats?select=*", &[exact], None).await;
    assert_eq!(
        (head.is(200).header("content-range"), head.text().as_str()),
        ("0-4/5", "")
    );
    let none = get(&ada, "chats?title=eq.none", &[exact]).await;
    assert_eq!(
        (none.is(200).header("content-range"), none.json()),
        ("*/0", json!([]))
    );
    let range = get(
        &ada,
        "chats?select=title&order=title",
        &[("range-unit", "items"), ("range", "3-9")],
    )
    .await;
    assert_eq!(range.header("content-range"), "3-4/*");
    assert_eq!(column(&range, "title"), ["chat 3", "chat 4"]);
    let beyond = get(&ada, "chats?offset=9", &[exact]).await;
    assert_eq!(
        beyond.rest_refused(416, "PGRST103"),
        "Requested range not satisfiable"
    );
    let stripped = get(
        &ada,
        "chats?select=title,model&limit=1&order=title",
        &[("accept", "application/vnd.pgrst.array+json;nulls=stripped")],
    )
    .await;
    assert_eq!(stripped.ok(), json!([{"title": "chat 0"}]));
});

both!(rest_returns_only_rows_of_the_caller, |world| {
    let ada = world.new_user("ada").await;
    let ben = world.new_user("ben").await;
    let shared = ada
        .post("/api/portolans", json!({"title": "Open"}))
        .await
        .is(201)
        .json();
    let path = format!(
        "/api/portolans/{}/visibility",
        shared["id"].as_str().unwrap()
    );
    ada.put(&path, json!({"visibility": "public"}))
        .await
        .is(204);
    for query in [
        "portolans".to_owned(),
        format!("portolans?user_id=eq.{}", ada.id),
        format!("portolans?or=(user_id.eq.{},id.not.is.null)", ada.id),
        "portolans?visibility=eq.public".to_owned(),
    ] {
        assert_eq!(get(&ben, &query, &[]).await.ok(), json!([]), "{query}");
        assert_eq!(
            get(&ada, &query, &[]).await.ok().as_array().unwrap().len(),
            1,
            "{query}"
        );
    }
    // Signed-out callers get no rows, with any public key.
    let key = crate::realtime::public_key(&world.client()).await;
    let nobody = [
        world.client(),
        world.client().with_token(&key),
        world.client().with_token("x.y.z"),
    ];
    for client in nobody {
        let refused = get(&client, "portolans", &[("apikey", &key)]).await;
        assert_eq!(
            refused.rest_refused(401, "42501"),
            "permission denied for table portolans"
        );
    }
    world.hand.advance(chrono::TimeDelta::seconds(3_601));
    assert_eq!(
        get(&ada, "portolans", &[])
            .await
            .rest_refused(401, "PGRST303"),
        "JWT expired"
    );
});

both!(invalid_rest_requests_return_postgrest_errors, |world| {
    let ada = world.new_user("ada").await;
    for (path, status, code) in [
        ("users", 404, "PGRST205"),
        ("sessions?select=*", 404, "PGRST205"),
        ("boards?select=secret", 400, "42703"),
        ("boards?select=title_key", 400, "42703"),
        ("boards?select=id,charts(*)", 400, "PGRST200"),
        ("boards?select=id::text", 400, "PGRST100"),
        ("boards?title=between.1", 400, "PGRST100"),
        ("boards?id=eq.1", 400, "22P02"),
        ("boards?or=title.eq.a", 400, "PGRST100"),
        ("boards/1/2", 404, "PGRST125"),
        ("rpc/nothing", 404, "PGRST202"),
    ] {
        get(&ada, path, &[]).await.rest_refused(status, code);
    }
    get(&ada, "boards", &[("accept", "application/geo+json")])
        .await
        .rest_refused(406, "PGRST107");
    get(&ada, "boards", &[("accept-profile", "auth")])
        .await
        .rest_refused(406, "PGRST106");
    get(&ada, "boards", &[("range", "5-2")])
        .await
        .rest_refused(416, "PGRST103");
    let put = ask(&ada, Method::PUT, "boards", &[], Some(json!({}))).await;
    put.rest_refused(405, "PGRST117");
});

both!(rest_functions_can_be_called, |world| {
    let ada = world.new_user("ada").await;
    ada.post("/api/chats", json!({"title": "Quarterly sales"}))
        .await
        .is(201);
    let call = async |name: &str, arguments: Value| {
        ask(
            &ada,
            Method::POST,
            &format!("rpc/{name}"),
            &[],
            Some(arguments),
        )
        .await
    };
    assert_eq!(call("profile", json!({})).await.ok()["isAdmin"], false);
    assert_eq!(
        call("plan", json!({})).await.ok()["usageLimitReached"],
        false
    );
    let found = call("search", json!({"q": "quarterly"})).await;
    assert_eq!(found.ok().as_array().unwrap().len(), 1);
    let found = get(&ada, "rpc/search?q=nothing%20like%20it", &[]).await;
    assert_eq!(found.ok(), json!([]));
    assert_eq!(
        get(&ada, "rpc/discover?kind=chart&limit=5", &[]).await.ok(),
        json!([])
    );
    call("search", json!({"query": "x"}))
        .await
        .rest_refused(404, "PGRST202");
    call("discover", json!({"kind": "planet"}))
        .await
        .rest_refused(400, "22P02");
    let nobody = ask(
        &world.client(),
        Method::POST,
        "rpc/profile",
        &[],
        Some(json!({})),
    )
    .await;
    nobody.rest_refused(401, "42501");
});

both!(
    rest_functions_return_their_result_without_row_wrapping,
    |world| {
        let ada = world.new_user("ada").await;
        let invoke = async |client: &Client, name: &str, body: Value| {
            client.post(&format!("/functions/v1/{name}"), body).await
        };
        let spec = json!({"mark": "bar", "encoding": {}});
        let body = json!({"kind": "mindmap", "spec": {"outline": "# Tea\n- black"}});
        let preview = invoke(&ada, "preview-chart", body.clone()).await;
        let direct = ada.post("/api/charts/preview", body).await;
        assert_eq!(
            (preview.status, preview.json()),
            (direct.status, direct.json())
        );
        let refused = invoke(&ada, "preview-chart", json!({"spec": spec})).await;
        refused.problem(422, "validation_failed");
        let nobody = invoke(&world.client(), "preview-chart", json!({})).await;
        nobody.problem(401, "unauthenticated");
        let export = json!({"chartId": ada.id, "format": "exe"});
        invoke(&ada, "export-chart", export)
            .await
            .problem(422, "validation_failed");
        let export = json!({"chartId": ada.id, "format": "svg"});
        invoke(&ada, "export-chart", export)
            .await
            .problem(404, "not_found");
        let unknown = invoke(&ada, "no-such-function", json!({})).await;
        assert_eq!(
            (unknown.status, &unknown.json()["code"]),
            (404, &json!("NOT_FOUND"))
        );
        let options = ada
            .request(Method::OPTIONS, "/functions/v1/preview-chart")
            .header("origin", "https://app.example.com")
            .header("access-control-request-method", "POST");
        let options = send(options).await;
        assert_eq!(options.is(204).header("access-control-allow-origin"), "*");
    }
);
