//! Channels: who may join which, what is said there, who is present.

use bytes::Bytes;
use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    client::{Client, HttpAnswer, send},
    socket::{Channels, ClientSocket},
    world::World,
};

/// The public key of a server.
pub async fn public_key(client: &Client) -> String {
    let config = client.get("/api/config").await.ok();
    config["auth"]["publicKey"].as_str().unwrap().to_owned()
}

async fn channels(world: &World) -> Channels {
    Channels::open(world.server.address, &public_key(&world.client()).await).await
}

both!(socket_requires_key_and_same_origin, |world| {
    let address = world.server.address;
    let key = public_key(&world.client()).await;
    let open = async |query: &str, origin: Option<&str>| {
        let headers: Vec<(&str, &str)> = origin
            .map(|origin| ("origin", origin))
            .into_iter()
            .collect();
        ClientSocket::open(address, query, &headers).await.map(drop)
    };
    let good = format!("apikey={key}&vsn=2.0.0&log_level=info&eventsPerSecond=10");
    assert_eq!(open(&good, None).await, Ok(()));
    assert_eq!(
        open(&good, Some(&format!("http://{address}"))).await,
        Ok(())
    );
    assert_eq!(open(&good, Some("http://localhost:5173")).await, Ok(()));
    assert_eq!(open(&good, Some("chrome-extension://abc")).await, Ok(()));
    for origin in [
        "https://evil.example",
        "null",
        "http://127.0.0.1.evil.example",
    ] {
        assert_eq!(open(&good, Some(origin)).await, Err(403), "{origin}");
    }
    assert_eq!(open("vsn=2.0.0", None).await, Err(403));
    assert_eq!(
        open("apikey=sb_publishable_wrong&vsn=2.0.0", None).await,
        Err(403)
    );
    assert_eq!(
        open(&format!("apikey={key}&vsn=3.0.0"), None).await,
        Err(400)
    );
    // Cookies are not looked at: a page of another site can do nothing with them.
    let ada = world.new_user("ada").await;
    let session = format!("portolan-auth-token={}", ada.session);
    let cookie = ClientSocket::open(address, "vsn=2.0.0", &[("cookie", &session)]).await;
    assert_eq!(cookie.map(drop), Err(403));
    // Without an upgrade it is an ordinary refusal, and the address is in no answer.
    let answer = world
        .client()
        .get(&format!("/realtime/v1/websocket?{good}"))
        .await;
    answer.is(400);
    assert!(!answer.text().contains(&key));
    let nothing = world.client().get("/realtime/v1/api/tenants").await;
    assert!(nothing.is(404).json()["error"].is_string());
});

both!(
    broadcasts_reach_other_members_in_both_protocol_versions,
    |world| {
        let key = public_key(&world.client()).await;
        let mut old = Channels::of_version(world.server.address, &key, "1.0.0").await;
        let mut new = Channels::open(world.server.address, &key).await;
        let topic = "realtime:room";
        let old_ref = old
            .join(topic, json!({"broadcast": {"ack": true}}), None)
            .await;
        new.join(topic, json!({"broadcast": {"self": true}}), None)
            .await;
        let said = json!({"type": "broadcast", "event": "cursor", "payload": {"x": 1}});
        let reference = old
            .push(Some(&old_ref), topic, "broadcast", said.clone())
            .await;
        assert_eq!(
            old.reply(&reference).await,
            json!({"status": "ok", "response": {}})
        );
        assert_eq!(new.event("broadcast").await.payload, said);
        // A binary frame of the newer version is heard by both, also by its sender, who asked for that.
        new.socket
            .binary(b"\x03\x01\x01\x0d\x04\x00\x011\x39realtime:roommove{\"y\":2}")
            .await;
        let moved = json!({"type": "broadcast", "event": "move", "payload": {"y": 2}});
        assert_eq!(old.event("broadcast").await.payload, moved);
        assert_eq!(new.event("broadcast").await.payload, moved);
        // Bytes go to those who can be told them.
        new.socket
            .binary(b"\x03\x01\x02\x0d\x04\x00\x00110realtime:roomblob\x00\xff")
            .await;
        let blob = new.event("broadcast").await;
        assert_eq!(blob.payload["payload"], json!([0, 255]));
        // The sender of the first did not ask to hear itself, and did not.
        let rest = old.rest().await;
        assert!(
            rest.iter().all(|message| message.event != "broadcast"),
            "{rest:?}"
        );
    }
);

