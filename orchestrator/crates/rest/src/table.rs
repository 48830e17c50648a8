/// A table of which everyone sees their own rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ExposedTable {
    Boards,
    Charts,
    Chats,
    Portolans,
    Saved,
}

/// A column that programs see. Its name is the one in the database too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExposedColumn {
    pub name: &'static str,
    pub holds: PostgresType,
}

/// The type of a column, in PostgreSQL's names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PostgresType {
    Uuid,
    Text,
    Integer,
    /// Milliseconds since 1970 in the database; RFC 3339 outside.
    Time,
}

const fn column(name: &'static str, holds: PostgresType) -> ExposedColumn {
    ExposedColumn { name, holds }
}

use PostgresType::{Integer, Text, Time, Uuid};

const BOARDS: &[ExposedColumn] = &[
    column("id", Uuid),
    column("user_id", Uuid),
    column("title", Text),
    column("visibility", Text),
    column("chat_id", Uuid),
    column("source_url", Text),
    column("revision", Integer),
    column("created_at", Time),
    column("updated_at", Time),
];

const CHARTS: &[ExposedColumn] = &[
    column("id", Uuid),
    column("user_id", Uuid),
    column("chat_id", Uuid),
    column("turn_id", Uuid),
    column("version", Integer),
    column("published_version", Integer),
    column("kind", Text),
    column("title", Text),
    column("description", Text),
    column("visibility", Text),
    column("created_at", Time),
    column("updated_at", Time),
];

const CHATS: &[ExposedColumn] = &[
    column("id", Uuid),
    column("user_id", Uuid),
    column("title", Text),
    column("model", Text),
    column("last_event_id", Integer),
    column("created_at", Time),
    column("updated_at", Time),
];

const PORTOLANS: &[ExposedColumn] = &[
    column("id", Uuid),
    column("user_id", Uuid),
    column("title", Text),
    column("markdown", Text),
    column("excerpt", Text),
    column("revision", Integer),
    column("visibility", Text),
    column("created_at", Time),
    column("updated_at", Time),
];

const SAVED: &[ExposedColumn] = &[
    column("user_id", Uuid),
    column("kind", Text),
    column("item_id", Uuid),
    column("saved_at", Time),
];

impl ExposedTable {
    pub const ALL: [Self; 5] = [
        Self::Boards,
        Self::Charts,
        Self::Chats,
        Self::Portolans,
        Self::Saved,
    ];

    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|table| table.name() == name)
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Boards => "boards",
            Self::Charts => "charts",
            Self::Chats => "chats",
            Self::Portolans => "portolans",
            Self::Saved => "saved",
        }
    }

    /// Every column that programs see. Each table has `user_id`, whose rows they are.
    pub fn columns(self) -> &'static [ExposedColumn] {
        match self {
            Self::Boards => BOARDS,
            Self::Charts => CHARTS,
            Self::Chats => CHATS,
            Self::Portolans => PORTOLANS,
            Self::Saved => SAVED,
        }
    }

    pub fn column(self, name: &str) -> Option<&'static ExposedColumn> {
        self.columns().iter().find(|column| column.name == name)
    }

    /// The columns that tell a row from the others of its owner.
    pub fn key(self) -> &'static [&'static str] {
        match self {
            Self::Saved => &["kind", "item_id"],
            Self::Boards | Self::Charts | Self::Chats | Self::Portolans => &["id"],
        }
    }
}

impl PostgresType {
    pub fn name(self) -> &'static str {
        match self {
            Self::Uuid => "uuid",
            Self::Text => "text",
            Self::Integer => "int8",
            Self::Time => "timestamptz",
        }
    }

    /// As errors call it.
    pub fn full_name(self) -> &'static str {
        match self {
            Self::Integer => "bigint",
            Self::Time => "timestamp with time zone",
            Self::Uuid | Self::Text => self.name(),
        }
    }
}
