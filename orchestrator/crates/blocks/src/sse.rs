use std::fmt::Write;

use crate::{Cursor, Event};

/// One event as Server-Sent Events carry it: `id`, `event` and `data` lines and an empty one.
///
/// # Errors
/// Fails if a value inside a block cannot be written as JSON; none that was read from JSON.
pub fn encode_event(cursor: Option<Cursor>, event: &Event) -> Result<String, serde_json::Error> {
    // `{"event":"turn.started","data":{…}}`, on one line: JSON escapes line breaks.
    let json = serde_json::to_string(event)?;
    let name = event.name();
    let start = r#"{"event":"","data":"#.len() + name.len();
    let data = &json[start..json.len() - 1];
    let mut frame = String::with_capacity(data.len() + 64);
    if let Some(cursor) = cursor {
        // Writing to a string does not fail.
        let _ = writeln!(frame, "id: {cursor}");
    }
    let _ = write!(frame, "event: {name}\ndata: {data}\n\n");
    Ok(frame)
}
