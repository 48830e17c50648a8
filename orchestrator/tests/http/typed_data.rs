//! Data that is typed into a message becomes a source, with or without a question.

use portolan_blocks::{BlockContent, Chat, Outcome};
use serde_json::{Value, json};

use crate::{
    client::TestUser,
    reading::{reader, site},
    stream::{Stream, accepted, ask, chat, post_message},
    world::SCRIPTED,
};

/// The rows of the charts of the newest turn, and the sources that they came from.
fn charted(chat: &Chat) -> Vec<(Value, Vec<uuid::Uuid>)> {
    let turn = chat.turns.last().unwrap();
    let charts = turn.blocks.iter().filter_map(|block| match &block.content {
        BlockContent::Chart(chart) => Some(chart),
        _ => None,
    });
    charts
        .map(|chart| {
            let rows = chart.data.as_ref().map(|data| json!(data.rows));
            let query = chart.query.as_ref();
            (
                rows.unwrap_or_default(),
                query
                    .map(|query| query.source_ids.clone())
                    .unwrap_or_default(),
            )
        })
        .collect()
}

async fn sources(ada: &TestUser) -> Vec<Value> {
    let list = ada.get("/api/sources").await.ok();
    list["items"].as_array().unwrap().clone()
}

both!(typed_data_is_charted_with_and_without_question, |world| {
    let ada = world.new_user("ada").await;
    for text in [
        "fruit,sold\napples,3\npears,5\n",
        "fruit\tsold\napples\t3\npears\t5",
        "Sold by fruit\n\n| fruit | sold |\n|---|---|\n| apples | 3 |\n| pears | 5 |",
        "apples: 3\npears: 5",
        "apples 3, pears 5",
        "apples 3, pears 5. Value by item?",
        "Chart this as a pie: apples 3, pears 5",
    ] {
        let chat_id = chat(&ada).await;
        let answered = ask(&ada, chat_id, json!({"text": text})).await;
        let turn = answered.turns.last().unwrap();
        assert_eq!(turn.outcome, Some(Outcome::Completed), "{text:?}");
        assert_eq!(turn.message.text, text, "the message stays as it was typed");
        assert_eq!(turn.message.source_ids.len(), 1, "{text:?}");
        let charts = charted(&answered);
        let (rows, source_ids) = charts
            .first()
            .unwrap_or_else(|| panic!("no chart for {text:?}: {:?}", turn.blocks));
        assert_eq!(*source_ids, turn.message.source_ids, "{text:?}");
        let rows = rows.to_string();
        assert!(
            ["apples", "pears", "3", "5"]
                .iter()
                .all(|cell| rows.contains(cell)),
            "{text:?}: {rows}"
        );
    }
    assert_eq!(sources(&ada).await.len(), 7);
});

both!(
    data_typed_in_a_message_stays_a_source_of_the_chat,
    |world| {
        let ada = world.new_user("ada").await;
        let chat_id = chat(&ada).await;
        let first = ask(
            &ada,
            chat_id,
            json!({"text": "apples: 3\npears: 5\nplums: 7"}),
        )
        .await;
        let turn = first.turns.last().unwrap();
        let source_id = turn.message.source_ids[0];
        let source = ada.get(&format!("/api/sources/{source_id}")).await.ok();
        assert_eq!(
            (&source["name"], &source["rowCount"]),
            (&json!("Typed data"), &json!(3))
        );
        let followed = ask(&ada, chat_id, json!({"text": "Average value"})).await;
        assert!(
            !charted(&followed).is_empty(),
            "{:?}",
            followed.turns.last()
        );
        // Answering again makes no second source.
        let path = format!("/api/chats/{chat_id}/turns/{}/retry", turn.turn_id);
        let retried = accepted(&ada.post(&path, json!({})).await);
        let outcome = Stream::open(&ada, chat_id).await.outcome(retried).await;
        assert_eq!(outcome, Outcome::Completed);
        assert_eq!(sources(&ada).await.len(), 1);
    }
);

both!(
    remote_model_gets_the_question_without_the_typed_data,
    |world| {
        let ada = world.new_user("ada").await;
        let chat_id = chat(&ada).await;
        let text = "apples: 3\npears: 5\n\nWhich is larger? [[mock tokens=3]]";
        ask(&ada, chat_id, json!({"text": text, "model": SCRIPTED})).await;
        let told = world.model_calls().last().unwrap()["messages"].clone();
        let asked = told.as_array().unwrap().last().unwrap()["content"].clone();
        assert_eq!(asked, "Which is larger? [[mock tokens=3]]");
        assert!(told.to_string().contains("typed_data"), "{told}");
        assert_eq!(sources(&ada).await.len(), 1);
    }
);

both!(prose_in_a_message_does_not_become_a_source, |world| {
    let ada = world.new_user("ada").await;
    let chat_id = chat(&ada).await;
    for text in [
        "What happened in 2019, 2020 and 2021?",
        "I have 3 cats, 2 dogs and a bird.",
    ] {
        accepted(&post_message(&ada, chat_id, json!({"text": text})).await);
        let mut stream = Stream::open(&ada, chat_id).await;
        let newest = crate::stream::get_chat(&ada, chat_id).await;
        stream.outcome(newest.turns.last().unwrap().turn_id).await;
    }
    assert!(sources(&ada).await.is_empty());
});

both!(
    page_address_with_question_is_charted_in_first_turn,
    |world| {
        let site = site();
        let (_server, ada) = reader(world, &site).await;
        let url = site.url("/lamps");
        let rows = site.url("/rows.csv");
        for text in [
            format!("Lights by coast {url}"),
            format!("{url} lights by coast"),
            format!("Chart the lights by coast from {url}."),
            format!("People by city\n{rows}"),
        ] {
            let chat_id = chat(&ada).await;
            let answered = ask(&ada, chat_id, json!({"text": text})).await;
            let charts = charted(&answered);
            let (rows, _) = charts
                .first()
                .unwrap_or_else(|| panic!("no chart for {text:?}: {:?}", answered.turns.last()));
            let rows = rows.to_string();
            let cells = if text.contains("rows.csv") {
                ["Ulm", "331000"]
            } else {
                ["North", "31"]
            };
            assert!(
                cells.iter().all(|cell| rows.contains(cell)),
                "{text:?}: {rows}"
            );
        }
    }
);
