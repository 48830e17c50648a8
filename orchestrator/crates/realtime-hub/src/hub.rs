use std::collections::{BTreeMap, BTreeSet, HashMap};

use actix::{Actor, Context, Handler};
use portolan_realtime::{
    Binding, Broadcast, Presence, PresenceDiff, ProtocolVersion, PushOrigin, PushReply,
    SocketFrame, Topic, encode_broadcast, encode_message, matching_messages, system_frame,
};
use serde_json::{Value, json};
use uuid::Uuid;

use super::{
    FrameOutbox,
    feed::Interest,
    messages::{Changed, ChangesLost, Enter, Exit, Pass, PresentMember, Track},
    relay::{PeerMessage, Relay},
};

/// The capacity of the mailbox; beyond it, sockets are throttled.
const MAILBOX: usize = 4_096;
/// Presences that a topic may have.
const MOST_PRESENT: usize = 2_000;

/// Tracks the members of each topic and delivers messages to them.
///
/// One actor, so that everyone on a topic of this server hears the same in the same order, and a
/// reply comes before what follows from it. It never waits: what a socket does not read stays in its
/// [`FrameOutbox`], and who is given up there is no member any more. Lives as long as the server.
pub struct Hub {
    pub(super) topics: HashMap<Topic, Members>,
    /// The members whose change feeds include this user's rows.
    feeds: HashMap<Uuid, BTreeSet<(u64, Topic)>>,
    interest: Interest,
    pub(super) relay: Relay,
}

#[derive(Default)]
pub(super) struct Members {
    pub members: BTreeMap<u64, Member>,
    /// Also of members that other servers have.
    pub presence: Presence<Whose>,
}

/// A member somewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Whose {
    /// None if it is here.
    pub node: Option<Uuid>,
    pub member: u64,
}

impl Whose {
    fn own(member: u64) -> Self {
        Self { node: None, member }
    }
}

pub(super) struct Member {
    version: ProtocolVersion,
    outbox: FrameOutbox,
    join_ref: Option<String>,
    acknowledges: bool,
    hears_itself: bool,
    sees_presence: bool,
    presence_key: String,
    bindings: Vec<Binding>,
    user_id: Option<Uuid>,
}

impl Hub {
    pub fn new(interest: Interest, relay: Relay) -> Self {
        Self {
            topics: HashMap::new(),
            feeds: HashMap::new(),
            interest,
            relay,
        }
    }

    /// Removes a member and notifies the others.
    fn remove_member(&mut self, topic: &Topic, member: u64) -> Option<Member> {
        let members = self.topics.get_mut(topic)?;
        let gone = members.members.remove(&member)?;
        let diff = members.presence.untrack(Whose::own(member));
        if let Some(user_id) = gone.user_id.filter(|_| !gone.bindings.is_empty()) {
            self.interest.leave(user_id);
            if let Some(feeds) = self.feeds.get_mut(&user_id) {
                feeds.remove(&(member, topic.clone()));
                if feeds.is_empty() {
                    self.feeds.remove(&user_id);
                }
            }
        }
        let is_over = members.members.is_empty() && members.presence.is_empty();
        if let Some(diff) = diff {
            self.relay
                .send_to_peers(|| PeerMessage::untracked(topic, member));
            self.send_presence(topic, &diff);
        }
        if is_over {
            self.topics.remove(topic);
        }
        Some(gone)
    }

    pub(super) fn send_presence(&mut self, topic: &Topic, diff: &PresenceDiff) {
        let wire = topic.wire();
        let mut frames = Frames::new(|version| {
            Some(encode_message(
                version,
                None,
                None,
                &wire,
                "presence_diff",
                diff,
            ))
        });
        self.send_all(topic, |_, member| {
            member
                .sees_presence
                .then(|| frames.frame_for(member.version))
                .flatten()
        });
    }

