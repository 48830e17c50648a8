use std::path::PathBuf;

use clap::{ArgGroup, Parser, Subcommand, ValueEnum};
use portolan_domain::{NORMAL_PRIORITY, Scope};
use url::Url;

use super::{
    replay::{Age, PaceOptions, RunOptions},
    settings::{DataFlags, Flags},
    terminal_image::ImageOption,
};

/// Ask about your data, pages and videos; get charts that can be trusted.
#[derive(Debug, Parser)]
#[command(
    name = "portolan",
    version,
    propagate_version = true,
    arg_required_else_help = true
)]
pub struct CommandLine {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Serves the API, the event streams and the web client from one port
    Serve(Flags),
    /// Migrates the database to this version and exits
    Migrate(DataFlags),
    /// Manages accounts
    #[command(subcommand)]
    User(UserCommand),
    /// Manages signing keys and imports accounts
    #[command(subcommand)]
    Auth(AuthCommand),
    /// Manages API keys
    #[command(subcommand)]
    Key(KeyCommand),
    /// Manages plans and credits
    #[command(subcommand)]
    Plan(PlanCommand),
    /// Answers a question in the terminal, without a server or an account
    Ask(AskArguments),
    /// Serves the charting tools to other programs over the Model Context Protocol, on standard input and output
    Mcp(McpArguments),
    /// Runs stored or exported chats again and compares the answers, free of charge
    Replay(Box<ReplayArguments>),
    /// Exports and tags chats
    #[command(subcommand)]
    Chats(ChatsCommand),
    /// Manages the prompts
    #[command(subcommand)]
    Prompts(PromptsCommand),
    /// Checks the configuration, the database, the object store, mail, the public URL, backups, traces, the query engine and the models
    Doctor(DataFlags),
    /// Writes database, objects and keys into one file, also while the server runs
    Backup {
        /// The file to write, which must not exist
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
        #[command(flatten)]
        data: DataFlags,
    },
    /// Restores a backup into an empty data folder, database and object store, and audits the ledger
    Restore {
        /// A file that `portolan backup` wrote
        file: PathBuf,
        #[command(flatten)]
        data: DataFlags,
    },
    /// Copies an SQLite database into an empty PostgreSQL database, and audits the ledger; the server must be stopped
    MigrateTo {
        /// The new database, postgres://user:password@host/database
        url: String,
        #[command(flatten)]
        data: DataFlags,
    },
    /// Prints a script that completes commands and options in a shell
    Completions { shell: clap_complete::Shell },
    /// Writes a man page for each command
    Man {
        /// Folder for the pages, such as /usr/local/share/man/man1
        #[arg(long, value_name = "FOLDER")]
        out: PathBuf,
    },
}

#[derive(Debug, Subcommand)]
pub enum PromptsCommand {
    /// Renders every prompt with samples and prints their sizes
    Check,
}

#[derive(Debug, Subcommand)]
pub enum KeyCommand {
    /// Creates an API key and prints it once
    Create {
        /// Purpose of the key
        name: String,
        /// Email address of the owner
        #[arg(long)]
        user: String,
        /// Scope, `read`, `chat`, `boards` or `admin`; may be repeated. Default: `read`, `chat` and `boards`
        #[arg(long, value_parser = parse_scope)]
        scope: Vec<Scope>,
        /// Days until the key expires. Default: never
        #[arg(long)]
        days: Option<u32>,
        #[command(flatten)]
        data: DataFlags,
    },
}

fn parse_scope(text: &str) -> Result<Scope, String> {
    serde_json::from_value(text.into())
        .map_err(|_| "a scope is `read`, `chat`, `boards` or `admin`".to_owned())
}

