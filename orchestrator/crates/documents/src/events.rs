//! Dated events of a text: its dates with the words around them.

use serde::{Deserialize, Serialize};

use crate::{
    clause,
    dates::find_dates,
    document::{Document, Quote},
    sentences::split_sentences,
};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DatedEvent {
    /// `2021`, `2021-03` or `2021-03-04`.
    pub date: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end_date: Option<String>,
    /// The words around the date, as they appear in the quote.
    pub label: String,
    /// The sentence.
    pub quote: Quote,
}

const LABEL_BYTES: usize = 90;
/// Dates of a text that are looked at.
const MOST: usize = 2_000;

impl Document {
    /// At most `limit` events in order of time; of more, those that stand first in the text.
    pub fn events(&self, limit: usize) -> Vec<DatedEvent> {
        let mut events: Vec<DatedEvent> = Vec::new();
        'passages: for (at, passage) in self.passages.iter().enumerate() {
            let text = &passage.text;
            for sentence in split_sentences(text) {
                for dated in find_dates(text, &sentence) {
                    let label = clause::shorten_around(text, &sentence, &dated.range, LABEL_BYTES);
                    let label = text[label].to_owned();
                    if events
                        .iter()
                        .any(|known| known.date == dated.date && known.label == label)
                    {
                        continue;
                    }
                    events.push(DatedEvent {
                        date: dated.date,
                        end_date: dated.end,
                        label,
                        quote: self.quote(at, sentence.clone()),
                    });
                    if events.len() >= limit.min(MOST) {
                        break 'passages;
                    }
                }
            }
        }
        events.sort_by(|one, other| one.date.cmp(&other.date));
        events
    }
}
