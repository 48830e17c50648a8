use portolan_blocks::{Cursor, Event, after_utf16, utf16_length};

use crate::{Published, outbox::EventOutbox};

/// The position of a viewer's cursor; see `State::resume`.
#[derive(Clone, Debug, PartialEq)]
pub enum Resume {
    /// Send the stored events after the cursor up to this id, then ask again from there.
    Behind { up_to: u64 },
    /// Send these and join the live tail in the same breath.
    Live(Vec<Published>),
    /// The reader has seen in the store what is published in a moment; ask again then.
    Ahead,
    /// Never handed out: 400 `bad_cursor`.
    Bad,
}

/// Events up to `numbered` may be in the store already.
pub(crate) fn resume_stream(outbox: &EventOutbox, numbered: u64, cursor: Cursor) -> Resume {
    let up_to = outbox.published_id();
    if cursor.event > up_to {
        return match cursor.offset {
            None if cursor.event <= numbered => Resume::Ahead,
            _ => Resume::Bad,
        };
    }
    // An offset in an older block is irrelevant: the stored events contain that block completely.
    if cursor.event < up_to {
        return Resume::Behind { up_to };
    }
    let Some(tail) = outbox.tail() else {
        return match cursor.offset {
            None => Resume::Live(Vec::new()),
            Some(_) => Resume::Bad,
        };
    };
    // After a restart the discard of this block is the next event, so its text isn't needed.
    let Some(text) = &tail.text else {
        return Resume::Live(Vec::new());
    };
    if cursor.offset.is_some() && !tail.streams {
        return Resume::Bad;
    }
    // An offset beyond the text, or inside a surrogate pair, was never issued.
    let Some(rest) = after_utf16(text, cursor.offset.unwrap_or(0)) else {
        return Resume::Bad;
    };
    if rest.is_empty() {
        return Resume::Live(Vec::new());
    }
    // One delta closes the gap; its cursor is the live position, so the tail joins seamlessly.
    Resume::Live(vec![Published {
        cursor: Some(Cursor {
            event: up_to,
            offset: Some(utf16_length(text)),
        }),
        event: Event::BlockDelta {
            block_id: tail.block_id,
            text: rest.to_owned(),
        },
    }])
}
