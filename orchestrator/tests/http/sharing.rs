use serde_json::{Value, json};
use uuid::Uuid;

use crate::{
    stream::{accepted, ask, chat, get_chat, post_message},
    world::SCRIPTED,
};

fn says(text: &str) -> Value {
    let plan = json!({"replies": [{"text": format!("Answer to {text}.")}]});
    json!({"text": format!("{text} [[mock {plan}]]"), "model": SCRIPTED})
}

both!(share_link_shows_snapshot_until_revoked, |world| {
    let (ada, eve) = (world.new_user("ada").await, world.new_user("eve").await);
    let chat_id = chat(&ada).await;
    let path = format!("/api/chats/{chat_id}/share");
    ada.get(&path).await.problem(404, "not_found");
    ada.post(&path, json!({}))
        .await
        .problem(409, "nothing_to_share");
    ask(&ada, chat_id, says("one")).await;
    ask(&ada, chat_id, says("two")).await;
    let turns = get_chat(&ada, chat_id).await.turns;
    let shared = ada.post(&path, json!({})).await.is(201).json();
    let token = shared["token"].as_str().unwrap();
    assert!(token.len() >= 22, "128 bits");
    assert_eq!(shared["lastTurnId"], json!(turns[1].turn_id));
    let url = shared["url"].as_str().unwrap();
    assert_eq!(url, format!("/shared/{token}"));
    assert_eq!(ada.get(&path).await.ok(), shared);

    let open = format!("/api/shared/{token}");
    let seen = world.client().get(&open).await;
    assert_eq!(seen.header("cache-control"), "no-store");
    let seen = seen.ok();
    assert_eq!(seen["title"], "Sales");
    assert_eq!(seen["turns"].as_array().unwrap().len(), 2);
    let first = &seen["turns"][0];
    assert_eq!(
        first["blocks"],
        serde_json::to_value(&turns[0].blocks).unwrap()
    );
    assert_eq!(first.get("metered"), None);
    assert!(!seen.to_string().contains("ada@example.com"));

    // Later turns stay private until the chat is shared again.
    ask(&ada, chat_id, says("three")).await;
    ada.patch(
        &format!("/api/chats/{chat_id}"),
        json!({"title": "Private"}),
    )
    .await
    .is(204);
    assert_eq!(eve.get(&open).await.ok(), seen);
    let renewed = ada.post(&path, json!({})).await.is(201).json();
    assert_eq!(renewed["token"], shared["token"]);
    assert_eq!(
        eve.get(&open).await.ok()["turns"].as_array().unwrap().len(),
        3
    );

    eve.get(&path).await.problem(404, "not_found");
    eve.post(&path, json!({})).await.problem(404, "not_found");
    eve.delete(&path).await.problem(404, "not_found");
    ada.delete(&path).await.is(204);
    ada.delete(&path).await.is(204);
    eve.get(&open).await.problem(404, "not_found");
    ada.get(&path).await.problem(404, "not_found");
});

both!(only_the_shared_branch_is_shown, |world| {
    let ada = world.new_user("ada").await;
    let chat_id = chat(&ada).await;
    ask(&ada, chat_id, says("one")).await;
    ask(&ada, chat_id, says("two")).await;
    let turns = get_chat(&ada, chat_id).await.turns;
    let mut edit = says("instead");
    edit["parentTurnId"] = json!(turns[0].turn_id);
    ask(&ada, chat_id, edit).await;
    let path = format!("/api/chats/{chat_id}/share");
    let texts = async |body: Value| {
        let shared = ada.post(&path, body).await.is(201).json();
        let open = format!("/api/shared/{}", shared["token"].as_str().unwrap());
        world.client().get(&open).await.ok()["turns"].to_string()
    };
    let newest = texts(json!({})).await;
    assert!(newest.contains("Answer to instead") && !newest.contains("Answer to two"));
    let older = texts(json!({"turnId": turns[1].turn_id})).await;
    assert!(older.contains("Answer to two") && !older.contains("Answer to instead"));
    ada.post(&path, json!({"turnId": Uuid::nil()}))
        .await
        .problem(404, "not_found");
    // A turn that runs is left out.
    let stalls = json!({"text": "[[mock tokens=20,fault=stall,after=8]]", "model": SCRIPTED});
    accepted(&post_message(&ada, chat_id, stalls).await);
    let finished = texts(json!({})).await;
    assert!(finished.contains("Answer to instead") && !finished.contains("fault=stall"));
});

both!(chat_is_exported_as_markdown_and_json, |world| {
    let (ada, eve) = (world.new_user("ada").await, world.new_user("eve").await);
    let chat_id = chat(&ada).await;
    ask(&ada, chat_id, says("one")).await;
    ask(&ada, chat_id, says("two")).await;
    let turns = get_chat(&ada, chat_id).await.turns;
    let mut edit = says("instead");
    edit["parentTurnId"] = json!(turns[0].turn_id);
    ask(&ada, chat_id, edit).await;

    let path = format!("/api/chats/{chat_id}");
    let markdown = ada.get(&format!("{path}.md")).await;
    assert_eq!(
        markdown.header("content-type"),
        "text/markdown; charset=utf-8"
    );
    assert_eq!(
        markdown.header("content-disposition"),
        "attachment; filename=\"sales.md\""
    );
    let text = markdown.text();
    assert!(text.starts_with("# Sales\n"));
    assert!(text.contains("Answer to one") && text.contains("Answer to instead"));
    assert!(!text.contains("Answer to two"));
    let older = format!("{path}.md?turnId={}", turns[1].turn_id);
    assert!(ada.get(&older).await.text().contains("Answer to two"));

    let json = ada.get(&format!("{path}.json")).await;
    assert_eq!(
        json.header("content-disposition"),
        "attachment; filename=\"sales.json\""
    );
    let whole = json.ok();
    let read = ada.get(&path).await.ok();
    assert_eq!(whole["turns"], read["turns"]);
    assert_eq!(whole["turns"].as_array().unwrap().len(), 3);
    let nothing = ada.get(&format!("{path}.md?turnId={}", Uuid::nil())).await;
    nothing.problem(404, "not_found");
    for format in ["md", "json"] {
        eve.get(&format!("{path}.{format}"))
            .await
            .problem(404, "not_found");
    }
});
