//! From the command line to running parts: the only place that sees the whole configuration.

mod ask;
mod backup;
mod command_line;
mod data_folder;
#[cfg(test)]
mod deployed;
mod doctor;
mod examples;
mod guests;
mod import;
mod listen;
mod logs;
mod mcp;
mod migrate_to;
#[cfg(test)]
mod reference;
mod replay;
mod serve;
mod settings;
mod signing;
mod terminal_chart;
mod terminal_image;
#[cfg(feature = "testing")]
pub mod testing;
mod unknown_setting;
mod user_commands;
mod wiring;

use std::{
    fmt,
    io::{ErrorKind, Write},
    process::ExitCode,
};

use clap::{CommandFactory, Parser};
use command_line::{AuthCommand, ChatsCommand, Command, CommandLine, PromptsCommand};
use settings::{DataFlags, Flags, Settings};

/// Why a command ended before its end.
#[derive(Debug)]
pub enum CommandFailure {
    /// An error: one line with advice.
    Error(String),
    /// Standard output was closed by its reader, as `head` does.
    OutputClosed,
}

impl CommandFailure {
    fn new(cause: impl fmt::Display) -> Self {
        Self::Error(cause.to_string())
    }
}

impl fmt::Display for CommandFailure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Error(sentence) => formatter.write_str(sentence),
            Self::OutputClosed => formatter.write_str("standard output was closed"),
        }
    }
}

/// Writes to standard output. `println!` panics where the output's reader has left.
fn print(text: impl fmt::Display) -> Result<(), CommandFailure> {
    let mut output = std::io::stdout().lock();
    let written = write!(output, "{text}").and_then(|()| output.flush());
    written.map_err(|error| match error.kind() {
        ErrorKind::BrokenPipe => CommandFailure::OutputClosed,
        _ => CommandFailure::new(error),
    })
}

/// Runs the command that the command line names; exit 0 done, 1 failed, 2 bad usage.
pub fn main() -> ExitCode {
    let command_line = CommandLine::parse();
    // A missing file is fine; a broken line in it is not worth a refusal to start.
    let _ = dotenvy::dotenv();
    match run_command(command_line.command) {
        Ok(code) => code,
        Err(CommandFailure::OutputClosed) => ExitCode::SUCCESS,
        Err(CommandFailure::Error(sentence)) => {
            eprintln!("portolan: {sentence}");
            ExitCode::FAILURE
        }
    }
}

fn run_command(command: Command) -> Result<ExitCode, CommandFailure> {
    if rustls::crypto::ring::default_provider()
        .install_default()
        .is_err()
    {
        return Err(CommandFailure::new("the TLS provider was installed twice"));
    }
    match command {
        Command::Serve(flags) => actix_web::rt::System::new().block_on(async move {
            let (settings, warnings) = Settings::load(&flags).map_err(CommandFailure::new)?;
            let exporter = logs::start_exporting(&settings)?;
            warn_all(warnings);
            let code = serve::run_server(settings).await;
            if let Some(exporter) = exporter {
                // Blocks until the last spans are sent, which needs this runtime.
                let closing = tokio::task::spawn_blocking(move || exporter.close());
                closing.await.map_err(CommandFailure::new)?;
            }
            code
        }),
        Command::Migrate(data) => {
            let settings = load_settings(&with_data(data))?;
            actix_web::rt::System::new().block_on(async move {
                wiring::open_store(&settings).await?;
                println!("The database is up to date.");
                Ok(ExitCode::SUCCESS)
            })
        }
        Command::User(command) => {
            actix_web::rt::System::new().block_on(user_commands::run_user_command(command))
        }
        Command::Auth(AuthCommand::Import { file, data }) => {
            actix_web::rt::System::new().block_on(import::import_users(&file, data))
        }
        Command::Auth(AuthCommand::Keys(command)) => signing::run_keys_command(command),
        Command::Key(command) => {
            actix_web::rt::System::new().block_on(user_commands::run_key_command(command))
        }
        Command::Plan(command) => {
            actix_web::rt::System::new().block_on(user_commands::run_plan_command(command))
        }
        Command::Ask(arguments) => {
            let settings = load_settings(&Flags::default())?;
            actix_web::rt::System::new().block_on(ask::ask_question(arguments, &settings))
        }
        Command::Mcp(arguments) => {
            let settings = load_settings(&Flags::default())?;
            actix_web::rt::System::new().block_on(mcp::serve_mcp(arguments, settings))
        }
        Command::Replay(arguments) => {
            let arguments = replay::with_kept_options(*arguments)?;
            let settings = load_settings(&with_data(arguments.data.clone()))?;
            actix_web::rt::System::new().block_on(replay::replay_turns(arguments, &settings))
        }
        Command::Chats(ChatsCommand::Export(arguments)) => {
            let settings = load_settings(&with_data(arguments.data.clone()))?;
            actix_web::rt::System::new().block_on(replay::export_chats(arguments, &settings))
        }
        Command::Chats(ChatsCommand::Tag(arguments)) => {
            let settings = load_settings(&with_data(arguments.data.clone()))?;
            actix_web::rt::System::new().block_on(replay::tag_chats(arguments, &settings))
        }
        Command::Prompts(PromptsCommand::Check) => {
            for prompt in portolan_assistant::render_samples().map_err(CommandFailure::new)? {
                println!(
                    "{} with {}: {} tokens",
                    prompt.name, prompt.sample, prompt.tokens
                );
            }
            Ok(ExitCode::SUCCESS)
        }
        Command::Backup { out, data } => {
            let settings = load_settings(&with_data(data))?;
            actix_web::rt::System::new().block_on(backup::run_backup(&settings, &out))
        }
        Command::Restore { file, data } => {
            let settings = load_settings(&with_data(data))?;
            actix_web::rt::System::new().block_on(backup::run_restore(&settings, &file))
        }
        Command::MigrateTo { url, data } => {
            let settings = load_settings(&with_data(data))?;
            actix_web::rt::System::new().block_on(migrate_to::migrate_to(&settings, &url))
        }
        Command::Completions { shell } => {
            write_completions(shell);
            Ok(ExitCode::SUCCESS)
        }
        Command::Man { out } => {
            std::fs::create_dir_all(&out)
                .and_then(|()| clap_mangen::generate_to(CommandLine::command(), &out))
                .map_err(|error| CommandFailure::new(format!("{}: {error}", out.display())))?;
            Ok(ExitCode::SUCCESS)
        }
        Command::Doctor(data) => {
            let settings = load_settings(&with_data(data))?;
            actix_web::rt::System::new().block_on(doctor::run_checks(&settings))
        }
    }
}

/// Writes a completion script to standard output.
fn write_completions(shell: clap_complete::Shell) {
    clap_complete::generate(
        shell,
        &mut CommandLine::command(),
        "portolan",
        &mut std::io::stdout(),
    );
}

fn with_data(data: DataFlags) -> Flags {
    Flags {
        data,
        ..Flags::default()
    }
}

/// Reads the settings, starts logging, and warns about unknown environment variables.
fn load_settings(flags: &Flags) -> Result<Settings, CommandFailure> {
    let (settings, warnings) = Settings::load(flags).map_err(CommandFailure::new)?;
    logs::start_logging(&settings);
    warn_all(warnings);
    Ok(settings)
}

fn warn_all(warnings: Vec<String>) {
    for warning in warnings {
        tracing::warn!("{warning}");
    }
}
