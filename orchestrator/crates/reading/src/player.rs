//! A video's page: the captions that its player would offer.

use serde_json::Value;
use url::Url;

use crate::{Track, html::Page, reading::line};

/// A variable of the page's script that holds what the player knows.
pub const PLAYER: &str = "ytInitialPlayerResponse";
const MOST_TRACKS: usize = 100;

/// What a page says of its video.
#[derive(Debug, Default, PartialEq)]
pub struct Video {
    pub title: Option<String>,
    pub author: Option<String>,
    pub description: Option<String>,
    pub duration_ms: Option<u64>,
    pub tracks: Vec<Track>,
}

/// The page's video, where it is a page of one.
pub fn video(page: &Page, url: Option<&Url>) -> Option<Video> {
    let player = page.scripts.iter().find_map(|script| player(script));
    let mut video = match player {
        Some(player) => of_player(&player, url),
        None if page.has_video => of_elements(page, url),
        None => return None,
    };
    // What a person wrote comes before what a machine heard.
    video.tracks.sort_by_key(|track| track.is_automatic);
    video.tracks.truncate(MOST_TRACKS);
    Some(video)
}

/// The player's own JSON, wherever in a script it stands.
fn player(script: &str) -> Option<Value> {
    let at = script.find(PLAYER)?;
    let rest = &script[at + PLAYER.len()..];
    let start = rest.find('{')?;
    let between = &rest[..start];
    if !between.contains('=') || between.len() > 20 {
        return None;
    }
    serde_json::Deserializer::from_str(&rest[start..])
        .into_iter::<Value>()
        .next()?
        .ok()
}

fn of_player(player: &Value, url: Option<&Url>) -> Video {
    let details = &player["videoDetails"];
    let text = |key: &str| details[key].as_str().and_then(line);
    let listed = &player["captions"]["playerCaptionsTracklistRenderer"]["captionTracks"];
    let tracks = listed.as_array().into_iter().flatten().filter_map(|track| {
        let mut address = absolute(track["baseUrl"].as_str()?, url)?;
        let has_format = address.query_pairs().any(|(key, _)| key == "fmt");
        if !has_format {
            address.query_pairs_mut().append_pair("fmt", "vtt");
        }
        Some(Track {
            url: address.into(),
            language: track["languageCode"].as_str().map(str::to_owned),
            is_automatic: track["kind"] == "asr",
        })
    });
    Video {
        title: text("title"),
        author: text("author"),
        description: details["shortDescription"].as_str().map(str::to_owned),
        duration_ms: details["lengthSeconds"]
            .as_str()
            .and_then(|seconds| seconds.parse::<u64>().ok())
            .and_then(|seconds| seconds.checked_mul(1_000)),
        tracks: tracks.collect(),
    }
}

/// `<track>` of a `<video>`.
fn of_elements(page: &Page, url: Option<&Url>) -> Video {
    let tracks = page.tracks.iter().filter_map(|(address, language)| {
        Some(Track {
            url: absolute(address, url)?.into(),
            language: language.clone(),
            is_automatic: false,
        })
    });
    Video {
        tracks: tracks.collect(),
        ..Video::default()
    }
}

fn absolute(address: &str, url: Option<&Url>) -> Option<Url> {
    let address = match url {
        Some(url) => url.join(address),
        None => Url::parse(address),
    };
    address
        .ok()
        .filter(|address| matches!(address.scheme(), "http" | "https"))
}
