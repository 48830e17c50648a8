//! Objects in a service that speaks as S3 does.

use portolan_store::testing;
use reqwest::Method;
use serde_json::json;

use crate::{
    client::{Client, TestUser, send},
    s3_support::S3,
    storage_support::{upload, with_key},
    world::World,
};

async fn objects_in_s3(world: &World) {
    let s3 = S3::start();
    // Its own database: the world's server sweeps the objects of its database from its own folder.
    let database = testing::sqlite().await;
    let server = world
        .server_with(database.store.clone(), |settings| {
            settings.object_store = Some("s3://cellar/charts".into());
            settings.object_store_endpoint = Some(s3.url.clone());
            settings.object_store_region = Some("us-east-1".into());
            settings.object_store_key_id = Some("id".into());
            settings.object_store_secret_key = Some(portolan::http::auth::Secret("secret".into()));
            with_key(&mut settings.auth);
        })
        .await;
    let ada = TestUser::sign_up(&world.client().at(server.address), "ada").await;
    let path = format!("/storage/v1/object/avatars/{}/me.png", ada.id);
    upload(&ada, &path, "image/png", b"0123456789")
        .await
        .is(200);
    let key = s3.keys().remove(0);
    assert!(key.starts_with("cellar/charts/storage/"), "{key}");
    assert_eq!(ada.get(&path).await.is(200).text(), "0123456789");
    let part = send(ada.request(Method::GET, &path).header("range", "bytes=2-4")).await;
    assert_eq!(part.is(206).text(), "234");
    let copy = json!({"bucketId": "avatars", "sourceKey": format!("{}/me.png", ada.id),
        "destinationKey": format!("{}/too.png", ada.id)});
    ada.post("/storage/v1/object/copy", copy).await.is(200);
    assert_eq!(s3.keys().len(), 2);
    let other = path.replace("me.png", "too.png");
    assert_eq!(ada.get(&other).await.is(200).text(), "0123456789");
    for path in [&path, &other] {
        send(ada.request(Method::DELETE, path)).await.is(200);
    }
    server.app.storage.sweep().await.unwrap();
    assert_eq!(s3.keys(), [""; 0]);
    // Sources are kept there, too, and workers read copies.
    let source = ada
        .post(
            "/api/sources",
            json!({"name": "tea.csv", "text": "item,sold\nTea,3\n"}),
        )
        .await;
    let source_path = format!(
        "/api/sources/{}",
        source.is(201).json()["id"].as_str().unwrap()
    );
    assert_eq!(s3.keys().len(), 1);
    let rows = ada.get(&format!("{source_path}/rows")).await.ok();
    assert!(rows.to_string().contains("Tea"), "{rows}");
    ada.delete(&source_path).await.is(204);
    assert_eq!(s3.keys(), [""; 0]);
    let copies = world.folder().join("copies");
    assert_eq!(std::fs::read_dir(copies).unwrap().count(), 0);
    let client: &Client = &ada;
    assert_eq!(client.get(&path).await.json()["code"], "NoSuchKey");
}

#[actix_web::test]
async fn s3_service_stores_objects_and_sources() {
    objects_in_s3(&World::sqlite().await).await;
}
