//! Handling of messages from other servers in the hub.

use actix::Handler;
use portolan_realtime::{PresenceDiff, Topic};
use uuid::Uuid;

use super::{
    hub::{Hub, Whose},
    messages::{Elsewhere, FromElsewhere, PresentMember},
    relay::PeerMessage,
};

impl Handler<FromElsewhere> for Hub {
    type Result = ();

    fn handle(&mut self, from: FromElsewhere, _: &mut Self::Context) {
        let FromElsewhere { node, said } = from;
        match said {
            Elsewhere::Said(topic, broadcast) => self.broadcast(&topic, None, &broadcast),
            Elsewhere::Tracked(present) => self.track_elsewhere(node, present),
            Elsewhere::Untracked { topic, member } => {
                let node = Some(node);
                self.untrack_elsewhere(&topic, Whose { node, member });
            }
            Elsewhere::Everybody(present) => self.replace_presence(node, present),
            Elsewhere::Asks => {
                let own = self.presence_of(None);
                self.relay.tell_others(|| PeerMessage::Everybody(own));
            }
        }
    }
}

impl Hub {
    fn track_elsewhere(&mut self, node: Uuid, present: PresentMember) {
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
        self.tell_presence(&topic, &diff);
    }

    fn untrack_elsewhere(&mut self, topic: &Topic, whose: Whose) {
        let Some(members) = self.topics.get_mut(topic) else {
            return;
        };
        let diff: Option<PresenceDiff> = members.presence.untrack(whose);
        let is_over = members.members.is_empty() && members.presence.is_empty();
        if let Some(diff) = diff {
            self.tell_presence(topic, &diff);
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
                self.untrack_elsewhere(&gone.topic, Whose { node, member });
            }
        }
        for one in present {
            if !known.contains(&one) {
                self.track_elsewhere(node, one);
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
