//! Objects, as the client library asks for them.

use reqwest::Method;
use serde_json::json;

use crate::{
    client::send,
    storage_support::{StorageSetup, form, raw, refused, upload},
};

both!(object_is_uploaded_read_and_deleted, |world| {
    let setup = StorageSetup::new(world).await;
    setup.private_bucket("films").await;
    let path = setup.own("films", "a b/notes.txt");
    let made = upload(&setup.ada, &path, "text/plain;charset=UTF-8", b"hello").await;
    let made = made.ok();
    assert_eq!(made["Key"], format!("films/{}/a b/notes.txt", setup.ada.id));
    assert!(made["Id"].is_string());
    let again = upload(&setup.ada, &path, "text/plain", b"again").await;
    assert_eq!(
        refused(&again, 409, "KeyAlreadyExists"),
        "The resource already exists"
    );
    let read = setup.ada.get(&path).await;
    read.is(200);
    assert_eq!(read.text(), "hello");
    assert_eq!(read.header("content-type"), "text/plain;charset=UTF-8");
    assert_eq!(read.header("cache-control"), "max-age=3600");
    assert_eq!(read.header("content-length"), "5");
    let updated = raw(&setup.ada, Method::PUT, &path, "text/csv", b"a,b")
        .header("x-metadata", "eyJieSI6IkFkYSJ9");
    assert_eq!(send(updated).await.ok()["Id"], made["Id"]);
    let info_path = path.replace("/object/", "/object/info/");
    let info = setup.ada.get(&info_path).await.ok();
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
    let head = send(setup.ada.request(Method::HEAD, &path)).await;
    head.is(200);
    assert_eq!(head.header("content-length"), "3");
    send(setup.ada.request(Method::HEAD, &info_path))
        .await
        .is(200);
    let missing = send(raw(
        &setup.ada,
        Method::PUT,
        &setup.own("films", "none"),
        "text/plain",
        b"x",
    ))
    .await;
    assert_eq!(refused(&missing, 404, "NoSuchKey"), "Object not found");
    let name = format!("{}/a b/notes.txt", setup.ada.id);
    let removed = send(
        setup
            .ada
            .request(Method::DELETE, "/storage/v1/object/films")
            .json(&json!({"prefixes": [name, "not/mine"]})),
    )
    .await
    .ok();
    assert_eq!(removed.as_array().unwrap().len(), 1);
    assert_eq!(removed[0]["name"], name);
    refused(&setup.ada.get(&path).await, 404, "NoSuchKey");
    let head = send(setup.ada.request(Method::HEAD, &path)).await;
    assert_eq!(head.status, 400);
});

