//! Rules of the configuration for private channels and for folders in storage.

use portolan::{boot::testing::TestServer, http::auth::Secret};
use portolan_auth::{AccessMode, AccessRule, AccessRules, DatabaseRole};
use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    admin::admin,
    auth_support::anonymous_client,
    client::{Client, HttpAnswer, TestUser, send},
    realtime::public_key,
    socket::Channels,
    storage_support::{SECRET_KEY, raw, upload},
    world::World,
};

/// One pattern for each role and kind of access.
fn rules(separator: &str) -> AccessRules {
    let names = [
        ("lobby", DatabaseRole::Anon),
        ("members", DatabaseRole::Authenticated),
        ("office", DatabaseRole::Admin),
        ("machine", DatabaseRole::Service),
    ];
    let rule = |pattern: String, role, access| AccessRule {
        pattern,
        role,
        access,
    };
    let kinds = [("read", AccessMode::Read), ("write", AccessMode::Write)];
    let mut rules: Vec<AccessRule> = names
        .iter()
        .flat_map(|(name, role)| {
            kinds.map(|(kind, access)| {
                rule(
                    format!("{name}{separator}{kind}{separator}*"),
                    *role,
                    access,
                )
            })
        })
        .collect();
    for (_, access) in kinds {
        let inbox = format!("inbox{separator}{{user}}{separator}**");
        rules.push(rule(inbox, DatabaseRole::Authenticated, access));
    }
    AccessRules(rules)
}

/// A server with rules, and a caller of each role.
struct House {
    server: TestServer,
    ada: TestUser,
    admin: TestUser,
    key: String,
}

/// The four callers in the order of the columns below.
const CALLERS: [&str; 4] = ["anon", "authenticated", "admin", "service"];
/// The callers that the rules of each name serve; the service needs none.
const SERVED: [(&str, [bool; 4]); 4] = [
    ("lobby", [true, false, false, true]),
    ("members", [false, true, true, true]),
    ("office", [false, false, true, true]),
    ("machine", [false, false, false, true]),
];

impl House {
    async fn new(world: &World) -> Self {
        let (ada, admin) = (world.new_user("ada").await, admin(world).await);
        let server = world
            .restart_with(|settings| {
                settings.auth.secret_key = Some(Secret(SECRET_KEY.into()));
                settings.realtime_rules = rules(":");
                let mut storage = rules("/");
                for rule in &mut storage.0 {
                    rule.pattern = format!("shared/{}", rule.pattern);
                }
                settings.storage_rules = storage;
            })
            .await;
        Self {
            ada: ada.at(server.address),
            admin: admin.at(server.address),
            key: public_key(&anonymous_client(&server)).await,
            server,
        }
    }

    fn client(&self, caller: &str) -> Client {
        let token = match caller {
            "anon" => &self.key,
            "authenticated" => &self.ada.access_token,
            "admin" => &self.admin.access_token,
            _ => SECRET_KEY,
        };
        anonymous_client(&self.server).with_token(token)
    }

    fn token(&self, caller: &str) -> Option<&str> {
        match caller {
            "anon" => None,
            "authenticated" => Some(&self.ada.access_token),
            "admin" => Some(&self.admin.access_token),
            _ => Some(SECRET_KEY),
        }
    }

    async fn socket(&self, caller: &str) -> Channels {
        let key = match caller {
            "service" => SECRET_KEY,
            _ => &self.key,
        };
        Channels::open(self.server.address, key).await
    }

    /// Sends a message to a private topic over HTTP.
    async fn broadcast(&self, caller: &str, topic: &str) -> HttpAnswer {
        let message = json!({"topic": topic, "event": "e", "payload": {}, "private": true});
        let request = self
            .client(caller)
            .request(Method::POST, "/realtime/v1/api/broadcast")
            .header("apikey", &self.key)
            .json(&json!({"messages": [message]}));
        send(request).await
    }

    async fn bucket(&self) {
        let body = json!({"id": "shared", "name": "shared", "public": false});
        let operator = self.client("service");
        operator.post("/storage/v1/bucket", body).await.is(200);
    }
}

both!(access_rules_open_private_channels_to_their_roles, |world| {
    let house = House::new(world).await;
    let private = json!({"private": true, "broadcast": {"ack": true}});
    for (name, served) in SERVED {
        for (caller, is_served) in CALLERS.into_iter().zip(served) {
            let mut socket = house.socket(caller).await;
            let is_service = caller == "service";
            for (kind, may_join, may_send) in [
                ("read", is_served, is_service),
                ("write", is_service, is_served),
                ("other", is_service, is_service),
            ] {
                let topic = format!("realtime:{name}:{kind}:1");
                let token = house.token(caller).filter(|_| !is_service);
                let (reply, join_ref) = socket.ask_to_join(&topic, private.clone(), token).await;
                let joined = reply["status"] == "ok";
                assert_eq!(joined, may_join, "{caller} joins {topic}: {reply}");
                if joined {
                    let said = json!({"event": "e", "payload": {}});
                    let sent = socket
                        .push(Some(&join_ref), &topic, "broadcast", said)
                        .await;
                    let reply = socket.reply(&sent).await;
                    assert_eq!(
                        reply["status"] == "ok",
                        may_send,
                        "{caller} in {topic}: {reply}"
                    );
                }
                let answer = house.broadcast(caller, &format!("{name}:{kind}:1")).await;
                let expected = if may_send { 202 } else { 403 };
                assert_eq!(answer.status, expected, "{caller} to {topic}");
            }
        }
    }
});

