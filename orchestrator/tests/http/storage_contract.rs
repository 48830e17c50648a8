//! Details of the hosted service that its own clients rely on.

use base64::{Engine, prelude::BASE64_STANDARD};
use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    client::send,
    storage_support::{StorageSetup, upload},
};

both!(units_of_size_limits_are_powers_of_1000, |world| {
    let setup = StorageSetup::new(world).await;
    setup
        .bucket(json!({"id": "films", "name": "films", "file_size_limit": "1KB"}))
        .await;
    let bucket = setup.operator.get("/storage/v1/bucket/films").await.ok();
    assert_eq!(bucket["file_size_limit"], 1_000);
    for (name, bytes, status) in [("a", 1_000, 200), ("b", 1_001, 400)] {
        let path = setup.own("films", name);
        upload(&setup.ada, &path, "text/plain", &vec![b'x'; bytes])
            .await
            .is(status);
    }
});

both!(
    missing_content_type_is_accepted_if_bucket_lists_no_types,
    |world| {
        let setup = StorageSetup::new(world).await;
        setup.private_bucket("films").await;
        let path = setup.own("films", "a");
        upload(&setup.ada, &path, "undefined", b"x").await.is(200);
        let info = setup
            .ada
            .get(&path.replace("object/", "object/info/"))
            .await
            .ok();
        assert_eq!(info["content_type"], "application/octet-stream");
        setup
            .bucket(json!({"id": "texts", "name": "texts", "allowed_mime_types": ["text/*"]}))
            .await;
        let refused = upload(&setup.ada, &setup.own("texts", "a"), "undefined", b"x").await;
        assert_eq!(refused.json()["code"], "InvalidMimeType");
    }
);

both!(
    copy_uses_metadata_of_its_header_and_may_replace_itself,
    |world| {
        let setup = StorageSetup::new(world).await;
        setup.private_bucket("films").await;
        upload(&setup.ada, &setup.own("films", "a"), "text/plain", b"x")
            .await
            .is(200);
        let name = format!("{}/a", setup.ada.id);
        let copy = |metadata: Value, upsert: &str| {
            setup.ada
            .request(Method::POST, "/storage/v1/object/copy")
            .header("x-upsert", upsert)
            .header("x-metadata", BASE64_STANDARD.encode(metadata.to_string()))
            .json(&json!({"bucketId": "films", "sourceKey": name, "destinationKey": name, "copyMetadata": false}))
        };
        let refused = send(copy(json!({"by": "Ada"}), "false")).await;
        assert_eq!(refused.json()["code"], "KeyAlreadyExists");
        send(copy(json!({"by": "Ada"}), "true")).await.is(200);
        let path = setup.own("films", "a");
        let info = setup
            .ada
            .get(&path.replace("object/", "object/info/"))
            .await
            .ok();
        assert_eq!(info["metadata"], json!({"by": "Ada"}));
        assert_eq!(setup.ada.get(&path).await.is(200).text(), "x");
    }
);

both!(
    object_names_may_contain_question_marks_and_empty_folders,
    |world| {
        let setup = StorageSetup::new(world).await;
        setup.private_bucket("films").await;
        for (name, in_address) in [("what?.txt", "what%3F.txt"), ("a//b.txt", "a//b.txt")] {
            let path = setup.own("films", in_address);
            let made = upload(&setup.ada, &path, "text/plain", name.as_bytes())
                .await
                .ok();
            assert_eq!(made["Key"], format!("films/{}/{name}", setup.ada.id));
            assert_eq!(setup.ada.get(&path).await.is(200).text(), name);
            let sign = path.replace("object/", "object/sign/");
            let signed = setup.ada.post(&sign, json!({"expiresIn": 60})).await.ok();
            let url = format!("/storage/v1{}", signed["signedURL"].as_str().unwrap());
            assert_eq!(
                setup.anonymous_client().get(&url).await.is(200).text(),
                name
            );
        }
    }
);

both!(info_has_an_etag_also_for_head, |world| {
    let setup = StorageSetup::new(world).await;
    setup.private_bucket("films").await;
    let path = setup.own("films", "a");
    upload(&setup.ada, &path, "text/plain", b"x").await.is(200);
    let path = path.replace("object/", "object/info/");
    let etag = setup.ada.get(&path).await.ok()["etag"]
        .as_str()
        .unwrap()
        .to_owned();
    let head = send(setup.ada.request(Method::HEAD, &path)).await;
    assert_eq!(head.is(200).header("etag"), etag);
});

both!(status_and_version_are_public, |world| {
    let setup = StorageSetup::new(world).await;
    assert_eq!(
        setup
            .anonymous_client()
            .get("/storage/v1/status")
            .await
            .is(200)
            .text(),
        ""
    );
    let version = setup.anonymous_client().get("/storage/v1/version").await;
    assert_eq!(version.is(200).text(), env!("CARGO_PKG_VERSION"));
});

both!(resumable_refusals_have_protocol_messages, |world| {
    let setup = StorageSetup::new(world).await;
    setup
        .bucket(json!({"id": "films", "name": "films", "file_size_limit": 10}))
        .await;
    let metadata = [("bucketName", "films"), ("objectName", "a")]
        .map(|(key, value)| format!("{key} {}", BASE64_STANDARD.encode(value)))
        .join(",");
    let begin = |length: &str| {
        setup
            .operator
            .request(Method::POST, "/storage/v1/upload/resumable")
            .header("tus-resumable", "1.0.0")
            .header("upload-length", length)
            .header("upload-metadata", &metadata)
    };
    let large = send(begin("11")).await;
    assert_eq!(large.is(413).json()["message"], "Maximum size exceeded");
    let created = send(begin("10")).await;
    let location: reqwest::Url = created.is(201).header("location").parse().unwrap();
    let piece = setup
        .operator
        .request(Method::PATCH, location.path())
        .header("tus-resumable", "1.0.0")
        .header("upload-offset", "5")
        .header("content-type", "application/offset+octet-stream")
        .body("x");
    let conflict = send(piece).await;
    assert_eq!(conflict.is(409).json()["message"], "Upload-Offset conflict");
});

both!(
    invalid_image_sizes_are_rejected_with_parameter_name,
    |world| {
        let setup = StorageSetup::new(world).await;
        setup.private_bucket("films").await;
        for (query, name) in [
            ("width=-1", "width"),
            ("height=0", "height"),
            ("quality=x", "quality"),
        ] {
            let path = format!("/storage/v1/render/image/authenticated/films/a?{query}");
            let refused = setup.operator.get(&path).await;
            let message = refused.is(400).json()["message"]
                .as_str()
                .unwrap()
                .to_owned();
            assert!(message.contains(name), "{message}");
        }
    }
);

both!(tokens_of_deleted_users_name_no_user, |world| {
    let setup = StorageSetup::new(world).await;
    let path = format!("/auth/v1/admin/users/{}", setup.ada.id);
    setup.operator.delete(&path).await.is(200);
    let refused = setup.ada.get("/auth/v1/user").await;
    refused.refused(403, "user_not_found");
});
