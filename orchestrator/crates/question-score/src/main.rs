//! `portolan-question-score SET ANSWERS… [--failures] [--json FILE]`: prints the score of a question set.

use std::{io::Write, path::PathBuf, process::ExitCode};

use clap::Parser;
use portolan_question_score::{
    answer::Answer,
    report::{format_failures, format_groups, format_totals},
    score::{score_dialogues, score_questions},
    set::{Case, Dialogue, Failure, read_lines},
};

/// Scores what `portolan ask` answered to a question set.
#[derive(Parser)]
struct Options {
    /// The folder of the set, with `questions.jsonl` and `dialogues.jsonl`.
    set: PathBuf,
    /// The answers to its questions, its dialogues, or both.
    #[arg(required = true)]
    answers: Vec<PathBuf>,
    /// Lists every answer that is not right. Not for folders called `frozen` or `calibration`.
    #[arg(long)]
    failures: bool,
    /// Writes all verdicts as JSON lines. Not for a folder called `frozen`.
    #[arg(long)]
    json: Option<PathBuf>,
}

fn main() -> ExitCode {
    match run_scorer(&Options::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run_scorer(options: &Options) -> Result<(), Failure> {
    let folder = options.set.canonicalize()?;
    let is_called = |name: &str| folder.file_name().is_some_and(|found| found == name);
    let (frozen, calibration) = (is_called("frozen"), is_called("calibration"));
    if frozen && (options.failures || options.json.is_some()) || calibration && options.failures {
        return Err(
            "The failures of this set are not shown. Use the practised set to look at failures."
                .into(),
        );
    }
    let cases: Vec<Case> = read_lines(&options.set.join("questions.jsonl"))?;
    let dialogues: Vec<Dialogue> = read_lines(&options.set.join("dialogues.jsonl"))?;
    let mut answers: Vec<Answer> = Vec::new();
    for file in &options.answers {
        answers.extend(read_lines(file)?);
    }
    let scored = score_questions(&cases, &answers);
    let talked = answers
        .iter()
        .any(|a| a.turns.is_some())
        .then(|| score_dialogues(&dialogues, &answers));
    print!("{}", format_totals(&scored, talked.as_deref()));
    if !frozen && !calibration {
        print!("{}", format_groups(&scored));
    }
    if options.failures {
        print!("{}", format_failures(&scored, talked.as_deref()));
    }
    if let Some(path) = &options.json {
        let mut file = std::fs::File::create(path)?;
        for scored in &scored {
            writeln!(file, "{}", serde_json::to_string(scored)?)?;
        }
        for dialogue in talked.iter().flatten() {
            writeln!(file, "{}", serde_json::to_string(dialogue)?)?;
        }
    }
    Ok(())
}
