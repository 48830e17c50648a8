//! A stand-in for S3 on loopback.

use std::{
    collections::BTreeMap,
    hash::{DefaultHasher, Hash, Hasher},
    sync::{Arc, Mutex},
    time::Duration,
};

use actix_web::{
    HttpRequest, HttpResponse, HttpServer,
    dev::ServerHandle,
    http::Method as HttpMethod,
    web::{self, Bytes, Data},
};
use url::Url;

/// The key that the stand-in knows.
pub const KEY_ID: &str = "id";

/// As much of S3 as is asked for: objects by their keys, whole and in parts, and lists of them.
#[derive(Clone, Default)]
pub struct S3Bucket {
    pub objects: Arc<Mutex<BTreeMap<String, S3Object>>>,
    /// The keys that were read or the prefixes that were listed, with the bytes that were sent.
    log: Arc<Mutex<Vec<S3Read>>>,
    /// The next read of this key is answered, then the object is replaced.
    pub replacement: Arc<Mutex<Option<(String, Bytes)>>>,
    /// How long every answer takes.
    pub delay: Arc<Mutex<Duration>>,
}

#[derive(Clone)]
pub struct S3Object {
    bytes: Bytes,
    etag: String,
}

impl From<Bytes> for S3Object {
    fn from(bytes: Bytes) -> Self {
        let mut hasher = DefaultHasher::new();
        bytes.hash(&mut hasher);
        let etag = format!("\"{:x}\"", hasher.finish());
        Self { bytes, etag }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum S3Read {
    List(String),
    Object(String, u64),
}

pub struct S3 {
    pub bucket: S3Bucket,
    pub url: Url,
    handle: ServerHandle,
}

impl S3 {
    pub fn start() -> Self {
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

    pub fn keys(&self) -> Vec<String> {
        self.bucket
            .objects
            .lock()
            .unwrap()
            .keys()
            .cloned()
            .collect()
    }

    pub fn put(&self, key: &str, bytes: impl Into<Bytes>) {
        let mut objects = self.bucket.objects.lock().unwrap();
        objects.insert(key.to_owned(), bytes.into().into());
    }

    /// Returns what was read since the last call.
    pub fn take_log(&self) -> Vec<S3Read> {
        std::mem::take(&mut *self.bucket.log.lock().unwrap())
    }
}

impl Drop for S3 {
    fn drop(&mut self) {
        drop(self.handle.stop(false));
    }
}

fn error(status: u16, code: &str) -> HttpResponse {
    let status = actix_web::http::StatusCode::from_u16(status).unwrap();
    HttpResponse::build(status).body(format!("<Error><Code>{code}</Code></Error>"))
}

async fn answer(bucket: Data<S3Bucket>, request: HttpRequest, body: Bytes) -> HttpResponse {
    let delay = *bucket.delay.lock().unwrap();
    if !delay.is_zero() {
        actix_web::rt::time::sleep(delay).await;
    }
    let authorization = request.headers().get("authorization");
    let authorization = authorization.map_or("", |value| value.to_str().unwrap());
    if !authorization.contains(&format!("Credential={KEY_ID}/")) {
        return error(403, "InvalidAccessKeyId");
    }
    let key = percent_encoding::percent_decode_str(request.path().trim_start_matches('/'));
    let key = key.decode_utf8().unwrap().into_owned();
    match *request.method() {
        HttpMethod::GET if request.query_string().contains("list-type=2") => {
            list(&bucket, &key, request.query_string())
        }
        HttpMethod::GET => read(&bucket, &key, &request),
        _ => change(&bucket, key, &request, body),
    }
}

fn list(bucket: &S3Bucket, name: &str, query: &str) -> HttpResponse {
    let pairs: BTreeMap<String, String> = url::form_urlencoded::parse(query.as_bytes())
        .into_owned()
        .collect();
    let prefix = pairs.get("prefix").cloned().unwrap_or_default();
    let objects = bucket.objects.lock().unwrap();
    let folder = format!("{}/", name.trim_end_matches('/'));
    if !objects.keys().any(|key| key.starts_with(&folder)) {
        return error(404, "NoSuchBucket");
    }
    bucket
        .log
        .lock()
        .unwrap()
        .push(S3Read::List(prefix.clone()));
    let mut contents = String::new();
    for (key, object) in &*objects {
        let Some(key) = key
            .strip_prefix(&folder)
            .filter(|key| key.starts_with(&prefix))
        else {
            continue;
        };
        contents.push_str(&format!(
            "<Contents><Key>{key}</Key><LastModified>2026-11-20T12:00:00.000Z</LastModified><ETag>{}</ETag><Size>{}</Size></Contents>",
            object.etag.replace('"', "&quot;"),
            object.bytes.len()
        ));
    }
    HttpResponse::Ok().body(format!(
        "<ListBucketResult><IsTruncated>false</IsTruncated>{contents}</ListBucketResult>"
    ))
}

fn read(bucket: &S3Bucket, key: &str, request: &HttpRequest) -> HttpResponse {
    let mut objects = bucket.objects.lock().unwrap();
    let Some(S3Object { bytes, etag }) = objects.get(key).cloned() else {
        return HttpResponse::NotFound().finish();
    };
    let expected = request.headers().get("if-match");
    if expected.is_some_and(|expected| expected.to_str().unwrap() != etag) {
        return error(412, "PreconditionFailed");
    }
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
    let sent = S3Read::Object(key.to_owned(), part.len() as u64);
    bucket.log.lock().unwrap().push(sent);
    let mut replacement = bucket.replacement.lock().unwrap();
    if let Some((key, bytes)) = replacement.take_if(|(replaced, _)| *replaced == key) {
        objects.insert(key, bytes.into());
    }
    response
        .insert_header(("etag", etag))
        .insert_header(("last-modified", "Fri, 20 Nov 2026 12:00:00 GMT"))
        .body(part)
}

fn change(bucket: &S3Bucket, key: String, request: &HttpRequest, body: Bytes) -> HttpResponse {
    let mut objects = bucket.objects.lock().unwrap();
    match *request.method() {
        HttpMethod::PUT => {
            let copied = request.headers().get("x-amz-copy-source");
            let bytes = match copied {
                Some(from) => objects[from.to_str().unwrap().trim_start_matches('/')].clone(),
                None => body.into(),
            };
            objects.insert(key, bytes);
            let mut response = HttpResponse::Ok();
            response.insert_header(("etag", "\"e\""));
            if copied.is_some() {
                return response.body("<CopyObjectResult><ETag>\"e\"</ETag></CopyObjectResult>");
            }
            response.finish()
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
