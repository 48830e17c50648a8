use std::{
    io::{IsTerminal, Write},
    path::Path,
    process::ExitCode,
    time::Duration,
};

use chrono::{DateTime, TimeDelta, Utc};
use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use tokio::sync::watch;

use super::{
    CommandFailure,
    command_line::{ExportArguments, ReplayArguments, ReportFormat, Selection},
    data_folder::DataFolder,
    people,
    settings::Settings,
    wiring,
};
use crate::{
    clock::Clock,
    ids::Ids,
    model::ChatSelection,
    replay::{
        KeptOptions, Replay, ReplayOptions, ReplaySummary, Surroundings, Transcript, read_selected,
        read_transcripts, write_report,
    },
    store::{DatabaseUrl, Store, StoreOptions},
};

/// Chats at the same time, unless the command says otherwise.
const CONCURRENCY: usize = 8;

/// Completes the arguments of a resumed run with the options that it was started with. What the
/// command says itself wins, but not another model: its turns could not be compared with the rest.
pub fn with_kept_options(
    mut arguments: ReplayArguments,
) -> Result<ReplayArguments, CommandFailure> {
    if !arguments.resume {
        return Ok(arguments);
    }
    let kept = KeptOptions::read(&arguments.out).map_err(CommandFailure::new)?;
    if arguments.model.is_some() && arguments.model != kept.model {
        return Err(CommandFailure::new(format!(
            "the run was started {}: leave --model out, or start another run",
            kept.model.as_deref().map_or_else(
                || "without --model".to_owned(),
                |model| format!("with --model {model}")
            )
        )));
    }
    arguments.model = kept.model;
    arguments.concurrency = arguments.concurrency.or(kept.concurrency);
    arguments.data.data_dir = arguments.data.data_dir.or(kept.data_dir);
    arguments.data.database_url = arguments.data.database_url.or(kept.database_url);
    if arguments.report.is_empty() {
        let formats = kept.report.iter();
        arguments.report = formats
            .map(|name| ReportFormat::from_str(name, false).map_err(CommandFailure::new))
            .collect::<Result<_, _>>()?;
    }
    Ok(arguments)
}

/// Returns the options to keep. Folders are absolute: a run may be resumed from elsewhere.
fn kept_options(arguments: &ReplayArguments) -> Result<KeptOptions, CommandFailure> {
    let formats = arguments.report.iter();
    let data_dir = arguments.data.data_dir.as_deref();
    Ok(KeptOptions {
        model: arguments.model.clone(),
        concurrency: arguments.concurrency,
        report: formats
            .filter_map(|format| format.to_possible_value())
            .map(|value| value.get_name().to_owned())
            .collect(),
        data_dir: data_dir
            .map(std::path::absolute)
            .transpose()
            .map_err(CommandFailure::new)?,
        database_url: arguments.data.database_url.clone(),
    })
}

/// Asks stored or exported chats again and compares; charges no user.
pub async fn replay_turns(
    arguments: ReplayArguments,
    settings: &Settings,
) -> Result<ExitCode, CommandFailure> {
    let originals = wiring::open_store(settings).await?;
    let clock = Clock::system();
    let folder = arguments.out.clone();
    begin_replay(&arguments, &originals, clock.now()).await?;
    let ids = Ids::system(clock.clone());
    let scratch = Store::open(&StoreOptions::new(DatabaseUrl::Sqlite(
        folder.join("replay.sqlite"),
    )))
    .await
    .map_err(CommandFailure::new)?;
    let data = DataFolder::open(&settings.data_dir).map_err(CommandFailure::new)?;
    let assistant = wiring::build_assistant(&wiring::with_offered_models(settings).await, &ids)?;
    if let Some(model) = &arguments.model {
        assistant.models.get(model).map_err(CommandFailure::new)?;
    }
    let run = Replay::over(
        ReplayOptions {
            folder: folder.clone(),
            model: arguments.model.clone(),
            concurrency: arguments.concurrency.unwrap_or(CONCURRENCY),
        },
        originals,
        scratch,
        Surroundings {
            objects: wiring::open_objects(settings, &data)?,
            assistant,
            clock,
            ids,
            live: None,
        },
        stop_signal(),
    );
    let is_whole = carry_out(&run).await?;
    // Running turns are handed over, for --resume to continue them.
    run.chats.drain(Duration::ZERO).await;
    finish_replay(&folder, &arguments.report, is_whole)
}

