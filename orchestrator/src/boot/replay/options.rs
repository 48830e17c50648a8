//! The options of a run, which its folder keeps for `--resume`.

use std::{
    fs::OpenOptions,
    io::{self, Write},
    path::{Path, PathBuf},
};

use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::boot::{CommandFailure, command_line::ReplayArguments};

/// Options that the answers depend on: a run keeps them to its end.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, clap::Args)]
#[serde(rename_all = "camelCase", default)]
pub struct RunOptions {
    /// Model. Default: the original's, where it is still available
    #[arg(long)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// Asks each turn with the original history instead of the replayed one
    #[arg(long)]
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub frozen: bool,
    /// Runs queries again instead of serving the rows that the original got
    #[arg(long)]
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub fresh_queries: bool,
    /// Folder of a run whose recorded model calls are served. Remote models aren't called; a call that wasn't recorded fails
    #[arg(long, value_name = "RUN")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cassettes: Option<PathBuf>,
    /// Version of the assistant's prompt, such as 3, or a file with one
    #[arg(long, value_name = "VERSION")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prompt: Option<String>,
    /// Folder of a run to compare with. Default: the originals
    #[arg(long, value_name = "RUN")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub baseline: Option<PathBuf>,
    /// YAML file of checks that every answer has to pass
    #[arg(long, value_name = "FILE")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checks: Option<PathBuf>,
    /// Model that judges where a check names none
    #[arg(long, value_name = "MODEL", requires = "checks")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub judge: Option<String>,
    /// Number of times to ask a turn again that failed for a passing reason. Default: 0
    #[arg(long, value_name = "N")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retries: Option<u32>,
    /// Seconds that a turn may take. Default: the server's `turn_seconds`
    #[arg(long, value_name = "SECONDS")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn_seconds: Option<u64>,
}

/// Options that may change when a run is resumed.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, clap::Args)]
#[serde(rename_all = "camelCase", default)]
pub struct PaceOptions {
    /// Number of chats to run at the same time. Default: 8
    #[arg(long, value_name = "N")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub concurrency: Option<usize>,
    /// Credits after which no turn begins. Running turns end, so a run may cost a little more
    #[arg(long, value_name = "CREDITS")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_credits: Option<u64>,
    /// The same in money
    #[arg(long, value_name = "AMOUNT")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_cost: Option<f64>,
    /// Price of a credit in money, with which costs are shown
    #[arg(long, value_name = "AMOUNT")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub credit_price: Option<f64>,
    /// Reports to write. Default: md and jsonl
    #[arg(long, value_enum, value_delimiter = ',')]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub report: Vec<ReportFormat>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ReportFormat {
    /// A report for people, `report.md`
    Md,
    /// One file with both answers side by side and their charts, `report.html`
    Html,
    /// A JUnit report for CI, `report.xml`
    Junit,
    /// The answers without IDs and times, `answers.jsonl`, beside `results.jsonl`, which a run always keeps
    Jsonl,
}

/// The file of a run's options.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct KeptOptions {
    #[serde(flatten)]
    run: RunOptions,
    #[serde(flatten)]
    pace: PaceOptions,
    #[serde(skip_serializing_if = "Option::is_none")]
    data_dir: Option<PathBuf>,
    #[serde(skip_serializing_if = "Option::is_none")]
    database_url: Option<String>,
}

impl PaceOptions {
    /// Returns the budget in credits.
    pub fn most_credits(&self) -> Result<Option<u64>, CommandFailure> {
        let is_amount = |amount: f64| amount.is_finite() && amount > 0.0;
        let amounts = [self.max_cost, self.credit_price].into_iter().flatten();
        if !amounts.into_iter().all(is_amount) {
            return Err(CommandFailure::new(
                "--max-cost and --credit-price are positive amounts",
            ));
        }
        let in_money = match (self.max_cost, self.credit_price) {
            (Some(cost), Some(price)) => Some((cost / price).floor() as u64),
            (Some(_), None) => {
                return Err(CommandFailure::new(
                    "--max-cost needs --credit-price, the price of a credit",
                ));
            }
            (None, _) => None,
        };
        Ok(self.max_credits.into_iter().chain(in_money).min())
    }

