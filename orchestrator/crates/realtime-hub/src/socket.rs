use std::{
    collections::{HashMap, hash_map::Entry},
    net::IpAddr,
    rc::Rc,
    time::Duration,
};

use actix::{
    Actor, ActorContext, ActorFutureExt, AsyncContext, Running, StreamHandler, WrapFuture,
};
use actix_web_actors::ws::{CloseCode, Message, ProtocolError, WebsocketContext};
use bytes::Bytes;
use chrono::{DateTime, TimeDelta, Utc};
use portolan_realtime::{
    Allowance, ChannelJoin, ClientRequest, FrameError, ProtocolVersion, Push, PushOrigin,
    PushReply, Topic, decode_binary, decode_text, encode_message, system_frame,
};
use serde_json::json;
use tokio::time::Instant;
use uuid::Uuid;

use super::{
    Closing, Counted, FrameOutbox, Holder, Realtime, Rights, TokenRefused, Tokens,
    feed_check::check_feeds,
    messages::{Enter, Exit, Pass, Track},
    outbox::QueuedFrame,
    pieces::Pieces,
};

/// How often a channel rechecks its session and its access to the topic.
const STANDING_SECONDS: i64 = 60;

/// How long a client has to answer a close frame. Its input is read and dropped until then: unread bytes
/// would reset the connection before the frame arrives.
const CLOSE_TIME: Duration = Duration::from_secs(2);

/// One client's websocket: reads its frames, knows its channels, and sends what its [`FrameOutbox`] has.
///
/// Asks about one token at a time, and meanwhile takes no frame, so that a join is over before what
/// follows it. Ends with its connection; its channels are left then.
pub struct Socket {
    realtime: Realtime,
    tokens: Rc<dyn Tokens>,
    version: ProtocolVersion,
    /// The role of the key in the address.
    key: Holder,
    outbox: FrameOutbox,
    /// By their topics on the wire.
    channels: HashMap<String, Channel>,
    allowance: Allowance,
    began: Instant,
    heard: Instant,
    pieces: Pieces,
    /// The close frame is sent; the client's is waited for.
    is_closing: bool,
    /// For whom this socket counts.
    users: HashMap<Uuid, Counted<Uuid>>,
    /// Held for as long as the socket lives.
    _places: (Option<Counted<u64, FrameOutbox>>, Option<Counted<IpAddr>>),
}

/// A channel that was joined.
struct Channel {
    topic: Topic,
    member: u64,
    join_ref: Option<String>,
    token: Option<String>,
    holder: Holder,
    rights: Rights,
    has_feeds: bool,
    checked_at: DateTime<Utc>,
}

/// The parameters of a new socket.
pub struct Opening {
    pub realtime: Realtime,
    pub tokens: Rc<dyn Tokens>,
    pub version: ProtocolVersion,
    pub key: Holder,
    pub peer: Option<Counted<IpAddr>>,
}

/// The result of an access check of a token and a topic.
type Asked = Result<(Holder, Rights), TokenRefused>;

impl Socket {
    pub fn new(opening: Opening) -> Self {
        let Opening {
            realtime,
            tokens,
            version,
            key,
            peer,
        } = opening;
        let limits = realtime.limits().clone();
        let outbox = FrameOutbox::new(limits.buffer_bytes);
        let place = realtime
            .sockets
            .enter(realtime.next_number(), outbox.clone(), usize::MAX);
        let now = Instant::now();
        Self {
            tokens,
            version,
            key,
            outbox,
            channels: HashMap::new(),
            allowance: Allowance::new(limits.messages_per_second, 0),
            began: now,
            heard: now,
            pieces: Pieces::new(limits.frame_bytes),
            is_closing: false,
            users: HashMap::new(),
            _places: (place, peer),
            realtime,
        }
    }

