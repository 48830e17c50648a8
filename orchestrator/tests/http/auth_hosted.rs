//! Accounts that another server keeps: here a second instance of this one, or keys of the test's own.

use std::{
    net::SocketAddr,
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
};

use actix_web::{
    App, HttpResponse, HttpServer,
    dev::ServerHandle,
    web::{Data, get},
};
use chrono::TimeDelta;
use portolan::{boot::testing::TestServer, http::auth::Secret};
use portolan_auth::{Claims, Keys};
use serde_json::json;
use uuid::Uuid;

use crate::{
    client::{Client, TestUser},
    socket::Channels,
    stream::{ask, chat},
    world::{SCRIPTED, World},
};

const ISSUER: &str = "https://accounts.example/auth/v1";

/// Tells the keys that the test gives it, and counts who asks.
struct KeyServer {
    address: SocketAddr,
    shared: Data<HostedState>,
    handle: ServerHandle,
}

struct HostedState {
    keys: Mutex<Option<String>>,
    asked: AtomicUsize,
}

impl KeyServer {
    fn start(keys: &Keys) -> Self {
        let shared = Data::new(HostedState {
            keys: Mutex::new(Some(keys.public().to_string())),
            asked: AtomicUsize::new(0),
        });
        let listener = std::net::TcpListener::bind(SocketAddr::from(([127, 0, 0, 1], 0))).unwrap();
        let address = listener.local_addr().unwrap();
        let data = shared.clone();
        let server = HttpServer::new(move || {
            let app = App::new().app_data(data.clone());
            app.route("/keys", get().to(tell))
        })
        .workers(1)
        .disable_signals()
        .listen(listener)
        .unwrap()
        .run();
        let handle = server.handle();
        actix_web::rt::spawn(server);
        Self {
            address,
            shared,
            handle,
        }
    }

    /// None answers 503.
    fn tells(&self, keys: Option<&Keys>) {
        *self.shared.keys.lock().unwrap() = keys.map(|keys| keys.public().to_string());
    }

    fn asked(&self) -> usize {
        self.shared.asked.load(Ordering::SeqCst)
    }
}

impl Drop for KeyServer {
    fn drop(&mut self) {
        drop(self.handle.stop(false));
    }
}

async fn tell(shared: Data<HostedState>) -> HttpResponse {
    shared.asked.fetch_add(1, Ordering::SeqCst);
    match shared.keys.lock().unwrap().clone() {
        Some(keys) => HttpResponse::Ok().body(keys),
        None => HttpResponse::ServiceUnavailable().finish(),
    }
}

/// A server of this world whose accounts are kept by another server that signs as `ISSUER`.
async fn with_keys_at(world: &World, address: SocketAddr) -> TestServer {
    world
        .restart_with(|settings| {
            let auth = &mut settings.auth;
            auth.hosted_url = Some("https://accounts.example".parse().unwrap());
            auth.hosted_public_key = Some("sb_publishable_hosted".into());
            auth.hosted_keys_url = Some(format!("http://{address}/keys").parse().unwrap());
        })
        .await
}

fn claims(world: &World) -> Claims {
    Claims {
        iss: ISSUER.into(),
        sub: Uuid::from_u128(7).to_string(),
        aud: "authenticated".into(),
        exp: Some(world.app().clock.now().timestamp() + 600),
        email: "seven@example.com".into(),
        role: "authenticated".into(),
        session_id: Some(Uuid::from_u128(1)),
        ..Claims::default()
    }
}

fn keys(seed: u8) -> Keys {
    Keys::generate([seed; 32]).unwrap()
}

both!(user_of_hosted_auth_server_can_use_chats, |world| {
    let other = World::sqlite().await;
    // Its ids are others than those of this world.
    let other = other.restart().await;
    let elsewhere = Client::new(other.address);
    let public_key = elsewhere.get("/api/config").await.ok()["auth"]["publicKey"].clone();
    let public_key = public_key.as_str().unwrap().to_owned();
    let url = elsewhere.origin.clone();
    let server = world
        .restart_with(|settings| {
            settings.auth.hosted_url = Some(url.parse().unwrap());
            settings.auth.hosted_public_key = Some(public_key.clone());
        })
        .await;
    let here = Client::new(server.address);

    let config = here.get("/api/config").await.ok();
    assert_eq!(config["auth"], json!({"url": url, "publicKey": public_key}));
    let page = here.get("/").await;
    let policy = page.header("content-security-policy");
    assert!(
        policy.contains(&format!("connect-src 'self' {url}")),
        "{policy}"
    );

    let body = json!({"email": "x@example.com", "password": "a long enough secret"});
    let refused = here.post("/auth/v1/signup", body).await;
    refused.refused(404, "provider_disabled");
    assert!(refused.text().contains(&url), "{}", refused.text());
    here.get("/auth/v1/.well-known/jwks.json").await.is(404);

    let body = json!({"email": "hosted@example.com", "password": "a long enough secret"});
    let answer = elsewhere.post("/auth/v1/signup", body).await;
    let person = TestUser::of(&elsewhere, &answer).at(server.address);
    let chat_id = chat(&person).await;
    let body = json!({"text": "[[mock tokens=3]]", "model": SCRIPTED});
    let asked = ask(&person, chat_id, body).await;
    assert_eq!(asked.turns[0].blocks.len(), 1);
    let user = world.store().user(person.id).await.unwrap();
    assert_eq!(user.email.as_deref(), Some("hosted@example.com"));
    let sockets = person
        .request(reqwest::Method::POST, "/realtime/v1/api/broadcast")
        .header("apikey", &public_key)
        .json(&json!({"messages": []}));
    crate::client::send(sockets).await.is(202);
    person.get("/rest/v1/chats?select=id").await.is(200);
    person
        .post("/storage/v1/object/list/avatars", json!({"prefix": ""}))
        .await
        .is(200);

    // Tokens that this server has signed itself count nothing any more.
    let own = world.new_user("own").await.at(server.address);
    own.get("/api/user/profile")
        .await
        .problem(401, "unauthenticated");
});

