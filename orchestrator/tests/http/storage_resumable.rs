//! Uploads that come in pieces, as clients of TUS 1.0.0 send them.

use base64::{Engine, prelude::BASE64_STANDARD};
use chrono::TimeDelta;
use reqwest::{Method, RequestBuilder};
use serde_json::json;

use crate::{
    client::{Client, HttpAnswer, send},
    storage_support::{StorageSetup, upload},
};

const PATH: &str = "/storage/v1/upload/resumable";

fn metadata(bucket: &str, name: &str) -> String {
    [
        ("bucketName", bucket),
        ("objectName", name),
        ("contentType", "video/mp4"),
        ("cacheControl", "60"),
        ("metadata", r#"{"by":"Ada"}"#),
    ]
    .map(|(key, value)| format!("{key} {}", BASE64_STANDARD.encode(value)))
    .join(",")
}

fn creation(client: &Client, path: &str, metadata: &str, length: u64) -> RequestBuilder {
    client
        .request(Method::POST, path)
        .header("tus-resumable", "1.0.0")
        .header("upload-length", length.to_string())
        .header("upload-metadata", metadata)
}

fn piece(client: &Client, path: &str, offset: u64, bytes: &'static [u8]) -> RequestBuilder {
    client
        .request(Method::PATCH, path)
        .header("tus-resumable", "1.0.0")
        .header("upload-offset", offset.to_string())
        .header("content-type", "application/offset+octet-stream")
        .body(bytes)
}

async fn head(client: &Client, path: &str) -> HttpAnswer {
    let request = client
        .request(Method::HEAD, path)
        .header("tus-resumable", "1.0.0");
    send(request).await
}

/// The path of the address that a creation gave.
fn location(setup: &StorageSetup, created: &HttpAnswer) -> String {
    created.is(201);
    let origin = format!("http://{}", setup.server.address);
    created
        .header("location")
        .strip_prefix(&origin)
        .unwrap()
        .to_owned()
}

both!(
    upload_url_ignores_forwarded_headers_of_untrusted_peers,
    |world| {
        let setup = StorageSetup::new(world).await;
        setup.private_bucket("films").await;
        let forged = [
            ("x-forwarded-host", "evil.example"),
            ("forwarded", "host=evil.example;proto=https"),
        ];
        for (name, value) in forged {
            let metadata = metadata("films", &format!("{}/{name}", setup.ada.id));
            let request = creation(&setup.ada, PATH, &metadata, 4).header(name, value);
            let created = send(request).await;
            assert!(location(&setup, &created).starts_with(PATH), "{name}");
        }
    }
);

both!(interrupted_upload_resumes, |world| {
    let setup = StorageSetup::new(world).await;
    setup.private_bucket("films").await;
    let name = format!("{}/long.mp4", setup.ada.id);
    let created = send(creation(&setup.ada, PATH, &metadata("films", &name), 10)).await;
    let path = location(&setup, &created);
    assert!(!created.header("upload-expires").is_empty());
    let state = head(&setup.ada, &path).await;
    assert_eq!(
        (state.header("upload-offset"), state.header("upload-length")),
        ("0", "10")
    );
    let first = send(piece(&setup.ada, &path, 0, b"01234")).await;
    assert_eq!(first.is(204).header("upload-offset"), "5");
    send(piece(&setup.ada, &path, 0, b"01234")).await.is(409);
    // Another server over the same database and files continues with it.
    let other = world.restart().await;
    let elsewhere = setup.ada.at(other.address);
    assert_eq!(head(&elsewhere, &path).await.header("upload-offset"), "5");
    send(piece(&elsewhere, &path, 5, b"567890")).await.is(413);
    let object = setup.own("films", "long.mp4");
    assert_eq!(setup.ada.get(&object).await.json()["code"], "NoSuchKey");
    let last = send(piece(&elsewhere, &path, 5, b"56789")).await;
    assert_eq!(last.is(204).header("upload-offset"), "10");
    let read = setup.ada.get(&object).await;
    assert_eq!(read.is(200).text(), "0123456789");
    assert_eq!(read.header("content-type"), "video/mp4");
    assert_eq!(read.header("cache-control"), "max-age=60");
    let info = setup
        .ada
        .get(&object.replace("/object/", "/object/info/"))
        .await
        .ok();
    assert_eq!(info["metadata"], json!({"by": "Ada"}));
    // A client that missed the answer asks again.
    assert_eq!(
        head(&setup.ada, &path)
            .await
            .is(200)
            .header("upload-offset"),
        "10"
    );
    send(piece(&setup.ada, &path, 10, b"")).await.is(204);
    let again = send(creation(&setup.ada, PATH, &metadata("films", &name), 1)).await;
    assert_eq!(again.is(409).json()["code"], "KeyAlreadyExists");
});

both!(first_chunk_may_accompany_upload_creation, |world| {
    let setup = StorageSetup::new(world).await;
    setup.private_bucket("films").await;
    let name = format!("{}/short", setup.ada.id);
    let whole = creation(&setup.ada, PATH, &metadata("films", &name), 3)
        .header("content-type", "application/offset+octet-stream")
        .body("abc");
    let created = send(whole).await;
    assert_eq!(created.is(201).header("upload-offset"), "3");
    assert_eq!(
        setup
            .ada
            .get(&setup.own("films", "short"))
            .await
            .is(200)
            .text(),
        "abc"
    );
    let empty = format!("{}/empty", setup.ada.id);
    send(creation(&setup.ada, PATH, &metadata("films", &empty), 0))
        .await
        .is(201);
    setup.ada.get(&setup.own("films", "empty")).await.is(200);
    let upsert =
        creation(&setup.ada, PATH, &metadata("films", &name), 3).header("x-upsert", "true");
    let path = location(&setup, &send(upsert).await);
    send(piece(&setup.ada, &path, 0, b"xyz")).await.is(204);
    assert_eq!(
        setup
            .ada
            .get(&setup.own("films", "short"))
            .await
            .is(200)
            .text(),
        "xyz"
    );
});

both!(upload_ends_when_cancelled_or_expired, |world| {
    let setup = StorageSetup::new(world).await;
    setup.private_bucket("films").await;
    let storage = &setup.server.app.storage;
    let begin = |name: &'static str| {
        let metadata = metadata("films", &format!("{}/{name}", setup.ada.id));
        let request = creation(&setup.ada, PATH, &metadata, 10);
        async move { send(request).await }
    };
    let given_up = location(&setup, &begin("a").await);
    send(piece(&setup.ada, &given_up, 0, b"01234"))
        .await
        .is(204);
    let id = given_up.rsplit('/').next().unwrap().parse().unwrap();
    let parts = storage.store.upload_parts(id).await.unwrap();
    let termination = setup
        .ada
        .request(Method::DELETE, &given_up)
        .header("tus-resumable", "1.0.0");
    send(termination).await.is(204);
    assert_eq!(head(&setup.ada, &given_up).await.status, 404);
    storage.sweep().await.unwrap();
    assert!(storage.objects.read(&parts[0], None).await.is_err());
    let late = location(&setup, &begin("b").await);
    send(piece(&setup.ada, &late, 0, b"01234")).await.is(204);
    world.hand.advance(TimeDelta::hours(25));
    // Access tokens are shorter-lived.
    let operator = &setup.operator;
    let state = head(operator, &late).await;
    assert!([404, 410].contains(&state.status), "{}", state.status);
    storage.sweep().await.unwrap();
    assert_eq!(head(operator, &late).await.status, 404);
    let now = setup.server.app.clock.now();
    assert_eq!(storage.store.due_deletions(now, 10).await.unwrap(), [""; 0]);
});