    fn receive_push(
        &mut self,
        push: Result<Push, FrameError>,
        context: &mut WebsocketContext<Self>,
    ) {
        self.heard = Instant::now();
        let elapsed = i64::try_from(self.began.elapsed().as_millis()).unwrap_or(i64::MAX);
        if !self.allowance.take(elapsed) {
            return self.outbox.close(Closing::TooManyMessages);
        }
        let push = match push {
            Ok(push) => push,
            Err(FrameError::Kind(_) | FrameError::Encoding(_) | FrameError::BinaryInObjects) => {
                return self.outbox.close(Closing::BinaryNotUnderstood);
            }
            Err(_) => return self.outbox.close(Closing::NotUnderstood),
        };
        let (place, request) = ClientRequest::of(push);
        match request {
            Ok(ClientRequest::Heartbeat) => self.answer_push(&place, PushReply::Ok(json!({}))),
            Ok(ClientRequest::Join(join)) => self.join_topic(place, *join, context),
            Ok(ClientRequest::Leave) => self.leave_topic(place),
            Ok(ClientRequest::AccessToken(token)) => self.renew_token(&place, token, context),
            Ok(request) => self.speak_on(place, request),
            Err(error) => self.refuse_push(&place, error.to_string()),
        }
    }

    fn join_topic(
        &mut self,
        place: PushOrigin,
        join: ChannelJoin,
        context: &mut WebsocketContext<Self>,
    ) {
        let topic = match Topic::of_wire(&place.topic, join.is_private) {
            Ok(topic) => topic,
            Err(error) => return self.refuse_push(&place, error.to_string()),
        };
        // Joining again replaces the earlier channel.
        if let Some(channel) = self.channels.remove(&place.topic) {
            self.close_channel(&place.topic, &channel);
            self.exit_channel(channel, None);
        }
        if self.channels.len() >= self.realtime.limits.channels_per_socket {
            return self.refuse_push(&place, "ChannelRateLimitReached: Too many channels");
        }
        if let Err(reason) = check_feeds(&join) {
            return self.refuse_push(&place, reason);
        }
        let asking = self.ask_rights(join.access_token.clone(), topic.clone());
        context.wait(asking.into_actor(self).map(move |asked, socket, _| {
            socket.finish_join(place, topic, join, asked);
        }));
    }

    /// Returns the owner of the token and their permissions on the topic.
    fn ask_rights(
        &self,
        token: Option<String>,
        topic: Topic,
    ) -> impl Future<Output = Asked> + use<> {
        let (tokens, realtime, key) = (Rc::clone(&self.tokens), self.realtime.clone(), self.key);
        async move {
            let holder = match token {
                // A name of this server says nothing of whose the channel is.
                Some(token) if is_name(&token) => tokens.holder(&token).await.unwrap_or(key),
                Some(token) => tokens.holder(&token).await?,
                None => key,
            };
            Ok((holder, realtime.rights(holder.who, &topic).await?))
        }
    }

    fn finish_join(&mut self, place: PushOrigin, topic: Topic, join: ChannelJoin, asked: Asked) {
        let (holder, rights) = match asked {
            Ok(asked) => asked,
            Err(refused) => return self.refuse_push(&place, refused.to_string()),
        };
        if !rights.reads {
            return self.refuse_push(&place, unauthorized_text("read from", &topic));
        }
        let user_id = holder.who.user_id();
        if user_id.is_none() && !join.bindings.is_empty() {
            return self.refuse_push(
                &place,
                "Unauthorized: Changes are sent only to the owner of the rows: sign in first",
            );
        }
        if let Some(user_id) = user_id
            && !self.counts_for(user_id)
        {
            return self.refuse_push(
                &place,
                "ConnectionRateLimitReached: Too many connected users",
            );
        }
        let channel = Channel {
            topic: topic.clone(),
            member: self.realtime.next_number(),
            join_ref: place.join_ref.clone(),
            token: join.access_token.clone(),
            holder,
            rights,
            has_feeds: !join.bindings.is_empty(),
            checked_at: self.realtime.clock.now(),
        };
        let presence_key = join.presence_key.clone();
        let enter = Enter {
            topic,
            member: channel.member,
            version: self.version,
            outbox: self.outbox.clone(),
            place: place.clone(),
            join,
            user_id,
            presence_key: presence_key.unwrap_or_else(|| self.realtime.ids.id().to_string()),
        };
        if self.realtime.hub.try_send(enter).is_err() {
            return self.outbox.close(Closing::Overloaded);
        }
        self.channels.insert(place.topic, channel);
    }

