//! Replays of chats: the same answers, without charge.

use std::sync::atomic::{AtomicUsize, Ordering};

use portolan::boot::testing::{run_replay, run_replay_with};
use portolan_assistant::BUILT_IN_MODEL;
use portolan_blocks::Outcome;
use portolan_chat_actors::Load;
use portolan_domain::{ChatSelection, ComparedPart};
use portolan_replay::{
    Comparison, Player, Recorder, Replay, ReplayOptions, ReplaySummary, RunFolder, Transcript,
    read_transcripts, write_answers, write_markdown,
};
use reqwest::Method;
use serde_json::json;
use tokio::sync::watch;

use crate::{
    client::{TestUser, send},
    reading::{reader, site},
    reading_boards::filled,
    stream::{ask, chat},
    world::{SCRIPTED, World},
};

async fn transcripts(world: &World) -> Vec<Transcript> {
    let mut transcripts = Vec::new();
    for chat in world
        .store()
        .select_chats(&ChatSelection::default(), 100)
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
        concurrency: 3,
        ..ReplayOptions::default()
    }
}

fn begin(folder: &tempfile::TempDir, transcripts: &[Transcript]) {
    RunFolder::new(folder.path()).begin(transcripts).unwrap();
}

fn read_results(folder: &tempfile::TempDir) -> Vec<Comparison> {
    RunFolder::new(folder.path()).results().unwrap()
}

/// Replays chats with these options to the end.
async fn replay(world: &World, transcripts: &[Transcript], options: ReplayOptions) -> Replay {
    RunFolder::new(&options.folder).begin(transcripts).unwrap();
    let (_stop, stopped) = watch::channel(false);
    let run = run_replay(world.app(), options, stopped).await;
    assert!(run.run(async |_| Ok(())).await.unwrap());
    run
}

