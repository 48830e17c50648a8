//! `portolan replay`, as a shell runs it.

use std::process::Output;

use portolan_domain::ChatSelection;
use portolan_mock_upstream::{AnswerPlan, MockUpstream, ScriptedReply};
use portolan_replay::Transcript;
use portolan_store::DatabaseUrl;
use serde_json::json;

use crate::{
    ask_command::run,
    stream::{ask, chat},
    world::World,
};

/// Chats of the measurement.
const MEASURED_CHATS: usize = 1_000;

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

/// Writes copies of the only stored chat, each with ids of its own.
async fn write_copies(world: &World, file: &str, count: usize) {
    let selection = ChatSelection::default();
    let chats = world.store().select_chats(&selection, 1).await.unwrap();
    let transcript = Transcript::read(world.store(), chats[0].id, None).await;
    let mut value = serde_json::to_value(transcript.unwrap()).unwrap();
    let mut lines = String::new();
    for number in 0..count {
        value["id"] = json!(format!("00000000-0000-4000-8000-{number:012}"));
        value["turns"][0]["turnId"] = json!(format!("00000000-0000-4001-8000-{number:012}"));
        lines.push_str(&value.to_string());
        lines.push('\n');
    }
    std::fs::write(file, lines).unwrap();
}

/// Replays the file with the program; returns the seconds it took and its largest resident set in KiB.
async fn measure(world: &World, file: &str, out: &str, concurrency: &str) -> (f64, u64) {
    let DatabaseUrl::Sqlite(path) = world.database() else {
        panic!("a world on SQLite");
    };
    let since = tokio::time::Instant::now();
    let mut child = tokio::process::Command::new(env!("CARGO_BIN_EXE_portolan"))
        .args(["replay", "--chats", file, "--concurrency", concurrency])
        .args(["--report", "jsonl", "--out", out])
        .env(
            "PORTOLAN_DATABASE_URL",
            format!("sqlite:{}", path.display()),
        )
        .env("PORTOLAN_DATA_DIR", world.folder())
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let status = format!("/proc/{}/status", child.id().unwrap());
    let mut largest = 0;
    loop {
        let waited = tokio::time::timeout(std::time::Duration::from_millis(50), child.wait()).await;
        if let Ok(ended) = waited {
            assert!(ended.unwrap().success());
            return (since.elapsed().as_secs_f64(), largest);
        }
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let size = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
        largest = largest.max(size.unwrap_or(0));
    }
}

#[actix_web::test]
#[ignore = "measures for minutes; see PERFORMANCE.md"]
async fn replay_of_stored_chats_is_measured() {
    let world = asked().await;
    let folder = tempfile::tempdir().unwrap();
    let file = out(&folder, "chats.jsonl");
    write_copies(&world, &file, MEASURED_CHATS).await;
    let mut seconds = Vec::new();
    for concurrency in ["1", "2", "4", "8"] {
        let run = out(&folder, concurrency);
        let (took, kibibytes) = measure(&world, &file, &run, concurrency).await;
        println!(
            "{concurrency} at once: {took:.1} s, {:.1} chats/s, {} MiB",
            MEASURED_CHATS as f64 / took,
            kibibytes >> 10
        );
        seconds.push(took);
    }
    println!(
        "eight at once against one by one: {:.2}",
        seconds[0] / seconds[3]
    );
}