both!(
    channel_rules_can_contain_the_user_id_and_ignore_product_topics,
    |world| {
        let house = House::new(world).await;
        let private = json!({"private": true});
        let own = format!("realtime:inbox:{}:mail:new", house.ada.id);
        let mut socket = house.socket("authenticated").await;
        socket
            .join(&own, private.clone(), house.token("authenticated"))
            .await;
        for caller in ["anon", "admin"] {
            let token = house.token(caller);
            let reason = socket.refused(&own, private.clone(), token).await;
            assert!(reason.contains("permissions to read from"), "{reason}");
        }
        // A public channel of that name stays public.
        socket.join(&own, json!({}), None).await;
        // Rules for everything leave the topics of the product alone.
        let open = world
            .restart_with(|settings| {
                settings.realtime_rules = AccessRules(vec![AccessRule {
                    pattern: "**".into(),
                    role: DatabaseRole::Authenticated,
                    access: AccessMode::Read,
                }]);
            })
            .await;
        let mut socket = Channels::open(open.address, &house.key).await;
        let hers = format!("realtime:user:{}", house.ada.id);
        let admin = house.token("admin");
        socket
            .join("realtime:anything:at/all", private.clone(), admin)
            .await;
        socket.refused(&hers, private.clone(), admin).await;
        socket
            .join(&hers, private, house.token("authenticated"))
            .await;
    }
);

both!(access_rules_open_folders_to_their_roles, |world| {
    let house = House::new(world).await;
    house.bucket().await;
    let operator = house.client("service");
    for (name, served) in SERVED {
        for kind in ["read", "write", "other"] {
            let path = format!("/storage/v1/object/shared/{name}/{kind}/given.txt");
            upload(&operator, &path, "text/plain", b"given")
                .await
                .is(200);
        }
        for (caller, is_served) in CALLERS.into_iter().zip(served) {
            let client = house.client(caller);
            let is_service = caller == "service";
            for (kind, may_read, may_write) in [
                ("read", is_served, is_service),
                ("write", is_service, is_served),
                ("other", is_service, is_service),
            ] {
                let folder = format!("{name}/{kind}");
                let path = |file: &str| format!("/storage/v1/object/shared/{folder}/{file}");
                let case = format!("{caller} in {folder}");
                let read = client.get(&path("given.txt")).await;
                assert_eq!(read.status, if may_read { 200 } else { 400 }, "{case}");
                let listed = list(&client, &folder).await;
                assert_eq!(listed.contains(&"given.txt".to_owned()), may_read, "{case}");
                let own = path(&format!("{caller}.txt"));
                let made = upload(&client, &own, "text/plain", b"new").await;
                assert_eq!(made.status, if may_write { 200 } else { 400 }, "{case}");
                let replaced = send(raw(&client, Method::PUT, &own, "text/plain", b"newer")).await;
                assert_eq!(replaced.status, if may_write { 200 } else { 400 }, "{case}");
                let signed = own.replace("/object/", "/object/upload/sign/");
                let signed = client.post(&format!("{signed}2"), json!({})).await;
                assert_eq!(signed.status, if may_write { 200 } else { 400 }, "{case}");
                let removed = send(client.request(Method::DELETE, &own)).await;
                assert_eq!(removed.status, if may_write { 200 } else { 400 }, "{case}");
                // A pattern with one star says nothing of deeper folders.
                let deep = upload(&client, &path("a/b.txt"), "text/plain", b"deep").await;
                assert_eq!(deep.status, if is_service { 200 } else { 400 }, "{case}");
                send(operator.request(Method::DELETE, &path("a/b.txt"))).await;
            }
        }
    }
});

both!(folder_rules_with_the_user_id_apply_to_lists_too, |world| {
    let house = House::new(world).await;
    house.bucket().await;
    let own = format!("/storage/v1/object/shared/inbox/{}/a/b.txt", house.ada.id);
    let (ada, admin) = (house.client("authenticated"), house.client("admin"));
    upload(&ada, &own, "text/plain", b"hers").await.is(200);
    upload(&admin, &own, "text/plain", b"not hers")
        .await
        .is(400);
    let other = format!("/storage/v1/object/shared/inbox/{}/c.txt", house.admin.id);
    upload(&admin, &other, "text/plain", b"theirs")
        .await
        .is(200);
    assert_eq!(ada.get(&own).await.text(), "hers");
    ada.get(&other).await.is(400);
    // Each sees the way to their own folder, and nothing of the other's.
    assert_eq!(list(&ada, "").await, ["inbox"]);
    assert_eq!(list(&ada, "inbox").await, [house.ada.id.to_string()]);
    assert_eq!(list(&admin, "inbox").await, [house.admin.id.to_string()]);
    assert!(
        list(
            &anonymous_client(&house.server).with_token(&house.key),
            "inbox"
        )
        .await
        .is_empty()
    );
    // A key of an admin is no admin.
    let key = house
        .admin
        .post(
            "/api/user/api-keys",
            json!({"name": "k", "scopes": ["read", "chat", "boards"]}),
        )
        .await
        .is(201)
        .json();
    let program = anonymous_client(&house.server).with_token(key["key"].as_str().unwrap());
    let office = "/storage/v1/object/shared/office/write/x.txt";
    upload(&program, office, "text/plain", b"x").await.is(400);
    upload(&admin, office, "text/plain", b"x").await.is(200);
});

async fn list(client: &Client, folder: &str) -> Vec<String> {
    let body = json!({"prefix": folder, "limit": 100});
    let listed = client.post("/storage/v1/object/list/shared", body).await;
    let listed: Value = listed.ok();
    let names = listed.as_array().unwrap().iter();
    names
        .map(|item| item["name"].as_str().unwrap().to_owned())
        .collect()
}
