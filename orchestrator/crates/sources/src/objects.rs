use std::{
    io::Write,
    ops::Range,
    path::{Path, PathBuf},
    sync::Arc,
};

use bytes::Bytes;
use futures_util::{StreamExt, TryStreamExt, stream::BoxStream};
use metrics::histogram;
use object_store::{
    GetOptions, ObjectStore, ObjectStoreExt, PutPayload, WriteMultipart, aws::AmazonS3Builder,
    local::LocalFileSystem, path::Path as Key, prefix::PrefixStore,
};
use tempfile::NamedTempFile;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    time::Instant,
};

use super::{copies::LocalCopies, pending::WrittenKeys};

/// Bytes that a store is sent in one request; more go in parts.
const WHOLE_BYTES: u64 = 5 << 20;

/// The store of the sources' Parquet files and texts and of the storage back end's objects: a
/// folder, or anything that `object_store` reaches.
#[derive(Clone, Debug)]
pub struct Objects {
    store: Arc<dyn ObjectStore>,
    place: ObjectBackend,
    /// Keeps the keys of what is put.
    written: Option<WrittenKeys>,
}

#[derive(Clone, Debug)]
enum ObjectBackend {
    /// Objects are files below this folder.
    Folder(PathBuf),
    /// Objects are elsewhere; workers read copies in this folder.
    Copies(LocalCopies),
}

#[derive(Debug, thiserror::Error)]
pub enum ObjectError {
    #[error("the object store failed: {0}")]
    Store(#[from] object_store::Error),
    #[error("a file could not be read or written: {0}")]
    File(#[from] std::io::Error),
    #[error("{0} is not an object store address: use s3://bucket or s3://bucket/folder")]
    Address(String),
}

/// How a service that speaks as S3 does is reached.
#[derive(Clone, Copy, Default)]
pub struct S3Access<'a> {
    pub endpoint: Option<&'a str>,
    pub region: Option<&'a str>,
    /// Its id, and its secret.
    pub key: Option<(&'a str, &'a str)>,
}

impl Objects {
    pub fn in_folder(folder: &Path) -> Result<Self, ObjectError> {
        Ok(Self {
            store: Arc::new(LocalFileSystem::new_with_prefix(folder)?),
            place: ObjectBackend::Folder(folder.to_owned()),
            written: None,
        })
    }

    /// A bucket of S3, or of a service that speaks as S3 does at `endpoint`: `s3://bucket/folder`.
    /// What the access does not say comes from the variables that other programs for S3 read, too
    /// (`AWS_…`). `copies` is a folder for what the workers need at hand.
    pub fn in_s3(
        address: &str,
        access: &S3Access,
        copies: LocalCopies,
    ) -> Result<Self, ObjectError> {
        let refused = || ObjectError::Address(address.to_owned());
        let place = address.strip_prefix("s3://").ok_or_else(refused)?;
        let (bucket, folder) = place.split_once('/').unwrap_or((place, ""));
        if bucket.is_empty() {
            return Err(refused());
        }
        let mut builder = AmazonS3Builder::from_env().with_bucket_name(bucket);
        if let Some(endpoint) = access.endpoint {
            builder = builder
                .with_endpoint(endpoint.trim_end_matches('/'))
                .with_allow_http(endpoint.starts_with("http://"));
        }
        if let Some(region) = access.region {
            builder = builder.with_region(region);
        }
        if let Some((id, secret)) = access.key {
            builder = builder
                .with_access_key_id(id)
                .with_secret_access_key(secret);
        }
        let store = builder.build()?;
        let folder = Key::parse(folder.trim_matches('/')).map_err(|_| refused())?;
        let store: Arc<dyn ObjectStore> = if folder.as_ref().is_empty() {
            Arc::new(store)
        } else {
            Arc::new(PrefixStore::new(store, folder))
        };
        Ok(Self::with_copies(store, copies))
    }

    /// `copies` is a folder for what the workers need at hand.
    pub fn with_copies(store: Arc<dyn ObjectStore>, copies: LocalCopies) -> Self {
        Self {
            store,
            place: ObjectBackend::Copies(copies),
            written: None,
        }
    }