both!(tus_protocol_violations_are_rejected, |world| {
    let setup = StorageSetup::new(world).await;
    let bob = world.new_user("bob").await.at(setup.server.address);
    setup.private_bucket("films").await;
    let name = format!("{}/a", setup.ada.id);
    let good = metadata("films", &name);
    let options = send(setup.anonymous_client().request(Method::OPTIONS, PATH)).await;
    assert_eq!(options.is(204).header("tus-version"), "1.0.0");
    let old = setup
        .ada
        .request(Method::POST, PATH)
        .header("upload-length", "1");
    assert_eq!(send(old).await.is(412).header("tus-version"), "1.0.0");
    let request =
        |client: &Client, metadata: &str, length| send(creation(client, PATH, metadata, length));
    request(&setup.ada, "", 1).await.is(400);
    request(
        &setup.ada,
        &metadata("films", &format!("{}/../b", setup.ada.id)),
        1,
    )
    .await
    .is(400);
    request(&setup.ada, &metadata("films", "elsewhere/b"), 1)
        .await
        .is(403);
    request(&setup.ada, &metadata("none", &name), 1)
        .await
        .is(404);
    request(&setup.ada, &metadata("avatars", &name), 1)
        .await
        .is(415);
    request(&setup.ada, &good, 1 << 40).await.is(413);
    request(&bob, &good, 1).await.is(403);
    request(&setup.anonymous_client(), &good, 1).await.is(403);
    let path = location(&setup, &request(&setup.ada, &good, 4).await);
    assert_eq!(head(&bob, &path).await.status, 404);
    send(piece(&bob, &path, 0, b"ab")).await.is(404);
    let odd = setup
        .ada
        .request(Method::PATCH, &path)
        .header("tus-resumable", "1.0.0")
        .header("upload-offset", "0")
        .header("content-type", "text/plain")
        .body("ab");
    send(odd).await.is(415);
    let far = "/storage/v1/upload/resumable/0190b3a0-0000-7000-8000-000000000000";
    assert_eq!(head(&setup.ada, far).await.status, 404);
    assert_eq!(
        head(&setup.ada, &format!("{PATH}/nonsense")).await.status,
        404
    );
});

both!(signed_upload_may_be_resumable, |world| {
    let setup = StorageSetup::new(world).await;
    setup.private_bucket("films").await;
    let name = format!("{}/signed", setup.ada.id);
    let sign = format!("/storage/v1/object/upload/sign/films/{name}");
    let signed = setup.ada.post(&sign, json!({})).await.ok();
    let token = signed["token"].as_str().unwrap();
    let path = format!("{PATH}/sign");
    let created = creation(
        &setup.anonymous_client(),
        &path,
        &metadata("films", &name),
        3,
    )
    .header("x-signature", token);
    let path = location(&setup, &send(created).await);
    let sent = piece(&setup.anonymous_client(), &path, 0, b"abc").header("x-signature", token);
    send(sent).await.is(204);
    assert_eq!(
        setup
            .ada
            .get(&setup.own("films", "signed"))
            .await
            .is(200)
            .text(),
        "abc"
    );
    let other = metadata("films", &format!("{}/other", setup.ada.id));
    let elsewhere = creation(
        &setup.anonymous_client(),
        &format!("{PATH}/sign"),
        &other,
        3,
    )
    .header("x-signature", token);
    send(elsewhere).await.is(400);
    // The signer owns such an upload.
    upload(&setup.ada, &setup.own("films", "mine"), "text/plain", b"x")
        .await
        .is(200);
    let mine = setup
        .server
        .app
        .storage
        .store
        .objects_of(setup.ada.id)
        .await
        .unwrap();
    assert!(
        mine.iter()
            .all(|object| object.owner_id == Some(setup.ada.id))
    );
});
