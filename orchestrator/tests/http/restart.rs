use portolan_blocks::{Event, Outcome};
use serde_json::json;

use crate::{
    stream::{Stream, accepted, chat, fold, get_chat, post_message, post_with_key},
    world::{FREE_CREDITS, SCRIPTED},
};

/// Stalls once, and writes all of it when asked again.
const STALLS_ONCE: &str = "[[mock reasoning=3,tokens=16,fault=stall,after=9,times=1]]";

both!(new_server_finishes_turn_of_killed_server, |world| {
    let ada = world.new_user("ada").await;
    let chat_id = chat(&ada).await;
    let mut viewer = Stream::open(&ada, chat_id).await;
    let body = json!({"text": STALLS_ONCE, "model": SCRIPTED});
    let turn_id = accepted(&post_with_key(&ada, chat_id, "key", &body).await);
    viewer
        .until(|event| matches!(event, Event::BlockDelta { .. }))
        .await;
    let before = viewer.seen.clone();
    let second = world.restart().await;
    let ada = ada.at(second.address);
    let last = before.iter().rev().find_map(|seen| seen.id.clone());
    let mut back = Stream::after(&ada, chat_id, last.as_deref()).await;
    assert_eq!(back.outcome(turn_id).await, Outcome::Completed);
    let read = get_chat(&ada, chat_id).await;
    assert_eq!(fold(chat_id, before.iter().chain(&back.seen)).chat(), &read);
    let mut whole = Stream::open(&ada, chat_id).await;
    whole.outcome(turn_id).await;
    assert_eq!(fold(chat_id, &whole.seen).chat(), &read);
    let ends = whole
        .seen
        .iter()
        .filter(|seen| matches!(seen.event, Event::TurnFinished { .. }));
    assert_eq!(ends.count(), 1);
    // The key is still known, and the charge was made once.
    assert_eq!(
        accepted(&post_with_key(&ada, chat_id, "key", &body).await),
        turn_id
    );
    let plan = ada.get("/api/user/plan").await.ok();
    let left = FREE_CREDITS - read.turns[0].metered.credits;
    assert_eq!(plan["creditsLeft"], left);
    let report = world.store().audit().await.unwrap();
    assert!(report.difference.is_none(), "{:?}", report.difference);
});

both!(stopping_server_hands_turn_over, |world| {
    let ada = world.new_user("ada").await;
    let chat_id = chat(&ada).await;
    let mut viewer = Stream::open(&ada, chat_id).await;
    let body = json!({"text": STALLS_ONCE, "model": SCRIPTED});
    let turn_id = accepted(&post_message(&ada, chat_id, body).await);
    viewer
        .until(|event| matches!(event, Event::BlockDelta { .. }))
        .await;
    world.app().chats.drain(std::time::Duration::ZERO).await;
    // Viewers are let go, and come back by their cursors.
    while viewer.next().await.is_some() {}
    let last = viewer.seen.iter().rev().find_map(|seen| seen.id.clone());
    let second = world.restart().await;
    let ada = ada.at(second.address);
    let mut back = Stream::after(&ada, chat_id, last.as_deref()).await;
    assert_eq!(back.outcome(turn_id).await, Outcome::Completed);
    let read = get_chat(&ada, chat_id).await;
    let seen = viewer.seen.iter().chain(&back.seen);
    assert_eq!(fold(chat_id, seen).chat(), &read);
});

both!(stored_data_survives_restart, |world| {
    let ada = world.new_user("ada").await;
    let text = "item,sold\nTea,3\nMate,4\n";
    let source = ada.post("/api/sources", json!({"text": text})).await;
    let source = source.is(201).json();
    let chat_id = chat(&ada).await;
    let body = json!({"text": "Total sold by item", "sourceIds": [source["id"]]});
    let before = crate::stream::ask(&ada, chat_id, body).await;
    let second = world.restart().await;
    let ada = ada.at(second.address);
    assert_eq!(get_chat(&ada, chat_id).await, before);
    let path = format!("/api/sources/{}", source["id"].as_str().unwrap());
    assert_eq!(ada.get(&path).await.ok(), source);
    let body = json!({"text": "[[mock tokens=3]]", "model": SCRIPTED});
    let after = crate::stream::ask(&ada, chat_id, body).await;
    assert_eq!(after.turns.len(), 2);
});
