//! How much room one user's files have in all.

use base64::{Engine, prelude::BASE64_STANDARD};
use reqwest::Method;
use serde_json::json;

use crate::{
    client::{Client, HttpAnswer, send},
    storage_support::{StorageSetup, raw, refused, with_key},
};

const ROOM: u64 = 20;

async fn bring(client: &Client, method: Method, path: &str, bytes: usize) -> HttpAnswer {
    let bytes = "x".repeat(bytes);
    send(raw(client, method, path, "text/plain", bytes.as_bytes())).await
}

fn assert_no_room(answer: &HttpAnswer) {
    let message = refused(answer, 413, "EntityTooLarge");
    assert!(message.starts_with("The object exceeded the maximum allowed size"));
}

async fn begin(client: &Client, name: &str, length: u64) -> HttpAnswer {
    let fields = [("bucketName", "papers"), ("objectName", name)];
    let fields = fields.map(|(key, value)| format!("{key} {}", BASE64_STANDARD.encode(value)));
    let request = client
        .request(Method::POST, "/storage/v1/upload/resumable")
        .header("tus-resumable", "1.0.0")
        .header("upload-length", length.to_string())
        .header("upload-metadata", fields.join(","));
    send(request).await
}

both!(storage_quota_limits_total_size_per_user, |world| {
    let setup = StorageSetup::new(world).await;
    setup.private_bucket("papers").await;
    let server = world
        .restart_with(|settings| {
            settings.storage_user_bytes = ROOM;
            with_key(&mut settings.auth);
        })
        .await;
    let ada = setup.ada.at(server.address);
    let [first, second, third] = ["a", "b", "c"].map(|name| setup.own("papers", name));
    bring(&ada, Method::POST, &first, 12).await.is(200);
    assert_no_room(&bring(&ada, Method::POST, &second, 9).await);
    bring(&ada, Method::POST, &second, 8).await.is(200);
    // In the place of another one there is room for as much as that one had.
    assert_no_room(&bring(&ada, Method::PUT, &second, 9).await);
    bring(&ada, Method::PUT, &second, 7).await.is(200);
    let copy = json!({
        "bucketId": "papers",
        "sourceKey": format!("{}/b", ada.id),
        "destinationKey": format!("{}/c", ada.id),
    });
    assert_no_room(&ada.post("/storage/v1/object/copy", copy).await);
    ada.get(&third).await.is(400);

    // Uploads in pieces take their room when they begin.
    let name = |name: &str| format!("{}/{name}", ada.id);
    begin(&ada, &name("d"), 1).await.is(201);
    let none = begin(&ada, &name("e"), 1).await;
    assert_eq!(none.status, 413, "{}", none.text());

    // Two at once do not both get the last of it; others and the service have room of their own.
    ada.delete(&second).await.is(200);
    let [one, other] = futures_util::future::join_all([
        bring(&ada, Method::POST, &second, 8),
        bring(&ada, Method::POST, &third, 8),
    ])
    .await
    .try_into()
    .unwrap();
    let statuses = [one.status, other.status];
    assert!(
        statuses == [200, 400] || statuses == [400, 200],
        "{statuses:?}"
    );
    let operator = setup.operator.at(server.address);
    let free = "/storage/v1/object/papers/free";
    bring(&operator, Method::POST, free, 1_000).await.is(200);
    let ben = world.new_user("ben").await.at(server.address);
    let his = format!("/storage/v1/object/papers/{}/a", ben.id);
    bring(&ben, Method::POST, &his, 20).await.is(200);
});
