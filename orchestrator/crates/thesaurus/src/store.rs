//! The word list in memory, and its decoding.
//!
//! Layout of the unpacked file, all numbers as little-endian base 128 where nothing else is said:
//! the words (count; shared lengths with the word before; the rests by lines), the senses (count of each word; frequencies; synsets in three bytes),
//! the synsets (count; parts of speech), for each relation the counts and then the signed distances to the targets,
//! the irregular forms (count; forms by lines; words).

use std::sync::LazyLock;

static PACKED: &[u8] = include_bytes!("../data/wordnet.deflate");

/// The word list; empty if the embedded file is spoilt, which a test excludes.
pub static STORE: LazyLock<SynsetStore> = LazyLock::new(|| {
    miniz_oxide::inflate::decompress_to_vec(PACKED)
        .ok()
        .and_then(|unpacked| decode_store(&unpacked))
        .unwrap_or_default()
});

/// A part of speech as it is numbered in the file.
pub const NOUN: u8 = 0;
pub const VERB: u8 = 1;
pub const ADJECTIVE: u8 = 2;

/// A relation between synsets as it is numbered in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SynsetRelation {
    Hypernym,
    Attribute,
    Derivation,
    Similar,
    Antonym,
    Pertainym,
    VerbGroup,
}

const LINKS: [SynsetRelation; 7] = [
    SynsetRelation::Hypernym,
    SynsetRelation::Attribute,
    SynsetRelation::Derivation,
    SynsetRelation::Similar,
    SynsetRelation::Antonym,
    SynsetRelation::Pertainym,
    SynsetRelation::VerbGroup,
];

/// A meaning of a word.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sense {
    pub synset: u32,
    /// Between 0 and 1: how likely the word has this meaning.
    pub weight: f64,
}

/// Lists of numbers, one after the other.
#[derive(Default)]
pub struct Lists<T> {
    starts: Vec<u32>,
    all: Vec<T>,
}

impl<T> Lists<T> {
    fn new(lists: Vec<Vec<T>>) -> Self {
        let mut made = Self {
            starts: vec![0],
            all: Vec::new(),
        };
        for list in lists {
            made.all.extend(list);
            made.starts.push(made.all.len() as u32);
        }
        made
    }

    /// Returns the list with a number.
    pub fn get(&self, at: u32) -> &[T] {
        let at = at as usize;
        match (self.starts.get(at), self.starts.get(at + 1)) {
            (Some(&start), Some(&end)) => &self.all[start as usize..end as usize],
            _ => &[],
        }
    }
}

/// The words, their senses, and the relations between these.
#[derive(Default)]
pub struct SynsetStore {
    words: Vec<Box<str>>,
    pub senses: Lists<Sense>,
    /// The words of each synset with the weight of the sense.
    pub members: Lists<(u32, f64)>,
    pub parts: Vec<u8>,
    relations: Vec<Lists<u32>>,
    pub hyponyms: Lists<u32>,
    /// How many synsets are below each.
    pub below: Vec<u32>,
    irregular: Vec<(Box<str>, u32)>,
}

impl SynsetStore {
    /// Returns the number of a word.
    pub fn find(&self, word: &str) -> Option<u32> {
        self.words
            .binary_search_by(|known| known.as_ref().cmp(word))
            .ok()
            .map(|at| at as u32)
    }

    pub fn word(&self, at: u32) -> &str {
        self.words.get(at as usize).map_or("", |word| word)
    }

    /// Returns the synsets that one is linked to.
    pub fn linked(&self, link: SynsetRelation, synset: u32) -> &[u32] {
        self.relations
            .get(link as usize)
            .map_or(&[], |lists| lists.get(synset))
    }

    /// Returns the words of which a form is irregular.
    pub fn irregular(&self, form: &str) -> impl Iterator<Item = u32> + '_ {
        let form = form.to_owned();
        let start = self
            .irregular
            .partition_point(|(known, _)| known.as_ref() < form.as_str());
        self.irregular[start..]
            .iter()
            .take_while(move |(known, _)| known.as_ref() == form.as_str())
            .map(|(_, word)| *word)
    }
}

/// A position in the unpacked file.
struct ByteReader<'a> {
    rest: &'a [u8],
}

impl<'a> ByteReader<'a> {
    fn byte(&mut self) -> Option<u8> {
        let (first, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(*first)
    }

    fn number(&mut self) -> Option<u32> {
        let mut value = 0u32;
        for shift in (0..32).step_by(7) {
            let byte = self.byte()?;
            value |= u32::from(byte & 127).checked_shl(shift)?;
            if byte < 128 {
                return Some(value);
            }
        }
        None
    }

    fn numbers(&mut self, count: usize) -> Option<Vec<u32>> {
        (0..count).map(|_| self.number()).collect()
    }

    fn line(&mut self) -> Option<&'a str> {
        let end = self.rest.iter().position(|byte| *byte == b'\n')?;
        let line = std::str::from_utf8(&self.rest[..end]).ok()?;
        self.rest = &self.rest[end + 1..];
        Some(line)
    }
}

