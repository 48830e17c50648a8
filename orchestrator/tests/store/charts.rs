//! Charts, from blocks and by hand.

use chrono::TimeDelta;
use portolan_blocks::{Block, BlockContent, ChartBlock, ChartData, ChartKind, DataColumn, Event};
use portolan_domain::{
    Annotation, AnnotationOffset, AnnotationPlace, Interval, PageRequest, Schedule, SourceStamp,
    VersionReason, Visibility,
};
use portolan_store::{NewChart, NewVersion, StoreError};
use serde_json::json;
use uuid::Uuid;

use crate::world::StoreWorld;

pub fn chart(chart_id: Uuid, version: u32, title: &str) -> ChartBlock {
    ChartBlock {
        chart_id,
        version,
        kind: ChartKind::Plot,
        title: title.to_owned(),
        description: "A bar for each month".to_owned(),
        spec: json!({"mark": "bar", "encoding": {"y": {"field": "b"}, "x": {"field": "a"}}}),
        data: Some(ChartData {
            columns: vec![DataColumn {
                name: "a".to_owned(),
                column_type: "number".to_owned(),
            }],
            rows: vec![vec![json!(0.1)], vec![json!("9007199254740993")]],
            truncated: false,
        }),
        query: None,
        encoding_notes: vec!["Sorted by month.".to_owned()],
        choices: Vec::new(),
        plan: None,
    }
}

pub fn edited(chart: &ChartBlock) -> NewVersion<'_> {
    NewVersion {
        chart,
        reason: VersionReason::Edited,
        note: None,
        annotations: &[],
        sources: &[],
    }
}

fn closed(world: &StoreWorld, turn_id: Uuid, chart: &ChartBlock) -> Event {
    Event::BlockClosed {
        turn_id,
        block: Block {
            id: world.ids.id(),
            content: BlockContent::Chart(Box::new(chart.clone())),
        },
    }
}

both!(closed_chart_block_creates_chart_of_chat_owner, |world| {
    let chat = world.chat_with_credits(10).await;
    let turn_id = chat.begun(1).await;
    let first = chart(world.ids.id(), 1, "May sold most");
    let second = chart(first.chart_id, 2, "June sold most");
    for version in [&first, &second] {
        chat.append(&[closed(world, turn_id, version)])
            .await
            .unwrap();
    }
    let kept = world.store.chart(first.chart_id).await.unwrap();
    assert_eq!(
        (kept.user_id, kept.chat_id, kept.turn_id),
        (chat.user_id, Some(chat.id), Some(turn_id))
    );
    assert_eq!(
        (kept.version, kept.title.as_str(), kept.visibility),
        (2, "June sold most", Visibility::Private)
    );
    let versions = world.store.chart_versions(first.chart_id).await.unwrap();
    let listed: Vec<_> = versions
        .iter()
        .map(|each| (each.version, each.title.as_str(), each.reason))
        .collect();
    assert_eq!(
        listed,
        [
            (2, "June sold most", VersionReason::Asked),
            (1, "May sold most", VersionReason::Asked)
        ]
    );
    let newest = world
        .store
        .chart_version(first.chart_id, None)
        .await
        .unwrap();
    assert_eq!(newest.chart, second);
    let oldest = world
        .store
        .chart_version(first.chart_id, Some(1))
        .await
        .unwrap();
    assert_eq!(oldest.chart, first);
});

both!(block_cannot_change_chart_of_another_user, |world| {
    let owner = world.user("owner@example.com").await;
    let original = chart(world.ids.id(), 1, "Original");
    let new = NewChart {
        user_id: owner,
        first: edited(&original),
        now: world.now(),
    };
    world.store.create_chart(&new).await.unwrap();
    let chat = world.chat_with_credits(10).await;
    let turn_id = chat.begun(1).await;
    let forged = chart(original.chart_id, 2, "Forged");
    chat.append(&[closed(world, turn_id, &forged)])
        .await
        .unwrap();
    assert_eq!(
        world.store.chart(original.chart_id).await.unwrap().title,
        "Original"
    );
    assert_eq!(
        world
            .store
            .chart_versions(original.chart_id)
            .await
            .unwrap()
            .len(),
        1
    );
});