both!(multipart_form_uploads_file, |world| {
    let setup = StorageSetup::new(world).await;
    setup.private_bucket("films").await;
    let path = setup.own("films", "picture.bin");
    let fields = [("cacheControl", "60"), ("metadata", r#"{"n":1}"#)];
    let sent = form(
        &setup.ada,
        Method::POST,
        &path,
        &fields,
        "application/x-thing",
        b"\0\x01\xff",
    );
    send(sent).await.is(200);
    let read = setup.ada.get(&path).await;
    assert_eq!(&read.body[..], b"\0\x01\xff");
    assert_eq!(read.header("content-type"), "application/x-thing");
    assert_eq!(read.header("cache-control"), "max-age=60");
    let info = setup
        .ada
        .get(&path.replace("/object/", "/object/info/"))
        .await
        .ok();
    assert_eq!(info["metadata"], json!({"n": 1}));
    let upsert =
        form(&setup.ada, Method::POST, &path, &[], "text/plain", b"new").header("x-upsert", "true");
    send(upsert).await.is(200);
    assert_eq!(setup.ada.get(&path).await.text(), "new");
    let none = setup
        .ada
        .request(Method::POST, &setup.own("films", "none"))
        .header("content-type", "multipart/form-data; boundary=frame")
        .body("--frame\r\ncontent-disposition: form-data; name=\"cacheControl\"\r\n\r\n1\r\n--frame--\r\n");
    assert_eq!(
        refused(&send(none).await, 400, "InvalidRequest"),
        "No content provided"
    );
});

both!(byte_ranges_and_versions_of_an_object_are_served, |world| {
    let setup = StorageSetup::new(world).await;
    setup.private_bucket("films").await;
    let path = setup.own("films", "digits");
    upload(&setup.ada, &path, "text/plain", b"0123456789")
        .await
        .is(200);
    let part = send(
        setup
            .ada
            .request(Method::GET, &path)
            .header("range", "bytes=2-4"),
    )
    .await;
    part.is(206);
    assert_eq!(part.text(), "234");
    assert_eq!(part.header("content-range"), "bytes 2-4/10");
    let beyond = send(
        setup
            .ada
            .request(Method::GET, &path)
            .header("range", "bytes=10-"),
    )
    .await;
    refused(&beyond, 416, "InvalidRange");
    assert_eq!(beyond.header("content-range"), "bytes */10");
    let etag = part.header("etag").to_owned();
    let known = send(
        setup
            .ada
            .request(Method::GET, &path)
            .header("if-none-match", &etag),
    )
    .await;
    known.is(304);
    let changed = setup
        .ada
        .request(Method::GET, &path)
        .header("range", "bytes=2-4")
        .header("if-range", "\"other\"");
    assert_eq!(send(changed).await.is(200).text(), "0123456789");
    let empty = setup.own("films", "empty");
    upload(&setup.ada, &empty, "text/plain", b"").await.is(200);
    assert_eq!(
        setup.ada.get(&empty).await.is(200).header("content-length"),
        "0"
    );
    let packed = setup.own("films", "packed");
    let sent = raw(
        &setup.ada,
        Method::POST,
        &packed,
        "text/plain",
        b"not really packed",
    )
    .header("content-encoding", "gzip");
    send(sent).await.is(200);
    // This client would unpack it, which it cannot.
    let info = setup
        .ada
        .get(&packed.replace("/object/", "/object/info/"))
        .await;
    assert_eq!(info.ok()["content_encoding"], "gzip");
});

both!(users_access_only_their_own_folders, |world| {
    let setup = StorageSetup::new(world).await;
    let bob = world.new_user("bob").await.at(setup.server.address);
    setup.private_bucket("films").await;
    let own = setup.own("films", "a.txt");
    upload(&setup.ada, &own, "text/plain", b"mine")
        .await
        .is(200);
    for stranger in [&*bob, &setup.anonymous_client()] {
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
            &upload(&setup.ada, path, "text/plain", b"x").await,
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
        listed((*setup.ada).clone()).await[0]["name"],
        setup.ada.id.to_string()
    );
    let key = format!("{}/a.txt", setup.ada.id);
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
    assert_eq!(setup.operator.get(&own).await.is(200).text(), "mine");
    upload(
        &setup.operator,
        "/storage/v1/object/films/top.txt",
        "text/plain",
        b"x",
    )
    .await
    .is(200);
    // A session that has ended lets no one in, nor does what is no token.
    bob.post("/auth/v1/logout", json!({})).await.is(204);
    refused(&bob.get(&own).await, 403, "AccessDenied");
    let forged = setup.anonymous_client().with_token("a.b.c");
    assert_eq!(
        refused(&forged.get(&own).await, 403, "AccessDenied"),
        "Invalid Compact JWS"
    );
    let none = setup.anonymous_client().get("/storage/v1/bucket").await;
    assert_eq!(refused(&none, 403, "AccessDenied"), "Invalid Compact JWS");
});

both!(
    public_bucket_is_readable_by_anyone_and_writable_by_rule,
    |world| {
        let setup = StorageSetup::new(world).await;
        let avatar = setup.own("avatars", "me.png");
        let big = vec![0; 300 << 10];
        refused(
            &upload(&setup.ada, &avatar, "image/svg+xml", b"<svg/>").await,
            415,
            "InvalidMimeType",
        );
        refused(
            &upload(&setup.ada, &avatar, "image/png", &big).await,
            413,
            "EntityTooLarge",
        );
        upload(&setup.ada, &avatar, "image/png", b"a picture")
            .await
            .is(200);
        let public = avatar.replace("/object/", "/object/public/");
        let read = setup.anonymous_client().get(&public).await;
        assert_eq!(read.is(200).text(), "a picture");
        assert_eq!(read.header("content-disposition"), "");
        let saved = setup
            .anonymous_client()
            .get(&format!("{public}?download=my%20face.png"))
            .await;
        assert_eq!(
            saved.header("content-disposition"),
            "attachment; filename*=UTF-8''my%20face.png"
        );
        let saved = setup
            .anonymous_client()
            .get(&format!("{public}?download="))
            .await;
        assert_eq!(
            saved.header("content-disposition"),
            "attachment; filename*=UTF-8''me.png"
        );
        refused(
            &upload(
                &setup
                    .anonymous_client()
                    .with_token(setup.server.app.auth.public_key()),
                &avatar,
                "image/png",
                b"x",
            )
            .await,
            403,
            "AccessDenied",
        );
        setup.private_bucket("films").await;
        let hidden = setup.own("films", "a.txt");
        upload(&setup.ada, &hidden, "text/plain", b"x")
            .await
            .is(200);
        let tried = setup
            .anonymous_client()
            .get(&hidden.replace("/object/", "/object/public/"))
            .await;
        refused(&tried, 404, "NoSuchBucket");
        // The profile may show it.
        let profile = setup
            .ada
            .patch("/api/user/profile", json!({"avatarUrl": public}))
            .await;
        assert_eq!(profile.ok()["avatarUrl"], public);
    }
);

both!(objects_move_and_are_copied, |world| {
    let setup = StorageSetup::new(world).await;
    setup.private_bucket("films").await;
    setup.private_bucket("books").await;
    let at = |name: &str| format!("{}/{name}", setup.ada.id);
    upload(&setup.ada, &setup.own("films", "a"), "text/plain", b"bytes")
        .await
        .is(200);
    let moved = json!({"bucketId": "films", "sourceKey": at("a"), "destinationKey": at("b")});
    assert_eq!(
        setup
            .ada
            .post("/storage/v1/object/move", moved.clone())
            .await
            .ok(),
        json!({"message": "Successfully moved"})
    );
    refused(
        &setup.ada.post("/storage/v1/object/move", moved).await,
        404,
        "NoSuchKey",
    );
    assert_eq!(
        setup.ada.get(&setup.own("films", "b")).await.is(200).text(),
        "bytes"
    );
    let copy = json!({"bucketId": "films", "sourceKey": at("b"), "destinationKey": at("c"), "destinationBucket": "books"});
    let copied = setup
        .ada
        .post("/storage/v1/object/copy", copy.clone())
        .await
        .ok();
    assert_eq!(copied["Key"], format!("books/{}", at("c")));
    refused(
        &setup.ada.post("/storage/v1/object/copy", copy).await,
        409,
        "KeyAlreadyExists",
    );
    let onto = json!({"bucketId": "films", "sourceKey": at("b"), "destinationKey": at("c"), "destinationBucket": "books"});
    refused(
        &setup.ada.post("/storage/v1/object/move", onto).await,
        409,
        "KeyAlreadyExists",
    );
    let changed = json!({"bucketId": "films", "sourceKey": at("b"), "destinationKey": at("d"), "copyMetadata": false,
        "metadata": {"mimetype": "text/csv", "cacheControl": "max-age=1"}});
    setup
        .ada
        .post("/storage/v1/object/copy", changed)
        .await
        .is(200);
    let read = setup.ada.get(&setup.own("films", "d")).await;
    assert_eq!(
        (read.header("content-type"), read.header("cache-control")),
        ("text/csv", "max-age=1")
    );
    // The copy stays when what it was made of goes.
    send(setup.ada.request(Method::DELETE, &setup.own("films", "b")))
        .await
        .is(200);
    setup.server.app.storage.sweep().await.unwrap();
    assert_eq!(
        setup.ada.get(&setup.own("books", "c")).await.is(200).text(),
        "bytes"
    );
    let out = json!({"bucketId": "books", "sourceKey": at("c"), "destinationKey": "elsewhere/c"});
    refused(
        &setup.ada.post("/storage/v1/object/move", out.clone()).await,
        403,
        "AccessDenied",
    );
    refused(
        &setup.ada.post("/storage/v1/object/copy", out).await,
        403,
        "AccessDenied",
    );
});

both!(unreferenced_bytes_are_deleted, |world| {
    let setup = StorageSetup::new(world).await;
    setup.private_bucket("films").await;
    let storage = &setup.server.app.storage;
    let path = setup.own("films", "a");
    let kept = || async { storage.store.objects_of(setup.ada.id).await.unwrap() };
    upload(&setup.ada, &path, "text/plain", b"one")
        .await
        .is(200);
    let first = kept().await.remove(0);
    let replaced = raw(&setup.ada, Method::PUT, &path, "text/plain", b"two");
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
    send(setup.ada.request(Method::DELETE, &path)).await.is(200);
    storage.sweep().await.unwrap();
    assert!(
        storage
            .objects
            .read(&second.object_path, None)
            .await
            .is_err()
    );
    let now = setup.server.app.clock.now() + chrono::TimeDelta::days(365);
    assert_eq!(storage.store.due_deletions(now, 10).await.unwrap(), [""; 0]);
});
