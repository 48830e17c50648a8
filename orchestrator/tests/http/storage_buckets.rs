//! Buckets and what lies in them, as the client library asks for them.

use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    client::send,
    storage_support::{StorageSetup, refused, upload},
};

both!(only_service_key_manages_buckets, |world| {
    let setup = StorageSetup::new(world).await;
    let new = json!({"id": "films", "name": "films", "public": true, "file_size_limit": "1KB", "allowed_mime_types": ["text/*"]});
    refused(
        &setup.ada.post("/storage/v1/bucket", new.clone()).await,
        403,
        "AccessDenied",
    );
    setup.bucket(new.clone()).await;
    let again = setup.operator.post("/storage/v1/bucket", new).await;
    assert_eq!(
        refused(&again, 409, "BucketAlreadyExists"),
        "The resource already exists"
    );
    let bucket = setup.operator.get("/storage/v1/bucket/films").await.ok();
    assert_eq!(bucket["file_size_limit"], 1_000);
    assert_eq!(bucket["allowed_mime_types"], json!(["text/*"]));
    assert_eq!(bucket["public"], true);
    let members: Vec<&str> = bucket
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    assert_eq!(
        members.len(),
        8,
        "{members:?}: the kind of a bucket is told by lists alone"
    );
    refused(
        &setup.ada.get("/storage/v1/bucket/films").await,
        404,
        "NoSuchBucket",
    );
    assert_eq!(setup.ada.get("/storage/v1/bucket").await.ok(), json!([]));
    let names = |answer: Value| -> Vec<String> {
        answer
            .as_array()
            .unwrap()
            .iter()
            .map(|bucket| bucket["name"].as_str().unwrap().to_owned())
            .collect()
    };
    let listed = setup.operator.get("/storage/v1/bucket").await.ok();
    assert_eq!(listed[1]["type"], "STANDARD");
    assert_eq!(names(listed), ["avatars", "films"]);
    let listed = setup
        .operator
        .get("/storage/v1/bucket?limit=1&offset=0&sortColumn=name&sortOrder=desc&search=")
        .await;
    assert_eq!(names(listed.ok()), ["films"]);
    let path = setup.own("films", "a.txt");
    refused(
        &upload(&setup.ada, &path, "text/plain", &[b'a'; 1_001]).await,
        413,
        "EntityTooLarge",
    );
    refused(
        &upload(&setup.ada, &path, "image/png", b"x").await,
        415,
        "InvalidMimeType",
    );
    upload(&setup.ada, &path, "text/plain", &[b'a'; 1_000])
        .await
        .is(200);
    let change = json!({"public": false, "file_size_limit": null, "allowed_mime_types": null});
    let changed = setup.operator.put("/storage/v1/bucket/films", change).await;
    assert_eq!(changed.ok(), json!({"message": "Successfully updated"}));
    let bucket = setup.operator.get("/storage/v1/bucket/films").await.ok();
    assert_eq!(
        (&bucket["public"], &bucket["file_size_limit"]),
        (&json!(false), &Value::Null)
    );
    let full = send(
        setup
            .operator
            .request(Method::DELETE, "/storage/v1/bucket/films")
            .json(&json!({})),
    )
    .await;
    refused(&full, 409, "ResourceNotEmpty");
    let emptied = setup
        .operator
        .post("/storage/v1/bucket/films/empty", json!({}))
        .await;
    assert_eq!(
        emptied.ok(),
        json!({"message": "Empty bucket has been queued. Completion may take up to an hour."})
    );
    let deleted = send(
        setup
            .operator
            .request(Method::DELETE, "/storage/v1/bucket/films")
            .json(&json!({})),
    )
    .await;
    assert_eq!(deleted.ok(), json!({"message": "Successfully deleted"}));
    refused(
        &setup.operator.get("/storage/v1/bucket/films").await,
        404,
        "NoSuchBucket",
    );
    refused(
        &upload(&setup.ada, &path, "text/plain", b"x").await,
        404,
        "NoSuchBucket",
    );
    for body in [
        json!({"id": "a/b", "name": "a/b"}),
        json!({"id": "", "name": ""}),
        json!({"name": "public"}),
    ] {
        refused(
            &setup.operator.post("/storage/v1/bucket", body).await,
            400,
            "InvalidBucketName",
        );
    }
    let odd = json!({"name": "odd", "file_size_limit": "much"});
    refused(
        &setup.operator.post("/storage/v1/bucket", odd).await,
        400,
        "InvalidRequest",
    );
    let versioned = json!({"name": "odd", "versioning_status": "ENABLED"});
    refused(
        &setup.operator.post("/storage/v1/bucket", versioned).await,
        409,
        "NotSupported",
    );
});