#[derive(Debug, Subcommand)]
pub enum UserCommand {
    /// Creates an account
    Create {
        email: String,
        /// Password. Default: a random one, which is printed
        #[arg(long)]
        password: Option<String>,
        #[command(flatten)]
        roles: Roles,
        #[command(flatten)]
        data: DataFlags,
    },
    /// Grants a user the rights of an admin or a contributor
    Grant {
        email: String,
        #[command(flatten)]
        roles: Roles,
        #[command(flatten)]
        data: DataFlags,
    },
    /// Prints a link that signs a user in once, also without a mail server
    Link {
        email: String,
        #[command(flatten)]
        data: DataFlags,
    },
}

#[derive(Debug, Subcommand)]
pub enum AuthCommand {
    /// Imports accounts from an exported user table, with passwords and second factors
    Import {
        /// The table auth.users: a JSON array, an object on each line, or CSV
        file: PathBuf,
        #[command(flatten)]
        data: DataFlags,
    },
    #[command(flatten)]
    Keys(KeysCommand),
}

#[derive(Debug, Subcommand)]
pub enum KeysCommand {
    /// Creates a signing key for the next start; older keys keep verifying
    RotateKeys {
        /// Number of older keys to keep
        #[arg(long, default_value_t = 2)]
        keep: usize,
        #[command(flatten)]
        data: DataFlags,
    },
    /// Prints a token for the admin calls
    ServiceToken {
        /// Lifetime in days
        #[arg(long, default_value_t = 365)]
        days: u32,
        #[command(flatten)]
        data: DataFlags,
    },
}

#[derive(Clone, Copy, Debug, clap::Args)]
pub struct Roles {
    /// Access to the admin pages
    #[arg(long)]
    pub admin: bool,
    /// Permission to publish documents to topics and to propose them to the discover page
    #[arg(long)]
    pub contributor: bool,
}

#[derive(Debug, Subcommand)]
pub enum PlanCommand {
    /// Sets a user's plan, or the credits of this period
    Set {
        email: String,
        /// ID of a plan, such as `free`, `pro` or `team`
        tier: String,
        #[arg(long, conflicts_with = "at_period_end")]
        credits: Option<u64>,
        /// Starts a smaller plan with the next period; a bigger plan still starts at once
        #[arg(long)]
        at_period_end: bool,
        #[command(flatten)]
        data: DataFlags,
    },
    /// Grants a user credits beside their plan
    Grant {
        email: String,
        credits: u64,
        /// The reason, as shown to the user
        #[arg(long, default_value = "Given by the operator")]
        reason: String,
        /// Lifetime in days. Default: unlimited
        #[arg(long)]
        days: Option<u32>,
        /// Lower numbers are used first; plans have 100
        #[arg(long, default_value_t = NORMAL_PRIORITY)]
        priority: u32,
        #[command(flatten)]
        data: DataFlags,
    },
    /// Recomputes every balance from the ledger; exits with 1 at the first difference
    Audit(DataFlags),
}

#[derive(Debug, clap::Args)]
pub struct AskArguments {
    /// The question; `-` reads it from standard input
    #[arg(required_unless_present = "questions")]
    pub question: Option<String>,
    /// A question that follows in the same conversation; may be repeated
    #[arg(long, value_name = "QUESTION", conflicts_with = "questions")]
    pub follow_up: Vec<String>,
    /// A file to ask about, `-` for standard input, or `s3://bucket/prefix/` of Parquet files, with the keys and the
    /// endpoint from `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_REGION` and `AWS_ENDPOINT_URL`; may be repeated
    #[arg(long, value_name = "FILE")]
    pub data: Vec<PathBuf>,
    /// Address of a page, a feed or a file to ask about; may be repeated
    #[arg(long, value_name = "URL")]
    pub url: Vec<String>,
    /// Model. Default: the configured one, otherwise the built-in model
    #[arg(long)]
    pub model: Option<String>,
    /// A file of questions, a JSON object on each line, that the built-in engine answers into `--out`
    #[arg(long, value_name = "FILE", requires = "out", conflicts_with_all = ["question", "data", "url", "model"])]
    pub questions: Option<PathBuf>,
    /// Prints a line of JSON for each answer, with all its blocks
    #[arg(long, conflicts_with = "questions")]
    pub json: bool,
    /// How charts are drawn in the terminal
    #[arg(long, value_enum, default_value_t, conflicts_with_all = ["questions", "json"])]
    pub image: ImageOption,
    /// Folder for the charts as JSON and SVG; with --questions the file for the answers
    #[arg(long, value_name = "FOLDER|FILE")]
    pub out: Option<PathBuf>,
}

