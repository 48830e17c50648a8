//! Storage safety: no access to other users' objects or folders, and no active content.

use chrono::TimeDelta;
use image::{DynamicImage, ImageFormat, RgbImage};
use reqwest::Method;
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

use crate::{
    client::{Client, HttpAnswer, send},
    storage_support::{SECRET_KEY, StorageSetup, raw, refused, upload},
};

/// Spellings of a way out.
const WAYS_OUT: [&str; 13] = [
    "..%2F..%2Fsigning-keys.json",
    "%2e%2e/%2e%2e/signing-keys.json",
    "a%2F..%2F..%2Fsigning-keys.json",
    "a/",
    "a%2F",
    "a/%2e/b",
    "a%00b",
    "a%0Ab",
    "a%5C..%5Cb",
    "a%23b",
    "a%25b",
    "a%252e%252e%252fb",
    "..%5C..%5Csigning-keys.json",
];

/// The status of a request whose address is sent just as it is written.
async fn status(setup: &StorageSetup, method: &Method, path: &str) -> u16 {
    let request = format!(
        "{method} {path} HTTP/1.1\r\nhost: {}\r\nauthorization: Bearer {SECRET_KEY}\r\n\
         connection: close\r\ncontent-length: 1\r\n\r\nx",
        setup.server.address
    );
    let mut socket = TcpStream::connect(setup.server.address).await.unwrap();
    socket.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    socket.read_to_end(&mut answer).await.unwrap();
    let answer = String::from_utf8_lossy(&answer);
    answer.split(' ').nth(1).unwrap().parse().unwrap()
}

async fn answers(client: &Client, method: Method, path: String) -> HttpAnswer {
    send(raw(client, method, &path, "text/plain", b"x")).await
}

both!(path_traversal_spellings_stay_inside_bucket, |world| {
    let setup = StorageSetup::new(world).await;
    setup.private_bucket("films").await;
    let routes = [
        (Method::GET, "object/films"),
        (Method::HEAD, "object/films"),
        (Method::POST, "object/films"),
        (Method::PUT, "object/films"),
        (Method::DELETE, "object/films"),
        (Method::GET, "object/public/avatars"),
        (Method::GET, "object/authenticated/films"),
        (Method::GET, "object/info/films"),
        (Method::POST, "object/sign/films"),
        (Method::GET, "object/sign/films"),
        (Method::POST, "object/upload/sign/films"),
        (Method::PUT, "object/upload/sign/films"),
        (Method::GET, "render/image/authenticated/films"),
        (Method::GET, "render/image/public/avatars"),
        (Method::GET, "render/image/sign/films"),
        (Method::DELETE, "cdn/films"),
    ];
    for way in WAYS_OUT {
        for (method, route) in &routes {
            let path = format!("/storage/v1/{route}/{}/{way}", setup.ada.id);
            assert_eq!(status(&setup, method, &path).await, 400, "{method} {path}");
        }
    }
    let bad = ["../x", "a/../../x", "/x", "a\u{0}b", "a%2fb", "a#b", ".."];
    for name in bad {
        let moves = json!({"bucketId": "films", "sourceKey": name, "destinationKey": "ok"});
        let onto = json!({"bucketId": "films", "sourceKey": "ok", "destinationKey": name});
        for (path, body) in [
            ("object/move", moves.clone()),
            ("object/copy", moves),
            ("object/move", onto.clone()),
            ("object/copy", onto),
        ] {
            let answer = setup
                .operator
                .post(&format!("/storage/v1/{path}"), body)
                .await;
            assert_eq!(answer.status, 400, "{path} {name:?}");
        }
        let removed = setup
            .operator
            .request(Method::DELETE, "/storage/v1/object/films");
        let removed = send(removed.json(&json!({"prefixes": [name]}))).await;
        refused(&removed, 400, "InvalidKey");
        let signed = setup
            .operator
            .post(
                "/storage/v1/object/sign/films",
                json!({"expiresIn": 60, "paths": [name]}),
            )
            .await;
        assert_eq!(signed.ok()[0]["signedURL"], Value::Null);
    }
    for prefix in ["..", "a/../b", "a%b"] {
        for list in ["list", "list-v2"] {
            let path = format!("/storage/v1/object/{list}/films");
            let answer = setup.operator.post(&path, json!({"prefix": prefix})).await;
            refused(&answer, 400, "InvalidKey");
        }
    }
});

