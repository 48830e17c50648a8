import { capture } from "./capture.ts";

/** The value of the last statement is what the service worker gets. */
(globalThis as { portolanCapture?: unknown }).portolanCapture = capture();