both!(channel_receives_nothing_after_leaving, |world| {
    let mut ada = channels(world).await;
    let mut ben = channels(world).await;
    let topic = "realtime:room";
    let ada_ref = ada.join(topic, json!({}), None).await;
    let ben_ref = ben
        .join(topic, json!({"broadcast": {"ack": true}}), None)
        .await;
    let left = ada
        .push(Some(&ada_ref), topic, "phx_leave", json!({}))
        .await;
    assert_eq!(ada.reply(&left).await["status"], "ok");
    let said = json!({"event": "e", "payload": {}});
    let reference = ben
        .push(Some(&ben_ref), topic, "broadcast", said.clone())
        .await;
    ben.reply(&reference).await;
    assert!(
        ada.rest()
            .await
            .iter()
            .all(|message| message.event != "broadcast")
    );
    let reference = ada.push(Some(&ada_ref), topic, "broadcast", said).await;
    assert_eq!(
        ada.reply(&reference).await,
        json!({"status": "error", "response": {"reason": "unmatched topic"}})
    );
    // Leaving what was never joined is no error.
    let reference = ada
        .push(None, "realtime:never", "phx_leave", json!({}))
        .await;
    assert_eq!(ada.reply(&reference).await["status"], "ok");
    let reference = ben.push(Some(&ben_ref), topic, "shout", json!({})).await;
    assert_eq!(ben.reply(&reference).await["status"], "error");
});

both!(joining_again_closes_the_previous_channel, |world| {
    let mut ada = channels(world).await;
    let first = ada.join("realtime:room", json!({}), None).await;
    let second = ada
        .join("realtime:room", json!({"broadcast": {"self": true}}), None)
        .await;
    let closed = ada.event("phx_close").await;
    assert_eq!(closed.reference.as_deref(), Some(first.as_str()));
    let said = json!({"event": "e", "payload": {}});
    ada.push(Some(&first), "realtime:room", "broadcast", said.clone())
        .await;
    ada.push(Some(&second), "realtime:room", "broadcast", said)
        .await;
    ada.event("broadcast").await;
    assert!(
        ada.rest()
            .await
            .iter()
            .all(|message| message.event != "broadcast")
    );
});

both!(presence_sends_state_then_diffs, |world| {
    let mut ada = channels(world).await;
    let mut ben = channels(world).await;
    let topic = "realtime:room";
    let config = |key: &str| json!({"presence": {"key": key, "enabled": true}});
    let ada_ref = ada.join(topic, config("ada"), None).await;
    assert_eq!(ada.event("presence_state").await.payload, json!({}));
    let track = |at: i32| json!({"type": "presence", "event": "track", "payload": {"at": at}});
    let reference = ada.push(Some(&ada_ref), topic, "presence", track(1)).await;
    assert_eq!(ada.reply(&reference).await["status"], "ok");
    let came = ada.event("presence_diff").await.payload;
    assert_eq!(came["joins"]["ada"]["metas"][0]["at"], 1);
    assert_eq!(came["leaves"], json!({}));
    ben.join(topic, config("ben"), None).await;
    let state = ben.event("presence_state").await.payload;
    assert_eq!(state["ada"]["metas"][0]["at"], 1);
    ada.push(Some(&ada_ref), topic, "presence", track(2)).await;
    let changed = ben.event("presence_diff").await.payload;
    let before = &changed["leaves"]["ada"]["metas"][0]["phx_ref"];
    assert_eq!(&changed["joins"]["ada"]["metas"][0]["phx_ref_prev"], before);
    let untrack = json!({"type": "presence", "event": "untrack"});
    ada.push(Some(&ada_ref), topic, "presence", untrack).await;
    let gone = ben.event("presence_diff").await.payload;
    assert_eq!(gone["leaves"]["ada"]["metas"][0]["at"], 2);
    // A dropped connection leaves too.
    ada.push(Some(&ada_ref), topic, "presence", track(3)).await;
    ben.event("presence_diff").await;
    drop(ada);
    let gone = ben.event("presence_diff").await.payload;
    assert_eq!(gone["leaves"]["ada"]["metas"][0]["at"], 3);
});

