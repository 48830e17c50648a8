//! Chats that are asked again: the same answers, and nobody pays.

use std::sync::atomic::{AtomicUsize, Ordering};

use portolan::{
    boot::testing::replay,
    replay::{Comparison, Replay, ReplayOptions, Summary, Transcript, markdown, read_transcripts},
};
use portolan_blocks::Outcome;
use reqwest::Method;
use serde_json::json;
use tokio::sync::watch;

use crate::{
    client::{Person, send},
    stream::{ask, chat},
    world::{SCRIPTED, World},
};

async fn transcripts(world: &World) -> Vec<Transcript> {
    let mut transcripts = Vec::new();
    for chat in world.store().asked_chats(None, None, 100).await.unwrap() {
        let whole = world.store().whole_chat(chat.id).await.unwrap();
        transcripts.push(Transcript::of(whole, None));
    }
    transcripts
}

fn options(folder: &tempfile::TempDir) -> ReplayOptions {
    ReplayOptions {
        folder: folder.path().to_owned(),
        model: None,
        concurrency: 3,
    }
}

/// Asks two questions about a table, and twice something of the scripted model.
async fn talk(ada: &Person) {
    let text = "item,sold\nTea,3\nMate,4\nTea,5\n";
    let source = ada.post("/api/sources", json!({"text": text})).await;
    let source = source.is(201).json();
    let about_table = chat(ada).await;
    let body = json!({"text": "Total sold by item", "sourceIds": [source["id"]]});
    ask(ada, about_table, body).await;
    ask(ada, about_table, json!({"text": "Only Tea"})).await;
    for _ in 0..2 {
        let scripted = chat(ada).await;
        ask(
            ada,
            scripted,
            json!({"text": "[[mock tokens=7]]", "model": SCRIPTED}),
        )
        .await;
    }
}

both!(a_replay_answers_the_same_and_charges_nobody, |world| {
    let ada = world.person("ada").await;
    talk(&ada).await;
    let plan = ada.get("/api/user/plan").await.ok();
    let folder = tempfile::tempdir().unwrap();
    Replay::begin(folder.path(), &transcripts(world).await).unwrap();
    let (_stop, stopped) = watch::channel(false);
    let run = replay(world.app(), options(&folder), stopped).await;
    let heard = AtomicUsize::new(0);
    let is_whole = run
        .run(|| {
            heard.fetch_add(1, Ordering::Relaxed);
        })
        .await
        .unwrap();
    assert!(is_whole);
    assert_eq!(heard.load(Ordering::Relaxed), 4);
    let results = Replay::results(folder.path()).unwrap();
    assert_eq!(
        Summary::of(&results),
        Summary {
            turns: 4,
            differing: 0,
            refused: 0
        }
    );
    let charts: usize = results
        .iter()
        .map(|result| result.original.charts.len())
        .sum();
    assert!(charts >= 1, "{results:?}");
    for result in &results {
        let replayed = result.replayed.as_ref().unwrap();
        assert_eq!(replayed.outcome, Some(Outcome::Completed));
        assert_eq!(replayed.metered, result.original.metered, "{result:?}");
    }
    assert!(markdown(&results).contains("Nothing differs."));
    assert_eq!(ada.get("/api/user/plan").await.ok(), plan);
    assert_eq!(
        ada.get("/api/chats").await.ok()["items"]
            .as_array()
            .unwrap()
            .len(),
        3
    );
    // Going on with a run that is through asks nothing.
    assert!(run.run(|| panic!("nothing is left")).await.unwrap());
    assert_eq!(Replay::results(folder.path()).unwrap(), results);
});

both!(a_run_that_was_stopped_goes_on_where_it_was, |world| {
    let ada = world.person("ada").await;
    talk(&ada).await;
    let folder = tempfile::tempdir().unwrap();
    Replay::begin(folder.path(), &transcripts(world).await).unwrap();
    let (stop, stopped) = watch::channel(false);
    let mut options = options(&folder);
    options.concurrency = 1;
    let run = replay(world.app(), options.clone(), stopped).await;
    assert!(
        !run.run(|| {
            stop.send_replace(true);
        })
        .await
        .unwrap()
    );
    run.chats.drain(std::time::Duration::ZERO).await;
    let before = Replay::results(folder.path()).unwrap();
    assert_eq!(before.len(), 1);
    let (_stop, stopped) = watch::channel(false);
    let run = replay(world.app(), options, stopped).await;
    let heard = AtomicUsize::new(0);
    assert!(
        run.run(|| {
            heard.fetch_add(1, Ordering::Relaxed);
        })
        .await
        .unwrap()
    );
    assert_eq!(heard.load(Ordering::Relaxed), 3);
    let results = Replay::results(folder.path()).unwrap();
    assert_eq!((results.len(), &results[0]), (4, &before[0]));
    assert_eq!(Summary::of(&results).differing, 0);
});

both!(what_differs_is_told, |world| {
    let ada = world.person("ada").await;
    talk(&ada).await;
    // The table is gone: its charts cannot come again.
    let sources = ada.get("/api/sources").await.ok();
    let path = format!(
        "/api/sources/{}",
        sources["items"][0]["id"].as_str().unwrap()
    );
    send(ada.request(Method::DELETE, &path)).await.is(204);
    let folder = tempfile::tempdir().unwrap();
    Replay::begin(folder.path(), &transcripts(world).await).unwrap();
    let (_stop, stopped) = watch::channel(false);
    let run = replay(world.app(), options(&folder), stopped).await;
    assert!(run.run(|| ()).await.unwrap());
    let results = Replay::results(folder.path()).unwrap();
    let differing: Vec<&Comparison> = results.iter().filter(|result| result.differs()).collect();
    assert!(
        differing
            .iter()
            .any(|result| result.same_charts == Some(false)),
        "{results:?}"
    );
    assert!(differing.iter().any(|result| result.missing_sources == 1));
    let report = markdown(&results);
    assert!(
        report.contains("charts have the same data, 0 now"),
        "{report}"
    );
});

both!(questions_alone_are_replayed_without_comparison, |world| {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("questions.jsonl");
    std::fs::write(&file, "{\"turns\":[{\"message\":{\"text\":\"Hello\"}}]}\n").unwrap();
    Replay::begin(folder.path(), &read_transcripts(&file).unwrap()).unwrap();
    let (_stop, stopped) = watch::channel(false);
    let run = replay(world.app(), options(&folder), stopped).await;
    assert!(run.run(|| ()).await.unwrap());
    let results = Replay::results(folder.path()).unwrap();
    assert_eq!(results[0].same_outcome, None);
    assert!(!results[0].differs());
    assert_eq!(
        results[0].replayed.as_ref().unwrap().outcome,
        Some(Outcome::Completed)
    );
});