/// Asks two questions about a table, and twice something of the scripted model.
async fn talk(ada: &TestUser) {
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
    let ada = world.new_user("ada").await;
    talk(&ada).await;
    let plan = ada.get("/api/user/plan").await.ok();
    let folder = tempfile::tempdir().unwrap();
    begin(&folder, &transcripts(world).await);
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
    let results = read_results(&folder);
    assert_eq!(
        ReplaySummary::of(&results),
        ReplaySummary {
            turns: 4,
            ..ReplaySummary::default()
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
    assert!(write_markdown(&results, false).contains("Nothing differs."));
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
    assert_eq!(read_results(&folder), results);
});

both!(stopped_replay_resumes_where_it_ended, |world| {
    let ada = world.new_user("ada").await;
    talk(&ada).await;
    let folder = tempfile::tempdir().unwrap();
    begin(&folder, &transcripts(world).await);
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
    let before = read_results(&folder);
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
    let results = read_results(&folder);
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
    begin(&folder, &transcripts);
    let (_stop, stopped) = watch::channel(false);
    let run = run_replay(world.app(), options(&folder), stopped).await;
    assert!(run.run(async |_| Ok(())).await.unwrap());
    let results = read_results(&folder);
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
    let ada = world.new_user("ada").await;
    talk(&ada).await;
    let folder = tempfile::tempdir().unwrap();
    let transcripts = transcripts(world).await;
    let busy = transcripts[0].id;
    begin(&folder, &transcripts);
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
    let results = read_results(&folder);
    assert_eq!(results.len(), 4 - transcripts[0].turns.len());
    assert!(results.iter().all(|result| result.chat_id != busy));
    // Once the chat is free the run continues with it.
    sqlx::raw_sql("DROP TRIGGER busy")
        .execute(&database)
        .await
        .unwrap();
    assert!(run.run(async |_| Ok(())).await.unwrap());
    let results = read_results(&folder);
    let summary = ReplaySummary::of(&results);
    assert_eq!((summary.turns, summary.differing), (4, 0), "{results:?}");
});

both!(replay_reports_differences, |world| {
    let ada = world.new_user("ada").await;
    talk(&ada).await;
    // The table is gone: its charts cannot come again.
    let sources = ada.get("/api/sources").await.ok();
    let path = format!(
        "/api/sources/{}",
        sources["items"][0]["id"].as_str().unwrap()
    );
    send(ada.request(Method::DELETE, &path)).await.is(204);
    let folder = tempfile::tempdir().unwrap();
    begin(&folder, &transcripts(world).await);
    let (_stop, stopped) = watch::channel(false);
    let run = run_replay(world.app(), options(&folder), stopped).await;
    assert!(run.run(async |_| Ok(())).await.unwrap());
    let results = read_results(&folder);
    let differing: Vec<&Comparison> = results.iter().filter(|result| result.differs()).collect();
    assert!(
        differing
            .iter()
            .any(|result| result.differences.contains(&ComparedPart::Charts)),
        "{results:?}"
    );
    assert!(differing.iter().any(|result| result.missing_sources == 1));
    let report = write_markdown(&results, false);
    assert!(
        report.contains("charts have the same data, 0 now"),
        "{report}"
    );
});

both!(questions_alone_are_replayed_without_comparison, |world| {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("questions.jsonl");
    std::fs::write(&file, "{\"turns\":[{\"message\":{\"text\":\"Hello\"}}]}\n").unwrap();
    let chats = read_transcripts(&file).unwrap();
    begin(&folder, &chats.map(Result::unwrap).collect::<Vec<_>>());
    let (_stop, stopped) = watch::channel(false);
    let run = run_replay(world.app(), options(&folder), stopped).await;
    assert!(run.run(async |_| Ok(())).await.unwrap());
    let results = read_results(&folder);
    assert_eq!(results[0].reference, None);
    assert!(!results[0].differs());
    assert_eq!(
        results[0].replayed.as_ref().unwrap().outcome,
        Some(Outcome::Completed)
    );
});

both!(hermetic_replay_serves_rows_of_changed_table, |world| {
    let ada = world.new_user("ada").await;
    talk(&ada).await;
    let chats = transcripts(world).await;
    let recorded = chats.iter().flat_map(|chat| &chat.turns);
    assert!(recorded.clone().any(|turn| !turn.calls.is_empty()));
    // A value counts as missing by now: fresh queries see that, the record doesn't.
    let sources = ada.get("/api/sources").await.ok();
    let path = format!(
        "/api/sources/{}/columns",
        sources["items"][0]["id"].as_str().unwrap()
    );
    let edits = json!({"edits": [{"column": "sold", "missing": 5}]});
    ada.put(&path, edits).await.ok();
    let folder = tempfile::tempdir().unwrap();
    replay(world, &chats, options(&folder)).await;
    assert_eq!(ReplaySummary::of(&read_results(&folder)).differing, 0);
    let folder = tempfile::tempdir().unwrap();
    let fresh = ReplayOptions {
        runs_queries: true,
        ..options(&folder)
    };
    replay(world, &chats, fresh).await;
    assert!(ReplaySummary::of(&read_results(&folder)).differing > 0);
});

both!(two_replays_on_built_in_model_give_same_bytes, |world| {
    let ada = world.new_user("ada").await;
    talk(&ada).await;
    let mut chats = transcripts(world).await;
    chats.retain(|chat| chat.turns[0].model.as_deref() == Some(BUILT_IN_MODEL));
    assert!(!chats.is_empty());
    let mut answers = Vec::new();
    for _ in 0..2 {
        let folder = tempfile::tempdir().unwrap();
        replay(world, &chats, options(&folder)).await;
        let run = RunFolder::new(folder.path());
        answers.push(write_answers(&run, &read_results(&folder)).unwrap());
    }
    assert!(answers[0].contains("\"chart\""), "{}", answers[0]);
    assert_eq!(answers[0], answers[1]);
});

both!(frozen_replay_follows_original_history, |world| {
    let ada = world.new_user("ada").await;
    talk(&ada).await;
    let mut chats = transcripts(world).await;
    chats.retain(|chat| chat.turns.len() == 2);
    // Another first question: the follow-up changes its chart unless the history is frozen.
    chats[0].turns[0].message.text = "Hello".into();
    let follow_up = async |is_frozen: bool| {
        let folder = tempfile::tempdir().unwrap();
        let options = ReplayOptions {
            is_frozen,
            ..options(&folder)
        };
        replay(world, &chats, options).await;
        read_results(&folder).pop().unwrap()
    };
    let frozen = follow_up(true).await;
    assert_eq!(frozen.text, "Only Tea");
    assert!(!frozen.differs(), "{frozen:?}");
    assert!(follow_up(false).await.differs());
});

both!(recorded_model_calls_are_played_without_endpoint, |world| {
    let ada = world.new_user("ada").await;
    talk(&ada).await;
    let mut chats = transcripts(world).await;
    chats.retain(|chat| chat.turns[0].model.as_deref() == Some(SCRIPTED));
    let recorded = tempfile::tempdir().unwrap();
    begin(&recorded, &chats);
    let cassettes = RunFolder::new(recorded.path()).cassettes_path();
    let (_stop, stopped) = watch::channel(false);
    let recorder = Recorder::open(&cassettes).unwrap();
    let models = recorder.record(&world.app().models);
    let run = run_replay_with(world.app(), models, options(&recorded), stopped).await;
    assert!(run.run(async |_| Ok(())).await.unwrap());
    let text = std::fs::read_to_string(&cassettes).unwrap();
    assert!(text.lines().count() >= 1);
    assert!(
        !text.contains(crate::world::MODEL_KEY),
        "a cassette holds no key"
    );
    // Played on a server that knows only the built-in model: nothing is called.
    let calls = world.model_calls().len();
    let played = tempfile::tempdir().unwrap();
    begin(&played, &chats);
    let player = Player::open(&cassettes).unwrap();
    let models = player.play(&portolan_assistant::Models::new(None, None).unwrap());
    let (_stop, stopped) = watch::channel(false);
    let run = run_replay_with(world.app(), models, options(&played), stopped).await;
    assert!(run.run(async |_| Ok(())).await.unwrap());
    assert_eq!((player.missing(), world.model_calls().len()), (0, calls));
    let answers = |folder: &tempfile::TempDir| {
        write_answers(&RunFolder::new(folder.path()), &read_results(folder)).unwrap()
    };
    assert_eq!(answers(&recorded), answers(&played));
    // A question that was not recorded fails, and is counted.
    chats[0].turns[0].message.text = "[[mock tokens=9]]".into();
    let other = tempfile::tempdir().unwrap();
    begin(&other, &chats[..1]);
    let models = player.play(&world.app().models);
    let (_stop, stopped) = watch::channel(false);
    let run = run_replay_with(world.app(), models, options(&other), stopped).await;
    assert!(run.run(async |_| Ok(())).await.unwrap());
    assert_eq!((player.missing(), world.model_calls().len()), (1, calls));
    let failed = read_results(&other).pop().unwrap().replayed.unwrap();
    assert_eq!(failed.outcome, Some(Outcome::Failed));
});

both!(budget_ends_the_run_and_more_of_it_continues, |world| {
    let ada = world.new_user("ada").await;
    talk(&ada).await;
    let mut chats = transcripts(world).await;
    chats.retain(|chat| chat.turns[0].model.as_deref() == Some(SCRIPTED));
    let folder = tempfile::tempdir().unwrap();
    begin(&folder, &chats);
    let run_with = async |most_credits| {
        let (_stop, stopped) = watch::channel(false);
        let options = ReplayOptions {
            most_credits,
            concurrency: 1,
            ..options(&folder)
        };
        let run = run_replay(world.app(), options, stopped).await;
        let is_whole = run.run(async |_| Ok(())).await.unwrap();
        run.chats.drain(std::time::Duration::ZERO).await;
        (is_whole, run.is_over_budget(), read_results(&folder).len())
    };
    assert_eq!(run_with(Some(1)).await, (false, true, 1));
    assert_eq!(
        run_with(Some(1)).await,
        (false, true, 1),
        "what was spent is known"
    );
    assert_eq!(run_with(None).await, (true, false, 2));
});

both!(failed_turn_is_asked_again_as_often_as_wanted, |world| {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("questions.jsonl");
    // A status that a later attempt may not get again.
    let line = json!({"turns": [{"message": {"text": "[[mock fault=status,status=503]]"}, "model": SCRIPTED}]});
    std::fs::write(&file, format!("{line}\n")).unwrap();
    let chats = read_transcripts(&file).unwrap();
    let chats: Vec<Transcript> = chats.map(Result::unwrap).collect();
    let retried = ReplayOptions {
        retries: 2,
        ..options(&folder)
    };
    replay(world, &chats, retried).await;
    let result = read_results(&folder).pop().unwrap();
    assert_eq!(result.attempts, 3);
    assert_eq!(result.replayed.unwrap().outcome, Some(Outcome::Failed));
});

both!(chats_are_chosen_by_tag_and_plan, |world| {
    let ada = world.new_user("ada").await;
    talk(&ada).await;
    let store = world.store();
    let all = store
        .select_chats(&ChatSelection::default(), 9)
        .await
        .unwrap();
    store.tag_chats(&[all[0].id], "regression").await.unwrap();
    let count =
        async |selection: ChatSelection| store.select_chats(&selection, 9).await.unwrap().len();
    let tag = Some("regression".to_owned());
    let tagged = ChatSelection {
        tag,
        ..ChatSelection::default()
    };
    assert_eq!(count(tagged.clone()).await, 1);
    let transcript = Transcript::read(store, all[0].id, None).await.unwrap();
    assert_eq!(transcript.tags, ["regression"]);
    let plan = |tier: &str| ChatSelection {
        tier: Some(tier.to_owned()),
        ..ChatSelection::default()
    };
    let plans = ada.get("/api/user/plan").await.ok();
    let tier = plans["activeSubscriptionTier"].as_str().unwrap();
    assert_eq!(count(plan(tier)).await, all.len());
    assert_eq!(count(plan("unheard-of")).await, 0);
    store.untag_chats(&[all[0].id], "regression").await.unwrap();
    assert_eq!(count(tagged).await, 0);
    let unknown = store.tag_chats(&[uuid::Uuid::from_u128(1)], "x").await;
    assert!(unknown.is_err());
});

both!(replay_yields_to_turns_of_users, |world| {
    let ada = world.new_user("ada").await;
    talk(&ada).await;
    let folder = tempfile::tempdir().unwrap();
    let chats = transcripts(world).await;
    begin(&folder, &chats);
    let live = Load::default();
    let mut user = live.chat();
    user.runs(true);
    let (_stop, stopped) = watch::channel(false);
    let mut run = run_replay(world.app(), options(&folder), stopped).await;
    run.live = Some(live.clone());
    let yields = async {
        // All chats of the run wait before anything is asked.
        while live.waiting() < chats.len() {
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
        for chat in &chats {
            assert!(run.scratch.newest_turn(chat.id).await.unwrap().is_none());
        }
        user.runs(false);
    };
    let (is_whole, ()) = futures_util::join!(run.run(async |_| Ok(())), yields);
    assert!(is_whole.unwrap());
    assert_eq!(read_results(&folder).len(), 4);
});