/// Writes chats as lines of JSON, as `replay_turns` reads them.
pub async fn export_transcripts(
    arguments: ExportArguments,
    settings: &Settings,
) -> Result<ExitCode, CommandFailure> {
    let store = wiring::open_store(settings).await?;
    let transcripts = select_chats(&arguments.selection, &store, Clock::system().now()).await?;
    let mut output: Box<dyn Write> = match &arguments.out {
        Some(path) => Box::new(std::io::BufWriter::new(
            std::fs::File::create(path).map_err(CommandFailure::new)?,
        )),
        None => Box::new(std::io::stdout().lock()),
    };
    for transcript in &transcripts {
        let line = serde_json::to_string(transcript).map_err(CommandFailure::new)?;
        writeln!(output, "{line}").map_err(CommandFailure::new)?;
    }
    output.flush().map_err(CommandFailure::new)?;
    eprintln!("{} chats exported.", transcripts.len());
    Ok(ExitCode::SUCCESS)
}

/// Lays down what the run asks, or checks that there is a run to go on with.
async fn begin_replay(
    arguments: &ReplayArguments,
    originals: &Store,
    now: DateTime<Utc>,
) -> Result<(), CommandFailure> {
    let folder = &arguments.out;
    let is_there = folder.join("results.jsonl").exists();
    match (arguments.resume, is_there) {
        (true, true) => return Ok(()),
        (true, false) => {
            return Err(CommandFailure::new(format!(
                "there is no run in {}: start one without --resume",
                folder.display()
            )));
        }
        (false, true) => {
            return Err(CommandFailure::new(format!(
                "there is a run in {} already: go on with it by --resume, or choose another folder with --out",
                folder.display()
            )));
        }
        (false, false) => {}
    }
    let transcripts = match &arguments.chats {
        Some(path) => read_transcripts(path).map_err(CommandFailure::new)?,
        None => select_chats(&arguments.selection, originals, now).await?,
    };
    if transcripts
        .iter()
        .all(|transcript| transcript.turns.is_empty())
    {
        return Err(CommandFailure::new(
            "there is nothing to replay: no chat with a question was found",
        ));
    }
    std::fs::create_dir_all(folder).map_err(CommandFailure::new)?;
    kept_options(arguments)?
        .write(folder)
        .map_err(CommandFailure::new)?;
    Replay::begin(folder, &transcripts).map_err(CommandFailure::new)
}

async fn select_chats(
    selection: &Selection,
    store: &Store,
    now: DateTime<Utc>,
) -> Result<Vec<Transcript>, CommandFailure> {
    let user_id = match &selection.user {
        Some(email) => Some(people::find_user(store, email).await?.id),
        None => None,
    };
    let selection = ChatSelection {
        latest: selection.latest,
        since: selection.since.map(|Age(age)| now - age),
        user_id,
        rating: None,
    };
    read_selected(store, &selection, u32::MAX)
        .await
        .map_err(CommandFailure::new)
}

async fn carry_out(run: &Replay) -> Result<bool, CommandFailure> {
    let folder = &run.options.folder;
    let transcripts = Replay::transcripts(folder).map_err(CommandFailure::new)?;
    let turns: usize = transcripts
        .iter()
        .map(|transcript| transcript.turns.len())
        .sum();
    let done = Replay::results(folder).map_err(CommandFailure::new)?.len();
    let bar = ProgressBar::new(turns as u64).with_position(done as u64);
    if std::io::stderr().is_terminal() {
        let style = "{bar:32} {pos}/{len} turns  {elapsed}, {eta} left";
        bar.set_style(ProgressStyle::with_template(style).map_err(CommandFailure::new)?);
    } else {
        bar.set_draw_target(ProgressDrawTarget::hidden());
    }
    let is_whole = run
        .run(async |turns| {
            bar.inc(turns.len() as u64);
            Ok(())
        })
        .await
        .map_err(CommandFailure::new)?;
    bar.finish_and_clear();
    Ok(is_whole)
}

