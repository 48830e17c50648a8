import { createContext } from "react";
import type { ReferenceBlock } from "../stream/blocks.ts";

/** The references of one answer, as its prose points at them. */
export interface References {
  byIndex: ReadonlyMap<number, ReferenceBlock>;
  open(reference: ReferenceBlock): void;
}

export const ReferencesContext = createContext<References>({ byIndex: new Map(), open: () => undefined });
