//! Sessions, the rotation of refresh tokens, and one-time tokens.

use chrono::TimeDelta;
use portolan_domain::{AuthCode, AuthMethod, AuthSession, OneTimeKind};
use portolan_store::{Exchange, NewOneTimeToken, Rotation, StoreError, Try};
use uuid::Uuid;

use crate::world::StoreWorld;

async fn signed_in(world: &StoreWorld, user_id: Uuid, token: &str) -> AuthSession {
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
        oauth_client_id: None,
        scope: None,
        created_at: world.now(),
    };
    world.store.create_session(&session, token).await.unwrap();
    session
}

async fn rotate(world: &StoreWorld, presented: &str, fresh: &str) -> Rotation {
    let interval = TimeDelta::seconds(10);
    world
        .store
        .rotate_refresh_token(None, presented, fresh, interval, world.now())
        .await
        .unwrap()
}

both!(refresh_tokens_rotate, |world| {
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

both!(
    two_tabs_can_refresh_with_the_same_token_within_the_grace_interval,
    |world| {
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
    }
);

both!(refresh_token_reused_after_interval_ends_session, |world| {
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
    refresh_token_with_used_child_ends_session_immediately,
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
    session_ends_by_expiry_deletion_and_remote_sign_out,
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

/// A token with a link, as a mail carries it.
fn new_token<'a>(
    world: &StoreWorld,
    user_id: Uuid,
    kind: OneTimeKind,
    hash: &'a str,
) -> NewOneTimeToken<'a> {
    NewOneTimeToken {
        id: world.ids.id(),
        user_id,
        kind,
        hash,
        link_hash: Some(hash),
        sent_to: "a@example.com",
        code_challenge: Some(("challenge", "s256")),
        now: world.now(),
        expires_at: world.now() + TimeDelta::hours(1),
    }
}

async fn send(world: &StoreWorld, user_id: Uuid, kind: OneTimeKind, hash: &str) {
    let letters = [new_token(world, user_id, kind, hash)];
    let now = world.now();
    let user = world
        .store
        .issue_one_time_tokens(user_id, &letters, now, |user| {
            user.recovery_sent_at = Some(now);
            Ok(Vec::new())
        })
        .await
        .unwrap();
    assert_eq!(user.recovery_sent_at, Some(now));
}

both!(magic_link_works_once_before_expiry, |world| {
    let user_id = world.user("a@example.com").await;
    let kind = OneTimeKind::MagicLink;
    let follow = async |kinds: &[OneTimeKind], hash: &str| {
        let now = world.now();
        world
            .store
            .redeem_link(kinds, hash, now, world.ids.id(), |user, _| {
                user.email_confirmed_at = Some(now);
                true
            })
            .await
            .unwrap()
    };
    send(world, user_id, kind, "old").await;
    send(world, user_id, kind, "new").await;
    assert_eq!(follow(&[kind], "old").await, Try::Wrong);
    assert_eq!(follow(&[OneTimeKind::Recovery], "new").await, Try::Wrong);
    let Try::Right(user, token) = follow(&[OneTimeKind::Recovery, kind], "new").await else {
        panic!("the newest link is right");
    };
    assert_eq!((user.id, token.user_id), (user_id, user_id));
    assert_eq!(user.email_confirmed_at, Some(world.now()));
    assert_eq!(
        token.code_challenge,
        Some(("challenge".to_owned(), "s256".to_owned()))
    );
    // A confirmed address can be used to sign in from now on.
    let identities = world.store.identities(user_id).await.unwrap();
    assert_eq!(identities[0].identity_data["email_verified"], true);
    assert_eq!(follow(&[kind], "new").await, Try::Wrong);
    send(world, user_id, kind, "late").await;
    world.hand.advance(TimeDelta::hours(1));
    assert_eq!(follow(&[kind], "late").await, Try::Expired);
});

both!(one_time_code_allows_ten_attempts, |world| {
    let user_id = world.user("a@example.com").await;
    let kind = OneTimeKind::Recovery;
    let guess = async |hash: &str| {
        world
            .store
            .redeem_code(
                user_id,
                &[OneTimeKind::MagicLink, kind],
                |stored| stored == hash,
                world.now(),
                world.ids.id(),
                |_, _| true,
            )
            .await
            .unwrap()
    };
    send(world, user_id, kind, "right").await;
    for _ in 0..9 {
        assert_eq!(guess("wrong").await, Try::Wrong);
    }
    assert!(
        matches!(guess("right").await, Try::Right(..)),
        "the tenth try counts"
    );
    send(world, user_id, kind, "right").await;
    for _ in 0..10 {
        guess("wrong").await;
    }
    assert_eq!(guess("right").await, Try::Expired);
    assert_eq!(guess("right").await, Try::Wrong);
});

both!(refused_token_is_consumed_without_changes, |world| {
    let user_id = world.user("a@example.com").await;
    let kind = OneTimeKind::Confirmation;
    send(world, user_id, kind, "token").await;
    let refused = world
        .store
        .redeem_link(&[kind], "token", world.now(), world.ids.id(), |user, _| {
            user.phone = Some("1".to_owned());
            false
        })
        .await
        .unwrap();
    assert_eq!(refused, Try::Wrong);
    assert_eq!(world.store.user(user_id).await.unwrap().phone, None);
});

both!(auth_code_is_exchanged_once_with_its_verifier, |world| {
    let user_id = world.user("a@example.com").await;
    let code = AuthCode {
        user_id,
        method: "otp".to_owned(),
        code_challenge: "challenge".to_owned(),
        challenge_method: "s256".to_owned(),
        provider_tokens: None,
        expires_at: world.now() + TimeDelta::minutes(5),
    };
    let exchange = async |hash: &str, is_met: bool| {
        let now = world.now();
        world
            .store
            .exchange_auth_code(hash, now, |_| is_met)
            .await
            .unwrap()
    };
    for hash in ["one", "two"] {
        world
            .store
            .create_auth_code(hash, &code, world.now())
            .await
            .unwrap();
    }
    assert_eq!(exchange("none", true).await, Exchange::Unknown);
    assert_eq!(exchange("one", false).await, Exchange::WrongVerifier);
    assert_eq!(exchange("one", true).await, Exchange::Right(code.clone()));
    assert_eq!(exchange("one", true).await, Exchange::Unknown);
    world.hand.advance(TimeDelta::minutes(5));
    assert_eq!(exchange("two", true).await, Exchange::Expired);
});

both!(signed_message_is_accepted_once, |world| {
    let end = world.now() + TimeDelta::minutes(10);
    let use_message = async || {
        world
            .store
            .use_message("hash", end, world.now())
            .await
            .unwrap()
    };
    assert!(use_message().await);
    assert!(!use_message().await);
    world.hand.advance(TimeDelta::minutes(10));
    assert!(
        use_message().await,
        "by then nobody takes the message itself"
    );
});
