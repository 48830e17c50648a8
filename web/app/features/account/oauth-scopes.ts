import { oauthScopes as text } from "./strings";

const sentences: Record<string, string> = {
  openid: text.recognizeYouWhenYouCome,
  profile: text.readYourNameAndPicture,
  email: text.readYourEmailAddress,
  phone: text.readYourPhoneNumber,
};

/** Descriptions of the OAuth scopes; all of them concern the user's own data. */
export function permissionsOf(scopes: readonly string[]): string[] {
  const known = scopes.map((scope) => sentences[scope]).filter((sentence) => sentence !== undefined);
  return [...known, text.viewAndEditYourChats];
}

/** The part of an address that says whose it is; programs on a device have none. */
export function siteOf(address: string): string {
  if (!URL.canParse(address)) return address;
  const { host, protocol } = new URL(address);
  return protocol === "https:" || protocol === "http:" ? host : text.anAppOnThisDevice(protocol, host);
}
