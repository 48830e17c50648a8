use std::{path::PathBuf, process::ExitCode};

use portolan_draw::{Drawer, DrawingLimits};
use portolan_replay::{
    Comparison, HtmlReport, ReplaySummary, RunFolder, reference_answers, shown_turns,
    write_answers, write_html, write_junit, write_markdown, write_table,
};

use super::options::ReportFormat;
use crate::boot::{CommandFailure, command_line::ReplayArguments};

/// Prints the figures, writes the reports, and says where they are. Fails where a check fails or, without checks, where
/// something differs.
pub fn finish_replay(
    arguments: &ReplayArguments,
    folder: &RunFolder,
) -> Result<ExitCode, CommandFailure> {
    let results = folder.results().map_err(CommandFailure::new)?;
    let has_baseline = arguments.run.baseline.is_some();
    let has_checks = arguments.run.checks.is_some();
    print!("{}", write_table(&results, has_baseline));
    println!("{}", folder.results_path().display());
    let formats = [
        ReportFormat::Md,
        ReportFormat::Html,
        ReportFormat::Junit,
        ReportFormat::Jsonl,
    ];
    for format in formats {
        if arguments.pace.writes(format) {
            let path = write_report(format, arguments, folder, &results)?;
            println!("{}", path.display());
        }
    }
    Ok(match ReplaySummary::of(&results).passes(has_checks) {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    })
}

fn write_report(
    format: ReportFormat,
    arguments: &ReplayArguments,
    folder: &RunFolder,
    results: &[Comparison],
) -> Result<PathBuf, CommandFailure> {
    let has_baseline = arguments.run.baseline.is_some();
    let (name, text) = match format {
        ReportFormat::Md => ("report.md", write_markdown(results, has_baseline)),
        ReportFormat::Html => ("report.html", draw_html(arguments, folder, results)?),
        ReportFormat::Junit => {
            let has_checks = arguments.run.checks.is_some();
            let xml = write_junit(results, has_checks).map_err(CommandFailure::new)?;
            ("report.xml", xml)
        }
        ReportFormat::Jsonl => {
            let answers = write_answers(folder, results).map_err(CommandFailure::new)?;
            ("answers.jsonl", answers)
        }
    };
    let path = folder.path().join(name);
    std::fs::write(&path, text).map_err(CommandFailure::new)?;
    Ok(path)
}

fn draw_html(
    arguments: &ReplayArguments,
    folder: &RunFolder,
    results: &[Comparison],
) -> Result<String, CommandFailure> {
    let baseline = arguments.run.baseline.as_ref().map(RunFolder::new);
    let references = reference_answers(folder, baseline.as_ref(), &shown_turns(results));
    let drawer = Drawer::new(DrawingLimits::default()).map_err(CommandFailure::new)?;
    write_html(&HtmlReport {
        results,
        references: &references.map_err(CommandFailure::new)?,
        has_baseline: arguments.run.baseline.is_some(),
        drawer: &drawer,
    })
    .map_err(CommandFailure::new)
}
