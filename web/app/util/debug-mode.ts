import { createStore } from "./store";

/** Whether what a chat is made of is shown beside it. Only administrators can turn it on. */
export const debugMode = createStore(false);
