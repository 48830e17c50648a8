//! `portolan replay` and `portolan chats`.

mod chats;
mod options;
mod reports;
mod span;

use std::{collections::HashMap, io::IsTerminal, process::ExitCode, sync::Arc, time::Duration};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use portolan_assistant::{AssistantPrompt, Services};
use portolan_domain::TurnSummary;
use portolan_environment::{clock::Clock, ids::Ids};
use portolan_replay::{
    Checks, Comparison, Player, Recorder, Replay, ReplayOptions, RunFolder, Surroundings,
    read_transcripts, write_selected,
};
use portolan_store::{DatabaseUrl, Store, StoreOptions};
use tokio::sync::watch;
use uuid::Uuid;

use super::{
    CommandFailure, command_line::ReplayArguments, data_folder::DataFolder, settings::Settings,
    wiring,
};

pub use chats::{export_chats, tag_chats};
pub use options::{PaceOptions, RunOptions, with_kept_options};
pub use span::Age;

/// Chats at the same time, unless the command says otherwise.
const CONCURRENCY: usize = 8;

/// Asks stored or exported chats again and compares; charges no user.
pub async fn replay_turns(
    arguments: ReplayArguments,
    settings: &Settings,
) -> Result<ExitCode, CommandFailure> {
    let most_credits = arguments.pace.most_credits()?;
    let originals = wiring::open_store(settings).await?;
    let clock = Clock::system();
    let folder = RunFolder::new(&arguments.out);
    begin_replay(&arguments, &folder, &originals, &clock).await?;
    let ids = Ids::system(clock.clone());
    let scratch = Store::open(&StoreOptions::new(DatabaseUrl::Sqlite(
        folder.database_path(),
    )))
    .await
    .map_err(CommandFailure::new)?;
    let data = DataFolder::open(&settings.data_dir).map_err(CommandFailure::new)?;
    let (assistant, player) = build_assistant(&arguments, settings, &folder, &ids).await?;
    let checks = read_checks(&arguments, &folder, &assistant)?;
    let run = Replay::over(
        ReplayOptions {
            folder: arguments.out.clone(),
            model: arguments.run.model.clone(),
            concurrency: arguments.pace.concurrency.unwrap_or(CONCURRENCY),
            is_frozen: arguments.run.frozen,
            runs_queries: arguments.run.fresh_queries,
            prompt: read_prompt(&arguments)?,
            retries: arguments.run.retries.unwrap_or(0),
            most_credits,
            baseline: read_baseline(&arguments)?.map(Arc::new),
            checks: checks.map(Arc::new),
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
    let is_whole = carry_out(&run, arguments.pace.credit_price).await?;
    // Running turns are handed over, for --resume to continue them.
    run.chats.drain(Duration::ZERO).await;
    if let Some(missing) = player
        .map(|player| player.missing())
        .filter(|count| *count > 0)
    {
        eprintln!("{missing} model calls aren't in the cassettes: they failed.");
    }
    let code = reports::finish_replay(&arguments, &folder)?;
    if is_whole {
        return Ok(code);
    }
    let out = arguments.out.display();
    Err(CommandFailure::new(match run.is_over_budget() {
        true => format!(
            "the budget is used up; continue with `portolan replay --out {out} --resume` and a larger --max-credits or --max-cost"
        ),
        false => {
            format!("the run isn't complete; continue with `portolan replay --out {out} --resume`")
        }
    }))
}

/// Returns the assistant, with remote models recorded, or played from the cassettes of another run.
async fn build_assistant(
    arguments: &ReplayArguments,
    settings: &Settings,
    folder: &RunFolder,
    ids: &Ids,
) -> Result<(Services, Option<Player>), CommandFailure> {
    let (mut assistant, player) = match &arguments.run.cassettes {
        Some(run) => {
            let path = RunFolder::new(run).cassettes_path();
            let player = Player::open(&path).map_err(CommandFailure::new)?;
            let mut assistant = wiring::build_assistant(settings, ids)?;
            assistant.models = player.play(&assistant.models);
            (assistant, Some(player))
        }
        None => {
            let settings = wiring::with_offered_models(settings).await;
            let mut assistant = wiring::build_assistant(&settings, ids)?;
            // The built-in model is not recorded.
            if assistant.models.list().len() > 1 {
                let recorder = Recorder::open(&folder.cassettes_path());
                let recorder = recorder.map_err(CommandFailure::new)?;
                assistant.models = recorder.record(&assistant.models);
            }
            (assistant, None)
        }
    };
    if let Some(model) = &arguments.run.model {
        assistant.models.get(model).map_err(CommandFailure::new)?;
    }
    if let Some(seconds) = arguments.run.turn_seconds {
        assistant.limits.time = Duration::from_secs(seconds.max(1));
    }
    Ok((assistant, player))
}

/// Reads the run's copy of its checks.
fn read_checks(
    arguments: &ReplayArguments,
    folder: &RunFolder,
    assistant: &Services,
) -> Result<Option<Checks>, CommandFailure> {
    if arguments.run.checks.is_none() {
        return Ok(None);
    }
    let judge = arguments.run.judge.as_deref();
    let checks = Checks::read(&folder.checks_path(), judge).map_err(CommandFailure::new)?;
    for model in checks.judges() {
        assistant.models.get(model).map_err(CommandFailure::new)?;
    }
    Ok(Some(checks))
}

fn read_prompt(arguments: &ReplayArguments) -> Result<Option<AssistantPrompt>, CommandFailure> {
    let prompt = arguments.run.prompt.as_deref();
    prompt
        .map(AssistantPrompt::find)
        .transpose()
        .map_err(CommandFailure::new)
}

fn read_baseline(
    arguments: &ReplayArguments,
) -> Result<Option<HashMap<Uuid, TurnSummary>>, CommandFailure> {
    let Some(path) = &arguments.run.baseline else {
        return Ok(None);
    };
    let folder = RunFolder::new(path);
    if !folder.has_run() {
        return Err(CommandFailure::new(format!(
            "there is no run in {} to compare with",
            path.display()
        )));
    }
    let results = folder.results().map_err(CommandFailure::new)?.into_iter();
    let turns = results.filter_map(|result| Some((result.turn_id, result.replayed?)));
    Ok(Some(turns.collect()))
}

/// Lays down what the run asks, or checks that there is a run to go on with.
async fn begin_replay(
    arguments: &ReplayArguments,
    folder: &RunFolder,
    originals: &Store,
    clock: &Clock,
) -> Result<(), CommandFailure> {
    let out = arguments.out.display();
    match (arguments.resume, folder.has_run()) {
        (true, true) => return Ok(()),
        (true, false) => {
            return Err(CommandFailure::new(format!(
                "there is no run in {out}: start one without --resume"
            )));
        }
        (false, true) => {
            return Err(CommandFailure::new(format!(
                "there is a run in {out} already: continue it with --resume, or choose another folder with --out"
            )));
        }
        (false, false) => {}
    }
    std::fs::create_dir_all(folder.path()).map_err(CommandFailure::new)?;
    if let Some(checks) = &arguments.run.checks {
        // A mistake in the file is told before anything is asked.
        Checks::read(checks, arguments.run.judge.as_deref()).map_err(CommandFailure::new)?;
        std::fs::copy(checks, folder.checks_path()).map_err(CommandFailure::new)?;
    }
    let mut writer = folder.write_chats().map_err(CommandFailure::new)?;
    match &arguments.chats {
        Some(path) => {
            for transcript in read_transcripts(path).map_err(CommandFailure::new)? {
                let transcript = transcript.map_err(CommandFailure::new)?;
                if arguments.selection.is_tagged(&transcript.tags) {
                    writer.write(&transcript).map_err(CommandFailure::new)?;
                }
            }
        }
        None => {
            let now = clock.now();
            let selection = chats::to_selection(&arguments.selection, originals, now).await?;
            write_selected(originals, &selection, u32::MAX, &mut writer)
                .await
                .map_err(CommandFailure::new)?;
        }
    }
    writer.finish().map_err(CommandFailure::new)?;
    let (_, turns) = folder.size().map_err(CommandFailure::new)?;
    if turns == 0 {
        return Err(CommandFailure::new(
            "there is nothing to replay: no chat with a question was found",
        ));
    }
    options::keep_options(arguments)?;
    folder.begin_results().map_err(CommandFailure::new)
}

async fn carry_out(run: &Replay, credit_price: Option<f64>) -> Result<bool, CommandFailure> {
    let folder = run.folder();
    let (_, turns) = folder.size().map_err(CommandFailure::new)?;
    let done = folder.results().map_err(CommandFailure::new)?;
    let bar = ProgressBar::new(turns).with_position(done.len() as u64);
    if std::io::stderr().is_terminal() {
        let style = "{bar:32} {pos}/{len} turns  {per_sec}  {msg}  {elapsed}, {eta} left";
        bar.set_style(ProgressStyle::with_template(style).map_err(CommandFailure::new)?);
    } else {
        bar.set_draw_target(ProgressDrawTarget::hidden());
    }
    let spent = std::sync::atomic::AtomicU64::new(sum_credits(&done));
    let show_cost = |credits: u64| {
        bar.set_message(match credit_price {
            Some(price) => format!("{:.2} ({credits} credits)", credits as f64 * price),
            None => format!("{credits} credits"),
        });
    };
    show_cost(sum_credits(&done));
    let is_whole = run
        .run(async |turns| {
            let credits = sum_credits(turns);
            let before = spent.fetch_add(credits, std::sync::atomic::Ordering::Relaxed);
            bar.inc(turns.len() as u64);
            show_cost(before + credits);
            Ok(())
        })
        .await
        .map_err(CommandFailure::new)?;
    bar.finish_and_clear();
    Ok(is_whole)
}

fn sum_credits(results: &[Comparison]) -> u64 {
    results.iter().map(Comparison::credits).sum()
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
