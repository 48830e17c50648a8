//! Sessions, the rotation of refresh tokens, and one-time tokens.

use chrono::TimeDelta;
use portolan::{
    model::{AuthMethod, AuthSession, OneTimeKind},
    store::{NewOneTimeToken, Rotation, StoreError, Try},
};
use uuid::Uuid;

use crate::world::World;

async fn signed_in(world: &World, user_id: Uuid, token: &str) -> AuthSession {
    let session = AuthSession {
        id: world.ids.id(),
        user_id,
        aal: "aal1".to_owned(),
        amr: vec![AuthMethod {
            method: "password".to_owned(),
            timestamp: world.now().timestamp(),
        }],
        user_agent: Some("test".to_owned()),
        ip: None,
        not_after: Some(world.now() + TimeDelta::days(1)),
        refreshed_at: None,
        created_at: world.now(),
    };
    world.store.create_session(&session, token).await.unwrap();
    session
}

async fn rotate(world: &World, presented: &str, fresh: &str) -> Rotation {
    let interval = TimeDelta::seconds(10);
    world
        .store
        .rotate_refresh_token(presented, fresh, interval, world.now())
        .await
        .unwrap()
}

both!(tokens_rotate_one_after_the_other, |world| {
    let user_id = world.user("a@example.com").await;
    let session = signed_in(world, user_id, "t0").await;
    assert_eq!(
        world.store.user(user_id).await.unwrap().last_sign_in_at,
        Some(world.now())
    );
    for number in 0..3 {
        world.hand.advance(TimeDelta::minutes(1));
        let rotated = rotate(world, &format!("t{number}"), &format!("t{}", number + 1)).await;
        let Rotation::Rotated(found) = rotated else {
            panic!("{rotated:?}")
        };
        assert_eq!(
            (found.id, found.refreshed_at),
            (session.id, Some(world.now()))
        );
    }
    assert_eq!(rotate(world, "unknown", "x").await, Rotation::Unknown);
});

both!(two_tabs_may_show_the_same_token_for_a_moment, |world| {
    let user_id = world.user("a@example.com").await;
    signed_in(world, user_id, "parent").await;
    for child in ["one", "two", "three"] {
        world.hand.advance(TimeDelta::seconds(3));
        assert!(matches!(
            rotate(world, "parent", child).await,
            Rotation::Rotated(_)
        ));
    }
    assert!(matches!(
        rotate(world, "two", "four").await,
        Rotation::Rotated(_)
    ));
});

both!(a_token_shown_again_too_late_ends_the_session, |world| {
    let user_id = world.user("a@example.com").await;
    let session = signed_in(world, user_id, "parent").await;
    rotate(world, "parent", "child").await;
    world.hand.advance(TimeDelta::milliseconds(10_001));
    let reused = Rotation::Reused {
        user_id,
        session_id: session.id,
    };
    assert_eq!(rotate(world, "parent", "x").await, reused);
    assert_eq!(rotate(world, "child", "y").await, Rotation::Unknown);
    let ended = world.store.session(session.id, world.now()).await;
    assert!(matches!(ended, Err(StoreError::NotFound("session"))));
});

both!(
    a_token_whose_child_was_used_ends_the_session_at_once,
    |world| {
        let user_id = world.user("a@example.com").await;
        signed_in(world, user_id, "parent").await;
        rotate(world, "parent", "child").await;
        rotate(world, "child", "grandchild").await;
        assert!(matches!(
            rotate(world, "parent", "x").await,
            Rotation::Reused { .. }
        ));
        assert_eq!(rotate(world, "grandchild", "y").await, Rotation::Unknown);
    }
);

both!(
    a_session_ends_by_time_by_hand_and_by_signing_out_elsewhere,
    |world| {
        let user_id = world.user("a@example.com").await;
        let store = &world.store;
        let [one, two, three] = [
            signed_in(world, user_id, "1").await,
            signed_in(world, user_id, "2").await,
            signed_in(world, user_id, "3").await,
        ];
        assert_eq!(store.sessions(user_id).await.unwrap().len(), 3);
        assert_eq!(store.session(one.id, world.now()).await.unwrap(), one);
        store.end_session(one.id).await.unwrap();
        assert_eq!(store.end_sessions(user_id, Some(two.id)).await.unwrap(), 1);
        assert!(store.session(three.id, world.now()).await.is_err());
        world.hand.advance(TimeDelta::days(1));
        assert!(store.session(two.id, world.now()).await.is_err());
        assert_eq!(rotate(world, "2", "x").await, Rotation::Expired);
        assert!(store.sessions(user_id).await.unwrap().is_empty());
    }
);

both!(a_link_works_once_and_in_time, |world| {
    let user_id = world.user("a@example.com").await;
    let kind = OneTimeKind::MagicLink;
    let send = |hash: &'static str| NewOneTimeToken {
        id: world.ids.id(),
        user_id,
        kind,
        hash,
        sent_to: "a@example.com",
        now: world.now(),
        expires_at: world.now() + TimeDelta::hours(1),
    };
    let take = async |hash: &str| {
        world
            .store
            .take_one_time_link(kind, hash, world.now())
            .await
            .unwrap()
    };
    world
        .store
        .create_one_time_token(&send("old"))
        .await
        .unwrap();
    world
        .store
        .create_one_time_token(&send("new"))
        .await
        .unwrap();
    assert_eq!(take("old").await, Try::Wrong);
    assert!(matches!(take("new").await, Try::Right(token) if token.user_id == user_id));
    assert_eq!(take("new").await, Try::Wrong);
    world
        .store
        .create_one_time_token(&send("late"))
        .await
        .unwrap();
    world.hand.advance(TimeDelta::hours(1));
    assert_eq!(take("late").await, Try::Expired);
});

both!(a_code_has_ten_tries, |world| {
    let user_id = world.user("a@example.com").await;
    let kind = OneTimeKind::Recovery;
    let code = NewOneTimeToken {
        id: world.ids.id(),
        user_id,
        kind,
        hash: "right",
        sent_to: "a@example.com",
        now: world.now(),
        expires_at: world.now() + TimeDelta::hours(1),
    };
    let guess = async |hash: &str| {
        world
            .store
            .try_one_time_code(user_id, kind, hash, world.now())
            .await
            .unwrap()
    };
    world.store.create_one_time_token(&code).await.unwrap();
    for _ in 0..9 {
        assert_eq!(guess("wrong").await, Try::Wrong);
    }
    assert!(
        matches!(guess("right").await, Try::Right(_)),
        "the tenth try counts"
    );
    world.store.create_one_time_token(&code).await.unwrap();
    for _ in 0..10 {
        guess("wrong").await;
    }
    assert_eq!(guess("right").await, Try::Expired);
    assert_eq!(guess("right").await, Try::Wrong);
});
