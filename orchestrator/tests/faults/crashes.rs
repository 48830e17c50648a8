//! Faults 1 and 2: the server is killed or stopped by a signal.

use std::time::Duration;

use portolan_blocks::Event;
use tokio::time::Instant;
use uuid::Uuid;

use crate::{
    checker::{Checker, outcome_of},
    client::patiently,
    server::ServerSetup,
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
    let mut setup = ServerSetup::new(&[]).await;
    let mut checker = Checker::start(&setup).await;
    let chat_id = checker.chat(&setup, Manner::Steady).await;
    checker.watch(&setup, chat_id, Manner::Restless);
    let mut points = POINTS;
    random.shuffle(&mut points);
    for (point, passes) in points {
        let pass = 1 + random.below(passes);
        setup.kill_at(&format!("{point} {pass}"));
        let user = setup.user.clone();
        let sending =
            tokio::task::spawn_local(async move { user.send(chat_id, point, TWO_STEPS).await });
        setup.ended().await;
        setup.restart().await;
        let turn_id = sending.await.unwrap();
        checker.accept(chat_id, point, turn_id);
        let turn = setup.user.ended(chat_id).await;
        assert_eq!(turn["turnId"], turn_id.to_string(), "{point}");
        assert_eq!(
            outcome_of(&turn),
            ("completed", ""),
            "{point}\n{}",
            setup.log()
        );
    }
    let discards = |event: &Event| event.name() == "block.discarded";
    assert!(
        checker.watcher(chat_id).has_seen(discards),
        "no block was written again"
    );
    strike_three_times(&mut setup, &checker, chat_id).await;
    checker.judge(&setup, true).await;
    format!("killed at {} points, then three times at one", points.len())
}

/// A turn that kills its server at each start is given up.
async fn strike_three_times(setup: &mut ServerSetup, checker: &Checker, chat_id: Uuid) {
    setup.kill_at("upstream.before");
    let user = setup.user.clone();
    let sending =
        tokio::task::spawn_local(async move { user.send(chat_id, "strikes", TWO_STEPS).await });
    for _ in 0..2 {
        setup.ended().await;
        setup.kill_at("upstream.before");
        setup.restart().await;
    }
    setup.ended().await;
    setup.restart().await;
    checker.accept(chat_id, "strikes", sending.await.unwrap());
    let turn = setup.user.ended(chat_id).await;
    assert_eq!(
        outcome_of(&turn),
        ("failed", "turn_interrupted"),
        "{}",
        setup.log()
    );
}

pub async fn stopped_by_signal(mut random: SeededRandom) -> String {
    let mut setup = ServerSetup::new(&[]).await;
    let mut checker = Checker::start(&setup).await;
    let quick = checker.chat(&setup, Manner::Steady).await;
    let long = checker.chat(&setup, Manner::Steady).await;
    let late = checker.chat(&setup, Manner::Steady).await;
    let words = 20 + random.below(40);
    let slowly = format!("[[mock tokens={words},interval=15]]");
    let stalls = format!(
        "[[mock reasoning=3,tokens={words},fault=stall,after={},times=1]]",
        5 + random.below(10)
    );
    for (chat_id, text) in [(quick, &slowly), (long, &stalls)] {
        let turn_id = setup.user.send(chat_id, "before", text).await;
        checker.accept(chat_id, "before", turn_id);
        checker
            .watcher(chat_id)
            .until(|event| event.name() == "block.delta")
            .await;
    }
    setup.terminate();
    let told_at = Instant::now();
    let refused = patiently("a refusal", async || {
        let answer = setup.user.post(late, "during", "[[mock tokens=3]]").await?;
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
        setup.ended().await,
        "the server did not end in order\n{}",
        setup.log()
    );
    let took = told_at.elapsed();
    assert!(took < Duration::from_secs(30), "the drain took {took:?}");
    setup.restart().await;
    let turn_id = setup.user.send(late, "during", "[[mock tokens=3]]").await;
    checker.accept(late, "during", turn_id);
    for chat_id in [quick, long, late] {
        let turn = setup.user.ended(chat_id).await;
        assert_eq!(outcome_of(&turn), ("completed", ""), "{}", setup.log());
    }
    checker.judge(&setup, true).await;
    format!("ended {:.1} s after SIGTERM", took.as_secs_f32())
}