both!(active_content_is_never_shown_inline, |world| {
    let setup = StorageSetup::new(world).await;
    setup
        .bucket(json!({"id": "open", "name": "open", "public": true}))
        .await;
    let active = [
        "text/html",
        "image/svg+xml",
        "application/xhtml+xml",
        "text/xml",
        "text/javascript",
        "x/y",
    ];
    for (number, content_type) in active.iter().enumerate() {
        let path = setup.own("open", &format!("{number}.png"));
        upload(
            &setup.ada,
            &path,
            content_type,
            b"<script>alert(1)</script>",
        )
        .await
        .is(200);
        for path in [path.clone(), path.replace("/object/", "/object/public/")] {
            let read = setup.ada.get(&path).await;
            assert!(
                read.header("content-disposition").starts_with("attachment"),
                "{content_type}"
            );
            assert_eq!(read.header("x-content-type-options"), "nosniff");
            let policy = read.header("content-security-policy");
            assert!(policy.contains("sandbox") && policy.contains("default-src 'none'"));
            assert!(!policy.contains("allow-"), "{policy}");
        }
    }
    let odd = setup.own("open", "odd");
    for content_type in ["", "text", "text/*", "te xt/plain"] {
        let sent = upload(&setup.ada, &odd, content_type, b"x").await;
        refused(&sent, 415, "InvalidMimeType");
    }
});

both!(
    signed_url_is_limited_to_object_operation_and_time,
    |world| {
        let setup = StorageSetup::new(world).await;
        setup.private_bucket("films").await;
        upload(
            &setup.ada,
            &setup.own("films", "a"),
            "text/plain",
            b"secret",
        )
        .await
        .is(200);
        upload(&setup.ada, &setup.own("films", "b"), "text/plain", b"other")
            .await
            .is(200);
        let sign = setup.own("films", "a").replace("/object/", "/object/sign/");
        let signed = setup.ada.post(&sign, json!({"expiresIn": 60})).await.ok();
        let url = format!("/storage/v1{}", signed["signedURL"].as_str().unwrap());
        let nobody = setup.anonymous_client();
        assert_eq!(nobody.get(&url).await.is(200).text(), "secret");
        let saved = nobody.get(&format!("{url}&download=x.txt")).await;
        assert!(
            saved
                .header("content-disposition")
                .starts_with("attachment")
        );
        let other = nobody.get(&url.replace("/a?", "/b?")).await;
        refused(&other, 400, "InvalidSignature");
        let rendered = nobody
            .get(&url.replace("/object/sign/", "/render/image/sign/"))
            .await;
        refused(&rendered, 400, "InvalidSignature");
        let written = answers(
            &nobody,
            Method::PUT,
            url.replace("/object/sign/", "/object/upload/sign/"),
        )
        .await;
        refused(&written, 400, "InvalidSignature");
        refused(
            &nobody.get(&format!("{url}x")).await,
            400,
            "InvalidSignature",
        );
        refused(
            &nobody.get(url.split('?').next().unwrap()).await,
            400,
            "InvalidJWT",
        );
        let session = nobody
            .get(&format!(
                "{}?token={}",
                url.split('?').next().unwrap(),
                setup.ada.access_token
            ))
            .await;
        assert_eq!(session.status, 400);
        world.hand.advance(TimeDelta::seconds(61));
        refused(&nobody.get(&url).await, 400, "ExpiredToken");
        let bob = world.new_user("bob").await.at(setup.server.address);
        refused(
            &bob.post(&sign, json!({"expiresIn": 60})).await,
            404,
            "NoSuchKey",
        );
        refused(
            &setup.ada.post(&sign, json!({"expiresIn": 0})).await,
            400,
            "InvalidRequest",
        );
        refused(
            &setup.ada.post(&sign, json!({})).await,
            400,
            "InvalidRequest",
        );
        let paths =
            json!({"expiresIn": 60, "paths": [format!("{}/a", setup.ada.id), "none", "../x"]});
        let many = setup
            .ada
            .post("/storage/v1/object/sign/films", paths)
            .await
            .ok();
        assert!(many[0]["signedURL"].as_str().unwrap().contains("?token="));
        assert_eq!(many[0]["error"], Value::Null);
        for failed in [&many[1], &many[2]] {
            assert_eq!(failed["signedURL"], Value::Null);
            assert_eq!(
                failed["error"],
                "Either the object does not exist or you do not have access to it"
            );
        }
    }
);