both!(
    chart_change_creates_version_unless_a_concurrent_edit_committed_first,
    |world| {
        let user_id = world.user("a@example.com").await;
        let first = chart(world.ids.id(), 1, "One");
        let new = NewChart {
            user_id,
            first: edited(&first),
            now: world.now(),
        };
        world.store.create_chart(&new).await.unwrap();
        assert!(matches!(
            world.store.create_chart(&new).await,
            Err(StoreError::Conflict(_))
        ));
        let second = chart(first.chart_id, 2, "Two");
        let add = async |user_id| {
            world
                .store
                .add_chart_version(user_id, 1, &edited(&second), world.now())
                .await
        };
        assert!(matches!(
            add(world.user("b@example.com").await).await,
            Err(StoreError::NotFound("chart"))
        ));
        assert_eq!(add(user_id).await.unwrap().version, 2);
        assert!(matches!(add(user_id).await, Err(StoreError::Conflict(_))));
    }
);

both!(charts_are_listed_shown_and_deleted, |world| {
    let user_id = world.user("a@example.com").await;
    let ids = [world.ids.id(), world.ids.id()];
    for (id, title) in ids.into_iter().zip(["Sea", "Land"]) {
        let chart = chart(id, 1, title);
        let new = NewChart {
            user_id,
            first: edited(&chart),
            now: world.now(),
        };
        world.store.create_chart(&new).await.unwrap();
    }
    let all = PageRequest::default();
    let found = world
        .store
        .charts(user_id, Some("sea"), &all)
        .await
        .unwrap()
        .items;
    assert_eq!(
        found.iter().map(|chart| chart.id).collect::<Vec<_>>(),
        [ids[0]]
    );
    assert!(
        world
            .store
            .published_items(None, &all)
            .await
            .unwrap()
            .items
            .is_empty()
    );
    world
        .store
        .set_chart_visibility(ids[1], user_id, Visibility::Public, None, world.now())
        .await
        .unwrap();
    assert_eq!(
        world.store.published_items(None, &all).await.unwrap().items[0].id,
        ids[1]
    );
    world.store.delete_chart(ids[1], user_id).await.unwrap();
    assert!(matches!(
        world.store.chart_version(ids[1], None).await,
        Err(StoreError::NotFound("chart"))
    ));
    assert_eq!(
        world
            .store
            .charts(user_id, None, &all)
            .await
            .unwrap()
            .items
            .len(),
        1
    );
});

both!(chart_version_keeps_annotations_note_and_sources, |world| {
    let user_id = world.user("a@example.com").await;
    let first = chart(world.ids.id(), 1, "One");
    let annotations = [Annotation {
        id: "a".to_owned(),
        at: AnnotationPlace {
            x: Some(json!("2024-01")),
            ..AnnotationPlace::default()
        },
        text: "Opened".to_owned(),
        offset: Some(AnnotationOffset { x: -40.0, y: 12.5 }),
    }];
    let sources = [SourceStamp {
        source_id: world.ids.id(),
        name: "tea.csv".to_owned(),
        content_hash: "ab".repeat(32),
    }];
    let new = NewChart {
        user_id,
        first: NewVersion {
            chart: &first,
            reason: VersionReason::Duplicated,
            note: Some("From elsewhere"),
            annotations: &annotations,
            sources: &sources,
        },
        now: world.now(),
    };
    world.store.create_chart(&new).await.unwrap();
    let kept = world
        .store
        .chart_version(first.chart_id, None)
        .await
        .unwrap();
    assert_eq!(kept.annotations, annotations);
    assert_eq!(kept.sources, sources);
    assert_eq!(
        (kept.reason, kept.note.as_deref()),
        (VersionReason::Duplicated, Some("From elsewhere"))
    );
});

