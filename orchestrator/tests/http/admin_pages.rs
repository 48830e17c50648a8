//! The pages of the admin area: users, items, sites, keys, the discover page and the overview.

use chrono::TimeDelta;
use reqwest::Method;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::{
    admin::admin,
    charts::chart,
    client::{Client, TestUser},
    stream::{ask, chat},
    world::SCRIPTED,
};

const SHORT: &str = "[[mock tokens=3]]";

async fn items(client: &Client, path: &str) -> Vec<Value> {
    let list = client.get(path).await.ok();
    list["items"].as_array().unwrap().clone()
}

/// The fields of a list's items.
pub async fn column(client: &Client, path: &str, field: &str) -> Vec<Value> {
    let items = items(client, path).await;
    items.iter().map(|item| item[field].clone()).collect()
}

/// All pages of a list, two items a page.
pub async fn paged(client: &Client, path: &str, field: &str) -> Vec<Value> {
    let mut found = Vec::new();
    let mut cursor = String::new();
    loop {
        let request = client.request(Method::GET, path);
        let request = request.query(&[("limit", "2"), ("cursor", cursor.as_str())]);
        let request = match cursor.is_empty() {
            true => client.request(Method::GET, path).query(&[("limit", "2")]),
            false => request,
        };
        let page: Value = request.send().await.unwrap().json().await.unwrap();
        let items = page["items"].as_array().unwrap();
        found.extend(items.iter().map(|item| item[field].clone()));
        match page["nextCursor"].as_str() {
            Some(next) => cursor = next.to_owned(),
            None => return found,
        }
    }
}

async fn actions(admin: &TestUser) -> Vec<(String, Value)> {
    let log = items(admin, "/api/admin/audit-log").await;
    let actions = log.iter().map(|entry| {
        let action = entry["action"].as_str().unwrap().to_owned();
        (action, entry["detail"].clone())
    });
    actions.collect()
}

async fn publish(person: &TestUser, chart_id: Uuid, visibility: &str) -> crate::client::HttpAnswer {
    let path = format!("/api/charts/{chart_id}/visibility");
    person.put(&path, json!({"visibility": visibility})).await
}

async fn spend(person: &TestUser) {
    let chat_id = chat(person).await;
    ask(person, chat_id, json!({"text": SHORT, "model": SCRIPTED})).await;
}

both!(users_are_sorted_searched_and_paged_by_the_server, |world| {
    let admin = admin(world).await;
    let mut rich = 1_000;
    for name in ["ada", "adam", "ben"] {
        world.hand.advance(TimeDelta::seconds(1));
        let person = world.new_user(name).await;
        let now = world.hand.clock().now();
        world
            .store()
            .set_credits(person.id, rich, now)
            .await
            .unwrap();
        rich -= 100;
    }
    let path = "/api/admin/user-usage";
    let emails = async |query: &str| paged(&admin, &format!("{path}{query}"), "email").await;
    let of = |names: &[&str]| -> Vec<Value> {
        let emails = names
            .iter()
            .map(|name| json!(format!("{name}@example.com")));
        emails.collect()
    };
    assert_eq!(emails("").await, of(&["ben", "adam", "ada", "admin"]));
    let ascending = "?sort=createdAt&direction=ascending";
    assert_eq!(
        emails(ascending).await,
        of(&["admin", "ada", "adam", "ben"])
    );
    let by_credits = "?sort=creditsLeft&direction=descending";
    assert_eq!(
        emails(by_credits).await,
        of(&["ada", "adam", "ben", "admin"])
    );
    assert_eq!(
        emails("?q=ADA&sort=creditsLeft").await,
        of(&["ada", "adam"])
    );
    assert_eq!(emails("?q=da").await, of(&[]));
    admin
        .get("/api/admin/user-usage?sort=secret")
        .await
        .invalid("query");
    admin
        .get("/api/admin/user-usage?days=0")
        .await
        .invalid("days");
    admin
        .get("/api/admin/user-usage?cursor=x")
        .await
        .invalid("cursor");
});

both!(usage_counts_only_the_requested_days, |world| {
    let (admin, ada) = (admin(world).await, world.new_user("ada").await);
    spend(&ada).await;
    let turns = async |days: u32| {
        let path = format!("/api/admin/user-usage?q=ada&days={days}");
        items(&admin, &path).await[0]["turns"].clone()
    };
    assert_eq!(turns(1).await, 1);
    world.hand.advance(TimeDelta::minutes(30));
    assert_eq!(turns(1).await, 1);
    let csv = admin.get("/api/admin/user-usage?format=csv&days=1").await;
    assert!(csv.header("content-type").starts_with("text/csv"));
    assert_eq!(csv.text().lines().count(), 3);
});

