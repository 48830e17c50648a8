use std::path::PathBuf;

use clap::{ArgGroup, Parser, Subcommand, ValueEnum};

use super::{
    ask_batch::Engine,
    replay::Age,
    settings::{DataFlags, Flags},
};
use crate::model::{NORMAL_PRIORITY, Scope};

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
    /// Brings the database to this version and stops
    Migrate(DataFlags),
    /// Manages people
    #[command(subcommand)]
    User(UserCommand),
    /// Manages the keys that sign tokens, and imports accounts
    #[command(subcommand)]
    Auth(AuthCommand),
    /// Manages the keys with which programs call the API
    #[command(subcommand)]
    Key(KeyCommand),
    /// Manages tiers and credits
    #[command(subcommand)]
    Plan(PlanCommand),
    /// Answers one question from the terminal: no server, no account
    Ask(AskArguments),
    /// Asks stored or exported chats again, charges nobody, and compares
    Replay(ReplayArguments),
    /// Writes chats for other programs
    #[command(subcommand)]
    Chats(ChatsCommand),
    /// Manages the prompts
    #[command(subcommand)]
    Prompts(PromptsCommand),
    /// Checks the configuration, the database, the object store, mail, the public URL, the query engine and the models
    Doctor(DataFlags),
}

#[derive(Debug, Subcommand)]
pub enum PromptsCommand {
    /// Renders every prompt with samples and prints their sizes
    Check,
}

#[derive(Debug, Subcommand)]
pub enum KeyCommand {
    /// Makes a key and prints it, this once
    Create {
        /// What it is for
        name: String,
        /// In whose name it acts
        #[arg(long)]
        user: String,
        /// What it may do, `read` or `write`; without one all that its owner may
        #[arg(long, value_parser = scope)]
        scope: Vec<Scope>,
        #[command(flatten)]
        data: DataFlags,
    },
}

fn scope(text: &str) -> Result<Scope, String> {
    serde_json::from_value(text.into()).map_err(|_| "a scope is `read` or `write`".to_owned())
}

#[derive(Debug, Subcommand)]
pub enum UserCommand {
    /// Creates an account
    Create {
        email: String,
        /// The password; without one it is made and printed
        #[arg(long)]
        password: Option<String>,
        #[command(flatten)]
        roles: Roles,
        #[command(flatten)]
        data: DataFlags,
    },
    /// Makes somebody an admin or a contributor
    Grant {
        email: String,
        #[command(flatten)]
        roles: Roles,
        #[command(flatten)]
        data: DataFlags,
    },
}

#[derive(Debug, Subcommand)]
pub enum AuthCommand {
    /// Imports accounts from an exported user table, with their passwords and second factors
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
    /// Makes a new key that signs from the next start on; those before it go on verifying
    RotateKeys {
        /// Older keys that stay
        #[arg(long, default_value_t = 2)]
        keep: usize,
        #[command(flatten)]
        data: DataFlags,
    },
    /// Prints a token with which programs may use the admin calls
    ServiceToken {
        /// Days for which it is good
        #[arg(long, default_value_t = 365)]
        days: u32,
        #[command(flatten)]
        data: DataFlags,
    },
}

#[derive(Clone, Copy, Debug, clap::Args)]
pub struct Roles {
    /// May see the admin pages
    #[arg(long)]
    pub admin: bool,
    /// May publish portolans
    #[arg(long)]
    pub contributor: bool,
}

