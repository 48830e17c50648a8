//! Handling of messages from other servers in the hub.

use actix::Handler;
use portolan_realtime::{PresenceDiff, Topic};
use uuid::Uuid;

use super::{
    hub::{Hub, Whose},
    messages::{FromPeer, PeerEvent, PresentMember},
    relay::PeerMessage,
};

impl Handler<FromPeer> for Hub {
    type Result = ();

    fn handle(&mut self, from: FromPeer, _: &mut Self::Context) {
        let FromPeer { node, said } = from;
        match said {
            PeerEvent::Said(topic, broadcast) => self.broadcast(&topic, None, &broadcast),
            PeerEvent::Tracked(present) => self.track_peer(node, present),
            PeerEvent::Untracked { topic, member } => {
                let node = Some(node);
                self.untrack_peer(&topic, Whose { node, member });
            }
            PeerEvent::Everybody(present) => self.replace_presence(node, present),
            PeerEvent::Asks => {
                let own = self.presence_of(None);
                self.relay.send_to_peers(|| PeerMessage::Everybody(own));
            }
        }
    }
}

impl Hub {
    fn track_peer(&mut self, node: Uuid, present: PresentMember) {
        let PresentMember {
            topic,
            member,
            key,
            tracked,
        } = present;
        let node = Some(node);
        let members = self.topics.entry(topic.clone()).or_default();
        let whose = Whose { node, member };
        let diff = members.presence.track(whose, &key, tracked);
        self.send_presence(&topic, &diff);
    }

    fn untrack_peer(&mut self, topic: &Topic, whose: Whose) {
        let Some(members) = self.topics.get_mut(topic) else {
            return;
        };
        let diff: Option<PresenceDiff> = members.presence.untrack(whose);
        let is_over = members.members.is_empty() && members.presence.is_empty();
        if let Some(diff) = diff {
            self.send_presence(topic, &diff);
        }
        if is_over {
            self.topics.remove(topic);
        }
    }

    /// Replaces the presence of that server's members.
    fn replace_presence(&mut self, node: Uuid, present: Vec<PresentMember>) {
        let known = self.presence_of(Some(node));
        for gone in &known {
            let is_same =
                |one: &PresentMember| one.topic == gone.topic && one.member == gone.member;
            if !present.iter().any(is_same) {
                let (node, member) = (Some(node), gone.member);
                self.untrack_peer(&gone.topic, Whose { node, member });
            }
        }
        for one in present {
            if !known.contains(&one) {
                self.track_peer(node, one);
            }
        }
    }

    /// Returns the presence of that server's members; None for this server.
    fn presence_of(&self, node: Option<Uuid>) -> Vec<PresentMember> {
        let topics = self.topics.iter().flat_map(|(topic, members)| {
            let entries = members.presence.entries();
            entries.map(move |entry| (topic, entry))
        });
        topics
            .filter(|(_, (whose, ..))| whose.node == node)
            .map(|(topic, (whose, key, tracked))| PresentMember {
                topic: topic.clone(),
                member: whose.member,
                key: key.to_owned(),
                tracked: tracked.clone(),
            })
            .collect()
    }
}