    /// Takes a file over as the object `key` and removes it.
    pub async fn put_file(&self, key: &str, file: &Path) -> Result<(), ObjectError> {
        let Some(written) = &self.written else {
            return measure_call("put", self.put_unmeasured(key, file)).await;
        };
        let mut keys = written.lock().await;
        let (objects, key, file) = (self.clone(), key.to_owned(), file.to_owned());
        // A task of its own ends also where its caller stops waiting: half an object could not be deleted.
        let put = tokio::spawn(async move {
            keys.push(key.clone());
            let put = measure_call("put", objects.put_unmeasured(&key, &file)).await;
            drop(keys);
            put
        });
        put.await.map_err(std::io::Error::other)?
    }

    /// Returns the same store, which keeps the keys of what is put through it.
    pub(super) fn recording(&self, written: WrittenKeys) -> Self {
        Self {
            written: Some(written),
            ..self.clone()
        }
    }

    async fn put_unmeasured(&self, key: &str, file: &Path) -> Result<(), ObjectError> {
        if let ObjectBackend::Folder(folder) = &self.place {
            let target = folder.join(key);
            if let Some(parent) = target.parent() {
                tokio::fs::create_dir_all(parent).await?;
            }
            if tokio::fs::rename(file, &target).await.is_ok() {
                return Ok(());
            }
        }
        if tokio::fs::metadata(file).await?.len() <= WHOLE_BYTES {
            let bytes = tokio::fs::read(file).await?;
            self.store.put(&Key::from(key), bytes.into()).await?;
            tokio::fs::remove_file(file).await?;
            return Ok(());
        }
        let mut reader = tokio::fs::File::open(file).await?;
        let upload = self.store.put_multipart(&Key::from(key)).await?;
        let mut writer = WriteMultipart::new(upload);
        let mut buffer = vec![0; 1 << 20];
        loop {
            let count = reader.read(&mut buffer).await?;
            if count == 0 {
                break;
            }
            writer.write(&buffer[..count]);
        }
        writer.finish().await?;
        tokio::fs::remove_file(file).await?;
        Ok(())
    }

    /// The object's bytes, or a range of them, piece by piece.
    pub async fn read(
        &self,
        key: &str,
        range: Option<Range<u64>>,
    ) -> Result<BoxStream<'static, Result<Bytes, ObjectError>>, ObjectError> {
        let options = GetOptions {
            range: range.map(Into::into),
            ..GetOptions::default()
        };
        let key = Key::from(key);
        let found = measure_call("get", self.store.get_opts(&key, options)).await?;
        Ok(found.into_stream().map_err(ObjectError::from).boxed())
    }

