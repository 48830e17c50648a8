//! Details of the hosted service that its own clients rely on.

use base64::{Engine, prelude::BASE64_STANDARD};
use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    client::send,
    storage_support::{Desk, upload},
};

both!(units_of_size_limits_are_powers_of_1000, |world| {
    let desk = Desk::new(world).await;
    desk.bucket(json!({"id": "films", "name": "films", "file_size_limit": "1KB"}))
        .await;
    let bucket = desk.operator.get("/storage/v1/bucket/films").await.ok();
    assert_eq!(bucket["file_size_limit"], 1_000);
    for (name, bytes, status) in [("a", 1_000, 200), ("b", 1_001, 400)] {
        let path = desk.own("films", name);
        upload(&desk.ada, &path, "text/plain", &vec![b'x'; bytes])
            .await
            .is(status);
    }
});

both!(
    undefined_type_is_accepted_where_bucket_lists_none,
    |world| {
        let desk = Desk::new(world).await;
        desk.private_bucket("films").await;
        let path = desk.own("films", "a");
        upload(&desk.ada, &path, "undefined", b"x").await.is(200);
        let info = desk
            .ada
            .get(&path.replace("object/", "object/info/"))
            .await
            .ok();
        assert_eq!(info["content_type"], "application/octet-stream");
        desk.bucket(json!({"id": "texts", "name": "texts", "allowed_mime_types": ["text/*"]}))
            .await;
        let refused = upload(&desk.ada, &desk.own("texts", "a"), "undefined", b"x").await;
        assert_eq!(refused.json()["code"], "InvalidMimeType");
    }
);

both!(
    copy_takes_metadata_of_its_header_and_may_replace_itself,
    |world| {
        let desk = Desk::new(world).await;
        desk.private_bucket("films").await;
        upload(&desk.ada, &desk.own("films", "a"), "text/plain", b"x")
            .await
            .is(200);
        let name = format!("{}/a", desk.ada.id);
        let copy = |metadata: Value, upsert: &str| {
            desk.ada
            .request(Method::POST, "/storage/v1/object/copy")
            .header("x-upsert", upsert)
            .header("x-metadata", BASE64_STANDARD.encode(metadata.to_string()))
            .json(&json!({"bucketId": "films", "sourceKey": name, "destinationKey": name, "copyMetadata": false}))
        };
        let refused = send(copy(json!({"by": "Ada"}), "false")).await;
        assert_eq!(refused.json()["code"], "KeyAlreadyExists");
        send(copy(json!({"by": "Ada"}), "true")).await.is(200);
        let path = desk.own("films", "a");
        let info = desk
            .ada
            .get(&path.replace("object/", "object/info/"))
            .await
            .ok();
        assert_eq!(info["metadata"], json!({"by": "Ada"}));
        assert_eq!(desk.ada.get(&path).await.is(200).text(), "x");
    }
);

both!(names_may_hold_question_marks_and_empty_folders, |world| {
    let desk = Desk::new(world).await;
    desk.private_bucket("films").await;
    for (name, in_address) in [("what?.txt", "what%3F.txt"), ("a//b.txt", "a//b.txt")] {
        let path = desk.own("films", in_address);
        let made = upload(&desk.ada, &path, "text/plain", name.as_bytes())
            .await
            .ok();
        assert_eq!(made["Key"], format!("films/{}/{name}", desk.ada.id));
        assert_eq!(desk.ada.get(&path).await.is(200).text(), name);
        let sign = path.replace("object/", "object/sign/");
        let signed = desk.ada.post(&sign, json!({"expiresIn": 60})).await.ok();
        let url = format!("/storage/v1{}", signed["signedURL"].as_str().unwrap());
        assert_eq!(desk.nobody().get(&url).await.is(200).text(), name);
    }
});

both!(info_has_an_etag_also_for_head, |world| {
    let desk = Desk::new(world).await;
    desk.private_bucket("films").await;
    let path = desk.own("films", "a");
    upload(&desk.ada, &path, "text/plain", b"x").await.is(200);
    let path = path.replace("object/", "object/info/");
    let etag = desk.ada.get(&path).await.ok()["etag"]
        .as_str()
        .unwrap()
        .to_owned();
    let head = send(desk.ada.request(Method::HEAD, &path)).await;
    assert_eq!(head.is(200).header("etag"), etag);
});

both!(status_and_version_are_public, |world| {
    let desk = Desk::new(world).await;
    assert_eq!(
        desk.nobody().get("/storage/v1/status").await.is(200).text(),
        ""
    );
    let version = desk.nobody().get("/storage/v1/version").await;
    assert_eq!(version.is(200).text(), env!("CARGO_PKG_VERSION"));
});

both!(resumable_refusals_have_protocol_messages, |world| {
    let desk = Desk::new(world).await;
    desk.bucket(json!({"id": "films", "name": "films", "file_size_limit": 10}))
        .await;
    let metadata = [("bucketName", "films"), ("objectName", "a")]
        .map(|(key, value)| format!("{key} {}", BASE64_STANDARD.encode(value)))
        .join(",");
    let begin = |length: &str| {
        desk.operator
            .request(Method::POST, "/storage/v1/upload/resumable")
            .header("tus-resumable", "1.0.0")
            .header("upload-length", length)
            .header("upload-metadata", &metadata)
    };
    let large = send(begin("11")).await;
    assert_eq!(large.is(413).json()["message"], "Maximum size exceeded");
    let created = send(begin("10")).await;
    let location: reqwest::Url = created.is(201).header("location").parse().unwrap();
    let piece = desk
        .operator
        .request(Method::PATCH, location.path())
        .header("tus-resumable", "1.0.0")
        .header("upload-offset", "5")
        .header("content-type", "application/offset+octet-stream")
        .body("x");
    let conflict = send(piece).await;
    assert_eq!(conflict.is(409).json()["message"], "Upload-Offset conflict");
});

both!(invalid_image_sizes_name_parameter, |world| {
    let desk = Desk::new(world).await;
    desk.private_bucket("films").await;
    for (query, name) in [
        ("width=-1", "width"),
        ("height=0", "height"),
        ("quality=x", "quality"),
    ] {
        let path = format!("/storage/v1/render/image/authenticated/films/a?{query}");
        let refused = desk.operator.get(&path).await;
        let message = refused.is(400).json()["message"]
            .as_str()
            .unwrap()
            .to_owned();
        assert!(message.contains(name), "{message}");
    }
});

both!(tokens_of_deleted_users_name_no_user, |world| {
    let desk = Desk::new(world).await;
    let path = format!("/auth/v1/admin/users/{}", desk.ada.id);
    desk.operator.delete(&path).await.is(200);
    let refused = desk.ada.get("/auth/v1/user").await;
    refused.refused(403, "user_not_found");
});
