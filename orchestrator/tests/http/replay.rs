//! Replays of chats: the same answers, without charge.

use std::sync::atomic::{AtomicUsize, Ordering};

use portolan::{
    boot::testing::run_replay,
    model::ChatSelection,
    replay::{
        Comparison, Replay, ReplayOptions, ReplaySummary, Transcript, read_transcripts,
        write_report,
    },
};
use portolan_blocks::Outcome;
use reqwest::Method;
use serde_json::json;
use tokio::sync::watch;

use crate::{
    client::{Person, send},
    reading::{reader, site},
    reading_boards::filled,
    stream::{ask, chat},
    world::{SCRIPTED, World},
};

async fn transcripts(world: &World) -> Vec<Transcript> {
    let mut transcripts = Vec::new();
    for chat in world
        .store()
        .asked_chats(&ChatSelection::default(), 100)
        .await
        .unwrap()
    {
        let transcript = Transcript::read(world.store(), chat.id, None).await;
        transcripts.push(transcript.unwrap());
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

both!(replay_gives_same_answers_without_charge, |world| {
    let ada = world.person("ada").await;
    talk(&ada).await;
    let plan = ada.get("/api/user/plan").await.ok();
    let folder = tempfile::tempdir().unwrap();
    Replay::begin(folder.path(), &transcripts(world).await).unwrap();
    let (_stop, stopped) = watch::channel(false);
    let run = run_replay(world.app(), options(&folder), stopped).await;
    let heard = AtomicUsize::new(0);
    let is_whole = run
        .run(async |turns| {
            heard.fetch_add(turns.len(), Ordering::Relaxed);
            Ok(())
        })
        .await
        .unwrap();
    assert!(is_whole);
    assert_eq!(heard.load(Ordering::Relaxed), 4);
    let results = Replay::results(folder.path()).unwrap();
    assert_eq!(
        ReplaySummary::of(&results),
        ReplaySummary {
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
    assert!(write_report(&results).contains("Nothing differs."));
    assert_eq!(ada.get("/api/user/plan").await.ok(), plan);
    assert_eq!(
        ada.get("/api/chats").await.ok()["items"]
            .as_array()
            .unwrap()
            .len(),
        3
    );
    // Going on with a run that is through asks nothing.
    assert!(run.run(async |_| panic!("nothing is left")).await.unwrap());
    assert_eq!(Replay::results(folder.path()).unwrap(), results);
});

both!(stopped_replay_resumes_where_it_ended, |world| {
    let ada = world.person("ada").await;
    talk(&ada).await;
    let folder = tempfile::tempdir().unwrap();
    Replay::begin(folder.path(), &transcripts(world).await).unwrap();
    let (stop, stopped) = watch::channel(false);
    let mut options = options(&folder);
    options.concurrency = 1;
    let run = run_replay(world.app(), options.clone(), stopped).await;
    assert!(
        !run.run(async |_| {
            stop.send_replace(true);
            Ok(())
        })
        .await
        .unwrap()
    );
    run.chats.drain(std::time::Duration::ZERO).await;
    let before = Replay::results(folder.path()).unwrap();
    assert_eq!(before.len(), 1);
    let (_stop, stopped) = watch::channel(false);
    let run = run_replay(world.app(), options, stopped).await;
    let heard = AtomicUsize::new(0);
    assert!(
        run.run(async |turns| {
            heard.fetch_add(turns.len(), Ordering::Relaxed);
            Ok(())
        })
        .await
        .unwrap()
    );
    assert_eq!(heard.load(Ordering::Relaxed), 3);
    let results = Replay::results(folder.path()).unwrap();
    assert_eq!((results.len(), &results[0]), (4, &before[0]));
    assert_eq!(ReplaySummary::of(&results).differing, 0);
});

both!(board_chat_is_replayed_with_its_board_and_sources, |world| {
    let site = site();
    let (_server, ada) = reader(world, &site).await;
    let body = json!({"q": site.url("/lamps")});
    let created = ada.post("/api/boards", body).await.is(201).json();
    filled(&ada, &created).await;
    let chat_id = created["chatId"].as_str().unwrap().parse().unwrap();
    ask(&ada, chat_id, json!({"text": "Lights by coast"})).await;
    let folder = tempfile::tempdir().unwrap();
    let transcripts = transcripts(world).await;
    assert!(transcripts[0].board.is_some());
    Replay::begin(folder.path(), &transcripts).unwrap();
    let (_stop, stopped) = watch::channel(false);
    let run = run_replay(world.app(), options(&folder), stopped).await;
    assert!(run.run(async |_| Ok(())).await.unwrap());
    let results = Replay::results(folder.path()).unwrap();
    for result in &results {
        assert!(!result.original.charts.is_empty(), "{result:?}");
    }
    let summary = ReplaySummary::of(&results);
    assert_eq!((summary.turns, summary.differing), (2, 0), "{results:?}");
    let board = run.scratch.board_of_chat(chat_id).await.unwrap().unwrap();
    let (_, canvas) = run.scratch.board_canvas(board.id).await.unwrap();
    assert!(!canvas.nodes.is_empty(), "the answers are on the board");
});

both!(busy_chat_does_not_abort_the_run, |world| {
    let ada = world.person("ada").await;
    talk(&ada).await;
    let folder = tempfile::tempdir().unwrap();
    let transcripts = transcripts(world).await;
    let busy = transcripts[0].id;
    Replay::begin(folder.path(), &transcripts).unwrap();
    let (_stop, stopped) = watch::channel(false);
    let run = run_replay(world.app(), options(&folder), stopped).await;
    // A second owner finds the chat taken.
    let path = folder.path().join("replay.sqlite");
    let database = sqlx::SqlitePool::connect(&format!("sqlite:{}", path.display()))
        .await
        .unwrap();
    let trigger = format!(
        "CREATE TRIGGER busy BEFORE UPDATE OF epoch ON chats WHEN OLD.id = '{busy}' \
         BEGIN SELECT RAISE(ABORT, 'busy'); END"
    );
    sqlx::raw_sql(sqlx::AssertSqlSafe(trigger))
        .execute(&database)
        .await
        .unwrap();
    assert!(
        !run.run(async |_| Ok(())).await.unwrap(),
        "the run is not complete"
    );
    let results = Replay::results(folder.path()).unwrap();
    assert_eq!(results.len(), 4 - transcripts[0].turns.len());
    assert!(results.iter().all(|result| result.chat_id != busy));
    // Once the chat is free the run goes on with it.
    sqlx::raw_sql("DROP TRIGGER busy")
        .execute(&database)
        .await
        .unwrap();
    assert!(run.run(async |_| Ok(())).await.unwrap());
    let results = Replay::results(folder.path()).unwrap();
    let summary = ReplaySummary::of(&results);
    assert_eq!((summary.turns, summary.differing), (4, 0), "{results:?}");
});

both!(replay_reports_differences, |world| {
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
    let run = run_replay(world.app(), options(&folder), stopped).await;
    assert!(run.run(async |_| Ok(())).await.unwrap());
    let results = Replay::results(folder.path()).unwrap();
    let differing: Vec<&Comparison> = results.iter().filter(|result| result.differs()).collect();
    assert!(
        differing
            .iter()
            .any(|result| result.same_charts == Some(false)),
        "{results:?}"
    );
    assert!(differing.iter().any(|result| result.missing_sources == 1));
    let report = write_report(&results);
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
    let run = run_replay(world.app(), options(&folder), stopped).await;
    assert!(run.run(async |_| Ok(())).await.unwrap());
    let results = Replay::results(folder.path()).unwrap();
    assert_eq!(results[0].same_outcome, None);
    assert!(!results[0].differs());
    assert_eq!(
        results[0].replayed.as_ref().unwrap().outcome,
        Some(Outcome::Completed)
    );
});
