/** A script that Inter lacks: a letter that every font of the script has, and the style sheet with our fonts of it. */
interface Script {
  letter: string;
  load: () => Promise<unknown>;
}

/** By the family in `app.css` that a page asks for once the script occurs on it. */
const scripts: Record<string, Script> = {
  "Any Arabic": { letter: "ع", load: () => import("./scripts/arabic.css") },
  "Any Devanagari": { letter: "क", load: () => import("./scripts/devanagari.css") },
  "Any Han": { letter: "人", load: () => import("./scripts/chinese.css") },
  "Any Hangul": { letter: "한", load: () => import("./scripts/korean.css") },
  "Any Hebrew": { letter: "א", load: () => import("./scripts/hebrew.css") },
  "Any Kana": { letter: "あ", load: () => import("./scripts/japanese.css") },
};

/** A code point without a character, which no font has. */
const unassigned = "\u0378";

/**
 * Loads fonts of a script when its letters occur on the page and the reader's system has none. The browser tells when they
 * occur: it then loads the script's empty font, which `app.css` names for the script's letters. Returns how to stop.
 */
export function loadScriptFonts(): () => void {
  const loadAll = (faces: Iterable<FontFace>) => {
    for (const { family, status } of faces) {
      const script = status === "loaded" && scripts[family.replaceAll(/["']/g, "")];
      if (script && !isDrawnBySystem(script.letter)) void script.load();
    }
  };
  const onLoaded = ({ fontfaces }: FontFaceSetLoadEvent) => loadAll(fontfaces);
  document.fonts.addEventListener("loadingdone", onLoaded);
  loadAll(document.fonts);
  return () => document.fonts.removeEventListener("loadingdone", onLoaded);
}

/** Returns whether a font of the system has the letter: a missing letter is as wide as the box that stands for any. */
function isDrawnBySystem(letter: string): boolean {
  const context = document.createElement("canvas").getContext("2d");
  if (!context) return true;
  context.font = "100px sans-serif";
  return context.measureText(letter).width !== context.measureText(unassigned).width;
}
