use portolan_blocks::{Event, Outcome};
use reqwest::Method;
use serde_json::json;
use uuid::Uuid;

use crate::{
    client::send,
    stream::{Stream, accepted, ask, chat, get_chat, post_message, post_with_key},
    world::{FREE_CREDITS, SCRIPTED, SCRIPTED_HOLD},
};

/// Writes a few words and then nothing more.
const STALLS: &str = "[[mock tokens=20,fault=stall,after=8]]";

both!(message_is_answered, |world| {
    let ada = world.new_user("ada").await;
    let chat_id = chat(&ada).await;
    let body = json!({"text": "[[mock tokens=5]]", "model": SCRIPTED});
    let after = ask(&ada, chat_id, body).await;
    let [turn] = after.turns.as_slice() else {
        panic!("one turn: {after:?}")
    };
    assert_eq!(turn.outcome, Some(Outcome::Completed));
    assert_eq!(turn.model, SCRIPTED);
    assert_eq!(turn.message.text, "[[mock tokens=5]]");
    assert_eq!(turn.parent_turn_id, None);
    assert_eq!(turn.blocks.len(), 1);
});

both!(
    message_follows_newest_turn_unless_parent_is_given,
    |world| {
        let ada = world.new_user("ada").await;
        let chat_id = chat(&ada).await;
        let body = json!({"text": "[[mock tokens=3]]", "model": SCRIPTED});
        let first = ask(&ada, chat_id, body.clone()).await.turns[0].turn_id;
        let second = ask(&ada, chat_id, body.clone()).await.turns[1].clone();
        assert_eq!(second.parent_turn_id, Some(first));
        let mut edited = body.clone();
        edited["parentTurnId"] = json!(first);
        let third = ask(&ada, chat_id, edited).await.turns[2].clone();
        assert_eq!(third.parent_turn_id, Some(first));
        let mut root = body.clone();
        root["parentTurnId"] = json!(null);
        let fourth = ask(&ada, chat_id, root).await.turns[3].clone();
        assert_eq!(fourth.parent_turn_id, None);
        let mut unknown = body;
        unknown["parentTurnId"] = json!(Uuid::nil());
        post_message(&ada, chat_id, unknown)
            .await
            .invalid("parentTurnId");
    }
);

both!(repeated_idempotency_key_has_no_second_effect, |world| {
    let ada = world.new_user("ada").await;
    let chat_id = chat(&ada).await;
    let body = json!({"text": STALLS, "model": SCRIPTED});
    let turn_id = accepted(&post_with_key(&ada, chat_id, "k1", &body).await);
    // While the turn runs, and after it.
    assert_eq!(
        accepted(&post_with_key(&ada, chat_id, "k1", &body).await),
        turn_id
    );
    let other = json!({"text": "Something else", "model": SCRIPTED});
    post_with_key(&ada, chat_id, "k1", &other)
        .await
        .problem(409, "idempotency_key_reused");
    ada.post(&format!("/api/chats/{chat_id}/cancel"), json!({}))
        .await
        .is(204);
    Stream::open(&ada, chat_id).await.outcome(turn_id).await;
    assert_eq!(
        accepted(&post_with_key(&ada, chat_id, "k1", &body).await),
        turn_id
    );
    post_with_key(&ada, chat_id, "k1", &other)
        .await
        .problem(409, "idempotency_key_reused");
    assert_eq!(get_chat(&ada, chat_id).await.turns.len(), 1);
});

both!(concurrent_copies_of_message_make_one_turn, |world| {
    let ada = world.new_user("ada").await;
    let chat_id = chat(&ada).await;
    let body = json!({"text": "[[mock tokens=4]]", "model": SCRIPTED});
    let copies = (0..20).map(|_| post_with_key(&ada, chat_id, "same", &body));
    let answers = futures_util::future::join_all(copies).await;
    let turn_id = accepted(&answers[0]);
    for answer in &answers {
        assert_eq!(accepted(answer), turn_id);
    }
    Stream::open(&ada, chat_id).await.outcome(turn_id).await;
    let after = get_chat(&ada, chat_id).await;
    assert_eq!(after.turns.len(), 1);
    let plan = ada.get("/api/user/plan").await.ok();
    assert_eq!(
        plan["creditsLeft"],
        json!(FREE_CREDITS - after.turns[0].metered.credits)
    );
});

