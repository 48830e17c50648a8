//! A video's page: the captions that its player would offer.

use dom_query::Document;
use portolan_query::reading::CaptionTrack;
use serde_json::Value;
use url::Url;

use crate::input::one_line;

/// A variable of the page's script that holds what the player knows.
const PLAYER: &str = "ytInitialPlayerResponse";
/// Bytes of a player's JSON.
const MOST_BYTES: usize = 4 << 20;
const MOST_TRACKS: usize = 100;

/// The video metadata of a page.
#[derive(Debug, Default, PartialEq)]
pub struct Video {
    pub title: Option<String>,
    pub author: Option<String>,
    pub description: Option<String>,
    pub duration_ms: Option<u64>,
    pub tracks: Vec<CaptionTrack>,
}

/// The page's video, if it is a page of one.
pub fn find_video(document: &Document, url: Option<&Url>) -> Option<Video> {
    let mut video = player_json(document)
        .map(|player| of_player(&player, url))
        .or_else(|| of_elements(document, url))?;
    // Human-written captions come before automatic ones.
    video.tracks.sort_by_key(|track| track.is_automatic);
    video.tracks.truncate(MOST_TRACKS);
    Some(video)
}

/// The player's own JSON, wherever in a script it stands.
fn player_json(document: &Document) -> Option<Value> {
    document.select("script").nodes().iter().find_map(|script| {
        let text = script.text();
        let at = text.find(PLAYER)?;
        let rest = &text[at + PLAYER.len()..];
        let start = rest.find('{')?;
        let between = &rest[..start];
        if !between.contains('=') || between.len() > 20 {
            return None;
        }
        let end = start + MOST_BYTES.min(rest.len() - start);
        let json = rest.get(start..end).unwrap_or(&rest[start..]);
        serde_json::Deserializer::from_str(json)
            .into_iter::<Value>()
            .next()?
            .ok()
    })
}

fn of_player(player: &Value, url: Option<&Url>) -> Video {
    let details = &player["videoDetails"];
    let text = |key: &str| details[key].as_str().and_then(one_line);
    let listed = &player["captions"]["playerCaptionsTracklistRenderer"]["captionTracks"];
    let tracks = listed.as_array().into_iter().flatten().filter_map(|track| {
        let mut address = absolute_url(track["baseUrl"].as_str()?, url)?;
        let has_format = address.query_pairs().any(|(key, _)| key == "fmt");
        if !has_format {
            address.query_pairs_mut().append_pair("fmt", "vtt");
        }
        Some(CaptionTrack {
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
fn of_elements(document: &Document, url: Option<&Url>) -> Option<Video> {
    if !document.select("video").exists() {
        return None;
    }
    let tracks = document.select("video track[src]");
    let tracks = tracks.nodes().iter().filter_map(|track| {
        let kind = track.attr("kind").map(|kind| kind.to_lowercase());
        let is_speech = matches!(kind.as_deref(), None | Some("captions" | "subtitles" | ""));
        Some(CaptionTrack {
            url: absolute_url(&track.attr("src")?, url)?.into(),
            language: track.attr("srclang").map(|language| language.to_string()),
            is_automatic: false,
        })
        .filter(|_| is_speech)
    });
    Some(Video {
        tracks: tracks.collect(),
        ..Video::default()
    })
}

fn absolute_url(address: &str, url: Option<&Url>) -> Option<Url> {
    let address = match url {
        Some(url) => url.join(address),
        None => Url::parse(address),
    };
    address
        .ok()
        .filter(|address| matches!(address.scheme(), "http" | "https"))
}