    /// Returns the keys of all objects, in no order.
    pub fn list(&self) -> BoxStream<'static, Result<String, ObjectError>> {
        self.store
            .list(None)
            .map_ok(|found| found.location.to_string())
            .map_err(ObjectError::from)
            .boxed()
    }

    /// Writes the object to a file, which it replaces.
    pub async fn save(&self, key: &str, file: &Path) -> Result<(), ObjectError> {
        let mut bytes = self.read(key, None).await?;
        let mut file = tokio::fs::File::create(file).await?;
        while let Some(piece) = bytes.try_next().await? {
            file.write_all(&piece).await?;
        }
        Ok(file.flush().await?)
    }

    /// Copies an object to another key.
    pub async fn copy(&self, from: &str, to: &str) -> Result<(), ObjectError> {
        let (from, to) = (Key::from(from), Key::from(to));
        measure_call("copy", self.store.copy(&from, &to)).await
    }

    /// A path under which a worker on this machine can read the object.
    pub async fn local_path(&self, key: &str) -> Result<PathBuf, ObjectError> {
        match &self.place {
            ObjectBackend::Folder(folder) => Ok(folder.join(key)),
            ObjectBackend::Copies(copies) => {
                if let Some(path) = copies.find(key) {
                    return Ok(path);
                }
                let mut file = copies.begin()?;
                let mut bytes = self.read(key, None).await?;
                while let Some(piece) = bytes.try_next().await? {
                    file = write_piece(file, piece).await?;
                }
                let (copies, key) = (copies.clone(), key.to_owned());
                let finished = tokio::task::spawn_blocking(move || copies.finish(&key, file));
                Ok(finished.await.map_err(std::io::Error::other)??)
            }
        }
    }

    /// Deletes the object; a missing one is no error.
    pub async fn delete(&self, key: &str) -> Result<(), ObjectError> {
        if let ObjectBackend::Copies(copies) = &self.place {
            copies.remove(key)?;
        }
        let key = Key::from(key);
        match measure_call("delete", self.store.delete(&key)).await {
            Ok(()) | Err(ObjectError::Store(object_store::Error::NotFound { .. })) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Returns whether the store answers: writes and removes a small object.
    pub async fn probe(&self) -> Result<(), ObjectError> {
        let key = Key::from("probe");
        self.store
            .put(&key, PutPayload::from_static(b"portolan"))
            .await?;
        self.store.delete(&key).await?;
        Ok(())
    }
}

/// Measures a request to the store.
async fn measure_call<T, E: Into<ObjectError>>(
    operation: &'static str,
    request: impl Future<Output = Result<T, E>>,
) -> Result<T, ObjectError> {
    let since = Instant::now();
    let result = request.await.map_err(Into::into);
    let outcome = match &result {
        Ok(_) => "ok",
        Err(ObjectError::Store(object_store::Error::NotFound { .. })) => "missing",
        Err(_) => "error",
    };
    histogram!("portolan_object_store_seconds", "operation" => operation, "outcome" => outcome)
        .record(since.elapsed());
    result
}

async fn write_piece(mut file: NamedTempFile, piece: Bytes) -> Result<NamedTempFile, ObjectError> {
    let written = tokio::task::spawn_blocking(move || file.write_all(&piece).map(|()| file));
    Ok(written.await.map_err(std::io::Error::other)??)
}

#[cfg(test)]
mod tests {
    use object_store::memory::InMemory;

    use super::*;

    #[tokio::test]
    async fn objects_round_trip_through_folder_and_remote_store() {
        let folder = tempfile::tempdir().unwrap();
        let copies = tempfile::tempdir().unwrap();
        let stores = [
            Objects::in_folder(folder.path()).unwrap(),
            Objects::with_copies(
                Arc::new(InMemory::new()),
                LocalCopies::open(copies.path(), u64::MAX).unwrap(),
            ),
        ];
        for objects in stores {
            let file = folder.path().join("incoming");
            std::fs::write(&file, b"rows").unwrap();
            objects.put_file("a/b.parquet", &file).await.unwrap();
            assert!(!file.exists());
            let path = objects.local_path("a/b.parquet").await.unwrap();
            assert_eq!(std::fs::read(path).unwrap(), b"rows");
            objects.copy("a/b.parquet", "c/d").await.unwrap();
            let part: Vec<Bytes> = objects
                .read("c/d", Some(1..3))
                .await
                .unwrap()
                .try_collect()
                .await
                .unwrap();
            assert_eq!(part.concat(), b"ow");
            let mut keys: Vec<String> = objects.list().try_collect().await.unwrap();
            keys.sort();
            assert_eq!(keys, ["a/b.parquet", "c/d"]);
            let saved = copies.path().join("saved");
            objects.save("c/d", &saved).await.unwrap();
            assert_eq!(std::fs::read(&saved).unwrap(), b"rows");
            std::fs::remove_file(saved).unwrap();
            objects.delete("a/b.parquet").await.unwrap();
            objects.delete("a/b.parquet").await.unwrap();
            objects.probe().await.unwrap();
        }
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 4)]
    async fn concurrent_readers_of_one_remote_object_each_get_all_of_it() {
        let folder = tempfile::tempdir().unwrap();
        let copies = LocalCopies::open(&folder.path().join("copies"), u64::MAX).unwrap();
        let objects = Objects::with_copies(Arc::new(InMemory::new()), copies);
        let content = vec![7; 4 << 20];
        let file = folder.path().join("incoming");
        std::fs::write(&file, &content).unwrap();
        objects.put_file("a/b.parquet", &file).await.unwrap();
        let readers = (0..20).map(|_| {
            let objects = objects.clone();
            tokio::spawn(async move {
                let path = objects.local_path("a/b.parquet").await?;
                Ok::<_, ObjectError>(std::fs::read(path)?)
            })
        });
        for read in futures_util::future::join_all(readers).await {
            assert!(read.unwrap().unwrap() == content);
        }
    }

    #[test]
    fn invalid_store_addresses_are_rejected() {
        let copies = tempfile::tempdir().unwrap();
        for address in ["", "s3://", "https://bucket.example", "s3:///folder"] {
            let copies = LocalCopies::open(copies.path(), 0).unwrap();
            let refused = Objects::in_s3(address, &S3Access::default(), copies);
            assert!(matches!(refused, Err(ObjectError::Address(_))), "{address}");
        }
    }
}
