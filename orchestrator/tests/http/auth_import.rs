//! Accounts that come from another service, with their passwords.

use chrono::{DateTime, Utc};
use portolan::{
    boot::testing::{TestServer, import_rows, read_rows},
    http::auth::{AuthOptions, Secret},
};
use portolan_auth::{PasswordCost, Passwords, TotpSecret};
use portolan_environment::clock::Clock;
use serde_json::{Value, json};
use tempfile::TempDir;
use uuid::Uuid;

use crate::{
    ask_command::run_in,
    auth_support::{anonymous_client, claims, operator, sign_in},
    case_count,
    client::{Client, HttpAnswer, TestUser},
    observe::Server,
    world::World,
};

/// "", as OpenBSD hashes it; what Firebase's own description shows; and Argon2.
const BCRYPT: &str = "$2a$06$DCq7YPn63Rq63x1Lad4cll.TV4S6ytwfsfvkY8jIucDrjc8deX1s.";
const FIREBASE: &str = "$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,\
    sk=jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==\
    $42xEC+ixf3L2lw==\
    $lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==";

const ARGON2I: &str =
    "$argon2i$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$wWKIMhR9lyDFvRz9YTZweHKfbftvj+qf+YFY4NeBbtA";

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
    for (email, hash, password) in [
        ("bcrypt@example.com", bcrypt.as_str(), "old password"),
        ("firebase@example.com", FIREBASE, "user1password"),
        ("argon2i@example.com", ARGON2I, "password"),
    ] {
        let body = json!({"email": email, "password_hash": hash, "email_confirm": true});
        operator(&server)
            .post("/auth/v1/admin/users", body)
            .await
            .is(200);
        sign_in(&anonymous_client(&server), email, "wrong password")
            .await
            .refused(400, "invalid_credentials");
        assert_eq!(stored_hash(world, email).await, hash);
        sign_in(&anonymous_client(&server), email, password)
            .await
            .is(200);
        let stored = stored_hash(world, email).await;
        assert!(stored.starts_with("$argon2id$"), "{stored}");
        sign_in(&anonymous_client(&server), email, password)
            .await
            .is(200);
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

/// Costs that let a thousand users sign in within seconds.
const CHEAP: PasswordCost = PasswordCost {
    memory_kib: 64,
    passes: 1,
};

fn password_of(number: usize) -> String {
    match number % 100 {
        // The published hashes have passwords of their own.
        0 => "user1password".into(),
        1 => "password".into(),
        _ => format!("old password {number}"),
    }
}

/// Bcrypt and Argon2id by turns, mostly as cheap as they get; real costs for some of each kind.
fn hash_of(number: usize) -> String {
    let password = password_of(number);
    let salt = (number as u128).to_le_bytes();
    match number % 100 {
        0 => FIREBASE.to_owned(),
        1 => ARGON2I.to_owned(),
        2 => bcrypt_hash(&password, 10, salt),
        3 => argon2id_hash(&password, PasswordCost::default(), salt),
        rest if rest % 2 == 0 => bcrypt_hash(&password, 4, salt),
        _ => argon2id_hash(&password, CHEAP, salt),
    }
}

fn bcrypt_hash(password: &str, cost: u32, salt: [u8; 16]) -> String {
    bcrypt::hash_with_salt(password, cost, salt)
        .unwrap()
        .to_string()
}

fn argon2id_hash(password: &str, cost: PasswordCost, salt: [u8; 16]) -> String {
    Passwords::new(cost).unwrap().hash(password, salt).unwrap()
}

fn secret_of(number: usize) -> TotpSecret {
    let mut bytes = [7; 20];
    bytes[..8].copy_from_slice(&(number as u64).to_le_bytes());
    TotpSecret::new(bytes)
}

/// Signs in with the old password over HTTP; what was imported is there.
async fn sign_in_with_password(client: &Client, number: usize) -> HttpAnswer {
    let email = format!("user{number}@example.com");
    let session = sign_in(client, &email, &password_of(number)).await;
    let user = &session.ok()["user"];
    assert_eq!(user["user_metadata"]["name"], format!("User {number}"));
    let providers = user["identities"].as_array().unwrap().iter();
    let providers: Vec<&Value> = providers.map(|identity| &identity["provider"]).collect();
    assert_eq!(providers, ["email", "google"], "{email}");
    assert_eq!(user["factors"][0]["status"], "verified", "{email}");
    session
}

async fn sign_in_whole(world: &World, server: &TestServer, number: usize) {
    let now = world.hand.clock().now();
    sign_in_at(&anonymous_client(server), now, number).await;
}

/// Signs in with the old password and the old second factor, over HTTP.
async fn sign_in_at(client: &Client, now: DateTime<Utc>, number: usize) {
    let session = sign_in_with_password(client, number).await;
    let user = TestUser::of(client, &session);
    let factor = session.json()["user"]["factors"][0]["id"].clone();
    let path = format!("/auth/v1/factors/{}", factor.as_str().unwrap());
    let challenge = user
        .post(&format!("{path}/challenge"), json!({}))
        .await
        .ok();
    let code = secret_of(number).code(now.timestamp());
    let body = json!({"challenge_id": challenge["id"], "code": code});
    let raised = user.post(&format!("{path}/verify"), body).await.ok();
    assert_eq!(claims(&raised)["aal"], "aal2", "user {number}");
}

both!(imported_users_sign_in_with_password_and_factor, |world| {
    let server = world
        .auth_server(|options| {
            with_operator(options);
            options.password_cost = CHEAP;
        })
        .await;
    // One of each kind of hash.
    let count = case_count("PORTOLAN_IMPORTED_USERS", 100);
    let mut rows: Vec<Value> = (0..count)
        .map(|number| exported(number, &hash_of(number), &secret_of(number).text()))
        .collect();
    rows.push(
        json!({"id": Uuid::from_u128(1), "email": "md5@example.com", "encrypted_password": "md5"}),
    );
    let (imported, known, problems) = import(world, &server, rows.clone()).await;
    assert_eq!((imported, known, problems.len()), (count, 0, 1));
    let place = format!("row {}: ", count + 1);
    assert!(problems[0].starts_with(&place), "{problems:?}");
    // Again: everyone is there already.
    assert_eq!(import(world, &server, rows).await.1, count);
    for number in 0..count {
        sign_in_whole(world, &server, number).await;
    }
    // Another user's password is none.
    let wrong = sign_in(
        &anonymous_client(&server),
        "user7@example.com",
        &password_of(8),
    )
    .await;
    wrong.refused(400, "invalid_credentials");
});

/// One row of CSV, with the lists as JSON in their fields, as `psql --csv` writes them.
fn csv_of(rows: &[Value]) -> String {
    let names: Vec<&String> = rows[0].as_object().unwrap().keys().collect();
    let quoted = |text: String| format!("\"{}\"", text.replace('"', "\"\""));
    let line = |row: &Value| {
        let fields = names.iter().map(|name| match &row[name.as_str()] {
            Value::Null => String::new(),
            Value::Bool(true) => "t".to_owned(),
            Value::Bool(false) => "f".to_owned(),
            Value::String(text) => quoted(text.clone()),
            value => quoted(value.to_string()),
        });
        fields.collect::<Vec<_>>().join(",") + "\n"
    };
    let head = names.iter().map(|name| quoted((*name).clone()));
    let head = head.collect::<Vec<_>>().join(",") + "\n";
    head + &rows.iter().map(line).collect::<String>()
}

both!(
    users_imported_from_every_documented_format_sign_in,
    |world| {
        let server = world
            .auth_server(|options| options.password_cost = CHEAP)
            .await;
        let row = |number: usize| exported(number, &hash_of(number), &secret_of(number).text());
        let array = serde_json::to_string_pretty(&[row(10), row(11)]).unwrap();
        let lines = format!("{}\n\n{}\n", row(20), row(21));
        let csv = csv_of(&[row(30), row(31)]);
        for (name, text, first) in [
            ("users.json", array, 10),
            ("users.jsonl", lines, 20),
            ("users.csv", csv, 30),
        ] {
            let file = world.folder().join(name);
            std::fs::write(&file, text).unwrap();
            let rows = read_rows(&file).unwrap();
            assert_eq!(import(world, &server, rows).await, (2, 0, Vec::new()));
            for number in [first, first + 1] {
                sign_in_whole(world, &server, number).await;
            }
        }
    }
);

#[actix_web::test]
async fn import_command_reports_its_rows_and_its_users_sign_in() {
    let folder = TempDir::new().unwrap();
    let row = |number: usize| exported(number, &hash_of(number), &secret_of(number).text());
    std::fs::write(folder.path().join("users.csv"), csv_of(&[row(10), row(11)])).unwrap();
    std::fs::write(folder.path().join("broken.jsonl"), "{\"id\": \"x\"}\n").unwrap();
    for (file, is_success, said) in [
        (
            "users.csv",
            true,
            "Imported 2 accounts; 0 were there already.\n",
        ),
        (
            "users.csv",
            true,
            "Imported 0 accounts; 2 were there already.\n",
        ),
        ("broken.jsonl", false, "row 1: "),
        ("missing.csv", false, "missing.csv can't be read"),
    ] {
        let output = run_in(folder.path(), &["auth", "import", file], &[], "").await;
        assert_eq!(output.status.success(), is_success, "{file}: {output:?}");
        let text = [output.stdout, output.stderr].concat();
        let text = String::from_utf8_lossy(&text);
        assert!(text.contains(said), "{file}: {text}");
    }
    let server = Server::start_in(folder, &[]).await;
    let address = server.origin.strip_prefix("http://").unwrap();
    let client = Client::new(address.parse().unwrap());
    for number in [10, 11] {
        sign_in_at(&client, Clock::system().now(), number).await;
    }
}

#[test]
fn invalid_lines_of_an_import_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    for (name, text, line) in [
        ("array.json", "[\n{\"id\": 1},\n{\"id\" 2}\n]", "line 3"),
        ("lines.jsonl", "{\"id\": 1}\n{\"id\": \n", "line 3"),
        (
            "cut.jsonl",
            "{\"id\": 1}\n{\"id\"; 2}\n{\"id\": 3}\n",
            "line 2",
        ),
        ("rows.csv", "id,email\n1,a\n2,b,c\n3,d\n", "line: 3"),
    ] {
        let file = folder.path().join(name);
        std::fs::write(&file, text).unwrap();
        let error = format!("{:?}", read_rows(&file).unwrap_err());
        assert!(error.contains(line), "{name}: {error}");
        assert!(error.contains(name), "{name}: {error}");
    }
}

#[test]
fn hashes_with_current_cost_are_not_rehashed() {
    let passwords = Passwords::new(PasswordCost::default()).unwrap();
    let own = passwords.hash("secret", [1; 16]).unwrap();
    assert!(!passwords.is_outdated(&own));
    assert!(passwords.is_outdated(BCRYPT));
    assert!(passwords.is_outdated(&own.replace("m=19456", "m=64")));
}
