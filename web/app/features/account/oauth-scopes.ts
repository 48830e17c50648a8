const sentences: Record<string, string> = {
  openid: "Recognise you when you come back",
  profile: "Read your name and your picture",
  email: "Read your email address",
  phone: "Read your phone number",
};

/** What a program may do, in words; all of them work with what the person has here. */
export function permissionsOf(scopes: readonly string[]): string[] {
  const known = scopes.map((scope) => sentences[scope]).filter((sentence) => sentence !== undefined);
  return [...known, "See and change your chats, charts and boards, in your name"];
}

/** The part of an address that says whose it is; programs on a device have none. */
export function siteOf(address: string): string {
  if (!URL.canParse(address)) return address;
  const { host, protocol } = new URL(address);
  return protocol === "https:" || protocol === "http:" ? host : `an app on this device (${protocol}//${host})`;
}
