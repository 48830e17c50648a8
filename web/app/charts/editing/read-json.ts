import type { Json, JsonObject } from "../draw-request.ts";
import { readJson as strings } from "./strings";

/** A part of a text, from its first character to the one behind its last. */
export interface Span {
  from: number;
  to: number;
}

/** A value of a JSON text; `key` is where its name stands, for a member of an object. */
export interface Place extends Span {
  key?: Span;
}

/** The places are named by JSON pointers: "" is the whole, "/encoding/x" a part. */
export type ReadJson =
  | { value: Json; places: Map<string, Place> }
  | { error: Span & { message: string }; value?: undefined };

const deepest = 200;

/** Reads JSON as `JSON.parse` does, and says where everything stands or what is wrong where. */
export function readJson(text: string): ReadJson {
  const places = new Map<string, Place>();
  const reader = new Reader(text, places);
  try {
    return { value: reader.whole(), places };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { error: { from: error.from, to: Math.max(error.to, error.from), message: error.message } };
  }
}

/** The place that a pointer names, or the nearest that holds it. */
export function placeOf(places: Map<string, Place>, pointer: string): Place | undefined {
  for (let path = pointer; ; path = path.slice(0, path.lastIndexOf("/"))) {
    const place = places.get(path);
    if (place !== undefined || path === "" || !path.includes("/")) return place ?? places.get("");
  }
}

export const escapePointer = (name: string): string => name.replaceAll("~", "~0").replaceAll("/", "~1");
export const unescapePointer = (part: string): string => part.replaceAll("~1", "/").replaceAll("~0", "~");

class Unreadable extends Error {
  constructor(
    message: string,
    readonly from: number,
    readonly to: number,
  ) {
    super(message);
  }
}

const numberPattern = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const stringPattern = /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y;
const wordPattern = /[A-Za-z_$][\w$]*/y;

class Reader {
  #at = 0;

  constructor(
    readonly text: string,
    readonly places: Map<string, Place>,
  ) {}

  whole(): Json {
    const value = this.#value("", 0);
    this.#space();
    if (this.#at < this.text.length) this.#refuse(strings.unexpectedContentAfterTheClosing, this.text.length);
    return value;
  }

  #value(pointer: string, depth: number, key?: Span): Json {
    this.#space();
    const from = this.#at;
    if (depth > deepest) this.#refuse(strings.tooManyNestingLevels);
    const value = this.#read(pointer, depth);
    this.places.set(pointer, { from, to: this.#at, ...(key && { key }) });
    return value;
  }

  #read(pointer: string, depth: number): Json {
    const first = this.text[this.#at];
    if (first === "{") return this.#object(pointer, depth);
    if (first === "[") return this.#array(pointer, depth);
    if (first === '"') return this.#string();
    const number = this.#match(numberPattern);
    if (number !== null) {
      if (/[\d.]/.test(this.text[this.#at] ?? "")) this.#refuse(strings.invalidNumberWriteItAs);
      return Number(number);
    }
    const word = this.#match(wordPattern);
    if (word === "true") return true;
    if (word === "false") return false;
    if (word === "null") return null;
    if (word !== null) this.#refuseBack(word.length, strings.wrapTextInDoubleQuotes(word));
    if (first === "'") this.#refuse(strings.doubleQuotes);
    return this.#refuse(strings.valueExpected);
  }

  #object(pointer: string, depth: number): JsonObject {
    const object: JsonObject = {};
    this.#at += 1;
    if (this.#takes("}")) return object;
    for (;;) {
      this.#space();
      const key = { from: this.#at, to: this.#at };
      if (this.text[this.#at] !== '"') this.#refuseName();
      const name = this.#string();
      key.to = this.#at;
      if (!this.#takes(":")) this.#refuse(strings.colonExpectedAfterTheProperty);
      const value = this.#value(`${pointer}/${escapePointer(name)}`, depth + 1, key);
      Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
      if (this.#takes("}")) return object;
      if (!this.#takes(",")) this.#refuse(strings.commaOrClosingBraceExpected);
    }
  }

  #array(pointer: string, depth: number): Json[] {
    const array: Json[] = [];
    this.#at += 1;
    if (this.#takes("]")) return array;
    for (;;) {
      array.push(this.#value(`${pointer}/${array.length}`, depth + 1));
      if (this.#takes("]")) return array;
      if (!this.#takes(",")) this.#refuse(strings.commaOrClosingBracketExpected);
    }
  }

  #string(): string {
    const from = this.#at;
    const found = this.#match(stringPattern);
    if (found !== null) return JSON.parse(found) as string;
    const end = this.text.indexOf("\n", from);
    throw new Unreadable(strings.unterminatedStringOrUnescapedCharacter, from, end < 0 ? this.text.length : end);
  }

  #refuseName(): never {
    if (this.text[this.#at] === "}") return this.#refuse(strings.removeTheCommaBeforeThe);
    return this.#refuse(strings.propertyNameInDoubleQuotes);
  }

  #space() {
    while (/[ \t\n\r]/.test(this.text[this.#at] ?? "")) this.#at += 1;
  }

  #takes(character: string): boolean {
    this.#space();
    if (this.text[this.#at] !== character) return false;
    this.#at += 1;
    return true;
  }

  #match(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.text)?.[0] ?? null;
    if (found !== null) this.#at += found.length;
    return found;
  }

  #refuseBack(length: number, message: string): never {
    throw new Unreadable(message, this.#at - length, this.#at);
  }

  #refuse(message: string, to = Math.min(this.#at + 1, this.text.length)): never {
    throw new Unreadable(message, Math.min(this.#at, this.text.length), to);
  }
}
