use base64::{Engine, prelude::BASE64_STANDARD};
use serde_json::{Map, Value};

use crate::StorageError;

/// The metadata of a new resumable upload.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct UploadMetadata {
    pub bucket: String,
    pub name: String,
    pub content_type: Option<String>,
    pub cache_control: Option<String>,
    pub user_metadata: Option<Map<String, Value>>,
}

/// Reads `Upload-Metadata`: pairs of a key and a value in base 64, with commas between them.
///
/// # Errors
/// `InvalidRequest` if it can't be parsed or contains no target.
pub fn upload_metadata(header: &str) -> Result<UploadMetadata, StorageError> {
    let mut metadata = UploadMetadata::default();
    for pair in header.split(',') {
        let pair = pair.trim();
        let (key, value) = pair.split_once(' ').unwrap_or((pair, ""));
        let text = BASE64_STANDARD
            .decode(value.trim())
            .ok()
            .and_then(|bytes| String::from_utf8(bytes).ok())
            .ok_or_else(|| invalid_upload(format!("Upload-Metadata: {key} is not in base 64")))?;
        match key {
            "bucketName" => metadata.bucket = text,
            "objectName" => metadata.name = text,
            "contentType" => metadata.content_type = Some(text).filter(|text| !text.is_empty()),
            "cacheControl" => metadata.cache_control = Some(text).filter(|text| !text.is_empty()),
            "metadata" => {
                let object = serde_json::from_str(&text).map_err(|_| {
                    invalid_upload("Upload-Metadata: metadata is not a JSON object")
                })?;
                metadata.user_metadata = Some(object);
            }
            _ => {}
        }
    }
    if metadata.bucket.is_empty() || metadata.name.is_empty() {
        return Err(invalid_upload(
            "Upload-Metadata has to name bucketName and objectName",
        ));
    }
    Ok(metadata)
}

fn invalid_upload(message: impl Into<String>) -> StorageError {
    StorageError::InvalidRequest(message.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn metadata_pair(key: &str, value: &str) -> String {
        format!("{key} {}", BASE64_STANDARD.encode(value))
    }

    #[test]
    fn upload_metadata_is_parsed_from_pairs() {
        let header = [
            metadata_pair("bucketName", "films"),
            metadata_pair("objectName", "a/b c.mp4"),
            metadata_pair("contentType", "video/mp4"),
            metadata_pair("cacheControl", "60"),
            metadata_pair("metadata", r#"{"by":"Ada"}"#),
            "flag".to_owned(),
        ]
        .join(",");
        let metadata = upload_metadata(&header).unwrap();
        assert_eq!(metadata.name, "a/b c.mp4");
        assert_eq!(metadata.content_type.as_deref(), Some("video/mp4"));
        assert_eq!(metadata.user_metadata.unwrap()["by"], "Ada");
    }

    #[test]
    fn invalid_upload_metadata_is_rejected() {
        for header in [
            String::new(),
            metadata_pair("bucketName", "films"),
            "bucketName %%%".to_owned(),
            format!(
                "{},{},{}",
                metadata_pair("bucketName", "a"),
                metadata_pair("objectName", "b"),
                metadata_pair("metadata", "[]")
            ),
        ] {
            assert!(upload_metadata(&header).is_err(), "{header}");
        }
    }
}
