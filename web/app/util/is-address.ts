/** Whether a text is the address of a page, and nothing else. */
export function isAddress(text: string): boolean {
  const trimmed = text.trim();
  if (!/^(?:https?:\/\/|www\.)[^\s]+$/i.test(trimmed)) return false;
  return URL.canParse(/^www\./i.test(trimmed) ? `https://${trimmed}` : trimmed);
}
