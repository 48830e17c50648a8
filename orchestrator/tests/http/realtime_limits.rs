//! How much a socket may do, and when it or a channel of it ends.

use chrono::TimeDelta;
use portolan::boot::testing::{Settings, TestServer};
use serde_json::json;

use crate::{
    realtime::public_key,
    socket::{Channels, ClientSocket, SocketMessage},
    world::World,
};

async fn limited(world: &World, change: impl FnOnce(&mut Settings)) -> (TestServer, String) {
    let server = world.restart_with(change).await;
    let key = public_key(&world.client().at(server.address)).await;
    (server, key)
}

both!(channel_closes_when_its_token_expires, |world| {
    let ada = world.new_user("ada").await;
    let key = public_key(&world.client()).await;
    let mut socket = Channels::open(world.server.address, &key).await;
    let token = Some(ada.access_token.as_str());
    let topic = format!("realtime:user:{}", ada.id);
    let join_ref = socket.join(&topic, json!({"private": true}), token).await;
    socket.join("realtime:open", json!({}), None).await;
    world.hand.advance(TimeDelta::seconds(3_605));
    let said = socket.event("system").await;
    assert_eq!(said.topic, topic);
    assert_eq!(said.payload["status"], "error");
    assert_eq!(said.payload["message"], "Token has expired 5 seconds ago");
    let closed = socket.event("phx_close").await;
    assert_eq!(
        (&closed.topic, closed.reference.as_deref()),
        (&topic, Some(join_ref.as_str()))
    );
    // The socket and its other channel continue, and the old token opens nothing more.
    let rest = socket.rest().await;
    assert!(
        rest.iter().all(|message| message.event == "presence_state"),
        "{rest:?}"
    );
    let reason = socket
        .refused(&topic, json!({"private": true}), token)
        .await;
    assert_eq!(reason, "InvalidJWTToken: Token has expired 5 seconds ago");
});

both!(new_access_token_keeps_channel_open, |world| {
    let ada = world.new_user("ada").await;
    let ben = world.new_user("ben").await;
    let key = public_key(&world.client()).await;
    let mut socket = Channels::open(world.server.address, &key).await;
    let topic = format!("realtime:user:{}", ada.id);
    let private = json!({"private": true, "broadcast": {"self": true}});
    let join_ref = socket
        .join(&topic, private.clone(), Some(&ada.access_token))
        .await;
    world.hand.advance(TimeDelta::seconds(3_500));
    let body = json!({"refresh_token": ada.refresh_token});
    let renewed = ada
        .post("/auth/v1/token?grant_type=refresh_token", body)
        .await
        .ok();
    let token = |token: &serde_json::Value| json!({"access_token": token});
    let fresh = &renewed["access_token"];
    socket
        .push(Some(&join_ref), &topic, "access_token", token(fresh))
        .await;
    // Answered only after the token was taken.
    socket.rest().await;
    world.hand.advance(TimeDelta::seconds(1_000));
    let said = json!({"event": "e", "payload": {}});
    socket
        .push(Some(&join_ref), &topic, "broadcast", said)
        .await;
    socket.event("broadcast").await;
    // Another user's token closes it.
    let his = json!(ben.access_token);
    socket
        .push(Some(&join_ref), &topic, "access_token", token(&his))
        .await;
    let said = socket.event("system").await;
    assert_eq!(said.payload["message"], "Token has expired 900 seconds ago");
    assert_eq!(socket.event("phx_close").await.topic, topic);
});

both!(channel_closes_when_session_or_access_ends, |world| {
    let ada = world.new_user("ada").await;
    let ben = world.new_user("ben").await;
    let key = public_key(&world.client()).await;
    let mut socket = Channels::open(world.server.address, &key).await;
    let board = ada.post("/api/boards", json!({})).await.is(201).json();
    let board_id = board["boardId"].as_str().unwrap();
    let path = format!("/api/boards/{board_id}/visibility");
    ada.put(&path, json!({"visibility": "public"}))
        .await
        .is(204);
    let hers = format!("realtime:user:{}", ada.id);
    let shared = format!("realtime:board:{board_id}");
    let private = json!({"private": true});
    socket
        .join(&hers, private.clone(), Some(&ada.access_token))
        .await;
    socket
        .join(&shared, private.clone(), Some(&ben.access_token))
        .await;
    ada.put(&path, json!({"visibility": "private"}))
        .await
        .is(204);
    ada.post("/auth/v1/logout?scope=global", json!({}))
        .await
        .is(204);
    world.hand.advance(TimeDelta::seconds(61));
    let mut reasons = Vec::new();
    for _ in 0..2 {
        let said = socket.event("system").await;
        reasons.push((
            said.topic,
            said.payload["message"].as_str().unwrap().to_owned(),
        ));
        socket.event("phx_close").await;
    }
    reasons.sort();
    assert_eq!(reasons[0].0, shared);
    assert!(
        reasons[0].1.starts_with("You do not have permissions"),
        "{reasons:?}"
    );
    assert_eq!(reasons[1], (hers, "This session has ended".into()));
});

