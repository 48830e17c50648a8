/** Parts of addresses that name a thing: chats, charts, boards and documents have ids, nothing else. */
const idParameters = ["chatId", "chartId", "boardId", "portolanId"];

/** Whether an address can name a thing at all; what cannot is refused before anything is asked for. */
export function isValidAddress(parameters: Readonly<Record<string, string | undefined>>): boolean {
  return idParameters.every((name) => /^[\w-]{1,64}$/.test(parameters[name] ?? "none"));
}
