// Writes data/wordnet.deflate from the files of WordNet 3.0 (Debian's package wordnet-base): node generate.mjs /usr/share/wordnet
//
// Kept: words of small letters without spaces, their first senses, and the relations that link words of questions to names of columns.
// The layout is described in src/store.rs, which reads it.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";

const folder = process.argv[2] ?? "/usr/share/wordnet";
const lines = (name) =>
  readFileSync(join(folder, name), "latin1")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("  "));

/** The parts of speech in the order of the file, and how many senses of each are kept. */
const PARTS = [
  { letter: "n", name: "noun", most: 6 },
  { letter: "v", name: "verb", most: 5 },
  { letter: "a", name: "adj", most: 5 },
  { letter: "r", name: "adv", most: 2 },
];
/** The relations in the order of the file. */
const RELATIONS = [["@"], ["="], ["+"], ["&"], ["!"], ["\\"], ["$"]];

const isKept = (word) => /^[a-z][a-z']+$/.test(word);
const keyOf = (letter, offset) => (letter === "s" ? "a" : letter) + offset;

// Synsets with their pointers. Capitals are kept in these files, so proper names fall out here.
const synsets = new Map();
for (const part of PARTS) {
  for (const line of lines(`data.${part.name}`)) {
    const fields = line.split(" | ")[0].trim().split(" ");
    const count = Number.parseInt(fields[3], 16);
    const words = [];
    for (let at = 0; at < count; at += 1) {
      words.push(fields[4 + 2 * at].replace(/\(.*\)$/, ""));
    }
    const pointers = [];
    const start = 4 + 2 * count;
    for (let at = 0; at < Number(fields[start]); at += 1) {
      const [symbol, offset, letter] = fields.slice(start + 1 + 4 * at, start + 4 + 4 * at);
      const relation = RELATIONS.findIndex((symbols) => symbols.includes(symbol));
      if (relation >= 0) {
        pointers.push([relation, keyOf(letter, offset)]);
      }
    }
    synsets.set(part.letter + fields[0], {
      part: PARTS.indexOf(part),
      words: new Set(words.filter(isKept)),
      pointers,
    });
  }
}

// How often each sense was counted in WordNet's texts: "count lemma%part:… number".
const counts = new Map();
for (const line of lines("cntlist.rev")) {
  const [key, number, count] = line.split(" ");
  const [lemma, rest] = key.split("%");
  const letter = ["", "n", "v", "a", "r", "a"][Number(rest[0])];
  counts.set(`${lemma} ${letter} ${number}`, Number(count));
}

// The senses of each word, the most frequent first.
const senses = new Map();
for (const part of PARTS) {
  for (const line of lines(`index.${part.name}`)) {
    const fields = line.trim().split(" ");
    const word = fields[0];
    if (!isKept(word)) {
      continue;
    }
    const offsets = fields.slice(-Number(fields[2]));
    let kept = 0;
    offsets.forEach((offset, at) => {
      const key = part.letter + offset;
      if (kept < part.most && synsets.get(key).words.has(word)) {
        kept += 1;
        const count = counts.get(`${word} ${part.letter} ${at + 1}`) ?? 0;
        const frequency = Math.min(15, Math.ceil(Math.log2(count + 1)));
        if (!senses.has(word)) {
          senses.set(word, []);
        }
        senses.get(word).push({ key, frequency });
      }
    });
  }
}

// Synsets that a word or a hypernym path needs, parents before children so that the distances are short.
const needed = new Set();
const need = (key) => {
  if (needed.has(key)) {
    return;
  }
  for (const [relation, target] of synsets.get(key).pointers) {
    if (relation === 0) {
      need(target);
    }
  }
  needed.add(key);
};
for (const list of senses.values()) {
  for (const { key } of list) {
    need(key);
  }
}
const children = new Map();
for (const key of needed) {
  const parent = synsets.get(key).pointers.find(([relation]) => relation === 0)?.[1] ?? "";
  children.set(parent, [...(children.get(parent) ?? []), key]);
}
const order = [];
const visit = (key) => {
  if (key !== "") {
    order.push(key);
  }
  for (const child of (children.get(key) ?? []).sort()) {
    visit(child);
  }
};
visit("");
const idOf = new Map(order.map((key, at) => [key, at]));

const bytes = [];
const number = (value) => {
  let rest = value;
  while (rest >= 128) {
    bytes.push((rest % 128) + 128);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
};
const signed = (value) => number(value >= 0 ? 2 * value : -2 * value - 1);
const text = (value) => bytes.push(...Buffer.from(value, "latin1"));

// The words, each with the length that it shares with the one before.
const words = [...senses.keys()].sort((left, right) => (left < right ? -1 : 1));
const wordId = new Map(words.map((word, at) => [word, at]));
number(words.length);
let before = "";
const front = words.map((word) => {
  let shared = 0;
  while (shared < word.length && word[shared] === before[shared]) {
    shared += 1;
  }
  before = word;
  return [shared, word.slice(shared)];
});
for (const [shared] of front) {
  number(shared);
}
for (const [, rest] of front) {
  text(`${rest}\n`);
}

// The senses: how many, their frequencies, their synsets.
for (const word of words) {
  number(senses.get(word).length);
}
for (const word of words) {
  for (const { frequency } of senses.get(word)) {
    number(frequency);
  }
}
for (const word of words) {
  for (const { key } of senses.get(word)) {
    const id = idOf.get(key);
    bytes.push(id & 255, (id >> 8) & 255, id >> 16);
  }
}

// The synsets: their parts of speech, then relation by relation the targets as distances.
number(order.length);
for (const key of order) {
  number(synsets.get(key).part);
}
for (let relation = 0; relation < RELATIONS.length; relation += 1) {
  const targets = order.map((key, at) => {
    const ids = synsets
      .get(key)
      .pointers.filter(([kind, target]) => kind === relation && idOf.has(target))
      .map(([, target]) => idOf.get(target));
    // Relations that go both ways are written once, from the later synset.
    const both = [2, 3, 4, 6].includes(relation);
    return [...new Set(ids)].filter((id) => !both || id < at).sort((left, right) => left - right);
  });
  for (const list of targets) {
    number(list.length);
  }
  targets.forEach((list, at) => {
    for (const id of list) {
      signed(at - id);
    }
  });
}

// Irregular forms with the words that they belong to.
const irregular = new Map();
for (const part of PARTS) {
  for (const line of lines(`${part.name}.exc`)) {
    const [form, ...bases] = line.trim().split(" ");
    for (const base of bases) {
      if (isKept(form) && wordId.has(base) && form !== base) {
        irregular.set(`${form} ${base}`, [form, wordId.get(base)]);
      }
    }
  }
}
const forms = [...irregular.values()].sort((left, right) => (left[0] < right[0] ? -1 : 1));
number(forms.length);
for (const [form] of forms) {
  text(`${form}\n`);
}
for (const [, base] of forms) {
  number(base);
}

const packed = deflateRawSync(Buffer.from(bytes), { level: 9 });
writeFileSync(new URL("data/wordnet.deflate", import.meta.url), packed);
console.log(`${words.length} words, ${order.length} synsets, ${bytes.length} bytes, ${packed.length} packed`);