#[derive(Debug, Subcommand)]
pub enum PlanCommand {
    /// Puts somebody on a tier, or sets the credits of this period
    Set {
        email: String,
        /// free, pro or team
        tier: String,
        #[arg(long, conflicts_with = "at_period_end")]
        credits: Option<u64>,
        /// A smaller tier begins with the next period, a bigger one still at once
        #[arg(long)]
        at_period_end: bool,
        #[command(flatten)]
        data: DataFlags,
    },
    /// Gives somebody credits beside their plan
    Grant {
        email: String,
        credits: u64,
        /// What they are for, as the person reads it
        #[arg(long, default_value = "Given by the operator")]
        reason: String,
        /// Days until they expire; without it they stay
        #[arg(long)]
        days: Option<u32>,
        /// A lower number is used first; plans have 100
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
    /// What to ask
    #[arg(required_unless_present = "questions")]
    pub question: Option<String>,
    /// A file to ask about; may be repeated
    #[arg(long, value_name = "FILE")]
    pub data: Vec<PathBuf>,
    /// The address of a page, a feed or a file to ask about; may be repeated
    #[arg(long, value_name = "URL")]
    pub url: Vec<String>,
    /// The model that answers; the built-in one where nothing else is configured
    #[arg(long)]
    pub model: Option<String>,
    /// A file of questions, a JSON object on each line, that the built-in engine answers into `--out`
    #[arg(long, value_name = "FILE", requires = "out", conflicts_with_all = ["question", "data", "url", "model"])]
    pub questions: Option<PathBuf>,
    /// The engine that answers `--questions`: `inquiry` is the redesign under way, measured but not yet used in chats
    #[arg(long, value_enum, default_value_t, requires = "questions")]
    pub engine: Engine,
    /// The folder where each chart is written as JSON and SVG; with --questions the file of answers
    #[arg(long, value_name = "FOLDER|FILE")]
    pub out: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
pub enum ChatsCommand {
    /// Writes chats as lines of JSON, all of them where nothing else is said
    Export(ExportArguments),
}

/// Which stored chats.
#[derive(Clone, Debug, clap::Args)]
pub struct Selection {
    /// So many of those that were used last
    #[arg(long, value_name = "N")]
    pub latest: Option<u32>,
    /// Those that were used in this time, such as 7d or 12h
    #[arg(long, value_name = "SPAN")]
    pub since: Option<Age>,
    /// Those of one person
    #[arg(long, value_name = "EMAIL")]
    pub user: Option<String>,
}

#[derive(Debug, clap::Args)]
pub struct ExportArguments {
    #[command(flatten)]
    pub selection: Selection,
    /// The file to write, in place of standard output
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub data: DataFlags,
}

#[derive(Debug, clap::Args)]
#[command(group = ArgGroup::new("which").required(true).multiple(true).args(["latest", "since", "user", "chats", "resume"]))]
pub struct ReplayArguments {
    #[command(flatten)]
    pub selection: Selection,
    /// Chats from a file, as `portolan chats export` writes them
    #[arg(long, value_name = "FILE", conflicts_with_all = ["latest", "since", "user"])]
    pub chats: Option<PathBuf>,
    /// The model that answers; without it the original's, where that is still on offer
    #[arg(long)]
    pub model: Option<String>,
    /// Chats at the same time; 8 where nothing is said
    #[arg(long, value_name = "N")]
    pub concurrency: Option<usize>,
    /// The run's folder
    #[arg(long, default_value = "replay", value_name = "FOLDER")]
    pub out: PathBuf,
    /// Continues the run in that folder, with the options that it was started with
    #[arg(long, conflicts_with_all = ["latest", "since", "user", "chats"])]
    pub resume: bool,
    /// Reports to write at the end; both where nothing is said
    #[arg(long, value_enum, value_delimiter = ',')]
    pub report: Vec<ReportFormat>,
    #[command(flatten)]
    pub data: DataFlags,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ReportFormat {
    /// A report for people, `report.md`
    Md,
    /// A line for each turn, `results.jsonl`, which a run always keeps
    Jsonl,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        CommandLine::command().debug_assert();
    }

    #[test]
    fn ask_takes_the_engine_of_the_chats_unless_another_is_named() {
        let engine = |options: &[&str]| {
            let line = ["portolan", "ask", "--questions", "q", "--out", "a"];
            match CommandLine::parse_from(line.iter().chain(options)).command {
                Command::Ask(arguments) => arguments.engine,
                other => panic!("{other:?}"),
            }
        };
        assert_eq!(engine(&[]), Engine::Questions);
        assert_eq!(engine(&["--engine", "inquiry"]), Engine::Inquiry);
    }
}
