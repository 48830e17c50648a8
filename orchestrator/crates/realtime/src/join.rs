use serde::Deserialize;
use serde_json::{Map, Value};

use super::{Binding, FilterError, LONGEST_NAME, changes::WantedBinding};

/// Change feeds that a channel may have.
const MOST_BINDINGS: usize = 50;

/// The configuration of a channel in a join.
#[derive(Clone, Debug, PartialEq)]
pub struct ChannelJoin {
    /// A broadcast is answered when it has been passed on.
    pub acknowledges: bool,
    /// The client also receives its own broadcasts.
    pub hears_itself: bool,
    /// Under which the client is present; None if the server chooses one.
    pub presence_key: Option<String>,
    /// Whether the client subscribes to presence.
    pub sees_presence: bool,
    pub bindings: Vec<Binding>,
    pub is_private: bool,
    pub access_token: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JoinError {
    #[error("invalid channel configuration: {0}")]
    Config(String),
    #[error("a presence key can have at most 255 bytes")]
    PresenceKey,
    #[error("a channel can have at most 50 change feeds")]
    TooManyBindings,
    #[error("{0}")]
    Filter(#[from] FilterError),
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Config {
    broadcast: Option<BroadcastConfig>,
    presence: Option<PresenceConfig>,
    postgres_changes: Option<Vec<WantedBinding>>,
    private: Option<bool>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct BroadcastConfig {
    ack: Option<bool>,
    #[serde(rename = "self")]
    own: Option<bool>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct PresenceConfig {
    key: Option<String>,
    enabled: Option<bool>,
}

impl ChannelJoin {
    pub(crate) fn parse(mut payload: Map<String, Value>) -> Result<Self, JoinError> {
        let config = match payload.remove("config") {
            None | Some(Value::Null) => Config::default(),
            Some(config) => serde_json::from_value(config)
                .map_err(|error| JoinError::Config(error.to_string()))?,
        };
        let broadcast = config.broadcast.unwrap_or_default();
        let presence = config.presence.unwrap_or_default();
        let presence_key = presence.key.filter(|key| !key.is_empty());
        if presence_key
            .as_ref()
            .is_some_and(|key| key.len() > LONGEST_NAME)
        {
            return Err(JoinError::PresenceKey);
        }
        let wanted = config.postgres_changes.unwrap_or_default();
        if wanted.len() > MOST_BINDINGS {
            return Err(JoinError::TooManyBindings);
        }
        let bindings = (1..).zip(wanted).map(|(id, wanted)| wanted.binding(id));
        Ok(Self {
            acknowledges: broadcast.ack.unwrap_or(false),
            hears_itself: broadcast.own.unwrap_or(false),
            presence_key,
            // Older clients don't send it, and receive the presence of all members.
            sees_presence: presence.enabled.unwrap_or(true),
            bindings: bindings.collect::<Result<_, _>>()?,
            is_private: config.private.unwrap_or(false),
            access_token: match payload.remove("access_token") {
                Some(Value::String(token)) => Some(token),
                _ => None,
            },
        })
    }
}
