//! Followers of a chat behind a network that loses, repeats and reorders.

use portolan_blocks::{Block, BlockContent, BlockType, Cursor, Event, StoredEvent, utf16_length};
use portolan_chat::{
    Follower, LiveBatch, LiveEvent, LiveTail, Missing, Published, Recovered, Resume,
};
use proptest::prelude::*;
use uuid::Uuid;

/// The owners of a chat, one after the other, with the log that they share.
#[derive(Default)]
struct Owner {
    log: Vec<StoredEvent>,
    epoch: u64,
    number: u64,
    ids: u128,
    open: Option<(Uuid, String)>,
}

/// A viewer at the follower's server.
struct TestViewer {
    cursor: Cursor,
    /// The part of the open block that it has.
    text: String,
}

impl Owner {
    fn id(&mut self) -> Uuid {
        self.ids += 1;
        Uuid::from_u128(self.ids)
    }

    fn last_id(&self) -> u64 {
        self.log.len() as u64
    }

    fn store(&mut self, event: Event) {
        let id = self.last_id() + 1;
        self.log.push(StoredEvent { id, event });
    }

    fn batch(&mut self, events: Vec<LiveEvent>) -> LiveBatch {
        self.number += 1;
        LiveBatch {
            epoch: self.epoch,
            number: self.number,
            published_id: self.last_id(),
            events,
        }
    }

    fn title(&mut self) -> LiveBatch {
        if self.open.is_none() {
            let title = format!("Title {}", self.last_id());
            self.store(Event::ChatChanged { title });
        }
        self.batch(Vec::new())
    }

    fn toggle_block(&mut self) -> LiveBatch {
        let turn_id = Uuid::nil();
        match self.open.take() {
            Some((id, markdown)) => {
                let content = BlockContent::text(markdown);
                let block = Block { id, content };
                self.store(Event::BlockClosed { turn_id, block });
            }
            None => {
                let block_id = self.id();
                self.open = Some((block_id, String::new()));
                self.store(Event::BlockOpened {
                    turn_id,
                    block_id,
                    index: 0,
                    block_type: BlockType::Text,
                });
            }
        }
        self.batch(Vec::new())
    }

    fn write(&mut self, text: &str) -> LiveBatch {
        let after = self.last_id();
        let Some((block_id, written)) = &mut self.open else {
            return self.title();
        };
        written.push_str(text);
        let delta = LiveEvent::Delta {
            after,
            length: utf16_length(written),
            block_id: *block_id,
            text: text.to_owned(),
        };
        self.batch(vec![delta])
    }

    fn progress(&mut self) -> LiveBatch {
        let number = self.number;
        let event = Event::ChatChanged {
            title: format!("not stored {}.{number}", self.epoch),
        };
        self.batch(vec![LiveEvent::Unnumbered(event)])
    }

    /// Another server takes the chat over.
    fn take_over(&mut self) -> LiveBatch {
        self.epoch += 1;
        self.number = 0;
        if let Some((block_id, _)) = self.open.take() {
            self.store(Event::BlockDiscarded { block_id });
        }
        self.batch(Vec::new())
    }

    fn tail(&self) -> LiveTail {
        LiveTail {
            published_id: self.last_id(),
            block: self.open.clone(),
        }
    }

    fn rest(&self, after: u64) -> Vec<StoredEvent> {
        self.log
            .iter()
            .filter(|stored| stored.id > after)
            .cloned()
            .collect()
    }
}

impl TestViewer {
    /// A viewer that has read everything up to a part of the open block, at any server.
    fn at(owner: &Owner, part: usize) -> Self {
        let mut text = String::new();
        if let Some((_, written)) = &owner.open {
            let length = written.chars().count();
            text = written.chars().take(part % (length + 1)).collect();
        }
        let offset = Some(utf16_length(&text)).filter(|offset| *offset > 0);
        let cursor = Cursor {
            event: owner.last_id(),
            offset,
        };
        Self { cursor, text }
    }

