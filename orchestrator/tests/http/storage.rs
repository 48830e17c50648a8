//! Objects, as the client library asks for them.

use reqwest::Method;
use serde_json::json;

use crate::{
    client::send,
    storage_support::{Desk, form, raw, refused, upload},
};

both!(object_is_uploaded_read_and_deleted, |world| {
    let desk = Desk::new(world).await;
    desk.private_bucket("films").await;
    let path = desk.own("films", "a b/notes.txt");
    let made = upload(&desk.ada, &path, "text/plain;charset=UTF-8", b"hello").await;
    let made = made.ok();
    assert_eq!(made["Key"], format!("films/{}/a b/notes.txt", desk.ada.id));
    assert!(made["Id"].is_string());
    let again = upload(&desk.ada, &path, "text/plain", b"again").await;
    assert_eq!(
        refused(&again, 409, "KeyAlreadyExists"),
        "The resource already exists"
    );
    let read = desk.ada.get(&path).await;
    read.is(200);
    assert_eq!(read.text(), "hello");
    assert_eq!(read.header("content-type"), "text/plain;charset=UTF-8");
    assert_eq!(read.header("cache-control"), "max-age=3600");
    assert_eq!(read.header("content-length"), "5");
    let updated = raw(&desk.ada, Method::PUT, &path, "text/csv", b"a,b")
        .header("x-metadata", "eyJieSI6IkFkYSJ9");
    assert_eq!(send(updated).await.ok()["Id"], made["Id"]);
    let info_path = path.replace("/object/", "/object/info/");
    let info = desk.ada.get(&info_path).await.ok();
    assert_eq!(info["size"], 3);
    assert_eq!(info["content_type"], "text/csv");
    assert_eq!(info["metadata"], json!({"by": "Ada"}));
    assert_eq!(info["bucket_id"], "films");
    assert_eq!(info["created_at"], "2026-11-20T12:00:00.000Z");
    for member in [
        "id",
        "version",
        "name",
        "etag",
        "last_modified",
        "cache_control",
    ] {
        assert!(info[member].is_string(), "{member}: {info}");
    }
    assert!(info.get("updated_at").is_none());
    let head = send(desk.ada.request(Method::HEAD, &path)).await;
    head.is(200);
    assert_eq!(head.header("content-length"), "3");
    send(desk.ada.request(Method::HEAD, &info_path))
        .await
        .is(200);
    let missing = send(raw(
        &desk.ada,
        Method::PUT,
        &desk.own("films", "none"),
        "text/plain",
        b"x",
    ))
    .await;
    assert_eq!(refused(&missing, 404, "NoSuchKey"), "Object not found");
    let name = format!("{}/a b/notes.txt", desk.ada.id);
    let removed = send(
        desk.ada
            .request(Method::DELETE, "/storage/v1/object/films")
            .json(&json!({"prefixes": [name, "not/mine"]})),
    )
    .await
    .ok();
    assert_eq!(removed.as_array().unwrap().len(), 1);
    assert_eq!(removed[0]["name"], name);
    refused(&desk.ada.get(&path).await, 404, "NoSuchKey");
    let head = send(desk.ada.request(Method::HEAD, &path)).await;
    assert_eq!(head.status, 400);
});