    /// Counts this socket for a user; false if they have reached the limit.
    fn counts_for(&mut self, user_id: Uuid) -> bool {
        match self.users.entry(user_id) {
            Entry::Occupied(_) => true,
            Entry::Vacant(vacant) => {
                let most = self.realtime.limits.sockets_per_user;
                match self.realtime.users.enter(user_id, (), most) {
                    Some(counted) => {
                        vacant.insert(counted);
                        true
                    }
                    None => false,
                }
            }
        }
    }

    fn leave_topic(&mut self, place: PushOrigin) {
        match self.channels.remove(&place.topic) {
            Some(channel) if channel.is_of(&place) => self.exit_channel(channel, Some(place)),
            other => {
                if let Some(channel) = other {
                    self.channels.insert(place.topic.clone(), channel);
                }
                self.answer_push(&place, PushReply::Ok(json!({})));
            }
        }
    }

    /// Handles a message on a channel.
    fn speak_on(&mut self, place: PushOrigin, request: ClientRequest) {
        let channel = self.channels.get(&place.topic);
        let Some(channel) = channel.filter(|channel| channel.is_of(&place)) else {
            return self.refuse_push(&place, "unmatched topic");
        };
        let (topic, member) = (channel.topic.clone(), channel.member);
        let hub = &self.realtime.hub;
        let is_taken = match request {
            ClientRequest::Broadcast(_) if !channel.rights.writes => {
                return self.refuse_push(&place, unauthorized_text("write to", &topic));
            }
            ClientRequest::Broadcast(broadcast) => {
                let from = Some((member, Some(place)));
                let pass = Pass {
                    topic,
                    from,
                    broadcast,
                };
                hub.try_send(pass).is_ok()
            }
            ClientRequest::Track(tracked) => hub
                .try_send(Track {
                    topic,
                    member,
                    place,
                    tracked: Some(tracked),
                })
                .is_ok(),
            ClientRequest::Untrack => hub
                .try_send(Track {
                    topic,
                    member,
                    place,
                    tracked: None,
                })
                .is_ok(),
            ClientRequest::Heartbeat
            | ClientRequest::Join(_)
            | ClientRequest::Leave
            | ClientRequest::AccessToken(_) => true,
        };
        if !is_taken {
            self.outbox.close(Closing::Overloaded);
        }
    }

    /// A channel's token has changed; the same one again, as clients send it with each heartbeat,
    /// changes nothing.
    fn renew_token(
        &mut self,
        place: &PushOrigin,
        token: Option<String>,
        context: &mut WebsocketContext<Self>,
    ) {
        let Some(channel) = self.channels.get(&place.topic) else {
            return;
        };
        let is_none = token.as_deref().is_some_and(is_name);
        if !channel.is_of(place) || channel.token == token || is_none {
            return;
        }
        let (wire, member) = (place.topic.clone(), channel.member);
        let asking = self.ask_rights(token.clone(), channel.topic.clone());
        context.wait(asking.into_actor(self).map(move |asked, socket, _| {
            if let Some(reason) = socket.finish_renewal(&wire, member, token, asked) {
                socket.end_channel(&wire, &reason);
            }
        }));
    }

