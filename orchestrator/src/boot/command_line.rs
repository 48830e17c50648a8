use std::path::PathBuf;

use clap::{Parser, Subcommand};

use super::settings::{DataFlags, Flags};

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
    /// Manages tiers and credits
    #[command(subcommand)]
    Plan(PlanCommand),
    /// Answers one question from the terminal: no server, no account
    Ask(AskArguments),
    /// Checks the configuration, the database, the query engine and the model
    Doctor(DataFlags),
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
        #[arg(long)]
        credits: Option<u64>,
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
    /// The model that answers; the built-in one where nothing else is configured
    #[arg(long)]
    pub model: Option<String>,
    /// A file of questions, a JSON object on each line, that the built-in engine answers into `--out`
    #[arg(long, value_name = "FILE", requires = "out", conflicts_with_all = ["question", "data", "model"])]
    pub questions: Option<PathBuf>,
    /// The folder where each chart is written as JSON and SVG; with --questions the file of answers
    #[arg(long, value_name = "FOLDER|FILE")]
    pub out: Option<PathBuf>,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        CommandLine::command().debug_assert();
    }
}
