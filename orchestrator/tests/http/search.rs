use serde_json::json;

use crate::{
    stream::{ask, chat},
    world::SCRIPTED,
};

both!(search_finds_questions_and_answers, |world| {
    let (ada, eve) = (world.new_user("ada").await, world.new_user("eve").await);
    let chat_id = chat(&ada).await;
    let plan = r#"[[mock {"replies": [{"text": "Tee aus 東京都 führt mit Abstand."}]}]]"#;
    let body = json!({"text": format!("Welcher Tee führt? {plan}"), "model": SCRIPTED});
    let turn_id = ask(&ada, chat_id, body).await.turns[0].turn_id;
    for words in ["abstand", "%E4%BA%AC%E9%83%BD", "welcher+tee"] {
        let found = ada.get(&format!("/api/search?q={words}")).await.ok();
        let items = found["items"].as_array().unwrap();
        assert_eq!(items.len(), 1, "{words}: {found}");
        assert_eq!(items[0]["kind"], "chat");
        assert_eq!(items[0]["id"], json!(chat_id));
        assert_eq!(items[0]["turnId"], json!(turn_id));
        let snippet = items[0]["snippet"].as_str().unwrap();
        assert!(snippet.contains('\u{E000}') && snippet.contains('\u{E001}'));
        let listed = ada.get(&format!("/api/chats?q={words}")).await.ok();
        assert_eq!(listed["items"][0]["id"], json!(chat_id));
        assert_eq!(listed["items"][0]["match"]["turnId"], json!(turn_id));
        let nobody = eve.get(&format!("/api/search?q={words}")).await.ok();
        assert_eq!(nobody, json!({"items": [], "nextCursor": null}));
    }
    let title = ada.get("/api/chats?q=sales").await.ok();
    assert_eq!(title["items"][0].get("match"), None);
    let empty = ada.get("/api/search").await.ok();
    assert_eq!(empty["items"], json!([]));
    ada.get("/api/search?q=a&limit=0").await.invalid("limit");
    ada.get("/api/search?q=a&cursor=x").await.invalid("cursor");
    world
        .client()
        .get("/api/search?q=a")
        .await
        .problem(401, "unauthenticated");
});
