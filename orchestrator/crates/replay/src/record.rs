use std::collections::HashSet;

use chrono::{DateTime, NaiveDate};
use portolan_assistant::{PastTurn, RecordedPage, TurnRecord};
use portolan_blocks::UserMessage;
use portolan_chat_actors::question_of;
use portolan_domain::Source;
use url::Url;
use uuid::Uuid;

use super::{ReplayOptions, Transcript, TranscriptSource, TranscriptTurn};

/// Returns what a turn takes from its original.
pub fn record_turn(
    transcript: &Transcript,
    turn: &TranscriptTurn,
    sources: &[Source],
    options: &ReplayOptions,
) -> TurnRecord {
    TurnRecord {
        day: day_of(turn),
        prompt: options.prompt.clone(),
        history: options
            .is_frozen
            .then(|| original_history(transcript, turn)),
        calls: if options.runs_queries {
            Vec::new()
        } else {
            turn.calls.clone()
        },
        pages: pages_of(transcript, turn, sources),
    }
}

/// Returns the sources that the original read in the middle of its answer; the replay gets them when it reads their
/// addresses.
fn pages_of(
    transcript: &Transcript,
    turn: &TranscriptTurn,
    sources: &[Source],
) -> Vec<RecordedPage> {
    let Some(started_at) = turn.started_at else {
        return Vec::new();
    };
    let addresses = turn.calls.iter().filter_map(|call| call.page_address());
    let addresses: HashSet<Url> = addresses.collect();
    let is_new = |source: &&TranscriptSource| {
        source.attached_at > started_at
            && turn.finished_at.is_none_or(|end| source.attached_at <= end)
    };
    let new = transcript.sources.iter().filter(is_new);
    new.filter_map(|attached| {
        let source = sources.iter().find(|source| source.id == attached.id)?;
        let url = Url::parse(source.url.as_deref()?).ok()?;
        addresses.contains(&url).then_some(RecordedPage {
            url,
            source_id: attached.id,
        })
    })
    .collect()
}

/// Returns the day on which the original began, by its time or by its id.
fn day_of(turn: &TranscriptTurn) -> Option<NaiveDate> {
    let started_at = turn.started_at.or_else(|| {
        let (seconds, _) = turn.turn_id.get_timestamp()?.to_unix();
        DateTime::from_timestamp(i64::try_from(seconds).ok()?, 0)
    });
    started_at.map(|time| time.date_naive())
}

/// Returns the turns that the original follows, oldest first.
fn original_history(transcript: &Transcript, turn: &TranscriptTurn) -> Vec<PastTurn> {
    let mut history = Vec::new();
    let mut seen = HashSet::new();
    let mut at = transcript.parent_of(turn);
    // A file written by hand may name parents in a circle.
    while let Some(parent) = at.filter(|parent| seen.insert(parent.turn_id)) {
        history.push(past_turn(transcript.id, parent));
        at = transcript.parent_of(parent);
    }
    history.reverse();
    history
}

fn past_turn(chat_id: Uuid, turn: &TranscriptTurn) -> PastTurn {
    let message = UserMessage {
        text: turn.message.text.clone(),
        source_ids: turn.message.source_ids.clone(),
    };
    PastTurn {
        message: UserMessage {
            text: question_of(chat_id, &message).into_owned(),
            ..message
        },
        blocks: turn.blocks.clone(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn frozen_history_is_the_branch_of_the_original() {
        let id = Uuid::from_u128;
        let transcript: Transcript = serde_json::from_value(json!({"turns": [
            {"turnId": id(1), "message": {"text": "first"}, "blocks": [
                {"id": id(9), "type": "text", "markdown": "answer"}]},
            {"turnId": id(2), "message": {"text": "second"}},
            {"turnId": id(3), "message": {"text": "other branch"}, "parentTurnId": id(1)},
            {"turnId": id(4), "message": {"text": "root"}, "parentTurnId": null},
        ]}))
        .unwrap();
        let texts = |index: usize| -> Vec<String> {
            let history = original_history(&transcript, &transcript.turns[index]);
            history.into_iter().map(|turn| turn.message.text).collect()
        };
        assert_eq!(texts(0), Vec::<String>::new());
        assert_eq!(texts(1), ["first"]);
        assert_eq!(texts(2), ["first"]);
        assert_eq!(texts(3), Vec::<String>::new());
        let history = original_history(&transcript, &transcript.turns[1]);
        assert_eq!(history[0].blocks.len(), 1);
    }
}
