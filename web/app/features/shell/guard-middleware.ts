import { data, redirect, replace } from "react-router";
import { isComplete, type Profile, profileQuery } from "../../api/profile";
import { queryClient } from "../../api/query-client";
import { hasSession, isGuest } from "../../api/session";
import { isExtensionMode } from "../../util/extension-mode";
import { extensionTarget, guard, needsSession } from "../../util/guards";
import { isValidAddress } from "../../util/page-address";
import { rememberPath } from "../../util/return-path";
import { ruledRedirect } from "../../util/route-rules";
import { guardMiddleware as text } from "./strings";

interface GuardedPage {
  request: Request;
  params: Readonly<Record<string, string | undefined>>;
}

/** Lets a page open, or leads to where something is asked for first. */
export async function guardMiddleware({ request, params }: GuardedPage): Promise<void> {
  const url = new URL(request.url);
  const path = url.pathname;
  if (!isValidAddress(params)) throw data(text.pageNotFound(path), { status: 404 });
  const target = ruledRedirect(path) ?? extensionTarget(path);
  if (target !== null) throw replace(target);
  // Within the extension's frame the cookies are sent, but no script reads them: only the server knows who it is.
  const mayBeSignedIn = hasSession() || isExtensionMode();
  const profile = mayBeSignedIn && needsSession(path) ? await knownProfile() : null;
  const result = guard(path, {
    // The session may have turned out to be over while the profile was asked for.
    isSignedIn: hasSession() || (isExtensionMode() && profile !== null),
    // A guest is asked for names when they create an account.
    isProfileComplete: profile && (isGuest() || isComplete(profile)),
    isAdmin: profile?.isAdmin ?? false,
  });
  if (result.outcome === "pass") return;
  if (result.requiredStep !== null) rememberPath(result.requiredStep, path + url.search + fragmentOf(path));
  throw redirect(result.to);
}

/** The router keeps the fragment to itself; on a first load it stands in the address bar. */
function fragmentOf(path: string): string {
  return location.pathname === path ? location.hash : "";
}

/** Null if no one knows, so that an unreachable server locks no one out of their own pages. */
async function knownProfile(): Promise<Profile | null> {
  try {
    return await queryClient.ensureQueryData(profileQuery());
  } catch (error) {
    if (isExtensionMode()) console.error("the profile could not be loaded", error);
    return null;
  }
}