both!(credits_are_granted_and_set_with_a_reason, |world| {
    let (admin, ada) = (admin(world).await, world.new_user("ada").await);
    let path = format!("/api/admin/users/{}/credits", ada.id);
    let grant = json!({"kind": "grant", "credits": 50, "reason": " A bug cost them an answer "});
    ada.post(&path, grant.clone())
        .await
        .problem(403, "forbidden");
    for (body, field) in [
        (
            json!({"kind": "grant", "credits": 50, "reason": " "}),
            "reason",
        ),
        (
            json!({"kind": "grant", "credits": 0, "reason": "x"}),
            "credits",
        ),
        (
            json!({"kind": "grant", "credits": -1, "reason": "x"}),
            "body",
        ),
        (json!({"kind": "gift", "credits": 1, "reason": "x"}), "body"),
    ] {
        admin.post(&path, body).await.invalid(field);
    }
    let plan = admin.post(&path, grant).await.ok();
    assert_eq!(plan["creditsLeft"], 250);
    let set = json!({"kind": "set", "credits": 10, "reason": "Fraud"});
    assert_eq!(admin.post(&path, set).await.ok()["creditsLeft"], 10);
    assert_eq!(ada.get("/api/user/plan").await.ok()["creditsLeft"], 10);
    let ledger = format!("/api/admin/users/{}/ledger", ada.id);
    ada.get(&ledger).await.problem(403, "forbidden");
    let entries = items(&admin, &ledger).await;
    assert_eq!(
        (
            &entries[0]["kind"],
            &entries[0]["amount"],
            &entries[0]["description"]
        ),
        (&json!("adjustment"), &json!(-240), &json!("Fraud"))
    );
    assert_eq!(entries[1]["description"], "A bug cost them an answer");
    let log = actions(&admin).await;
    let names: Vec<&str> = log.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["credits.set", "credits.granted"]);
    assert_eq!(log[0].1["reason"], "Fraud");
    let nowhere = format!("/api/admin/users/{}/credits", Uuid::from_u128(1));
    let body = json!({"kind": "set", "credits": 10, "reason": "x"});
    admin.post(&nowhere, body).await.problem(404, "not_found");
    assert_eq!(actions(&admin).await.len(), 2);
});

both!(suspended_user_has_no_session_key_or_sign_in, |world| {
    let (admin, ada) = (admin(world).await, world.new_user("ada").await);
    let made = ada
        .post(
            "/api/user/api-keys",
            json!({"name": "Nightly", "scopes": ["read"]}),
        )
        .await
        .is(201)
        .json();
    let program = world.client().with_token(made["key"].as_str().unwrap());
    program.get("/api/chats").await.is(200);
    let suspend = format!("/api/admin/users/{}/suspend", ada.id);
    let restore = format!("/api/admin/users/{}/restore", ada.id);
    let because = json!({"reason": "Abuse"});
    ada.post(&suspend, because.clone())
        .await
        .problem(403, "forbidden");
    let own = format!("/api/admin/users/{}/suspend", admin.id);
    admin
        .post(&own, because.clone())
        .await
        .problem(409, "own_account");
    admin
        .post(&suspend, json!({"reason": ""}))
        .await
        .invalid("reason");
    admin.post(&suspend, because.clone()).await.is(204);
    ada.get("/api/chats").await.problem(401, "unauthenticated");
    program
        .get("/api/chats")
        .await
        .problem(401, "unauthenticated");
    let user = &items(&admin, "/api/admin/user-usage?q=ada").await[0];
    assert!(user["suspendedUntil"].is_string(), "{user}");
    admin.post(&restore, because).await.is(204);
    program.get("/api/chats").await.is(200);
    let user = &items(&admin, "/api/admin/user-usage?q=ada").await[0];
    assert_eq!(user.get("suspendedUntil"), None);
    let names: Vec<String> = actions(&admin)
        .await
        .into_iter()
        .map(|(name, _)| name)
        .collect();
    assert_eq!(names, ["user.restored", "user.suspended"]);
});

