//! Faults 1 and 2: the server is killed, or told to stop.

use std::time::Duration;

use portolan_blocks::Event;
use tokio::time::Instant;
use uuid::Uuid;

use crate::{
    checker::{Checker, told},
    client::patiently,
    server::Ground,
    table::SeededRandom,
    watcher::Manner,
};

/// The kill points of a server, with the number of passes to choose from.
const POINTS: [(&str, u64); 13] = [
    ("begin.before", 1),
    ("begin.after", 1),
    ("upstream.before", 1),
    ("upstream.first", 4),
    ("upstream.after", 2),
    ("commit.before", 3),
    ("commit.after", 3),
    ("send.before", 6),
    ("send.after", 6),
    ("step.before", 1),
    ("step.after", 1),
    ("settle.before", 1),
    ("settle.after", 1),
];

/// Two model calls, with a tool between them, and two blocks in each.
const TWO_STEPS: &str = r#"[[mock {"interval":1,"replies":[
    {"reasoning":"I look at what there is.","text":"First I look.","calls":[{"name":"list_sources","arguments":{}}]},
    {"reasoning":"There is nothing.","text":"There are no tables in this chat, so I can only say hello."}
]}]]"#;

pub async fn killed_at_every_point(mut random: SeededRandom) -> String {
    let mut ground = Ground::new(&[]).await;
    let mut checker = Checker::start(&ground).await;
    let chat_id = checker.chat(&ground, Manner::Steady).await;
    checker.watch(&ground, chat_id, Manner::Restless);
    let mut points = POINTS;
    random.shuffle(&mut points);
    for (point, passes) in points {
        let pass = 1 + random.below(passes);
        ground.kill_at(&format!("{point} {pass}"));
        let person = ground.person.clone();
        let sending =
            tokio::task::spawn_local(async move { person.send(chat_id, point, TWO_STEPS).await });
        ground.ended().await;
        ground.restart().await;
        let turn_id = sending.await.unwrap();
        checker.accept(chat_id, point, turn_id);
        let turn = ground.person.ended(chat_id).await;
        assert_eq!(turn["turnId"], turn_id.to_string(), "{point}");
        assert_eq!(told(&turn), ("completed", ""), "{point}\n{}", ground.log());
    }
    let discards = |event: &Event| event.name() == "block.discarded";
    assert!(
        checker.watcher(chat_id).has_seen(discards),
        "no block was written again"
    );
    strike_three_times(&mut ground, &checker, chat_id).await;
    checker.judge(&ground, true).await;
    format!("killed at {} points, then three times at one", points.len())
}

/// A turn that kills its server at each start is given up.
async fn strike_three_times(ground: &mut Ground, checker: &Checker, chat_id: Uuid) {
    ground.kill_at("upstream.before");
    let person = ground.person.clone();
    let sending =
        tokio::task::spawn_local(async move { person.send(chat_id, "strikes", TWO_STEPS).await });
    for _ in 0..2 {
        ground.ended().await;
        ground.kill_at("upstream.before");
        ground.restart().await;
    }
    ground.ended().await;
    ground.restart().await;
    checker.accept(chat_id, "strikes", sending.await.unwrap());
    let turn = ground.person.ended(chat_id).await;
    assert_eq!(
        told(&turn),
        ("failed", "turn_interrupted"),
        "{}",
        ground.log()
    );
}

pub async fn told_to_stop(mut random: SeededRandom) -> String {
    let mut ground = Ground::new(&[]).await;
    let mut checker = Checker::start(&ground).await;
    let quick = checker.chat(&ground, Manner::Steady).await;
    let long = checker.chat(&ground, Manner::Steady).await;
    let late = checker.chat(&ground, Manner::Steady).await;
    let words = 20 + random.below(40);
    let slowly = format!("[[mock tokens={words},interval=15]]");
    let stalls = format!(
        "[[mock reasoning=3,tokens={words},fault=stall,after={},times=1]]",
        5 + random.below(10)
    );
    for (chat_id, text) in [(quick, &slowly), (long, &stalls)] {
        let turn_id = ground.person.send(chat_id, "before", text).await;
        checker.accept(chat_id, "before", turn_id);
        checker
            .watcher(chat_id)
            .until(|event| event.name() == "block.delta")
            .await;
    }
    ground.terminate();
    let told_at = Instant::now();
    let refused = patiently("a refusal", async || {
        let answer = ground
            .person
            .post(late, "during", "[[mock tokens=3]]")
            .await?;
        (answer.status != 202).then_some(answer)
    })
    .await;
    assert_eq!((refused.status, refused.code()), (503, "unavailable"));
    assert!(refused.retry_after.is_some(), "no Retry-After");
    checker
        .watcher(quick)
        .until(|event| event.name() == "turn.finished")
        .await;
    assert!(
        ground.ended().await,
        "the server did not end in order\n{}",
        ground.log()
    );
    let took = told_at.elapsed();
    assert!(took < Duration::from_secs(30), "the drain took {took:?}");
    ground.restart().await;
    let turn_id = ground
        .person
        .send(late, "during", "[[mock tokens=3]]")
        .await;
    checker.accept(late, "during", turn_id);
    for chat_id in [quick, long, late] {
        let turn = ground.person.ended(chat_id).await;
        assert_eq!(told(&turn), ("completed", ""), "{}", ground.log());
    }
    checker.judge(&ground, true).await;
    format!("ended {:.1} s after SIGTERM", took.as_secs_f32())
}