    /// Asks the follower as an event stream does; true if it has joined the tail.
    fn join(&mut self, follower: &mut Follower, owner: &Owner) -> bool {
        match follower.resume(self.cursor) {
            Resume::Behind { up_to } => {
                for stored in owner.rest(self.cursor.event) {
                    if stored.id <= up_to {
                        self.take(&stored_frame(stored), owner);
                    }
                }
                self.join(follower, owner)
            }
            Resume::Live(first) => {
                first
                    .iter()
                    .for_each(|published| self.take(published, owner));
                true
            }
            Resume::Ahead => false,
            Resume::Bad => panic!("{} was handed out", self.cursor),
        }
    }

    fn take(&mut self, published: &Published, owner: &Owner) {
        let Some(cursor) = published.cursor else {
            return;
        };
        match &published.event {
            Event::BlockDelta { text, .. } => {
                let from = cursor.offset.unwrap_or_default() - utf16_length(text);
                let here = self.cursor.offset.unwrap_or(0);
                assert_eq!((cursor.event, from), (self.cursor.event, here));
                self.text.push_str(text);
            }
            event => {
                assert_eq!(cursor, Cursor::stored(self.cursor.event + 1));
                assert_eq!(*event, owner.log[self.cursor.event as usize].event);
                self.text.clear();
            }
        }
        self.cursor = cursor;
    }
}

fn stored_frame(stored: StoredEvent) -> Published {
    Published {
        cursor: Some(Cursor::stored(stored.id)),
        event: stored.event,
    }
}

proptest! {
    #[test]
    fn followed_stream_is_exact_when_batches_are_lost_repeated_and_reordered(
        steps in proptest::collection::vec((0_u8..14, any::<u8>()), 0..120)
    ) {
        let mut owner = Owner::default();
        let mut follower = Follower::recover(Recovered::default());
        let mut network: Vec<LiveBatch> = Vec::new();
        let mut unnumbered: Vec<String> = Vec::new();
        let (mut live, mut waiting): (Vec<TestViewer>, Vec<TestViewer>) = (Vec::new(), Vec::new());
        for (step, choice) in steps {
            let choice = usize::from(choice);
            let place = choice % network.len().max(1);
            let mut news = Vec::new();
            match step {
                0 => network.push(owner.title()),
                1 | 2 => network.push(owner.toggle_block()),
                3..=6 => network.push(owner.write(["a", "ž𝄞", "long ", "😀"][choice % 4])),
                7 => network.push(owner.progress()),
                8 if choice % 4 == 0 => network.push(owner.take_over()),
                9 if !network.is_empty() => news = follower.take_batch(network.remove(place)),
                10 if !network.is_empty() => news = follower.take_batch(network[place].clone()),
                11 if !network.is_empty() => drop(network.remove(place)),
                12 => news = follower.take_events(owner.rest(follower.last_id())),
                13 => news = follower.take_tail(owner.tail()),
                _ => waiting.push(TestViewer::at(&owner, choice)),
            }
            for published in &news {
                if let (None, Event::ChatChanged { title }) = (published.cursor, &published.event) {
                    prop_assert!(!unnumbered.contains(title), "{title} came twice");
                    unnumbered.push(title.clone());
                }
                live.iter_mut().for_each(|viewer| viewer.take(published, &owner));
            }
            let (joined, still): (Vec<_>, Vec<_>) = waiting.into_iter().map(|mut viewer| {
                let has_joined = viewer.join(&mut follower, &owner);
                (viewer, has_joined)
            }).partition(|(_, has_joined)| *has_joined);
            live.extend(joined.into_iter().map(|(viewer, _)| viewer));
            waiting = still.into_iter().map(|(viewer, _)| viewer).collect();
        }
        // However little came, one read of the log and one question to the owner complete it.
        let mut news = follower.take_events(owner.rest(follower.last_id()));
        news.extend(follower.take_tail(owner.tail()));
        prop_assert_eq!(follower.missing(), Missing::Nothing);
        for viewer in &mut live {
            news.iter().for_each(|published| viewer.take(published, &owner));
        }
        for mut viewer in waiting {
            prop_assert!(viewer.join(&mut follower, &owner), "{} waits for nothing", viewer.cursor);
            live.push(viewer);
        }
        let text = owner.open.as_ref().map_or("", |(_, text)| text);
        for viewer in live {
            prop_assert_eq!(viewer.cursor.event, owner.last_id());
            prop_assert_eq!(&viewer.text, text);
        }
    }
}