    /// Why the channel ends, if it does.
    fn finish_renewal(
        &mut self,
        wire: &str,
        member: u64,
        token: Option<String>,
        asked: Asked,
    ) -> Option<String> {
        let (holder, rights) = match asked {
            Ok(asked) => asked,
            // The one before may still be good.
            Err(TokenRefused::Unavailable) => return None,
            Err(refused) => return Some(refused.to_string()),
        };
        if let Some(user_id) = holder.who.user_id()
            && !self.counts_for(user_id)
        {
            return Some("ConnectionRateLimitReached: Too many connected users".into());
        }
        let now = self.realtime.clock.now();
        let channel = self.channels.get_mut(wire)?;
        if channel.member != member {
            return None;
        }
        if !rights.reads {
            return Some(unauthorized_text("read from", &channel.topic));
        }
        if channel.has_feeds && holder.who != channel.holder.who {
            return Some("InvalidJWTToken: This token is somebody else's; join again".into());
        }
        channel.token = token;
        channel.holder = holder;
        channel.rights = rights;
        channel.checked_at = now;
        None
    }

    /// Closes a silent socket, channels with expired tokens, and, checked once a minute, channels whose
    /// session or access has ended.
    fn check_liveness(&mut self, context: &mut WebsocketContext<Self>) {
        if self.heard.elapsed() > self.realtime.limits.idle {
            return self.outbox.close(Closing::Silent);
        }
        let now = self.realtime.clock.now();
        let ended: Vec<(String, i64)> = self
            .channels
            .iter()
            .filter_map(|(wire, channel)| {
                let expires_at = channel.holder.expires_at.filter(|at| *at <= now)?;
                Some((wire.clone(), (now - expires_at).num_seconds()))
            })
            .collect();
        for (wire, seconds) in ended {
            self.end_channel(&wire, &format!("Token has expired {seconds} seconds ago"));
        }
        let minute = TimeDelta::seconds(STANDING_SECONDS);
        let mut due = Vec::new();
        for (wire, channel) in &mut self.channels {
            // A clock that was set back asks at once.
            let since = now - channel.checked_at;
            if since >= minute || since < TimeDelta::zero() {
                channel.checked_at = now;
                due.push((
                    wire.clone(),
                    channel.member,
                    channel.holder,
                    channel.topic.clone(),
                ));
            }
        }
        for (wire, member, holder, topic) in due {
            let (tokens, realtime) = (Rc::clone(&self.tokens), self.realtime.clone());
            let asking = async move {
                if !tokens.stands(&holder).await {
                    return Some("InvalidJWTToken: This session has ended".to_owned());
                }
                let rights = realtime.rights(holder.who, &topic).await.ok()?;
                (!rights.reads).then(|| unauthorized_text("read from", &topic))
            };
            context.spawn(asking.into_actor(self).map(move |reason, socket, _| {
                let is_same = socket
                    .channels
                    .get(&wire)
                    .is_some_and(|channel| channel.member == member);
                if let Some(reason) = reason.filter(|_| is_same) {
                    socket.end_channel(&wire, &reason);
                }
            }));
        }
    }

    /// Sends the reason, closes the channel, and leaves the topic.
    fn end_channel(&mut self, wire: &str, reason: &str) {
        // The word before is for joins; here there is the sentence alone.
        let reason = match reason.split_once(": ") {
            Some((word, sentence)) if !word.contains(' ') => sentence,
            _ => reason,
        };
        let Some(channel) = self.channels.remove(wire) else {
            return;
        };
        let join_ref = channel.join_ref.as_deref();
        self.outbox.push(system_frame(
            self.version,
            join_ref,
            wire,
            "system",
            Err(reason),
        ));
        self.close_channel(wire, &channel);
        self.exit_channel(channel, None);
    }

    fn close_channel(&self, wire: &str, channel: &Channel) {
        let join_ref = channel.join_ref.as_deref();
        self.outbox.push(encode_message(
            self.version,
            join_ref,
            join_ref,
            wire,
            "phx_close",
            &json!({}),
        ));
    }

    /// Must not be lost, however much the hub has to do.
    fn exit_channel(&self, channel: Channel, answer: Option<PushOrigin>) {
        self.realtime.hub.do_send(Exit {
            topic: channel.topic,
            member: channel.member,
            answer,
        });
    }

    fn answer_push(&self, place: &PushOrigin, answer: PushReply) {
        self.outbox.push(answer.frame(self.version, place));
    }