both!(hidden_chart_is_private_until_an_admin_shows_it, |world| {
    let (admin, ada) = (admin(world).await, world.new_user("ada").await);
    let (chart_id, block) = chart(&ada).await;
    let hidden = format!("/api/admin/hidden/chart/{chart_id}");
    let because = json!({"reason": "Personal data"});
    admin
        .put(&hidden, because.clone())
        .await
        .problem(404, "not_found");
    publish(&ada, chart_id, "public").await.is(204);
    let featured = format!("/api/admin/discover/chart/{chart_id}");
    admin.put(&featured, json!({})).await.is(204);
    ada.put(&hidden, because.clone())
        .await
        .problem(403, "forbidden");
    admin
        .put(&hidden, json!({"reason": ""}))
        .await
        .invalid("reason");
    admin.put(&hidden, because.clone()).await.is(204);
    admin.put(&hidden, because).await.problem(404, "not_found");

    let path = format!("/api/charts/{chart_id}");
    let visitor = world.client();
    visitor.get(&path).await.problem(404, "not_found");
    assert!(items(&visitor, "/api/discover").await.is_empty());
    assert!(items(&admin, "/api/admin/charts").await.is_empty());
    let listed = items(&admin, "/api/admin/charts?status=hidden").await;
    assert_eq!(
        (
            &listed[0]["id"],
            &listed[0]["hiddenReason"],
            &listed[0]["title"]
        ),
        (&json!(chart_id), &json!("Personal data"), &block["title"])
    );
    // Its owner still has it, and can't share it again.
    ada.get(&path).await.is(200);
    let detail = publish(&ada, chart_id, "public")
        .await
        .problem(409, "conflict");
    assert!(detail.contains("administrator"), "{detail}");
    publish(&ada, chart_id, "private").await.is(204);

    admin.delete(&hidden).await.is(204);
    admin.delete(&hidden).await.problem(404, "not_found");
    visitor.get(&path).await.is(200);
    let names: Vec<String> = actions(&admin)
        .await
        .into_iter()
        .map(|(name, _)| name)
        .collect();
    assert_eq!(names, ["item.shown", "item.hidden", "item.featured"]);
});

both!(items_are_found_by_a_part_of_their_title, |world| {
    let (admin, ada) = (admin(world).await, world.new_user("ada").await);
    for title in ["Rain on Skye", "Sun", "100% rain", "Wind"] {
        world.hand.advance(TimeDelta::seconds(1));
        let body = json!({"title": title, "markdown": "Words."});
        let made = ada.post("/api/portolans", body).await.is(201).json();
        let id = made["id"].as_str().unwrap();
        let path = format!("/api/portolans/{id}/visibility");
        ada.put(&path, json!({"visibility": "public"}))
            .await
            .is(204);
    }
    let path = "/api/admin/portolans";
    let titles = async |query: &str| paged(&admin, &format!("{path}{query}"), "title").await;
    assert_eq!(
        titles("").await,
        ["Wind", "100% rain", "Sun", "Rain on Skye"]
    );
    assert_eq!(titles("?q=RAIN").await, ["100% rain", "Rain on Skye"]);
    assert_eq!(
        titles("?q=RAIN&direction=ascending").await,
        ["Rain on Skye", "100% rain"]
    );
    assert_eq!(titles("?q=%25").await, ["100% rain"]);
    assert_eq!(titles("?status=hidden").await, [] as [&str; 0]);
});

both!(
    page_reads_are_counted_per_site_and_day_and_sorted,
    |world| {
        use portolan_domain::ReadOutcome;
        let admin = admin(world).await;
        let store = world.store();
        let now = || world.hand.clock().now();
        for (domain, outcome) in [
            ("a.example", ReadOutcome::Read),
            ("b.example", ReadOutcome::Blocked),
            ("b.example", ReadOutcome::Failed),
            ("a.example", ReadOutcome::Read),
            ("a.example", ReadOutcome::Read),
        ] {
            store.count_read(domain, outcome, now()).await.unwrap();
        }
        let days = async |query: &str| {
            let path = format!("/api/admin/domain-stats/days{query}");
            admin.get(&path).await.ok()
        };
        let today =
            json!([{"day": "2026-11-20", "reads": 5, "blocked": 1, "failed": 1, "boards": 0}]);
        assert_eq!(days("").await, today);
        assert_eq!(days("?domain=b.example").await[0]["reads"], 2);
        assert_eq!(days("?domain=c.example").await, json!([]));
        let path = "/api/admin/domain-stats";
        assert_eq!(
            column(&admin, path, "domain").await,
            ["a.example", "b.example"]
        );
        for (query, first) in [
            ("?sort=failures", "b.example"),
            ("?sort=domain&direction=descending", "b.example"),
            ("?sort=reads&direction=ascending", "b.example"),
            ("?q=A.", "a.example"),
        ] {
            let found = paged(&admin, &format!("{path}{query}"), "domain").await;
            assert_eq!(found[0], first, "{query}");
        }
        let ada = world.new_user("ada").await;
        ada.get(path).await.problem(403, "forbidden");
    }
);