#[derive(Debug, clap::Args)]
pub struct McpArguments {
    /// Address of a Portolan server. Default: a private server inside this process, without accounts
    #[arg(long, value_name = "URL", env = "PORTOLAN_URL", requires = "key")]
    pub server: Option<Url>,
    /// API key of an account on that server
    #[arg(long, env = "PORTOLAN_KEY", hide_env_values = true)]
    pub key: Option<String>,
    /// Folder where the private server keeps sources, charts and boards. Default: nothing is kept
    #[arg(long, value_name = "FOLDER", conflicts_with = "server")]
    pub keep: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
pub enum ChatsCommand {
    /// Writes chats as lines of JSON. Default: all chats
    Export(ExportArguments),
    /// Tags chats, to choose them by
    Tag(TagArguments),
}

/// Which stored chats.
#[derive(Clone, Debug, clap::Args)]
pub struct Selection {
    /// Number of most recently used chats
    #[arg(long, value_name = "N")]
    pub latest: Option<u32>,
    /// Only chats used within this time, such as 7d or 12h
    #[arg(long, value_name = "SPAN")]
    pub since: Option<Age>,
    /// Only chats of this user
    #[arg(long, value_name = "EMAIL")]
    pub user: Option<String>,
    /// Only chats with an answer that its user rated so
    #[arg(long, value_enum)]
    pub rating: Option<RatingName>,
    /// Only chats with this tag
    #[arg(long)]
    pub tag: Option<String>,
    /// Only chats of users of this plan, such as free
    #[arg(long, value_name = "PLAN")]
    pub tier: Option<String>,
}

impl Selection {
    /// Whether chats of a file are chosen by their tags.
    pub fn is_tagged(&self, tags: &[String]) -> bool {
        self.tag.as_ref().is_none_or(|tag| tags.contains(tag))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum RatingName {
    Up,
    Down,
}

#[derive(Debug, clap::Args)]
pub struct TagArguments {
    /// Tag, such as regression
    pub tag: String,
    /// IDs of chats
    #[arg(required = true, value_name = "CHAT")]
    pub chats: Vec<uuid::Uuid>,
    /// Removes the tag
    #[arg(long)]
    pub remove: bool,
    #[command(flatten)]
    pub data: DataFlags,
}

#[derive(Debug, clap::Args)]
pub struct ExportArguments {
    #[command(flatten)]
    pub selection: Selection,
    /// File to write. Default: standard output
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub data: DataFlags,
}

#[derive(Debug, clap::Args)]
#[command(group = ArgGroup::new("which").required(true).multiple(true).args(["latest", "since", "user", "rating", "tag", "tier", "chats", "resume"]))]
pub struct ReplayArguments {
    #[command(flatten)]
    pub selection: Selection,
    /// File written by `portolan chats export`
    #[arg(long, value_name = "FILE", conflicts_with_all = ["latest", "since", "user", "rating", "tier"])]
    pub chats: Option<PathBuf>,
    #[command(flatten)]
    pub run: RunOptions,
    #[command(flatten)]
    pub pace: PaceOptions,
    /// Folder of the run
    #[arg(long, default_value = "replay", value_name = "FOLDER")]
    pub out: PathBuf,
    /// Continues the run in the folder with its original options
    #[arg(long, conflicts_with_all = ["latest", "since", "user", "rating", "tag", "tier", "chats"])]
    pub resume: bool,
    #[command(flatten)]
    pub data: DataFlags,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn command_line_definition_is_consistent() {
        CommandLine::command().debug_assert();
    }
}