both!(refused_request_key_can_be_used_again, |world| {
    let ada = world.new_user("ada").await;
    let chat_id = chat(&ada).await;
    let now = world.app().clock.now();
    world.store().set_credits(ada.id, 0, now).await.unwrap();
    let body = json!({"text": "[[mock tokens=4]]", "model": SCRIPTED});
    post_with_key(&ada, chat_id, "k", &body)
        .await
        .problem(402, "usage_limit_reached");
    world.store().set_credits(ada.id, 100, now).await.unwrap();
    accepted(&post_with_key(&ada, chat_id, "k", &body).await);
});

both!(invalid_messages_are_rejected, |world| {
    let ada = world.new_user("ada").await;
    let chat_id = chat(&ada).await;
    for text in ["", "   \n\t"] {
        post_message(&ada, chat_id, json!({"text": text}))
            .await
            .invalid("text");
    }
    post_message(
        &ada,
        chat_id,
        json!({"text": "Hello", "model": "no-such-model"}),
    )
    .await
    .invalid("model");
    post_message(
        &ada,
        chat_id,
        json!({"text": "Hello", "sourceIds": [Uuid::nil()]}),
    )
    .await
    .invalid("sourceIds");
    post_message(&ada, chat_id, json!({"text": 7}))
        .await
        .invalid("body");
    post_message(
        &ada,
        chat_id,
        json!({"text": "Hello", "sourceIds": vec![Uuid::nil(); 51]}),
    )
    .await
    .invalid("sourceIds");
    post_with_key(&ada, chat_id, &"k".repeat(201), &json!({"text": "Hello"}))
        .await
        .invalid("Idempotency-Key");
    post_message(&ada, Uuid::nil(), json!({"text": "Hello"}))
        .await
        .problem(404, "not_found");
    let path = format!("/api/chats/{chat_id}/messages");
    let broken = ada.request(Method::POST, &path).body("{\"text\": ");
    send(broken).await.invalid("body");
    assert!(get_chat(&ada, chat_id).await.turns.is_empty());
});

both!(overlong_message_is_rejected_with_advice, |world| {
    let ada = world.new_user("ada").await;
    let chat_id = chat(&ada).await;
    let long = post_message(&ada, chat_id, json!({"text": "x".repeat(100_001)})).await;
    assert!(long.invalid("text").contains("file"));
    let huge = post_message(&ada, chat_id, json!({"text": "x".repeat(1 << 20)})).await;
    let detail = huge.problem(413, "body_too_large");
    assert!(detail.contains("file"), "{detail}");
});

both!(one_turn_runs_at_a_time, |world| {
    let ada = world.new_user("ada").await;
    let chat_id = chat(&ada).await;
    let body = json!({"text": STALLS, "model": SCRIPTED});
    accepted(&post_message(&ada, chat_id, body.clone()).await);
    let detail = post_message(&ada, chat_id, body.clone())
        .await
        .problem(409, "turn_running");
    assert!(!detail.is_empty());
    // Of many at once exactly one begins.
    let other = chat(&ada).await;
    let sends = (0..10).map(|_| post_message(&ada, other, body.clone()));
    let answers = futures_util::future::join_all(sends).await;
    let taken = answers.iter().filter(|answer| answer.status == 202);
    assert_eq!(taken.count(), 1);
    for answer in answers.iter().filter(|answer| answer.status != 202) {
        answer.problem(409, "turn_running");
    }
});

both!(turn_without_credits_is_rejected, |world| {
    let ada = world.new_user("ada").await;
    let chat_id = chat(&ada).await;
    let now = world.app().clock.now();
    world.store().set_credits(ada.id, 0, now).await.unwrap();
    for model in [SCRIPTED, "portolan-builtin"] {
        post_message(&ada, chat_id, json!({"text": "Hello", "model": model}))
            .await
            .problem(402, "usage_limit_reached");
    }
    let plan = ada.get("/api/user/plan").await.ok();
    assert_eq!(plan["usageLimitReached"], true);
    assert!(get_chat(&ada, chat_id).await.turns.is_empty());
});

