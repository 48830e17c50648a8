use url::Url;

/// Links of one message that are read by themselves.
const MOST_LINKS: usize = 5;
/// A message with more of them is data.
const LINKS_OF_DATA: usize = 20;
/// Bytes that an address may have.
const URL_BYTES: usize = 8_192;

/// The addresses of pages that a user wrote into a message, each once, in their order; none of a message that
/// is made of them.
pub fn links_to_read(text: &str) -> Vec<Url> {
    let mut links = find_links(text);
    if links.len() > LINKS_OF_DATA {
        return Vec::new();
    }
    links.truncate(MOST_LINKS);
    links
}

/// All addresses of pages in a text, each once, in their order.
pub fn find_links(text: &str) -> Vec<Url> {
    let between = |letter: char| letter.is_whitespace() || "<>\"`|{}\\^".contains(letter);
    let mut links: Vec<Url> = Vec::new();
    for word in text.split(between) {
        let Some(link) = link_offset(word).and_then(|at| parse_link(&word[at..])) else {
            continue;
        };
        if !links.contains(&link) {
            links.push(link);
        }
    }
    links
}

/// Words that lead to an address, and say nothing without it.
const LEADING_WORDS: [&str; 9] = [
    "at", "from", "in", "of", "on", "see", "using", "via", "with",
];

/// Returns a text without the addresses in it and the words that led to them; the whole text where
/// nothing else is in it.
pub fn without_links(text: &str) -> String {
    let mut kept: Vec<&str> = Vec::new();
    let mut is_cut = false;
    for word in text.split_inclusive(char::is_whitespace) {
        let Some(at) = link_offset(word).filter(|at| parse_link(word[*at..].trim_end()).is_some())
        else {
            kept.push(word);
            continue;
        };
        is_cut = true;
        let before = word[..at].trim_end_matches(['(', '<', '[', '"']);
        if !before.is_empty() {
            kept.push(before);
        }
        let is_leading = |word: &&str| {
            let word = word.trim().trim_end_matches(':').to_lowercase();
            LEADING_WORDS.contains(&word.as_str())
        };
        if kept.len() > 1 && kept.last().is_some_and(is_leading) {
            kept.pop();
        }
        // Punctuation that ended the sentence is kept.
        let end = word.trim_end().chars().next_back();
        if end.is_some_and(|end| matches!(end, '?' | '!')) {
            kept.push("? ");
        }
    }
    let rest = kept.concat();
    let rest = rest
        .trim()
        .trim_end_matches([':', ',', '–', '—'])
        .trim_end();
    if !is_cut || !rest.contains(char::is_alphabetic) {
        return text.to_owned();
    }
    rest.replace(" ?", "?")
}

/// Returns the offset at which an address begins in a word: also after a bracket, as in Markdown.
fn link_offset(word: &str) -> Option<usize> {
    let lower = word.to_ascii_lowercase();
    let found = ["https://", "http://", "www."]
        .iter()
        .filter_map(|scheme| lower.find(scheme));
    let at = found.min()?;
    let before = word[..at].chars().next_back();
    before
        .is_none_or(|letter| !letter.is_alphanumeric())
        .then_some(at)
}

fn parse_link(word: &str) -> Option<Url> {
    let mut word = word;
    loop {
        let last = word.chars().next_back()?;
        let is_open = |open: char| word.matches(open).count() < word.matches(last).count();
        let is_around = match last {
            ')' => is_open('('),
            ']' => is_open('['),
            _ => ".,;:!?'’”»*_".contains(last),
        };
        if !is_around {
            break;
        }
        word = &word[..word.len() - last.len_utf8()];
    }
    let whole = if word.to_ascii_lowercase().starts_with("www.") {
        format!("https://{word}")
    } else {
        word.to_owned()
    };
    let mut url = Url::parse(&whole)
        .ok()
        .filter(|_| whole.len() <= URL_BYTES)?;
    let is_named = url
        .host_str()
        .is_some_and(|host| host.contains('.') || host == "localhost");
    if !is_named || !matches!(url.scheme(), "http" | "https") {
        return None;
    }
    // Names and passwords in an address would be stored and shown.
    let _ = url.set_username("");
    let _ = url.set_password(None);
    Some(url)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn question_keeps_its_words_without_the_address() {
        for (text, question) in [
            ("Lights by coast https://a.example/b", "Lights by coast"),
            ("https://a.example/b Lights by coast", "Lights by coast"),
            (
                "https://a.example/b\n\nLights by coast?",
                "Lights by coast?",
            ),
            (
                "Chart the lights by coast from https://a.example/b.",
                "Chart the lights by coast",
            ),
            ("Which coast at https://a.example/b?", "Which coast?"),
            ("Lights by coast (https://a.example/b)", "Lights by coast"),
            ("Lights by coast: www.a.example", "Lights by coast"),
            ("https://a.example/b", "https://a.example/b"),
            ("Lights from the north", "Lights from the north"),
        ] {
            assert_eq!(without_links(text), question, "{text:?}");
        }
    }

    fn found_links(text: &str) -> Vec<String> {
        links_to_read(text).into_iter().map(String::from).collect()
    }

    #[test]
    fn links_in_messages_are_found() {
        for (text, links) in [
            (
                "What does https://a.example/b say?",
                &["https://a.example/b"][..],
            ),
            (
                "see (https://a.example/b), and www.c.example.",
                &["https://a.example/b", "https://www.c.example/"],
            ),
            (
                "[the paper](https://a.example/Lamp_(device))!",
                &["https://a.example/Lamp_(device)"],
            ),
            (
                "https://a.example/b https://a.example/b",
                &["https://a.example/b"],
            ),
            (
                "<http://me:secret@a.example:8080/x?y=1#z>",
                &["http://a.example:8080/x?y=1#z"],
            ),
            ("HTTPS://A.example/B", &["https://a.example/B"]),
        ] {
            assert_eq!(found_links(text), links, "{text}");
        }
        for text in [
            "",
            "no link",
            "a.example",
            "ftp://a.example",
            "https://",
            "http://nothing",
            "javascript:alert(1)",
            "xhttps://a.example",
        ] {
            assert!(found_links(text).is_empty(), "{text}");
        }
    }

    #[test]
    fn message_with_many_links_counts_as_data() {
        let many = |count: usize| -> String {
            (0..count)
                .map(|number| format!("https://a.example/{number}\n"))
                .collect()
        };
        assert_eq!(found_links(&many(8)).len(), MOST_LINKS);
        assert!(found_links(&many(LINKS_OF_DATA + 1)).is_empty());
    }
}