both!(others_see_the_version_that_was_published, |world| {
    let user_id = world.user("a@example.com").await;
    let first = chart(world.ids.id(), 1, "One");
    let new = NewChart {
        user_id,
        first: edited(&first),
        now: world.now(),
    };
    world.store.create_chart(&new).await.unwrap();
    let second = chart(first.chart_id, 2, "Two");
    let publish = async |version| {
        world
            .store
            .set_chart_visibility(
                first.chart_id,
                user_id,
                Visibility::Public,
                version,
                world.now(),
            )
            .await
    };
    assert_eq!(publish(None).await.unwrap().published_version, Some(1));
    world
        .store
        .add_chart_version(user_id, 1, &edited(&second), world.now())
        .await
        .unwrap();
    let seen = world
        .store
        .published_items(None, &PageRequest::default())
        .await
        .unwrap();
    let thumbnail = seen.items[0].thumbnail_url.as_deref().unwrap();
    assert_eq!(seen.items[0].title, "One");
    assert!(thumbnail.ends_with("version=1"), "{thumbnail}");
    let stranger = world.user("b@example.com").await;
    let found = async |words: &str| {
        let all = PageRequest::default();
        world
            .store
            .search(stranger, words, &all)
            .await
            .unwrap()
            .items
            .len()
    };
    assert_eq!((found("One").await, found("Two").await), (0, 0));
    assert!(matches!(
        publish(Some(3)).await,
        Err(StoreError::NotFound("version of this chart"))
    ));
    assert_eq!(publish(Some(2)).await.unwrap().published_version, Some(2));
    assert_eq!(found("Two").await, 1);
    let hidden = world
        .store
        .set_chart_visibility(
            first.chart_id,
            user_id,
            Visibility::Private,
            None,
            world.now(),
        )
        .await
        .unwrap();
    assert_eq!(hidden.published_version, None);
});

both!(due_chart_is_claimed_by_one_server, |world| {
    let user_id = world.user("a@example.com").await;
    let first = chart(world.ids.id(), 1, "One");
    let new = NewChart {
        user_id,
        first: edited(&first),
        now: world.now(),
    };
    world.store.create_chart(&new).await.unwrap();
    let schedule = Schedule {
        every: Interval::Hour,
        next_at: world.now() + TimeDelta::hours(1),
    };
    let scheduled = world
        .store
        .schedule_chart(first.chart_id, user_id, Some(schedule))
        .await
        .unwrap();
    assert_eq!(scheduled.schedule, Some(schedule));
    assert!(
        world
            .store
            .claim_refresh(world.now())
            .await
            .unwrap()
            .is_none()
    );
    world.hand.advance(TimeDelta::hours(3));
    let claimed = world
        .store
        .claim_refresh(world.now())
        .await
        .unwrap()
        .unwrap();
    assert_eq!(claimed.id, first.chart_id);
    let next_at = world.now() + TimeDelta::hours(1);
    assert_eq!(claimed.schedule.unwrap().next_at, next_at);
    assert!(
        world
            .store
            .claim_refresh(world.now())
            .await
            .unwrap()
            .is_none()
    );
    world
        .store
        .note_refresh(first.chart_id, Some("No such column"))
        .await
        .unwrap();
    let kept = world.store.chart(first.chart_id).await.unwrap();
    assert_eq!(kept.schedule_error.as_deref(), Some("No such column"));
    let stranger = world.user("b@example.com").await;
    let forged = world
        .store
        .schedule_chart(first.chart_id, stranger, None)
        .await;
    assert!(matches!(forged, Err(StoreError::NotFound("chart"))));
    let ended = world
        .store
        .schedule_chart(first.chart_id, user_id, None)
        .await
        .unwrap();
    assert_eq!((ended.schedule, ended.schedule_error), (None, None));
});
