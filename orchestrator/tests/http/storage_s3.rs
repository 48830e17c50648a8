//! Objects in a service that speaks as S3 does.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex},
};

use actix_web::{
    HttpRequest, HttpResponse, HttpServer,
    dev::ServerHandle,
    http::Method as HttpMethod,
    web::{self, Bytes, Data},
};
use portolan::store::testing;
use reqwest::Method;
use serde_json::json;
use url::Url;

use crate::{
    client::{Client, TestUser, send},
    storage_support::{upload, with_key},
    world::World,
};

/// As much of S3 as is asked for: objects by their keys, whole and in parts.
#[derive(Clone, Default)]
struct S3Bucket {
    objects: Arc<Mutex<BTreeMap<String, Bytes>>>,
}

struct S3 {
    bucket: S3Bucket,
    url: Url,
    handle: ServerHandle,
}

impl S3 {
    fn start() -> Self {
        let bucket = S3Bucket::default();
        let data = Data::new(bucket.clone());
        let server = HttpServer::new(move || {
            actix_web::App::new()
                .app_data(data.clone())
                .app_data(web::PayloadConfig::new(1 << 24))
                .default_service(web::route().to(answer))
        })
        .workers(1)
        .disable_signals()
        .bind("127.0.0.1:0")
        .unwrap();
        let url = format!("http://{}/", server.addrs()[0]).parse().unwrap();
        let server = server.run();
        let handle = server.handle();
        actix_web::rt::spawn(server);
        Self {
            bucket,
            url,
            handle,
        }
    }

    fn keys(&self) -> Vec<String> {
        self.bucket
            .objects
            .lock()
            .unwrap()
            .keys()
            .cloned()
            .collect()
    }
}

impl Drop for S3 {
    fn drop(&mut self) {
        drop(self.handle.stop(false));
    }
}

async fn answer(bucket: Data<S3Bucket>, request: HttpRequest, body: Bytes) -> HttpResponse {
    assert!(request.headers().contains_key("authorization"));
    let mut objects = bucket.objects.lock().unwrap();
    let key = request.path().trim_start_matches('/').to_owned();
    match *request.method() {
        HttpMethod::PUT => {
            let copied = request.headers().get("x-amz-copy-source");
            let bytes = match copied {
                Some(from) => objects[from.to_str().unwrap().trim_start_matches('/')].clone(),
                None => body,
            };
            objects.insert(key, bytes);
            let mut response = HttpResponse::Ok();
            response.insert_header(("etag", "\"e\""));
            if copied.is_some() {
                return response.body("<CopyObjectResult><ETag>\"e\"</ETag></CopyObjectResult>");
            }
            response.finish()
        }
        HttpMethod::GET => {
            let Some(bytes) = objects.get(&key) else {
                return HttpResponse::NotFound().finish();
            };
            let range = request.headers().get("range").map(|range| {
                let range = range.to_str().unwrap().trim_start_matches("bytes=");
                let (first, last) = range.split_once('-').unwrap();
                (
                    first.parse::<usize>().unwrap(),
                    last.parse::<usize>().unwrap(),
                )
            });
            let mut response = HttpResponse::Ok();
            let part = match range {
                Some((first, last)) => {
                    response = HttpResponse::PartialContent();
                    response.insert_header((
                        "content-range",
                        format!("bytes {first}-{last}/{}", bytes.len()),
                    ));
                    bytes.slice(first..=last)
                }
                None => bytes.clone(),
            };
            response
                .insert_header(("etag", "\"e\""))
                .insert_header(("last-modified", "Fri, 20 Nov 2026 12:00:00 GMT"))
                .body(part)
        }
        HttpMethod::POST => {
            let asked = String::from_utf8(body.to_vec()).unwrap();
            let mut deleted = String::new();
            for part in asked.split("<Key>").skip(1) {
                let name = part.split("</Key>").next().unwrap();
                objects.remove(&format!("{}/{name}", key.trim_end_matches('/')));
                deleted.push_str(&format!("<Deleted><Key>{name}</Key></Deleted>"));
            }
            HttpResponse::Ok().body(format!("<DeleteResult>{deleted}</DeleteResult>"))
        }
        HttpMethod::DELETE => {
            objects.remove(&key);
            HttpResponse::NoContent().finish()
        }
        _ => HttpResponse::NotImplemented().finish(),
    }
}

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