both!(board_created_from_a_page_counts_for_its_site, |world| {
    let (admin, ada) = (admin(world).await, world.new_user("ada").await);
    let url = "https://news.example/lamps";
    let html = "<title>Lamps</title><article><p>The lamps burn all night, as the town has decided.</p></article>";
    let seen = json!({"html": html, "url": url, "title": "Seen lamps"});
    let read = ada.post("/api/sources", seen).await.is(201).json();
    let id = read["id"].clone();
    let board = json!({"q": url, "sourceIds": [id]});
    ada.post("/api/boards", board).await.is(201);
    let sites = items(&admin, "/api/admin/domain-stats?sort=boards").await;
    assert_eq!(
        (&sites[0]["domain"], &sites[0]["boards"]),
        (&json!("news.example"), &json!(1))
    );
});

both!(admin_finds_and_revokes_any_key, |world| {
    let admin = admin(world).await;
    let (ada, ben) = (world.new_user("ada").await, world.new_user("ben").await);
    let create = async |person: &TestUser, name: &str| {
        world.hand.advance(TimeDelta::seconds(1));
        let body = json!({"name": name, "scopes": ["read"]});
        let made = person.post("/api/user/api-keys", body).await;
        made.is(201).json()
    };
    let (first, second) = (create(&ada, "First").await, create(&ben, "Second").await);
    let path = "/api/admin/api-keys";
    assert_eq!(column(&admin, path, "name").await, ["Second", "First"]);
    let program = world.client().with_token(first["key"].as_str().unwrap());
    program.get("/api/chats").await.is(200);
    let used = column(&admin, &format!("{path}?sort=lastUsedAt"), "name").await;
    assert_eq!(used, ["First", "Second"]);
    for query in [
        "q=ADA@".to_owned(),
        format!("q={}", first["prefix"].as_str().unwrap()),
    ] {
        let found = column(&admin, &format!("{path}?{query}"), "name").await;
        assert_eq!(found, ["First"], "{query}");
    }
    let csv = admin.get(&format!("{path}?format=csv")).await;
    assert!(csv.text().contains("Second"), "{}", csv.text());
    assert!(!csv.text().contains(second["key"].as_str().unwrap()));
    let key = format!("{path}/{}", first["id"].as_str().unwrap());
    ben.delete(&key).await.problem(403, "forbidden");
    admin.delete(&key).await.is(204);
    program
        .get("/api/chats")
        .await
        .problem(401, "unauthenticated");
    admin.delete(&key).await.problem(404, "not_found");
    let log = actions(&admin).await;
    assert_eq!(
        (log[0].0.as_str(), &log[0].1["name"]),
        ("api_key.revoked", &json!("First"))
    );
});

both!(featured_items_have_order_topics_and_schedule, |world| {
    let (admin, ada) = (admin(world).await, world.new_user("ada").await);
    let mut ids = Vec::new();
    for _ in 0..3 {
        let (chart_id, _) = chart(&ada).await;
        publish(&ada, chart_id, "public").await.is(204);
        ids.push(chart_id);
    }
    let path = |id: Uuid| format!("/api/admin/discover/chart/{id}");
    let starts = world.hand.clock().now() + TimeDelta::minutes(10);
    let ends = starts + TimeDelta::minutes(10);
    let scheduled = json!({"topic": " Weather ", "startsAt": starts, "endsAt": ends});
    admin
        .put(&path(ids[0]), json!({"topic": "Sport"}))
        .await
        .is(204);
    admin.put(&path(ids[1]), scheduled).await.is(204);
    admin.put(&path(ids[2]), json!({})).await.is(204);
    let backwards = json!({"startsAt": ends, "endsAt": starts});
    admin.put(&path(ids[2]), backwards).await.invalid("endsAt");
    let visitor = world.client();
    let shown = async |query: &str| {
        let shown = paged(&visitor, &format!("/api/discover{query}"), "id").await;
        let shown: Vec<Uuid> = shown
            .iter()
            .map(|id| id.as_str().unwrap().parse().unwrap())
            .collect();
        shown
    };
    // The newest first, and the scheduled one not yet.
    assert_eq!(shown("").await, [ids[2], ids[0]]);
    let order = |ids: &[Uuid]| {
        let items = ids.iter().map(|id| json!({"kind": "chart", "id": id}));
        json!({"items": items.collect::<Vec<_>>()})
    };
    let body = order(&[ids[1], ids[0], ids[2]]);
    ada.put("/api/admin/discover", body.clone())
        .await
        .problem(403, "forbidden");
    admin.put("/api/admin/discover", body).await.is(204);
    assert_eq!(shown("").await, [ids[0], ids[2]]);
    world.hand.advance(TimeDelta::minutes(10));
    assert_eq!(shown("").await, [ids[1], ids[0], ids[2]]);
    assert_eq!(shown("?topic=Weather").await, [ids[1]]);
    let featured = admin.get("/api/admin/discover").await.ok();
    assert_eq!(featured[0]["topic"], "Weather");
    assert_eq!(featured.as_array().unwrap().len(), 3);
    world.hand.advance(TimeDelta::minutes(10));
    assert_eq!(shown("").await, [ids[0], ids[2]]);
});

