/// A table whose rows are visible only to their owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ExposedTable {
    Boards,
    Charts,
    Chats,
    Portolans,
    Saved,
}

/// An exposed column, with the same name as in the database.
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

const fn expose_column(name: &'static str, holds: PostgresType) -> ExposedColumn {
    ExposedColumn { name, holds }
}

use PostgresType::{Integer, Text, Time, Uuid};

const BOARDS: &[ExposedColumn] = &[
    expose_column("id", Uuid),
    expose_column("user_id", Uuid),
    expose_column("title", Text),
    expose_column("visibility", Text),
    expose_column("chat_id", Uuid),
    expose_column("source_url", Text),
    expose_column("revision", Integer),
    expose_column("created_at", Time),
    expose_column("updated_at", Time),
];

const CHARTS: &[ExposedColumn] = &[
    expose_column("id", Uuid),
    expose_column("user_id", Uuid),
    expose_column("chat_id", Uuid),
    expose_column("turn_id", Uuid),
    expose_column("version", Integer),
    expose_column("published_version", Integer),
    expose_column("kind", Text),
    expose_column("title", Text),
    expose_column("description", Text),
    expose_column("visibility", Text),
    expose_column("created_at", Time),
    expose_column("updated_at", Time),
];

const CHATS: &[ExposedColumn] = &[
    expose_column("id", Uuid),
    expose_column("user_id", Uuid),
    expose_column("title", Text),
    expose_column("model", Text),
    expose_column("last_event_id", Integer),
    expose_column("created_at", Time),
    expose_column("updated_at", Time),
];

const PORTOLANS: &[ExposedColumn] = &[
    expose_column("id", Uuid),
    expose_column("user_id", Uuid),
    expose_column("title", Text),
    expose_column("markdown", Text),
    expose_column("excerpt", Text),
    expose_column("revision", Integer),
    expose_column("visibility", Text),
    expose_column("created_at", Time),
    expose_column("updated_at", Time),
];

const SAVED: &[ExposedColumn] = &[
    expose_column("user_id", Uuid),
    expose_column("kind", Text),
    expose_column("item_id", Uuid),
    expose_column("saved_at", Time),
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

    /// The key columns within an owner's rows.
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
