//! Phoenix channels as `@supabase/realtime-js` speaks them: frames of both serializer versions,
//! joins, broadcasts, presence, and the filters of change feeds.
//!
//! Pure: no sockets, no clock, no randomness; who may join which topic is the server's to say.

mod allowance;
mod changes;
mod decode;
mod encode;
mod filter;
mod frame;
mod join;
mod like;
mod presence;
mod request;
mod topic;

pub use allowance::Allowance;
pub use changes::{Binding, Change, ChangeColumn, ChangeKind, ChangeKindFilter, matching_messages};
pub use decode::{FrameError, decode_binary, decode_text};
pub use encode::{PushReply, encode_broadcast, encode_message, system_frame};
pub use filter::{ChangeFilter, FilterError};
pub use frame::{
    Broadcast, FrameContent, LONGEST_NAME, Payload, ProtocolVersion, Push, SocketFrame,
};
pub use join::{ChannelJoin, JoinError};
pub use like::is_like;
pub use presence::{Meta, Presence, PresenceDiff};
pub use request::{ClientRequest, PushOrigin, RequestError};
pub use topic::{Subject, Topic, TopicError};
