import { writeCookie } from "../util/cookies";
import { sessionCookie } from "./session";

/** Removes the session from this browser, for when the server does not know it any longer. */
export function forgetSession(): void {
  const names = document.cookie.split(/;\s*/).map((entry) => entry.split("=", 1)[0] ?? "");
  for (const name of names) {
    if (name === sessionCookie || (name.startsWith(`${sessionCookie}.`) && /\.\d+$/.test(name)))
      writeCookie(name, "", 0);
  }
}