    /// Sends frames to members; removes members that were disconnected.
    fn send_all(
        &mut self,
        topic: &Topic,
        mut frame: impl FnMut(u64, &Member) -> Option<SocketFrame>,
    ) {
        let Some(members) = self.topics.get(topic) else {
            return;
        };
        let lost: Vec<u64> = members
            .members
            .iter()
            .filter_map(|(number, member)| {
                let is_open = frame(*number, member).is_none_or(|frame| member.outbox.push(frame));
                (!is_open).then_some(*number)
            })
            .collect();
        for member in lost {
            self.remove_member(topic, member);
        }
    }

    fn find_member(&self, topic: &Topic, member: u64) -> Option<&Member> {
        self.topics.get(topic)?.members.get(&member)
    }
}

/// A frame in each version, encoded once on demand.
struct Frames<F> {
    make: F,
    objects: Option<Option<SocketFrame>>,
    arrays: Option<Option<SocketFrame>>,
}

impl<F: Fn(ProtocolVersion) -> Option<SocketFrame>> Frames<F> {
    fn new(make: F) -> Self {
        Self {
            make,
            objects: None,
            arrays: None,
        }
    }

    fn frame_for(&mut self, version: ProtocolVersion) -> Option<SocketFrame> {
        let known = match version {
            ProtocolVersion::Objects => &mut self.objects,
            ProtocolVersion::Arrays => &mut self.arrays,
        };
        known.get_or_insert_with(|| (self.make)(version)).clone()
    }
}

impl Actor for Hub {
    type Context = Context<Self>;

    fn started(&mut self, context: &mut Self::Context) {
        context.set_mailbox_capacity(MAILBOX);
    }
}

impl Handler<Enter> for Hub {
    type Result = ();

    fn handle(&mut self, enter: Enter, _: &mut Self::Context) {
        let Enter {
            topic,
            member: number,
            version,
            outbox,
            place,
            join,
            user_id,
            presence_key,
        } = enter;
        let echoes: Vec<Value> = join.bindings.iter().map(Binding::echo).collect();
        let has_feeds = !echoes.is_empty();
        let ok = PushReply::Ok(json!({"postgres_changes": echoes}));
        outbox.push(ok.frame(version, &place));
        let members = self.topics.entry(topic.clone()).or_default();
        if join.sees_presence {
            outbox.push(encode_message(
                version,
                place.join_ref.as_deref(),
                None,
                &place.topic,
                "presence_state",
                &members.presence.state(),
            ));
        }
        if has_feeds {
            outbox.push(system_frame(
                version,
                place.join_ref.as_deref(),
                &place.topic,
                "postgres_changes",
                Ok("Subscribed to PostgreSQL"),
            ));
        }
        members.members.insert(
            number,
            Member {
                version,
                outbox,
                join_ref: place.join_ref,
                acknowledges: join.acknowledges,
                hears_itself: join.hears_itself,
                sees_presence: join.sees_presence,
                presence_key,
                bindings: join.bindings,
                user_id,
            },
        );
        if let Some(user_id) = user_id.filter(|_| has_feeds) {
            self.interest.enter(user_id);
            self.feeds
                .entry(user_id)
                .or_default()
                .insert((number, topic));
        }
    }
}

impl Handler<Exit> for Hub {
    type Result = ();

    fn handle(&mut self, exit: Exit, _: &mut Self::Context) {
        let gone = self.remove_member(&exit.topic, exit.member);
        if let (Some(gone), Some(place)) = (gone, exit.answer) {
            let ok = PushReply::Ok(json!({}));
            gone.outbox.push(ok.frame(gone.version, &place));
        }
    }
}

impl Handler<Pass> for Hub {
    type Result = ();

    fn handle(&mut self, pass: Pass, _: &mut Self::Context) {
        let Pass {
            topic,
            from,
            broadcast,
        } = pass;
        let (sender, answer) = from.unzip();
        if sender.is_some_and(|sender| self.find_member(&topic, sender).is_none()) {
            return;
        }
        self.broadcast(&topic, sender, &broadcast);
        self.relay
            .send_to_peers(|| PeerMessage::said(&topic, &broadcast));
        if let Some((member, place)) = sender
            .and_then(|sender| self.find_member(&topic, sender))
            .zip(answer.flatten())
            && member.acknowledges
        {
            let ok = PushReply::Ok(json!({}));
            member.outbox.push(ok.frame(member.version, &place));
        }
    }
}

