use chrono::{DateTime, TimeDelta, Utc};
use portolan_blocks::{Block, BlockContent, BlockType, Cursor, Outcome, UserMessage};
use portolan_chat::{
    BeginResult, Commit, Effect, Input, JournaledStep, MessageInput, Parent, Price, Published,
    State, TurnOutput, Usage,
};
use uuid::Uuid;

pub const TURN: Uuid = Uuid::from_u128(100);
pub const BLOCK: Uuid = Uuid::from_u128(7);
pub const PRICE: Price = Price {
    input_per_million: 1_000_000,
    output_per_million: 2_000_000,
};

pub fn fixed_now() -> DateTime<Utc> {
    DateTime::UNIX_EPOCH + TimeDelta::days(20_000)
}

pub fn send_input(request: u64, turn_id: Uuid) -> Input {
    Input::Send(MessageInput {
        request,
        turn_id,
        parent: Parent::Newest,
        message: UserMessage {
            text: "Hi".to_owned(),
            source_ids: Vec::new(),
        },
        model: "built-in".to_owned(),
        key: None,
        price: PRICE,
        hold: 50,
        title: None,
        now: fixed_now(),
    })
}

pub fn output_input(output: TurnOutput) -> Input {
    Input::Outputs {
        turn_id: TURN,
        outputs: vec![output],
        now: fixed_now() + TimeDelta::milliseconds(250),
    }
}

pub fn open_input(block_type: BlockType) -> Input {
    output_input(TurnOutput::BlockOpened {
        block_id: BLOCK,
        block_type,
    })
}

pub fn write_input(text: &str) -> Input {
    output_input(TurnOutput::BlockText {
        text: text.to_owned(),
    })
}

pub fn text_block(id: u128, markdown: &str) -> Block {
    Block {
        id: Uuid::from_u128(id),
        content: BlockContent::text(markdown),
    }
}

pub fn usage_of(input_tokens: u64, output_tokens: u64) -> Usage {
    Usage {
        input_tokens,
        output_tokens,
        estimated: false,
        ..Usage::default()
    }
}

pub fn journaled_step(usage: Usage) -> JournaledStep {
    JournaledStep {
        parts: Vec::new(),
        usage,
    }
}

pub fn finished_input(outcome: Outcome, usage: Usage) -> Input {
    output_input(TurnOutput::Finished {
        outcome,
        error: None,
        usage,
    })
}

/// A chat whose first turn runs.
pub fn running_state() -> State {
    let mut state = State::new();
    state.step(send_input(1, TURN));
    state.step(Input::Begun(BeginResult::Begun));
    state
}

pub fn expect_commit(effects: &[Effect]) -> &Commit {
    let mut commits = effects.iter().filter_map(|effect| match effect {
        Effect::Commit(commit) => Some(commit),
        _ => None,
    });
    commits.next().expect("a commit")
}

pub fn commit_all(state: &mut State) -> Vec<Effect> {
    state.step(Input::Committed {
        hold: None,
        now: fixed_now(),
    })
}

pub fn event_names(commit: &Commit) -> Vec<&'static str> {
    commit
        .events
        .iter()
        .map(|stored| stored.event.name())
        .collect()
}

pub fn published_names(effects: &[Effect]) -> Vec<String> {
    let published = effects.iter().filter_map(|effect| match effect {
        Effect::Publish(Published { cursor, event }) => {
            let id = cursor.map_or_else(|| "-".to_owned(), |cursor| cursor.to_string());
            Some(format!("{id} {}", event.name()))
        }
        _ => None,
    });
    published.collect()
}

pub fn parse_cursor(text: &str) -> Option<Cursor> {
    Some(text.parse().expect("a cursor"))
}
