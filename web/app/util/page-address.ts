/** Path segments that identify an item: chats, charts, boards and documents have ids. */
const idParameters = ["chatId", "chartId", "boardId", "portolanId"];

/** Returns whether a path segment can identify an item; others are rejected without a request. */
export function isValidAddress(parameters: Readonly<Record<string, string | undefined>>): boolean {
  return idParameters.every((name) => /^[\w-]{1,64}$/.test(parameters[name] ?? "none"));
}
