/**
 * How the stream is joined to the server: `connecting` at first, `live`, `reconnecting` after a
 * loss of two seconds, `expired` without a session, `gone` where the chat is not to be had.
 */
export type Link = "connecting" | "live" | "reconnecting" | "expired" | "gone";