both!(private_channel_requires_access_to_its_subject, |world| {
    let ada = world.new_user("ada").await;
    let ben = world.new_user("ben").await;
    let board = ada.post("/api/boards", json!({})).await.is(201).json();
    let board_id = board["boardId"].as_str().unwrap().to_owned();
    let mut socket = channels(world).await;
    let private = json!({"private": true});
    let (hers, his) = (
        Some(ada.access_token.as_str()),
        Some(ben.access_token.as_str()),
    );
    let board_topic = format!("realtime:board:{board_id}:cursors");
    let own_topic = format!("realtime:user:{}", ada.id);
    for topic in [&board_topic, &own_topic] {
        socket.join(topic, private.clone(), hers).await;
        for token in [his, None] {
            let reason = socket.refused(topic, private.clone(), token).await;
            let name = topic.strip_prefix("realtime:").unwrap();
            assert_eq!(
                reason,
                format!(
                    "Unauthorized: You do not have permissions to read from this Channel topic: {name}"
                )
            );
        }
        // Names of items are private topics, for any caller.
        socket.refused(topic, json!({}), hers).await;
    }
    let shared = ada
        .put(
            &format!("/api/boards/{board_id}/visibility"),
            json!({"visibility": "unlisted"}),
        )
        .await;
    shared.is(204);
    let join_ref = socket.join(&board_topic, private.clone(), None).await;
    let said = json!({"event": "e", "payload": {}});
    let reference = socket
        .push(Some(&join_ref), &board_topic, "broadcast", said.clone())
        .await;
    let refused = socket.reply(&reference).await;
    let reason = refused["response"]["reason"].as_str().unwrap();
    assert!(reason.contains("permissions to write to"), "{reason}");
    let config = json!({"private": true, "broadcast": {"ack": true}});
    let join_ref = socket.join(&board_topic, config, his).await;
    let reference = socket
        .push(Some(&join_ref), &board_topic, "broadcast", said)
        .await;
    assert_eq!(socket.reply(&reference).await["status"], "ok");
    // Unknown topics are closed to all, unless the settings open them to signed-in users.
    socket.refused("realtime:room", private.clone(), hers).await;
    let open = world
        .restart_with(|settings| settings.realtime_open_topics = true)
        .await;
    let mut socket = Channels::open(open.address, &public_key(&world.client()).await).await;
    socket.join("realtime:room", private.clone(), hers).await;
    socket.refused("realtime:room", private, None).await;
});

both!(
    invalid_tokens_and_topics_are_rejected_with_expected_messages,
    |world| {
        let ada = world.new_user("ada").await;
        let mut socket = channels(world).await;
        let token = |text: &str| Some(text.to_owned());
        let forged = format!("{}A", &ada.access_token[..ada.access_token.len() - 2]);
        for (token, reason) in [
            (
                token("nonsense"),
                "MalformedJWT: The token provided is not a valid JWT",
            ),
            (
                token(&forged),
                "JwtSignatureError: Failed to validate JWT signature",
            ),
        ] {
            assert_eq!(
                socket
                    .refused("realtime:room", json!({}), token.as_deref())
                    .await,
                reason
            );
        }
        ada.post("/auth/v1/logout?scope=global", json!({}))
            .await
            .is(204);
        assert_eq!(
            socket
                .refused("realtime:room", json!({}), Some(&ada.access_token))
                .await,
            "InvalidJWTToken: This session has ended"
        );
        assert_eq!(
            socket.refused("realtime:", json!({}), None).await,
            "TopicNameRequired: You must provide a topic name"
        );
        socket.refused("room", json!({}), None).await;
        socket
            .refused("realtime:room", json!({"private": "yes"}), None)
            .await;
    }
);

both!(api_keys_used_as_tokens_have_no_effect, |world| {
    let ada = world.new_user("ada").await;
    let mut socket = channels(world).await;
    let name = Some("sb_publishable_whatever");
    socket.join("realtime:room", json!({}), name).await;
    let topic = format!("realtime:user:{}", ada.id);
    let private = json!({"private": true, "broadcast": {"ack": true}});
    let token = Some(ada.access_token.as_str());
    let join_ref = socket.join(&topic, private, token).await;
    let key = json!({"access_token": name});
    socket
        .push(Some(&join_ref), &topic, "access_token", key)
        .await;
    let body = json!({"type": "broadcast", "event": "e", "payload": {}});
    let said = socket
        .push(Some(&join_ref), &topic, "broadcast", body)
        .await;
    assert_eq!(socket.reply(&said).await["status"], "ok");

    // A token that lacks what a token has is told so, and the channel ends.
    let keys = std::fs::read_to_string(world.folder().join("signing-keys.json")).unwrap();
    let claims = portolan_auth::Claims {
        aud: "authenticated".into(),
        exp: Some(world.app().clock.now().timestamp() + 60),
        ..portolan_auth::Claims::default()
    };
    let bare = portolan_auth::Keys::parse(&keys)
        .unwrap()
        .sign(&claims)
        .unwrap();
    let key = json!({"access_token": bare});
    socket
        .push(Some(&join_ref), &topic, "access_token", key)
        .await;
    let said = socket.event("system").await;
    let message = "Fields `role` and `exp` are required in JWT";
    assert_eq!(said.payload["message"], message);
    assert_eq!(socket.event("phx_close").await.topic, topic);
    let reason = socket
        .refused("realtime:room", json!({}), Some(&bare))
        .await;
    assert_eq!(reason, format!("InvalidJWTToken: {message}"));
});

