//! `portolan replay`, as a shell runs it.

use std::process::Output;

use portolan::{model::ChatSelection, replay::Transcript, store::DatabaseUrl};
use portolan_mock_upstream::{AnswerPlan, MockUpstream, ScriptedReply};
use serde_json::json;

use crate::{
    ask_command::run,
    stream::{ask, chat},
    world::World,
};

/// A world with one answered question about a table.
async fn asked() -> World {
    let world = World::sqlite().await;
    let ada = world.new_user("ada").await;
    let text = "item,sold\nTea,3\nMate,4\nTea,5\n";
    let source = ada.post("/api/sources", json!({"text": text})).await;
    let source = source.is(201).json();
    let about_table = chat(&ada).await;
    let body = json!({"text": "Total sold by item", "sourceIds": [source["id"]]});
    ask(&ada, about_table, body).await;
    world
}

/// Replays the chats of a file, or of the database, with the program.
async fn replay(
    world: &World,
    arguments: &[&str],
    environment: &[(&str, &str)],
) -> (Option<i32>, String) {
    let DatabaseUrl::Sqlite(path) = world.database() else {
        panic!("a world on SQLite");
    };
    let url = format!("sqlite:{}", path.display());
    let folder = world.folder().to_string_lossy().into_owned();
    let own = [
        ("PORTOLAN_DATABASE_URL", url.as_str()),
        ("PORTOLAN_DATA_DIR", &folder),
    ];
    let environment = [&own, environment].concat();
    let arguments = [&["replay"], arguments].concat();
    let output: Output = run(&arguments, &environment, "").await;
    let text = [output.stdout, output.stderr].concat();
    (
        output.status.code(),
        String::from_utf8_lossy(&text).into_owned(),
    )
}

fn out(folder: &tempfile::TempDir, name: &str) -> String {
    folder.path().join(name).to_string_lossy().into_owned()
}

#[actix_web::test]
async fn replay_command_exits_with_1_only_if_an_answer_differs() {
    let world = asked().await;
    let folder = tempfile::tempdir().unwrap();
    let (code, text) = replay(
        &world,
        &["--latest", "10", "--out", &out(&folder, "same")],
        &[],
    )
    .await;
    assert_eq!(code, Some(0), "{text}");

    // The same answer, recorded for another question.
    let chats = world
        .store()
        .select_chats(&ChatSelection::default(), 10)
        .await
        .unwrap();
    let mut lines = String::new();
    for chat in chats {
        let transcript = Transcript::read(world.store(), chat.id, None)
            .await
            .unwrap();
        let line = serde_json::to_string(&transcript).unwrap();
        lines.push_str(&line.replace("Total sold by item", "Average sold by item"));
        lines.push('\n');
    }
    let file = out(&folder, "changed.jsonl");
    std::fs::write(&file, lines).unwrap();
    let (code, text) = replay(
        &world,
        &[
            "--chats",
            &file,
            "--fresh-queries",
            "--out",
            &out(&folder, "changed"),
        ],
        &[],
    )
    .await;
    assert_eq!(code, Some(1), "{text}");
}

#[actix_web::test]
async fn replay_command_lets_a_model_judge_over_a_socket_and_shows_its_cost() {
    let world = asked().await;
    let folder = tempfile::tempdir().unwrap();
    let checks = out(&folder, "checks.yaml");
    std::fs::write(
        &checks,
        "checks:\n  - {name: states totals, judge: It states a total of each item.}\n",
    )
    .unwrap();
    for (passes, expected) in [(true, 0), (false, 1)] {
        let judgement = json!({"passes": passes, "reason": "It names 8 for Tea."}).to_string();
        let plan = AnswerPlan::script(vec![ScriptedReply::text(&judgement)]);
        let upstream = MockUpstream::start(plan).await.unwrap();
        let base_url = upstream.base_url();
        let environment = [
            ("OPENAI_API_KEY", "key"),
            ("OPENAI_BASE_URL", base_url.as_str()),
            ("PORTOLAN_MODEL", "mock"),
        ];
        let arguments = [
            "--latest",
            "10",
            "--checks",
            &checks,
            "--judge",
            "mock",
            "--out",
            &out(&folder, &format!("judged-{passes}")),
        ];
        let (code, text) = replay(&world, &arguments, &environment).await;
        assert_eq!(code, Some(expected), "{text}");
        assert!(text.contains("states totals"), "{text}");
        let report = folder.path().join(format!("judged-{passes}/report.md"));
        let report = std::fs::read_to_string(report).unwrap();
        assert!(report.contains("Judges cost "), "{report}");
        if !passes {
            assert!(report.contains("It names 8 for Tea."), "{report}");
        }
    }
}