fn decode_store(unpacked: &[u8]) -> Option<SynsetStore> {
    let mut reader = ByteReader { rest: unpacked };
    let words = read_words(&mut reader)?;
    let senses = read_senses(&mut reader, words.len())?;
    let count = reader.number()? as usize;
    let parts: Vec<u8> = (0..count)
        .map(|_| Some(reader.number()? as u8))
        .collect::<Option<_>>()?;
    let mut relations = Vec::new();
    let mut hyponyms = Vec::new();
    let mut below = Vec::new();
    for link in LINKS {
        let lists = read_links(&mut reader, link, count)?;
        if link == SynsetRelation::Hypernym {
            below = count_below(&lists);
            hyponyms = invert_lists(&lists);
        }
        relations.push(Lists::new(lists));
    }
    let count_forms = reader.number()? as usize;
    let forms: Vec<&str> = (0..count_forms)
        .map(|_| reader.line())
        .collect::<Option<_>>()?;
    let bases = reader.numbers(count_forms)?;
    let mut members = vec![Vec::new(); count];
    for (word, list) in senses.iter().enumerate() {
        for sense in list {
            members
                .get_mut(sense.synset as usize)?
                .push((word as u32, sense.weight));
        }
    }
    Some(SynsetStore {
        words,
        senses: Lists::new(senses),
        members: Lists::new(members),
        parts,
        relations,
        hyponyms: Lists::new(hyponyms),
        below,
        irregular: forms.into_iter().map(Box::from).zip(bases).collect(),
    })
}

fn read_words(reader: &mut ByteReader<'_>) -> Option<Vec<Box<str>>> {
    let count = reader.number()? as usize;
    let shared = reader.numbers(count)?;
    let mut words: Vec<Box<str>> = Vec::with_capacity(count);
    let mut word = String::new();
    for length in shared {
        word.truncate(length as usize);
        word.push_str(reader.line()?);
        words.push(word.as_str().into());
    }
    Some(words)
}

fn read_senses(reader: &mut ByteReader<'_>, words: usize) -> Option<Vec<Vec<Sense>>> {
    let counts = reader.numbers(words)?;
    let frequencies: Vec<Vec<u32>> = counts
        .iter()
        .map(|count| reader.numbers(*count as usize))
        .collect::<Option<_>>()?;
    frequencies
        .into_iter()
        .map(|list| {
            let most = list.iter().copied().max().unwrap_or(0);
            list.iter()
                .enumerate()
                .map(|(rank, frequency)| {
                    let synset = u32::from(reader.byte()?)
                        | u32::from(reader.byte()?) << 8
                        | u32::from(reader.byte()?) << 16;
                    Some(Sense {
                        synset,
                        weight: sense_weight(rank, most - frequency),
                    })
                })
                .collect()
        })
        .collect()
}

/// The weight of a sense by its place and by how many doublings more often the most frequent one is met.
fn sense_weight(rank: usize, behind: u32) -> f64 {
    const BY_RANK: [f64; 6] = [1.0, 0.95, 0.85, 0.75, 0.65, 0.55];
    let rare = match behind {
        0..=2 => 1.0,
        3 | 4 => 0.85,
        5 | 6 => 0.7,
        _ => 0.55,
    };
    BY_RANK.get(rank).copied().unwrap_or(0.45) * rare
}

fn read_links(
    reader: &mut ByteReader<'_>,
    link: SynsetRelation,
    count: usize,
) -> Option<Vec<Vec<u32>>> {
    let counts = reader.numbers(count)?;
    let mut lists: Vec<Vec<u32>> = Vec::with_capacity(count);
    for (at, many) in counts.into_iter().enumerate() {
        let list = (0..many)
            .map(|_| {
                let zigzag = i64::from(reader.number()?);
                let distance = if zigzag % 2 == 0 {
                    zigzag / 2
                } else {
                    -(zigzag + 1) / 2
                };
                u32::try_from(at as i64 - distance)
                    .ok()
                    .filter(|to| (*to as usize) < count)
            })
            .collect::<Option<_>>()?;
        lists.push(list);
    }
    // Hypernyms and attributes have a direction, or are written from both sides.
    if !matches!(link, SynsetRelation::Hypernym | SynsetRelation::Attribute) {
        let back = invert_lists(&lists);
        for (list, back) in lists.iter_mut().zip(back) {
            list.extend(back);
        }
    }
    Some(lists)
}

fn invert_lists(lists: &[Vec<u32>]) -> Vec<Vec<u32>> {
    let mut back = vec![Vec::new(); lists.len()];
    for (from, list) in lists.iter().enumerate() {
        for to in list {
            back[*to as usize].push(from as u32);
        }
    }
    back
}

/// Counts the synsets below each; a synset with two parents counts for both.
fn count_below(hypernyms: &[Vec<u32>]) -> Vec<u32> {
    let mut below = vec![0u32; hypernyms.len()];
    // Parents come before their children in the file, except for second parents, whose part is small.
    for at in (0..hypernyms.len()).rev() {
        for parent in &hypernyms[at] {
            below[*parent as usize] = below[*parent as usize].saturating_add(below[at] + 1);
        }
    }
    below
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn embedded_file_is_decoded_to_its_end() {
        assert!(STORE.words.len() > 50_000);
        assert_eq!(STORE.parts.len(), STORE.below.len());
        assert!(STORE.words.is_sorted());
        assert!(STORE.irregular.is_sorted());
    }

    #[test]
    fn truncated_file_is_refused() {
        let unpacked =
            miniz_oxide::inflate::decompress_to_vec(PACKED).expect("the embedded file unpacks");
        assert!(decode_store(&unpacked).is_some());
        assert!(decode_store(&unpacked[..unpacked.len() / 2]).is_none());
    }
}