both!(member_that_tracks_receives_channel_presence, |world| {
    let mut socket = channels(world).await;
    let quiet = json!({"presence": {"key": "ada", "enabled": false}});
    let join_ref = socket.join("realtime:room", quiet, None).await;
    let track = json!({"type": "presence", "event": "TRACK", "payload": {"at": 1}});
    socket
        .push(Some(&join_ref), "realtime:room", "presence", track)
        .await;
    let came = socket.event("presence_diff").await.payload;
    assert_eq!(came["joins"]["ada"]["metas"][0]["at"], 1);
});

async fn broadcast(client: &Client, key: &str, messages: Value) -> HttpAnswer {
    let request = client.request(Method::POST, "/realtime/v1/api/broadcast");
    send(
        request
            .header("apikey", key)
            .json(&json!({"messages": messages})),
    )
    .await
}

both!(broadcasts_can_be_sent_over_http, |world| {
    let ada = world.new_user("ada").await;
    let ben = world.new_user("ben").await;
    let key = public_key(&world.client()).await;
    let mut socket = Channels::open(world.server.address, &key).await;
    socket.join("realtime:room", json!({}), None).await;
    let message = json!({"topic": "room", "event": "e", "payload": {"n": 1}, "private": false});
    broadcast(&world.client(), &key, json!([message]))
        .await
        .is(202);
    let heard = socket.event("broadcast").await;
    assert_eq!(
        heard.payload,
        json!({"type": "broadcast", "event": "e", "payload": {"n": 1}})
    );
    let one = |client: &Client, topic: &str, query: &str| {
        let path = format!("/realtime/v1/api/broadcast/{topic}/events/e%2Ff?apikey={key}{query}");
        client.request(Method::POST, &path)
    };
    let client = world.client();
    let json_request = one(&client, "room", "&vsn=2.0.0").json(&json!({"n": 2}));
    assert_eq!(send(json_request).await.is(202).text(), "");
    assert_eq!(
        socket.event("broadcast").await.payload,
        json!({"type": "broadcast", "event": "e/f", "payload": {"n": 2}})
    );
    let bytes = one(&client, "room", "")
        .header("content-type", "application/octet-stream")
        .body(Bytes::from_static(&[1, 2]));
    send(bytes).await.is(202);
    assert_eq!(
        socket.event("broadcast").await.payload["payload"],
        json!([1, 2])
    );
    // Private ones are for who may speak there.
    let own = format!("user:{}", ada.id);
    let private = json!({"private": true});
    socket
        .join(&format!("realtime:{own}"), private, Some(&ada.access_token))
        .await;
    let message = json!([{"topic": own, "event": "e", "payload": {}, "private": true}]);
    broadcast(&ada, &key, message.clone()).await.is(202);
    socket.event("broadcast").await;
    for stranger in [&*ben, &world.client()] {
        let refused = broadcast(stranger, &key, message.clone()).await;
        assert!(
            refused.is(403).json()["error"]
                .as_str()
                .unwrap()
                .starts_with("Unauthorized")
        );
    }
    let single = one(&ada, &own, "&private=true").json(&json!({}));
    send(single).await.is(202);
    socket.event("broadcast").await;
    // And what is wrong is said.
    broadcast(&world.client(), "wrong", json!([])).await.is(401);
    broadcast(&world.client().with_token("nonsense"), &key, json!([]))
        .await
        .is(401);
    broadcast(&world.client(), &key, json!("x")).await.is(422);
    broadcast(&world.client(), &key, json!([{"topic": "", "event": "e"}]))
        .await
        .is(422);
    let large = json!([{"topic": "room", "event": "e", "payload": "x".repeat(300_000)}]);
    broadcast(&world.client(), &key, large).await.is(413);
});