both!(chats_are_sorted_by_creation_and_keys_by_name, |world| {
    let (admin, ada) = (admin(world).await, world.new_user("ada").await);
    for name in ["beta", "Alpha", "gamma"] {
        let key = json!({"name": name, "scopes": ["read"]});
        ada.post("/api/user/api-keys", key).await.is(201);
    }
    let keys = "/api/admin/api-keys?sort=name&direction=ascending";
    assert_eq!(
        paged(&admin, keys, "name").await,
        ["Alpha", "beta", "gamma"]
    );
    let (first, second) = (chat(&ada).await, chat(&ada).await);
    for chat_id in [second, first] {
        world.hand.advance(TimeDelta::seconds(1));
        ask(&ada, chat_id, json!({"text": SHORT, "model": SCRIPTED})).await;
    }
    let users = "/api/admin/user-usage?sort=email&direction=ascending";
    let emails = paged(&admin, users, "email").await;
    assert_eq!(emails, ["ada@example.com", "admin@example.com"]);
    let changed = "/api/admin/chats/latest";
    let ids = column(&admin, changed, "chatId").await;
    assert_eq!(ids, [json!(first), json!(second)]);
    admin
        .get("/api/admin/charts?status=hidden&sort=title")
        .await
        .invalid("sort");
});

both!(overview_keeps_the_cost_of_the_time, |world| {
    let (admin, ada) = (admin(world).await, world.new_user("ada").await);
    spend(&ada).await;
    let today = async || {
        let overview = admin.get("/api/admin/overview?days=1").await.ok();
        let day = &overview["days"][0];
        (day["cost"].clone(), day["estimatedCost"].clone())
    };
    assert_eq!(today().await, (json!(3), json!(0)));
    // Prices that have changed since don't matter to it.
    world.store().damage("UPDATE turns SET cost = 77").await;
    assert_eq!(today().await, (json!(77), json!(0)));
    world.store().damage("UPDATE turns SET cost = NULL").await;
    assert_eq!(today().await, (json!(3), json!(3)));
});

both!(overview_counts_days_in_utc, |world| {
    let (admin, ada) = (admin(world).await, world.new_user("ada").await);
    spend(&ada).await;
    let fails = json!({"text": "[[mock fault=status,status=400]]", "model": SCRIPTED});
    let chat_id = chat(&ada).await;
    ask(&ada, chat_id, fails).await;
    ada.get("/api/admin/overview")
        .await
        .problem(403, "forbidden");
    let overview = admin.get("/api/admin/overview?days=7").await.ok();
    let days = overview["days"].as_array().unwrap();
    assert_eq!(days.len(), 7);
    let today = &days[6];
    assert_eq!(today["day"], "2026-11-20");
    for (figure, value) in [
        ("newUsers", 2),
        ("activeUsers", 1),
        ("turns", 2),
        ("failed", 1),
    ] {
        assert_eq!(today[figure], value, "{figure}: {today}");
    }
    assert!(
        today["medianMillis"].is_u64() && today["p95Millis"].is_u64(),
        "{today}"
    );
    assert!(today["inputTokens"].as_u64().unwrap() > 0, "{today}");
    assert!(
        today["cost"].as_u64() >= today["credits"].as_u64(),
        "{today}"
    );
    assert_eq!(
        (&days[0]["turns"], &days[0]["medianMillis"]),
        (&json!(0), &Value::Null)
    );
    let models = overview["models"].as_array().unwrap();
    assert_eq!(
        (&models[0]["model"], &models[0]["turns"]),
        (&json!(SCRIPTED), &json!(2))
    );
    admin
        .get("/api/admin/overview?days=1000")
        .await
        .invalid("days");
});