both!(multipart_form_uploads_file, |world| {
    let desk = Desk::new(world).await;
    desk.private_bucket("films").await;
    let path = desk.own("films", "picture.bin");
    let fields = [("cacheControl", "60"), ("metadata", r#"{"n":1}"#)];
    let sent = form(
        &desk.ada,
        Method::POST,
        &path,
        &fields,
        "application/x-thing",
        b"\0\x01\xff",
    );
    send(sent).await.is(200);
    let read = desk.ada.get(&path).await;
    assert_eq!(&read.body[..], b"\0\x01\xff");
    assert_eq!(read.header("content-type"), "application/x-thing");
    assert_eq!(read.header("cache-control"), "max-age=60");
    let info = desk
        .ada
        .get(&path.replace("/object/", "/object/info/"))
        .await
        .ok();
    assert_eq!(info["metadata"], json!({"n": 1}));
    let upsert =
        form(&desk.ada, Method::POST, &path, &[], "text/plain", b"new").header("x-upsert", "true");
    send(upsert).await.is(200);
    assert_eq!(desk.ada.get(&path).await.text(), "new");
    let none = desk
        .ada
        .request(Method::POST, &desk.own("films", "none"))
        .header("content-type", "multipart/form-data; boundary=frame")
        .body("--frame\r\ncontent-disposition: form-data; name=\"cacheControl\"\r\n\r\n1\r\n--frame--\r\n");
    assert_eq!(
        refused(&send(none).await, 400, "InvalidRequest"),
        "No content provided"
    );
});

both!(parts_and_versions_of_an_object_are_delivered, |world| {
    let desk = Desk::new(world).await;
    desk.private_bucket("films").await;
    let path = desk.own("films", "digits");
    upload(&desk.ada, &path, "text/plain", b"0123456789")
        .await
        .is(200);
    let part = send(
        desk.ada
            .request(Method::GET, &path)
            .header("range", "bytes=2-4"),
    )
    .await;
    part.is(206);
    assert_eq!(part.text(), "234");
    assert_eq!(part.header("content-range"), "bytes 2-4/10");
    let beyond = send(
        desk.ada
            .request(Method::GET, &path)
            .header("range", "bytes=10-"),
    )
    .await;
    refused(&beyond, 416, "InvalidRange");
    assert_eq!(beyond.header("content-range"), "bytes */10");
    let etag = part.header("etag").to_owned();
    let known = send(
        desk.ada
            .request(Method::GET, &path)
            .header("if-none-match", &etag),
    )
    .await;
    known.is(304);
    let changed = desk
        .ada
        .request(Method::GET, &path)
        .header("range", "bytes=2-4")
        .header("if-range", "\"other\"");
    assert_eq!(send(changed).await.is(200).text(), "0123456789");
    let empty = desk.own("films", "empty");
    upload(&desk.ada, &empty, "text/plain", b"").await.is(200);
    assert_eq!(
        desk.ada.get(&empty).await.is(200).header("content-length"),
        "0"
    );
    let packed = desk.own("films", "packed");
    let sent = raw(
        &desk.ada,
        Method::POST,
        &packed,
        "text/plain",
        b"not really packed",
    )
    .header("content-encoding", "gzip");
    send(sent).await.is(200);
    // This client would unpack it, which it cannot.
    let info = desk
        .ada
        .get(&packed.replace("/object/", "/object/info/"))
        .await;
    assert_eq!(info.ok()["content_encoding"], "gzip");
});

both!(users_access_only_their_own_folders, |world| {
    let desk = Desk::new(world).await;
    let bob = world.person("bob").await.at(desk.server.address);
    desk.private_bucket("films").await;
    let own = desk.own("films", "a.txt");
    upload(&desk.ada, &own, "text/plain", b"mine").await.is(200);
    for stranger in [&*bob, &desk.nobody()] {
        let read = stranger.get(&own).await;
        assert_eq!(read.json()["code"], "NoSuchKey");
        let info = stranger
            .get(&own.replace("/object/", "/object/info/"))
            .await;
        assert_eq!(info.json()["code"], "NoSuchKey");
    }
    let elsewhere = upload(&bob, &own.replace("a.txt", "b.txt"), "text/plain", b"x").await;
    assert_eq!(
        refused(&elsewhere, 403, "AccessDenied"),
        "new row violates row-level security policy"
    );
    for path in [
        "/storage/v1/object/films/top.txt",
        "/storage/v1/object/films/other/x.txt",
    ] {
        refused(
            &upload(&desk.ada, path, "text/plain", b"x").await,
            403,
            "AccessDenied",
        );
    }
    let listed = |client: crate::client::Client| async move {
        client
            .post("/storage/v1/object/list/films", json!({"prefix": ""}))
            .await
            .ok()
    };
    assert_eq!(listed((*bob).clone()).await, json!([]));
    assert_eq!(
        listed((*desk.ada).clone()).await[0]["name"],
        desk.ada.id.to_string()
    );
    let key = format!("{}/a.txt", desk.ada.id);
    let taken = bob
        .post("/storage/v1/object/move", json!({"bucketId": "films", "sourceKey": key, "destinationKey": format!("{}/a.txt", bob.id)}))
        .await;
    refused(&taken, 404, "NoSuchKey");
    let removed = send(
        bob.request(Method::DELETE, "/storage/v1/object/films")
            .json(&json!({"prefixes": [key]})),
    )
    .await;
    assert_eq!(removed.ok(), json!([]));
    refused(
        &send(bob.request(Method::DELETE, &own)).await,
        404,
        "NoSuchKey",
    );
    // The service reads and writes everything.
    assert_eq!(desk.operator.get(&own).await.is(200).text(), "mine");
    upload(
        &desk.operator,
        "/storage/v1/object/films/top.txt",
        "text/plain",
        b"x",
    )
    .await
    .is(200);
    // A session that has ended lets no one in, nor does what is no token.
    bob.post("/auth/v1/logout", json!({})).await.is(204);
    refused(&bob.get(&own).await, 403, "AccessDenied");
    let forged = desk.nobody().with_token("a.b.c");
    assert_eq!(
        refused(&forged.get(&own).await, 403, "AccessDenied"),
        "Invalid Compact JWS"
    );
    let none = desk.nobody().get("/storage/v1/bucket").await;
    assert_eq!(refused(&none, 403, "AccessDenied"), "Invalid Compact JWS");
});

both!(
    public_bucket_is_world_readable_with_restricted_writes,
    |world| {
        let desk = Desk::new(world).await;
        let avatar = desk.own("avatars", "me.png");
        let big = vec![0; 300 << 10];
        refused(
            &upload(&desk.ada, &avatar, "image/svg+xml", b"<svg/>").await,
            415,
            "InvalidMimeType",
        );
        refused(
            &upload(&desk.ada, &avatar, "image/png", &big).await,
            413,
            "EntityTooLarge",
        );
        upload(&desk.ada, &avatar, "image/png", b"a picture")
            .await
            .is(200);
        let public = avatar.replace("/object/", "/object/public/");
        let read = desk.nobody().get(&public).await;
        assert_eq!(read.is(200).text(), "a picture");
        assert_eq!(read.header("content-disposition"), "");
        let saved = desk
            .nobody()
            .get(&format!("{public}?download=my%20face.png"))
            .await;
        assert_eq!(
            saved.header("content-disposition"),
            "attachment; filename*=UTF-8''my%20face.png"
        );
        let saved = desk.nobody().get(&format!("{public}?download=")).await;
        assert_eq!(
            saved.header("content-disposition"),
            "attachment; filename*=UTF-8''me.png"
        );
        refused(
            &upload(
                &desk.nobody().with_token(desk.server.app.auth.public_key()),
                &avatar,
                "image/png",
                b"x",
            )
            .await,
            403,
            "AccessDenied",
        );
        desk.private_bucket("films").await;
        let hidden = desk.own("films", "a.txt");
        upload(&desk.ada, &hidden, "text/plain", b"x").await.is(200);
        let tried = desk
            .nobody()
            .get(&hidden.replace("/object/", "/object/public/"))
            .await;
        refused(&tried, 404, "NoSuchBucket");
        // The profile may show it.
        let profile = desk
            .ada
            .patch("/api/user/profile", json!({"avatarUrl": public}))
            .await;
        assert_eq!(profile.ok()["avatarUrl"], public);
    }
);

both!(objects_move_and_are_copied, |world| {
    let desk = Desk::new(world).await;
    desk.private_bucket("films").await;
    desk.private_bucket("books").await;
    let at = |name: &str| format!("{}/{name}", desk.ada.id);
    upload(&desk.ada, &desk.own("films", "a"), "text/plain", b"bytes")
        .await
        .is(200);
    let moved = json!({"bucketId": "films", "sourceKey": at("a"), "destinationKey": at("b")});
    assert_eq!(
        desk.ada
            .post("/storage/v1/object/move", moved.clone())
            .await
            .ok(),
        json!({"message": "Successfully moved"})
    );
    refused(
        &desk.ada.post("/storage/v1/object/move", moved).await,
        404,
        "NoSuchKey",
    );
    assert_eq!(
        desk.ada.get(&desk.own("films", "b")).await.is(200).text(),
        "bytes"
    );
    let copy = json!({"bucketId": "films", "sourceKey": at("b"), "destinationKey": at("c"), "destinationBucket": "books"});
    let copied = desk
        .ada
        .post("/storage/v1/object/copy", copy.clone())
        .await
        .ok();
    assert_eq!(copied["Key"], format!("books/{}", at("c")));
    refused(
        &desk.ada.post("/storage/v1/object/copy", copy).await,
        409,
        "KeyAlreadyExists",
    );
    let onto = json!({"bucketId": "films", "sourceKey": at("b"), "destinationKey": at("c"), "destinationBucket": "books"});
    refused(
        &desk.ada.post("/storage/v1/object/move", onto).await,
        409,
        "KeyAlreadyExists",
    );
    let changed = json!({"bucketId": "films", "sourceKey": at("b"), "destinationKey": at("d"), "copyMetadata": false,
        "metadata": {"mimetype": "text/csv", "cacheControl": "max-age=1"}});
    desk.ada
        .post("/storage/v1/object/copy", changed)
        .await
        .is(200);
    let read = desk.ada.get(&desk.own("films", "d")).await;
    assert_eq!(
        (read.header("content-type"), read.header("cache-control")),
        ("text/csv", "max-age=1")
    );
    // The copy stays when what it was made of goes.
    send(desk.ada.request(Method::DELETE, &desk.own("films", "b")))
        .await
        .is(200);
    desk.server.app.storage.sweep().await.unwrap();
    assert_eq!(
        desk.ada.get(&desk.own("books", "c")).await.is(200).text(),
        "bytes"
    );
    let out = json!({"bucketId": "books", "sourceKey": at("c"), "destinationKey": "elsewhere/c"});
    refused(
        &desk.ada.post("/storage/v1/object/move", out.clone()).await,
        403,
        "AccessDenied",
    );
    refused(
        &desk.ada.post("/storage/v1/object/copy", out).await,
        403,
        "AccessDenied",
    );
});

both!(unreferenced_bytes_are_deleted, |world| {
    let desk = Desk::new(world).await;
    desk.private_bucket("films").await;
    let storage = &desk.server.app.storage;
    let path = desk.own("films", "a");
    let kept = || async { storage.store.objects_of(desk.ada.id).await.unwrap() };
    upload(&desk.ada, &path, "text/plain", b"one").await.is(200);
    let first = kept().await.remove(0);
    let replaced = raw(&desk.ada, Method::PUT, &path, "text/plain", b"two");
    send(replaced).await.is(200);
    let second = kept().await.remove(0);
    assert_ne!(first.object_path, second.object_path);
    storage.sweep().await.unwrap();
    assert!(
        storage
            .objects
            .read(&first.object_path, None)
            .await
            .is_err()
    );
    assert!(
        storage
            .objects
            .read(&second.object_path, None)
            .await
            .is_ok()
    );
    send(desk.ada.request(Method::DELETE, &path)).await.is(200);
    storage.sweep().await.unwrap();
    assert!(
        storage
            .objects
            .read(&second.object_path, None)
            .await
            .is_err()
    );
    let now = desk.server.app.clock.now() + chrono::TimeDelta::days(365);
    assert_eq!(
        storage.store.doomed_objects(now, 10).await.unwrap(),
        [""; 0]
    );
});
