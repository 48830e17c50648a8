//! The objects of an upload that is not in the store yet.

use std::sync::Arc;

use tokio::sync::{Mutex, OwnedMutexGuard};

use super::{objects::Objects, reader::SourceReader};

/// The keys of the objects that were put through one [`Objects`]. Locked while an object is put, so that who
/// deletes them waits for the last.
#[derive(Clone, Debug, Default)]
pub(super) struct WrittenKeys(Arc<Mutex<Vec<String>>>);

impl WrittenKeys {
    pub(super) async fn lock(&self) -> OwnedMutexGuard<Vec<String>> {
        Arc::clone(&self.0).lock_owned().await
    }
}

/// The objects that an upload has written so far. They are deleted when this is dropped, unless [`Self::keep`] is called,
/// so that an upload that fails, is cancelled or runs out of time leaves nothing behind.
#[derive(Debug)]
pub struct PendingUpload {
    objects: Objects,
    written: Option<WrittenKeys>,
}

impl SourceReader {
    /// Returns a reader for one upload, and what it writes.
    pub fn begin_upload(&self) -> (Self, PendingUpload) {
        let written = WrittenKeys::default();
        let reader = Self {
            objects: self.objects.recording(written.clone()),
            ..self.clone()
        };
        let pending = PendingUpload {
            objects: self.objects.clone(),
            written: Some(written),
        };
        (reader, pending)
    }
}

impl PendingUpload {
    /// Keeps the objects: sources of the store name them.
    pub fn keep(mut self) {
        self.written = None;
    }

    /// Deletes the objects now.
    pub async fn discard(mut self) {
        if let Some(written) = self.written.take() {
            delete(&self.objects, &written).await;
        }
    }
}

impl Drop for PendingUpload {
    fn drop(&mut self) {
        if let Some(written) = self.written.take() {
            let objects = self.objects.clone();
            // Without a runtime the process is ending, and the objects cost room and no more.
            if let Ok(runtime) = tokio::runtime::Handle::try_current() {
                runtime.spawn(async move { delete(&objects, &written).await });
            }
        }
    }
}

async fn delete(objects: &Objects, written: &WrittenKeys) {
    for key in std::mem::take(&mut *written.lock().await) {
        if let Err(error) = objects.delete(&key).await {
            tracing::warn!(error.cause = %error, "unused object not removed");
        }
    }
}