both!(held_credits_are_not_spent_twice, |world| {
    let ada = world.new_user("ada").await;
    let now = world.app().clock.now();
    let credits = SCRIPTED_HOLD + SCRIPTED_HOLD / 2;
    world
        .store()
        .set_credits(ada.id, credits, now)
        .await
        .unwrap();
    let (one, two) = (chat(&ada).await, chat(&ada).await);
    let turn_id =
        accepted(&post_message(&ada, one, json!({"text": STALLS, "model": SCRIPTED})).await);
    let body = json!({"text": "[[mock tokens=1]]", "model": SCRIPTED});
    post_message(&ada, two, body.clone())
        .await
        .problem(429, "turns_running");
    ada.post(&format!("/api/chats/{one}/cancel"), json!({}))
        .await
        .is(204);
    Stream::open(&ada, one).await.outcome(turn_id).await;
    accepted(&post_message(&ada, two, body).await);
});

both!(cancelled_turn_keeps_partial_answer, |world| {
    let ada = world.new_user("ada").await;
    let chat_id = chat(&ada).await;
    let cancel = format!("/api/chats/{chat_id}/cancel");
    ada.post(&cancel, json!({})).await.is(204);
    let turn_id =
        accepted(&post_message(&ada, chat_id, json!({"text": STALLS, "model": SCRIPTED})).await);
    let mut viewer = Stream::open(&ada, chat_id).await;
    let delta = viewer
        .until(|event| matches!(event, Event::BlockDelta { .. }))
        .await;
    let Event::BlockDelta { text, .. } = delta else {
        unreachable!("only text was waited for")
    };
    ada.post(&cancel, json!({})).await.is(204);
    assert_eq!(viewer.outcome(turn_id).await, Outcome::Cancelled);
    let after = get_chat(&ada, chat_id).await;
    let kept = serde_json::to_string(&after.turns[0].blocks).unwrap();
    assert!(kept.contains(text.trim()), "{text:?} is not in {kept}");
    assert!(after.turns[0].metered.credits > 0);
    // Again, when nothing runs.
    ada.post(&cancel, json!({})).await.is(204);
    assert_eq!(get_chat(&ada, chat_id).await, after);
});

both!(retry_creates_sibling_turn, |world| {
    let ada = world.new_user("ada").await;
    let chat_id = chat(&ada).await;
    let body = json!({"text": "[[mock tokens=3]]", "model": SCRIPTED});
    let first = ask(&ada, chat_id, body.clone()).await.turns[0].turn_id;
    let second = ask(&ada, chat_id, body).await.turns[1].clone();
    let path = format!("/api/chats/{chat_id}/turns/{}/retry", second.turn_id);
    let sibling = accepted(&ada.post(&path, json!({})).await);
    Stream::open(&ada, chat_id).await.outcome(sibling).await;
    let after = get_chat(&ada, chat_id).await;
    let sibling = after.turns.iter().find(|turn| turn.turn_id == sibling);
    let sibling = sibling.unwrap();
    assert_eq!(sibling.parent_turn_id, Some(first));
    assert_eq!(sibling.message, second.message);
    assert_eq!(sibling.outcome, Some(Outcome::Completed));
    let elsewhere = chat(&ada).await;
    let foreign = format!("/api/chats/{elsewhere}/turns/{}/retry", second.turn_id);
    ada.post(&foreign, json!({}))
        .await
        .problem(404, "not_found");
});

both!(chat_of_another_user_accepts_no_messages, |world| {
    let (ada, eve) = (world.new_user("ada").await, world.new_user("eve").await);
    let chat_id = chat(&ada).await;
    post_message(&eve, chat_id, json!({"text": "Hello"}))
        .await
        .problem(404, "not_found");
    eve.post(&format!("/api/chats/{chat_id}/cancel"), json!({}))
        .await
        .problem(404, "not_found");
    eve.get(&crate::stream::events_path(chat_id))
        .await
        .problem(404, "not_found");
    world
        .client()
        .get(&crate::stream::events_path(chat_id))
        .await
        .problem(401, "unauthenticated");
});

both!(failing_model_ends_turn_with_error, |world| {
    let ada = world.new_user("ada").await;
    let chat_id = chat(&ada).await;
    let body = json!({"text": "[[mock fault=status,status=401]]", "model": SCRIPTED});
    let after = ask(&ada, chat_id, body).await;
    assert_eq!(after.turns[0].outcome, Some(Outcome::Failed));
    let error = after.turns[0].error.as_ref().unwrap();
    assert!(!error.code.is_empty() && !error.message.is_empty());
    // The chat takes the next message.
    let body = json!({"text": "[[mock tokens=3]]", "model": SCRIPTED});
    let after = ask(&ada, chat_id, body).await;
    assert_eq!(after.turns[1].outcome, Some(Outcome::Completed));
});