    pub fn writes(&self, format: ReportFormat) -> bool {
        if self.report.is_empty() {
            return matches!(format, ReportFormat::Md | ReportFormat::Jsonl);
        }
        self.report.contains(&format)
    }
}

/// Completes the arguments of a resumed run with the options that it was started with. What the
/// command says itself wins where it changes the pace; answers of other options could not be compared with the rest.
pub fn with_kept_options(
    mut arguments: ReplayArguments,
) -> Result<ReplayArguments, CommandFailure> {
    if !arguments.resume {
        return Ok(arguments);
    }
    let kept = read_options(&arguments.out)?;
    check_same(&absolute_options(&arguments.run)?, &kept.run)?;
    arguments.run = kept.run;
    let given = arguments.pace;
    arguments.pace = PaceOptions {
        concurrency: given.concurrency.or(kept.pace.concurrency),
        max_credits: given.max_credits.or(kept.pace.max_credits),
        max_cost: given.max_cost.or(kept.pace.max_cost),
        credit_price: given.credit_price.or(kept.pace.credit_price),
        report: if given.report.is_empty() {
            kept.pace.report
        } else {
            given.report
        },
    };
    arguments.data.data_dir = arguments.data.data_dir.or(kept.data_dir);
    arguments.data.database_url = arguments.data.database_url.or(kept.database_url);
    Ok(arguments)
}

/// Keeps the options, readable by their owner alone: the database's address may hold a password.
pub fn keep_options(arguments: &ReplayArguments) -> Result<(), CommandFailure> {
    let kept = kept_options(arguments)?;
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let write = || -> io::Result<()> {
        let mut file = options.open(options_path(&arguments.out))?;
        serde_json::to_writer_pretty(&mut file, &kept)?;
        file.write_all(b"\n")
    };
    write().map_err(CommandFailure::new)
}

/// Folders are absolute: a run may be resumed from elsewhere.
fn kept_options(arguments: &ReplayArguments) -> Result<KeptOptions, CommandFailure> {
    Ok(KeptOptions {
        run: absolute_options(&arguments.run)?,
        pace: arguments.pace.clone(),
        data_dir: absolute(arguments.data.data_dir.as_deref())?,
        database_url: arguments.data.database_url.clone(),
    })
}

fn absolute_options(run: &RunOptions) -> Result<RunOptions, CommandFailure> {
    let prompt = match &run.prompt {
        Some(prompt) if Path::new(prompt).exists() => {
            absolute(Some(Path::new(prompt)))?.map(|path| path.to_string_lossy().into_owned())
        }
        prompt => prompt.clone(),
    };
    Ok(RunOptions {
        cassettes: absolute(run.cassettes.as_deref())?,
        baseline: absolute(run.baseline.as_deref())?,
        checks: absolute(run.checks.as_deref())?,
        prompt,
        ..run.clone()
    })
}

fn absolute(path: Option<&Path>) -> Result<Option<PathBuf>, CommandFailure> {
    path.map(std::path::absolute)
        .transpose()
        .map_err(CommandFailure::new)
}

/// Refuses options of a resumed run that are not those that it was started with.
fn check_same(given: &RunOptions, kept: &RunOptions) -> Result<(), CommandFailure> {
    let fields = |options: &RunOptions| serde_json::to_value(options).unwrap_or_default();
    let (given, kept) = (fields(given), fields(kept));
    let given = given.as_object().into_iter().flatten();
    for (name, value) in given {
        let before = kept.get(name);
        if before == Some(value) {
            continue;
        }
        let option = option_name(name);
        let before = match before {
            Some(Value::Bool(_)) => format!("with {option}"),
            Some(Value::String(text)) => format!("with {option} {text}"),
            Some(other) => format!("with {option} {other}"),
            None => format!("without {option}"),
        };
        return Err(CommandFailure::new(format!(
            "the run was started {before}: leave {option} out, or start another run"
        )));
    }
    Ok(())
}

/// `turnSeconds` is `--turn-seconds`.
fn option_name(field: &str) -> String {
    let mut name = "--".to_owned();
    for character in field.chars() {
        if character.is_ascii_uppercase() {
            name.push('-');
        }
        name.push(character.to_ascii_lowercase());
    }
    name
}