both!(
    only_tokens_of_the_hosted_auth_server_are_accepted,
    |world| {
        let other = KeyServer::start(&keys(3));
        let server = with_keys_at(world, other.address).await;
        let status = async |token: String| {
            let client = Client::new(server.address).with_token(&token);
            client.get("/api/user/profile").await.status
        };
        let signed = |claims: &Claims| keys(3).sign(claims).unwrap();
        let good = claims(world);
        assert_eq!(status(signed(&good)).await, 200);
        let wrong = [
            Claims {
                iss: "https://elsewhere.example/auth/v1".into(),
                ..good.clone()
            },
            Claims {
                aud: "others".into(),
                ..good.clone()
            },
            Claims {
                exp: Some(world.app().clock.now().timestamp()),
                ..good.clone()
            },
            Claims {
                sub: "nobody".into(),
                ..good.clone()
            },
        ];
        for claims in wrong {
            assert_eq!(status(signed(&claims)).await, 401, "{claims:?}");
        }
        assert_eq!(status(keys(4).sign(&good).unwrap()).await, 401);
        let asked = other.asked();
        assert!(asked <= 2, "unknown keys make it ask {asked} times");

        let token = signed(&good);
        let store = world.store();
        let user_id = Uuid::from_u128(7);
        let until = world.app().clock.now() + TimeDelta::days(1);
        let banned = store.update_user(user_id, world.app().clock.now(), |user| {
            user.banned_until = Some(until);
        });
        banned.await.unwrap();
        assert_eq!(status(token).await, 401);
    }
);

both!(
    hosted_keys_rotate_without_restart_and_survive_outage,
    |world| {
        let (old, new) = (keys(3), keys(4));
        let other = KeyServer::start(&old);
        other.tells(None);
        let server = with_keys_at(world, other.address).await;
        let client = Client::new(server.address);
        let of = async |keys: &Keys| {
            let token = keys.sign(&claims(world)).unwrap();
            client.with_token(&token).get("/api/user/profile").await
        };
        of(&old).await.problem(503, "accounts_unreachable");
        other.tells(Some(&old));
        of(&old).await.problem(503, "accounts_unreachable");
        assert_eq!(other.asked(), 1, "it waits before it asks again");
        world.hand.advance(TimeDelta::seconds(10));
        of(&old).await.is(200);

        other.tells(Some(&new));
        of(&new).await.problem(401, "unauthenticated");
        world.hand.advance(TimeDelta::seconds(10));
        of(&new).await.is(200);
        of(&old).await.is(401);
        assert_eq!(other.asked(), 3);

        other.tells(None);
        world.hand.advance(TimeDelta::seconds(20));
        of(&new).await.is(200);
        // Which of the two it is cannot be told now.
        of(&keys(5)).await.problem(503, "accounts_unreachable");
        of(&new).await.is(200);
    }
);

#[actix_web::test]
async fn shared_secret_verifies_tokens_with_any_key_id() {
    let world = World::sqlite().await;
    let secret = "a secret of thirty-two letters or more";
    let server = world
        .restart_with(|settings| {
            let auth = &mut settings.auth;
            auth.hosted_url = Some("https://accounts.example".parse().unwrap());
            auth.hosted_public_key = Some("key".into());
            auth.hosted_jwt_secret = Some(Secret(secret.into()));
        })
        .await;
    let token = Keys::of_secret(secret)
        .unwrap()
        .sign(&claims(&world))
        .unwrap();
    let client = Client::new(server.address);
    client
        .with_token(&token)
        .get("/api/user/profile")
        .await
        .is(200);
    let named = renamed(&token, secret);
    client
        .with_token(&named)
        .get("/api/user/profile")
        .await
        .is(200);
    let forged = renamed(&token, "another secret of thirty-two letters");
    client
        .with_token(&forged)
        .get("/api/user/profile")
        .await
        .is(401);
}

/// The token with a key's name of the other server's own.
fn renamed(token: &str, secret: &str) -> String {
    let claims = token.split('.').nth(1).unwrap();
    let claims = base64::Engine::decode(&base64::prelude::BASE64_URL_SAFE_NO_PAD, claims).unwrap();
    let claims: serde_json::Value = serde_json::from_slice(&claims).unwrap();
    let mut header = jsonwebtoken::Header::new(jsonwebtoken::Algorithm::HS256);
    header.kid = Some("whatever".into());
    let key = jsonwebtoken::EncodingKey::from_secret(secret.as_bytes());
    jsonwebtoken::encode(&header, &claims, &key).unwrap()
}

#[actix_web::test]
async fn channel_closes_when_its_token_expires() {
    let world = World::sqlite().await;
    let other = KeyServer::start(&keys(3));
    let server = with_keys_at(&world, other.address).await;
    let token = keys(3).sign(&claims(&world)).unwrap();
    let mut socket = Channels::open(server.address, "sb_publishable_hosted").await;
    let topic = format!("realtime:user:{}", Uuid::from_u128(7));
    let private = json!({"private": true});
    socket.join(&topic, private, Some(&token)).await;
    world.hand.advance(TimeDelta::seconds(605));
    let said = socket.event("system").await;
    assert_eq!(said.payload["message"], "Token has expired 5 seconds ago");
    assert_eq!(socket.event("phx_close").await.topic, topic);
}