both!(lists_show_folders_and_pages, |world| {
    let setup = StorageSetup::new(world).await;
    setup.private_bucket("films").await;
    for name in ["b.txt", "a/1.txt", "a/2.txt", "c.txt"] {
        upload(
            &setup.operator,
            &format!("/storage/v1/object/films/{name}"),
            "text/plain",
            b"x",
        )
        .await
        .is(200);
    }
    let list = |body: Value| {
        let operator = setup.operator.clone();
        async move {
            operator
                .post("/storage/v1/object/list/films", body)
                .await
                .ok()
        }
    };
    let names = |list: &Value| -> Vec<String> {
        list.as_array()
            .unwrap()
            .iter()
            .map(|item| item["name"].as_str().unwrap().to_owned())
            .collect()
    };
    let all = list(json!({"prefix": "", "limit": 100, "offset": 0, "sortBy": {"column": "name", "order": "asc"}})).await;
    assert_eq!(names(&all), ["a", "b.txt", "c.txt"]);
    assert_eq!(all[0]["id"], Value::Null);
    assert_eq!(all[1]["metadata"]["size"], 1);
    assert_eq!(all[1]["metadata"]["mimetype"], "text/plain");
    assert_eq!(
        names(&list(json!({"prefix": "a"})).await),
        ["1.txt", "2.txt"]
    );
    assert_eq!(
        names(&list(json!({"prefix": "a/", "limit": 1, "offset": 1})).await),
        ["2.txt"]
    );
    assert_eq!(
        names(&list(json!({"prefix": "", "search": "C.T"})).await),
        ["c.txt"]
    );
    let reversed = list(json!({"sortBy": {"column": "name", "order": "desc"}})).await;
    assert_eq!(names(&reversed), ["c.txt", "b.txt", "a"]);
    let odd = setup
        .operator
        .post(
            "/storage/v1/object/list/films",
            json!({"sortBy": {"column": "bytes"}}),
        )
        .await;
    refused(&odd, 400, "InvalidRequest");
    refused(
        &setup
            .operator
            .post("/storage/v1/object/list/none", json!({"prefix": ""}))
            .await,
        404,
        "NoSuchBucket",
    );
    let v2 = |body: Value| {
        let operator = setup.operator.clone();
        async move {
            operator
                .post("/storage/v1/object/list-v2/films", body)
                .await
                .ok()
        }
    };
    let whole = v2(json!({"prefix": "a"})).await;
    assert_eq!(names(&whole["objects"]), ["a/1.txt", "a/2.txt"]);
    assert_eq!(
        (&whole["hasNext"], &whole["folders"]),
        (&json!(false), &json!([]))
    );
    let first = v2(json!({"with_delimiter": true, "limit": 2})).await;
    assert_eq!(first["folders"], json!([{"key": "a", "name": "a/"}]));
    assert_eq!(names(&first["objects"]), ["b.txt"]);
    let second =
        v2(json!({"with_delimiter": true, "limit": 2, "cursor": first["nextCursor"]})).await;
    assert_eq!(names(&second["objects"]), ["c.txt"]);
    assert_eq!(second["hasNext"], false);
    assert!(second.get("nextCursor").is_none());
    let newest = v2(json!({"sortBy": {"column": "created_at", "order": "desc"}, "limit": 1})).await;
    assert_eq!(names(&newest["objects"]), ["c.txt"]);
    let odd = setup
        .operator
        .post(
            "/storage/v1/object/list-v2/films",
            json!({"cursor": "nonsense"}),
        )
        .await;
    refused(&odd, 400, "InvalidRequest");
});

both!(unsupported_storage_routes_return_client_errors, |world| {
    let setup = StorageSetup::new(world).await;
    for path in [
        "/storage/v1/vector/x",
        "/storage/v1/object",
        "/storage/v1/nonsense",
    ] {
        let answer = setup.operator.get(path).await;
        assert_eq!(answer.json()["statusCode"], "404", "{path}");
    }
    let wrong = setup.operator.patch("/storage/v1/bucket", json!({})).await;
    assert_eq!(wrong.is(405).json()["statusCode"], "405");
    let preflight = setup
        .anonymous_client()
        .request(Method::OPTIONS, "/storage/v1/object/films/a")
        .header("origin", "https://elsewhere.example")
        .header("access-control-request-method", "POST");
    let answer = send(preflight).await;
    assert_eq!(answer.is(204).header("access-control-allow-origin"), "*");
    assert!(
        answer
            .header("access-control-allow-headers")
            .contains("x-upsert")
    );
    refused(
        &setup.ada.get("/storage/v1/bucket/avatars/lifecycle").await,
        404,
        "NoSuchBucket",
    );
    refused(
        &setup
            .operator
            .get("/storage/v1/bucket/avatars/lifecycle")
            .await,
        409,
        "NotSupported",
    );
    let purged = send(
        setup
            .operator
            .request(Method::DELETE, "/storage/v1/cdn/avatars")
            .json(&json!({})),
    )
    .await;
    assert_eq!(purged.ok(), json!({"message": "success"}));
});
