use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use object_store::{
    ObjectStore, ObjectStoreExt, PutPayload, WriteMultipart, local::LocalFileSystem,
    path::Path as Key,
};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

/// Where the sources' Parquet files and texts are kept: a folder, or anything that `object_store` reaches.
#[derive(Clone)]
pub struct Objects {
    store: Arc<dyn ObjectStore>,
    place: Place,
}

#[derive(Clone)]
enum Place {
    /// Objects are files below this folder.
    Folder(PathBuf),
    /// Objects are elsewhere; workers read copies in this folder.
    Copies(PathBuf),
}

#[derive(Debug, thiserror::Error)]
pub enum ObjectError {
    #[error("the object store failed: {0}")]
    Store(#[from] object_store::Error),
    #[error("a file could not be read or written: {0}")]
    File(#[from] std::io::Error),
}

impl Objects {
    pub fn in_folder(folder: &Path) -> Result<Self, ObjectError> {
        Ok(Self {
            store: Arc::new(LocalFileSystem::new_with_prefix(folder)?),
            place: Place::Folder(folder.to_owned()),
        })
    }

    /// `copies` is a folder for what the workers need at hand.
    pub fn elsewhere(store: Arc<dyn ObjectStore>, copies: &Path) -> Self {
        Self {
            store,
            place: Place::Copies(copies.to_owned()),
        }
    }

    /// Takes a file over as the object `key` and removes it.
    pub async fn put_file(&self, key: &str, file: &Path) -> Result<(), ObjectError> {
        if let Place::Folder(folder) = &self.place {
            let target = folder.join(key);
            if let Some(parent) = target.parent() {
                tokio::fs::create_dir_all(parent).await?;
            }
            if tokio::fs::rename(file, &target).await.is_ok() {
                return Ok(());
            }
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

    /// A path under which a worker on this machine can read the object.
    pub async fn local_path(&self, key: &str) -> Result<PathBuf, ObjectError> {
        match &self.place {
            Place::Folder(folder) => Ok(folder.join(key)),
            Place::Copies(copies) => {
                let target = copies.join(key.replace('/', "-"));
                if tokio::fs::try_exists(&target).await? {
                    return Ok(target);
                }
                let bytes = self.store.get(&Key::from(key)).await?.bytes().await?;
                let partial = target.with_extension("partial");
                let mut file = tokio::fs::File::create(&partial).await?;
                file.write_all(&bytes).await?;
                file.sync_all().await?;
                tokio::fs::rename(&partial, &target).await?;
                Ok(target)
            }
        }
    }

    /// Removes the object; one that is gone already is no error.
    pub async fn delete(&self, key: &str) -> Result<(), ObjectError> {
        match self.store.delete(&Key::from(key)).await {
            Ok(()) | Err(object_store::Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// Whether the store answers: writes and removes a small object.
    pub async fn probe(&self) -> Result<(), ObjectError> {
        let key = Key::from("probe");
        self.store
            .put(&key, PutPayload::from_static(b"portolan"))
            .await?;
        self.store.delete(&key).await?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use object_store::memory::InMemory;

    use super::*;

    #[tokio::test]
    async fn an_object_is_read_back_from_a_folder_and_from_elsewhere() {
        let folder = tempfile::tempdir().unwrap();
        let copies = tempfile::tempdir().unwrap();
        let stores = [
            Objects::in_folder(folder.path()).unwrap(),
            Objects::elsewhere(Arc::new(InMemory::new()), copies.path()),
        ];
        for objects in stores {
            let file = folder.path().join("incoming");
            std::fs::write(&file, b"rows").unwrap();
            objects.put_file("a/b.parquet", &file).await.unwrap();
            assert!(!file.exists());
            let path = objects.local_path("a/b.parquet").await.unwrap();
            assert_eq!(std::fs::read(path).unwrap(), b"rows");
            objects.delete("a/b.parquet").await.unwrap();
            objects.delete("a/b.parquet").await.unwrap();
            objects.probe().await.unwrap();
        }
    }
}
