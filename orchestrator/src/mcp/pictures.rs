use base64::{Engine, prelude::BASE64_STANDARD};
use rmcp::model::{ContentBlock, ResourceContents};

use super::api::{Api, ApiError, ApiFile};

/// Reads the picture of a chart as content that a client shows.
pub async fn chart_picture(api: &Api, path: &str) -> Result<ContentBlock, ApiError> {
    let file = api.file(path).await?;
    Ok(ContentBlock::image(
        BASE64_STANDARD.encode(&file.bytes),
        file.media_type,
    ))
}

/// Returns a file as content: pictures to look at, texts to read, anything else embedded.
pub fn file_content(uri: &str, file: ApiFile) -> ContentBlock {
    if matches!(file.media_type.as_str(), "image/png" | "image/jpeg") {
        return ContentBlock::image(BASE64_STANDARD.encode(&file.bytes), file.media_type);
    }
    ContentBlock::resource(file_contents(uri, file))
}

pub fn file_contents(uri: &str, file: ApiFile) -> ResourceContents {
    let contents = match String::from_utf8(file.bytes.to_vec()) {
        Ok(text) => ResourceContents::text(text, uri),
        Err(error) => ResourceContents::blob(BASE64_STANDARD.encode(error.as_bytes()), uri),
    };
    contents.with_mime_type(file.media_type)
}