/// Reads the options of a run; none if the folder holds no run.
fn read_options(folder: &Path) -> Result<KeptOptions, CommandFailure> {
    match std::fs::read(options_path(folder)) {
        Ok(bytes) => serde_json::from_slice(&bytes).map_err(CommandFailure::new),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(KeptOptions::default()),
        Err(error) => Err(CommandFailure::new(error)),
    }
}

fn options_path(folder: &Path) -> PathBuf {
    folder.join("options.json")
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::boot::command_line::{Command, CommandLine};

    fn replay_arguments(folder: &Path, more: &[&str]) -> ReplayArguments {
        let out = folder.to_str().unwrap();
        let words = ["portolan", "replay", "--out", out];
        match CommandLine::parse_from(words.iter().chain(more)).command {
            Command::Replay(arguments) => *arguments,
            _ => panic!("replay was asked for"),
        }
    }

    const ALL: &[&str] = &[
        "--latest",
        "3",
        "--model",
        "m1",
        "--frozen",
        "--fresh-queries",
        "--cassettes",
        "/runs/1",
        "--prompt",
        "3",
        "--baseline",
        "/runs/2",
        "--checks",
        "/checks.yaml",
        "--judge",
        "m2",
        "--retries",
        "2",
        "--turn-seconds",
        "30",
        "--concurrency",
        "2",
        "--max-credits",
        "900",
        "--max-cost",
        "1.5",
        "--credit-price",
        "0.001",
        "--report",
        "html,junit",
        "--data-dir",
        "/data",
        "--database-url",
        "postgres://db",
    ];

    #[test]
    fn resume_keeps_all_options_of_the_run() {
        let folder = tempfile::tempdir().unwrap();
        let started = replay_arguments(folder.path(), ALL);
        keep_options(&started).unwrap();
        let resume = |more: &[&str]| {
            let words: Vec<&str> = [&["--resume"][..], more].concat();
            with_kept_options(replay_arguments(folder.path(), &words))
        };
        let resumed = resume(&[]).unwrap();
        assert_eq!(
            kept_options(&resumed).unwrap(),
            kept_options(&started).unwrap()
        );
        assert!(resumed.run.frozen && resumed.run.fresh_queries);
        // Options of the pace win, those of the answers must be the same.
        let faster = resume(&["--concurrency", "5", "--max-credits", "2000"]).unwrap();
        assert_eq!(faster.pace.concurrency, Some(5));
        assert_eq!(faster.pace.most_credits().unwrap(), Some(1_500));
        assert!(resume(&["--model", "m1", "--frozen"]).is_ok());
        let refusal = |more: &[&str]| resume(more).unwrap_err().to_string();
        assert!(refusal(&["--model", "m2"]).contains("with --model m1"));
        assert!(refusal(&["--turn-seconds", "31"]).contains("--turn-seconds 30"));
    }

    #[test]
    fn options_that_the_run_lacks_are_refused_at_resume() {
        let folder = tempfile::tempdir().unwrap();
        keep_options(&replay_arguments(folder.path(), &["--latest", "1"])).unwrap();
        let arguments = replay_arguments(folder.path(), &["--resume", "--frozen"]);
        let refusal = with_kept_options(arguments).unwrap_err().to_string();
        assert!(refusal.contains("without --frozen"), "{refusal}");
    }

    #[test]
    fn budget_in_money_needs_price_of_credit() {
        let budget = |more: &[&str]| {
            let folder = Path::new("unused");
            let words = [&["--latest", "1"][..], more].concat();
            replay_arguments(folder, &words).pace.most_credits()
        };
        assert_eq!(budget(&[]).unwrap(), None);
        assert_eq!(budget(&["--max-credits", "7"]).unwrap(), Some(7));
        let money = ["--max-cost", "0.5", "--credit-price", "0.01"];
        assert_eq!(budget(&money).unwrap(), Some(50));
        assert!(budget(&["--max-cost", "1"]).is_err());
        assert!(budget(&["--max-cost", "1", "--credit-price", "0"]).is_err());
    }
}