/// Writes the report, and says where it is.
fn finish_replay(
    folder: &Path,
    formats: &[ReportFormat],
    is_whole: bool,
) -> Result<ExitCode, CommandFailure> {
    let results = Replay::results(folder).map_err(CommandFailure::new)?;
    let ReplaySummary {
        turns,
        differing,
        refused,
    } = ReplaySummary::of(&results);
    let mut written = vec![folder.join("results.jsonl")];
    if formats.is_empty() || formats.contains(&ReportFormat::Md) {
        let path = folder.join("report.md");
        std::fs::write(&path, write_report(&results)).map_err(CommandFailure::new)?;
        written.push(path);
    }
    println!("{turns} turns replayed, {differing} differ, {refused} were not begun.");
    for path in written {
        println!("{}", path.display());
    }
    if !is_whole {
        return Err(CommandFailure::new(format!(
            "the run isn't complete; continue with `portolan replay --out {} --resume`",
            folder.display()
        )));
    }
    // Refused turns differ too.
    Ok(if differing == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// True from the first Ctrl-C or SIGTERM on.
fn stop_signal() -> watch::Receiver<bool> {
    let (stop, stopped) = watch::channel(false);
    actix_web::rt::spawn(async move {
        super::serve::wait_for_signal().await;
        // The receiver is gone once the run has ended.
        let _ = stop.send(true);
        std::future::pending::<()>().await;
    });
    stopped
}

/// A span such as `7d`, `12h` or `30m`.
#[derive(Clone, Copy, Debug)]
pub struct Age(TimeDelta);

impl std::str::FromStr for Age {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const WRONG: &str = "a span is a number with m, h, d or w, such as 7d";
        let unit = text.chars().next_back().ok_or(WRONG)?;
        let number: i64 = text[..text.len() - unit.len_utf8()]
            .parse()
            .map_err(|_| WRONG)?;
        let span = match unit {
            'm' => TimeDelta::try_minutes(number),
            'h' => TimeDelta::try_hours(number),
            'd' => TimeDelta::try_days(number),
            'w' => TimeDelta::try_weeks(number),
            _ => None,
        };
        span.filter(|_| (0..=100_000).contains(&number))
            .map(Self)
            .ok_or(WRONG)
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;
    use serde_json::json;

    use super::*;
    use crate::boot::command_line::{Command, CommandLine};

    fn replay_arguments(folder: &Path, more: &[&str]) -> ReplayArguments {
        let out = folder.to_str().unwrap();
        let words = ["portolan", "replay", "--out", out];
        match CommandLine::parse_from(words.iter().chain(more)).command {
            Command::Replay(arguments) => arguments,
            _ => panic!("replay was asked for"),
        }
    }

    #[test]
    fn resume_keeps_options_of_the_run() {
        let folder = tempfile::tempdir().unwrap();
        let started = replay_arguments(
            folder.path(),
            &[
                "--latest",
                "3",
                "--model",
                "m1",
                "--concurrency",
                "2",
                "--report",
                "jsonl",
                "--data-dir",
                "/data",
                "--database-url",
                "postgres://db",
            ],
        );
        kept_options(&started)
            .unwrap()
            .write(folder.path())
            .unwrap();
        let resume = |more: &[&str]| {
            let words: Vec<&str> = [&["--resume"][..], more].concat();
            with_kept_options(replay_arguments(folder.path(), &words))
        };
        let resumed = resume(&[]).unwrap();
        assert_eq!(
            kept_options(&resumed).unwrap(),
            kept_options(&started).unwrap()
        );
        // Options given again win, except for the model.
        assert_eq!(
            resume(&["--concurrency", "5"]).unwrap().concurrency,
            Some(5)
        );
        assert!(resume(&["--model", "m1"]).is_ok());
        assert!(resume(&["--model", "m2"]).is_err());
    }

    #[test]
    fn exit_status_is_1_where_something_differs() {
        let folder = tempfile::tempdir().unwrap();
        let turn = json!({"model": null, "outcome": "completed", "blockTypes": [], "charts": [],
            "metered": null, "durationMillis": null});
        let line = |is_same: bool| {
            json!({"chatId": uuid::Uuid::nil(), "turnId": uuid::Uuid::nil(), "text": "?",
                "original": turn, "replayed": turn, "missingSources": 0,
                "sameOutcome": true, "sameBlockTypes": true, "sameCharts": is_same})
            .to_string()
        };
        let status = |lines: &[String]| {
            std::fs::write(folder.path().join("results.jsonl"), lines.join("\n")).unwrap();
            format!("{:?}", finish_replay(folder.path(), &[], true).unwrap())
        };
        let success = format!("{:?}", ExitCode::SUCCESS);
        let failure = format!("{:?}", ExitCode::FAILURE);
        assert_eq!(status(&[line(true)]), success);
        assert_eq!(status(&[line(true), line(false)]), failure);
    }

    #[test]
    fn time_spans_require_unit() {
        assert_eq!("7d".parse::<Age>().unwrap().0, TimeDelta::days(7));
        assert_eq!("90m".parse::<Age>().unwrap().0, TimeDelta::minutes(90));
        for wrong in ["", "7", "d", "-1d", "7é", "99999999999w"] {
            assert!(wrong.parse::<Age>().is_err(), "{wrong}");
        }
    }
}
