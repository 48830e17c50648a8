import { changePortolan, type Portolan, storedInConflict } from "../../api/portolans";
import { type Draft, type Stored, useDraft } from "../../drafts/use-draft";

export interface PortolanText {
  title: string;
  markdown: string;
}

/** The name of a document whose title is empty. */
export const untitled = "Untitled";

/** Time without typing, in ms, after which changes are saved. */
const restMs = 800;

/** The document's text as a draft over its newest revision. */
export function usePortolanDraft(
  portolan: Portolan,
  text: PortolanText,
  onReplace: (text: PortolanText) => void,
): Draft<PortolanText> {
  return useDraft({
    name: `portolan-${portolan.id}`,
    value: text,
    stored: storedText(portolan),
    isSame: (one, other) => storedTitle(one) === storedTitle(other) && one.markdown === other.markdown,
    parse: parseText,
    save: async (value, base) => {
      const change = { title: storedTitle(value), markdown: value.markdown };
      const { revision } = await changePortolan(portolan.id, { ...change, revision: base?.revision ?? 0 });
      return revision;
    },
    conflictOf: (error) => {
      const theirs = storedInConflict(error);
      return theirs && storedText(theirs);
    },
    onReplace,
    autosaveMs: restMs,
  });
}

function storedText({ title, markdown, revision }: Portolan): Stored<PortolanText> {
  return { value: { title, markdown }, revision };
}

/** While a title is written anew it may be empty, which no stored document's is. */
function storedTitle({ title }: PortolanText): string {
  return title.trim() || untitled;
}

function parseText(value: unknown): PortolanText | null {
  if (typeof value !== "object" || value === null || !("title" in value) || !("markdown" in value)) return null;
  const { title, markdown } = value;
  return typeof title === "string" && typeof markdown === "string" ? { title, markdown } : null;
}