    fn refuse_push(&self, place: &PushOrigin, reason: impl Into<String>) {
        self.answer_push(place, PushReply::Refused(reason.into()));
    }
}

impl Channel {
    /// Returns whether a push means this channel and not one that was joined before under its name.
    fn is_of(&self, place: &PushOrigin) -> bool {
        place.join_ref.is_none() || place.join_ref == self.join_ref
    }
}

/// Returns whether this is one of the keys that are no tokens.
fn is_name(token: &str) -> bool {
    token.starts_with("sb_")
}

fn unauthorized_text(doing: &str, topic: &Topic) -> String {
    format!(
        "Unauthorized: You do not have permissions to {doing} this Channel topic: {}",
        topic.name()
    )
}

impl Actor for Socket {
    type Context = WebsocketContext<Self>;

    fn started(&mut self, context: &mut Self::Context) {
        context.add_stream(self.outbox.items());
        context.run_interval(self.realtime.limits.check_every, Self::check_liveness);
    }

    fn stopping(&mut self, _: &mut Self::Context) -> Running {
        self.outbox.close(Closing::TooSlow);
        for (_, channel) in std::mem::take(&mut self.channels) {
            self.exit_channel(channel, None);
        }
        Running::Stop
    }
}

impl StreamHandler<QueuedFrame> for Socket {
    fn handle(&mut self, item: QueuedFrame, context: &mut Self::Context) {
        match item {
            QueuedFrame::Frame(portolan_realtime::SocketFrame::Text(bytes)) => {
                match bytes.try_into() {
                    Ok(text) => context.write_raw(Message::Text(text)),
                    Err(_) => tracing::error!("text frame is not UTF-8"),
                }
            }
            QueuedFrame::Frame(portolan_realtime::SocketFrame::Binary(bytes)) => {
                context.binary(bytes)
            }
            QueuedFrame::Close(why) => {
                context.close(Some(why.reason()));
                self.is_closing = true;
                context.run_later(CLOSE_TIME, |_, context| context.stop());
            }
        }
    }
}

impl StreamHandler<Result<Message, ProtocolError>> for Socket {
    fn handle(&mut self, message: Result<Message, ProtocolError>, context: &mut Self::Context) {
        match message {
            Ok(Message::Close(_)) if self.is_closing => context.stop(),
            Ok(_) if self.is_closing => {}
            Ok(Message::Text(text)) => self.take_text(text.as_ref(), context),
            Ok(Message::Binary(bytes)) => self.take_binary(&bytes, context),
            Ok(Message::Continuation(piece)) => match self.pieces.add(piece) {
                Ok(None) => self.heard = Instant::now(),
                Ok(Some((true, bytes))) => match std::str::from_utf8(&bytes) {
                    Ok(text) => self.take_text(text, context),
                    Err(_) => self.outbox.close(Closing::NotUnderstood),
                },
                Ok(Some((false, bytes))) => self.take_binary(&bytes, context),
                Err(why) => self.outbox.close(why),
            },
            Ok(Message::Ping(bytes)) => {
                self.heard = Instant::now();
                context.pong(&bytes);
            }
            Ok(Message::Pong(_)) => self.heard = Instant::now(),
            Ok(Message::Nop) => {}
            Ok(Message::Close(reason)) => {
                // The code comes back, without words.
                context.close(reason.map(|reason| reason.code.into()));
                context.stop();
            }
            // The frames after this one can't be read.
            Err(ProtocolError::Overflow) => {
                context.close(Some(Closing::TooLarge.reason()));
                context.stop();
            }
            Err(error) => {
                tracing::debug!(error.cause = %error, "websocket connection lost");
                context.close(Some(CloseCode::Protocol.into()));
                context.stop();
            }
        }
    }
}

impl Socket {
    fn take_text(&mut self, text: &str, context: &mut WebsocketContext<Self>) {
        self.receive_push(decode_text(self.version, text), context);
    }

    fn take_binary(&mut self, bytes: &Bytes, context: &mut WebsocketContext<Self>) {
        self.receive_push(decode_binary(self.version, bytes), context);
    }
}
