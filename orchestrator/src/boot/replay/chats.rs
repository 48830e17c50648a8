//! Chats out of the store: as files, and with tags to choose them by.

use std::{io::Write, process::ExitCode};

use chrono::{DateTime, Utc};
use portolan_blocks::Thumb;
use portolan_domain::ChatSelection;
use portolan_environment::clock::Clock;
use portolan_replay::{TranscriptWriter, write_selected};
use portolan_store::Store;

use super::Age;
use crate::boot::{
    CommandFailure,
    command_line::{ExportArguments, RatingName, Selection, TagArguments},
    settings::Settings,
    user_commands, wiring,
};

/// Writes chats as lines of JSON, as a replay reads them.
pub async fn export_chats(
    arguments: ExportArguments,
    settings: &Settings,
) -> Result<ExitCode, CommandFailure> {
    let store = wiring::open_store(settings).await?;
    let selection = to_selection(&arguments.selection, &store, Clock::system().now()).await?;
    let output: Box<dyn Write> = match &arguments.out {
        Some(path) => Box::new(std::io::BufWriter::new(
            std::fs::File::create(path).map_err(CommandFailure::new)?,
        )),
        None => Box::new(std::io::stdout().lock()),
    };
    let mut writer = TranscriptWriter::new(output);
    write_selected(&store, &selection, u32::MAX, &mut writer)
        .await
        .map_err(CommandFailure::new)?;
    let written = writer.written();
    writer.finish().map_err(CommandFailure::new)?;
    eprintln!("{written} chats exported.");
    Ok(ExitCode::SUCCESS)
}

/// Tags chats, or removes a tag.
pub async fn tag_chats(
    arguments: TagArguments,
    settings: &Settings,
) -> Result<ExitCode, CommandFailure> {
    let TagArguments {
        tag, chats, remove, ..
    } = arguments;
    let tag = tag.trim();
    if tag.is_empty() || tag.chars().count() > 60 {
        return Err(CommandFailure::new("a tag has 1 to 60 characters"));
    }
    let store = wiring::open_store(settings).await?;
    let changed = match remove {
        true => store.untag_chats(&chats, tag).await,
        false => store.tag_chats(&chats, tag).await,
    };
    changed.map_err(CommandFailure::new)?;
    let done = if remove { "untagged" } else { "tagged" };
    println!("{} chats {done}.", chats.len());
    Ok(ExitCode::SUCCESS)
}

/// Returns the selection of a command in the words of the store.
pub async fn to_selection(
    selection: &Selection,
    store: &Store,
    now: DateTime<Utc>,
) -> Result<ChatSelection, CommandFailure> {
    let user_id = match &selection.user {
        Some(email) => Some(user_commands::find_user(store, email).await?.id),
        None => None,
    };
    if let Some(tier) = &selection.tier
        && !store
            .plans()
            .into_iter()
            .any(|plan| plan.id.as_str() == tier)
    {
        return Err(CommandFailure::new(format!("there is no plan {tier}")));
    }
    Ok(ChatSelection {
        latest: selection.latest,
        since: selection.since.map(|Age(age)| now - age),
        user_id,
        rating: selection.rating.map(|rating| match rating {
            RatingName::Up => Thumb::Up,
            RatingName::Down => Thumb::Down,
        }),
        tag: selection.tag.clone(),
        tier: selection.tier.clone(),
    })
}
