import { createStore } from "../../util/store";

/** Open overlay; at most one at a time. */
export type Overlay = "none" | "palette" | "feedback" | "shortcuts";

export const overlay = createStore<Overlay>("none");
