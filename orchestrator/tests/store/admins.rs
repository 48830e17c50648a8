//! Admin views, and their record.

use chrono::TimeDelta;
use portolan_blocks::Outcome;
use portolan_domain::{ActivityFilter, PageRequest, UserFilter};

both!(admins_see_all_chats_and_running_turns, |world| {
    let idle = world.chat(world.user("a@example.com").await).await;
    let turn_id = idle.begun(1).await;
    idle.finish(turn_id, 1).await.unwrap();
    world.hand.advance(TimeDelta::seconds(1));
    let busy = world.chat(world.user("b@example.com").await).await;
    busy.begun(1).await;
    // Nothing was asked here.
    world.chat(busy.user_id).await;
    let latest = async |limit: u32| {
        let (all, newest) = (ActivityFilter::default(), PageRequest::first(limit));
        let page = world.store.latest_activity(&all, &newest).await.unwrap();
        page.items
    };
    let first = latest(1).await;
    let latest = latest(10).await;
    let seen: Vec<_> = latest
        .iter()
        .map(|seen| {
            (
                seen.chat_id,
                seen.user.email.as_deref(),
                seen.running,
                seen.outcome,
            )
        })
        .collect();
    assert_eq!(
        seen,
        [
            (busy.id, Some("b@example.com"), true, None),
            (
                idle.id,
                Some("a@example.com"),
                false,
                Some(Outcome::Completed)
            )
        ]
    );
    assert_eq!((latest[1].turns, latest[1].credits), (1, 1));
    assert_eq!(first, latest[..1]);
    let one = world.store.activity_of(idle.id).await.unwrap();
    assert_eq!(one.as_ref(), Some(&latest[1]));
    let nowhere = world.store.activity_of(world.ids.id()).await.unwrap();
    assert_eq!(nowhere, None);
});

both!(
    admin_view_of_chat_is_recorded_once_per_hour_and_reason,
    |world| {
        let chat = world.chat(world.user("a@example.com").await).await;
        let admin = world.user("admin@example.com").await;
        let look = async |reason: &str| {
            world
                .store
                .record_view(chat.id, reason, &world.admin_action(admin))
                .await
                .unwrap();
        };
        look("A complaint").await;
        look("A complaint").await;
        look("Curiosity").await;
        world.hand.advance(TimeDelta::hours(1));
        look("A complaint").await;
        let page = world
            .store
            .chat_views(chat.id, &PageRequest::first(2))
            .await
            .unwrap();
        let reasons: Vec<_> = page.items.iter().map(|view| view.reason.as_str()).collect();
        assert_eq!(reasons, ["A complaint", "Curiosity"]);
        let rest = PageRequest {
            limit: 2,
            cursor: page.next_cursor,
        };
        let page = world.store.chat_views(chat.id, &rest).await.unwrap();
        assert_eq!((page.items.len(), page.next_cursor), (1, None));
    }
);

both!(admins_see_usage_of_all_users, |world| {
    let chat = world.chat(world.user("Ada@example.com").await).await;
    let turn_id = chat.begun(50).await;
    chat.finish(turn_id, 30).await.unwrap();
    world.hand.advance(TimeDelta::days(31));
    let turn_id = chat.begun(50).await;
    chat.finish(turn_id, 7).await.unwrap();
    let bob = world.user("bob@example.com").await;
    let first = PageRequest::default();
    let of = |search: Option<&str>| UserFilter {
        search: search.map(str::to_owned),
        days: 30,
        ..UserFilter::default()
    };
    let all = world
        .store
        .user_usage(&of(None), &first, world.now())
        .await
        .unwrap()
        .items;
    assert_eq!(all.len(), 2);
    assert_eq!(
        (all[0].user_id, all[0].turns, all[0].last_turn_at),
        (bob, 0, None)
    );
    let found = world
        .store
        .user_usage(&of(Some("aDA@")), &first, world.now())
        .await;
    let found = found.unwrap().items;
    let [ada] = &found[..] else {
        panic!("one person")
    };
    assert_eq!(
        (ada.user_id, ada.credits_used, ada.turns),
        (chat.user_id, 7, 1)
    );
    assert_eq!((ada.credits_left, ada.credits_total), (193, 200));
    assert_eq!(ada.last_turn_at, Some(world.now()));
});
