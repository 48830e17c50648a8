//! Accounts that come from another service, with their passwords.

use portolan::{
    boot::testing::{TestServer, import_rows},
    http::auth::{AuthOptions, Secret},
};
use portolan_auth::{PasswordCost, Passwords, TotpSecret};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::{
    auth_support::{claims, nobody, operator, sign_in},
    client::Person,
    world::World,
};

/// "", as OpenBSD hashes it; what Firebase's own description shows; and Argon2.
const BCRYPT: &str = "$2a$06$DCq7YPn63Rq63x1Lad4cll.TV4S6ytwfsfvkY8jIucDrjc8deX1s.";
const FIREBASE: &str = "$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,\
    sk=jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==\
    $42xEC+ixf3L2lw==\
    $lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==";

fn with_operator(options: &mut AuthOptions) {
    options.secret_key = Some(Secret("sb_secret_of_the_operator".into()));
}

async fn import(
    world: &World,
    server: &TestServer,
    rows: Vec<Value>,
) -> (usize, usize, Vec<String>) {
    let app = &server.app;
    let clock = world.hand.clock();
    let import = import_rows(&app.store, &app.auth, (&clock, &app.ids), rows)
        .await
        .unwrap();
    (import.imported, import.known, import.problems)
}

async fn stored_hash(world: &World, email: &str) -> String {
    let user = world.store().user_by_email(email).await.unwrap();
    user.encrypted_password.unwrap()
}

both!(imported_hashes_are_replaced_at_the_next_sign_in, |world| {
    let server = world.auth_server(with_operator).await;
    let bcrypt = bcrypt::hash_with_salt("old password", 4, [7; 16])
        .unwrap()
        .to_string();
    let argon2i =
        "$argon2i$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$wWKIMhR9lyDFvRz9YTZweHKfbftvj+qf+YFY4NeBbtA";
    for (email, hash, password) in [
        ("bcrypt@example.com", bcrypt.as_str(), "old password"),
        ("firebase@example.com", FIREBASE, "user1password"),
        ("argon2i@example.com", argon2i, "password"),
    ] {
        let body = json!({"email": email, "password_hash": hash, "email_confirm": true});
        operator(&server)
            .post("/auth/v1/admin/users", body)
            .await
            .is(200);
        sign_in(&nobody(&server), email, "wrong password")
            .await
            .refused(400, "invalid_credentials");
        assert_eq!(stored_hash(world, email).await, hash);
        sign_in(&nobody(&server), email, password).await.is(200);
        let stored = stored_hash(world, email).await;
        assert!(stored.starts_with("$argon2id$"), "{stored}");
        sign_in(&nobody(&server), email, password).await.is(200);
        assert_eq!(stored_hash(world, email).await, stored);
    }
});

/// As `row_to_json` writes the table, with the rows that belong to each user.
fn exported(number: usize, hash: &str, secret: &str) -> Value {
    let id = Uuid::from_u128(1_000 + number as u128);
    let email = format!("user{number}@example.com");
    json!({
        "id": id,
        "aud": "authenticated",
        "role": "authenticated",
        "email": email,
        "encrypted_password": hash,
        "email_confirmed_at": "2024-05-06T07:08:09.123456+00:00",
        "raw_app_meta_data": {"provider": "email", "providers": ["email", "google"]},
        "raw_user_meta_data": {"name": format!("User {number}")},
        "is_anonymous": false,
        "created_at": "2024-05-06T07:08:09+00:00",
        "identities": [
            {"id": Uuid::from_u128(2_000_000 + number as u128), "provider": "email", "provider_id": id,
             "identity_data": {"sub": id, "email": email}, "created_at": "2024-05-06T07:08:09+00:00"},
            {"provider": "google", "provider_id": format!("google-{number}"),
             "identity_data": {"sub": format!("google-{number}")}, "created_at": null},
        ],
        "factors": [{"id": Uuid::from_u128(3_000_000 + number as u128), "factor_type": "totp",
            "friendly_name": "Phone", "status": "verified", "secret": secret}],
    })
}

both!(
    thousand_imported_users_sign_in_with_password_and_factor,
    |world| {
        let server = world.auth_server(with_operator).await;
        let hash = bcrypt::hash_with_salt("old password", 4, [7; 16])
            .unwrap()
            .to_string();
        let secret = TotpSecret::new([7; 20]);
        let mut rows: Vec<Value> = (0..1_000)
            .map(|number| exported(number, &hash, &secret.text()))
            .collect();
        rows.push(json!({"id": Uuid::from_u128(1), "email": "md5@example.com", "encrypted_password": "md5"}));
        let (imported, known, problems) = import(world, &server, rows.clone()).await;
        assert_eq!((imported, known, problems.len()), (1_000, 0, 1));
        assert!(problems[0].starts_with("row 1001: "), "{problems:?}");
        // Again: everyone is there already.
        assert_eq!(import(world, &server, rows).await.1, 1_000);
        let passwords = Passwords::new(PasswordCost::default()).unwrap();
        for number in 0..1_000 {
            let email = format!("user{number}@example.com");
            let stored = stored_hash(world, &email).await;
            assert!(passwords.verify("old password", Some(&stored)), "{email}");
        }
        // The whole way over HTTP for some: hashing a thousand passwords anew takes a minute.
        for number in (0..1_000).step_by(100) {
            let email = format!("user{number}@example.com");
            let client = nobody(&server);
            let session = sign_in(&client, &email, "old password").await;
            let person = Person::of(&client, &session);
            let user = person.get("/auth/v1/user").await.ok();
            assert_eq!(user["user_metadata"]["name"], format!("User {number}"));
            assert_eq!(user["identities"].as_array().unwrap().len(), 2);
            let factor = user["factors"][0]["id"].as_str().unwrap().to_owned();
            let path = format!("/auth/v1/factors/{factor}");
            let challenge = person
                .post(&format!("{path}/challenge"), json!({}))
                .await
                .ok();
            let code = secret.code(world.hand.clock().now().timestamp());
            let body = json!({"challenge_id": challenge["id"], "code": code});
            let raised = person.post(&format!("{path}/verify"), body).await.ok();
            assert_eq!(claims(&raised)["aal"], "aal2");
        }
    }
);

#[test]
fn hashes_of_our_own_cost_are_not_outdated() {
    let passwords = Passwords::new(PasswordCost::default()).unwrap();
    let own = passwords.hash("secret", [1; 16]).unwrap();
    assert!(!passwords.is_outdated(&own));
    assert!(passwords.is_outdated(BCRYPT));
    assert!(passwords.is_outdated(&own.replace("m=19456", "m=64")));
}