both!(signed_upload_url_is_valid_once, |world| {
    let setup = StorageSetup::new(world).await;
    setup.private_bucket("films").await;
    let sign = setup
        .own("films", "a")
        .replace("/object/", "/object/upload/sign/");
    let signed = setup.ada.post(&sign, json!({})).await.ok();
    let url = format!("/storage/v1{}", signed["url"].as_str().unwrap());
    let nobody = setup.anonymous_client();
    let sent = answers(&nobody, Method::PUT, url.clone()).await.ok();
    assert_eq!(sent["Key"], format!("films/{}/a", setup.ada.id));
    refused(
        &answers(&nobody, Method::PUT, url.clone()).await,
        409,
        "KeyAlreadyExists",
    );
    // The header is ignored then.
    let forced = raw(&nobody, Method::PUT, &url, "text/plain", b"x").header("x-upsert", "true");
    refused(&send(forced).await, 409, "KeyAlreadyExists");
    refused(
        &setup.ada.post(&sign, json!({})).await,
        409,
        "KeyAlreadyExists",
    );
    let upsert = setup
        .ada
        .request(Method::POST, &sign)
        .header("x-upsert", "true")
        .json(&json!({}));
    let signed = send(upsert).await.ok();
    let url = format!("/storage/v1{}", signed["url"].as_str().unwrap());
    answers(&nobody, Method::PUT, url.clone()).await.is(200);
    answers(&nobody, Method::PUT, url.clone()).await.is(200);
    let read = nobody
        .get(&url.replace("/object/upload/sign/", "/object/sign/"))
        .await;
    refused(&read, 400, "InvalidSignature");
    let strange = "/storage/v1/object/upload/sign/films/elsewhere/a";
    refused(
        &setup.ada.post(strange, json!({})).await,
        403,
        "AccessDenied",
    );
    world.hand.advance(TimeDelta::hours(2));
    refused(
        &answers(&nobody, Method::PUT, url).await,
        400,
        "ExpiredToken",
    );
});

fn jpeg(width: u32, height: u32) -> Vec<u8> {
    let pixels = RgbImage::from_fn(width, height, |x, y| {
        image::Rgb([x.to_le_bytes()[0], y.to_le_bytes()[0], 90])
    });
    let mut bytes = std::io::Cursor::new(Vec::new());
    DynamicImage::ImageRgb8(pixels)
        .write_to(&mut bytes, ImageFormat::Jpeg)
        .unwrap();
    bytes.into_inner()
}

fn size(answer: &HttpAnswer) -> (u32, u32) {
    let picture = image::load_from_memory(&answer.body).unwrap();
    (picture.width(), picture.height())
}

both!(images_are_resized_and_converted, |world| {
    let setup = StorageSetup::new(world).await;
    setup
        .bucket(json!({"id": "open", "name": "open", "public": true}))
        .await;
    let path = setup.own("open", "cat.jpg");
    // The uploader's content type doesn't matter.
    upload(&setup.ada, &path, "text/plain", &jpeg(300, 200))
        .await
        .is(200);
    let public = path.replace("/object/", "/render/image/public/");
    let nobody = setup.anonymous_client();
    let small = nobody
        .get(&format!("{public}?width=60&height=60&quality=60"))
        .await;
    assert_eq!(size(small.is(200)), (60, 60));
    assert_eq!(small.header("content-type"), "image/jpeg");
    assert_eq!(
        small.header("x-transformations"),
        "height:60,width:60,resizing_type:fill,quality:60"
    );
    assert_eq!(small.header("content-length"), small.body.len().to_string());
    assert!(small.header("content-security-policy").contains("sandbox"));
    let known = send(
        nobody
            .request(
                Method::GET,
                &format!("{public}?width=60&height=60&quality=60"),
            )
            .header("if-none-match", small.header("etag")),
    )
    .await;
    known.is(304);
    let whole = nobody
        .get(&format!("{public}?width=60&height=60&resize=contain"))
        .await;
    assert_eq!(size(&whole), (60, 40));
    let private = path.replace("/object/", "/render/image/authenticated/");
    let webp = setup
        .ada
        .get(&format!("{private}?height=20&format=webp"))
        .await;
    assert_eq!(
        (size(&webp), webp.header("content-type")),
        ((30, 20), "image/webp")
    );
    let sign = path.replace("/object/", "/object/sign/");
    let signed = setup
        .ada
        .post(
            &sign,
            json!({"expiresIn": 60, "transform": {"width": 30, "resize": "cover"}}),
        )
        .await
        .ok();
    let url = signed["signedURL"].as_str().unwrap();
    assert!(url.starts_with("/render/image/sign/"), "{url}");
    assert_eq!(
        size(&nobody.get(&format!("/storage/v1{url}&width=200")).await),
        (30, 20)
    );
    for query in [
        "width=0",
        "width=9999",
        "quality=5",
        "resize=squeeze",
        "format=exe",
        "width=x",
    ] {
        refused(
            &nobody.get(&format!("{public}?{query}")).await,
            400,
            "InvalidRequest",
        );
    }
    let text = setup.own("open", "no-picture");
    upload(&setup.ada, &text, "image/png", b"<svg/>")
        .await
        .is(200);
    refused(
        &setup
            .ada
            .get(&text.replace("/object/", "/render/image/authenticated/"))
            .await,
        400,
        "InvalidRequest",
    );
    refused(
        &nobody.get(&format!("{}x?width=10", public)).await,
        404,
        "NoSuchKey",
    );
});
