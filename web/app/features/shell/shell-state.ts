import { createStore } from "../../util/store";

/** What lies over the page; at most one thing does. */
export type Overlay = "none" | "palette" | "feedback" | "shortcuts";

export const overlay = createStore<Overlay>("none");