both!(
    channels_per_socket_and_sockets_per_user_are_limited,
    |world| {
        let ada = world.new_user("ada").await;
        let (server, key) = limited(world, |settings| {
            settings.realtime_channels = 2;
            settings.realtime_user_sockets = 1;
        })
        .await;
        let mut first = Channels::open(server.address, &key).await;
        first
            .join("realtime:one", json!({}), Some(&ada.access_token))
            .await;
        first
            .join("realtime:two", json!({}), Some(&ada.access_token))
            .await;
        assert_eq!(
            first.refused("realtime:three", json!({}), None).await,
            "ChannelRateLimitReached: Too many channels"
        );
        let mut second = Channels::open(server.address, &key).await;
        assert_eq!(
            second
                .refused("realtime:one", json!({}), Some(&ada.access_token))
                .await,
            "ConnectionRateLimitReached: Too many connected users"
        );
        second.join("realtime:one", json!({}), None).await;
    }
);

both!(sockets_per_peer_are_limited, |world| {
    let (server, key) = limited(world, |settings| settings.realtime_peer_sockets = 1).await;
    let query = format!("apikey={key}&vsn=2.0.0");
    // A client behind a proxy is counted by its own address.
    let open = async || {
        ClientSocket::open(server.address, &query, &[("x-forwarded-for", "192.0.2.1")]).await
    };
    let first = open().await;
    assert!(first.is_ok());
    assert_eq!(open().await.map(drop), Err(429));
    drop(first);
    while server.app.realtime.open_sockets() > 0 {
        tokio::task::yield_now().await;
    }
    assert!(open().await.is_ok());
});

both!(
    excessive_or_malformed_frames_close_socket_with_code,
    |world| {
        let (server, key) = limited(world, |settings| {
            settings.realtime_messages_per_second = 5;
            settings.realtime_frame_bytes = 1_000;
        })
        .await;
        let open = async || Channels::open(server.address, &key).await;
        let mut socket = open().await;
        for _ in 0..40 {
            socket.push(None, "phoenix", "heartbeat", json!({})).await;
        }
        assert_eq!(socket.closed().await, 1008);
        let mut socket = open().await;
        socket.socket.text("nonsense").await;
        assert_eq!(socket.closed().await, 1007);
        let mut socket = open().await;
        socket.socket.binary(&[0, 1, 2]).await;
        assert_eq!(socket.closed().await, 1003);
        let mut socket = open().await;
        socket.socket.text(&"x".repeat(1_001)).await;
        assert_eq!(socket.closed().await, 1009);
        // In pieces too.
        let mut socket = open().await;
        socket.socket.write(0x01, &[b'x'; 600]).await;
        socket.socket.write(0x80, &[b'x'; 600]).await;
        assert_eq!(socket.closed().await, 1009);
        let mut socket = open().await;
        socket.socket.write(0x01, b"[null,\"1\",").await;
        socket.socket.write(0x00, b"\"phoenix\",").await;
        socket.socket.write(0x80, b"\"heartbeat\",{}]").await;
        assert_eq!(socket.reply("1").await["status"], "ok");
        // A close is answered with the same code.
        socket.socket.write(0x88, &1000_u16.to_be_bytes()).await;
        assert_eq!(socket.closed().await, 1000);
        assert_eq!(socket.socket.next().await, SocketMessage::End);
    }
);

both!(idle_socket_is_closed, |world| {
    let (server, key) = limited(world, |settings| settings.realtime_idle_seconds = 1).await;
    let mut socket = Channels::open(server.address, &key).await;
    assert_eq!(socket.closed().await, 1001);
});

both!(sockets_are_notified_on_shutdown, |world| {
    let key = public_key(&world.client()).await;
    let mut socket = Channels::open(world.server.address, &key).await;
    socket.rest().await;
    world.app().realtime.close();
    assert_eq!(socket.closed().await, 1012);
});

both!(
    slow_socket_is_disconnected_without_delaying_others,
    |world| {
        let (server, key) = limited(world, |settings| {
            settings.realtime_messages_per_second = 100_000;
            settings.realtime_buffer_bytes = 300_000;
        })
        .await;
        let mut slow = Channels::open(server.address, &key).await;
        let mut quick = Channels::open(server.address, &key).await;
        let topic = "realtime:room";
        let present = json!({"presence": {"key": "slow", "enabled": true}});
        let slow_ref = slow.join(topic, present, None).await;
        let track = json!({"type": "presence", "event": "track", "payload": {}});
        slow.push(Some(&slow_ref), topic, "presence", track).await;
        slow.event("presence_diff").await;
        let config = json!({"broadcast": {"ack": true}, "presence": {"enabled": true}});
        let quick_ref = quick.join(topic, config, None).await;
        assert_eq!(quick_ref, "1");
        // The kernel takes some megabytes before anything waits here.
        for number in 100..160 {
            let mut frame = format!("\x03\x01\x03\x0d\x01\x00\x001{number}{topic}e").into_bytes();
            frame.extend_from_slice(&[7; 250_000]);
            quick.socket.binary(&frame).await;
            assert_eq!(quick.reply(&number.to_string()).await["status"], "ok");
        }
        let gone = quick.event("presence_diff").await.payload;
        assert!(gone["leaves"]["slow"].is_object(), "{gone}");
        assert_eq!(slow.closed().await, 1013);
    }
);
