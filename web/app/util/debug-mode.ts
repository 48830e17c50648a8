import { createStore } from "./store";

/** Whether the event inspector is shown next to a chat. Only admins can turn it on. */
export const debugMode = createStore(false);