impl Hub {
    pub(super) fn broadcast(&mut self, topic: &Topic, sender: Option<u64>, broadcast: &Broadcast) {
        let wire = topic.wire();
        let mut frames = Frames::new(|version| encode_broadcast(version, &wire, broadcast));
        self.send_all(topic, |number, member| {
            let is_meant = sender != Some(number) || member.hears_itself;
            is_meant.then(|| frames.frame_for(member.version)).flatten()
        });
    }

    fn answer_member(&self, topic: &Topic, member: u64, place: &PushOrigin, answer: &PushReply) {
        if let Some(member) = self.find_member(topic, member) {
            member.outbox.push(answer.frame(member.version, place));
        }
    }
}

impl Handler<Track> for Hub {
    type Result = ();

    fn handle(&mut self, track: Track, _: &mut Self::Context) {
        let Track {
            topic,
            member: number,
            place,
            tracked,
        } = track;
        let Some(members) = self.topics.get_mut(&topic) else {
            return;
        };
        let Some(member) = members.members.get_mut(&number) else {
            return;
        };
        // A tracked member receives the presence of others from now on.
        member.sees_presence |= tracked.is_some();
        let diff = match tracked {
            Some(_) if members.presence.len() >= MOST_PRESENT => {
                let refused = PushReply::Refused("TooManyPresences: This channel is full".into());
                return self.answer_member(&topic, number, &place, &refused);
            }
            Some(tracked) => {
                self.relay.send_to_peers(|| {
                    PeerMessage::Tracked(PresentMember {
                        topic: topic.clone(),
                        member: number,
                        key: member.presence_key.clone(),
                        tracked: tracked.clone(),
                    })
                });
                let (whose, key) = (Whose::own(number), &member.presence_key);
                Some(members.presence.track(whose, key, tracked))
            }
            None => {
                self.relay
                    .send_to_peers(|| PeerMessage::untracked(&topic, number));
                members.presence.untrack(Whose::own(number))
            }
        };
        self.answer_member(&topic, number, &place, &PushReply::Ok(json!({})));
        if let Some(diff) = diff {
            self.send_presence(&topic, &diff);
        }
    }
}

impl Handler<Changed> for Hub {
    type Result = ();

    fn handle(&mut self, changed: Changed, _: &mut Self::Context) {
        let Some(feeds) = self.feeds.get(&changed.user_id) else {
            return;
        };
        let mut lost = Vec::new();
        for (number, topic) in feeds {
            let Some(member) = self.find_member(topic, *number) else {
                continue;
            };
            let wire = topic.wire();
            for payload in matching_messages(&member.bindings, &changed.change) {
                let frame = encode_message(
                    member.version,
                    None,
                    None,
                    &wire,
                    "postgres_changes",
                    &payload,
                );
                if !member.outbox.push(frame) {
                    lost.push((*number, topic.clone()));
                    break;
                }
            }
        }
        for (member, topic) in lost {
            self.remove_member(&topic, member);
        }
    }
}

impl Handler<ChangesLost> for Hub {
    type Result = ();

    fn handle(&mut self, _: ChangesLost, _: &mut Self::Context) {
        let all: Vec<(u64, Topic)> = self.feeds.values().flatten().cloned().collect();
        for (number, topic) in all {
            if let Some(member) = self.remove_member(&topic, number) {
                let join_ref = member.join_ref.as_deref();
                let frame = encode_message(
                    member.version,
                    join_ref,
                    join_ref,
                    &topic.wire(),
                    "phx_error",
                    &json!({}),
                );
                member.outbox.push(frame);
            }
        }
    }
}
